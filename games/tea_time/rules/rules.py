"""Tea Time's rules on immutable values. The functions use nothing but their arguments.

A card is its character's name, or `alice`; its face depends on its cell in the grid. A place is a cell's number, row
by row. A seat's holding is one number for each character: n for n normal cards, -n for n mirror cards, because a seat
never holds both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from games.rules import core
from games.rules.chance import Chance

CHARACTERS = ("hatter", "cat", "rabbit", "caterpillar", "queen", "hare")
ALICE = "alice"
INDEX = {character: index for index, character in enumerate(CHARACTERS)}
POINTS = (5, 1, 3, 6, 10, 15)  # for none, one, ... five or more of a character
MOST = len(POINTS) - 1  # more cards of a character score no more
ALICE_POINTS = 4
LIMIT = 3  # cards a turn, from the third turn of a round on
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
MOVES: Mapping[str, core.Fields] = {"take": {"cells": list[list[int]]}}

Places = tuple[int, ...]
Holding = tuple[int, ...]  # by character, in the order of CHARACTERS


class Grid(NamedTuple):
    rows: int
    columns: int
    rounds: int
    each: int  # cards of each character in the deck


GRIDS = {2: Grid(3, 4, 5, 10), 3: Grid(4, 4, 3, 8), 4: Grid(4, 5, 3, 10)}  # by seats
MOST_CARDS = max(grid.each for grid in GRIDS.values())
# By the number of cards of a character, negative for mirror cards.
WORTH = {count: POINTS[min(abs(count), MOST)] for count in range(-MOST_CARDS, MOST_CARDS + 1)}


def _runs(grid: Grid) -> dict[Places, core.Move]:
    """Return every straight run of one to three cells with the move that takes it, its cells in reading order."""
    runs = set()
    for row in range(grid.rows):
        for column in range(grid.columns):
            for down, right in DIRECTIONS:
                for length in range(1, LIMIT + 1):
                    cells = [(row + down * step, column + right * step) for step in range(length)]
                    if all(on_grid(grid, *cell) for cell in cells):
                        runs.add(tuple(y * grid.columns + x for y, x in cells))
    return {
        run: {"type": "take", "cells": [list(divmod(place, grid.columns)) for place in run]}
        for run in sorted(runs, key=lambda run: (len(run), run))
    }


def on_grid(grid: Grid, row: int, column: int) -> bool:
    return 0 <= row < grid.rows and 0 <= column < grid.columns


RUNS = {seats: _runs(grid) for seats, grid in GRIDS.items()}
# The face that a cell gives its card, by place: 1 normal, -1 mirror.
FACES = {
    seats: tuple(
        -1 if sum(divmod(place, grid.columns)) % 2 == 0 else 1 for place in range(grid.rows * grid.columns)
    )
    for seats, grid in GRIDS.items()
}


class State(NamedTuple):
    """A state of the match. The deck tells the round, an empty grid the end, and its place a card's face."""

    deck: tuple[str, ...]  # top first
    grid: tuple[str | None, ...]  # by place
    held: tuple[Holding, ...]
    gone: tuple[int, ...]  # pairs that left the game, by character
    alice: int | None  # her holder; None while she lies in the grid
    seat: int  # the seat to play
    turn: int  # of the round, over all seats, from 1


def setup(seats: int, chance: Chance, options: Mapping[str, Any]) -> State:
    size = len(FACES[seats])
    deck = chance.shuffle([character for character in CHARACTERS for _ in range(GRIDS[seats].each)])
    first = chance.pick(seats)
    nothing = (0,) * len(CHARACTERS)
    return State(
        deck=deck[size:],
        grid=deck[:size],
        held=(nothing,) * seats,
        gone=nothing,
        alice=first,
        seat=first,
        turn=1,
    )


def to_act(state: State) -> tuple[int, ...]:
    return (state.seat,) if any(state.grid) else ()


def limit(turn: int) -> int:
    """Return the most cards that may be taken in that turn of a round."""
    return min(turn, LIMIT)


def round_of(state: State) -> int:
    """Return the number of the round, from 1; after the end that of the last one."""
    seats = len(state.held)
    return GRIDS[seats].rounds - len(state.deck) // len(FACES[seats])


def check(state: State, seat: int, move: core.Move) -> None:
    cells, grid = move["cells"], GRIDS[len(state.held)]
    if not cells:
        raise core.Refused("no_cell")
    for cell in cells:
        if len(cell) != 2:
            raise core.Refused("no_such_cell")
        if not on_grid(grid, *cell):
            raise core.Refused("off_grid", rows=grid.rows, columns=grid.columns)
        if state.grid[cell[0] * grid.columns + cell[1]] is None:
            raise core.Refused("empty_cell", row=cell[0], column=cell[1])
    if len({tuple(cell) for cell in cells}) < len(cells):
        raise core.Refused("same_cell_twice")
    if len(cells) > limit(state.turn):
        raise core.Refused("too_many", limit=limit(state.turn))
    if tuple(sorted(_places(state, move))) not in RUNS[len(state.held)]:
        raise core.Refused("not_consecutive" if _in_line(cells) else "not_in_line")


def _in_line(cells: Sequence[Sequence[int]]) -> bool:
    """Return True if the cells are on one row, column or diagonal, with gaps or not."""
    lines = [(row, column, row + column, row - column) for row, column in cells]
    return any(len(set(along)) == 1 for along in zip(*lines, strict=True))


def _places(state: State, move: core.Move) -> list[int]:
    columns = GRIDS[len(state.held)].columns
    return [row * columns + column for row, column in move["cells"]]


def runs(cells: Sequence[object], seats: int, turn: int) -> list[tuple[Places, core.Move]]:
    """Return the runs that may be taken from a grid whose empty cells are None: the places, and the move."""
    most = limit(turn)
    there = {place for place, card in enumerate(cells) if card is not None}
    return [(run, move) for run, move in RUNS[seats].items() if len(run) <= most and there.issuperset(run)]


def legal_moves(state: State, seat: int) -> Sequence[core.Move]:
    """Return each set of cells once, in reading order. `play` accepts any order."""
    if seat not in to_act(state):
        return []
    return [move for _, move in runs(state.grid, len(state.held), state.turn)]


def apply(
    state: State, seat: int, move: core.Move, at: int, chance: Chance
) -> tuple[State, list[core.Event]]:
    deck, grid, held, gone, alice, _, turn = state
    places, faces = _places(state, move), FACES[len(held)]
    taken = [(str(grid[place]), faces[place]) for place in places]
    events: list[core.Event] = [{"event": "took", "seat": seat, "cards": [shown(*card) for card in taken]}]
    holding, pairs = settle(held[seat], taken)
    held = (*held[:seat], holding, *held[seat + 1 :])
    if any(pairs):
        gone = tuple([old + new for old, new in zip(gone, pairs, strict=True)])
        events += [{"event": "cancelled", "seat": seat, **pair_count} for pair_count in cancelled(pairs)]
    alice = holder(alice, seat, turn, taken)
    left = list(grid)
    for place in places:
        left[place] = ALICE if turn == 1 else None
    if any(left):
        following = (seat + 1) % len(held)
        return State(
            deck=deck, grid=tuple(left), held=held, gone=gone, alice=alice, seat=following, turn=turn + 1
        ), events
    return _end_round(state._replace(grid=tuple(left), held=held, gone=gone, alice=alice), events)


def _end_round(state: State, events: list[core.Event]) -> tuple[State, list[core.Event]]:
    """Deal the next grid, which Alice's holder begins, or end the match."""
    if not state.deck:
        return state, [*events, {"event": "over"}]
    size = len(state.grid)
    first = state.alice
    assert first is not None, "an empty grid has no Alice in it"
    state = state._replace(deck=state.deck[size:], grid=state.deck[:size], seat=first, turn=1)
    return state, [*events, {"event": "round", "number": round_of(state), "first": first}]


def shown(card: str, face: int) -> str | dict[str, str]:
    """Return a card for views and events: `alice`, or its character and face."""
    return card if card == ALICE else {"character": card, "face": "normal" if face > 0 else "mirror"}


def holder(alice: int | None, seat: int, turn: int, taken: Iterable[tuple[str, int]]) -> int | None:
    """Return Alice's holder after `seat` has taken those cards. She is laid in the first turn."""
    if turn == 1:
        return None
    return seat if any(card == ALICE for card, _ in taken) else alice


def settle(holding: Holding, taken: Iterable[tuple[str, int]]) -> tuple[Holding, tuple[int, ...]]:
    """Return the holding after taking those cards (with their faces), and the pairs that cancel, by character.

    Card by card gives the same as counting them together: each pair is one card that met its other face.
    """
    after, pairs = list(holding), [0] * len(holding)
    for card, face in taken:
        if card != ALICE:
            index = INDEX[card]
            if after[index] * face < 0:
                pairs[index] += 1
            after[index] += face
    return tuple(after), tuple(pairs)


def cancelled(pairs: Sequence[int]) -> list[dict[str, Any]]:
    """Return the cancelled pairs for events, in the characters' order."""
    return [
        {"character": character, "pairs": count}
        for character, count in zip(CHARACTERS, pairs, strict=True)
        if count
    ]


def outcome(state: State) -> core.Outcome | None:
    return None if any(state.grid) else standings(state)


def standings(state: State) -> core.Outcome:
    scores = tuple(score(holding, seat == state.alice) for seat, holding in enumerate(state.held))
    # At equal totals the holder of Alice ranks above the others.
    ranks = core.ranks([(-points, seat != state.alice) for seat, points in enumerate(scores)])
    return core.Outcome("finished", scores, ranks)


def order(state: State, seat: int) -> tuple[int, int]:
    return -score(state.held[seat], seat == state.alice), int(seat != state.alice)


def score(holding: Holding, alice: bool) -> int:
    return sum([WORTH[count] for count in holding]) + ALICE_POINTS * alice


def dump(state: State) -> dict[str, Any]:
    return {
        "deck": list(state.deck),
        "grid": list(state.grid),
        "held": [list(holding) for holding in state.held],
        "gone": list(state.gone),
        "alice": state.alice,
        "seat": state.seat,
        "turn": state.turn,
    }


def load(data: Mapping[str, Any]) -> State:
    return State(
        deck=tuple(data["deck"]),
        grid=tuple(data["grid"]),
        held=tuple(tuple(holding) for holding in data["held"]),
        gone=tuple(data["gone"]),
        alice=data["alice"],
        seat=data["seat"],
        turn=data["turn"],
    )
