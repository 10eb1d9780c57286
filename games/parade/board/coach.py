"""The coach's texts for Parade: the cards that a card takes now, changes of majorities, and the danger for the next
seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.safestring import SafeString

from games.boards import texts
from games.boards.contract import Cards, CoachTexts, Found, Small
from games.boards.figures import points
from games.boards.language import gettext as _
from games.boards.language import ngettext
from games.parade.board.cards import COLOUR_NAMES, face, in_a_sentence
from games.parade.rules import rules
from games.parade.rules.rules import COLOUR, COLOURS, DECK, VALUE
from games.parade.rules.view import preview
from games.rules import core

# The expected points of the next seat must differ by this much to be mentioned.
TELLING = 0.3


class ParadeCoach(CoachTexts):
    FEWEST = True

    def name(self, view: core.View, move: core.Move) -> str:
        if move["type"] == "play":
            return in_a_sentence(move["card"])
        kept = [in_a_sentence(card) for card in _kept(view, move)]
        return _("keep %(cards)s") % {"cards": texts.names(kept)}

    def reasons(self, view: core.View, best: Found, other: Found, names: Sequence[str]) -> Iterable[str]:
        yield _now(view, best.move)
        yield from _crowns(view, best.move, names)
        if best.move["type"] == "discard":
            yield _now(view, other.move)
            return
        if _change(view, other.move) != _change(view, best.move):
            yield _now(view, other.move)
        yield from _crowns(view, other.move, names)
        yield from _next(view, best.move, other.move, names)

    def faces(self, view: core.View, move: core.Move) -> Sequence[SafeString]:
        return [face(card) for card in ([move["card"]] if move["type"] == "play" else _kept(view, move))]

    def places(self, view: core.View, move: core.Move) -> Sequence[str]:
        if move["type"] == "discard":
            return [f"h-{card}" for card in move["cards"]]
        return [f"h-{move['card']}", *(f"p-{card}" for card in _consequence(view, move)["takes"])]

    def position(self, view: core.View, names: Sequence[str]) -> Sequence[Cards]:
        parade = [Small(f"p-{card}", face(card)) for card in view["parade"]]
        hand = [Small(f"h-{card}", face(card)) for card in view["hand"]]
        lying = [
            Cards(names[seat], [Small("", face(card)) for card in sorted(cards, key=DECK.index)], fan=True)
            for seat, cards in enumerate(view["before"])
            if cards
        ]
        return [Cards(_("The parade"), parade), *lying, Cards(_("In hand"), hand)]


def _kept(view: core.View, move: core.Move) -> list[str]:
    return [card for card in view["hand"] if card not in move["cards"]]


def _consequence(view: core.View, move: core.Move) -> dict[str, Any]:
    return next(what for each, what in preview(view, view["you"]) if each == move)


def _change(view: core.View, move: core.Move) -> int:
    """Return by how much the seat's points change at once."""
    you = view["you"]
    return int(_consequence(view, move)["scores"][you] - view["scores"][you])


def _now(view: core.View, move: core.Move) -> str:
    """Describe what the move does at once, and by which rule."""
    what = _consequence(view, move)
    if move["type"] == "discard":
        change = texts.change_points(_change(view, move))
        kept = texts.names([in_a_sentence(card) for card in what["kept"]])
        return _("Keeping %(cards)s counts %(change)s.") % {"cards": kept, "change": change}
    values = {"card": in_a_sentence(move["card"]), "value": VALUE[move["card"]]}
    if what["takes"]:
        return _taken(what["takes"], values | {"change": texts.change_points(_change(view, move))})
    if not what["reach"]:
        there = len(view["parade"])
        text = ngettext(
            "%(count)d card lies there: value %(value)d does not reach it.",
            "%(count)d cards lie there: value %(value)d reaches none of them.",
            there,
        )
        return text % {**values, "count": there}
    text = ngettext(
        "%(card)s reaches %(count)d card, of another colour and above %(value)d: it takes nothing.",
        "%(card)s reaches %(count)d cards, of other colours and above %(value)d: it takes nothing.",
        what["reach"],
    )
    return text % {**values, "count": what["reach"]}


def _taken(cards: Sequence[str], values: dict[str, Any]) -> str:
    values = values | {"cards": texts.names([in_a_sentence(card) for card in cards]), "count": len(cards)}
    text = ngettext(
        "%(card)s takes %(cards)s now: %(change)s.",
        "%(card)s takes %(count)d cards now, %(cards)s: %(change)s.",
        len(cards),
    )
    return text % values


def _after(view: core.View, move: core.Move) -> list[list[str]]:
    """Return the cards before each seat after the move."""
    what = _consequence(view, move)
    before = [list(cards) for cards in view["before"]]
    before[view["you"]] += what.get("takes", what.get("kept", ()))
    return before


def _majorities(before: Sequence[Sequence[str]]) -> list[set[str]]:
    return [
        {colour for colour, (_values, crowned) in zip(COLOURS, columns, strict=True) if crowned}
        for columns in rules.count(before)
    ]


def _crowns(view: core.View, move: core.Move, names: Sequence[str]) -> Iterable[str]:
    """Yield which majorities the move gives and takes."""
    after = _after(view, move)
    old, new = _majorities(view["before"]), _majorities(after)
    you, card = view["you"], ParadeCoach().name(view, move)
    for colour in sorted(new[you] - old[you]):
        text = _(
            "“%(card)s” wins you the majority of %(colour)s, which then counts %(cards)d, not %(printed)d."
        )
        yield text % ({"card": card} | _worth(after[you], colour))
    for seat in range(len(names)):
        for colour in sorted(old[seat] - new[seat]) if seat != you else ():
            text = _(
                "“%(card)s” costs %(name)s the majority of %(colour)s, which then counts %(printed)d, not %(cards)d."
            )
            yield text % ({"card": card, "name": names[seat]} | _worth(after[seat], colour))


def _worth(before: Sequence[str], colour: str) -> dict[str, Any]:
    """Return the points of a colour before a seat: with the majority a point for each card, else the printed values."""
    cards = [card for card in before if COLOUR[card] == colour]
    return {
        "colour": COLOUR_NAMES[colour],
        "cards": len(cards),
        "printed": sum(VALUE[card] for card in cards),
    }


def _next(view: core.View, best: core.Move, other: core.Move, names: Sequence[str]) -> Iterable[str]:
    """Yield what the next seat must take on average with an unseen card."""
    one, two = _fear(view, best), _fear(view, other)
    if view["left"] != 1 and abs(one - two) >= TELLING:
        text = _(
            "Any card that you don't see costs %(name)s %(one)s points on average then, after %(other)s %(two)s."
        )
        seat = (view["you"] + 1) % len(names)
        values = {"name": names[seat], "one": points(one), "two": points(two)}
        yield text % {**values, "other": in_a_sentence(other["card"])}


def _fear(view: core.View, move: core.Move) -> float:
    after, you = _after(view, move), view["you"]
    taken = after[you][len(view["before"][you]) :]
    parade = (*(card for card in view["parade"] if card not in taken), move["card"])
    seat, now = (you + 1) % len(after), rules.score(after)
    seen = {*view["hand"], *parade, *(card for cards in after for card in cards)}
    hidden = [card for card in DECK if card not in seen]
    costs = []
    for card in hidden:
        cards = [[*each, *rules.taken(parade, card)] if at == seat else each for at, each in enumerate(after)]
        costs.append(rules.score(cards)[seat] - now[seat])
    return float(sum(costs) / max(1, len(costs)))
