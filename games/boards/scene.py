"""What one viewer is shown of a table at one moment: plain data, already stripped of what they may not know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Any, cast

from django.utils import timezone

from accounts.names import shown
from games.models import Move, Seat
from games.rules import core
from games.tables import Snapshot, closes_at, hints, ran_out
from games.tables.clocks import NEVER, Pauses, stops_before
from games.tables.conditional_reads import basis_of


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
    seats that a person plays, where moves have a time; `vacation_until`, the last day of the vacation that they are on.
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
    vacation_until: date | None = None
    # Resigned because the time ran out too often.
    ran_out: bool = False
    # A bot has played for the person, or does: time ran out at least once, or they were away.
    helped: bool = False
    # Of a real-time match that is over: the usual and the best reaction in ms, and how a program shows in them.
    usual_ms: int | None = None
    best_ms: int | None = None
    mark: str = ""

    def __hash__(self) -> int:
        # What most often tells two apart: it is asked for with every fragment that is kept.
        return hash((self.index, self.named, self.deadline, self.bank_ms))

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
    # Its sentence by language and names, once it has been asked for.
    sentences: dict[tuple[str, tuple[str, ...]], str] = field(default_factory=dict, compare=False, repr=False)
    # Its line in the log, likewise.
    lines: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class Given:
    """The viewer's own conditional move: `seen` is what its game noted of the board on which it was given, `dropped`
    the code of why it was not carried out, "" while it stands."""

    content: dict[str, Any]
    seen: dict[str, Any]
    dropped: str


@dataclass(frozen=True)
class Scene:
    """`viewer` is the seat whose eyes these are (None: a spectator's), `current` whether this is the board as it
    stands now, `own` whether the viewer may act for that seat. `opened` is the whole state, once the match
    is over and everything may be seen."""

    table: str
    game: str
    number: int
    viewer: int | None
    own: bool
    current: bool
    view: core.View
    people: tuple[Person, ...]
    entries: tuple[Entry, ...]
    # What was said: the seat, its phrase, and when in ms since 1970, oldest first.
    phrases: tuple[tuple[int, str, int], ...]
    outcome: dict[str, Any] | None
    opened: dict[str, Any] | None = None
    # When the match began or begins, in ms since 1970.
    began: int | None = None
    phrases_hidden: bool = False
    rematch: bool = False
    # A guided first match, which nobody plays again.
    guided: bool = False
    conditional_move: Given | None = None
    # What became of seats: the seat, its event's kind, and when in ms since the match began, oldest first.
    seat_events: tuple[tuple[int, str, int], ...] = ()
    # The day on which the match is closed unless somebody plays.
    closes: date | None = None
    # The viewer may ask what the strongest bot would do.
    hints: bool = False
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


def people_of(snapshot: Snapshot) -> tuple[Person, ...]:
    return tuple(
        [
            _person(
                seat.index,
                seat.name,
                seat.level,
                seat.stand_in,
                seat.resigned is not None,
                seat.is_awaited,
                None if seat.played_by_bot else seat.deadline,
                seat.bank_ms,
                _time(snapshot, seat),
                vacation_until(snapshot, seat),
                ran_out(snapshot.table, seat),
                seat.lapses > 0,
                seat.usual_ms,
                seat.best_ms,
                seat.mark,
            )
            for seat in snapshot.seats
        ]
    )


# Most moves change one or two of the people at a table.
@lru_cache(maxsize=4000)
def _person(
    index: int,
    named: str,
    level: str,
    stand_in: bool,
    resigned: bool,
    awaited: bool,
    deadline: datetime | None,
    *others: Any,
) -> Person:
    return Person(index, named, level, stand_in, resigned, awaited, _milliseconds(deadline), *others)


def _time(snapshot: Snapshot, seat: Seat) -> Time | None:
    table = snapshot.table
    if not table.is_running or not table.has_clock or seat.played_by_bot:
        return None
    budget = table.increment_ms + seat.bank_ms
    if seat.deadline is None or seat.awaited_since is None:
        return _time_left(budget)
    return _time_left(budget, seat.awaited_since, seat.deadline, snapshot.pauses(seat))


@lru_cache(maxsize=4000)
def _time_left(
    budget: int, since: datetime | None = None, end: datetime | None = None, pauses: Pauses = NEVER
) -> Time:
    if since is None or end is None:
        return Time(budget)
    spans = stops_before(since, end, pauses)
    return Time(budget, _milliseconds(end), tuple((_ms(begin), _ms(over)) for begin, over in spans))


def vacation_until(snapshot: Snapshot, seat: Seat) -> date | None:
    """The last day of the vacation that the seat's member is on, at a day-paced table."""
    if not snapshot.vacations:
        return None
    spans = snapshot.vacations.get(seat.user_id, ()) if seat.user_id is not None else ()
    now = timezone.now() if spans else None
    ends = [end for begin, end in spans if now is not None and begin <= now < end]
    return (ends[0].astimezone(UTC) - timedelta(days=1)).date() if ends else None


def entries_of(game: str, rows: Iterable[Move], viewer: int | None, over: bool) -> tuple[Entry, ...]:
    """The rows as `viewer` may know them; everything once the match is over."""
    rules = core.game(game)
    # Kept with the rows, which many moments have in their logs.
    kept = "_all" if over else f"_of_{viewer}"
    return tuple(
        [row.__dict__.get(kept) or _entry(rules, row, viewer, over, kept) for row in rows if row.number]
    )


def _entry(rules: core.Game, row: Move, viewer: int | None, over: bool, kept: str) -> Entry:
    move, events = row.move, row.events
    if not over:
        move, events = rules.redacted(row.seat, move, events, viewer)
    by_bot = row.by == Move.By.BOT
    found = Entry(row.number, row.seat, by_bot, move, tuple(events), row.timing, row.at)
    row.__dict__[kept] = found
    return found


def scene_of(snapshot: Snapshot, viewer: int | None, spectator: Scene | None = None) -> Scene:
    """The table as it stands now, for one seat or a spectator (None). `spectator` is the spectator's scene
    of the same snapshot, where it has been made already."""
    if viewer is None:
        return _spectators(snapshot)
    common, seat = spectator or _spectators(snapshot), snapshot.seats[viewer]
    found = object.__new__(Scene)
    # A copy in which a few things differ, without asking for all the others again.
    found.__dict__.update(
        common.__dict__,
        spectator=common,
        made={},
        viewer=viewer,
        own=snapshot.table.is_running and seat.resigned is None,
        view=snapshot.rules.view(snapshot.state, viewer),
        entries=entries_of(common.game, snapshot.recent, viewer, snapshot.table.is_over),
        phrases=() if seat.phrases_hidden else common.phrases,
        phrases_hidden=seat.phrases_hidden,
        conditional_move=_given(snapshot, viewer),
        hints=hints.allowed(snapshot),
    )
    return found


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
        people=people_of(snapshot),
        entries=entries_of(table.game, snapshot.recent, None, table.is_over),
        phrases=_phrases(snapshot),
        seat_events=seat_events_of(snapshot),
        outcome=table.outcome,
        began=_milliseconds(table.started_at),
        rematch=table.rematch_id is not None,
        guided=table.is_guided,
        closes=None if closes is None else closes.astimezone(UTC).date(),
    )


def _given(snapshot: Snapshot, viewer: int) -> Given | None:
    """Of all that the table holds the viewer's own."""
    given = snapshot.conditional_moves.get(viewer)
    if given is None:
        return None
    return Given(given.content, basis_of(given)["seen"], given.dropped)


def _phrases(snapshot: Snapshot) -> tuple[tuple[int, str, int], ...]:
    return tuple((each.seat, each.code, _ms(each.at)) for each in snapshot.phrases)


def seat_events_of(snapshot: Snapshot) -> tuple[tuple[int, str, int], ...]:
    """Of the seats' events that the snapshot was loaded with."""
    return tuple((each.seat, each.kind, snapshot.since_start(each.at)) for each in snapshot.seat_events)
