"""What one viewer is shown of a table at one moment: plain data, already stripped of what they may not know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any, cast

from django.utils import timezone

from accounts.names import shown
from games.models import Move, Seat
from games.play import PHRASES, Position, closes_at, ran_out
from games.play.clock import stops_before
from games.play.ordered import basis_of
from games.rules import core


@dataclass(frozen=True)
class Time:
    """What a person's seat has left, in ms: `budget` for a decision that begins now. While it is awaited, not after
    `deadline`, and not counting the `stops`, in which its time stands still; these are ms since 1970."""

    budget: int
    deadline: int | None = None
    stops: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Person:
    """Who sits where. `deadline` is in ms since 1970 and only a person's while they are awaited. `time` is of the
    seats that a person plays, where moves have a time; `away`, the last day of the vacation that they are on.
    `named` is the name as it is stored, `name` as it is read."""

    index: int
    named: str
    level: str
    stand_in: bool
    resigned: bool
    awaited: bool
    deadline: int | None
    bank_ms: int
    time: Time | None = None
    away: date | None = None
    # Resigned because the time ran out too often.
    ran_out: bool = False

    @property
    def name(self) -> str:
        return shown(self.named)


@dataclass(frozen=True)
class Entry:
    """A move as the viewer may know it."""

    number: int
    seat: int | None
    by_bot: bool
    move: core.Move
    events: Sequence[core.Event]
    timing: dict[str, Any] | None = None
    # ms since the match began
    at: int = 0


@dataclass(frozen=True)
class Standing:
    """The viewer's own standing order: `seen` is what its game noted of the board on which it was given, `dropped`
    the code of why it was not carried out, "" while it stands."""

    order: dict[str, Any]
    seen: dict[str, Any]
    dropped: str


@dataclass(frozen=True)
class Scene:
    """`viewer` is the seat whose eyes these are (None: a spectator's), `live` whether this is the board as it
    stands now, `own` whether the viewer may act for that seat. `opened` is the whole state, once the match
    is over and everything may be seen."""

    table: str
    game: str
    number: int
    viewer: int | None
    own: bool
    live: bool
    view: core.View
    people: tuple[Person, ...]
    entries: tuple[Entry, ...]
    remarks: tuple[tuple[int, str], ...]
    outcome: dict[str, Any] | None
    opened: dict[str, Any] | None = None
    # When the match began or begins, in ms since 1970.
    began: int | None = None
    muted: bool = False
    rematch: bool = False
    order: Standing | None = None
    # Seats that changed hands: the seat, how, and when in ms since the match began, oldest first.
    notes: tuple[tuple[int, str, int], ...] = ()
    # The day on which the match is closed unless somebody plays.
    closes: date | None = None
    # The same moment through a spectator's eyes, where that is at hand: what all viewers see alike is made
    # from it, once, and kept in `made` by language.
    spectator: Scene | None = field(default=None, compare=False)
    made: dict[str, Any] = field(default_factory=dict, compare=False)

    @property
    def common(self) -> Scene:
        """What everybody may know of this moment."""
        return self if self.viewer is None else cast(Scene, self.spectator)

    @property
    def rules(self) -> core.Game:
        return core.game(self.game)

    @property
    def me(self) -> Person | None:
        return None if self.viewer is None else self.people[self.viewer]

    @property
    def others(self) -> list[Person]:
        """Everybody but the viewer, clockwise from the viewer's left; all of them for a spectator."""
        if self.viewer is None:
            return list(self.people)
        count = len(self.people)
        return [self.people[(self.viewer + step) % count] for step in range(1, count)]

    def name(self, seat: int) -> str:
        return self.people[seat].name


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def _milliseconds(moment: datetime | None) -> int | None:
    return None if moment is None else _ms(moment)


def people_of(position: Position) -> tuple[Person, ...]:
    return tuple(
        Person(
            seat.index,
            seat.name,
            seat.level,
            seat.stand_in,
            seat.resigned is not None,
            seat.is_awaited,
            None if seat.played_by_bot else _milliseconds(seat.deadline),
            seat.bank_ms,
            _time(position, seat),
            away(position, seat),
            ran_out(position.table, seat),
        )
        for seat in position.seats
    )


def _time(position: Position, seat: Seat) -> Time | None:
    table = position.table
    if not table.is_running or not table.increment_ms or seat.played_by_bot:
        return None
    budget = table.increment_ms + seat.bank_ms
    if seat.deadline is None or seat.awaited_since is None:
        return Time(budget)
    end = seat.deadline
    spans = stops_before(seat.awaited_since, end, position.pauses(seat))
    return Time(budget, _milliseconds(end), tuple((_ms(begin), _ms(over)) for begin, over in spans))


def away(position: Position, seat: Seat) -> date | None:
    """The last day of the vacation that the seat's member is on, at a day-paced table."""
    spans = position.vacations.get(seat.user_id, ()) if seat.user_id is not None else ()
    now = timezone.now() if spans else None
    ends = [end for begin, end in spans if now is not None and begin <= now < end]
    return (ends[0].astimezone(UTC) - timedelta(days=1)).date() if ends else None


def entries_of(game: str, rows: Iterable[Move], viewer: int | None, over: bool) -> tuple[Entry, ...]:
    """The rows as `viewer` may know them; everything once the match is over."""
    rules = core.game(game)
    entries = []
    for row in rows:
        if row.number == 0:
            continue
        move, events = row.move, row.events
        if not over:
            move, events = rules.witness(row.seat, move, events, viewer)
        by_bot = row.by == Move.By.BOT
        entries.append(Entry(row.number, row.seat, by_bot, move, tuple(events), row.timing, row.at))
    return tuple(entries)


def scene_of(position: Position, viewer: int | None, spectator: Scene | None = None) -> Scene:
    """The table as it stands now, for one seat or a spectator (None). `spectator` is the spectator's scene
    of the same position, where it has been made already."""
    table = position.table
    muted = viewer is not None and position.seats[viewer].muted
    if viewer is not None and spectator is None:
        spectator = scene_of(position, None)
    return Scene(
        spectator=spectator,
        table=table.pk,
        game=table.game,
        number=table.number,
        viewer=viewer,
        own=viewer is not None and table.is_running and position.seats[viewer].resigned is None,
        live=True,
        view=position.rules.view(position.state, viewer),
        people=spectator.people if spectator else people_of(position),
        entries=entries_of(table.game, position.recent, viewer, table.is_over),
        remarks=() if muted else _said(position),
        notes=notes_of(position),
        outcome=table.outcome,
        began=_milliseconds(table.started_at),
        muted=muted,
        rematch=table.rematch_id is not None,
        closes=None if (closes := closes_at(table)) is None else closes.astimezone(UTC).date(),
        order=None if viewer is None else _standing(position, viewer),
    )


def _standing(position: Position, viewer: int) -> Standing | None:
    """Of all the orders at the table the viewer's own."""
    given = position.orders.get(viewer)
    if given is None:
        return None
    return Standing(given.order, basis_of(given)["seen"], given.dropped)


def _said(position: Position) -> tuple[tuple[int, str], ...]:
    return tuple((each.seat, each.phrase) for each in position.remarks if each.phrase in PHRASES)


def notes_of(position: Position) -> tuple[tuple[int, str, int], ...]:
    """The seats that changed hands, of the remarks that the position was loaded with."""
    rows = [each for each in position.remarks if each.phrase not in PHRASES]
    return tuple((each.seat, each.phrase, position.since_start(each.at)) for each in rows)
