"""The protocol that every game answers, and the one checked door to it.

A game is a package beside this file, found by its name. It may touch nothing but its arguments.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Protocol

from games.rules.chance import Chance, Given, Noted

State = Any
Move = dict[str, Any]
Event = dict[str, Any]
View = dict[str, Any]
Fields = Mapping[str, type | tuple[type, ...]]


class Refused(Exception):
    """What isn't legal: a code and its parameters, put into words at the edge (boards)."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        return " ".join([self.code, *(f"{key}={value}" for key, value in self.params.items())])


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. `scores` and `ranks` are by seat; ranks are competition ranks from 1."""

    reason: str
    scores: tuple[int, ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A table rule: fixed when the table is made, one of `choices`; `by_seats` overrides the default."""

    name: str
    default: Any
    choices: Sequence[Any]
    by_seats: Mapping[int, Any] = field(default_factory=dict)

    def default_for(self, seats: int) -> Any:
        return self.by_seats.get(seats, self.default)


class Game(Protocol):
    """What a game's package answers. Seats are 0-based; times are ms since the match began."""

    NAME: str
    SEATS: Sequence[int]
    LIVE: bool
    RULES: int
    OPTIONS: Sequence[Option]
    LEVELS: Sequence[str]
    MOVES: Mapping[str, Fields]

    def setup(self, seats: int, chance: Chance, options: Mapping[str, Any]) -> State:
        """The dealt table. Draws the deck with `chance.shuffle`, then the first seat with `chance.pick`."""

    def to_act(self, state: State) -> tuple[int, ...]:
        """The seats whose decision is awaited; empty when the match is over."""

    def check(self, state: State, seat: int | None, move: Move) -> None:
        """Raise Refused with its own code for anything that isn't legal for `seat` now.

        `play` has seen to the shape of the move (`MOVES`), to the turn and to the end.
        """

    def legal_moves(self, state: State, seat: int | None) -> Sequence[Move]:
        """Every move that `play` would take from `seat` now. The moves are shared: don't change them."""

    def apply(
        self, state: State, seat: int | None, move: Move, at: int, chance: Chance
    ) -> tuple[State, list[Event]]:
        """The state after a legal move, and what happened, in order. Doesn't check: call `play`."""

    def outcome(self, state: State) -> Outcome | None:
        """How the match ended by its rules, or None while it runs."""

    def standing(self, state: State) -> Outcome:
        """Scores and ranks as they stand now, under the reason `finished`."""

    def view(self, state: State, seat: int | None) -> View:
        """What `seat` (None: a spectator) may know, as plain JSON data, built up from nothing."""

    def witness(
        self, seat: int | None, move: Move, events: Sequence[Event], viewer: int | None
    ) -> tuple[Move, list[Event]]:
        """A move of `seat` and its events as `viewer` may know them in a running match; unknown cards are None."""

    def preview(self, view: View, seat: int) -> list[tuple[Move, dict[str, Any]]]:
        """Each legal move of `seat` with its consequence as far as the seat can know it."""

    def dump(self, state: State) -> dict[str, Any]:
        """The whole state as plain JSON data."""

    def load(self, data: Mapping[str, Any]) -> State:
        """The state that `dump` wrote."""

    def determinize(self, view: View, rng: Random) -> State:
        """A full state that fits what the viewer knows."""

    def drawn(self, state: State, move: Move, events: Sequence[Event]) -> list[Any]:
        """What chance answered during a recorded move, in order (tuples for shuffles, ints for picks)."""

    def due(self, state: State) -> int | None:
        """When the clock must move if nobody does (ms since the match began); None: never."""

    def choose(self, level: str, view: View, rng: Random) -> Move:
        """A bot's move, from what its seat sees."""


@cache
def names() -> tuple[str, ...]:
    """The names of all games that exist."""
    found = pkgutil.iter_modules([str(Path(__file__).parent)])
    return tuple(sorted(module.name for module in found if module.ispkg))


@cache
def game(name: str) -> Game:
    """The game of that name; Refused `no_such_game` otherwise."""
    if name not in names():
        raise Refused("no_such_game", game=name)
    module: Any = importlib.import_module(f"games.rules.{name}")
    return module  # type: ignore[no-any-return]


def settle_options(rules: Game, seats: int, given: Mapping[str, Any]) -> dict[str, Any]:
    """All table rules with their values: `given` where it says, else the defaults for `seats`.

    Refused `bad_seats`, `no_such_option` or `bad_option`.
    """
    if seats not in rules.SEATS:
        raise Refused("bad_seats", seats=seats)
    known = {option.name: option for option in rules.OPTIONS}
    for name, value in given.items():
        if name not in known:
            raise Refused("no_such_option", option=name)
        choices = known[name].choices
        if value not in choices or not any(type(value) is type(choice) for choice in choices[:1]):
            raise Refused("bad_option", option=name, value=value)
    return {name: given.get(name, option.default_for(seats)) for name, option in known.items()}


def deal(rules: Game, seats: int, chance: Chance, options: Mapping[str, Any]) -> tuple[State, dict[str, Any]]:
    """A new match's state and its setup in words: `{"first": seat, "deck": [...]}`."""
    noted = Noted(chance)
    state = rules.setup(seats, noted, settle_options(rules, seats, options))
    deck, first = noted.answers
    return state, {"first": first, "deck": list(deck)}


class _Untouched:
    """Chance that leaves everything as it lies."""

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        return tuple(cards)

    def pick(self, n: int) -> int:
        return 0


def unshuffled(rules: Game, seats: int, options: Mapping[str, Any]) -> list[str]:
    """The deck in the order in which its cards are listed, as it lies before the shuffle."""
    deck: list[str] = deal(rules, seats, _Untouched(), options)[1]["deck"]
    return deck


def redeal(rules: Game, seats: int, setup: Mapping[str, Any], options: Mapping[str, Any]) -> State:
    """The state that a recorded setup describes; Refused if it can't be one."""
    given = Given([tuple(setup["deck"]), setup["first"]])
    return rules.setup(seats, given, settle_options(rules, seats, options))


def play(
    rules: Game, state: State, seat: int | None, move: Any, at: int, chance: Chance
) -> tuple[State, list[Event]]:
    """The only checked door: the state after `move` and its events, or Refused and nothing changed."""
    if rules.outcome(state) is not None:
        raise Refused("over")
    check_shape(rules, move)
    awaited = rules.to_act(state)
    # The clock (no seat) moves in live games only.
    if seat not in awaited and not (seat is None and rules.LIVE):
        raise Refused("not_your_turn", seats=list(awaited))
    rules.check(state, seat, move)
    return rules.apply(state, seat, move, at, chance)


def check_shape(rules: Game, move: Any) -> None:
    """Refused unless `move` is plain data of a known type with the fields that `MOVES` names for it."""
    check_fields(rules.MOVES, move)


def check_fields(kinds: Mapping[str, Fields], move: Any) -> None:
    """Refused unless `move` is plain data of one of these kinds, with its fields and no others."""
    if not isinstance(move, dict) or not isinstance(move.get("type"), str):
        raise Refused("malformed")
    fields = kinds.get(move["type"])
    if fields is None:
        raise Refused("no_such_move", type=move["type"][:40])
    for name in move:
        if name != "type" and name not in fields:
            raise Refused("needless_field", field=str(name)[:40])
    for name, kind in fields.items():
        if name in move:
            if not _fits(move[name], kind):
                raise Refused("bad_field", field=name)
        elif not _optional(kind):
            raise Refused("missing_field", field=name)


def _optional(kind: type | tuple[type, ...]) -> bool:
    return isinstance(kind, tuple) and type(None) in kind


def _fits(value: Any, kind: type | tuple[type, ...]) -> bool:
    """`list[str]` and the like are checked whole; None stands for a field that may be left out, not for a value."""
    kinds = kind if isinstance(kind, tuple) else (kind,)
    for each in kinds:
        inner = getattr(each, "__args__", None)
        if inner is not None:
            if isinstance(value, list) and all(_fits(item, inner[0]) for item in value):
                return True
        elif each is not type(None) and type(value) is each:
            return True
    return False


def ranks(keys: Sequence[Any]) -> tuple[int, ...]:
    """Competition ranks by key, smallest first: 1 + how many are strictly smaller."""
    return tuple(1 + sum(other < key for other in keys) for key in keys)
