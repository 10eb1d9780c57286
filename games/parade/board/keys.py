"""The elements of Parade's board with their keys. `templates/parade/board.jinja` draws them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy

from games.boards import texts
from games.boards.elements import Elements, Key
from games.boards.keys import clocks, newest
from games.boards.language import gettext as _
from games.boards.people import Person
from games.boards.results import reason, standings
from games.boards.scene import Scene
from games.parade.board.texts import counting, standing
from games.parade.rules.rules import COLOUR, COLOURS, Columns, column_with, count, worth
from games.rules import core

# A sentence about each part of the board.
PARTS = {
    "#parade .box": gettext_lazy("The pile. When it is empty, everybody plays one last time."),
    "#within, .walk .in": gettext_lazy(
        "The cards within reach: of these your card takes its colour, and what is not above its number."
    ),
    "#safe, .walk .safe": gettext_lazy("The safe cards: as many at the end as the number of your card."),
    "#parade": gettext_lazy(
        "The parade. A card joins at its end; the more cards walk in it, the more are within reach."
    ),
    ".cols .crown": gettext_lazy(
        "A crown: the most cards of this colour. Each of them counts one point instead of its number."
    ),
    ".cols": gettext_lazy(
        "The cards taken, by colour. Each counts its number, under a crown one point. Whoever has all "
        "six colours begins the last round."
    ),
    "#hand .gain": gettext_lazy("By how much your points would change if you played this card."),
    "#hand": gettext_lazy("Your hand. At the very end you keep two of four cards, and they count as well."),
    ".pts": gettext_lazy("The points as they would count now. The fewest win."),
}


class Choice(NamedTuple):
    """`takes` are the cards that it takes, with spaces between them, and `taken` is their number.

    `counts` tells of each colour that it takes how many cards the seat has then, whether they are a majority, and
    what they count: `red:3:1:3 blue:1:0:8`. `scores` tells of each seat whose points change how many they are then:
    `0:12 2:7`."""

    card: str
    takes: str
    taken: int
    reach: int
    change: int
    counts: str
    scores: str


class Cell(NamedTuple):
    """A seat's cards of one colour. `tied` are the names of others with as many."""

    colour: str
    values: tuple[int, ...]
    crowned: bool
    tied: str
    points: int


def public(scene: Scene) -> Elements:
    if scene.result:
        return {}
    view, elements = scene.view, clocks(scene)
    for seat, columns in enumerate(count(view["before"])):
        size, decided = view["hands"][seat], view["phase"] == "discard" and view["decided"][seat]
        elements[f"seat-{seat}-backs"] = "backs", size
        elements[f"seat-{seat}-held"] = "held", size, decided
        elements[f"seat-{seat}-score"] = "score", view["scores"][seat]
        elements[f"seat-{seat}-opened"] = "opened", tuple(scene.opened["hands"][seat] if scene.opened else ())
        for colour, (values, crowned) in zip(COLOURS, columns, strict=True):
            elements[f"seat-{seat}-{colour}"] = "column", colour, values, crowned
    elements["pile-card"] = "pile_card", view["deck"] > 0
    elements["pile"] = "pile", view["deck"]
    elements["newest"] = newest(scene)
    elements.update([(f"p-{card}", ("walker", card)) for card in view["parade"]])
    return elements


def own(scene: Scene) -> Mapping[str, Key | None]:
    if scene.result:
        return {"result": result(scene)}
    me, view = scene.me, scene.view
    elements: dict[str, Key | None] = {}
    if me is not None:
        first = texts.leads(scene) and any(view["before"])
        elements["standing"] = "standing", standing(first, bool(view["majorities"][me.seat]))
        elements["hand"] = _hand(scene, me)
        elements["says"] = "says", *_asked(scene), counting(len(view["scores"]))
    return elements


def _asked(scene: Scene) -> tuple[str, str]:
    """Return the text of the plate before anything is chosen, and after cards are given up."""
    if not scene.acts:
        return "", ""
    if scene.view["phase"] == "discard":
        return _("Choose two cards to discard"), _("You keep {cards}")
    return _("Choose a card"), ""


def _hand(scene: Scene, me: Person) -> Key:
    """Return the key of the hand: for a seat that may act, with the effect of each choice."""
    view, hand = scene.view, tuple(scene.view["hand"])
    if not scene.acts:
        # When all have chosen, everybody sees it.
        chosen = tuple(view["discard"] or ()) if view["phase"] == "discard" else ()
        return "waiting_hand", hand, chosen, scene.back, "" if scene.is_yours else me.name
    preview = scene.rules.preview(view, me.seat)
    if view["phase"] == "discard":
        score = view["scores"][me.seat]
        pairs = [(tuple(move["cards"]), what["scores"][me.seat] - score) for move, what in preview]
        return "discarding_hand", hand, scene.number, tuple(pairs), scene.back
    columns = count(view["before"])
    choices = [choice(view, columns, me.seat, move["card"], what) for move, what in preview]
    return "playing_hand", scene.number, tuple(choices), scene.back


def choice(view: core.View, columns: Sequence[Columns], seat: int, card: str, what: dict[str, Any]) -> Choice:
    """Return the choice of a card. `columns` are the present columns of all seats."""
    takes, now, then = what["takes"], view["scores"], what["scores"]
    counts = []
    for colour in dict.fromkeys(COLOUR[card] for card in takes):
        values, crowned = column_with(columns, seat, colour, takes)
        counts.append(f"{colour}:{len(values)}:{int(crowned)}:{worth(values, crowned)}")
    scores = [f"{seat}:{then[seat]}" for seat in range(len(now)) if then[seat] != now[seat]]
    change = then[seat] - now[seat]
    return Choice(
        card, " ".join(takes), len(takes), what["reach"], change, " ".join(counts), " ".join(scores)
    )


def result(scene: Scene) -> Key:
    """Return each seat with its number of cards, the two cards it kept, and its cells."""
    before, columns, rows = scene.view["before"], count(scene.view["before"]), []
    for row in standings(scene):
        cards = before[row.seat]
        kept = tuple(cards[-2:]) if scene.view["discards"] else ()
        cells = [_cell(scene, columns, row.seat, number) for number in range(len(COLOURS))]
        rows.append((row, len(cards), kept, tuple(cells)))
    why = reason(scene, _("At equal points fewer cards are better."))
    return "result_table", why, tuple(rows)


def _cell(scene: Scene, columns: Sequence[Columns], seat: int, number: int) -> Cell:
    values, crowned = columns[seat][number]
    others = [other for other, cells in enumerate(columns) if cells[number][1] and other != seat]
    tied = texts.names([texts.called(scene, other) for other in others]) if crowned else ""
    return Cell(COLOURS[number], values, crowned, tied, worth(values, crowned))
