"""The clock of the stocking race: when it must move, what its move does, and the chance outcomes of a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules import core
from games.rules.chance import Chance
from games.stockings.rules import deck, naming
from games.stockings.rules.rules import State, may_flip, others, resolved


def due(state: State) -> int | None:
    """Return when the clock must move. It may move later, never earlier: nothing changes until then."""
    if state.phase == "over":
        return None
    return state.since + (state.pause if may_flip(state) else state.window)


def timeout(state: State, at: int, chance: Chance) -> tuple[State, list[core.Event]]:
    if state.phase == "swap":
        rest = others(state, state.flipper)
        return swap(state, rest[chance.pick(len(rest))], at)
    if state.phase == "naming":
        return naming.close(state, at)
    return deck.flip(state, at, chance)


def swap(state: State, other: int, at: int) -> tuple[State, list[core.Event]]:
    """Swap the flipper's whole hand with that of `other`. Both must call Ho! Ho! Ho! again."""
    hands, seat = list(state.hands), state.flipper
    hands[seat], hands[other] = hands[other], hands[seat]
    called = tuple(caller for caller in state.called if caller not in (seat, other))
    events: list[core.Event] = [{"event": "swapped", "seat": seat, "with": other}]
    return resolved(state._replace(hands=tuple(hands), called=called), at), events


def chance_outcomes(state: State, move: core.Move, events: Sequence[core.Event]) -> list[Any]:
    """Return the new orders of shuffled decks, and the index of the clock's swap among the flipper's others."""
    answers: list[Any] = []
    for event in events:
        if event["event"] == "shuffled":
            answers.append(tuple(event["cards"]))
        elif event["event"] == "swapped" and move.get("type") == "timeout":
            rest = others(state, state.flipper)
            # A pick of -1 is impossible, so such a record is refused.
            other = event.get("with")
            answers.append(rest.index(other) if other in rest else -1)
    return answers
