"""Which notifications are created, and that they exist exactly if the event happened."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.conditional import carrying_out
from games.conditional import moves as conditional_moves
from games.models import Notification, Seat, Table
from games.play import closing, opening, seating, takeover, timeouts, vacations
from games.play.clocks import NEVER
from games.play.notifications import ASKED_MOST, is_out, notify, short_from
from games.play.opening import Plan
from games.wonderland.rules import conditional
from tests.helpers import given
from tests.helpers.given import browser, person
from tests.helpers.not_none import not_none
from tests.notifications.members import DAYS, HOUR, at_table, notifications, whose_turn

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
Kind = Notification.Kind


def test_a_move_notices_whose_turn_it_is_and_when_time_gets_short() -> None:
    with time_machine.travel(NOON, tick=False):
        snapshot = at_table(2)
        first = whose_turn(snapshot)
        [turn], [short] = (
            notifications(first, kind=Kind.YOUR_TURN),
            notifications(first, kind=Kind.TIME_SHORT),
        )
        given.step(snapshot)
    assert turn.due_at == NOON
    # It is short after 18 hours; it is looked at a day before.
    assert short.due_at == NOON
    assert turn.about == NOON.isoformat() and short.about == (NOON + timedelta(days=1)).isoformat()
    second = whose_turn(snapshot)
    assert second != first
    assert [row.kind for row in notifications(second)].count(Kind.YOUR_TURN) == 1


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
        snapshot = at_table(2)
        Table.objects.filter(pk=snapshot.table.pk).update(weekends_off=True)
        given.step(snapshot)
        second = whose_turn(snapshot)
    [short] = notifications(second, kind=Kind.TIME_SHORT)
    # Twelve hours run on Friday, six on Monday; it is looked at a day before.
    assert short.due_at == datetime(2026, 3, 8, 6, tzinfo=UTC)


def test_moves_of_live_tables_notice_nothing_and_ask_nothing_more() -> None:
    snapshot = given.running(2)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        given.step(snapshot)
    assert [query["sql"] for query in queries if "games_notification" in query["sql"]] == []
    assert notifications(kind=Kind.YOUR_TURN) == []


def test_a_move_that_is_taken_back_by_the_database_takes_its_notices_along() -> None:
    snapshot = at_table(2)
    before = notifications()

    def broken() -> None:
        with transaction.atomic():
            given.step(snapshot)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        broken()
    assert notifications() == before


def test_a_seat_that_a_bot_plays_is_told_of_no_turn() -> None:
    snapshot = at_table(2)
    first = whose_turn(snapshot)
    seat = given.awaited(snapshot)
    with time_machine.travel(timezone.now() + timedelta(days=2), tick=False):
        timeouts.time_out(snapshot.table.pk, seat)
        given.step(snapshot)
        given.step(snapshot)
    turns = notifications(first, kind=Kind.YOUR_TURN)
    assert whose_turn(snapshot) == first
    assert len(turns) == 1


def test_taking_a_seat_back_is_no_new_turn_but_has_a_new_end() -> None:
    snapshot = at_table(2)
    first, seat = whose_turn(snapshot), given.awaited(snapshot)
    with time_machine.travel(timezone.now() + timedelta(days=2), tick=False):
        timeouts.time_out(snapshot.table.pk, seat)
        takeover.take_back(snapshot.table.pk, first.pk)
    assert len(notifications(first, kind=Kind.YOUR_TURN)) == 1
    # The first warning was not sent yet.
    assert [is_out(row) for row in notifications(first, kind=Kind.TIME_SHORT)] == [True, False]


def test_a_vacation_that_ends_early_brings_the_hour_forward_again() -> None:
    with time_machine.travel(NOON, tick=False):
        snapshot = at_table(2)
        first = whose_turn(snapshot)
        vacations.go_on_vacation(first.pk, (NOON + timedelta(days=9)).date())
        [away] = notifications(first, kind=Kind.TIME_SHORT)
        vacations.come_back(first.pk)
        [back] = notifications(first, kind=Kind.TIME_SHORT)
    assert away.due_at == datetime(2026, 3, 11, 18, tzinfo=UTC)
    assert back.due_at == datetime(2026, 3, 2, 18, tzinfo=UTC)


def test_the_end_is_noticed_by_all_but_who_made_it() -> None:
    snapshot = given.play_until(at_table(2), "over")
    ended = {row.user_id for row in notifications(kind=Kind.MATCH_OVER)}
    mover = snapshot.seats[not_none(snapshot.recent[-1].seat)].user_id
    assert ended == {seat.user_id for seat in snapshot.seats} - {mover}


def test_people_at_an_open_table_notice_each_arrival_and_the_beginning() -> None:
    snapshot = opening.open_table(person("Ada"), Plan("parade", 3, **DAYS))
    for name in ("Ben", "Cleo"):
        seating.join(snapshot.table.pk, person(name), token=snapshot.table.invite)
    kinds = [
        (row.user.username, row.about, row.facts.get("name")) for row in notifications(kind=Kind.SAT_DOWN)
    ]
    ben = person("Ben").pk
    assert kinds == [("Ada", f"1 {ben}", "Ben"), ("Ada", "begun", None), ("Ben", "begun", None)]


def test_a_seat_taken_again_and_again_raises_one_message() -> None:
    snapshot = opening.open_table(person("Ada"), Plan("parade", 3, **DAYS))
    for _ in range(3):
        seating.join(snapshot.table.pk, person("Ben"), token=snapshot.table.invite)
        closing.leave(snapshot.table.pk, person("Ben").pk)
    assert len(notifications(person("Ada"))) == 1


def test_an_invitation_and_a_rematch_are_noticed_by_whom_a_seat_is_kept_for() -> None:
    person("Ben")
    opening.open_table(person("Ada"), Plan("parade", 2, invited=["Ben"], **DAYS))
    [invited] = notifications(kind=Kind.INVITATION)
    assert (invited.user, invited.facts["name"]) == (person("Ben"), "Ada")
    over = given.play_until(at_table(2), "over")
    opening.rematch(over.table.pk, person("Ben"))
    [again] = notifications(kind=Kind.REMATCH)
    assert (again.user, again.facts["name"]) == (person("Ada"), "Ben")


def test_a_notice_raised_twice_is_there_once() -> None:
    snapshot = at_table(2)
    for _ in range(2):
        notify(Kind.ABANDONED, person("Ada").pk, snapshot.table.pk, "warned")
    assert len(notifications(kind=Kind.ABANDONED)) == 1


def test_a_host_who_hands_tables_on_cannot_invite_more_often() -> None:
    ada, ben, cleo = person("Ada"), person("Ben"), person("Cleo")
    for _ in range(ASKED_MOST + 2):
        table = opening.open_table(ada, Plan("parade", 3, invited=("Ben",))).table.pk
        seating.join(table, cleo)
        closing.leave(table, ada.pk)
    assert len(notifications(ben, kind=Kind.INVITATION)) == ASKED_MOST


def test_repeated_invitations_raise_a_limited_number_of_messages_a_day() -> None:
    ben, cleo = person("Ben"), person("Cleo")
    with time_machine.travel(NOON, tick=False) as clock:
        for _ in range(ASKED_MOST + 2):
            opened = opening.open_table(person("Ada"), Plan("parade", 2, invited=("Ben",)))
            closing.cancel(opened.table.pk, person("Ada").pk)
        assert len(notifications(ben, kind=Kind.INVITATION)) == ASKED_MOST
        # It concerns nobody else.
        opening.open_table(person("Ada"), Plan("parade", 2, invited=("Cleo",)))
        opening.open_table(cleo, Plan("parade", 2, invited=("Ben",)))
        assert len(notifications(cleo, kind=Kind.INVITATION)) == 1
        assert len(notifications(ben, kind=Kind.INVITATION)) == ASKED_MOST + 1
        clock.shift(timedelta(days=1))
        opening.open_table(person("Ada"), Plan("parade", 2, invited=("Ben",)))
    assert len(notifications(ben, kind=Kind.INVITATION)) == ASKED_MOST + 2


def test_a_turn_that_is_sent_step_by_step_is_noticed_once() -> None:
    snapshot = at_table(2, seed="steps", game="wonderland")
    first = whose_turn(snapshot)
    client = browser(first, headers={"accept": "application/json"})
    steps = 0
    while whose_turn(snapshot) == first:
        new_snapshot = given.now(snapshot)
        # Go on with it as long as possible.
        legal = new_snapshot.rules.legal_moves(new_snapshot.state, given.awaited(new_snapshot))
        move = next((candidate for candidate in legal if candidate["type"] == "explore"), legal[0])
        data = {"move": move, "key": f"k{steps}", "seen": new_snapshot.table.number}
        sent = client.post(f"/t/{snapshot.table.pk}/move/", data, content_type="application/json")
        assert sent.status_code == 200
        steps += 1
    assert steps > 2
    assert len(notifications(first, kind=Kind.YOUR_TURN)) == 1
    assert len(notifications(whose_turn(snapshot), kind=Kind.YOUR_TURN)) == 1


def test_a_turn_that_a_standing_order_has_begun_is_noticed_for_the_rest() -> None:
    snapshot = at_table(2, seed="steps", game="wonderland")
    second = next(seat for seat in snapshot.seats if seat.index != given.awaited(snapshot))
    view = snapshot.rules.view(snapshot.state, second.index)
    wanted = next(
        order
        for order, _what in conditional.preview(view, second.index)
        if order["most"] == 100 and order["then"] == "wait"
    )
    conditional_moves.give(snapshot.table.pk, second.user_id, wanted, seen=snapshot.table.number)
    while whose_turn(snapshot) != second.user:
        given.step(snapshot)
    carried = carrying_out.carry_out(snapshot.table.pk, second.index)
    assert carried is not None
    assert whose_turn(snapshot) == second.user
    since = given.now(snapshot).seats[second.index].awaited_since
    turns = [row.about for row in notifications(second.user, kind=Kind.YOUR_TURN)]
    assert len(turns) == 2
    assert turns[-1] == not_none(since).isoformat()
