"""The export contains every relation to a person and every match as they may know it, but no secrets."""

import io
import json
from typing import Any, cast
from zipfile import ZipFile

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from asgiref.sync import async_to_sync
from django.apps import apps
from django.test import AsyncClient, Client
from django.urls import reverse

from accounts.data import export, registry
from accounts.guests import new_guest
from accounts.models import User
from games.coach import reviews
from games.models import (
    Block,
    Friend,
    Move,
    NotificationPreferences,
    PushSubscription,
    Table,
    Vacation,
    Webhook,
)
from games.play import departure, phrases
from hosting.limits.all_limits import LIMITS, Limit
from tests.conftest import PASSWORD
from tests.helpers import given

pytestmark = pytest.mark.django_db


def downloaded(person: User, part: int = 1) -> dict[str, Any]:
    file = io.BytesIO()
    export.write(person, file, part)
    return read(file.getvalue())


def read(zipped: bytes) -> dict[str, Any]:
    with ZipFile(io.BytesIO(zipped)) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    return {name: json.loads(text) if name.endswith(".json") else text for name, text in texts.items()}


def everything_of(ada: User, ben: User) -> None:
    EmailAddress.objects.create(user=ada, email="ada@example.org", primary=True, verified=True)
    NotificationPreferences.objects.create(user=ada, quiet_from=22, quiet_to=7)
    PushSubscription.objects.create(
        user=ada, endpoint="https://push.example/1", endpoint_hash="e" * 64, p256dh="pp", auth="sesame-push"
    )
    Webhook.objects.create(user=ada, url="https://hook.example/", secret="sesame-hook")
    Vacation.objects.create(user=ada, first="2030-01-01", last="2030-01-09")
    Friend.objects.create(user=ada, friend=ben)
    Friend.objects.create(user=ben, friend=ada)
    Block.objects.create(user=ben, blocked=ada)
    TOTP.activate(ada, "JBSWY3DPEHPK3PXP")
    RecoveryCodes.activate(ada)


def test_every_relation_to_a_person_is_exported_or_left_out_on_purpose() -> None:
    exported = registry.exported()
    left_out = {relation for data in registry.registered for relation in data.left_out}
    assert set(export.relations()) == exported.keys() | left_out, "name it where its app registers"
    assert not exported.keys() & left_out
    assert len(set(exported.values())) == len(exported)


def test_every_relation_of_a_seat_is_known_to_the_export() -> None:
    """Rows with a table and the number of a seat belong to a person too, though no field refers to one."""
    by_place = {
        model.__name__
        for model in apps.get_app_config("games").get_models()
        if {"table", "seat"} <= {field.name for field in model._meta.concrete_fields}
    }
    assert by_place == {"Move", "Phrase", "SeatEvent", "ConditionalMove", "Hint", "Review"}


def test_every_secret_is_a_field_that_exists() -> None:
    for label, names in registry.secret().items():
        fields = {field.name for field in apps.get_model(label)._meta.concrete_fields}
        assert names <= fields, label


def test_everything_of_hers_is_there_and_nothing_that_lets_somebody_in(ada: User, adas: Client) -> None:
    ben = given.person("Ben")
    everything_of(ada, ben)
    adas.get(reverse("lobby"))
    documents = downloaded(ada)
    assert documents["account.json"]["username"] == "Ada"
    assert documents["account.json"]["email"] == "ada@example.org"
    assert [row["email"] for row in documents["addresses.json"]] == ["ada@example.org"]
    assert documents["notifications.json"][0]["quiet_from"] == 22
    assert documents["push.json"][0]["endpoint"] == "https://push.example/1"
    assert documents["webhooks.json"][0]["url"] == "https://hook.example/"
    assert documents["vacations.json"][0]["first"] == "2030-01-01"
    assert [row["friend"] for row in documents["friends.json"]] == ["Ben"]
    assert {row["type"] for row in documents["sign_in.json"]} == {"totp", "recovery_codes"}
    assert documents["sessions.json"][0]["ip"] == "127.0.0.1"
    text = json.dumps(documents)
    secrets = [ada.password, "sesame", "JBSWY3DPEHPK3PXP", adas.session.session_key]
    assert [secret for secret in secrets if secret and secret in text] == []


def test_the_others_lists_stay_theirs(ada: User) -> None:
    ben = given.person("Ben")
    everything_of(ada, ben)
    documents = downloaded(ben)
    assert [row["blocked"] for row in documents["blocked.json"]] == ["Ada"]
    hers = json.dumps({name: data for name, data in downloaded(ada).items() if name != "friends.json"})
    assert "Ben" not in hers


def test_the_record_of_a_match_that_runs_holds_what_its_seat_may_know(ada: User) -> None:
    snapshot = given.running(2)
    phrases.say(snapshot.table.pk, ada.pk, "hello")
    documents = downloaded(ada)
    record = documents[f"matches/{snapshot.table.pk}.json"]
    assert "deck" not in record["setup"]
    assert "seed" not in record["shuffle"]
    assert snapshot.table.seed not in json.dumps(documents)
    assert [phrase["code"] for phrase in documents["seats.json"][0]["phrases"]] == ["hello"]
    assert documents["seats.json"][0]["at"]["game"] == "parade"


def test_the_network_of_a_review_is_not_exported(ada: User) -> None:
    over = given.finished(2)
    reviews.ask(over.table, 0, given.person("Ben").pk, "192.0.2.77")
    text = json.dumps(downloaded(ada))
    assert '"status": "waiting"' in text and "192.0.2.77" not in text


def test_the_record_of_a_match_that_is_over_is_whole(ada: User) -> None:
    snapshot = given.running(2)
    departure.resign(snapshot.table.pk, given.person("Ben").pk)
    record = downloaded(ada)[f"matches/{snapshot.table.pk}.json"]
    assert record["shuffle"]["seed"] == snapshot.table.seed
    assert record["outcome"]["reason"] == "resigned"
    assert len(record["moves"]) == Move.objects.filter(table=snapshot.table).count() - 1


def test_other_peoples_matches_are_not_in_it(ada: User) -> None:
    given.running(2)
    stranger = User.objects.create_user("Eve", password=PASSWORD)
    assert not [name for name in downloaded(stranger) if name.startswith("matches/")]


def test_very_many_matches_come_in_parts(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "DOCUMENTS", 2)
    played = {given.running(2).table.pk for _ in range(5)}
    assert list(export.parts(ada)) == [1, 2, 3]
    parts = [downloaded(ada, part) for part in (1, 2, 3)]
    assert "account.json" in parts[0]
    assert {name for part in parts for name in part if name.startswith("matches/")} == {
        f"matches/{table}.json" for table in played
    }
    assert [len([name for name in part if "matches/" in name]) for part in parts] == [2, 2, 1]


def test_one_press_downloads_the_file(ada: User) -> None:
    browser = AsyncClient()

    async def press():  # type: ignore[no-untyped-def]
        await browser.aforce_login(ada)
        answer = await browser.post(reverse("download_account"), headers={"accept-encoding": "gzip"})
        return answer, b"".join([chunk async for chunk in cast(Any, answer).streaming_content])

    answer, body = async_to_sync(press)()
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"].startswith('attachment; filename="unbirthday-')
    assert read(body)["account.json"]["username"] == "Ada"


def test_a_guest_downloads_too(client: Client) -> None:
    guest = new_guest()
    assert downloaded(guest)["account.json"]["is_guest"] is True
    client.force_login(guest)
    assert reverse("download_account") in client.get(reverse("preferences")).content.decode()


def test_the_button_is_on_ones_own_profile_only(adas: Client, ada: User) -> None:
    given.person("Ben")
    assert reverse("download_account") in adas.get(reverse("profile", args=["Ada"])).content.decode()
    assert reverse("delete_account") in adas.get(reverse("profile", args=["Ada"])).content.decode()
    assert reverse("download_account") not in adas.get(reverse("profile", args=["Ben"])).content.decode()


def test_it_takes_somebody_signed_in_a_post_and_not_too_many(
    adas: Client, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.post(reverse("download_account"))["Location"].startswith(reverse("account_login"))
    assert adas.get(reverse("download_account")).status_code == 405
    monkeypatch.setitem(LIMITS, "export", {"person": Limit(0.5, 3600, is_shared=True)})
    assert adas.post(reverse("download_account")).status_code == 429
    assert Table.objects.count() == 0
