"""What one viewer is shown of a table at one moment: plain data, already stripped of what they may not know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date
from functools import cached_property
from typing import Any, cast

from games.boards.people import Person, milliseconds, ms, people_of
from games.models import Move
from games.play.closing import closes_at
from games.play.keys import is_conditional
from games.play.snapshot import Snapshot
from games.rules import core


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
    # Whether it was given as a conditional one: told to its owner alone, for it tells how they play.
    conditional: bool = False

    @cached_property
    def seats(self) -> frozenset[int]:
        """Seats that its sentence may name: the mover's, and every number in the move and in its events."""
        return frozenset(_numbers_in([self.seat, self.move, self.events]))

    def __hash__(self) -> int:
        # What it holds is compared by value, but can't be hashed: an entry may be in a key.
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
    # The seat of whoever reads this, which a replay may show through another's eyes.
    you: int | None = None
    opened: dict[str, Any] | None = None
    # When the match began or begins, in ms since 1970.
    began: int | None = None
    # Whether moves come over days.
    slow: bool = False
    phrases_hidden: bool = False
    rematch: bool = False
    # A guided first match, which nobody plays again.
    guided: bool = False
    # What features hold of the viewer's seat, by their names, for these eyes alone.
    private: Mapping[str, Any] = field(default_factory=dict)
    # What became of seats: the seat, its event's kind, and when in ms since the match began, oldest first.
    seat_events: tuple[tuple[int, str, int], ...] = ()
    # Whether this is still the board on which the match has ended; its result comes next.
    on_the_board: bool = False
    # The day on which the match is closed unless somebody plays.
    closes: date | None = None
    # The viewer may ask what the strongest bot would do.
    hints: bool = False
    # A replay shows it: it fills the window as a current board does.
    replayed: bool = False
    # The same moment through a spectator's eyes.
    spectator: Scene | None = field(default=None, compare=False)

    @property
    def common(self) -> Scene:
        """The same moment as a spectator sees it."""
        return self if self.viewer is None else cast(Scene, self.spectator)

    @property
    def result(self) -> dict[str, Any] | None:
        """The outcome, where it is to be shown instead of the board."""
        return None if self.on_the_board else self.outcome

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

    @property
    def names(self) -> tuple[str, ...]:
        """As they are read in the active language."""
        return tuple([person.name for person in self.people])

    def name(self, seat: int) -> str:
        return self.people[seat].name


def entries_of(game: str, rows: Iterable[Move], viewer: int | None, over: bool) -> tuple[Entry, ...]:
    """The rows as `viewer` may know them; everything once the match is over."""
    rules = core.game(game)
    # Kept with the rows, which many moments have in their logs.
    name = "_all" if over else f"_of_{viewer}"
    return tuple(
        [
            row.__dict__[name] if name in row.__dict__ else _entry(rules, row, viewer, over, name)
            for row in rows
            if row.number
        ]
    )


def _entry(rules: core.Game, row: Move, viewer: int | None, over: bool, name: str) -> Entry:
    move, events = row.move, row.events
    if not over:
        move, events = rules.redacted(row.seat, move, events, viewer)
    by_bot = row.by == Move.By.BOT
    entry = Entry(
        row.number, row.seat, by_bot, move, tuple(events), row.timing, row.at, is_conditional(row.key)
    )
    # Who may know no more of it than everybody reads what everybody does: its words are found once.
    public = row.__dict__.get("_of_None")
    row.__dict__[name] = entry = public if public == entry else entry
    return entry


def scene_of(
    snapshot: Snapshot, viewer: int | None, spectator: Scene | None = None, view: core.View | None = None
) -> Scene:
    """The table as it stands now, for one seat or a spectator (None). `spectator` is the spectator's scene
    of the same snapshot, `view` the viewer's own, where they have been made already."""
    if viewer is None:
        return _spectators(snapshot)
    common, seat = spectator or _spectators(snapshot), snapshot.seats[viewer]
    # As by dataclasses.replace, which asks for the fields one by one.
    return Scene(
        **common.__dict__
        | {
            "spectator": common,
            "viewer": viewer,
            "you": viewer,
            "own": snapshot.table.is_running and seat.resigned is None,
            "view": snapshot.rules.view(snapshot.state, viewer) if view is None else view,
            "entries": entries_of(common.game, snapshot.recent, viewer, snapshot.table.is_over),
            "phrases": () if seat.phrases_hidden else common.phrases,
            "phrases_hidden": seat.phrases_hidden,
            "private": _private(snapshot, viewer),
            "hints": snapshot.allows_hints,
        }
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
        people=people_of(snapshot),
        entries=entries_of(table.game, snapshot.recent, None, table.is_over),
        phrases=_phrases(snapshot),
        seat_events=seat_events_of(snapshot),
        outcome=table.outcome,
        began=milliseconds(table.started_at),
        slow=table.has_clock and not table.is_live,
        rematch=table.rematch_id is not None,
        guided=table.is_guided,
        closes=None if closes is None else closes.astimezone(UTC).date(),
    )


def _private(snapshot: Snapshot, viewer: int) -> dict[str, Any]:
    """Of all that features hold of the table the viewer's own."""
    return {name: by_seat[viewer] for name, by_seat in snapshot.private.items() if viewer in by_seat}


def _phrases(snapshot: Snapshot) -> tuple[tuple[int, str, int], ...]:
    return tuple((each.seat, each.code, ms(each.at)) for each in snapshot.phrases)


def seat_events_of(snapshot: Snapshot) -> tuple[tuple[int, str, int], ...]:
    """Of the seats' events that the snapshot was loaded with."""
    return tuple((each.seat, each.kind, snapshot.since_start(each.at)) for each in snapshot.seat_events)
