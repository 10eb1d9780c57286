"""Deleting an account: no row keeps anything of the person, and the other players' matches stay complete."""

import asyncio
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core import mail
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.data import deletion
from accounts.guests import new_guest
from accounts.models import User
from accounts.names import FORMER_PLAYER
from games import boards
from games.coach import reviews
from games.conditional.models import ConditionalMove
from games.models import Delivery, Notification, Seat, Table
from games.play import opening, seating, storage
from games.play.opening import Plan
from games.records import audit, export
from games.rules import core
from tests.accounts.leaving import ADDRESS, NAME, dump, found_in_dump, match_with, record_of, seat_names
from tests.accounts.test_export import everything_of
from tests.accounts.test_passwords import is_in
from tests.accounts.test_registering import register
from tests.accounts.test_signing_in import loop, opened, settle, sign_in  # noqa: F401
from tests.conftest import PASSWORD
from tests.helpers import given
from tests.helpers.given import running

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(quetz: User) -> Client:
    """Return a browser in which they are signed in and have just confirmed their password."""
    client = Client()
    sign_in(client, NAME)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


def farewell(browser: Client, name: str = NAME):  # type: ignore[no-untyped-def]
    return browser.post(reverse("delete_account"), {"username": name})


def test_nothing_of_theirs_is_left_in_any_row(quetz: User, browser: Client) -> None:
    ben = given.person("Ben")
    seating.join(opening.open_table(ben, Plan("parade", 3)).table.pk, quetz)
    assert Notification.objects.filter(user=ben, facts__name=NAME).exists()
    match_with(quetz)
    reviews.ask(match_with(quetz, over=True), 1, quetz.pk, "192.0.2.77")
    everything_of(quetz, ben)
    EmailAddress.objects.filter(user=quetz).update(email=ADDRESS)
    opening.open_table(quetz, Plan("parade", 3))
    people = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(
        user=ben, content_type=people, object_id=str(quetz.pk), object_repr=NAME, action_flag=CHANGE
    )
    address = EmailAddress.objects.filter(user=quetz).first()
    own = {"user": ben, "content_type": ContentType.objects.get_for_model(EmailAddress)}
    for row in ("9999", str(address and address.pk)):
        LogEntry.objects.create(
            **own, object_id=row, object_repr=ADDRESS, change_message=ADDRESS, action_flag=CHANGE
        )
    browser.get(reverse("lobby"))
    assert found_in_dump("192.0.2.77") != []
    assert found_in_dump(NAME, ADDRESS, "sesame-push", "sesame-hook", "push.example") != []
    assert farewell(browser).url == reverse("home")
    assert found_in_dump(NAME, ADDRESS, "sesame-push", "sesame-hook", "push.example", "192.0.2.77") == []
    referring = [line for line in dump().splitlines() if line.startswith("accounts_user:")]
    assert len(referring) == User.objects.count() == 2 - 1
    assert "Your account is deleted." in browser.get(reverse("home")).content.decode()


def test_a_name_that_was_changed_before_is_gone_too(quetz: User) -> None:
    table = match_with(quetz, over=True)
    quetz.rename("Xochipilli")
    quetz.save()
    deletion.delete(quetz)
    assert found_in_dump(NAME, "Xochipilli") == []
    assert seat_names(table) == [FORMER_PLAYER, "Ben"]


def test_whoever_has_a_former_name_of_theirs_keeps_it_in_notifications(quetz: User) -> None:
    match_with(quetz, over=True)
    quetz.rename("Xochipilli")
    quetz.save()
    cleo, namesake = given.person("Cleo"), given.person(NAME)
    seating.join(opening.open_table(cleo, Plan("parade", 3)).table.pk, namesake)
    deletion.delete(quetz)
    assert set(Notification.objects.filter(user=cleo).values_list("facts__name", flat=True)) == {NAME}
    assert not Notification.objects.exclude(user=cleo).filter(facts__name=NAME).exists()


def test_a_match_that_is_over_stays_whole_under_a_neutral_name(quetz: User) -> None:
    table = match_with(quetz, over=True)
    before = record_of(table)
    deletion.delete(quetz)
    after = record_of(table)
    assert after["seats"][0] == {"name": FORMER_PLAYER, "kind": "member"}
    assert after["seats"][1:] == before["seats"][1:]
    assert {name: after[name] for name in after if name != "seats"} == {
        name: before[name] for name in before if name != "seats"
    }
    snapshot = storage.load(table.pk)
    assert list(audit.faults(snapshot.table, snapshot.seats, export.rows_of(table))) == []


def test_the_others_look_at_it_as_before(quetz: User) -> None:
    table = match_with(quetz, over=True)
    deletion.delete(quetz)
    ben = given.browser(given.person("Ben"))
    for page in (f"/t/{table.pk}/", f"/t/{table.pk}/replay/", "/@Ben/"):
        html = ben.get(page).content.decode()
        assert FORMER_PLAYER in html
        assert NAME not in html
    assert ben.get(f"/t/{table.pk}/record.json").json()["seats"][0]["name"] == FORMER_PLAYER
    assert ben.post(f"/t/{table.pk}/rematch/").status_code == 302


def test_a_bot_plays_a_running_match_on(quetz: User, django_capture_on_commit_callbacks: Any) -> None:
    table = match_with(quetz, count=3)
    with django_capture_on_commit_callbacks(execute=True):
        deletion.delete(quetz)
    snapshot = storage.load(table.pk)
    seat = snapshot.seats[0]
    assert snapshot.table.is_running
    assert (seat.name, seat.user, seat.resigned is None, seat.played_by_bot) == (
        FORMER_PLAYER,
        None,
        False,
        True,
    )
    finished = given.play_until(snapshot, "over")
    assert finished.table.is_over
    assert list(audit.faults(finished.table, finished.seats, export.rows_of(finished.table))) == []


@pytest.mark.parametrize("game", boards.games())
def test_a_match_of_any_game_goes_on(quetz: User, game: str) -> None:
    seats = core.game(game).SEATS[-1]
    snapshot = opening.open_table(quetz, Plan(game, seats, bots=["easy"] * (seats - 2)))
    table = seating.join(snapshot.table.pk, given.person("Ben")).table
    deletion.delete(quetz)
    after = storage.load(table.pk)
    assert after.table.is_running or (seats == 2 and after.table.is_over)
    assert (after.seats[0].name, after.seats[0].user_id) == (FORMER_PLAYER, None)
    assert list(audit.faults(after.table, after.seats, export.rows_of(after.table))) == []
    assert given.browser(given.person("Ben")).get(f"/t/{table.pk}/").status_code == 200


def test_of_two_the_other_has_won(quetz: User) -> None:
    table = match_with(quetz, count=2)
    deletion.delete(quetz)
    table.refresh_from_db()
    assert table.is_over
    assert table.outcome is not None and table.outcome["reason"] == "resigned"
    assert seat_names(table) == [FORMER_PLAYER, "Ben"]


def test_open_tables_are_left_to_those_who_sit_there(quetz: User) -> None:
    alone = opening.open_table(quetz, Plan("parade", 3)).table
    shared = opening.open_table(quetz, Plan("parade", 3)).table
    seating.join(shared.pk, given.person("Ben"))
    deletion.delete(quetz)
    alone.refresh_from_db()
    shared.refresh_from_db()
    assert alone.status == Table.Status.CLOSED
    assert shared.is_open
    assert shared.host == given.person("Ben")
    assert seat_names(shared) == ["", "Ben", ""]


def test_a_seat_that_was_kept_for_them_is_free(quetz: User) -> None:
    table = match_with(quetz, over=True)
    again = opening.rematch(table.pk, given.person("Ben")).table
    deletion.delete(quetz)
    assert not Seat.objects.filter(table=again, reserved__isnull=False).exists()
    assert seating.join(again.pk, given.person("Eve")).table.is_running


def test_conditional_moves_for_turns_that_will_not_come_are_gone(quetz: User) -> None:
    table = match_with(quetz, count=3)
    for seat in (0, 1):
        ConditionalMove.objects.create(table=table, seat=seat, content={"type": "play"})
    deletion.delete(quetz)
    assert [conditional_move.seat for conditional_move in ConditionalMove.objects.all()] == [1]


def test_the_name_and_the_address_are_free_again(quetz: User, client: Client) -> None:
    EmailAddress.objects.create(user=quetz, email=ADDRESS, primary=True, verified=True)
    deletion.delete(quetz)
    assert register(client, NAME, email=ADDRESS).status_code == 302
    assert mail.outbox[-1].to == [ADDRESS]
    assert User.objects.get().username == NAME


def test_every_session_ends(quetz: User, browser: Client) -> None:
    elsewhere = Client()
    sign_in(elsewhere, NAME)
    assert Session.objects.count() == 2
    farewell(browser)
    assert not is_in(elsewhere)
    assert not is_in(browser)
    assert not any("_auth_user_id" in session.get_decoded() for session in Session.objects.all())


def test_every_socket_ends(
    quetz: User,
    browser: Client,
    loop: asyncio.AbstractEventLoop,  # noqa: F811
    django_capture_on_commit_callbacks: Any,
) -> None:
    own, others = opened(quetz), opened(new_guest())
    with django_capture_on_commit_callbacks(execute=True):
        farewell(browser)
    settle(loop)
    assert (own.closed, others.closed) == (4401, None)


def test_the_password_is_asked_for_first(quetz: User) -> None:
    browser = Client()
    browser.force_login(quetz)
    asked = browser.get(reverse("delete_account"), follow=True)
    assert asked.redirect_chain[0][0].startswith(reverse("account_reauthenticate"))
    assert "Nothing is changed yet." in asked.content.decode()
    assert "reauthenticate" in farewell(browser).url
    assert User.objects.filter(pk=quetz.pk).exists()


@pytest.mark.parametrize("name", ["", "Quetzal", "Ada", "\0", "x" * 500])
def test_the_name_must_be_written_out(browser: Client, quetz: User, name: str) -> None:
    assert farewell(browser, name).status_code == 200
    assert User.objects.filter(pk=quetz.pk).exists()


def test_it_takes_a_post_from_the_sites_own_form(browser: Client, quetz: User) -> None:
    page = browser.get(reverse("delete_account")).content.decode()
    assert "A match of two seats ends at once." in page
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(quetz)
    assert farewell(strict).status_code == 403
    assert farewell(Client()).status_code == 302
    assert User.objects.filter(pk=quetz.pk).exists()


def test_a_deletion_that_meets_a_move_loses_nothing_and_can_be_repeated(browser: Client, quetz: User) -> None:
    match_with(quetz)
    before = dump()

    def held(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith('UPDATE "games_table"'):
            raise OperationalError("deadlock detected")
        return execute(sql, *rest)

    with connection.execute_wrapper(held):
        answer = farewell(browser)
    assert answer.status_code == 409
    assert "Nothing was deleted" in answer.content.decode()
    assert dump() == before
    assert farewell(browser).url == reverse("home")


def test_a_guest_deletes_themselves_by_name_alone(client: Client) -> None:
    guest = new_guest()
    client.force_login(guest)
    table = match_with(guest, over=True)
    assert client.get(reverse("delete_account")).status_code == 200
    assert farewell(client, guest.username.lower()).url == reverse("home")
    assert not User.objects.filter(pk=guest.pk).exists()
    assert seat_names(table)[0] == FORMER_PLAYER
    assert found_in_dump(guest.username) == []


def test_a_member_with_recovery_codes_loses_them(quetz: User) -> None:
    RecoveryCodes.activate(quetz)
    deletion.delete(quetz)
    assert found_in_dump("recovery_codes: ") == []
    assert not User.objects.exists()


def test_a_match_with_others_only_is_left_alone(quetz: User) -> None:
    snapshot = running(2)
    deletion.delete(quetz)
    after = storage.load(snapshot.table.pk)
    assert after.table.version == snapshot.table.version
    assert [seat.name for seat in after.seats] == ["Ada", "Ben"]


def test_the_host_deletes_people_in_the_same_way(quetz: User, client: Client) -> None:
    table = match_with(quetz, over=True)
    about, _new = Notification.objects.get_or_create(user=quetz, table=table, kind="match_over")
    # Deliveries can't be deleted on a page of their own.
    Delivery.objects.create(notification=about, channel=Delivery.Channel.MAIL, due_at=timezone.now())
    client.force_login(User.objects.create_superuser("Hostess", password=PASSWORD))
    assert client.get(f"/admin/accounts/user/{quetz.pk}/delete/").status_code == 200
    assert client.post(f"/admin/accounts/user/{quetz.pk}/delete/", {"post": "yes"}).status_code == 302
    ben = given.person("Ben")
    several = {"action": "delete_selected", "_selected_action": [str(ben.pk)], "post": "yes"}
    client.post("/admin/accounts/user/", several)
    assert seat_names(table) == [FORMER_PLAYER, f"{FORMER_PLAYER} 2"]
    assert found_in_dump(NAME) == []
