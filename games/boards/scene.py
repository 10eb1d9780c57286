"""Scenes: what one viewer is shown of a table at one moment, as plain data without anything that they may not know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from games.boards.people import Person, milliseconds, ms, names_of, person_of
from games.models import Move
from games.play.closing import closes_at
from games.play.keys import is_conditional
from games.play.snapshot import Snapshot
from games.rules import core


@dataclass(frozen=True)
class Entry:
    """A move as its viewer may know it."""

    number: int
    seat: int | None
    by_bot: bool
    move: core.Move
    events: Sequence[core.Event]
    timing: dict[str, Any] | None = None
    # in ms since the match began
    at: int = 0
    # True if it was a conditional move. Only its owner is told, because it shows how they play.
    conditional: bool = False

    @cached_property
    def seats(self) -> frozenset[int]:
        """Seats that its sentence may name: the mover, and all numbers in the move and its events."""
        return frozenset(_numbers_in([self.seat, self.move, self.events]))

    def cards(self, kind: str) -> list[Any]:
        """Return the cards of its events of that kind."""
        return [card for event in self.events if event["event"] == kind for card in event["cards"]]

    def __hash__(self) -> int:
        # Its contents are compared by value but can't be hashed, and an entry may be part of a key.
        return hash((self.number, self.seat, self.at))


def _numbers_in(data: Any) -> set[int]:
    """Return all whole numbers in plain data."""
    numbers = set()
    for value in data.values() if type(data) is dict else data:
        if type(value) is int:
            numbers.add(value)
        elif type(value) in (dict, list, tuple):
            numbers |= _numbers_in(value)
    return numbers


class Scene(NamedTuple):
    """What one viewer sees of a table at one moment.

    `viewer` is the seat whose view it is (None: a spectator's). `current` is True for the newest board, and `own` if
    the viewer may act for that seat on it. `opened` is the whole state, once the match is over and everything may be
    seen.
    """

    table: str
    game: str
    number: int
    viewer: int | None
    own: bool
    current: bool
    view: core.View
    people: tuple[Person, ...]
    entries: tuple[Entry, ...]
    # Phrases: the seat, the code, and the time in ms since 1970, oldest first.
    phrases: tuple[tuple[int, str, int], ...]
    outcome: dict[str, Any] | None
    # The reader's seat. A replay may show another seat's view.
    you: int | None = None
    opened: dict[str, Any] | None = None
    # When the match begins, in ms since 1970.
    began: int | None = None
    # True at day-paced tables.
    slow: bool = False
    phrases_hidden: bool = False
    rematch: bool = False
    # A guided first match, which has no rematch.
    guided: bool = False
    # A match on a shared deal, which has no rematch either.
    shared: bool = False
    # True if others can be dealt the same cards, because these follow from a seed.
    has_deal: bool = False
    # Private values of features for the viewer's seat, by feature.
    private: Mapping[str, Any] = MappingProxyType({})
    # Events of seats: the seat, the kind, and the time in ms since the match began, oldest first.
    seat_events: tuple[tuple[int, str, int], ...] = ()
    # True for the board on which the match has ended; the result comes next.
    on_the_board: bool = False
    # The day on which the match will be closed unless somebody plays.
    closes: date | None = None
    # Whoever sits at the table may ask for hints.
    hints: bool = False
    # True in a replay
    replayed: bool = False
    # The spectator's scene of the same moment.
    spectator: Scene | None = None

    @property
    def common(self) -> Scene:
        """The spectator's scene of the same moment."""
        return self.spectator or self

    @property
    def result(self) -> dict[str, Any] | None:
        """The outcome, if it is shown instead of the board."""
        return None if self.on_the_board else self.outcome

    @property
    def rules(self) -> core.Game:
        return core.game(self.game)

    @property
    def me(self) -> Person | None:
        return None if self.viewer is None else self.people[self.viewer]

    @property
    def is_yours(self) -> bool:
        """False if a replay shows the view of a seat that is not the reader's."""
        return self.viewer == self.you

    @property
    def acts(self) -> bool:
        """True if the viewer may make a move."""
        return self.own and self.viewer in self.view["to_act"]

    @property
    def back(self) -> str:
        """The table to which the viewer may come back because a bot plays the seat; "" otherwise."""
        me = self.me if self.own else None
        return self.table if me is not None and me.stand_in else ""

    @property
    def may_be_ready(self) -> bool:
        """True for a seated reader before the first move of a real-time match, which waits for its people.

        A guided match waits for nobody, and the person whose seat a bot plays is asked to come back first.
        """
        seated = self.own and self.current and self.me is not None and not self.me.stand_in
        return seated and self.rules.REAL_TIME and not (self.number or self.outcome or self.guided)

    @property
    def others(self) -> Sequence[Person]:
        """The others clockwise from the viewer's left; everybody for a spectator."""
        if self.viewer is None:
            return self.people
        return self.people[self.viewer + 1 :] + self.people[: self.viewer]

    @property
    def named(self) -> tuple[str, ...]:
        """The names as they are stored."""
        return tuple([person.named for person in self.people])

    @property
    def names(self) -> tuple[str, ...]:
        """The names in the active language."""
        return names_of(self.named)

    def name(self, seat: int) -> str:
        return self.people[seat].name


def entries_of(game: str, rows: Iterable[Move], viewer: int | None, over: bool) -> tuple[Entry, ...]:
    """Return the rows as `viewer` may know them; all of it once the match is over."""
    rules = core.game(game)
    # Stored with the rows, which are in the logs of many moments.
    name = "_all" if over else f"_of_{viewer}"
    return tuple(
        [
            row.__dict__[name] if name in row.__dict__ else _entry(rules, row, viewer, name)
            for row in rows
            if row.number
        ]
    )


def _entry(rules: core.Game, row: Move, viewer: int | None, name: str) -> Entry:
    move, events = row.move, row.events
    if name != "_all":
        move, events = rules.redacted(row.seat, move, events, viewer)
    # Share the public entry if the viewer knows no more, so that its sentence is made once.
    entry: Entry | None = row.__dict__.get("_of_None")
    if entry is None or (entry.move, entry.events) != (move, tuple(events)):
        entry = Entry(
            number=row.number,
            seat=row.seat,
            by_bot=row.by == Move.By.BOT,
            move=move,
            events=tuple(events),
            timing=row.timing,
            at=row.at,
            conditional=is_conditional(row.key),
        )
    row.__dict__[name] = entry
    return entry


def scene_of(snapshot: Snapshot, viewer: int | None, spectator: Scene | None = None) -> Scene:
    """Return the current table for a seat or a spectator (None).

    `spectator` is the spectator's scene of the same snapshot, if it has been made.
    """
    if viewer is None:
        return _spectators(snapshot)
    common, seat = spectator or _spectators(snapshot), snapshot.seats[viewer]
    return common._replace(
        spectator=common,
        viewer=viewer,
        you=viewer,
        own=snapshot.table.is_running and seat.resigned is None,
        view=snapshot.rules.view(snapshot.state, viewer),
        entries=entries_of(common.game, snapshot.recent, viewer, snapshot.table.is_over),
        phrases=() if seat.phrases_hidden else common.phrases,
        phrases_hidden=seat.phrases_hidden,
        private=_private(snapshot, viewer),
    )


def _spectators(snapshot: Snapshot) -> Scene:
    table = snapshot.table
    closes = closes_at(table)
    return Scene(
        table=table.pk,
        game=table.game,
        number=table.number,
        viewer=None,
        own=False,
        current=True,
        view=snapshot.rules.view(snapshot.state, None),
        people=tuple([person_of(snapshot, seat) for seat in snapshot.seats]),
        entries=entries_of(table.game, snapshot.recent, None, table.is_over),
        phrases=tuple((phrase.seat, phrase.code, ms(phrase.at)) for phrase in snapshot.phrases),
        seat_events=seat_events_of(snapshot),
        outcome=table.outcome,
        began=milliseconds(table.started_at),
        slow=table.has_clock and not table.is_live,
        rematch=table.rematch_id is not None,
        guided=table.is_guided,
        shared=table.is_shared_deal,
        has_deal=table.is_proven and not table.is_guided and not table.is_shared_deal,
        closes=None if closes is None else closes.astimezone(UTC).date(),
        hints=snapshot.allows_hints,
    )


def _private(snapshot: Snapshot, viewer: int) -> dict[str, Any]:
    """Return the features' private values of the viewer's seat."""
    return {name: by_seat[viewer] for name, by_seat in snapshot.private.items() if viewer in by_seat}


def seat_events_of(snapshot: Snapshot) -> tuple[tuple[int, str, int], ...]:
    """Return the events of seats that the snapshot was loaded with."""
    return tuple((event.seat, event.kind, snapshot.since_start(event.at)) for event in snapshot.seat_events)
