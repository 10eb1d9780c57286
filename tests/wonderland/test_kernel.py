"""Wonderland's fast playouts follow the rules: each of their moves is compared with the rules' result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, cast

import pytest

from games.rules import core
from games.wonderland.rules import kernel
from games.wonderland.rules import table as tables
from games.wonderland.rules.powers import FIELDS
from games.wonderland.rules.state import KINDS, State
from tests.rules import driver
from tests.rules.driver import canonical

GAME = core.game("wonderland")
MATCHES = 20
every_table = pytest.mark.parametrize("seats", GAME.SEATS)
every_option = pytest.mark.parametrize(
    "options",
    [{"reuse_keys": reuse, "groups": groups} for reuse in (True, False) for groups in ("linear", "square")],
    ids=str,
)


class Drawing:
    """Chance that draws given cards first, whatever lies below them."""

    def __init__(self, cards: Sequence[str]) -> None:
        self.cards = list(cards)

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        rest = list(cards)
        for card in self.cards:
            rest.remove(card)
        return (*self.cards, *rest)

    def pick(self, n: int) -> int:
        raise AssertionError


def plain_move(move: tables.Move) -> core.Move:
    """Return a move of the kernel as the rules have it."""
    if move[0] == tables.STOP:
        return {"type": "stop"}
    if move[0] == tables.EXPLORE:
        return {"type": "explore", "pile": move[1], "card": KINDS[move[2]]}
    card, character = KINDS[move[1]], KINDS[move[2]]
    named = {"as": character} if card == "everyone" else {}
    fields = dict(zip(FIELDS[character], move[3:], strict=False))
    return {"type": "power", "card": card, **named, **fields}


def played(state: State, move: tables.Move, table: tables.Table) -> State:
    """Return the rules' result of the move, with the discards drawn that the kernel drew."""
    after, events = core.play(GAME, state, seat=state.turn, move=plain_move(move), at=0, chance=Drawing([]))
    refilled = [card for event in events if event["event"] == "refilled" for card in event["cards"]]
    if not refilled:
        return cast(State, after)
    book = Counter({kind: table.books[state.turn][place] for place, kind in enumerate(KINDS)})
    book.subtract(Counter(after.notebooks[state.turn]))
    book.update(refilled)
    drawing = Drawing(list(book.elements()))
    after, _ = core.play(GAME, state, seat=state.turn, move=plain_move(move), at=0, chance=drawing)
    return cast(State, after)


def same(table: tables.Table, state: State) -> None:
    """Check that the kernel's table equals the rules' state."""
    other = tables.table_of(state)
    for name in tables.Table.__slots__:
        if name != "powers" or table.phase == tables.POWERS:
            assert getattr(table, name) == getattr(other, name), name


def dealt(seats: int, options: dict[str, Any], number: int) -> State:
    return cast(State, driver.begin("wonderland", seats, options, f"kernel {number}")[0].state)


@every_table
@every_option
def test_every_move_of_a_playout_is_one_of_the_rules(seats: int, options: dict[str, Any]) -> None:
    moves: Counter[tuple[int, ...]] = Counter()
    for number in range(MATCHES):
        state, random = dealt(seats, options, number), Random(number).random
        table = tables.table_of(state)
        while table.phase != tables.OVER:
            (move,) = kernel.play_at_random(table, random, 1)
            state = played(state, move, table)
            same(table, state)
            moves[move[:1] if move[0] != tables.POWER else move[2:3]] += 1
        outcome = GAME.outcome(state)
        assert outcome is not None and tuple(kernel.scores(table)) == outcome.scores
    assert sum(moves.values()) > 25 * MATCHES


@every_table
@every_option
def test_a_random_playout_plays_every_legal_move_alike(seats: int, options: dict[str, Any]) -> None:
    state, random = dealt(seats, options, 7), Random(3).random
    table = tables.table_of(state)
    for _ in range(8):
        legal = sorted(canonical(move) for move in GAME.legal_moves(state, state.turn))
        first = Counter(canonical(plain_move(kernel.any_move(table, random))) for _ in range(60 * len(legal)))
        assert sorted(first) == legal and all(20 < count < 115 for count in first.values())
        (move,) = kernel.play_at_random(table, random, 1)
        state = played(state, move, table)
