"""The protocol that every game answers, and the one checked door to it.

A game is an app whose `rules` package holds one `GAME`; the app registers it here. It may touch nothing but its
arguments.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar

from games.rules.budget import FULL, Budget
from games.rules.chance import Chance, Given, Noted
from games.rules.conditional import ConditionalMoves
from games.rules.search import Problem

# Part of the protocol: games and rooms name these as `core.Move` and so on.
from games.rules.shapes import Event as Event
from games.rules.shapes import Fields as Fields
from games.rules.shapes import Move as Move
from games.rules.shapes import Refused as Refused
from games.rules.shapes import View as View
from games.rules.shapes import check_fields as check_fields

State = Any
# A seat's index; in real-time games also None, which is the clock.
Mover = Any
# A level that every game knows: older records and tables name it, a new table isn't offered it.
RANDOM = "random"


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


class Game(ABC):
    """What a game's rules answer: `GAME` of its `rules` package is one. Seats are 0-based; times are ms since the match
    began. The methods touch nothing but their arguments. What has a default here may be left out."""

    NAME: ClassVar[str]
    SEATS: ClassVar[Sequence[int]]
    MOVES: ClassVar[Mapping[str, Fields]]
    # Raised when a change of the rules makes old matches impossible.
    VERSION: ClassVar[int] = 1
    OPTIONS: ClassVar[Sequence[Option]] = ()
    # Of the bots, from the weakest to the strongest.
    LEVELS: ClassVar[Sequence[str]] = ()
    # Whether everybody may act at any time, and the clock moves: see RealTimeGame.
    REAL_TIME: ClassVar[bool] = False
    # Moves that are made ahead of the turn; None: there are none.
    CONDITIONAL: ClassVar[ConditionalMoves | None] = None

    @abstractmethod
    def setup(self, seats: int, chance: Chance, options: Mapping[str, Any]) -> State:
        """The dealt table. Draws the deck with `chance.shuffle`, then the first seat with `chance.pick`."""

    @abstractmethod
    def to_act(self, state: State) -> tuple[int, ...]:
        """The seats whose decision is awaited; empty when the match is over."""

    @abstractmethod
    def check(self, state: State, seat: Mover, move: Move) -> None:
        """Raise Refused with its own code for anything that isn't legal for `seat` now.

        `play` has seen to the shape of the move (`MOVES`), to the turn and to the end.
        """

    @abstractmethod
    def legal_moves(self, state: State, seat: Mover) -> Sequence[Move]:
        """Every move that `play` would take from `seat` now. The moves are shared: don't change them."""

    @abstractmethod
    def apply(
        self, state: State, seat: Mover, move: Move, at: int, chance: Chance
    ) -> tuple[State, list[Event]]:
        """The state after a legal move, and what happened, in order. Doesn't check: call `play`."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """How the match ended by its rules, or None while it runs."""

    @abstractmethod
    def standings(self, state: State) -> Outcome:
        """Scores and ranks as they stand now, under the reason `finished`."""

    @abstractmethod
    def view(self, state: State, seat: int | None) -> View:
        """What `seat` (None: a spectator) may know, as plain JSON data, built up from nothing."""

    @abstractmethod
    def redacted(
        self, seat: int | None, move: Move, events: Sequence[Event], viewer: int | None
    ) -> tuple[Move, list[Event]]:
        """A move of `seat` and its events as `viewer` may know them in a running match; unknown cards are None."""

    @abstractmethod
    def preview(self, view: View, seat: int) -> list[tuple[Move, dict[str, Any]]]:
        """Each legal move of `seat` with its consequence as far as the seat can know it."""

    @abstractmethod
    def dump(self, state: State) -> dict[str, Any]:
        """The whole state as plain JSON data."""

    @abstractmethod
    def load(self, data: Mapping[str, Any]) -> State:
        """The state that `dump` wrote."""

    @abstractmethod
    def determinize(self, view: View, rng: Random) -> State:
        """A full state that fits what the viewer knows."""

    @abstractmethod
    def choose(self, level: str, view: View, rng: Random, budget: Budget = FULL) -> Move | None:
        """A bot's move, from what its seat sees; None, in real time only: it waits."""

    def problem(self, view: View, rng: Random) -> Problem | None:
        """The decision of the view's seat as a search sees it, or what it waits for; None: its bots don't search."""
        return None

    def bot_level(self, wanted: str) -> str:
        """That level of its bots if there is one, else the strongest."""
        return wanted if wanted in self.LEVELS else self.LEVELS[-1]

    def chance_outcomes(self, state: State, move: Move, events: Sequence[Event]) -> list[Any]:
        """What chance answered during a recorded move, in order (tuples for shuffles, ints for picks)."""
        return []


class RealTimeGame(Game):
    """A game in which everybody may act at any time, with a clock of its own whose move has no seat. What people race
    for is a contest, numbered from 1 as they come; a move that wants it is a claim."""

    REAL_TIME = True

    @abstractmethod
    def due(self, state: State) -> int | None:
        """When the clock must move if nobody does; None: never."""

    @abstractmethod
    def reaction(self, level: str, view: View, rng: Random) -> int:
        """How many ms a bot takes to act on what it sees."""

    @abstractmethod
    def contest(self, state: State) -> int:
        """The number of the newest contest; 0 before the first."""

    @abstractmethod
    def is_open(self, state: State, contest: int) -> bool:
        """Whether a claim on that contest may still be the first."""

    @abstractmethod
    def opened(self, event: Event) -> int | None:
        """The number of the contest that the event opened, if it did."""

    @abstractmethod
    def opened_by(self, state: State) -> int:
        """When the newest contest was open at the latest."""

    @abstractmethod
    def claim(self, move: Move) -> int | None:
        """The contest that a move of the right shape claims; None if it is no claim."""

    def verdict(self, event: Event) -> int:
        """What an event says of the claim that brought it: 1 it was first, -1 it was wrong, 0 neither."""
        return 0

    @abstractmethod
    def waits_for_claims(self, move: Move) -> bool:
        """Whether a move must wait until the claims that came before it have been placed."""


_games: dict[str, Game] = {}


def register(name: str, rules: Game) -> None:
    """Make a game known by its name: its app does so when the site starts."""
    _games[name] = rules


def names() -> tuple[str, ...]:
    """The names of all games that are known."""
    return tuple(sorted(_games))


def game(name: str) -> Game:
    """The game of that name; Refused `no_such_game` otherwise."""
    if name not in _games:
        raise Refused("no_such_game", game=name)
    return _games[name]


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
    # The clock (no seat) moves in real-time games only.
    if seat not in awaited and not (seat is None and rules.REAL_TIME):
        raise Refused("not_your_turn", seats=list(awaited))
    rules.check(state, seat, move)
    return rules.apply(state, seat, move, at, chance)


def play_again(
    rules: Game, state: State, seat: int | None, move: Move, at: int, recorded: Sequence[Event]
) -> tuple[State, list[Event]]:
    """A recorded move once more, with what chance gave it then: `told` are the events that it had."""
    return play(rules, state, seat, move, at, Given(rules.chance_outcomes(state, move, recorded)))


def check_shape(rules: Game, move: Any) -> None:
    """Refused unless `move` is plain data of a known type with the fields that `MOVES` names for it."""
    check_fields(rules.MOVES, move)


def ranks(keys: Sequence[Any]) -> tuple[int, ...]:
    """Competition ranks by key, smallest first: 1 + how many are strictly smaller."""
    return tuple(1 + sum(other < key for other in keys) for key in keys)
