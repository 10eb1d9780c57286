"""The coach's texts for Wonderland: the risk of a collapse, the points for stopping, and the gain of a move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.safestring import SafeString

from games.boards.contract import Cards, CoachTexts, Found, Small
from games.boards.figures import percent
from games.boards.language import gettext as _
from games.boards.language import ngettext
from games.rules import core
from games.wonderland.board.cards import back, card_name, face
from games.wonderland.board.texts import cards_text
from games.wonderland.rules.scoring import score
from games.wonderland.rules.state import KINDS
from games.wonderland.rules.view import preview


class WonderlandCoach(CoachTexts):
    def name(self, view: core.View, move: core.Move) -> str:
        if move["type"] == "stop":
            return _("stop")
        values = {"card": card_name(move["card"]), "number": move.get("pile", 0) + 1}
        if move["type"] == "explore":
            return _("%(card)s on pile %(number)d") % values
        if "as" in move:
            values["card"] = _("%(card)s as %(character)s") % {
                "card": values["card"],
                "character": card_name(move["as"]),
            }
        if "cover" in move:
            cover = {"cover": move["cover"] + 1, "with": move["with"] + 1}
            return _("%(card)s: card %(with)d over card %(cover)d") % {**values, **cover}
        return _("%(card)s: pile %(number)d") % values if "pile" in move else str(values["card"])

    def reasons(self, view: core.View, best: Found, other: Found, names: Sequence[str]) -> Iterable[str]:
        alike = _risk(view, best.move) == _risk(view, other.move)
        if alike:
            yield from _same_risk(view, best.move)
        one, two = (list(self._now(view, found.move, names, alike)) for found in (best, other))
        if best.move["type"] == other.move["type"] == "explore" and best.move["pile"] == other.move["pile"]:
            yield from one
            yield _laid(view, best.move["card"], other.move["card"])
        else:
            yield from (*one, *two)

    def _now(self, view: core.View, move: core.Move, names: Sequence[str], alike: bool) -> Iterable[str]:
        """Yield what the move does at once. Leaves out the risk if both moves have the same (`alike`)."""
        what, name = _consequence(view, move), self.name(view, move)
        if "score" in what:
            yield _("Stopping makes your notebook worth %(score)d.") % {"score": what["score"]}
        if what.get("chance") and "seat" in move:
            values = {"name": names[move["seat"]], "chance": percent(what["chance"])}
            yield _("%(name)s's tunnel collapses by the hatter's card with a chance of %(chance)s.") % values
        elif "chance" in what and "seat" not in move and not alike:
            text = _("After “%(move)s” your tunnel collapses with a chance of %(chance)s.")
            yield text % {"move": name, "chance": percent(what["chance"])}
        if visible := [card for card in what.get("takes", ()) if card]:
            yield _("“%(move)s” takes %(cards)s for certain.") % {"move": name, "cards": cards_text(visible)}
        if what.get("keys"):
            text = ngettext("You have %(count)d key then.", "You have %(count)d keys then.", what["keys"])
            yield text % {"count": what["keys"]}

    def faces(self, view: core.View, move: core.Move) -> Sequence[SafeString]:
        return [face(move["card"])] if "card" in move else ()

    def places(self, view: core.View, move: core.Move) -> Sequence[str]:
        laid = [f"n-{move['card']}"] if move["type"] == "explore" else []
        piles = [f"pile-{move['pile']}"] if "pile" in move else []
        tunnel = [f"t-{view['you']}-{move[each]}" for each in ("cover", "with") if each in move]
        return [*laid, *piles, *tunnel]

    def position(self, view: core.View, names: Sequence[str]) -> Sequence[Cards]:
        piles = [_pile(place, pile) for place, pile in enumerate(view["piles"])]
        tunnels = [
            Cards(_("Tunnel of %(name)s") % {"name": names[seat]}, _tunnel(seat, tunnel))
            for seat, tunnel in enumerate(view["tunnels"])
            if tunnel
        ]
        own = view["notebooks"][view["you"]]
        notebook = [Small(f"n-{kind}", face(kind), str(own.count(kind))) for kind in KINDS if kind in own]
        return [Cards(_("The piles"), piles), *tunnels, Cards(_("Notebook"), notebook)]


def _pile(place: int, pile: dict[str, Any]) -> Small:
    """Return the top card and the number of cards."""
    number = pile["down"] + len(pile["up"])
    top = pile["up"][-1] if pile["up"] else pile["peeked"]
    drawn = SafeString("") if not number else face(top) if top else back()
    return Small(f"pile-{place}", drawn, str(number))


def _tunnel(seat: int, tunnel: Sequence[dict[str, Any]]) -> list[Small]:
    return [
        Small(f"t-{seat}-{place}", face(entry["card"]) if entry["card"] else back())
        for place, entry in enumerate(tunnel)
    ]


def _risk(view: core.View, move: core.Move) -> str:
    """Return the chance that the seat's own tunnel collapses, as it is shown, "" if it can't."""
    what = _consequence(view, move)
    return percent(what["chance"]) if "chance" in what and "seat" not in move else ""


def _same_risk(view: core.View, move: core.Move) -> Iterable[str]:
    if chance := _risk(view, move):
        sure = _consequence(view, move)["chance"] == 0
        text = _("After both your tunnel collapses with the same chance, %(chance)s.") % {"chance": chance}
        yield _("After neither can your tunnel collapse.") if sure else text


def _laid(view: core.View, card: str, other: str) -> str:
    """Return which of the cards the notebook needs less."""
    worths = []
    for each in (card, other):
        left = list(view["notebooks"][view["you"]])
        left.remove(each)
        worths.append(score(left, view["options"]["groups"]))
    text = _("Without %(card)s your notebook is worth %(one)d by itself, without %(other)s %(two)d.")
    values = {"card": card_name(card), "other": card_name(other)}
    return text % {**values, "one": worths[0], "two": worths[1]}


def _consequence(view: core.View, move: core.Move) -> dict[str, Any]:
    return next(what for each, what in preview(view, view["you"]) if each == move)
