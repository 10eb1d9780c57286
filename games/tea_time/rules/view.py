"""What a seat or a spectator may know of Tea Time, and what follows from it: all but the deck's order."""

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
    """Shapes: `grid` rows of None, "alice" or a card `{"character", "face"}`; `held` by seat, what is held
    of each character as `{"character", "face", "count"}`; `alice` a seat or None; `deck`, `left` (deck and
    grid) and `gone` (pairs that cancelled) by character; `round` and `turn` (of the round) from 1;
    `limit` how many cards this turn may take, 0 after the end."""
    return {"you": seat, **_public(state)}


# Asked for each viewer. What is in it is nobody's to change.
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
    """A holding in words, in the characters' order, those not held left out."""
    return [
        {"character": character, "face": "normal" if count > 0 else "mirror", "count": abs(count)}
        for character, count in zip(CHARACTERS, holding, strict=True)
        if count
    ]


def holding_of(held: Iterable[dict[str, Any]]) -> Holding:
    """The holding that `held_list` put in words."""
    counts = [0] * len(CHARACTERS)
    for each in held:
        counts[INDEX[each["character"]]] = FACE[each["face"]] * each["count"]
    return tuple(counts)


def cells_of(view: core.View) -> list[str | None]:
    """The grid by place: a character, `alice` or None."""
    return [card["character"] if isinstance(card, dict) else card for row in view["grid"] for card in row]


def redacted(
    seat: int | None, move: core.Move, events: Sequence[core.Event], viewer: int | None
) -> tuple[core.Move, list[core.Event]]:
    return move, list(events)


def preview(view: core.View, seat: int) -> list[tuple[core.Move, dict[str, Any]]]:
    """`takes` cards, `cancelled` a list of `{"character", "pairs"}`, `held` by this seat afterwards,
    `alice` who holds her then (None: the grid), `scores` by seat then."""
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
    """The deck's known cards in a random order; all else is public."""
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
