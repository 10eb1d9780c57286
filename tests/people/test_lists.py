"""Lists of friends and blocked people, and the token for scripts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.guests import new_guest
from accounts.models import User
from accounts.names import name_key
from games.models import Block, Friend
from games.people import lists
from games.play import opening
from games.play.opening import Plan
from tests.helpers.given import browser, finished, person, running

pytestmark = pytest.mark.django_db

HERE = "here now"


@pytest.fixture
def ben(db: None) -> User:
    return User.objects.create_user("Ben")


def friends_page(client: Client) -> str:
    return client.get("/friends/").content.decode()


def away(*persons: User) -> None:
    long_ago = timezone.now() - lists.ONLINE - timedelta(seconds=1)
    User.objects.filter(pk__in=[person.pk for person in persons]).update(last_seen=long_ago)


def messages_of(client: Client) -> str:
    return client.get("/about/").content.decode()


def test_a_friend_is_added_by_any_spelling_of_the_name_once_and_removed(
    adas: Client, ada: User, ben: User
) -> None:
    for name in ("bEN", " Ben "):
        assert adas.post("/friends/add/", {"name": name})["Location"] == "/friends/"
    assert [friend.person for friend in lists.friends_of(ada)] == [ben]
    assert lists.friends_of(ben) == []
    page = friends_page(adas)
    assert 'href="/@Ben/"' in page
    assert "/open/?invite=Ben" in page
    adas.post("/friends/remove/", {"name": "Ben"})
    assert not Friend.objects.exists()


@pytest.mark.parametrize(
    ("name", "why"),
    [("Nobody", "Nobody here has that name."), ("Ada", "That is your own name."), ("", "Nobody here has")],
)
def test_an_unknown_person_is_not_added(adas: Client, name: str, why: str) -> None:
    adas.post("/friends/add/", {"name": name})
    assert why in messages_of(adas)
    assert not Friend.objects.exists()


def test_guests_are_on_nobodys_list_of_friends_but_can_be_blocked(adas: Client, ada: User) -> None:
    guest = new_guest()
    adas.post("/friends/add/", {"name": guest.username})
    assert "Guests can&#x27;t be on a list of friends" in messages_of(adas)
    assert not Friend.objects.exists()
    adas.post("/friends/block/", {"name": guest.username})
    assert lists.blocked_by(ada) == [guest]


def test_a_guest_is_told_that_lists_are_for_members_and_how_to_become_one(client: Client, ben: User) -> None:
    client.force_login(new_guest())
    assert "/accounts/register/" in friends_page(client)
    assert "/accounts/register/" in client.get("/@Ben/").content.decode()
    for path in ("add", "block"):
        assert client.post(f"/friends/{path}/", {"name": "Ben"}).status_code == 302
    assert not Friend.objects.exists()
    assert not Block.objects.exists()
    assert client.get("/preferences/token/")["Location"] == "/accounts/register/"


def test_a_visitor_is_asked_to_sign_in(client: Client, ben: User) -> None:
    for path in ("/friends/", "/preferences/token/"):
        assert client.get(path)["Location"].startswith("/accounts/login/")
    assert client.post("/friends/add/", {"name": "Ben"})["Location"].startswith("/accounts/login/")
    assert "/friends/" not in client.get("/@Ben/").content.decode()


def test_friends_who_are_here_come_first(adas: Client, ada: User, ben: User) -> None:
    zoe = User.objects.create_user("Zoe")
    for name in ("Ben", "Zoe"):
        lists.befriend(ada, name)
    away(ben)
    assert [(friend.person, friend.online) for friend in lists.friends_of(ada)] == [(zoe, True), (ben, False)]
    assert friends_page(adas).count(HERE) == 1
    away(zoe)
    assert HERE not in friends_page(adas)


def test_the_list_leads_to_friends_public_tables_only(adas: Client, ada: User, ben: User) -> None:
    lists.befriend(ada, "Ben")
    public = opening.open_table(ben, Plan("parade", 3)).table
    private = opening.open_table(ben, Plan("parade", 3, public=False)).table
    match = opening.open_table(ben, Plan("parade", 3, bots=("easy", "easy"))).table
    page = friends_page(adas)
    assert f"/t/{public.pk}/" in page
    assert f"/t/{match.pk}/" in page
    assert private.pk not in page


def test_a_person_who_blocked_another_seems_away_to_them(adas: Client, ada: User, ben: User) -> None:
    lists.befriend(ada, "Ben")
    table = opening.open_table(ben, Plan("parade", 3)).table
    assert HERE in friends_page(adas)
    lists.block(ben, "Ada")
    page = friends_page(adas)
    assert HERE not in page
    assert table.pk not in page
    assert 'href="/@Ben/"' in page
    assert "blocked this person" not in adas.get("/@Ben/").content.decode()


def test_a_blocked_person_is_no_friend_any_more_and_can_be_unblocked(
    adas: Client, ada: User, ben: User
) -> None:
    lists.befriend(ada, "Ben")
    adas.post("/friends/block/", {"name": "Ben"})
    adas.post("/friends/block/", {"name": "Ben"})
    assert lists.friends_of(ada) == []
    assert lists.apart_from(ada.pk) == {ben.pk}
    assert lists.apart_from(ben.pk) == {ada.pk}
    assert not lists.may_meet(ben.pk, [ada.pk])
    adas.post("/friends/add/", {"name": "Ben"})
    assert "You have blocked Ben." in messages_of(adas)
    adas.post("/friends/unblock/", {"name": "Ben"})
    assert lists.may_meet(ben.pk, [ada.pk])
    assert lists.apart_from(ada.pk) == set()


def test_a_profile_has_the_buttons_and_they_lead_back_to_it(adas: Client, ada: User, ben: User) -> None:
    page = adas.get("/@Ben/").content.decode()
    assert "/open/?invite=Ben" in page
    for path, button in (("add", "Remove from friends"), ("remove", "Add to friends"), ("block", "Unblock")):
        answer = adas.post(f"/friends/{path}/", {"name": "Ben", "next": "/@Ben/"})
        assert answer["Location"] == "/@Ben/"
        assert button in adas.get("/@Ben/").content.decode()
    assert "/open/?invite=Ben" not in adas.get("/@Ben/").content.decode()
    assert "/friends/" not in adas.get("/@Ada/").content.decode().split("<main")[1]


def test_a_result_offers_to_add_the_members_who_are_not_on_the_list() -> None:
    over = finished(3)
    page = f"/t/{over.table.pk}/"
    ada, add = browser(person("Ada")), "/friends/add/?next="
    User.objects.filter(username="Cleo").update(is_guest=True)
    # Who has taken another name is listed in the result by that of their seat, with which the page compares.
    User.objects.filter(username="Ben").update(username="Benjamin", name_key=name_key("Benjamin"))
    html = ada.get(page).content.decode()
    assert "Add Benjamin to friends" in html and 'data-befriends="Ben"' in html
    User.objects.filter(username="Benjamin").update(username="Ben", name_key=name_key("Ben"))
    html = ada.get(page).content.decode()
    assert "Add Ben to friends" in html and html.count(add) == 1
    assert ada.post(f"{add}{page}", {"name": "Ben"})["Location"] == page
    html = ada.get(page).content.decode()
    assert "Ben is on your list of friends." in html
    # Neither is it offered to guests or to spectators.
    for reader in (person("Cleo"), person("Dan"), None):
        html += browser(reader).get(page).content.decode()
    assert add not in html


def test_a_list_has_an_end(adas: Client, ada: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "LONGEST_LIST", 1)
    lists.befriend(ada, "Ben")
    User.objects.create_user("Zoe")
    adas.post("/friends/add/", {"name": "Zoe"})
    assert "Your list is full." in messages_of(adas)
    assert Friend.objects.count() == 1


@pytest.mark.parametrize("path", ["add", "block"])
def test_whoever_is_on_a_full_list_can_be_added_again(
    adas: Client, ada: User, ben: User, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(lists, "LONGEST_LIST", 1)
    for _time in range(2):
        adas.post(f"/friends/{path}/", {"name": "Ben"})
    assert "Your list is full." not in messages_of(adas)


# --- Tokens


def status_of(token: str, scheme: str = "Bearer") -> int:
    return Client().get("/api/turns/", headers={"authorization": f"{scheme} {token}"}).status_code


def new_token(client: Client) -> str:
    answer = client.post("/preferences/token/", {"what": "make"})
    assert "no-store" in answer["Cache-Control"]
    return str(answer.context["new_token"])


def test_a_token_is_shown_once_and_stored_as_a_hash(adas: Client, ada: User) -> None:
    token = new_token(adas)
    ada.refresh_from_db()
    assert len(token) > 40
    assert ada.token_hash and token not in ada.token_hash
    assert token not in adas.get("/preferences/token/").content.decode()
    assert status_of(token) == status_of(token, "bearer") == 200


def test_a_new_token_ends_the_old_one_and_none_is_left_when_it_is_ended(adas: Client) -> None:
    old, new = new_token(adas), new_token(adas)
    assert (status_of(old), status_of(new)) == (401, 200)
    adas.post("/preferences/token/", {"what": "revoke"})
    assert status_of(new) == 401


def test_a_wrong_token_is_told_so_even_to_somebody_signed_in(adas: Client, ada: User) -> None:
    new_token(adas)
    for sent in ("Bearer wrong", "Bearer ", "Basic QWRh", "", f"Bearer {User.objects.get().token_hash}"):
        answer = adas.get("/api/turns/", headers={"authorization": sent})
        assert answer.status_code == 401
        assert answer.json()["error"] == "unauthorized"
        assert answer["WWW-Authenticate"].startswith("Bearer")


def test_the_token_of_somebody_who_is_gone_opens_nothing(adas: Client, ada: User) -> None:
    token = new_token(adas)
    User.objects.update(is_active=False)
    assert status_of(token) == 401


def test_a_token_opens_nothing_else(adas: Client) -> None:
    headers = {"authorization": f"Bearer {new_token(adas)}"}
    assert Client().get("/preferences/", headers=headers).status_code == 302
    assert Client().post("/friends/add/", {"name": "Ben"}, headers=headers).status_code == 302


def test_too_many_requests_are_told_to_wait(adas: Client) -> None:
    token = new_token(adas)
    with time_machine.travel(datetime.now(UTC), tick=False):
        assert [status_of(token) for _ in range(60)] == [200] * 60
        refused = Client().get("/api/turns/", headers={"authorization": f"Bearer {token}"})
        assert (refused.status_code, refused["Retry-After"]) == (429, "1")


def test_guessing_tokens_is_slow(db: None) -> None:
    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        assert [status_of("guess") for _ in range(20)] == [401] * 20
        assert status_of("guess") == 429
        answer = Client().get("/api/turns/")
        assert answer.json()["message"].startswith("At most 20 requests a minute")
        # Nobody would see a page.
        assert not answer.templates
        # Twenty a minute: one more every three seconds.
        assert answer["Retry-After"] == "3"
        clock.shift(1.5)
        assert Client().get("/api/turns/")["Retry-After"] == "2"
        clock.shift(1.6)
        assert status_of("guess") == 401


def test_a_block_ends_watching_by_link_too(adas: Client, ada: User, ben: User) -> None:
    table = opening.open_table(ada, Plan("parade", 2, bots=["easy"], public=False)).table
    bens = Client()
    bens.force_login(ben)
    bens.get(f"/i/{table.invite}/")
    assert bens.get(f"/t/{table.pk}/").status_code == 200
    adas.post("/friends/block/", {"name": "Ben"})
    for page in ("", "replay/", "record.json", "shuffle/"):
        assert bens.get(f"/t/{table.pk}/{page}").status_code == 404
    assert adas.get(f"/t/{table.pk}/").status_code == 200
    adas.post("/friends/unblock/", {"name": "Ben"})
    assert bens.get(f"/t/{table.pk}/").status_code == 200


def test_whoever_blocks_somebody_is_told_that_their_running_match_goes_on(adas: Client) -> None:
    running(2)
    adas.post("/friends/block/", {"name": "Ben"})
    assert "What you play together now goes on." in messages_of(adas)
    person("Cleo")
    adas.post("/friends/block/", {"name": "Cleo"})
    assert "You and Cleo won&#x27;t meet at a table." in messages_of(adas)
