"""Guests are created when they first play, may register and keep everything, and are removed if they never played."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.core import mail
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone, translation

from accounts.guest_names import WORDS
from accounts.guests import guest_for, new_guest, remove_unseen
from accounts.models import User
from accounts.names import NAME_LENGTH, is_reserved, name_key, validate_name
from games.models import Seat, Table
from tests.conftest import PASSWORD
from tests.helpers import given

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest() -> User:
    return new_guest()


@pytest.fixture
def guests_browser(guest: User) -> Client:
    browser = Client()
    browser.force_login(guest)
    return browser


def claim(browser: Client, name: str = "Bob", **more: str):  # type: ignore[no-untyped-def]
    return browser.post(reverse("register_guest"), {"username": name, "password1": PASSWORD} | more)


def seated(person: User) -> Seat:
    table = Table.objects.create(game="parade", rules=1, increment_ms=1000)
    return Seat.objects.create(table=table, index=0, user=person, name=person.username)


def request_of(browser: Client, user: User | AnonymousUser):  # type: ignore[no-untyped-def]
    request = RequestFactory().get("/")
    request.session, request.user = browser.session, user
    return request


def test_an_unknown_visitor_is_signed_in_as_a_guest(client: Client) -> None:
    request = request_of(client, AnonymousUser())
    guest = guest_for(request)
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert request.session["_auth_user_id"] == str(guest.pk)
    assert request.session.get_expiry_age() == 365 * 24 * 3600
    assert guest_for(request) == guest
    assert User.objects.count() == 1


def test_a_signed_in_person_stays_signed_in(client: Client, ada: User) -> None:
    assert guest_for(request_of(client, ada)) == ada
    assert User.objects.count() == 1


def test_guests_names_are_unique_even_when_names_run_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WORDS, "en", (["Curious"], ["Teapot"]))
    names = {name_key(new_guest().username) for _ in range(60)}
    assert len(names) == 60


@pytest.mark.parametrize(("language", "number"), [("en", 0), ("fr", 1), ("de", 0)])
def test_a_guests_name_is_in_the_language_of_the_page(language: str, number: int) -> None:
    words = list(WORDS.values())[number]
    with translation.override(language):
        first, second, _digits = new_guest().username.split()
    assert first in words[0]
    assert second in words[1]


@pytest.mark.parametrize("language", WORDS)
def test_every_guests_name_is_one_that_anybody_could_have(language: str) -> None:
    firsts, seconds = WORDS[language]
    assert len(f"{max(firsts, key=len)} {max(seconds, key=len)} 1234") <= NAME_LENGTH
    for first in firsts:
        for second in seconds:
            validate_name(f"{first} {second} 12")
            assert not is_reserved(f"{first} {second} 12")


def test_claiming_keeps_row_session_and_matches(guests_browser: Client, guest: User) -> None:
    seat = seated(guest)
    guests_browser.get(reverse("preferences"))
    before = guests_browser.session.session_key
    answer = claim(guests_browser, "Bob", email="bob@example.org")
    assert answer.url == reverse("home")
    bob = User.objects.get()
    assert (bob.pk, bob.username, bob.is_guest, bob.email) == (guest.pk, "Bob", False, "bob@example.org")
    assert bob.check_password(PASSWORD)
    assert Seat.objects.get(pk=seat.pk).user == bob
    assert guests_browser.session["_auth_user_id"] == str(bob.pk)
    assert guests_browser.session.session_key != before
    assert guests_browser.get(reverse("preferences")).status_code == 200
    assert [letter.to for letter in mail.outbox] == [["bob@example.org"]]


def test_a_claimed_account_can_be_signed_in_to_elsewhere(guests_browser: Client, client: Client) -> None:
    claim(guests_browser)
    assert client.post(reverse("account_login"), {"login": "bob", "password": PASSWORD}).status_code == 302


def test_a_guest_may_keep_the_friendly_name(guests_browser: Client, guest: User) -> None:
    assert claim(guests_browser, guest.username).status_code == 302
    assert User.objects.get().username == guest.username


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("ADA", PASSWORD),
        ("Dodo", PASSWORD),
        ("The Bot", PASSWORD),
        ("", PASSWORD),
        ("\0", PASSWORD),
        ("Bob", "short"),
        ("Bob", ""),
    ],
)
def test_a_refused_claim_changes_nothing(
    guests_browser: Client, guest: User, ada: User, name: str, password: str
) -> None:
    answer = guests_browser.post(reverse("register_guest"), {"username": name, "password1": password})
    assert answer.status_code == 200
    assert answer.context["form"].errors
    assert guest.username in answer.content.decode()
    same = User.objects.get(pk=guest.pk)
    assert (same.username, same.is_guest, same.has_usable_password()) == (guest.username, True, False)


def test_claims_are_limited_like_registrations(guests_browser: Client) -> None:
    for _ in range(20):
        claim(guests_browser, "Dodo")
    assert claim(guests_browser, "Bob").status_code == 429
    assert not User.objects.filter(username="Bob").exists()


def test_claiming_needs_the_sites_own_form(guest: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(guest)
    assert claim(strict).status_code == 403


def test_claiming_sends_on_within_the_site_only(guests_browser: Client) -> None:
    answer = claim(guests_browser, next="//evil.example", email="bob@example.org")
    assert answer.url == reverse("home")


def test_a_guest_who_opens_sign_up_is_sent_to_the_claim(guests_browser: Client) -> None:
    assert (
        guests_browser.get(reverse("account_signup"), {"next": "/about/"})["Location"]
        == "/accounts/register/?next=%2Fabout%2F"
    )
    assert guests_browser.get(reverse("register_guest")).status_code == 200


def test_others_have_nothing_to_claim(client: Client, adas: Client) -> None:
    assert client.get(reverse("register_guest"))["Location"] == reverse("account_signup")
    assert adas.get(reverse("register_guest"))["Location"] == reverse("preferences")
    assert claim(adas, "Eve").url == reverse("preferences")
    assert User.objects.get().username == "Ada"


def test_a_guest_who_signs_out_is_warned(guests_browser: Client) -> None:
    assert "can&#x27;t come back" in guests_browser.get(reverse("account_logout")).content.decode().replace(
        "'", "&#x27;"
    )


def test_guests_unseen_for_thirty_days_go_unless_they_have_a_match_or_a_table(ada: User) -> None:
    then = datetime(2030, 1, 1, tzinfo=UTC)
    with time_machine.travel(then, tick=False):
        idle, player, host = new_guest(), new_guest(), new_guest()
        seat = seated(player)
        table = Table.objects.create(game="parade", rules=1, increment_ms=1000, host=host)
        User.objects.filter(pk=ada.pk).update(last_seen=then)
    with time_machine.travel(then + timedelta(days=2), tick=False):
        seen_later = new_guest()
    with time_machine.travel(then + timedelta(days=30), tick=False) as clock:
        assert remove_unseen(timezone.now()) == 0
        clock.shift(timedelta(seconds=1))
        assert remove_unseen(timezone.now()) == 1
    assert set(User.objects.all()) == {ada, player, host, seen_later}
    assert idle not in User.objects.all()
    assert (Seat.objects.get(pk=seat.pk).user, Table.objects.get(pk=table.pk).host) == (player, host)


def test_a_guest_whose_name_is_taken_is_told_under_which_one_they_play(client: Client) -> None:
    User.objects.create_user("Alice")
    address = f"/t/{given.opened(3).table.pk}/"
    page = client.post(f"{address}sit/", {"name": "Alice"}, follow=True).content.decode()
    guest = User.objects.get(is_guest=True)
    assert f"The name Alice is taken. You play as {guest.username}." in page
    assert guest.username.startswith("Alice ")
