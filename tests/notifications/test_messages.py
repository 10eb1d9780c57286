"""How a message is sent, to which address, and how many notifications one message has."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from accounts.data import deletion
from accounts.models import User
from games.models import Delivery, Notification, NotificationPreferences, Seat
from games.notifications import outbox, replan, texts, transports, worker
from games.notifications.fan_out import fan_out_due
from games.notifications.messages import compose
from games.notifications.outbox import claim
from games.notifications.transports import hooked, pushed
from games.play import opening, seating, storage
from games.play.opening import Plan
from tests.helpers import given
from tests.helpers.given import person
from tests.notifications.members import (
    DAYS,
    NOON,
    Clock,
    at_table,
    browser_of,
    deliveries,
    hook_of,
    member,
    post,
    whose_turn,
)

pytestmark = pytest.mark.django_db


def turns(count: int) -> list[str]:
    """Open that many tables with Ada's turn."""
    names: list[str] = []
    while len(names) < count:
        snapshot = at_table(2)
        if whose_turn(snapshot).username != "Ada":
            given.step(snapshot)
        names.append(snapshot.table.pk)
    return names


def to_ada() -> list[mail.EmailMessage]:
    return [message for message in mail.outbox if message.to == ["ada@example.org"]]


def test_only_confirmed_addresses_get_mail(clock: Clock) -> None:
    at_table(2)
    EmailAddress.objects.update(verified=False)
    post()
    assert (mail.outbox, deliveries()) == ([], [])


def test_the_primary_address_goes_before_another_that_is_confirmed(clock: Clock) -> None:
    ada = member("Ada")
    EmailAddress.objects.filter(user=ada).update(primary=False)
    EmailAddress.objects.create(user=ada, email="first@example.org", verified=True, primary=True)
    turns(1)
    post()
    assert [message.to for message in mail.outbox if "ada" in message.to[0] or "first" in message.to[0]] == [
        ["first@example.org"]
    ]


def test_guests_are_told_nothing(clock: Clock) -> None:
    member("Ada", mail=False)
    User.objects.update(is_guest=True)
    turns(1)
    EmailAddress.objects.create(user=person("Ada"), email="ada@example.org", verified=True, primary=True)
    post()
    assert to_ada() == []


def test_all_that_is_due_of_one_person_goes_into_one_mail(clock: Clock) -> None:
    there = turns(3)
    post()
    [mail_to_ada] = to_ada()
    assert mail_to_ada.subject == "Unbirthday: 3 tables wait for you"
    assert all(table in mail_to_ada.body for table in there)
    assert len({row.message_id for row in deliveries(person("Ada"))}) == 1


def test_later_messages_go_in_another_mail_that_counts_the_others(clock: Clock) -> None:
    turns(2)
    post()
    clock.shift(timedelta(minutes=3))
    turns(1)
    post()
    assert len(to_ada()) == 2
    assert "2 more tables wait for you." in to_ada()[1].body


def test_at_most_once_an_hour_is_at_once_and_then_all_together(clock: Clock) -> None:
    member("Ada", rhythm="hourly")
    turns(1)
    post()
    clock.shift(timedelta(minutes=20))
    turns(1)
    post()
    clock.shift(timedelta(minutes=20))
    turns(1)
    post()
    assert len(to_ada()) == 1
    clock.shift(timedelta(minutes=20))
    post()
    assert [message.subject for message in to_ada()][1] == "Unbirthday: 2 tables wait for you"


def test_once_a_day_lists_every_table_that_waits_with_the_time_left(clock: Clock) -> None:
    ada = member("Ada", rhythm="instant")
    batch = turns(1)
    post()
    NotificationPreferences.objects.filter(user=ada).update(rhythm="daily", daily_at=20)
    clock.shift(timedelta(hours=1))
    new = turns(1)
    post()
    assert len(to_ada()) == 1
    clock.shift(timedelta(hours=7))
    post()
    daily = to_ada()[1]
    assert daily.subject == "Unbirthday: 2 tables wait for you"
    assert daily.body.index(batch[0]) < daily.body.index(new[0])
    assert "16 hours left, until Tuesday 3 March, 12:00 (UTC)" in daily.body
    assert "17 hours left, until Tuesday 3 March, 13:00 (UTC)" in daily.body


def test_nothing_new_makes_no_daily_mail(clock: Clock) -> None:
    member("Ada", rhythm="daily", daily_at=13)
    turns(1)
    post()
    for _ in range(10):
        clock.shift(timedelta(hours=1))
        post()
    assert len(to_ada()) == 1


def test_short_time_is_told_before_it_is_over_to_who_reads_once_a_day(clock: Clock) -> None:
    member("Ada", rhythm="daily", daily_at=11)
    turns(1)
    clock.move_to(NOON + timedelta(hours=18, minutes=1))
    post()
    # Tomorrow at eleven is before the deadline.
    assert to_ada() == []
    clock.move_to(datetime(2026, 3, 3, 11, 0, 1, tzinfo=UTC))
    post()
    assert [message.subject for message in to_ada()] == ["Unbirthday: Your time is short: Parade with Ben"]
    NotificationPreferences.objects.update(daily_at=17)
    there = turns(1)
    clock.shift(timedelta(hours=18, minutes=1))
    post()
    assert there[0] in to_ada()[1].body


def test_quiet_hours_hold_mail_back_and_a_webhook_is_told_at_once(clock: Clock) -> None:
    ada = member("Ada", quiet_from=11, quiet_to=14)
    hook_of(ada)
    turns(1)
    fan_out_due(NOON)
    due = {row.channel: row.due_at for row in deliveries(ada)}
    assert due == {"mail": NOON + timedelta(hours=2), "hook": NOON}


def test_quiet_hours_are_those_of_the_members_time_zone(clock: Clock) -> None:
    ada = member("Ada", quiet_from=22, quiet_to=7)
    ada.time_zone = "Pacific/Auckland"
    ada.save()
    turns(1)
    fan_out_due(NOON)
    [row] = deliveries(ada)
    assert row.due_at == datetime(2026, 3, 2, 18, tzinfo=UTC)


def test_new_preferences_hold_for_what_waits_already(clock: Clock) -> None:
    ada = member("Ada", rhythm="daily", daily_at=20)
    turns(1)
    fan_out_due(NOON)
    NotificationPreferences.objects.update(rhythm="instant")
    replan(ada)
    post()
    assert len(to_ada()) == 1


def test_a_way_that_was_turned_off_in_the_meantime_is_not_taken(clock: Clock) -> None:
    ada = member("Ada", rhythm="daily", daily_at=20)
    turns(1)
    fan_out_due(NOON)
    NotificationPreferences.objects.update(channels={"your_turn": []})
    clock.shift(timedelta(hours=9))
    post()
    assert to_ada() == []
    assert [row.status for row in deliveries(ada)] == [Delivery.Status.DROPPED]


def test_every_browser_is_told_for_itself(clock: Clock) -> None:
    ada = member("Ada", mail=False, rhythm="hourly")
    one, two = browser_of(ada, "one"), browser_of(ada, "two")
    turns(1)
    fan_out_due(NOON)
    assert {(row.channel, row.target) for row in deliveries(ada)} == {("push", one.pk), ("push", two.pk)}
    for target in (one.pk, two.pk):
        batch = claim(ada.pk, ("push", target), NOON)
        assert batch is not None
        outbox.mark_sent(batch, NOON)


def test_an_account_that_is_deleted_before_the_claim_holds_up_no_other(clock: Clock) -> None:
    ada = member("Ada")
    turns(1)
    fan_out_due(NOON)
    [(user, address)] = outbox.due("mail", NOON)
    deletion.delete(ada)
    assert worker.claim(user, address) is None


def test_a_browser_that_was_removed_is_dropped(clock: Clock) -> None:
    ada = member("Ada", mail=False)
    browser_of(ada)
    turns(1)
    fan_out_due(NOON)
    ada.push_subscriptions.all().delete()
    post()
    assert {row.status for row in deliveries(ada)} == {Delivery.Status.DROPPED}


def test_a_browser_that_somebody_else_has_turned_on_since_gets_no_message_of_the_first(clock: Clock) -> None:
    ada = member("Ada", mail=False)
    browser_of(ada)
    turns(1)
    fan_out_due(NOON)
    batch = claim(ada.pk, ("push", ada.push_subscriptions.get().pk), NOON)
    assert batch is not None
    ada.push_subscriptions.update(user=member("Ben"))
    with pytest.raises(transports.NoAddress):
        transports.ready(batch, NOON)


def test_a_push_message_of_one_table_names_it_and_counts_what_waits(clock: Clock) -> None:
    ada = member("Ada", mail=False)
    browser_of(ada)
    there = turns(1)
    fan_out_due(NOON)
    batch = claim(ada.pk, ("push", ada.push_subscriptions.get().pk), NOON)
    assert batch is not None
    assert pushed(compose(batch, NOON), "en") == {
        "title": "Your turn: Parade with Ben",
        "body": "You have 1 day left, until Tuesday 3 March, 12:00 (UTC).",
        "url": f"/go/{there[0]}/",
        "tag": f"table-{there[0]}",
        "count": 1,
        "lang": "en",
    }


def test_a_webhook_is_told_of_each_by_itself(clock: Clock) -> None:
    ada = member("Ada", mail=False, channels={"sat_down": []})
    hook = hook_of(ada)
    there = turns(2)
    fan_out_due(NOON)
    batches = [claim(ada.pk, ("hook", hook.pk), NOON) for _ in range(3)]
    assert batches[2] is None
    documents = [hooked(compose(batch, NOON).items[0]) for batch in batches if batch]
    assert [document["table"] for document in documents] == there
    assert documents[0] == {
        "type": "your_turn",
        "table": there[0],
        "game": "parade",
        "url": f"http://localhost:8000/t/{there[0]}/",
        "text": "Your turn: Parade with Ben. You have 1 day left, until Tuesday 3 March, 12:00 (UTC).",
        "about": NOON.isoformat(),
        "deadline": (NOON + timedelta(days=1)).isoformat(),
    }


def test_one_line_a_table_where_one_says_what_another_does(clock: Clock) -> None:
    member("Ada", channels={"sat_down": ["mail"]})
    snapshot = opening.open_table(person("Ada"), Plan("parade", 2, **DAYS))
    seating.join(snapshot.table.pk, person("Ben"), token=snapshot.table.invite)
    if whose_turn(snapshot).username != "Ada":
        given.step(snapshot)
    post()
    [mail_to_ada] = to_ada()
    assert mail_to_ada.subject == "Unbirthday: Your turn: Parade with Ben"
    assert {row.notification.kind for row in deliveries(person("Ada"))} == {
        Notification.Kind.SAT_DOWN,
        Notification.Kind.YOUR_TURN,
    }
    assert {row.status for row in deliveries(person("Ada"))} == {Delivery.Status.SENT}


def test_a_mail_says_in_a_line_what_has_happened_since_its_reader_was_there(clock: Clock) -> None:
    (table,) = turns(1)
    there = Seat.objects.get(table=table, user=person("Ada"))
    Seat.objects.filter(pk=there.pk).update(present_at=NOON - timedelta(hours=1))
    clock.shift(timedelta(minutes=1))
    given.step(storage.load(table))
    while whose_turn(storage.load(table)).username != "Ada":
        given.step(storage.load(table))
    (line,) = texts.happened(table, there.index)
    assert line.startswith("Since you were there: ") and "Ben played" in line and "Ada" not in line
    assert texts.happened(at_table(2).table.pk, there.index) == []
