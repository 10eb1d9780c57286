"""Increment and bank: the time that a move uses. The test sets the clock, so nothing waits."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from games.models import Move, Seat
from games.play import storage
from games.play.snapshot import Snapshot
from tests.helpers import given
from tests.helpers.given import awaited, running

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
BANK, INCREMENT = 60_000, 10_000


def after(snapshot: Snapshot, seconds: float) -> tuple[int, Snapshot]:
    """Return the awaited seat, and the table after its move that many seconds after noon."""
    seat = awaited(given.now(snapshot))
    with time_machine.travel(NOON + timedelta(seconds=seconds), tick=False):
        given.step(snapshot)
    return seat, given.now(snapshot)


@pytest.fixture
def dealt() -> Snapshot:
    with time_machine.travel(NOON, tick=False):
        return running(2, seed="clock", bank_ms=BANK, increment_ms=INCREMENT)


def test_only_the_awaited_seats_clock_runs(dealt: Snapshot) -> None:
    seat = awaited(dealt)
    mine, other = dealt.seats[seat], dealt.seats[1 - seat]
    assert (mine.awaited_since, mine.deadline) == (NOON, NOON + timedelta(seconds=70))
    assert (other.awaited_since, other.deadline) == (None, None)


def test_a_move_within_the_increment_costs_nothing_and_saves_nothing(dealt: Snapshot) -> None:
    seat, here = after(dealt, 4)
    assert here.seats[seat].bank_ms == BANK


def test_a_longer_thought_is_taken_from_the_bank(dealt: Snapshot) -> None:
    seat, here = after(dealt, 25)
    assert here.seats[seat].bank_ms == BANK - 15_000
    other, here = after(dealt, 25 + 30)
    assert other == 1 - seat
    assert here.seats[other].bank_ms == BANK - 20_000
    assert here.seats[seat].deadline == NOON + timedelta(seconds=55 + 10 + 45)


def test_a_bank_is_never_overdrawn(dealt: Snapshot) -> None:
    seat, here = after(dealt, 500)
    assert here.seats[seat].bank_ms == 0
    after(dealt, 501)
    assert given.now(dealt).seats[seat].deadline == NOON + timedelta(seconds=511)


def test_a_move_is_dated_from_the_start_and_time_never_runs_back(dealt: Snapshot) -> None:
    after(dealt, 25)
    after(dealt, 20)
    after(dealt, 30.5)
    assert list(Move.objects.filter(table=dealt.table).values_list("at", flat=True)) == [
        0,
        25_000,
        25_000,
        30_500,
    ]


def test_in_the_discard_every_seats_own_clock_runs() -> None:
    with time_machine.travel(NOON, tick=False):
        dealt = running(3, seed="clocks", bank_ms=BANK, increment_ms=INCREMENT)
        snapshot = given.play_until(dealt, "discard")
    assert [seat.deadline for seat in snapshot.seats] == [NOON + timedelta(seconds=70)] * 3
    with time_machine.travel(NOON + timedelta(seconds=5), tick=False):
        given.step(snapshot)
    assert [seat.deadline for seat in given.now(snapshot).seats] == [None] + [
        NOON + timedelta(seconds=70)
    ] * 2


def test_a_finished_match_leaves_no_clock_running() -> None:
    snapshot = given.finished(3)
    assert not Seat.objects.filter(table=snapshot.table).exclude(deadline=None, awaited_since=None).exists()


def test_deadlines_are_rows_that_any_process_can_read(dealt: Snapshot) -> None:
    seat = awaited(dealt)
    assert Seat.objects.get(table=dealt.table, index=seat).deadline == NOON + timedelta(seconds=70)
    assert storage.load(dealt.table.pk).seats[seat].deadline == NOON + timedelta(seconds=70)
