"""People who deleted their account are shown as former players at their tables, a name that nobody can take."""

import json

import pytest
from django.utils import translation

from accounts.data import deletion
from accounts.models import User
from accounts.names import FORMER_PLAYER, is_reserved, shown
from games.records import importing
from tests.accounts.leaving import NAME, found_in_dump, match_with, record_of, seat_names
from tests.accounts.test_signing_in import loop, opened, settle, sign_in  # noqa: F401
from tests.conftest import PASSWORD
from tests.helpers import given

pytestmark = pytest.mark.django_db


def test_two_who_leave_are_told_apart_at_their_tables(quetz: User) -> None:
    over, runs = match_with(quetz, count=3, over=True), match_with(quetz, count=3)
    deletion.delete(quetz)
    deletion.delete(given.person("Cleo"))
    assert seat_names(over) == seat_names(runs) == [FORMER_PLAYER, "Ben", f"{FORMER_PLAYER} 2"]


def test_a_rematch_says_that_somebody_is_gone(quetz: User) -> None:
    over = match_with(quetz, over=True)
    deletion.delete(quetz)
    reader = given.browser(given.person("Ben"))
    page = reader.post(f"/t/{over.pk}/rematch/", follow=True).content.decode()
    assert "has no account any more: that seat is free." in page and "Waiting for 1 more" in page


@pytest.mark.parametrize("name", ["Former player", "former Player", "Former Player 2", "F0rmer_player"])
def test_nobody_can_take_the_neutral_name(name: str) -> None:
    assert is_reserved(name)
    assert not is_reserved("Farmer player")


def test_copies_that_somebody_imported_lose_the_name_too(quetz: User) -> None:
    table = match_with(quetz, over=True)
    ben = given.person("Ben")
    document = record_of(table)
    eve = User.objects.create_user("Eve", password=PASSWORD)
    copy = importing.store(importing.judge(json.dumps(document).encode()), ben)
    deletion.delete(eve)
    assert seat_names(copy) == [NAME, "Ben"]
    deletion.delete(quetz)
    assert seat_names(copy) == [FORMER_PLAYER, "Ben"]
    assert found_in_dump(NAME) == []


def test_a_deleted_person_is_named_in_the_readers_language(quetz: User) -> None:
    over, runs = match_with(quetz, over=True), match_with(quetz, count=3)
    another = given.person("Cleo")
    deletion.delete(quetz)
    deletion.delete(another)
    ben = given.browser(given.person("Ben"), headers={"accept-language": "fr"})
    pages = (
        f"/t/{over.pk}/",
        f"/t/{over.pk}/replay/",
        f"/t/{runs.pk}/",
        f"/t/{over.pk}/shuffle/",
        "/@Ben/",
        "/lobby/",
    )
    for page in (*pages, "/preferences/notifications/"):
        html = ben.get(page).content.decode()
        assert "Ancien joueur" in html, page
        assert FORMER_PLAYER not in html, page
    assert "Ancien joueur 2" in ben.get(f"/t/{runs.pk}/").content.decode()
    assert ben.get(f"/t/{over.pk}/record.json").json()["seats"][0]["name"] == FORMER_PLAYER


def test_a_name_that_only_begins_so_is_nobody_who_left() -> None:
    with translation.override("fr"):
        assert shown("Former player of chess") == "Former player of chess"
        assert shown(f"{FORMER_PLAYER} 2") == "Ancien joueur 2"
