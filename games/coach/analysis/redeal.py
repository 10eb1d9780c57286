"""Deal the hidden cards of a match anew, so that one seat would have seen exactly the same up to now.

Pairs of cards change places in the deck. A change is kept if all moves are still legal and the seat's views stay equal.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from games.rules import core
from games.rules.chance import Impossible

# The number of swaps for each card of the deck at first, and then for each card that proved hidden.
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
    """Return the new `setup`, and the `states` and `events` by move number, starting with the deal."""
    rng, hidden = Random(seed), set[int]()
    deck, size = list(setup["deck"]), len(setup["deck"])

    def states() -> Iterator[tuple[core.State, list[core.Event]]]:
        return _states(rules, seats, options=options, setup={**setup, "deck": deck}, entries=entries)

    observations = list(_observed(rules, states(), entries, eyes))

    def fits() -> bool:
        observed = _observed(rules, states(), entries, eyes)
        try:
            return all(one == two for one, two in zip(observed, observations, strict=True))
        except (core.Refused, Impossible):
            return False

    def swap(place: int, other: int) -> None:
        deck[place], deck[other] = deck[other], deck[place]
        if deck[place] != deck[other] and fits():
            hidden.update((place, other))
        else:
            deck[place], deck[other] = deck[other], deck[place]

    for _ in range(TRIES):
        for place in range(size):
            swap(place, rng.randrange(size))
    for _ in range(MIXES):
        for place in (places := sorted(hidden)):
            swap(place, rng.choice(places))
    steps = list(states())
    return {
        "setup": {**setup, "deck": deck},
        "states": [rules.dump(state) for state, _events in steps],
        "events": [events for _state, events in steps],
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
        state, happened = core.play_again(rules, state, seat=seat, move=move, at=at, recorded=events)
        yield state, happened


def _observed(
    rules: core.Game,
    states: Iterable[tuple[core.State, list[core.Event]]],
    entries: Sequence[Entry],
    eyes: int,
) -> Iterator[str]:
    """Yield as JSON what the seat sees after each move."""
    for number, (state, events) in enumerate(states):
        seat, move = entries[number - 1][:2] if number else (None, {"type": "deal"})
        event = rules.redacted(seat, move, events, eyes) if number else None
        yield json.dumps([rules.view(state, eyes), event], sort_keys=True)
