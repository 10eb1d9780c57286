"""Tables over days: weekends off, vacations, and running out of time three times."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.db.models import Max

from games.models import Move, Table
from games.people import vacation
from games.play import departure, opening, takeover, timeouts, vacations
from games.play.opening import Plan
from games.play.snapshot import Snapshot
from games.rules.core import Refused
from games.scheduler import due, expiry
from tests.helpers import given
from tests.helpers.days import BANK, DAY, HOUR, INCREMENT, NOON, at, bank, dealt, go, late, stored
from tests.helpers.given import awaited, browser, first_legal, person, running
from tests.helpers.not_none import not_none

pytestmark = pytest.mark.django_db


def test_a_deadline_leaves_weekends_out_where_the_table_says_so() -> None:
    snapshot = dealt(weekends_off=True)
    seat = awaited(snapshot)
    # Three days from Wednesday noon: Thursday, Friday, and half of Monday.
    assert snapshot.seats[seat].deadline == NOON + 5 * DAY
    assert dealt().seats[seat].deadline == NOON + 3 * DAY


def test_a_weekend_costs_nothing_of_the_bank() -> None:
    snapshot = dealt(weekends_off=True)
    seat = awaited(snapshot)
    with at(NOON + 4 * DAY):
        given.step(snapshot)
    # Two and a half days until Saturday, of which one is the move's own time.
    assert bank(snapshot, seat) == BANK - 1.5 * DAY


def test_a_rematch_keeps_weekends_off() -> None:
    snapshot = dealt(weekends_off=True)
    over = departure.resign(snapshot.table.pk, person("Ada").pk)
    assert opening.rematch(over.table.pk, person("Ada")).table.weekends_off


def test_weekends_cannot_be_off_at_a_live_table() -> None:
    with pytest.raises(Refused) as refused:
        opening.open_table(person("Ada"), Plan("parade", 2, weekends_off=True))
    assert refused.value.code == "weekends_live"


def test_a_vacation_moves_the_deadline_and_everybody_sees_until_when() -> None:
    snapshot = dealt()
    seat = awaited(snapshot)
    name = snapshot.seats[seat].name
    version = given.now(snapshot).table.version
    last = go(name, NOON + 2 * HOUR, 10)
    new_snapshot = given.now(snapshot)
    assert new_snapshot.table.version > version
    # From the press to the end of the tenth day no time is used, but the two hours before it are.
    assert (
        new_snapshot.seats[seat].deadline == datetime(2026, 6, 13, tzinfo=UTC) + BANK + INCREMENT - 2 * HOUR
    )
    with at(NOON + 3 * HOUR):
        page = browser(None).get(f"/t/{snapshot.table.pk}/").content.decode()
        assert f"on vacation until {last.day} June" in page
        assert "The clock stands still during the vacation." in page
    with at(datetime(2026, 6, 13, 1, tzinfo=UTC)):
        page = browser(None).get(f"/t/{snapshot.table.pk}/").content.decode()
        assert "on vacation" not in page and "stands still" not in page


def test_a_vacation_gives_back_no_time_that_had_run_before_it() -> None:
    snapshot = dealt()
    seat = awaited(snapshot)
    # On the day on which the time runs out, an hour before that.
    go(snapshot.seats[seat].name, NOON + BANK + INCREMENT - HOUR, 5)
    back = datetime(2026, 6, 11, tzinfo=UTC)
    assert stored(snapshot, seat).deadline == back + HOUR
    with at(back + HOUR / 2):
        given.step(snapshot)
    assert bank(snapshot, seat) == HOUR / 2


def test_a_vacation_begun_again_on_its_last_day_stands_still_from_the_first_press_on() -> None:
    snapshot = dealt()
    seat = awaited(snapshot)
    name = snapshot.seats[seat].name
    go(name, NOON + HOUR, 5)
    with at(NOON + 2 * HOUR):
        vacations.come_back(snapshot.seats[seat].user_id or 0)
    go(name, NOON + 3 * HOUR, 5)
    assert stored(snapshot, seat).deadline == datetime(2026, 6, 8, tzinfo=UTC) + BANK + INCREMENT - HOUR


def test_days_on_vacation_cost_nothing_of_the_bank() -> None:
    snapshot = dealt()
    seat = awaited(snapshot)
    go(snapshot.seats[seat].name, NOON, 10)
    with at(datetime(2026, 6, 13, tzinfo=UTC) + INCREMENT + HOUR):
        given.step(snapshot)
    assert bank(snapshot, seat) == BANK - HOUR


def test_a_seat_that_is_first_awaited_on_vacation_has_all_its_time_afterwards() -> None:
    snapshot = dealt()
    first = awaited(snapshot)
    go(snapshot.seats[1 - first].name, NOON, 10)
    with at(NOON + HOUR):
        given.step(snapshot)
    assert stored(snapshot, 1 - first).deadline == datetime(2026, 6, 13, tzinfo=UTC) + BANK + INCREMENT


def test_a_vacation_changes_nothing_at_live_tables() -> None:
    with at(NOON):
        snapshot = running(2, seed="days")
    seat = awaited(snapshot)
    before = stored(snapshot, seat).deadline
    go(snapshot.seats[seat].name, NOON, 10)
    assert stored(snapshot, seat).deadline == before
    assert "on vacation" not in browser(None).get(f"/t/{snapshot.table.pk}/").content.decode()


def test_coming_back_early_brings_the_deadline_back() -> None:
    snapshot = dealt()
    seat = awaited(snapshot)
    go(snapshot.seats[seat].name, NOON, 20)
    with at(NOON + 3 * DAY):
        vacations.come_back(snapshot.seats[seat].user_id or 0)
    assert stored(snapshot, seat).deadline == datetime(2026, 6, 7, tzinfo=UTC) + BANK + INCREMENT


def test_a_person_who_starts_a_match_on_vacation_is_awaited_afterwards() -> None:
    go("Ada", NOON, 10)
    snapshot = dealt(1, bots=("easy", "easy"))
    with at(NOON + HOUR):
        while awaited(given.now(snapshot)) != 0:
            given.step(snapshot)
    assert stored(snapshot, 0).deadline == datetime(2026, 6, 13, tzinfo=UTC) + BANK + INCREMENT


def test_a_killed_vacation_is_put_right_before_anybodys_time_is_over() -> None:
    """Only the vacation's row was stored, and the deadline is still the old one."""
    snapshot = dealt()
    seat = awaited(snapshot)
    with at(NOON):
        vacation.start(snapshot.seats[seat].user_id or 0, NOON.date() + 9 * DAY)
    with at(NOON + 4 * DAY):
        late = due.overdue()[0]
        expiry.expire(late.table_id, late.index, NOON)
        assert due.overdue() == []
    left = stored(snapshot, seat)
    assert (left.stand_in, left.lapses) == (False, 0)
    assert left.deadline == datetime(2026, 6, 13, tzinfo=UTC) + BANK + INCREMENT


def test_a_killed_homecoming_is_put_right_by_the_scheduler() -> None:
    snapshot, other = dealt(), dealt()
    seat = awaited(snapshot)
    go(snapshot.seats[seat].name, NOON, 20)
    with at(NOON + 3 * DAY):
        vacation.end(snapshot.seats[seat].user_id or 0)
        assert vacations.put_right() == 2 - (awaited(other) != seat)
        assert vacations.put_right() == 0
    assert stored(snapshot, seat).deadline == datetime(2026, 6, 7, tzinfo=UTC) + BANK + INCREMENT


def test_of_a_discard_that_waits_for_all_only_the_one_on_vacation_is_given_time() -> None:
    with at(NOON):
        snapshot = given.play_until(dealt(3), "discard")
    go("Ben", NOON, 5)
    deadlines = [seat.deadline for seat in given.now(snapshot).seats]
    assert deadlines == [NOON + 3 * DAY, datetime(2026, 6, 8, tzinfo=UTC) + 3 * DAY, NOON + 3 * DAY]


def lapse(snapshot: Snapshot, seat: int, times: int) -> None:
    """Let that person's time run out that often, and take the seat back in between."""
    while True:
        new_snapshot = given.now(snapshot)
        if not new_snapshot.table.is_running or new_snapshot.seats[seat].resigned is not None:
            return
        if awaited(new_snapshot) != seat:
            with at(new_snapshot.table.touched_at + HOUR):
                given.step(snapshot)
            continue
        late(snapshot)
        times -= 1
        if not times:
            return
        with at(not_none(new_snapshot.seats[seat].deadline) + HOUR):
            takeover.take_back(new_snapshot.table.pk, new_snapshot.seats[seat].user_id)
            after = given.now(snapshot)
            given.submit(
                after.table.pk,
                after.seats[seat].user_id,
                first_legal(after, seat),
                key=f"l{times}",
                seen=after.table.number,
            )


def test_the_log_says_who_ran_out_of_time_and_who_is_back() -> None:
    snapshot = dealt(3)
    seat = late(snapshot)
    name, moment = snapshot.seats[seat].name, stored(snapshot, seat).deadline
    page = browser(None).get(f"/t/{snapshot.table.pk}/").content.decode()
    assert f"{name} ran out of time: a bot plays the seat until {name} takes it back." in page
    assert "a bot plays" in page
    with at(not_none(moment)):
        takeover.take_back(snapshot.table.pk, snapshot.seats[seat].user_id)
    with at(not_none(moment) + HOUR):
        given.step(snapshot)
    page = browser(None).get(f"/t/{snapshot.table.pk}/").content.decode()
    lines = [f"{name} played", f"{name} is back and plays again.", f"{name} ran out of time"]
    places = [page[page.index('id="log"') :].index(line) for line in lines]
    assert places == sorted(places)


def test_out_of_time_twice_the_seat_is_still_the_persons() -> None:
    snapshot = dealt(3)
    lapse(snapshot, 0, 2)
    left = stored(snapshot, 0)
    assert (left.lapses, left.stand_in, left.resigned) == (2, True, None)


def test_out_of_time_three_times_of_three_seats_a_bot_plays_on_for_good() -> None:
    snapshot = dealt(3)
    lapse(snapshot, 0, 3)
    left, here = stored(snapshot, 0), given.now(snapshot)
    assert (left.lapses, left.stand_in, left.resigned) == (3, False, here.table.number)
    assert here.table.is_running
    assert left.deadline is not None
    page = browser(None).get(f"/t/{snapshot.table.pk}/").content.decode()
    assert "Ada ran out of time for the third time and has resigned." in page
    with pytest.raises(Refused) as refused:
        takeover.take_back(snapshot.table.pk, person("Ada").pk)
    assert refused.value.code == "resigned"


def test_out_of_time_three_times_of_two_seats_the_match_is_over() -> None:
    snapshot = dealt()
    lapse(snapshot, 0, 3)
    new_snapshot = given.now(snapshot)
    assert new_snapshot.table.outcome and new_snapshot.table.outcome["reason"] == "resigned"
    assert [seat.rank for seat in new_snapshot.seats] == [2, 1]


def test_a_replay_shows_what_each_bank_held_then() -> None:
    snapshot = dealt()
    first = awaited(snapshot)
    with at(NOON + INCREMENT + 12 * HOUR):
        given.step(snapshot)
    with at(NOON + INCREMENT + 13 * HOUR):
        page = browser(None)
        start = page.get(f"/t/{snapshot.table.pk}/replay/?move=0").content.decode()
        after = page.get(f"/t/{snapshot.table.pk}/replay/?move=1").content.decode()
    panel = f'id="seat-{first}"'
    assert "3 d 0 h" in start[start.index(panel) :].split("</section>")[0]
    assert "2 d 12 h" in after[after.index(panel) :].split("</section>")[0]


def test_a_replays_banks_are_those_that_were_stored() -> None:
    from games.play.clocks import banks_after
    from games.records.export import rows_of

    snapshot = dealt(3, weekends_off=True)
    go("Ben", NOON + DAY, 3)
    moment = NOON
    for hours in (30, 3, 80, 26, 50, 200, 27, 1, 40):
        new_snapshot = given.now(snapshot)
        seat = awaited(new_snapshot)
        moment = min(moment + hours * HOUR, new_snapshot.seats[seat].deadline or moment)
        with at(not_none(moment)):
            if hours == 200:
                timeouts.time_out(new_snapshot.table.pk, seat)
            given.step(snapshot)
        new_snapshot = given.now(snapshot)
        banks = banks_after(
            new_snapshot.table, new_snapshot.seats, rows_of(new_snapshot.table), new_snapshot.pauses
        )
        assert banks == [new_seat.bank_ms for new_seat in new_snapshot.seats]
    assert Move.objects.filter(table=snapshot.table).aggregate(last=Max("number"))["last"] == 9
    assert Table.objects.get(pk=snapshot.table.pk).number == 9


def test_the_list_of_ones_tables_leaves_weekends_out_of_the_time_that_is_left() -> None:
    snapshot = dealt(weekends_off=True)
    mine = snapshot.seats[awaited(snapshot)]
    saturday = int(datetime(2026, 6, 6, tzinfo=UTC).timestamp() * 1000)
    with at(NOON + HOUR):
        page = browser(person(mine.name)).get("/lobby/").content.decode()
    assert f'data-stops="{saturday}-{saturday + 172_800_000}"' in page
