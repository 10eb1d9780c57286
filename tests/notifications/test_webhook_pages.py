"""The page where members add, test and remove webhooks."""

from __future__ import annotations

import socket
from functools import partial
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Webhook
from games.notifications.channels import webhook
from tests.helpers.at_once import at_once
from tests.helpers.given import person
from tests.notifications.addressees import Names, Receiver
from tests.notifications.test_webhooks import press

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("this_machine")]


def add(browser: Client, url: str) -> str:
    answer = browser.post(reverse("webhooks"), {"url": url}, follow=True)
    return answer.content.decode()


def test_a_secret_is_shown_once(adas: Client, ada: User, receiver: Receiver) -> None:
    page = add(adas, receiver.url())
    secret = webhook.shown_secret(ada.webhooks.get().secret)
    assert len(ada.webhooks.get().secret) == 43
    assert secret in page
    assert secret not in adas.get(reverse("webhooks")).content.decode()


def test_a_new_secret_is_shown_once_and_the_old_one_is_gone(adas: Client, hook: Webhook) -> None:
    page = press(adas, hook, "secret")
    stored = Webhook.objects.get().secret
    renewed = webhook.shown_secret(stored)
    assert stored != hook.secret and renewed in page
    assert renewed not in adas.get(reverse("webhooks")).content.decode()


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://10.0.0.1/", "private network"),
        ("https://169.254.169.254/latest/meta-data/", "private network"),
        ("https://[fd00:ec2::254]/", "private network"),
        ("http://8.8.8.8/", "must begin with https"),
        ("ftp://127.0.0.1/", "must begin with https"),
        ("https://8.8.8.8:22/", "port"),
        ("https://me:word@8.8.8.8/", "a name or a password"),
        ("https://nobody.example/", "no machine of this name"),
        ("nonsense", "must begin with https"),
        ("", "required"),
    ],
)
def test_an_address_that_is_not_allowed_is_refused_at_once(
    adas: Client, monkeypatch: pytest.MonkeyPatch, url: str, why: str
) -> None:
    if "nobody" in url:
        monkeypatch.setattr(socket, "getaddrinfo", Names().getaddrinfo)
    page = add(adas, url)
    assert why in page
    assert not Webhook.objects.exists()


def test_an_address_is_given_once(adas: Client, hook: Webhook) -> None:
    assert "already" in add(adas, hook.url)
    assert Webhook.objects.count() == 1


def test_a_member_has_five_at_most(adas: Client, ada: User, receiver: Receiver) -> None:
    for number in range(webhook.MOST_WEBHOOKS):
        add(adas, f"{receiver.url()}/{number}")
    page = add(adas, f"{receiver.url()}/more")
    assert Webhook.objects.count() == webhook.MOST_WEBHOOKS
    assert 'name="url"' not in page


def test_forms_that_are_sent_at_once_add_no_webhook_twice_and_none_too_many(file_database: Path) -> None:
    for round_ in range(4):
        ada = person(f"Ada {round_}")
        for number in range(3):
            webhook.add(ada, f"https://{number}.example/")
        urls = ["https://same.example/"] * 4 + [f"https://other{number}.example/" for number in range(4)]
        at_once(*(partial(webhook.add, ada, url) for url in urls))
        kept = list(ada.webhooks.values_list("url", flat=True))
        assert len(kept) == len(set(kept)) == webhook.MOST_WEBHOOKS


def test_a_test_message_that_does_not_arrive_says_why(
    adas: Client, hook: Webhook, receiver: Receiver
) -> None:
    receiver.status, receiver.body = 403, b"secret of the inner network"
    page = press(adas, hook, "try")
    assert "did not take the message (status 403)" in page
    assert "inner network" not in page


def test_test_messages_are_limited(adas: Client, hook: Webhook, receiver: Receiver) -> None:
    address = reverse("webhook", args=[hook.pk])
    assert [adas.post(address, {"do": "try"}).status_code for _ in range(11)] == [302] * 10 + [429]
    assert len(receiver.received) == 10


def test_addresses_are_limited(adas: Client) -> None:
    answers = [adas.post(reverse("webhooks"), {"url": "https://10.0.0.1/"}).status_code for _ in range(21)]
    assert answers == [200] * 20 + [429]


def test_it_is_removed(adas: Client, hook: Webhook) -> None:
    press(adas, hook, "remove")
    assert not Webhook.objects.exists()


def test_nobody_touches_the_webhooks_of_others(client: Client, hook: Webhook, receiver: Receiver) -> None:
    client.force_login(User.objects.create_user("Bob"))
    for action in ("remove", "try", "secret", "on"):
        assert client.post(reverse("webhook", args=[hook.pk]), {"do": action}).status_code == 404
    assert Webhook.objects.get().secret == hook.secret
    assert receiver.received == []


@pytest.mark.parametrize("action", ["", "nonsense", "\0"])
def test_a_button_that_is_none_does_nothing(adas: Client, hook: Webhook, action: str) -> None:
    press(adas, hook, action)
    assert Webhook.objects.get().secret == hook.secret


def test_a_link_does_nothing(adas: Client, hook: Webhook) -> None:
    assert adas.get(reverse("webhook", args=[hook.pk])).status_code == 405
