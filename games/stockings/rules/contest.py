"""The contests of the stocking race: each flip is a contest, each slap a claim."""

from __future__ import annotations

from games.rules import core
from games.stockings.rules.rules import State
from games.stockings.rules.slap import is_late

# The flipper's next card and the clock's move would make slaps that are on their way late.
WAITING = ("flip", "timeout")


def contest(state: State) -> int:
    return state.flip


def is_open(state: State, contest: int) -> bool:
    return contest == state.flip and not is_late(state, contest)


def opened(event: core.Event) -> int | None:
    return int(event["flip"]) if event["event"] == "flipped" else None


def opened_by(state: State) -> int:
    return state.since


def claim(move: core.Move) -> int | None:
    return int(move["flip"]) if move["type"] == "slap" else None


def verdict(event: core.Event) -> int:
    return {"right": 1, "wrong": -1, "returned": -1}.get(event["event"], 0)


def waits_for_claims(move: core.Move) -> bool:
    return move["type"] in WAITING
