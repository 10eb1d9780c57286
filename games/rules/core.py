"""The protocol of a game's rules, and `play`, the one function that checks and applies moves.

A game is an app whose `rules` package holds one `GAME`, which the app registers here. Rules are pure: they use their
arguments only.
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

# Part of the protocol: other packages name these as `core.Move` and so on.
from games.rules.shapes import Event as Event
from games.rules.shapes import Fields as Fields
from games.rules.shapes import Move as Move
from games.rules.shapes import Refused as Refused
from games.rules.shapes import View as View
from games.rules.shapes import check_fields as check_fields

State = Any
# The index of a seat; in real-time games also None, which is the clock.
Mover = Any
# A level of every game. Older records and tables have it; new tables don't offer it.
RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a match. `scores` and `ranks` are by seat; ranks are competition ranks from 1."""

    reason: str
    scores: tuple[int, ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A table rule, chosen from `choices` when a table is opened. `by_seats` overrides the default."""

    name: str
    default: Any
    choices: Sequence[Any]
    by_seats: Mapping[int, Any] = field(default_factory=dict)

    def default_for(self, seats: int) -> Any:
        return self.by_seats.get(seats, self.default)


class Game(ABC):
    """The rules of one game: `GAME` of its `rules` package is an instance.

    Seats count from 0; times are ms since the match began. All methods are pure. Only the abstract ones must be
    written.
    """

    NAME: ClassVar[str]
    SEATS: ClassVar[Sequence[int]]
    MOVES: ClassVar[Mapping[str, Fields]]
    # Incremented when a change of the rules makes old matches impossible.
    VERSION: ClassVar[int] = 1
    OPTIONS: ClassVar[Sequence[Option]] = ()
    # The levels of its bots, from the weakest to the strongest.
    LEVELS: ClassVar[Sequence[str]] = ()
    # Options that give more time, for whom the usual ones are too fast.
    SLOWER: ClassVar[Mapping[str, Any]] = {}
    # True if all seats may act at any time and the clock moves as well: see RealTimeGame.
    REAL_TIME: ClassVar[bool] = False
    # Its conditional moves, None if it has none.
    CONDITIONAL: ClassVar[ConditionalMoves | None] = None

    @abstractmethod
    def setup(self, seats: int, chance: Chance, options: Mapping[str, Any]) -> State:
        """Return the dealt state. Draws the deck with `chance.shuffle`, then the first seat with `chance.pick`."""

    @abstractmethod
    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seats that must act now; empty when the match is over."""

    @abstractmethod
    def check(self, state: State, seat: Mover, move: Move) -> None:
        """Raise Refused, with a code of the game's own, if the move isn't legal for `seat` now.

        `play` has already checked the move's shape (`MOVES`), the turn, and that the match is not over.
        """

    @abstractmethod
    def legal_moves(self, state: State, seat: Mover) -> Sequence[Move]:
        """Return every move that `play` accepts from `seat` now. The moves are shared: don't change them."""

    @abstractmethod
    def apply(
        self, state: State, seat: Mover, move: Move, at: int, chance: Chance
    ) -> tuple[State, list[Event]]:
        """Return the state after a legal move and its events in order. Doesn't check the move: call `play`."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """Return the outcome, None while the match runs."""

    @abstractmethod
    def standings(self, state: State) -> Outcome:
        """Return the present scores and ranks, with the reason `finished`."""

    @abstractmethod
    def view(self, state: State, seat: int | None) -> View:
        """Return what `seat` (None: a spectator) may know, as JSON data. Add known things; never remove secret ones."""

    @abstractmethod
    def redacted(
        self, seat: int | None, move: Move, events: Sequence[Event], viewer: int | None
    ) -> tuple[Move, list[Event]]:
        """Return a move of `seat` and its events as `viewer` may know them during a match; hidden cards are None."""

    @abstractmethod
    def preview(self, view: View, seat: int) -> list[tuple[Move, dict[str, Any]]]:
        """Return each legal move of `seat` with its consequence, as far as the seat can know it."""

    @abstractmethod
    def dump(self, state: State) -> dict[str, Any]:
        """Return the whole state as JSON data."""

    @abstractmethod
    def load(self, data: Mapping[str, Any]) -> State:
        """Return the state that `dump` wrote."""

    @abstractmethod
    def determinize(self, view: View, rng: Random) -> State:
        """Return a random full state that agrees with the view."""

    @abstractmethod
    def choose(self, level: str, view: View, rng: Random, budget: Budget = FULL) -> Move | None:
        """Return a bot's move, chosen from its seat's view; None, in real time only, if it waits."""

    def problem(self, view: View, rng: Random) -> Problem | None:
        """Return the decision of the view's seat as a search problem; None if the game's bots don't search."""
        return None

    def order(self, state: State, seat: int) -> tuple[int, int]:
        """Return the sort key of a seat's result, lower is better: the score as the game counts it, then tie-breakers.
        It also compares seats of different matches."""
        return -self.standings(state).scores[seat], 0

    def bot_level(self, wanted: str) -> str:
        """Return `wanted` if the game has that level, else its strongest level."""
        return wanted if wanted in self.LEVELS else self.LEVELS[-1]

    def chance_outcomes(self, state: State, move: Move, events: Sequence[Event]) -> list[Any]:
        """Return the draws of a recorded move in order (tuples for shuffles, ints for picks)."""
        return []


class RealTimeGame(Game):
    """A game in which all seats may act at any time. Its clock makes moves that have no seat.

    Seats race for contests, which are numbered from 1. A move that tries to win a contest is a claim.
    """

    REAL_TIME = True

    @abstractmethod
    def due(self, state: State) -> int | None:
        """Return when the clock moves if no seat does; None if never."""

    @abstractmethod
    def reaction(self, level: str, view: View, rng: Random) -> int:
        """Return how many ms a bot takes to react to its view."""

    @abstractmethod
    def contest(self, state: State) -> int:
        """Return the number of the newest contest; 0 before the first."""

    @abstractmethod
    def is_open(self, state: State, contest: int) -> bool:
        """Return True if a claim can still win that contest."""

    @abstractmethod
    def opened(self, event: Event) -> int | None:
        """Return the number of the contest that the event opened, None if it opened none."""

    @abstractmethod
    def opened_by(self, state: State) -> int:
        """Return the latest time at which the newest contest can have opened."""

    @abstractmethod
    def claim(self, move: Move) -> int | None:
        """Return the contest that a well-formed move claims; None if it is no claim."""

    def verdict(self, event: Event) -> int:
        """Return 1 if the event says that its claim was first, -1 if it was wrong, else 0."""
        return 0

    @abstractmethod
    def waits_for_claims(self, move: Move) -> bool:
        """Return True if the move must wait until all earlier claims are judged."""


_games: dict[str, Game] = {}


def register(name: str, rules: Game) -> None:
    """Register a game by its name. The game's app calls this when the site starts."""
    _games[name] = rules


def names() -> tuple[str, ...]:
    """Return the names of all registered games."""
    return tuple(sorted(_games))


def game(name: str) -> Game:
    """Return the game of that name. Raises Refused `no_such_game`."""
    if name not in _games:
        raise Refused("no_such_game", game=name)
    return _games[name]


def settle_options(rules: Game, seats: int, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of all table rules: those of `given`, else the defaults for `seats`.

    Raises Refused `bad_seats`, `no_such_option` or `bad_option`.
    """
    if seats not in rules.SEATS:
        raise Refused("bad_seats", seats=seats)
    options = {option.name: option for option in rules.OPTIONS}
    for name, value in given.items():
        if name not in options:
            raise Refused("no_such_option", option=name)
        choices = options[name].choices
        if value not in choices or not any(type(value) is type(choice) for choice in choices[:1]):
            raise Refused("bad_option", option=name, value=value)
    return {name: given.get(name, option.default_for(seats)) for name, option in options.items()}


def deal(rules: Game, seats: int, chance: Chance, options: Mapping[str, Any]) -> tuple[State, dict[str, Any]]:
    """Return the state of a new match and its setup for the record: `{"first": seat, "deck": [...]}`."""
    noted = Noted(chance)
    state = rules.setup(seats, noted, settle_options(rules, seats, options))
    deck, first = noted.answers
    return state, {"first": first, "deck": list(deck)}


class _Untouched:
    """Chance that never changes the order."""

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        return tuple(cards)

    def pick(self, n: int) -> int:
        return 0


def unshuffled(rules: Game, seats: int, options: Mapping[str, Any]) -> list[str]:
    """Return the deck in the order before the shuffle, in which the rules list its cards."""
    deck: list[str] = deal(rules, seats, _Untouched(), options)[1]["deck"]
    return deck


def redeal(rules: Game, seats: int, setup: Mapping[str, Any], options: Mapping[str, Any]) -> State:
    """Return the state of a recorded setup. Raises Refused or Impossible if there is no such deal."""
    chance = Given([tuple(setup["deck"]), setup["first"]])
    return rules.setup(seats, chance, settle_options(rules, seats, options))


def play(
    rules: Game, state: State, seat: int | None, move: Any, at: int, chance: Chance
) -> tuple[State, list[Event]]:
    """Check and apply a move: return the new state and the events. Raises Refused, and then nothing has changed."""
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
    """Apply a recorded move again, with the same draws. `recorded` are the events that it had."""
    return play(
        rules, state, seat=seat, move=move, at=at, chance=Given(rules.chance_outcomes(state, move, recorded))
    )


def check_shape(rules: Game, move: Any) -> None:
    """Raise Refused unless `move` is a dict of a known type with the fields that `MOVES` names for it."""
    check_fields(rules.MOVES, move)


def ranks(keys: Sequence[Any]) -> tuple[int, ...]:
    """Return competition ranks, smallest key first: 1 + the number of strictly smaller keys."""
    return tuple([1 + sum([other < key for other in keys]) for key in keys])
