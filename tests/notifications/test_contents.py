"""The contents of messages: no card that the reader can't see, nothing private of others, and the reader's language.
Whole matches are played, and everything that would be sent is searched."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any, cast

import pytest
from django.core import mail
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.models import User
from games.models import Seat
from games.notifications import texts
from games.notifications.channels import push as webpush
from games.notifications.channels import webhook
from games.notifications.channels.mail import compose as written_to
from games.notifications.messages import Item, Message
from games.notifications.transports import language_of
from games.parade.board.cards import card_name
from games.play import storage
from games.play.snapshot import Snapshot
from tests.helpers import given
from tests.helpers.given import person
from tests.notifications.members import DAYS, browser_of, hook_of, member, post
from tests.sockets.test_leaks import secrets_in, secrets_of

pytestmark = pytest.mark.django_db
Sent = list[tuple[int, str]]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sent]:
    """Record push messages and webhooks by receiver, instead of sending them over the network."""
    collected: Sent = []

    def push(subscription: Any, payload: dict[str, Any], ttl: int) -> None:
        collected.append((subscription.user_id, json.dumps(payload)))

    def hook(webhook_row: Any, payload: dict[str, Any], message: str) -> None:
        collected.append((webhook_row.user_id, json.dumps(payload)))

    monkeypatch.setattr(webpush, "send", push)
    monkeypatch.setattr(webhook, "send", hook)
    yield collected


def taken(sent: Sent) -> Sent:
    """Return everything sent since the last time, by receiver."""
    by_mail = {f"{name.lower()}@example.org": person(name).pk for name in given.NAMES[:3]}
    mails = [(by_mail[message.to[0]], raw(message)) for message in mail.outbox]
    collected, sent[:], mail.outbox[:] = [*mails, *sent], [], []
    return collected


def raw(message: mail.EmailMessage) -> str:
    """Return both bodies and all headers, before they are encoded."""
    assert isinstance(message, mail.EmailMultiAlternatives)
    html = str(message.alternatives[0][0])
    return "\n".join([str(message.subject), str(message.body), html, str(message.extra_headers)])


def private(user: User) -> list[str]:
    """Return what is private to that member."""
    seats = Seat.objects.filter(user=user)
    return [user.password, f"{user.username.lower()}@example.org", *(seat.salt for seat in seats)]


def leaks(snapshot: Snapshot, sent: Sent) -> list[str]:
    leaked = []
    for reader, text in taken(sent):
        seat = snapshot.seat_of(reader)
        assert seat is not None
        hidden = secrets_of(snapshot, seat.index, {})
        others = [
            private_text
            for other in snapshot.seats
            if other.user and other.user_id != reader
            for private_text in private(other.user)
        ]
        leaked += [
            f"{seat.index}: {secret}"
            for secret in secrets_in(text, [*hidden, *others, snapshot.table.invite])
        ]
    return leaked


def watched(game: str, sent: Sent, rounds: int = 24) -> list[str]:
    """Play a match of three and search everything sent after each move."""
    for name in given.NAMES[:3]:
        user = member(name, channels={"sat_down": ["mail", "push", "hook"]})
        browser_of(user, name), hook_of(user)
    snapshot = given.running(3, seed=f"post of {game}", game=game, **DAYS)
    rng, leaked, count = Random(f"post of {game}"), [], 0
    for _ in range(rounds):
        post()
        count += len(mail.outbox) + len(sent)
        leaked += leaks(given.now(snapshot), sent)
        given.step(snapshot, rng)
        snapshot = given.now(snapshot)
        if snapshot.table.is_over:
            break
    assert count > rounds
    return leaked


@pytest.mark.parametrize("game", ["parade", "tea_time", "wonderland"])
def test_no_message_tells_what_its_reader_may_not_know(game: str, sent: Sent) -> None:
    assert watched(game, sent) == []


def test_a_letter_that_names_a_hidden_card_is_caught(sent: Sent, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = texts.details

    def leaky(notification: Any, seats: Any, now: Any, zone: Any) -> list[str]:
        deck = storage.load(notification.table_id).row.state["deck"]  # type: ignore[union-attr]
        return [*honest(notification, seats, now, zone), card_name(deck[0])]

    monkeypatch.setattr(texts, "details", leaky)
    assert len(watched("parade", sent)) > 20


def test_a_letter_that_holds_anothers_address_is_caught(sent: Sent, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = texts.heading

    def leaky(notification: Any, seats: list[Seat]) -> str:
        other = next(seat for seat in seats if seat.user_id != notification.user_id)
        return f"{honest(notification, seats)} {other.name.lower()}@example.org"

    monkeypatch.setattr(texts, "heading", leaky)
    assert len(watched("parade", sent)) > 20


def test_the_end_of_a_match_tells_the_result_and_still_no_salt(sent: Sent) -> None:
    for name in given.NAMES[:2]:
        member(name)
    snapshot = given.play_until(given.running(2, **DAYS), "over")
    post()
    assert len(mail.outbox) == 1
    assert "1. " in mail.outbox[0].body
    assert leaks(snapshot, sent) == []


def test_every_member_reads_their_own_language(settings: Settings) -> None:
    member("Ada"), member("Ben")
    User.objects.filter(username="Ada").update(language="fr")
    snapshot = given.running(2, **DAYS)
    post()
    given.step(snapshot)
    post()
    languages = {message.to[0]: cast(Any, message).alternatives[0][0] for message in mail.outbox}
    assert '<html lang="fr">' in languages["ada@example.org"]
    assert '<html lang="en">' in languages["ben@example.org"]


def test_a_mail_needs_no_image_nor_anything_else_from_elsewhere(settings: Settings) -> None:
    settings.SITE_URL = "https://cards.example.org"
    member("Ada"), member("Ben")
    given.step(given.running(2, **DAYS))
    post()
    html = str(cast(Any, mail.outbox[0]).alternatives[0][0])
    assert [sign for sign in ("<img", "src=", "url(", "@import", "<script", "<link") if sign in html] == []
    links = [part.split('"')[0] for part in html.split('href="')[1:]]
    assert len(links) == 4
    assert all(link.startswith("https://cards.example.org") for link in links)


def test_a_name_is_text_in_a_mail(settings: Settings) -> None:
    item = Item(
        kind="your_turn",
        table="t",
        game="parade",
        about="",
        heading="A & <b>",
        details=["1 < 2"],
        path="/go/t/",
        button="go",
        deadline=None,
    )
    mail_sent = written_to(member("Ada"), "ada@example.org", Message("A & <b>", [item], 1, 0), "id")
    assert "A & <b>" in mail_sent.body and "1 < 2" in mail_sent.body
    assert "A &amp; &lt;b&gt;" in str(mail_sent.alternatives[0][0])


@pytest.mark.parametrize(("browser", "written"), [("fr", "fr"), ("en", "en"), ("de", "en")])
def test_a_new_members_messages_have_the_language_of_the_registration(browser: str, written: str) -> None:
    fields = {"username": "Bob", "password1": "a-rabbit-with-a-watch"}
    guest = Client(headers={"accept-language": browser})
    guest.post("/accounts/signup/", fields)
    assert language_of(User.objects.get(username="Bob")) == written
    other = Client(headers={"accept-language": browser})
    other.post("/play-now/", {"game": "parade"})
    other.post("/accounts/register/", fields | {"username": "Eve"})
    assert language_of(User.objects.get(username="Eve")) == written
