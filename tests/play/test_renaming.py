"""Guests who register get their new name wherever they have played."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.data import deletion
from accounts.models import User
from games.models import Notification, Seat, Table
from games.play import departure, opening, seating
from games.play.storage import memory
from tests.conftest import PASSWORD
from tests.helpers.given import person

pytestmark = pytest.mark.django_db


def claim(guest: Client, name: str) -> None:
    assert guest.post(reverse("register_guest"), {"username": name, "password1": PASSWORD}).status_code == 302


@pytest.fixture
def guest(client: Client) -> User:
    """Return a guest with a finished match, a running one, and a waiting table whose host has been notified."""
    client.post("/play-now/", {"game": "parade"})
    guest = User.objects.get()
    departure.resign(Table.objects.get().pk, guest.pk)
    client.post("/play-now/", {"game": "parade"})
    opened = opening.open_table(person("Ada"), opening.Plan(game="parade", seats=3), "salt")
    seating.join(opened.table.pk, guest)
    return guest


def test_the_new_name_stands_at_every_table_of_the_guest_and_in_their_history(
    client: Client, guest: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        claim(client, "Bobby")
    assert set(Seat.objects.filter(user=guest).values_list("name", flat=True)) == {"Bobby"}
    over, running, waiting = (Table.objects.get(status=status) for status in ("over", "running", "open"))
    pages = [f"/t/{over.pk}/", f"/t/{over.pk}/replay/", f"/t/{over.pk}/record.json", f"/t/{running.pk}/"]
    for address in (*pages, f"/t/{waiting.pk}/"):
        html = client.get(address).content.decode()
        assert "Bobby" in html and guest.username not in html
    assert {row.facts.get("name") for row in Notification.objects.filter(kind="sat_down")} == {"Bobby"}
    # The process's memory of the running match, and the seat for which the next move is stored.
    snapshot = memory.find(running.pk)
    assert snapshot is not None and "Bobby" in [seat.name for seat in snapshot.seats]
    assert snapshot.table.version == running.version


def test_a_member_who_takes_another_name_is_called_in_old_matches_as_they_were_known_there(
    client: Client, guest: User
) -> None:
    claim(client, "Bobby")
    client.post(reverse("preferences"), {"username": "Robert"})
    assert User.objects.get(pk=guest.pk).username == "Robert"
    assert set(Seat.objects.filter(user=guest).values_list("name", flat=True)) == {"Bobby"}


def test_a_registered_person_leaves_no_name_after_deletion(client: Client, guest: User) -> None:
    claim(client, "Bobby")
    deletion.delete(User.objects.get(pk=guest.pk))
    assert not User.objects.filter(pk=guest.pk).exists()
    assert not Seat.objects.filter(name__in=["Bobby", guest.username]).exists()
    assert not Notification.objects.filter(facts__name__in=["Bobby", guest.username]).exists()
