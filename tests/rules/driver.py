"""Random matches of any game for the contract suite. It uses only the protocol, and nothing of a certain game."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Any, NamedTuple

from games.rules import core, match
from games.rules.chance import Stream
from tests.helpers.declared import declared

# How many matches of each size tests choose from. They are kept, so that a test doesn't play them again.
SEEDS = 12


class Step(NamedTuple):
    """A position and the move made in it. `position` is how far the stream had been drawn before."""

    state: core.State
    seat: int | None
    move: core.Move
    at: int
    events: list[core.Event]
    position: int


class Journey(NamedTuple):
    """A whole random match. `positions` are those before each step, and the last one."""

    played: match.Match
    seed: str
    deal: core.State
    steps: tuple[Step, ...]


class Position(NamedTuple):
    rules: core.Game
    name: str
    seats: int
    state: core.State
    at: int
    chance: Stream
    journey: Journey

    @property
    def viewers(self) -> list[int | None]:
        return [*range(self.seats), None]


def hidden(name: str) -> Any:
    """Return the hidden zones that a game's tests declare: `redeal` and `cards`."""
    return declared(name, "hidden")


def stream(seed: str, seats: int, position: int = 0) -> Stream:
    return Stream(seed.encode(), [""] * seats, position)


def plain(thing: Any) -> str:
    """Return JSON with sorted keys, which is the same for equal values."""
    return json.dumps(thing, sort_keys=True)


def canonical(move: Any) -> str:
    """Return a move as JSON, ignoring the order of its cards or cells, which never matters."""
    return plain({key: _sorted(value) for key, value in move.items()} if isinstance(move, dict) else move)


def _sorted(value: Any) -> Any:
    return sorted(value, key=plain) if isinstance(value, list) else value


def legal(rules: core.Game, state: core.State, seat: int | None) -> list[core.Move]:
    """Return the legal moves of a seat. The clock has moves only in real-time games."""
    if seat is None and not rules.REAL_TIME:
        return []
    return list(rules.legal_moves(state, seat))


def next_move(rules: core.Game, state: core.State, at: int, rng: Random) -> tuple[int | None, core.Move, int]:
    """Return a random move of a random seat, in a real-time game sometimes the clock's, and its time."""
    can = [(seat, moves) for seat in rules.to_act(state) if (moves := legal(rules, state, seat))]
    due = rules.due(state) if isinstance(rules, core.RealTimeGame) else None
    if due is not None and (not can or rng.random() < 0.3):
        return None, {"type": "timeout"}, max(at, due)
    seat, moves = rng.choice(can)
    return seat, rng.choice(moves), at + rng.randint(0, 2000)


def walk(played: match.Match, chance: Stream, rng: Random) -> Iterator[Step]:
    """Play on at random to the end. A real-time game may be stopped by its clock, so it always ends."""
    at = 0
    while played.rules.outcome(played.state) is None:
        before, position = played.state, chance.position
        seat, move, at = next_move(played.rules, before, at, rng)
        events = played.play(seat, move, at, chance)
        yield Step(state=before, seat=seat, move=move, at=at, events=events, position=position)


def begin(name: str, seats: int, options: Mapping[str, Any], seed: str) -> tuple[match.Match, Stream]:
    chance = stream(seed, seats)
    return match.begin(name, seats, chance, options), chance


@cache
def journey(name: str, seats: int, seed: int) -> Journey:
    """Return a match with any values of its options (of a long range, its ends and some values between)."""
    key = f"{name} {seats} {seed}"
    rng = Random(key)
    options = {option.name: rng.choice(some(option)) for option in core.game(name).OPTIONS}
    played, chance = begin(name, seats, options, key)
    deal = played.state
    return Journey(played, key, deal, tuple(walk(played, chance, rng)))


def some(option: core.Option) -> list[Any]:
    """Return a few values of an option, its default first. None is huge, because some determine the length of a
    match."""
    choices = option.choices
    if not isinstance(choices, range):
        return [option.default, *(value for value in choices if value != option.default)]
    low = choices[0]
    return [option.default, low, *(value for value in (low + 1, low + 30) if value in choices)]


def repeated(count: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that calls a test with `count` random generators, the same ones in every run."""

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        def run(**arguments: Any) -> None:
            for number in range(count):
                try:
                    test(rng=Random(f"{arguments.get('name')} {number}"), **arguments)
                except BaseException as failure:
                    failure.add_note(f"with random generator {number}")
                    raise

        signature = inspect.signature(test)
        fixtures = [parameter for parameter in signature.parameters.values() if parameter.name != "rng"]
        vars(run).update(vars(test), __signature__=signature.replace(parameters=fixtures))
        run.__name__, run.__doc__ = test.__name__, test.__doc__
        return run

    return decorate


def any_journey(name: str, rng: Random) -> Journey:
    return journey(name, rng.choice(core.game(name).SEATS), rng.randrange(SEEDS))


def any_position(name: str, rng: Random, over: bool = True) -> Position:
    """Return any position of any match, including its end unless `over` is false."""
    taken = any_journey(name, rng)
    number = rng.randint(0, len(taken.steps) - (not over))
    rules, seats = core.game(name), taken.played.seats
    if number == len(taken.steps):
        last = taken.steps[-1]
        return Position(
            rules=rules,
            name=name,
            seats=seats,
            state=taken.played.state,
            at=last.at,
            chance=stream(taken.seed, seats),
            journey=taken,
        )
    step = taken.steps[number]
    return Position(
        rules=rules,
        name=name,
        seats=seats,
        state=step.state,
        at=step.at,
        chance=stream(taken.seed, seats, step.position),
        journey=taken,
    )
