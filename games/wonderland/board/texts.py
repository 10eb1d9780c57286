"""Wonderland's texts: what the seat in turn has to do, what happened, refusals and options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from games.boards import results
from games.boards import texts as shared
from games.boards.contract import PicturedMove, TakenCards
from games.boards.language import begun, ngettext
from games.boards.language import gettext as _
from games.boards.scene import Entry, Scene
from games.rules import core
from games.wonderland.board.cards import back, card_name, face, in_a_list
from games.wonderland.board.collapse import COLLAPSES, only_three

OPTIONS = {
    "reuse_keys": (
        gettext_lazy("A pile where a key of this turn stands"),
        gettext_lazy("A key stays on its pile until the turn ends."),
        {
            True: gettext_lazy("may be explored again"),
            False: gettext_lazy("may be explored only once a turn"),
        },
    ),
    "groups": (
        gettext_lazy("A group of cards of one character"),
        gettext_lazy("At the end, what is left over after the sets of five."),
        {
            "linear": gettext_lazy("scores one point a card"),
            "square": gettext_lazy("scores, for each card, as many points as it has cards"),
        },
    ),
}


def _pile(pile: int) -> str:
    return _("pile %(number)d") % {"number": pile + 1}


_MISSING = {
    "card": gettext_lazy("Choose a card of your notebook first."),
    "pile": gettext_lazy("Choose a pile first."),
    "seat": gettext_lazy("Choose who gets the card first."),
    "cover": gettext_lazy("Choose the card to be covered first."),
    "with": gettext_lazy("Choose the card to cover it with first."),
    "power": gettext_lazy("Choose a power first."),
    "as": gettext_lazy("Say whose power the crowd uses."),
}
REFUSALS: dict[str, Any] = {
    "explore_first": gettext_lazy("Explore first: a turn's first exploration is compulsory."),
    "power_first": gettext_lazy("Use a power first: one of the two cards that you have just taken."),
    "no_power_now": gettext_lazy("There is no power to use now."),
    "not_in_notebook": lambda card, **_p: (
        _("There is no %(card)s in your notebook.") % {"card": card_name(card)}
    ),
    "no_such_pile": gettext_lazy("There is no such pile."),
    "empty_pile": lambda pile, **_p: _("Pile %(number)d is empty.") % {"number": pile + 1},
    "explored_already": lambda pile, **_p: (
        _("You have explored pile %(number)d in this turn already.") % {"number": pile + 1}
    ),
    "no_key": lambda pile, **_p: _("You have no key left for pile %(number)d.") % {"number": pile + 1},
    "not_taken": lambda card, **_p: (
        _("You have not just taken a card “%(card)s”.") % {"card": card_name(card)}
    ),
    "no_such_character": gettext_lazy("There is no such character."),
    "power_unusable": lambda card, **_p: (
        _("The power of “%(card)s” can't be used now.") % {"card": card_name(card)}
    ),
    "nothing_face_down": lambda pile, **_p: (
        _("Pile %(number)d has no card face down.") % {"number": pile + 1}
    ),
    "own_seat": gettext_lazy("The hatter's card goes to somebody else."),
    "no_such_position": gettext_lazy("There is no such card in your tunnel."),
    "hatter_card": gettext_lazy("A card that a hatter put there can neither cover nor be covered."),
    "covered_card": gettext_lazy("That card is covered already."),
    "missing_field": lambda field, **_p: str(_MISSING.get(field, _("Something is still to be chosen."))),
}

# A pile with this many cards is nearly empty.
NEAR = 3


def headline(scene: Scene) -> tuple[str, str]:
    if scene.outcome:
        return results.headline(scene)
    view = scene.view
    if scene.acts:
        return _asked(view), _then(scene)
    return shared.whose_turn(scene, [view["turn"]]), _doing(view)


def _asked(view: core.View) -> str:
    """Return what the seat in turn has to do."""
    if view["phase"] == "explore":
        return _("Lay a card and pick a pile")
    if view["phase"] == "choice":
        return _("Go on or stop")
    able = list(view["powers"])
    if len(able) == 1:
        return _("Use a power: %(card)s") % {"card": card_name(able[0])}
    return _("Use one card's power")


def _doing(view: core.View) -> str:
    if view["phase"] == "explore":
        return _("to explore a pile")
    return _("to use a power") if view["phase"] == "power" else _("to go on or stop")


def _then(scene: Scene) -> str:
    if scene.view["ending"]:
        return _("this is the last turn")
    # Not both: nobody moves after what ends the match.
    return _near_the_end(scene.view) or shared.then(scene, scene.view["turn"])


def _near_the_end(view: core.View) -> str:
    """Return the number of empty piles that ends the match, when it is near."""
    needed = 1 if view["seats"] == 2 else 2
    left = sorted(pile["down"] + len(pile["up"]) for pile in view["piles"])[:needed]
    if left[-1] > NEAR:
        return ""
    text = ngettext(
        "an empty pile ends the match",
        "%(count)d empty piles end the match",
        needed,
    )
    return text % {"count": needed}


def cards_text(cards: Sequence[str | None]) -> str:
    """Return for example `Alice and 2 rabbits`."""
    counts = Counter(cards)
    return shared.names([in_a_list(card, count) for card, count in counts.items()])


def sentence(entry: Entry, names: Sequence[str], you: int | None, without: str = "") -> str:
    """Return what happened in the move. Events of the kind `without` are left out."""
    told = [_happened(event, entry, names, you) for event in entry.events if event["event"] != without]
    return " ".join(filter(None, told))


def _happened(event: core.Event, entry: Entry, names: Sequence[str], you: int | None) -> str:
    kind = event["event"]
    if kind == "over":
        return _("The match is over.")
    if kind == "ending":
        return _ended(event)
    if kind == "banked" and entry.move["type"] == "stop":
        kind = "stopped"
    if kind not in SENTENCES or ("cards" in event and not event["cards"]):
        return ""
    is_recipient = you is not None and event.get("to") == you
    text = GIVEN_TO_YOU if is_recipient else SENTENCES[kind][event["seat"] == you]
    return begun(str(text) % _told(event, entry, names))


def pictured(entry: Entry, names: Sequence[str], you: int | None) -> PicturedMove:
    """Return the cards laid and taken. Powers do too many different things to be shown by cards alone."""
    played = [face(entry.move["card"])] if "card" in entry.move else []
    took = [event for event in entry.events if event["event"] == "took"]
    if not took:
        return PicturedMove([*played, *_shown(entry)], words=sentence(entry, names, you))
    groups = [
        TakenCards(_faces(event["cards"]), _("from %(piles)s") % {"piles": _piles(event["piles"])})
        for event in took
    ]
    return PicturedMove(played, groups, sentence(entry, names, you, without="took"))


def _shown(entry: Entry) -> list[SafeString]:
    """Return the cards that a power revealed or gave away, or their backs, or those of a notebook after a stop."""
    if entry.move["type"] == "stop":
        return _faces(entry.cards("banked"))
    return _faces(
        [event["card"] for event in entry.events if event["event"] in ("revealed", "peeked", "given")]
    )


def _faces(cards: Sequence[str | None]) -> list[SafeString]:
    return [face(card) if card else back() for card in cards]


def why(entry: Entry) -> str:
    """Return for example `Taken from pile 2 and pile 4, the piles beside it. The third queen: queen, queen and
    crowd.`"""
    return " ".join(text for event in entry.events if (text := _reason(event)))


def _reason(event: core.Event) -> str:
    if event["event"] == "took":
        return _("Taken from %(piles)s, the piles beside it.") % {"piles": _piles(event["piles"])}
    # Which cards were covered stands in earlier moves, so some collapses have no reason here.
    if event["event"] in COLLAPSES and (found := only_three(event["cards"])):
        kind, three = found
        cards = cards_text([event["cards"][place] for place in three])
        return _("The third %(card)s: %(cards)s.") % {"card": in_a_list(kind), "cards": cards}
    return ""


def _piles(piles: Sequence[int]) -> str:
    return shared.names([_pile(pile) for pile in piles])


def _told(event: core.Event, entry: Entry, names: Sequence[str]) -> dict[str, Any]:
    """Return the values that a sentence may use."""
    move, pile = entry.move, event.get("pile", entry.move.get("pile"))
    used = in_a_list(move["card"]) if "card" in move else ""
    if "as" in move:
        used = _("%(card)s as %(character)s") % {"card": used, "character": card_name(move["as"])}
    return {
        "name": names[event["seat"]],
        "used": used,
        "laid": in_a_list(move.get("card")),
        "card": in_a_list(event.get("card")),
        "cards": cards_text(event.get("cards", ())),
        "pile": "" if pile is None else _pile(pile),
        "to": names[event["to"]] if "to" in event else "",
        "cover": event.get("cover", -1) + 1,
        "with": event.get("with", -1) + 1,
    }


def ended(scene: Scene) -> str:
    """Return which piles were empty."""
    empty = [place for place, pile in enumerate(scene.view["piles"]) if not pile["down"] and not pile["up"]]
    text = ngettext(
        "The match ended with an empty pile: %(piles)s.",
        "The match ended with %(count)d empty piles: %(piles)s.",
        len(empty),
    )
    return text % {"count": len(empty), "piles": _piles(empty)}


def _ended(event: core.Event) -> str:
    text = ngettext(
        "Empty: %(piles)s. Last turn.",
        "Empty: %(piles)s. Last turn.",
        len(event["piles"]),
    )
    return text % {"piles": _piles(event["piles"])}


# For each event, the text for everybody else and the text for the player concerned.
SENTENCES: dict[str, tuple[Any, Any]] = {
    "took": (
        gettext_lazy("%(name)s laid %(laid)s on %(pile)s and took %(cards)s."),
        gettext_lazy("You laid %(laid)s on %(pile)s and took %(cards)s."),
    ),
    "stopped": (
        gettext_lazy("%(name)s stopped and wrote into the notebook: %(cards)s."),
        gettext_lazy("You stopped and wrote into your notebook: %(cards)s."),
    ),
    "banked": (
        gettext_lazy("The turn ended; %(name)s wrote into the notebook: %(cards)s."),
        gettext_lazy("The turn ended; you wrote into your notebook: %(cards)s."),
    ),
    "collapsed": (
        gettext_lazy("%(name)s's tunnel collapsed: %(cards)s were lost."),
        gettext_lazy("Your tunnel collapsed: %(cards)s were lost."),
    ),
    "hatter_collapsed": (
        gettext_lazy("That made %(name)s's tunnel collapse: %(cards)s were lost."),
        gettext_lazy("That made your tunnel collapse: %(cards)s were lost."),
    ),
    "refilled": (
        gettext_lazy("%(name)s shuffled the discards and drew %(cards)s."),
        gettext_lazy("You shuffled the discards and drew %(cards)s."),
    ),
    "key": (
        gettext_lazy("%(name)s used %(used)s and took one more key."),
        gettext_lazy("You used %(used)s and took one more key."),
    ),
    "revealed": (
        gettext_lazy("%(name)s used %(used)s and turned up %(card)s on %(pile)s: it came into the tunnel."),
        gettext_lazy("You used %(used)s and turned up %(card)s on %(pile)s: it came into your tunnel."),
    ),
    "peeked": (
        gettext_lazy("%(name)s used %(used)s and looked at %(card)s on %(pile)s."),
        gettext_lazy("You used %(used)s and looked at %(card)s on %(pile)s."),
    ),
    "covered": (
        gettext_lazy("%(name)s used %(used)s and covered card %(cover)s of the tunnel with card %(with)s."),
        gettext_lazy("You used %(used)s and covered card %(cover)s of your tunnel with card %(with)s."),
    ),
    "given": (
        gettext_lazy("%(name)s used %(used)s: %(card)s from %(pile)s went face down to %(to)s."),
        gettext_lazy("You used %(used)s: %(card)s from %(pile)s went face down to %(to)s."),
    ),
}
GIVEN_TO_YOU = gettext_lazy("%(name)s used %(used)s: %(card)s from %(pile)s went face down to you.")
