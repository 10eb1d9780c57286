"""The views of Tea Time: everything but the deck's order, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from games.rules import core
from games.tea_time.rules import rules
from games.tea_time.rules.rules import CHARACTERS, FACES, GRIDS, INDEX, Holding, State

FACE = {"normal": 1, "mirror": -1}


def view(state: State, seat: int | None) -> core.View:
    """Return the view.

    - `grid`: rows of None, "alice" or a card `{"character", "face"}`.
    - `held` by seat: the cards of each character as `{"character", "face", "count"}`.
    - `alice`: a seat or None.
    - `deck`, `left` (deck and grid) and `gone` (cancelled pairs): by character.
    - `round` and `turn` (of the round): from 1.
    - `limit`: the most cards that this turn may take, 0 after the end.
    """
    return {"you": seat, **_public(state)}


# Called for each viewer. The result must not be changed.
@lru_cache(maxsize=512)
def _public(state: State) -> core.View:
    grid = GRIDS[len(state.held)]
    over = not any(state.grid)
    standings = rules.standings(state)
    return {
        "to_act": list(rules.to_act(state)),
        "seat": state.seat,
        "round": rules.round_of(state),
        "rounds": grid.rounds,
        "turn": state.turn,
        "limit": 0 if over else rules.limit(state.turn),
        "grid": _rows(state),
        "held": [held_list(holding) for holding in state.held],
        "alice": state.alice,
        "deck": {character: state.deck.count(character) for character in CHARACTERS},
        "left": {
            character: state.deck.count(character) + state.grid.count(character) for character in CHARACTERS
        },
        "gone": dict(zip(CHARACTERS, state.gone, strict=True)),
        "scores": list(standings.scores),
        "ranks": list(standings.ranks),
        "over": over,
    }


def _rows(state: State) -> list[list[Any]]:
    columns = GRIDS[len(state.held)].columns
    cells = [
        None if card is None else rules.shown(card, face)
        for card, face in zip(state.grid, FACES[len(state.held)], strict=True)
    ]
    return [cells[start : start + columns] for start in range(0, len(cells), columns)]


def held_list(holding: Holding) -> list[dict[str, Any]]:
    """Return a holding as data, in the characters' order, without characters that aren't held."""
    return [
        {"character": character, "face": "normal" if count > 0 else "mirror", "count": abs(count)}
        for character, count in zip(CHARACTERS, holding, strict=True)
        if count
    ]


def holding_of(held: Iterable[dict[str, Any]]) -> Holding:
    """Return the holding of a `held_list`."""
    counts = [0] * len(CHARACTERS)
    for stack in held:
        counts[INDEX[stack["character"]]] = FACE[stack["face"]] * stack["count"]
    return tuple(counts)


def cells_of(view: core.View) -> list[str | None]:
    """Return the grid by place: a character, `alice` or None."""
    return [card["character"] if isinstance(card, dict) else card for row in view["grid"] for card in row]


def redacted(
    seat: int | None, move: core.Move, events: Sequence[core.Event], viewer: int | None
) -> tuple[core.Move, list[core.Event]]:
    return move, list(events)


def preview(view: core.View, seat: int) -> list[tuple[core.Move, dict[str, Any]]]:
    """Return each move with `takes` (cards), `cancelled` (`{"character", "pairs"}`), and afterwards `held` by this
    seat, `alice` (her holder; None: the grid) and `scores` by seat."""
    if seat not in view["to_act"]:
        return []
    seats, turn = len(view["held"]), view["turn"]
    cells, faces, before = cells_of(view), FACES[seats], holding_of(view["held"][seat])
    moves = []
    for run, move in rules.runs(cells, seats, turn):
        taken = [(str(cells[place]), faces[place]) for place in run]
        holding, pairs = rules.settle(before, taken)
        alice = rules.holder(view["alice"], seat, turn, taken)
        scores = list(view["scores"])
        scores[seat] = rules.score(holding, alice == seat)
        what = {
            "takes": [rules.shown(*card) for card in taken],
            "cancelled": rules.cancelled(pairs),
            "held": held_list(holding),
            "alice": alice,
            "scores": scores,
        }
        moves.append((move, what))
    return moves


def determinize(view: core.View, rng: Random) -> State:
    """Put the deck's known cards in a random order; everything else is public."""
    deck = [character for character, count in view["deck"].items() for _ in range(count)]
    rng.shuffle(deck)
    return State(
        deck=tuple(deck),
        grid=tuple(cells_of(view)),
        held=tuple(holding_of(held) for held in view["held"]),
        gone=tuple(view["gone"][character] for character in CHARACTERS),
        alice=view["alice"],
        seat=view["seat"],
        turn=view["turn"],
    )
