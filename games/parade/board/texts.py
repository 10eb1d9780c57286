"""Parade's texts: whose turn it is, what happened, refusals; and the move that a form sends."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from django.utils.translation import gettext_lazy, ngettext_lazy

from games.boards import results, texts, words
from games.boards.contract import PicturedMove, TakenCards
from games.boards.fields import Form
from games.boards.language import begun, by_language, ngettext
from games.boards.language import gettext as _
from games.boards.people import names_of
from games.boards.scene import Entry, Scene
from games.parade.board.cards import face, in_a_sentence, listed
from games.parade.rules.rules import COLOUR, COLOURS, VALUE, count
from games.rules import core

REFUSALS: dict[str, Any] = {
    "wrong_phase": lambda phase, **_p: (
        _("It is time to play a card.")
        if phase == "play"
        else _("The last round is over: choose two cards to discard.")
    ),
    "not_in_hand": lambda card, **_p: _("You don't hold %(card)s.") % {"card": in_a_sentence(card)},
    "discard_two": ngettext_lazy(
        "You chose %(count)d card; two are to be discarded.",
        "You chose %(count)d cards; two are to be discarded.",
        "count",
    ),
}


def headline(scene: Scene) -> tuple[str, str]:
    if scene.outcome:
        return results.headline(scene)
    view, mine = scene.view, scene.acts
    if view["phase"] == "discard":
        if mine:
            return _("Discard two cards"), _("the two that you keep count, too")
        return _("The discard"), texts.waiting_for(scene, view["to_act"])
    if view["left"] is not None:
        left = ngettext(
            "last round: %(count)d turn left", "last round: %(count)d turns left in all", view["left"]
        )
        left %= {"count": view["left"]}
        return _("Your last turn") if mine else texts.whose_turn(scene, view["to_act"]), left
    near = _near_the_end(view)
    if not mine:
        return texts.whose_turn(scene, view["to_act"]), near
    # A phone has no room for both.
    return _("Your turn"), near or texts.then(scene, view["turn"])


def _near_the_end(view: core.View) -> str:
    """Return that the last round is near, and why."""
    if view["deck"] <= len(view["hands"]):
        text = ngettext(
            "the next draw begins the last round",
            "the last round comes in %(count)d cards",
            view["deck"],
        )
        return text % {"count": view["deck"]}
    colours = [[values for values, _crowned in columns if values] for columns in count(view["before"])]
    five = len(COLOURS) - 1 in map(len, colours)
    return _("a sixth colour begins the last round") if five else ""


def sentence(entry: Entry, names: Sequence[str], you: int | None) -> str:
    return " ".join(filter(None, [_did(entry, names, you), besides(entry, names, you)]))


def besides(entry: Entry, names: Sequence[str], you: int | None) -> str:
    """Return the consequences of a move apart from the cards it took."""
    return " ".join(filter(None, [_happened(event, names, you) for event in entry.events]))


def _did(entry: Entry, names: Sequence[str], you: int | None) -> str:
    assert entry.seat is not None
    mine, values = entry.seat == you, {"name": names[entry.seat]}
    if entry.move["type"] == "discard":
        text = _("You chose two cards to discard.") if mine else _("%(name)s chose two cards to discard.")
        return text % values
    values |= {"card": in_a_sentence(entry.move["card"]), "cards": listed(entry.cards("took"))}
    if values["cards"]:
        yours, text = (
            _("You played %(card)s and took %(cards)s."),
            _("%(name)s played %(card)s and took %(cards)s."),
        )
    else:
        yours, text = (
            _("You played %(card)s and took nothing."),
            _("%(name)s played %(card)s and took nothing."),
        )
    return (yours if mine else text) % values


def pictured(entry: Entry, names: Sequence[str], you: int | None) -> PicturedMove:
    """Return the card played, and the cards taken, by rule."""
    if entry.move["type"] == "discard":
        # The others' cards aren't known.
        cards = [face(card) for card in entry.move["cards"] if card]
        return PicturedMove(cards, words=sentence(entry, names, you))
    played = entry.move["card"]
    took = entry.cards("took")
    alike = groupby(took, key=lambda card: COLOUR[card] == COLOUR[played])
    above = _("not above %(value)d") % {"value": VALUE[played]}
    groups = [
        TakenCards([face(card) for card in cards], _("its colour") if same else above)
        for same, cards in alike
    ]
    fresh = [f'#seat-{entry.seat}-{COLOUR[card]} [data-card="{card}"]' for card in took]
    return PicturedMove(
        [face(played)], took=groups, words=besides(entry, names, you), joined=f"#p-{played}", fresh=fresh
    )


def why(entry: Entry) -> str:
    """Return for example `Green 7: its colour. Red 3: not above 4.`"""
    return " ".join(_reason(card, entry.move["card"]) for card in entry.cards("took"))


def _reason(card: str, played: str) -> str:
    name = in_a_sentence(card).capitalize()
    if COLOUR[card] == COLOUR[played]:
        return _("%(card)s: its colour.") % {"card": name}
    return _("%(card)s: not above %(value)d.") % {"card": name, "value": VALUE[played]}


LAST_ROUND = {
    "colours": gettext_lazy("%(name)s has all six colours: the last round begins."),
    "pile": gettext_lazy("The pile is empty: the last round begins."),
    "both": gettext_lazy("%(name)s has all six colours and the pile is empty: the last round begins."),
}
YOUR_LAST_ROUND = LAST_ROUND | {
    "colours": gettext_lazy("You have all six colours: the last round begins."),
    "both": gettext_lazy("You have all six colours and the pile is empty: the last round begins."),
}


# On the board the move comes after it, and may be cut off.
BEGINS = {
    "colours": gettext_lazy("Six colours: last round."),
    "pile": gettext_lazy("Pile empty: last round."),
    "both": gettext_lazy("Six colours, pile empty: last round."),
}


def latest(game: str, entry: Entry, named: tuple[str, ...], you: int | None) -> str:
    """Return the newest move, after the last round that it begins. `named` are the stored names."""
    begins = [str(BEGINS[event["because"]]) for event in entry.events if event["event"] == "last_round"]
    if not begins:
        return words.sentence(game, entry, named, you)
    return " ".join([*begins, _did(entry, names_of(named), you)])


def _happened(event: core.Event, names: Sequence[str], you: int | None) -> str:
    if event["event"] not in ("last_round", "revealed"):
        return ""
    mine, values = event["seat"] == you, {"name": names[event["seat"]]}
    if event["event"] == "last_round":
        return begun(str((YOUR_LAST_ROUND if mine else LAST_ROUND)[event["because"]]) % values)
    values |= {"cards": listed(event["kept"])}
    return (_("You kept %(cards)s.") if mine else _("%(name)s kept %(cards)s.")) % values


def ended(scene: Scene) -> str:
    """Describe what began the last round. Nobody draws in it, so the two kept cards are mentioned after it."""
    if not scene.view["deck"]:
        return _("The last card was drawn, and everybody had one more turn.")
    six = [
        seat
        for seat, cards in enumerate(scene.view["before"])
        if len({COLOUR[card] for card in cards[:-2]}) == len(COLOURS)
    ]
    values = {"names": texts.names([texts.called(scene, seat) for seat in six])}
    return _("All six colours lay before %(names)s, and everybody had one more turn.") % values


@by_language
def standing(first: bool, crowned: bool) -> str:
    """Return that the seat leads, and the rule for its crowns, which has no other text on the board."""
    if crowned:
        return _("you lead; crown: 1 pt a card") if first else _("crown: 1 pt a card")
    return _("lowest wins, you lead") if first else _("lowest wins")


def counting(seats: int) -> str:
    """Return how a colour counts. Two seats need two cards more than the other for a majority."""
    if seats == 2:
        return _("Each card: its number. Two more of a colour: 1 a card.")
    return _("Each card: its number. Most of a colour: 1 a card.")


@by_language
def consequence(card: str, takes: int) -> str:
    name = in_a_sentence(card).capitalize()
    if not takes:
        return _("%(card)s takes nothing") % {"card": name}
    text = ngettext("%(card)s takes %(count)d card", "%(card)s takes %(count)d cards", takes)
    return text % {"card": name, "count": takes}


def pairs_text(pairs: Sequence[tuple[tuple[str, str], int]]) -> str:
    """Return as JSON, for the page's script, the change of the points for each pair of discards."""
    return json.dumps({"+".join(pair): texts.change_points(change) for pair, change in pairs})


def move_of_form(form: Form) -> core.Move:
    """Return the move that a form sends: `card` once to play, twice to discard."""
    cards = form.getlist("card")
    if form.get("type") == "discard":
        return {"type": "discard", "cards": cards}
    if not cards:
        raise core.Refused("missing_field", field="card")
    return {"type": "play", "card": cards[-1]}
