"""A match in memory, and its record. `simulate` plays one; imports and tests replay one.

The matches that the site stores have the same record (docs/match-record.md).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.rules import core
from games.rules.chance import Chance, Given, Impossible

FORMAT = "match-record/1"


@dataclass
class Match:
    """A running match. `moves` holds the record's entries; `state` is the newest state."""

    rules: core.Game
    seats: int
    options: dict[str, Any]
    state: core.State
    setup: dict[str, Any]
    moves: list[dict[str, Any]] = field(default_factory=list)

    def play(
        self, seat: int | None, move: core.Move, at: int, chance: Chance, **extra: Any
    ) -> list[core.Event]:
        """Check, apply and record a move. `extra` (`by`, `timing`, `legal`) joins its entry. Raises Refused."""
        self.state, events = core.play(self.rules, self.state, seat=seat, move=move, at=at, chance=chance)
        entry = {"n": len(self.moves) + 1, "seat": seat, "at": at, "move": move, "events": events}
        self.moves.append(entry | extra)
        return events


def begin(game: str, seats: int, chance: Chance, options: Mapping[str, Any]) -> Match:
    """Return a dealt match. Raises Refused for a number of seats or an option that the game doesn't have."""
    rules = core.game(game)
    settled = core.settle_options(rules, seats, options)
    state, setup = core.deal(rules, seats, chance, settled)
    return Match(rules, seats=seats, options=settled, state=state, setup=setup)


def record(
    game: str,
    match: str,
    seats: Sequence[Mapping[str, Any]],
    options: Mapping[str, Any],
    setup: Mapping[str, Any],
    moves: Sequence[Mapping[str, Any]],
    outcome: Mapping[str, Any] | None,
    shuffle: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """Return a match record, with its keys in the order of the documentation."""
    document = {
        "format": FORMAT,
        "game": game,
        "rules": core.game(game).VERSION,
        "match": match,
        "seats": list(seats),
        "options": dict(options),
        "setup": dict(setup),
        "moves": list(moves),
        "outcome": outcome,
    }
    return document if shuffle is None else document | {"shuffle": dict(shuffle)}


def outcome_record(outcome: core.Outcome) -> dict[str, Any]:
    return {"reason": outcome.reason, "scores": list(outcome.scores), "ranks": list(outcome.ranks)}


class Unreadable(ValueError):
    """A record that can't be replayed: a code and its parameters; `n` is the number of the move, if one is at fault."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


def same_events(recorded: Any, events: Sequence[core.Event]) -> bool:
    """Return True if a record has these events. Keys that the rules' events don't have are ignored."""
    # Compared as JSON, since True equals 1 in Python.
    return json.dumps(_common(recorded, events), sort_keys=True) == json.dumps(events, sort_keys=True)


def _common(recorded: Any, ours: Any) -> Any:
    """Return `recorded` without the keys that `ours` lacks, at every level."""
    if isinstance(recorded, dict) and isinstance(ours, dict):
        return {key: _common(recorded[key], ours[key]) for key in ours if key in recorded}
    if isinstance(recorded, list) and isinstance(ours, list) and len(recorded) == len(ours):
        return [_common(*pair) for pair in zip(recorded, ours, strict=True)]
    return recorded


def replay(
    document: Mapping[str, Any], drawing: Callable[[Sequence[Any]], Chance] = Given
) -> Iterable[tuple[int, core.State, list[core.Event]]]:
    """Judge a finished record again, move by move.

    Yields `(0, state, [])` for the deal, then each move's number, the state after it and its events. Raises Unreadable
    at the first thing that the rules don't allow. `drawing` turns a move's recorded draws into a Chance that repeats
    them. The caller has checked the document's shape (record_parser.py).
    """
    rules, state = _dealt(document)
    yield 0, state, []
    at = 0
    for number, entry in enumerate(document["moves"], start=1):
        if entry["n"] != number:
            raise Unreadable("not_consecutive", n=number)
        if entry["at"] < at:
            raise Unreadable("time_runs_back", n=number)
        at = entry["at"]
        state, events = _judged(rules, state, entry, drawing)
        yield number, state, events


def _dealt(document: Mapping[str, Any]) -> tuple[core.Game, core.State]:
    try:
        rules = core.game(document["game"])
        options = core.settle_options(rules, len(document["seats"]), document.get("options", {}))
        return rules, core.redeal(rules, len(document["seats"]), document["setup"], options)
    except core.Refused as refused:
        raise Unreadable(refused.code, **refused.params) from refused
    except Impossible as impossible:
        raise Unreadable("impossible_setup", why=str(impossible)) from impossible


def _judged(
    rules: core.Game, state: core.State, entry: Mapping[str, Any], drawing: Callable[[Sequence[Any]], Chance]
) -> tuple[core.State, list[core.Event]]:
    """Return the state after a recorded move and its events. Raises Unreadable if the record has others."""
    number, move, recorded = entry["n"], entry["move"], entry["events"]
    try:
        chance = drawing(rules.chance_outcomes(state, move, recorded))
        state, events = core.play(rules, state, seat=entry["seat"], move=move, at=entry["at"], chance=chance)
    except core.Refused as refused:
        raise Unreadable("refused", n=number, seat=entry["seat"], refused=refused) from refused
    except Impossible as impossible:
        raise Unreadable("impossible_chance", n=number, why=str(impossible)) from impossible
    if not same_events(recorded, events):
        raise Unreadable("other_events", n=number)
    return state, events
