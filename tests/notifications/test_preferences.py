"""The page where members choose their notifications, and what it shows about the ways to send them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Delivery, NotificationPreferences, Seat
from tests.helpers.given import browser, person, step
from tests.notifications.members import at_table, browser_of, hook_of, member, post, whose_turn

pytestmark = pytest.mark.django_db
PAGE = "/preferences/notifications/"


@pytest.fixture
def ada() -> Client:
    return browser(member("Ada"))


def text(client: Client) -> str:
    return client.get(PAGE).content.decode()


def test_choices_are_stored_and_shown(ada: Client) -> None:
    chosen = {"mail_your_turn": "on", "push_match_over": "on", "rhythm": "daily", "daily_at": "9"}
    hours = {"quiet_from": "22", "quiet_to": "7", "time_zone": "Europe/Paris"}
    assert ada.post(PAGE, chosen | hours).headers["Location"] == PAGE
    preferences = NotificationPreferences.objects.get()
    assert preferences.channels["your_turn"] == ["mail"]
    assert preferences.channels["match_over"] == ["push"]
    assert preferences.channels["invitation"] == []
    assert (preferences.rhythm, preferences.daily_at, preferences.quiet_from, preferences.quiet_to) == (
        "daily",
        9,
        22,
        7,
    )
    assert User.objects.get().time_zone == "Europe/Paris"
    form = ada.get(PAGE).context["form"]
    assert [form.initial[name] for name in ("rhythm", "daily_at", "quiet_from", "quiet_to")] == [
        "daily",
        9,
        22,
        7,
    ]
    assert [form[name].value() for name in ("mail_your_turn", "push_your_turn", "mail_match_over")] == [
        True,
        False,
        False,
    ]


def test_midnight_is_an_hour_like_others(ada: Client) -> None:
    ada.post(PAGE, {"rhythm": "instant", "daily_at": "0", "quiet_from": "0", "quiet_to": "6"})
    preferences = NotificationPreferences.objects.get()
    assert (preferences.daily_at, preferences.quiet_from, preferences.quiet_to) == (0, 0, 6)


@pytest.mark.parametrize(
    "wrong",
    [
        {"rhythm": "yearly"},
        {"daily_at": "24"},
        {"quiet_from": "22"},
        {"quiet_from": "x", "quiet_to": "7"},
        {"time_zone": "Wonder/Land"},
        {"time_zone": "../../etc/passwd"},
    ],
)
def test_invalid_choices_are_not_stored(ada: Client, wrong: dict[str, str]) -> None:
    answer = ada.post(PAGE, {"rhythm": "instant", "daily_at": "8"} | wrong)
    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode()
    assert not NotificationPreferences.objects.exists()


def test_a_table_can_be_silenced_there_and_at_the_table(ada: Client) -> None:
    snapshot = at_table(2)
    table, seat = snapshot.table.pk, Seat.objects.get(table=snapshot.table, user=person("Ada"))
    assert f'name="table_{table}"' in text(ada)
    assert f'name="listed" value="{table}"' in text(ada)
    posted = {"rhythm": "instant", "daily_at": "8", "listed": table}
    ada.post(PAGE, posted)
    seat.refresh_from_db()
    assert seat.notifications_off
    ada.post(PAGE, posted | {f"table_{table}": "on"})
    seat.refresh_from_db()
    assert not seat.notifications_off
    assert ada.post(f"/t/{table}/silence/", {"silent": "yes"}).headers["Location"] == f"/t/{table}/"
    seat.refresh_from_db()
    assert seat.notifications_off
    assert not Seat.objects.get(table=snapshot.table, user=person("Ben")).notifications_off


def test_a_table_that_began_since_the_page_was_made_is_not_silenced(ada: Client) -> None:
    before = at_table(2).table.pk
    assert text(ada)
    at_table(2)
    ada.post(PAGE, {"rhythm": "instant", "daily_at": "8", "listed": before})
    silenced = Seat.objects.filter(user=person("Ada"), notifications_off=True)
    assert list(silenced.values_list("table", flat=True)) == [before]


def test_nobody_silences_a_table_for_others(ada: Client) -> None:
    snapshot = at_table(2)
    browser(person("Eve")).post(f"/t/{snapshot.table.pk}/silence/", {"silent": "yes"})
    assert not Seat.objects.filter(notifications_off=True).exists()


def test_it_says_where_messages_go(ada: Client) -> None:
    assert "ada@example.org" in text(ada)
    assert "no browser of yours gets them" in text(ada)
    browser_of(person("Ada")), hook_of(person("Ada"))
    assert "to 1 browser." in text(ada) and "1 is on." in text(ada)
    EmailAddress.objects.update(verified=False)
    assert "ada@example.org is not confirmed yet, so no mail is sent there." in text(ada)


def test_it_says_what_could_not_be_delivered(ada: Client) -> None:
    snapshot = at_table(2)
    if whose_turn(snapshot).username != "Ada":
        step(snapshot)
    post()
    own = Delivery.objects.filter(notification__user=person("Ada"))
    own.update(status="failed", why="550 nobody")
    assert "A mail to you could not be delivered" in text(ada)
    assert "550 nobody" in text(ada)
    assert "could not be delivered" not in text(browser(person("Ben")))
    own.update(claimed_at=timezone.now() - timedelta(days=30))
    assert "could not be delivered" not in text(ada)


def test_guests_are_asked_to_register_and_strangers_to_sign_in() -> None:
    guest = person("Curious Cup", is_guest=True)
    assert browser(guest).get(PAGE).headers["Location"] == "/accounts/register/"
    assert Client().get(PAGE).headers["Location"].startswith("/accounts/login/")


def test_the_preferences_lead_there(ada: Client) -> None:
    assert f'href="{PAGE}"' in ada.get("/preferences/").content.decode()


def test_the_host_sees_what_was_given_up(admin_client: Client) -> None:
    at_table(2)
    post()
    Delivery.objects.update(status="failed", why="550 nobody")
    page = admin_client.get("/admin/games/delivery/?status__exact=failed").content.decode()
    assert "550 nobody" in page
