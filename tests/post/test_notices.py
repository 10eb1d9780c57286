"""What is noticed, and that it is there exactly if what happened is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import play
from games.models import Notice, Seat, Table
from games.play import Plan
from games.play.clock import NEVER
from games.play.notices import ASKED_MOST, is_out, notice, short_from
from games.rules.wonderland import orders
from tests.games import tables
from tests.games.tables import browser, person
from tests.post.members import DAYS, HOUR, at_table, notices, whose_turn

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
Kind = Notice.Kind


def test_a_move_notices_whose_turn_it_is_and_when_time_gets_short() -> None:
    with time_machine.travel(NOON, tick=False):
        position = at_table(2)
        first = whose_turn(position)
        [turn], [short] = notices(first, kind=Kind.YOUR_TURN), notices(first, kind=Kind.TIME_SHORT)
        tables.step(position)
    assert turn.due_at == NOON
    # It is short after 18 hours; the post asks a day before.
    assert short.due_at == NOON
    assert turn.about == short.about == NOON.isoformat()
    second = whose_turn(position)
    assert second != first
    assert [each.kind for each in notices(second)].count(Kind.YOUR_TURN) == 1


@pytest.mark.parametrize(
    ("hours", "left"), [(12, 3), (6, 2), (2, 1), (48, 12), (14 * 24, 24)], ids="{}h".format
)
def test_time_is_short_at_a_quarter_but_two_hours_at_least_and_a_day_at_most(hours: int, left: int) -> None:
    end = NOON + timedelta(hours=hours)
    seat = Seat(awaited_since=NOON, deadline=end, bank_ms=hours * HOUR // 2)
    assert short_from(Table(increment_ms=hours * HOUR // 2), seat, NEVER) == end - timedelta(hours=left)


def test_weekends_that_are_off_do_not_shorten_anything() -> None:
    friday = datetime(2026, 3, 6, 12, tzinfo=UTC)
    with time_machine.travel(friday, tick=False):
        position = at_table(2)
        Table.objects.filter(pk=position.table.pk).update(weekends_off=True)
        tables.step(position)
        second = whose_turn(position)
    [short] = notices(second, kind=Kind.TIME_SHORT)
    # Twelve hours run on Friday, six on Monday; the post asks a day before.
    assert short.due_at == datetime(2026, 3, 8, 6, tzinfo=UTC)


def test_moves_of_live_tables_notice_nothing_and_ask_nothing_more() -> None:
    position = tables.running(2)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        tables.step(position)
    assert [each["sql"] for each in queries if "games_notice" in each["sql"]] == []
    assert notices(kind=Kind.YOUR_TURN) == []


def test_a_move_that_is_taken_back_by_the_database_takes_its_notices_along() -> None:
    position = at_table(2)
    before = notices()

    def broken() -> None:
        with transaction.atomic():
            tables.step(position)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        broken()
    assert notices() == before


def test_a_seat_that_a_bot_plays_is_told_of_no_turn() -> None:
    position = at_table(2)
    first = whose_turn(position)
    seat = tables.awaited(position)
    with time_machine.travel(timezone.now() + timedelta(days=2), tick=False):
        play.time_out(position.table.pk, seat)
        tables.step(position)
        tables.step(position)
    turns = notices(first, kind=Kind.YOUR_TURN)
    assert whose_turn(position) == first
    assert len(turns) == 1


def test_taking_a_seat_back_is_no_new_turn_but_has_a_new_end() -> None:
    position = at_table(2)
    first, seat = whose_turn(position), tables.awaited(position)
    with time_machine.travel(timezone.now() + timedelta(days=2), tick=False):
        play.time_out(position.table.pk, seat)
        play.take_back(position.table.pk, first.pk)
    assert len(notices(first, kind=Kind.YOUR_TURN)) == 1
    assert [is_out(each) for each in notices(first, kind=Kind.TIME_SHORT)] == [False, True, False]


def test_a_vacation_that_ends_early_brings_the_hour_forward_again() -> None:
    with time_machine.travel(NOON, tick=False):
        position = at_table(2)
        first = whose_turn(position)
        play.go_on_vacation(first.pk, (NOON + timedelta(days=9)).date())
        [away] = notices(first, kind=Kind.TIME_SHORT)
        play.come_back(first.pk)
        [back] = notices(first, kind=Kind.TIME_SHORT)
    assert away.due_at == datetime(2026, 3, 11, 18, tzinfo=UTC)
    assert back.due_at == datetime(2026, 3, 2, 18, tzinfo=UTC)


def test_the_end_is_noticed_by_all_but_who_made_it() -> None:
    position = tables.play_until(at_table(2), "over")
    ended = {each.user_id for each in notices(kind=Kind.MATCH_OVER)}
    mover = position.seats[position.recent[-1].seat].user_id
    assert ended == {seat.user_id for seat in position.seats} - {mover}


def test_who_sits_at_an_open_table_notices_who_joins_and_that_it_has_begun() -> None:
    position = play.open_table(person("Ada"), Plan("parade", 3, **DAYS))
    for name in ("Ben", "Cleo"):
        play.join(position.table.pk, person(name), token=position.table.invite)
    told = [(each.user.username, each.about, each.facts.get("name")) for each in notices(kind=Kind.SAT_DOWN)]
    ben = person("Ben").pk
    assert told == [("Ada", f"1 {ben}", "Ben"), ("Ada", "begun", None), ("Ben", "begun", None)]


def test_whoever_sits_down_again_and_again_is_told_once() -> None:
    position = play.open_table(person("Ada"), Plan("parade", 3, **DAYS))
    for _ in range(3):
        play.join(position.table.pk, person("Ben"), token=position.table.invite)
        play.leave(position.table.pk, person("Ben").pk)
    assert len(notices(person("Ada"))) == 1


def test_an_invitation_and_a_rematch_are_noticed_by_whom_a_seat_is_kept_for() -> None:
    person("Ben")
    play.open_table(person("Ada"), Plan("parade", 2, invited=["Ben"], **DAYS))
    [invited] = notices(kind=Kind.INVITATION)
    assert (invited.user, invited.facts["name"]) == (person("Ben"), "Ada")
    over = tables.play_until(at_table(2), "over")
    play.rematch(over.table.pk, person("Ben"))
    [again] = notices(kind=Kind.REMATCH)
    assert (again.user, again.facts["name"]) == (person("Ada"), "Ben")


def test_a_notice_raised_twice_is_there_once() -> None:
    position = at_table(2)
    for _ in range(2):
        notice(Kind.ABANDONED, person("Ada").pk, position.table.pk, "warned")
    assert len(notices(kind=Kind.ABANDONED)) == 1


def test_who_invites_again_and_again_is_heard_of_so_often_a_day() -> None:
    ben, cleo = person("Ben"), person("Cleo")
    with time_machine.travel(NOON, tick=False) as clock:
        for _ in range(ASKED_MOST + 2):
            opened = play.open_table(person("Ada"), Plan("parade", 2, invited=("Ben",)))
            play.cancel(opened.table.pk, person("Ada").pk)
        assert len(notices(ben, kind=Kind.INVITATION)) == ASKED_MOST
        # Nobody else is meant by that.
        play.open_table(person("Ada"), Plan("parade", 2, invited=("Cleo",)))
        play.open_table(cleo, Plan("parade", 2, invited=("Ben",)))
        assert len(notices(cleo, kind=Kind.INVITATION)) == 1
        assert len(notices(ben, kind=Kind.INVITATION)) == ASKED_MOST + 1
        clock.shift(timedelta(days=1))
        play.open_table(person("Ada"), Plan("parade", 2, invited=("Ben",)))
    assert len(notices(ben, kind=Kind.INVITATION)) == ASKED_MOST + 2


def test_a_turn_that_is_sent_step_by_step_is_noticed_once() -> None:
    position = at_table(2, seed="steps", game="wonderland")
    first = whose_turn(position)
    client = browser(first, headers={"accept": "application/json"})
    steps = 0
    while whose_turn(position) == first:
        here = tables.now(position)
        # On with it as long as that goes.
        legal = here.rules.legal_moves(here.state, tables.awaited(here))
        move = next((each for each in legal if each["type"] == "explore"), legal[0])
        data = {"move": move, "key": f"k{steps}", "seen": here.table.number}
        sent = client.post(f"/t/{position.table.pk}/move/", data, content_type="application/json")
        assert sent.status_code == 200
        steps += 1
    assert steps > 2
    assert len(notices(first, kind=Kind.YOUR_TURN)) == 1
    assert len(notices(whose_turn(position), kind=Kind.YOUR_TURN)) == 1


def test_a_turn_that_a_standing_order_has_begun_is_noticed_for_the_rest() -> None:
    position = at_table(2, seed="steps", game="wonderland")
    second = next(seat for seat in position.seats if seat.index != tables.awaited(position))
    view = position.rules.view(position.state, second.index)
    wanted = next(
        order
        for order, _what in orders.preview(view, second.index)
        if order["most"] == 100 and order["then"] == "wait"
    )
    play.give(position.table.pk, second.user_id, wanted, seen=position.table.number)
    while whose_turn(position) != second.user:
        tables.step(position)
    carried = play.carry_out(position.table.pk, second.index)
    assert carried is not None
    assert whose_turn(position) == second.user
    since = tables.now(position).seats[second.index].awaited_since
    turns = [each.about for each in notices(second.user, kind=Kind.YOUR_TURN)]
    assert len(turns) == 2
    assert turns[-1] == since.isoformat()
