"""For every limit by address a network of IPv6 counts as a few visitors, however many addresses it has."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.core.internal import ratelimit
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts import page_limits
from accounts.models import User
from games.sockets.message_limits import Answer, Gate, punish
from hosting.limits.addresses import networks_of, path_of
from hosting.limits.all_limits import LIMITS
from hosting.limits.buckets import Limiter, limiter
from hosting.limits.pages import FewAtOnce
from hosting.limits.places import Places, places
from tests.accounts.test_attempts import guess, known_browser
from tests.accounts.test_recovery import recover
from tests.accounts.test_signing_in import sign_in
from tests.conftest import PASSWORD


@pytest.fixture(autouse=True)
def uncounted() -> Iterator[None]:
    for store in (cache, limiter, places):
        store.clear()
    yield
    for store in (cache, limiter, places):
        store.clear()


def line(number: int, home: int = 0) -> str:
    """Return an address on the numbered line of a home, a /56 of one /48."""
    return f"2001:db8:7:{home * 256 + number:x}::5"


def lines_of_one_home(count: int) -> list[str]:
    return [line(number) for number in range(count)]


def one_line_of_each_home(count: int) -> list[str]:
    return [line(0, home) for home in range(count)]


def test_an_address_of_ipv6_counts_for_its_line_its_home_and_its_site() -> None:
    networks = networks_of("2001:db8:7:1ff:a:b:c:d")
    assert networks == (("2001:db8:7:1ff::", 1), ("2001:db8:7:100::/56", 4), ("2001:db8:7::/48", 16))
    assert networks_of("192.0.2.7") == networks_of("::ffff:192.0.2.7") == (("192.0.2.7", 1),)
    assert networks_of("2001:DB8:7:0::1%eth0")[0] == ("2001:db8:7::", 1)
    for none in ("", "what:no proxy says", "\0:", "é::"):
        assert networks_of(none) == ((none, 1),)
    assert path_of("2001:db8:7::1") == ("2001:db8:7::/48", "2001:db8:7::/56", "2001:db8:7::")


# A /56 has the limit of four lines, a /48 of sixteen, however many lines there are.
EVERYWHERE = pytest.mark.parametrize(
    ("addresses", "worth"),
    [(lines_of_one_home(30), 4), (one_line_of_each_home(30), 16), ([f"192.0.2.{n}" for n in range(30)], 30)],
)


@EVERYWHERE
def test_a_network_opens_as_many_sockets_as_a_few_lines(
    settings: Any, addresses: list[str], worth: int
) -> None:
    settings.SOCKETS_PER_ADDRESS = 2
    waits = [limiter.spend("opening", now=100.0, address=address) for address in addresses for _ in range(3)]
    assert waits.count(0) == 2 * worth
    places = Places()
    taken = [places.take("socket", address=address) for address in addresses for _ in range(3)]
    assert sum(place is not None for place in taken) == 2 * worth
    punish(addresses[0], 100.0)


@EVERYWHERE
def test_as_many_messages_of_a_network_wait_as_of_a_few_lines(
    settings: Any, addresses: list[str], worth: int
) -> None:
    settings.MESSAGES_PER_ADDRESS = 3
    gates = [Gate(None, address) for address in addresses]
    answers = [gate.enter(100.0) for gate in gates for _ in range(4)]
    for gate, answer in zip((gate for gate in gates for _ in range(4)), answers, strict=True):
        if answer == Answer.LET_IN:
            gate.leave()
    assert answers.count(Answer.LET_IN) == 3 * worth


def test_a_network_takes_half_of_the_time_at_most(settings: Any) -> None:
    settings.TIME_PER_ADDRESS = 20
    rate, most = LIMITS["time"]["address"].scaled(20, 16)
    assert rate == 50
    for addresses in (lines_of_one_home(200), one_line_of_each_home(200)):
        limiter = Limiter()
        assert not any(limiter.spend("time", most / 200, now=100.0, address=address) for address in addresses)
        for address in addresses:
            limiter.spend("time", 100 / 200, now=100.0, address=address)
        # A second too much is paid off in two seconds.
        assert limiter.wait("time", now=100.0, address=addresses[0]) == pytest.approx(2.0)
        assert limiter.wait("time", now=100.0, address="192.0.2.7") == 0
        assert limiter.wait("time", now=102.0, address=addresses[0]) == pytest.approx(0.0)


@pytest.mark.parametrize(
    ("addresses", "most"),
    [
        (lines_of_one_home(30), 4),
        (one_line_of_each_home(30), 4),
        ([f"192.0.2.{n}" for n in range(30)], 12),
    ],
)
def test_a_network_has_few_pages_made_at_once_however_many_lines_ask(
    settings: Any, addresses: list[str], most: int
) -> None:
    settings.TIME_PER_ADDRESS = 20
    begun: list[str] = []

    async def run() -> None:
        end = asyncio.Event()

        async def page(scope: Any, _receive: Any, _send: Any) -> None:
            begun.append(scope["client"][0])
            await end.wait()

        site = FewAtOnce(page)
        tasks = [
            asyncio.create_task(site({"path": "/lobby/", "headers": [], "client": [address, 1]}, None, None))
            for address in addresses
            for _ in range(3)
        ]
        for _ in range(10):
            await asyncio.sleep(0)
        assert len(begun) == most
        end.set()
        await asyncio.gather(*tasks)

    asyncio.run(run())
    assert len(begun) == 3 * len(addresses)


def statuses(addresses: list[str], page: str, data: dict[str, str], first: str = "Ann") -> list[int]:
    return [
        Client(REMOTE_ADDR=address).post(reverse(page), data | {"username": f"{first} {number}"}).status_code
        for number, address in enumerate(addresses)
    ]


@pytest.mark.django_db
@EVERYWHERE
def test_a_network_becomes_as_many_guests_as_a_few_lines(
    settings: Any, addresses: list[str], worth: int
) -> None:
    settings.GUESTS_PER_HOUR = 1
    assert statuses(addresses, "guided", {}).count(302) == worth
    assert User.objects.count() == worth


@pytest.mark.django_db
@EVERYWHERE
def test_a_network_registers_as_many_members_as_a_few_lines(
    settings: Any, addresses: list[str], worth: int
) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"signup": "1/h/ip"}
    statuses(addresses, "account_signup", {"password1": PASSWORD})
    assert User.objects.count() == worth


@pytest.mark.django_db
def test_a_line_that_is_refused_uses_up_nothing_of_its_network(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"signup": "1/h/ip"}
    settings.GUESTS_PER_HOUR = 1
    for page, counted in (("account_signup", 2), ("guided", 4)):
        statuses([line(0)] * 20, page, {"password1": PASSWORD})
        statuses([line(1)], page, {"password1": PASSWORD}, "Bob")
        assert User.objects.count() == counted


@pytest.mark.django_db
@EVERYWHERE
def test_a_network_asks_for_as_many_links_to_new_passwords_as_a_few_lines(
    settings: Any, addresses: list[str], worth: int
) -> None:
    rates = {"reset_password": "1/h/ip,99/h/key", "mail": None}
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | rates
    person = User.objects.create_user("Ada", password=PASSWORD)
    EmailAddress.objects.create(user=person, email="ada@example.org", verified=True, primary=True)
    statuses(addresses, "account_reset_password", {"email": "ada@example.org"})
    assert len(mail.outbox) == worth


@EVERYWHERE
def test_as_many_of_a_network_do_something_at_once_as_of_a_few_lines(
    rf: RequestFactory, addresses: list[str], worth: int
) -> None:
    requests = [rf.post("/import/", REMOTE_ADDR=address) for address in addresses]
    entered = [page_limits.one_at_a_time(request, "import") for request in requests]
    assert [entry.__enter__() for entry in entered].count(None) == worth
    for entry in entered:
        entry.__exit__(None, None, None)
    with page_limits.one_at_a_time(requests[0], "import") as refused:
        assert refused is None


@pytest.mark.django_db
@EVERYWHERE
def test_a_network_signs_in_as_often_as_a_few_lines(settings: Any, addresses: list[str], worth: int) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"login": "1/h/ip"}
    codes = statuses(addresses, "account_login", {"password": PASSWORD})
    assert codes.count(429) == len(addresses) - worth


@pytest.mark.django_db
@EVERYWHERE
def test_a_network_has_as_many_challenges_of_passkeys_stored_as_a_few_lines(
    monkeypatch: pytest.MonkeyPatch, addresses: list[str], worth: int
) -> None:
    monkeypatch.setitem(LIMITS, "passkey", {"address": LIMITS["passkey"]["address"]._replace(number=1)})
    for address in addresses:
        page = reverse("mfa_login_webauthn")
        Client(REMOTE_ADDR=address).get(page, headers={"X-Requested-With": "XMLHttpRequest"})
    assert Session.objects.count() == worth


@pytest.mark.django_db
def test_a_network_tries_as_many_passwords_of_a_name_as_a_few_lines(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"login_failed": "20/10m/ip,1/5m/key"}
    User.objects.create_user("Ada", password=PASSWORD)
    assert [guess(1, address)[0] for address in lines_of_one_home(6)] == [200] * 4 + [429] * 2
    # Another name has its own count.
    assert guess(1, line(0), "Bob") == [200]
    assert guess(1, "192.0.2.9") == [200]


@pytest.mark.django_db
def test_all_places_together_have_a_bound_by_name_which_a_known_browser_passes(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {
        "login_failed_anywhere": "3/h/key",
        "recover_anywhere": "3/h/key",
    }
    ada = User.objects.create_user("Ada", password=PASSWORD)
    browser = known_browser(ada)
    # Signing in successfully doesn't count as a guess.
    assert [sign_in(Client(), "Ada").status_code for _ in range(5)] == [302] * 5
    assert [guess(1, f"192.0.2.{n}")[0] for n in range(5)] == [200] * 3 + [429] * 2
    assert sign_in(Client(), "Ada").status_code == 429
    assert sign_in(browser, "Ada").status_code == 302
    tries = [recover(Client(REMOTE_ADDR=f"192.0.2.{n}"), "Ada", "0000000000").status_code for n in range(5)]
    assert tries == [200] * 3 + [429] * 2


def test_no_network_alone_reaches_the_bound_by_name(settings: Any) -> None:
    """Otherwise a network could keep a name's owner out of every new browser."""
    for action in ("login_failed", "recover"):
        by_line, by_name = (
            {
                rate.duration: rate.amount
                for rate in ratelimit.get_rates(app=page_limits.APP, action=limit_name)
            }
            for limit_name in (action, f"{action}_anywhere")
        )
        widest = networks_of(line(0))[-1][1]
        assert all(by_line[duration] * widest < amount for duration, amount in by_name.items())
