"""Reserved seats for invited members and for the people of a rematch, and blocked people."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.models import Seat, Table
from games.people import lists
from games.play import closing, invitations, opening, phrases, seating, storage
from games.play.opening import Plan
from games.play.snapshot import Snapshot
from games.queries import lobby
from games.rules.core import Refused
from tests.conftest import PASSWORD
from tests.helpers import given
from tests.helpers.given import browser, opened, person, stored
from tests.play.test_tables import refuses

pytestmark = pytest.mark.django_db


def guest(name: str = "Gus") -> User:
    return person(name, is_guest=True)


def reserved_names(snapshot: Snapshot) -> list[str]:
    """Return the names for which seats are reserved, in order."""
    seats = Seat.objects.filter(table=snapshot.table).order_by("index").select_related("reserved")
    return [seat.reserved.username if seat.reserved else "" for seat in seats]


def inviting(*names: str, seats: int = 3, **plan: Any) -> Snapshot:
    for name in names:
        person(name)
    return opened(seats, invited=names, **plan)


def test_a_table_is_opened_with_seats_for_members_of_those_names() -> None:
    snapshot = inviting("Ben", "Cleo", seats=4, bots=("easy",))
    assert reserved_names(snapshot) == ["", "Ben", "Cleo", ""]
    seating.join(snapshot.table.pk, person("Cleo"))
    assert storage.load(snapshot.table.pk).seats[2].name == "Cleo"
    assert seating.join(snapshot.table.pk, person("Ben")).table.is_running


def test_seats_are_kept_between_bots_too() -> None:
    person("Ben")
    snapshot = opening.open_table(
        person("Ada"), Plan("parade", 4, bots=("easy", "", "easy"), invited=("Ben",))
    )
    assert reserved_names(snapshot) == ["", "", "Ben", ""]


def test_nobody_else_takes_a_seat_that_is_kept() -> None:
    snapshot = inviting("Ben", seats=2)
    refuses("reserved", seating.join, snapshot.table.pk, person("Dan"))
    assert seating.join(snapshot.table.pk, person("Ben")).table.is_running


def test_a_table_whose_free_seats_are_all_kept_is_not_offered_to_others() -> None:
    full, open_one = inviting("Ben", seats=2), inviting("Ben", seats=3)
    assert [table.pk for table in lobby.open_tables()] == [open_one.table.pk]
    assert full.table.is_open


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (("Nobody",), "no_such_member"),
        (("Gus",), "no_such_member"),
        (("Ada",), "sits_already"),
        (("Ben", "Cleo"), "too_many_invited"),
    ],
)
def test_a_table_that_invites_whom_it_can_not_is_not_opened(names: tuple[str, ...], code: str) -> None:
    guest()
    person("Ben"), person("Cleo")
    refuses(code, opening.open_table, person("Ada"), Plan("parade", 2, invited=names))
    assert not Table.objects.exists()


def test_the_host_invites_a_member_to_a_free_seat_and_only_the_host_does() -> None:
    snapshot = opened(3)
    table = snapshot.table.pk
    person("Ben")
    guest()
    invitations.invite(table, person("Ada"), "bEN")
    assert reserved_names(snapshot) == ["", "Ben", ""]
    refuses("invited_already", invitations.invite, table, person("Ada"), "Ben")
    refuses("no_such_member", invitations.invite, table, person("Ada"), "Gus")
    refuses("sits_already", invitations.invite, table, person("Ada"), "Ada")
    seating.join(table, person("Cleo"))
    refuses("not_host", invitations.invite, table, person("Cleo"), "Ben")
    person("Dan")
    refuses("full", invitations.invite, table, person("Ada"), "Dan")
    seating.join(table, person("Ben"))
    refuses("already_started", invitations.invite, table, person("Ada"), "Dan")


def test_a_guest_invites_by_link_only_and_is_told_how_to_become_a_member() -> None:
    person("Ben")
    guest()
    snapshot = opened(2, host="Gus")
    refuses("members_invite", invitations.invite, snapshot.table.pk, person("Gus"), "Ben")
    page = browser(person("Gus")).get(f"/t/{snapshot.table.pk}/").content.decode()
    assert 'action="/t/' not in page.split("Invite")[0] or "/invite/" not in page
    assert 'href="/accounts/register/"' in page
    assert snapshot.table.invite in page


def test_a_guest_who_signs_in_keeps_the_opened_links_until_they_sign_out() -> None:
    table = opened(2, public=False).table
    member = person("Ben")
    member.set_password(PASSWORD)
    member.save()
    visitor = browser(guest())
    assert visitor.get(f"/i/{table.invite}/").status_code == 302
    visitor.post("/accounts/login/", {"login": "Ben", "password": PASSWORD})
    assert visitor.get("/lobby/").wsgi_request.user == member
    assert visitor.get(f"/t/{table.pk}/").status_code == 200
    visitor.post("/accounts/logout/")
    assert visitor.get(f"/t/{table.pk}/").status_code == 404


def test_a_declined_invitation_frees_the_seat_and_is_not_repeated() -> None:
    snapshot = inviting("Ben", seats=2)
    invitations.decline(snapshot.table.pk, person("Ben").pk)
    assert reserved_names(snapshot) == ["", ""]
    refuses("no_invitation", invitations.decline, snapshot.table.pk, person("Ben").pk)
    refuses("cannot_invite", invitations.invite, snapshot.table.pk, person("Ada"), "Ben")
    host = browser(person("Ada"))
    assert "Ben has declined." in host.get(f"/t/{snapshot.table.pk}/").content.decode()
    assert "Ben has declined." in host.get("/lobby/").content.decode()
    # The seat is free for all, so they may still take it.
    assert seating.join(snapshot.table.pk, person("Ben")).table.is_running


def test_a_seat_is_free_when_somebody_sits_down_whom_its_person_has_blocked() -> None:
    snapshot = inviting("Cleo", seats=3)
    lists.block(person("Cleo"), person("Ben").username)
    seating.join(snapshot.table.pk, person("Ben"))
    assert reserved_names(snapshot) == ["", "", ""]
    assert seating.join(snapshot.table.pk, person("Dan")).table.is_running


def test_the_next_person_on_a_seat_hides_no_phrases() -> None:
    table = opened(3).table.pk
    seating.join(table, person("Ben"))
    phrases.hide_phrases(table, person("Ben").pk, True)
    closing.leave(table, person("Ben").pk)
    seat = seating.join(table, person("Cleo")).seat_of(person("Cleo").pk)
    assert seat is not None and not seat.phrases_hidden


def test_rematches_count_as_open_tables() -> None:
    ben = person("Ben")
    for _ in range(opening.OPEN_TABLES_EACH):
        opened(2, host="Ben")
    over = given.finished(2)
    refuses("too_many_tables", opening.rematch, over.table.pk, ben)


def test_the_host_withdraws_an_invitation() -> None:
    snapshot = inviting("Ben", seats=3, public=False)
    refuses("not_host", invitations.withdraw, snapshot.table.pk, person("Ben").pk, "Ben")
    refuses("no_invitation", invitations.withdraw, snapshot.table.pk, person("Ada").pk, "Cleo")
    invitations.withdraw(snapshot.table.pk, person("Ada").pk, "Ben")
    assert reserved_names(snapshot) == ["", "", ""]
    refuses("not_invited", seating.join, snapshot.table.pk, person("Ben"))
    invitations.invite(snapshot.table.pk, person("Ada"), "Ben")
    assert reserved_names(snapshot) == ["", "Ben", ""]


def test_the_invited_sees_a_private_table_with_its_rules_and_accepts_or_declines_there() -> None:
    person("Ben")
    snapshot = opening.open_table(
        person("Ada"), Plan("parade", 2, public=False, pace="days", increment_ms=86_400_000, invited=("Ben",))
    )
    table, ben = f"/t/{snapshot.table.pk}/", browser(person("Ben"))
    lobby = ben.get("/lobby/").content.decode()
    assert lobby.index("Ada invites you") < lobby.index("Open tables")
    page = ben.get(table).content.decode()
    for words in ("Parade", "Ada", "1 day", f"{table}sit/", f"{table}decline/"):
        assert words in page, words
    assert snapshot.table.invite not in page
    assert ben.post(f"{table}decline/")["Location"] == "/lobby/"
    assert ben.get(table).status_code == 404
    assert "invites you" not in ben.get("/lobby/").content.decode()


def test_the_pages_of_the_host_invite_and_withdraw() -> None:
    person("Ben")
    snapshot = opened(3)
    table, ada = f"/t/{snapshot.table.pk}/", browser(person("Ada"))
    assert ada.post(f"{table}invite/", {"name": "Ben"})["Location"] == table
    assert reserved_names(snapshot) == ["", "Ben", ""]
    assert f"{table}withdraw/" in ada.get(table).content.decode()
    assert ada.post(f"{table}withdraw/", {"name": "Ben"})["Location"] == table
    assert reserved_names(snapshot) == ["", "", ""]
    refused = ada.post(f"{table}invite/", {"name": "Zoe"})
    assert refused.status_code == 422
    assert "There is no member named “Zoe”." in refused.content.decode()
    assert browser(person("Ben")).post(f"{table}invite/", {"name": "Ada"}).status_code == 403


def test_the_form_that_opens_a_table_invites_by_name_and_says_what_is_wrong() -> None:
    person("Ben"), person("Cleo")
    ada = browser(person("Ada"))
    assert 'value="Ben"' in ada.get("/open/?invite=Ben").content.decode()
    form = dict(ada.get("/open/").context["form"].initial)
    form |= {"game": "parade", "seats": 3, "bots": 0, "public": "yes", "invite": "Ben, cleo"}
    form["pace"] = ada.get("/open/").context["form"].fields["pace"].choices[0][0]
    assert ada.post("/open/", form).status_code == 302
    assert reserved_names(storage.load(Table.objects.get().pk)) == ["", "Ben", "Cleo"]
    refused = ada.post("/open/", form | {"invite": "Zoe"})
    assert "There is no member named “Zoe”." in refused.content.decode()
    assert Table.objects.count() == 1


def test_people_who_block_each_other_cannot_sit_down_together_nor_learn_why() -> None:
    lists.block(person("Ada"), person("Ben").username)
    texts = set()
    for host, joiner in (("Ada", "Ben"), ("Ben", "Ada")):
        snapshot = opened(3, host=host)
        refuses("cannot_sit", seating.join, snapshot.table.pk, person(joiner))
        answer = browser(person(joiner)).post(f"/t/{snapshot.table.pk}/sit/")
        assert answer.status_code == 403
        texts.add("You can&#x27;t sit down at this table." in answer.content.decode())
        assert seating.join(snapshot.table.pk, person("Cleo")).table.is_open
    assert texts == {True}


def test_it_is_enough_that_somebody_at_the_table_is_blocked() -> None:
    person("Ben")
    lists.block(person("Cleo"), "Ben")
    snapshot = opened(4)
    seating.join(snapshot.table.pk, person("Cleo"))
    refuses("cannot_sit", seating.join, snapshot.table.pk, person("Ben"))
    refuses("cannot_invite", invitations.invite, snapshot.table.pk, person("Ada"), "Ben")


def test_the_blocked_do_not_see_each_others_open_tables() -> None:
    lists.block(ada := person("Ada"), (ben := person("Ben")).username)
    hers, his = opened(3, host="Ada").table.pk, opened(3, host="Ben").table.pk
    for one, listed in ((ada, {hers}), (ben, {his}), (person("Cleo"), {hers, his})):
        assert {row.pk for row in lobby.open_to(lobby.Reader(frozenset(lists.apart_from(one.pk))))} == listed


def test_neither_invites_the_other_and_the_refusal_does_not_say_who_blocked_whom() -> None:
    lists.block(person("Ada"), person("Ben").username)
    snapshot = opened(3, host="Ben")
    messages = set()
    for host, name in (("Ada", "Ben"), ("Ben", "Ada")):
        with pytest.raises(Refused) as refused:
            opening.open_table(person(host), Plan("parade", 2, invited=(name,)))
        messages.add(refused.value.code)
    with pytest.raises(Refused) as refused:
        invitations.invite(snapshot.table.pk, person("Ben"), "Ada")
    assert messages | {refused.value.code} == {"cannot_invite"}


def test_a_block_ends_the_invitations_between_the_two_and_no_others() -> None:
    hers, his = inviting("Ben", "Cleo"), inviting("Ada", "Cleo", host="Ben")
    between, apart = inviting("Ben", host="Dan"), inviting("Ada", host="Cleo")
    answer = browser(person("Ada")).post("/friends/block/", {"name": "Ben"})
    assert answer.status_code == 302
    assert [reserved_names(snapshot) for snapshot in (hers, his)] == [["", "", "Cleo"]] * 2
    assert [reserved_names(snapshot) for snapshot in (between, apart)] == [["", "Ben", ""], ["", "Ada", ""]]


def test_a_rematch_waits_for_those_who_are_away_and_they_may_decline() -> None:
    old = given.finished(3, pace="days", increment_ms=86_400_000)
    new = opening.rematch(old.table.pk, person("Ada"))
    assert new.table.is_open and not new.table.is_live
    lobby = browser(person("Ben")).get("/lobby/").content.decode()
    assert "Ada wants a rematch" in lobby
    invitations.decline(new.table.pk, person("Ben").pk)
    assert reserved_names(new) == ["", "", "Cleo"]
    opening.rematch(old.table.pk, person("Cleo"))
    assert storage.load(new.table.pk).table.is_open
    assert seating.join(new.table.pk, person("Dan")).table.is_running


def test_a_declined_private_rematch_can_still_be_accepted() -> None:
    old = given.finished(2, public=False)
    new = opening.rematch(old.table.pk, person("Ada"))
    invitations.decline(new.table.pk, person("Ben").pk)
    assert opening.rematch(old.table.pk, person("Ben")).table.pk == new.table.pk
    assert storage.load(new.table.pk).table.is_running


def test_a_rematch_that_was_closed_is_opened_anew() -> None:
    old = given.finished(2)
    first = opening.rematch(old.table.pk, person("Ada"))
    closing.cancel(first.table.pk, person("Ada").pk)
    second = opening.rematch(old.table.pk, person("Ben"))
    assert second.table.pk != first.table.pk
    assert reserved_names(second) == ["Ada", ""] or reserved_names(second) == ["", "Ada"]


def test_nobody_is_invited_to_a_rematch_with_somebody_they_do_not_meet() -> None:
    old = given.finished(3)
    lists.block(person("Ben"), "Ada")
    new = opening.rematch(old.table.pk, person("Ada"))
    assert reserved_names(new) == ["", "", "Cleo"]
    assert "rematch" not in browser(person("Ben")).get("/lobby/").content.decode()
    refuses("cannot_sit", opening.rematch, old.table.pk, person("Ben"))


def test_a_refused_invitation_changes_nothing() -> None:
    snapshot = inviting("Ben", seats=2)
    person("Cleo")
    before = stored(snapshot.table.pk)
    refuses("full", invitations.invite, snapshot.table.pk, person("Ada"), "Cleo")
    refuses("no_invitation", invitations.decline, snapshot.table.pk, person("Cleo").pk)
    refuses("not_host", invitations.withdraw, snapshot.table.pk, person("Cleo").pk, "Ben")
    assert stored(snapshot.table.pk) == before
