"""Limits for one address: new guests, concurrent requests, and the answer while attempts can't be counted."""

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts import page_limits
from accounts.guests import new_guest, remove_unseen
from accounts.models import User
from accounts.signin.outage import unavailable
from games.models import Table
from scripts.cluster.process import free_port
from tests.accounts.test_signing_in import sign_in, who
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def three_an_hour(settings) -> None:  # type: ignore[no-untyped-def]
    settings.GUESTS_PER_HOUR = 3


@pytest.fixture
def counters_away(settings) -> None:  # type: ignore[no-untyped-def]
    """Let attempts be counted by a server that doesn't answer."""
    backend = "django.core.cache.backends.redis.RedisCache"
    settings.CHANNEL_URL = "redis://127.0.0.1:1/0"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": f"redis://127.0.0.1:{free_port()}/0"}}
    settings.GUESTS_PER_HOUR = 3


def play(browser: Client):  # type: ignore[no-untyped-def]
    return browser.post(reverse("play_now"))


def test_one_address_becomes_so_many_guests_in_an_hour(three_an_hour: None) -> None:
    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        for _ in range(3):
            assert play(Client()).status_code == 302
        refused = play(Client())
        assert refused.status_code == 429
        assert "Register, sign in, or try again later." in refused.content.decode()
        assert refused["Retry-After"] == "1200"
        assert User.objects.count() == 3
        assert play(Client(REMOTE_ADDR="192.0.2.7")).status_code == 302
        clock.shift(timedelta(hours=1, seconds=1))
        assert play(Client()).status_code == 302


def test_a_guest_who_is_there_already_plays_on(three_an_hour: None) -> None:
    browser = Client()
    for _ in range(5):
        assert play(browser).status_code == 302
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("https", "guests", "members", "imports"), [("true", "30", "20/h/ip", "60"), ("false", "0", "None", "0")]
)
def test_only_a_public_site_counts_who_comes_and_what_they_store(
    https: str, guests: str, members: str, imports: str, tmp_path: Path
) -> None:
    names = "s.GUESTS_PER_HOUR, s.ACCOUNT_RATE_LIMITS['signup'], s.IMPORTS_PER_HOUR"
    code = f"from config import settings as s; print({names})"
    environment = os.environ | {"HTTPS": https, "VAR_DIR": str(tmp_path)}
    outcome = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert outcome.stdout.split() == [guests, members, imports], outcome.stderr


def test_while_nobody_counts_no_password_is_tried(
    ada: User, adas: Client, client: Client, counters_away: None
) -> None:
    answer = sign_in(client, "Ada")
    assert answer.status_code == 503
    assert answer["Retry-After"] == "30"
    assert "Nothing was changed" in answer.content.decode()
    assert who(client) is None
    signup = client.post(reverse("account_signup"), {"username": "Bob", "password1": PASSWORD})
    assert signup.status_code == 503
    assert not User.objects.filter(username="Bob").exists()
    assert adas.get(reverse("preferences")).status_code == 200


def test_while_nobody_counts_guests_play(client: Client, counters_away: None) -> None:
    assert play(client).status_code == 302
    assert User.objects.filter(is_guest=True).count() == 1


def test_other_faults_are_not_taken_for_missing_counters() -> None:
    request = RequestFactory().get("/")
    assert unavailable(request, ValueError("a fault of ours")) is None
    assert unavailable(request, OSError("no space left")) is None


def imported_by(person: User) -> Table:
    origin = {"match": "abcdefgh", "kinds": ["member"], "proven": False}
    return Table.objects.create(game="parade", rules=1, increment_ms=0, host=person, origin=origin)


def test_a_guest_who_only_imported_a_match_is_forgotten_and_the_match_stays() -> None:
    guest, host = new_guest(), new_guest()
    table = imported_by(guest)
    Table.objects.create(game="parade", rules=1, increment_ms=0, host=host)
    later = datetime.now(UTC) + timedelta(days=31)
    assert remove_unseen(datetime.now(UTC)) == 0
    assert remove_unseen(later) == 1
    assert list(User.objects.all()) == [host]
    assert Table.objects.get(pk=table.pk).host is None


@pytest.mark.parametrize(
    "address", ["/t/%00/", "/i/a%00b/", "/go/%00/", "/@Ada/?opponent=%00", "/next/?after=%00", "/about/?%00"]
)
def test_an_address_that_no_database_can_be_asked_for_is_not_found(adas: Client, address: str) -> None:
    assert adas.get(address).status_code == 404
    assert adas.post(address).status_code == 404


def test_an_escaped_percent_sign_is_let_through(adas: Client) -> None:
    assert adas.get("/@Ada/?opponent=%2500").status_code == 200


def test_an_address_does_one_thing_after_the_other(rf: RequestFactory) -> None:
    first, same, other = (
        rf.post("/import/", REMOTE_ADDR=address) for address in ("2.2.2.2", "2.2.2.2", "3.3.3.3")
    )
    for _ in range(2):
        with (
            page_limits.one_at_a_time(first, "import") as free,
            page_limits.one_at_a_time(other, "import") as too,
        ):
            with page_limits.one_at_a_time(same, "import") as refused:
                assert refused is not None
                assert refused.status_code == 429
            assert (free, too) == (None, None)
