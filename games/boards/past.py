"""Scenes of earlier moments, made from the rows of moves."""

from __future__ import annotations

from collections.abc import Sequence

from games.boards.people import Person, Time, milliseconds, person_of
from games.boards.scene import Scene, entries_of, seat_events_of
from games.models import Move
from games.play.clocks import banks_after
from games.play.snapshot import RECENT, Snapshot


def scene_at(
    snapshot: Snapshot,
    rows: Sequence[Move],
    number: int,
    viewer: int | None,
    you: int | None = None,
) -> Scene:
    """Return the table after move `number`. `rows` are its rows from 0 up to that move, with its state. `you` is the
    reader's seat."""
    table, rules = snapshot.table, snapshot.rules
    state, over = rules.load(rows[number].state), table.is_over
    recent = rows[max(0, number + 1 - RECENT) : number + 1]
    spectator = Scene(
        table=table.pk,
        game=table.game,
        number=number,
        viewer=None,
        own=False,
        current=False,
        replayed=True,
        view=rules.view(state, None),
        people=_people_at(snapshot, rows[: number + 1], rules.to_act(state)),
        entries=entries_of(table.game, recent, None, over),
        phrases=(),
        began=milliseconds(table.started_at),
        slow=table.has_clock and not table.is_live,
        seat_events=_events_until(snapshot, rows, number),
        outcome=table.outcome if number == table.number else None,
        opened=rules.dump(state) if over else None,
    )
    if viewer is None:
        return spectator._replace(you=you)
    return spectator._replace(
        spectator=spectator,
        viewer=viewer,
        you=you,
        view=rules.view(state, viewer),
        entries=entries_of(table.game, recent, viewer, over),
    )


def _events_until(snapshot: Snapshot, rows: Sequence[Move], number: int) -> tuple[tuple[int, str, int], ...]:
    """Return the events of seats up to the next move."""
    end = rows[number + 1].at if number + 1 < len(rows) else None
    return tuple(event for event in seat_events_of(snapshot) if end is None or event[2] < end)


def _people_at(snapshot: Snapshot, rows: Sequence[Move], awaited: Sequence[int]) -> tuple[Person, ...]:
    """Return the people as they were: without what is known only of the present."""
    number, people = len(rows) - 1, []
    for seat, time in zip(snapshot.seats, _times_at(snapshot, rows), strict=True):
        resigned = seat.resigned is not None and seat.resigned <= number
        people.append(
            person_of(snapshot, seat)._replace(
                stand_in=False,
                resigned=resigned,
                awaited=seat.index in awaited,
                deadline=None,
                time=None if seat.level or resigned else time,
                vacation_until=None,
                ready=False,
                helped=False,
            )
        )
    return tuple(people)


def _times_at(snapshot: Snapshot, rows: Sequence[Move]) -> list[Time | None]:
    """Return each seat's time for a decision that began then; None where moves have no time or it isn't known."""
    table = snapshot.table
    if not table.has_clock or table.started_at is None or table.is_imported:
        return [None] * len(snapshot.seats)
    banks = banks_after(table, snapshot.seats, rows, snapshot.pauses)
    return [Time(table.increment_ms + bank) for bank in banks]
