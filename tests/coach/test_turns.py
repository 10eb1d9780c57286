"""Repeated requests fill neither the database nor the review queue nor the coach's places."""

from __future__ import annotations

import json
import time
from collections import Counter
from contextlib import ExitStack, suppress
from threading import Event, Thread
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.names import is_visible
from accounts.security.forms import PasskeyNameForm
from games.coach import questions, reviews
from games.coach.models import Review
from games.coach.questions import MOST_WAITING, Coach
from games.models import Phrase, Table
from games.rules import core, simulation
from hosting.limits.all_limits import LIMITS
from scripts.cluster.process import PATIENCE, until
from tests.helpers import given

pytestmark = pytest.mark.django_db
FORM = "application/x-www-form-urlencoded; charset=utf-7"


def test_a_visit_of_an_invitation_stores_nothing_and_opens_its_table() -> None:
    tables = [given.running(2, public=False).table for _ in range(2)]
    for _ in range(3):
        assert Client().get(reverse("invitation", args=[tables[0].invite])).status_code == 302
    visitor = Client()
    for table in tables:
        assert visitor.get(reverse("table", args=[table.pk])).status_code == 404
        visitor.get(reverse("invitation", args=[table.invite]))
    assert [visitor.get(reverse("table", args=[table.pk])).status_code for table in tables] == [200, 200]
    assert Session.objects.count() == 0


@pytest.mark.parametrize("cookie", ["", "é", "a.b.c", "." * 9000, "x" * 9000, "'"])
def test_a_cookie_of_ones_own_making_opens_no_table(cookie: str) -> None:
    table, visitor = given.running(2, public=False).table, Client()
    visitor.cookies["invites"] = cookie
    assert visitor.get(reverse("table", args=[table.pk])).status_code == 404


def test_one_person_and_one_address_open_so_many_tables_an_hour(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()
    settings.TABLES_PER_HOUR = 3
    of_address = LIMITS["tables"]["address"]._replace(times=2)
    monkeypatch.setitem(LIMITS, "tables", LIMITS["tables"] | {"address": of_address})
    first, second = Client(), Client()
    answers: Counter[int] = Counter()
    for browser in (first, second):
        for _ in range(6):
            answer = browser.post(reverse("play_now"))
            answers[answer.status_code] += 1
            if answer.status_code == 302:
                browser.post(f"{answer['Location']}resign/")
    assert Table.objects.count() == 6
    assert answers == {302: 6, 429: 6}
    cache.clear()


def test_a_guest_asks_for_reviews_of_their_own_seat_alone() -> None:
    host = Client()
    where = host.post(reverse("play_now"), {"game": "parade"})["Location"]
    host.post(f"{where}resign/")
    assert host.post(f"{where}review/?eyes=1").status_code == 403
    assert Review.objects.count() == 0
    assert host.post(f"{where}review/?eyes=0").status_code == 302
    assert Review.objects.count() == 1


def test_a_request_from_another_address_is_next_however_long_the_queue_of_one_is() -> None:
    for address in ("192.0.2.7", "192.0.2.7", "192.0.2.7", "198.51.100.9"):
        visitor = Client(REMOTE_ADDR=address)
        where = visitor.post(reverse("play_now"), {"game": "parade"})["Location"]
        visitor.post(f"{where}resign/")
        visitor.post(f"{where}review/?eyes=0")
    assert [reviews.place(review) for review in Review.objects.order_by("asked_at")] == [1, 3, 4, 2]


@pytest.mark.parametrize("addresses", [["192.0.2.7"] * 9, [f"2001:db8:7:{n:x}::1" for n in range(9)]])
def test_one_network_has_half_of_the_coachs_places(addresses: list[str]) -> None:
    coach = Coach()
    with ExitStack() as asking:
        for person, address in enumerate(addresses[: MOST_WAITING // 2]):
            asking.enter_context(coach._alone(person, address))
        with pytest.raises(core.Refused, match="busy"), coach._alone(99, addresses[-1]):
            pass
        for person in range(MOST_WAITING // 2, MOST_WAITING):
            asking.enter_context(coach._alone(person, f"198.51.100.{person}"))
    assert not coach.of and not coach.asking


def test_two_networks_leave_the_coach_places_for_others() -> None:
    coach, crowd = Coach(), ["192.0.2.7", "192.0.2.8", "198.51.100.1", "198.51.100.2"]
    taken: Counter[str] = Counter()
    with ExitStack() as asking:
        for person in range(40):
            with suppress(core.Refused):
                asking.enter_context(coach._alone(person, crowd[person // 10]))
                taken[crowd[person // 10]] += 1
    assert list(taken.values()) == [4, 2, 1, 1]


def test_a_hint_for_another_address_is_next() -> None:
    coach, begins, answered = Coach(), Event(), dict[int, str]()

    def ask(address: str) -> None:
        answered[coach.in_turn(address, time.monotonic_ns)] = address

    coach.thread.submit(begins.wait, "192.0.2.7")
    until("the thread is busy", lambda: not len(coach.thread.turns))
    asking = [Thread(target=ask, args=[address]) for address in ("192.0.2.7", "192.0.2.7", "198.51.100.9")]
    for number, thread in enumerate(asking, 1):
        thread.start()
        until("the next to wait", lambda number=number: len(coach.thread.turns) == number)  # type: ignore[misc]
    begins.set()
    for thread in asking:
        thread.join(PATIENCE)
    coach.processes.stop()
    assert [answered[at] for at in sorted(answered)] == ["192.0.2.7", "198.51.100.9", "192.0.2.7"]


def test_a_hint_that_waits_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    coach, begins = Coach(), Event()
    monkeypatch.setattr(questions, "LONGEST", 0.01)
    coach.thread.submit(begins.wait)
    with pytest.raises(core.Refused, match="busy"):
        coach.in_turn("192.0.2.7", time.monotonic_ns)
    begins.set()


@time_machine.travel("2030-01-01T12:00:00Z", tick=False)
def test_so_many_phrases_are_said_in_an_hour_and_no_more() -> None:
    person = given.person()
    browser, codes = given.browser(person), []
    for number in range(32):
        table = given.running(2, f"talk {number}").table
        codes += [
            browser.post(reverse("say", args=[table.pk]), {"phrase": "hello"}).status_code for _ in range(4)
        ]
    assert codes.count(302) == Phrase.objects.count() == 120
    assert set(codes[120:]) == {429}


@pytest.mark.parametrize("page", ["/x%00", "/about/?%00", "/about/", "/x"])
def test_a_form_in_another_encoding_is_refused_wherever_it_goes(page: str) -> None:
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    # Django reads the form, and fails, if a browser has sent its token.
    client.cookies["csrftoken"] = "t" * 32
    answer = client.post(page, b"a=b", content_type=FORM)
    assert (answer.status_code, answer.content) == (400, b"Send forms in UTF-8.\n")


@pytest.mark.parametrize(
    "letter", "\u3164\u115f\u1160\uffa0\u2800\ufe0f\u034f\u17b4\u17b5\u180b\u200b\U000e0100"
)
def test_invisible_characters_are_no_part_of_a_name(letter: str) -> None:
    assert not is_visible(f"A{letter}da") and not is_visible(letter)
    assert is_visible("Æsop Ñandú 7")


def test_a_record_with_a_name_that_does_not_show_is_not_imported() -> None:
    document = next(iter(simulation.matches("parade", ["easy", "gentle"], 1, "names")))
    document["seats"][0]["name"] = "\u3164"
    browser = given.browser(given.person())
    answer = browser.post(reverse("import_record"), {"text": json.dumps(document)})
    assert answer.status_code == 400 and not Table.objects.exists()


def test_a_passkey_has_a_name_that_shows() -> None:
    key = Authenticator(type=Authenticator.Type.WEBAUTHN, data={"name": "Old"})
    names = [
        PasskeyNameForm({"name": name}, instance=key).is_valid() for name in ("Key 1", "\u3164", "a\u200bb")
    ]
    assert names == [True, False, False]


@pytest.mark.parametrize(
    "page",
    [
        "/accounts/delete/",
        "/accounts/safety/app/",
        "/accounts/safety/passkeys/add/",
        "/accounts/safety/passkeys/1/",
        "/accounts/safety/passkeys/1/remove/",
        "/accounts/safety/codes/new/",
    ],
)
def test_a_visitors_post_to_a_members_page_is_not_stored(client: Client, page: str) -> None:
    answer = client.post(page, {"a": "x" * 1000})
    assert answer.status_code == 302 and answer["Location"].startswith("/accounts/login/")
    assert Session.objects.count() == 0
