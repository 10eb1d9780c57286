"""Moves of shipped puzzles, chosen on a board as a person chooses them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Locator, Page

from games.puzzles import files
from games.rules import core

GAMES = ("parade", "tea_time", "wonderland")
GO = "#board button.go[form=move]"
Press = Callable[[Locator], None]


def puzzles_of(game: str, kind: str = "") -> list[dict[str, Any]]:
    """Return the shipped puzzles, those whose best move is of the kind if one is given."""
    return [puzzle for puzzle in files.shipped(game) if kind in ("", puzzle["found"][0]["move"]["type"])]


def moves_of(puzzle: dict[str, Any]) -> list[core.Move]:
    """Return the moves that the searches found, the best one first."""
    return [candidate["move"] for candidate in puzzle["found"]]


def give(page: Page, game: str, move: core.Move, press: Press) -> None:
    """Choose the move and send it."""
    choose(page, game, move, press)
    send(page, move, press)


def send(page: Page, move: core.Move, press: Press) -> None:
    named = page.locator(f"#board button[form=move][value='{move['type']}']")
    press(named if named.count() else page.locator(GO))


def choose(page: Page, game: str, move: core.Move, press: Press) -> None:
    for name, value in _fields(game, move):
        # The drawing of a card is on top of its input.
        press(page.locator(f"#board input[form=move][name='{name}'][value='{value}']").locator(".."))


def _fields(game: str, move: core.Move) -> Iterator[tuple[str, Any]]:
    """Yield the names and values of the inputs, in the order in which a person chooses them."""
    if game == "parade":
        yield from (("card", card) for card in move.get("cards", [move.get("card")]))
    elif game == "tea_time":
        yield from (("cell", f"{row}-{column}") for row, column in move["cells"])
    else:
        if move["type"] == "power":
            yield "power", f"{move['card']}:{move['as']}" if "as" in move else move["card"]
        elif move["type"] == "explore":
            yield "card", move["card"]
        yield from ((name, move[name]) for name in ("seat", "pile", "cover", "with") if name in move)
