"""The elements of Tea Time's board with their keys. `templates/tea_time/board.jinja` draws them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from django.utils.translation import gettext_lazy

from games.boards.elements import Elements, Frame, Key, frame_of
from games.boards.keys import clocks, newest
from games.boards.language import gettext as _
from games.boards.results import reason, standings
from games.boards.scene import Scene
from games.boards.texts import highest_wins
from games.rules import core
from games.tea_time.board.cards import character_of, drawing_of
from games.tea_time.board.columns import amounts
from games.tea_time.board.takes import alone
from games.tea_time.rules.rules import ALICE, CHARACTERS, INDEX, Holding
from games.tea_time.rules.view import cells_of, holding_of

# A sentence about each part of the board.
PARTS = {
    "#grid .gain": gettext_lazy(
        "By how much a card would change your points, and beside chosen cards what your points would be "
        "with it (→ 24). A card without a number changes them as the sentence about most cards says."
    ),
    "#grid": gettext_lazy(
        "The grid. Take neighbours that lie on one straight line, with no gap between them."
    ),
    ".cols": gettext_lazy(
        "What is held of each character: none counts 5, one 1, two 3, three 6, four 10, five or more 15. "
        "A mirror image cancels the same character."
    ),
    "#values": gettext_lazy("The points of a character by the number of its cards."),
    "#left": gettext_lazy(
        "How many of each character are still to come, and how many have cancelled each other."
    ),
    ".pts": gettext_lazy("The points as they would count now. The most win."),
}


def frame(scene: Scene) -> Frame:
    """Return the frame, with the rows and columns of the grid."""
    if scene.result:
        return frame_of(scene, "result")
    grid = scene.view["grid"]
    return frame_of(scene, "play", len(grid), len(grid[0]))


def public(scene: Scene) -> Elements:
    if scene.result:
        return {}
    view, elements = scene.view, clocks(scene)
    cells = list(_cells(view))
    for seat, score in enumerate(view["scores"]):
        elements[f"seat-{seat}-score"] = "score", score
        for amount in amounts(view["held"][seat], view["alice"] == seat, _just_taken(scene, seat)):
            elements[f"seat-{seat}-{amount.character}"] = "column", *amount, False
    elements["limit"] = (
        "limit",
        view["turn"],
        view["limit"],
        sum([drawing != "" for _row, _column, drawing in cells]),
    )
    for row, column, drawing in cells:
        name = _named(view["round"], row, column, drawing)
        elements[f"c-{row}-{column}"] = ("dealt_card", drawing, name) if drawing else ("gap",)
    elements["takes"] = ("no_takes",)
    elements["says"] = ("no_says",)
    elements["newest"] = newest(scene)
    return elements | _left(view)


def own(scene: Scene) -> Mapping[str, Key | None]:
    if scene.result:
        return {"result": result(scene)}
    me, view = scene.me, scene.view
    if me is None:
        return {"take": ("take", None, 0, "")}
    elements: Elements = {}
    for amount in amounts(view["held"][me.seat], view["alice"] == me.seat, _just_taken(scene, me.seat)):
        elements[f"seat-{me.seat}-{amount.character}"] = "column", *amount, True
    if scene.acts:
        elements |= _offered(view, me.seat)
    elements["standing"] = "standing", highest_wins(scene)
    number, most = (scene.number, view["limit"]) if scene.acts else (None, 0)
    elements["take"] = "take", number, most, scene.back
    return elements


def _cells(view: core.View) -> Iterator[tuple[int, int, str]]:
    """Yield the row, the column and the drawing of each card, "" for a gap."""
    for row, cards in enumerate(view["grid"]):
        for column, card in enumerate(cards):
            yield row, column, "" if card is None else drawing_of(card)


def _named(number: int, row: int, column: int, drawing: str) -> str:
    """Return the name of the card that a round dealt to a cell. It keeps it until it has been taken."""
    return ALICE if drawing == ALICE else f"{number}-{row}-{column}"


def _offered(view: core.View, seat: int) -> Elements:
    """Return the cells as choices for the seat in turn, with the effect of each possible take."""
    holding, mine, most = holding_of(view["held"][seat]), view["alice"] == seat, view["limit"]
    cells = [(*cell, _count(holding, cell[2])) for cell in _cells(view) if cell[2]]
    # The change of the score by a card alone, and whether it is the first card held of its character.
    changes = [
        (alone(drawing, held, mine, most).gain, not held and drawing != ALICE)
        for _row, _column, drawing, held in cells
    ]
    (change, count), *_rarer = Counter(changes).most_common(1)
    common = change if count > 1 else None
    elements: Elements = {"says": ("says", common, mine and most == 1)}
    for (row, column, drawing, held), change in zip(cells, changes, strict=True):
        name = _named(view["round"], row, column, drawing)
        quiet = change == common
        elements[f"c-{row}-{column}"] = "offered", row, column, drawing, name, held, mine, most, quiet
    score, seats = view["scores"][seat], len(view["held"])
    elements["takes"] = "takes", seats, tuple(cells_of(view)), holding, mine, score, most
    return elements


def _count(holding: Holding, drawing: str) -> int:
    return 0 if drawing == ALICE else holding[INDEX[drawing.removesuffix("-mirror")]]


def _just_taken(scene: Scene, seat: int) -> dict[str, str]:
    """Return, for each character, the name of the newest card of it that this seat has just taken."""
    last = scene.entries[-1] if scene.entries else None
    if last is None or last.seat != seat:
        return {}
    number = scene.view["round"] - any(event["event"] == "round" for event in last.events)
    places = zip(last.cards("took"), last.move["cells"], strict=False)
    return {character_of(card): f"{number}-{row}-{column}" for card, (row, column) in places}


def _left(view: core.View) -> Elements:
    """Return the numbers of each character's cards: in the grid, in the deck, both, and cancelled."""
    elements: Elements = {"to-come": ("to_come", sum(view["left"].values()))}
    for character in CHARACTERS:
        deck, left = view["deck"][character], view["left"][character]
        numbers = {"grid": left - deck, "deck": deck, "left": left, "gone": 2 * view["gone"][character]}
        elements |= {f"{row}-{character}": ("number", number) for row, number in numbers.items()}
    return elements


def result(scene: Scene) -> Key:
    """Return each seat with its cards of each character."""
    held, alice = scene.view["held"], scene.view["alice"]
    rows = [
        (standing, tuple(amounts(held[standing.seat], alice == standing.seat, {})))
        for standing in standings(scene)
    ]
    return "result_table", reason(scene, _("At equal points Alice goes first.")), tuple(rows)
