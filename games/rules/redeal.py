"""A match up to a move, with what one seat could not see by then dealt anew: the same moves, told to that seat alike.

Cards change places in the deck two by two; a change is kept if the moves are still possible and the seat would have been
told the same all along. May touch nothing but its arguments.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from games.rules import core
from games.rules.chance import Impossible

# How often every card of the deck is tried with another one, at first, and then those that proved hidden.
TRIES, MIXES = 2, 2
Entry = tuple[int | None, core.Move, Sequence[core.Event], int]  # seat, move, events, at


def redealt(
    rules: core.Game,
    seats: int,
    options: Mapping[str, Any],
    setup: Mapping[str, Any],
    entries: Sequence[Entry],
    eyes: int,
    seed: int,
) -> dict[str, Any]:
    """The new setup, and the states and events by move number that follow from it, the deal's first."""
    rng, hidden = Random(seed), set[int]()
    deck, size = list(setup["deck"]), len(setup["deck"])

    def states() -> Iterator[tuple[core.State, list[core.Event]]]:
        return _states(rules, seats, options, {**setup, "deck": deck}, entries)

    known = list(_observed(rules, states(), entries, eyes))

    def fits() -> bool:
        observed = _observed(rules, states(), entries, eyes)
        try:
            return all(one == two for one, two in zip(observed, known, strict=True))
        except (core.Refused, Impossible):
            return False

    def swap(one: int, two: int) -> None:
        deck[one], deck[two] = deck[two], deck[one]
        if deck[one] != deck[two] and fits():
            hidden.update((one, two))
        else:
            deck[one], deck[two] = deck[two], deck[one]

    for _ in range(TRIES):
        for one in range(size):
            swap(one, rng.randrange(size))
    for _ in range(MIXES):
        for one in (places := sorted(hidden)):
            swap(one, rng.choice(places))
    found = list(states())
    return {
        "setup": {**setup, "deck": deck},
        "states": [rules.dump(state) for state, _events in found],
        "events": [events for _state, events in found],
    }


def _states(
    rules: core.Game,
    seats: int,
    options: Mapping[str, Any],
    setup: Mapping[str, Any],
    entries: Sequence[Entry],
) -> Iterator[tuple[core.State, list[core.Event]]]:
    state = core.redeal(rules, seats, setup, options)
    yield state, []
    for seat, move, events, at in entries:
        state, happened = core.play_again(rules, state, seat, move, at, events)
        yield state, happened


def _observed(
    rules: core.Game,
    states: Iterable[tuple[core.State, list[core.Event]]],
    entries: Sequence[Entry],
    eyes: int,
) -> Iterator[str]:
    """What the seat is shown after each move, as text."""
    for number, (state, events) in enumerate(states):
        seat, move = entries[number - 1][:2] if number else (None, {"type": "deal"})
        event = rules.redacted(seat, move, events, eyes) if number else None
        yield json.dumps([rules.view(state, eyes), event], sort_keys=True)
