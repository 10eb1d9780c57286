"""Seats that are kept: for members invited by name and for the people of a rematch; and who doesn't meet whom."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from django.db import connections

from accounts import people
from games import history, play
from games.models import Seat, Table
from games.play import Plan, Position, Refused
from tests.games import tables
from tests.games.tables import browser, opened, person, stored
from tests.games.test_tables import refuses

pytestmark = pytest.mark.django_db


def guest(name: str = "Gus") -> None:
    person(name, is_guest=True)


def kept(position: Position) -> list[str]:
    """For whom the seats are kept, in order."""
    seats = Seat.objects.filter(table=position.table).order_by("index").select_related("reserved")
    return [seat.reserved.username if seat.reserved else "" for seat in seats]


def inviting(*names: str, seats: int = 3, **plan: object) -> Position:
    for name in names:
        person(name)
    return opened(seats, invited=names, **plan)


def test_a_table_is_opened_with_seats_for_members_of_those_names() -> None:
    position = inviting("Ben", "Cleo", seats=4, bots=("easy",))
    assert kept(position) == ["", "Ben", "Cleo", ""]
    play.join(position.table.pk, person("Cleo"))
    assert play.load(position.table.pk).seats[2].name == "Cleo"
    assert play.join(position.table.pk, person("Ben")).table.is_running


def test_seats_are_kept_between_bots_too() -> None:
    person("Ben")
    position = play.open_table(person("Ada"), Plan("parade", 4, bots=("easy", "", "easy"), invited=("Ben",)))
    assert kept(position) == ["", "", "Ben", ""]


def test_nobody_else_takes_a_seat_that_is_kept() -> None:
    position = inviting("Ben", seats=2)
    refuses("reserved", play.join, position.table.pk, person("Dan"))
    assert play.join(position.table.pk, person("Ben")).table.is_running


def test_a_table_whose_free_seats_are_all_kept_is_not_offered_to_others() -> None:
    full, open_one = inviting("Ben", seats=2), inviting("Ben", seats=3)
    assert [table.pk for table in history.open_tables()] == [open_one.table.pk]
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
    refuses(code, play.open_table, person("Ada"), Plan("parade", 2, invited=names))
    assert not Table.objects.exists()


def test_the_host_invites_a_member_to_a_free_seat_and_only_the_host_does() -> None:
    position = opened(3)
    table = position.table.pk
    person("Ben"), guest()
    play.invite(table, person("Ada"), "bEN")
    assert kept(position) == ["", "Ben", ""]
    refuses("invited_already", play.invite, table, person("Ada"), "Ben")
    refuses("no_such_member", play.invite, table, person("Ada"), "Gus")
    refuses("sits_already", play.invite, table, person("Ada"), "Ada")
    play.join(table, person("Cleo"))
    refuses("not_host", play.invite, table, person("Cleo"), "Ben")
    person("Dan")
    refuses("full", play.invite, table, person("Ada"), "Dan")
    play.join(table, person("Ben"))
    refuses("already_started", play.invite, table, person("Ada"), "Dan")


def test_a_guest_invites_by_link_only_and_is_told_how_to_become_a_member() -> None:
    person("Ben"), guest()
    position = opened(2, host="Gus")
    refuses("members_invite", play.invite, position.table.pk, person("Gus"), "Ben")
    page = browser(person("Gus")).get(f"/t/{position.table.pk}/").content.decode()
    assert 'action="/t/' not in page.split("Invite")[0] or "/invite/" not in page
    assert 'href="/accounts/claim/"' in page
    assert position.table.invite in page


def test_who_declines_frees_the_seat_and_is_not_asked_again() -> None:
    position = inviting("Ben", seats=2)
    play.decline(position.table.pk, person("Ben").pk)
    assert kept(position) == ["", ""]
    refuses("not_kept", play.decline, position.table.pk, person("Ben").pk)
    refuses("cannot_invite", play.invite, position.table.pk, person("Ada"), "Ben")
    host = browser(person("Ada"))
    assert "Ben has declined." in host.get(f"/t/{position.table.pk}/").content.decode()
    assert "Ben has declined." in host.get("/lobby/").content.decode()
    # The seat is anybody's, and so also theirs if they change their mind.
    assert play.join(position.table.pk, person("Ben")).table.is_running


def test_the_host_withdraws_an_invitation() -> None:
    position = inviting("Ben", seats=3, public=False)
    refuses("not_host", play.withdraw, position.table.pk, person("Ben").pk, "Ben")
    refuses("not_kept", play.withdraw, position.table.pk, person("Ada").pk, "Cleo")
    play.withdraw(position.table.pk, person("Ada").pk, "Ben")
    assert kept(position) == ["", "", ""]
    refuses("not_invited", play.join, position.table.pk, person("Ben"))
    play.invite(position.table.pk, person("Ada"), "Ben")
    assert kept(position) == ["", "Ben", ""]


def test_the_invited_sees_a_private_table_with_its_rules_and_accepts_or_declines_there() -> None:
    person("Ben")
    position = play.open_table(
        person("Ada"), Plan("parade", 2, public=False, live=False, increment_ms=86_400_000, invited=("Ben",))
    )
    table, ben = f"/t/{position.table.pk}/", browser(person("Ben"))
    lobby = ben.get("/lobby/").content.decode()
    assert lobby.index("Ada invites you") < lobby.index("Open tables")
    page = ben.get(table).content.decode()
    for words in ("Parade", "Ada", "1 day", f"{table}sit/", f"{table}decline/"):
        assert words in page, words
    assert position.table.invite not in page
    assert ben.post(f"{table}decline/")["Location"] == "/lobby/"
    assert ben.get(table).status_code == 404
    assert "invites you" not in ben.get("/lobby/").content.decode()


def test_the_pages_of_the_host_invite_and_withdraw() -> None:
    person("Ben")
    position = opened(3)
    table, ada = f"/t/{position.table.pk}/", browser(person("Ada"))
    assert ada.post(f"{table}invite/", {"name": "Ben"})["Location"] == table
    assert kept(position) == ["", "Ben", ""]
    assert f"{table}withdraw/" in ada.get(table).content.decode()
    assert ada.post(f"{table}withdraw/", {"name": "Ben"})["Location"] == table
    assert kept(position) == ["", "", ""]
    refused = ada.post(f"{table}invite/", {"name": "Zoe"})
    assert refused.status_code == 404
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
    assert kept(play.load(Table.objects.get().pk)) == ["", "Ben", "Cleo"]
    refused = ada.post("/open/", form | {"invite": "Zoe"})
    assert "There is no member named “Zoe”." in refused.content.decode()
    assert Table.objects.count() == 1


def test_who_blocks_and_who_is_blocked_can_not_sit_down_together_nor_learn_why() -> None:
    people.block(person("Ada"), person("Ben").username)
    texts = set()
    for host, joiner in (("Ada", "Ben"), ("Ben", "Ada")):
        position = opened(3, host=host)
        refuses("cannot_sit", play.join, position.table.pk, person(joiner))
        answer = browser(person(joiner)).post(f"/t/{position.table.pk}/sit/")
        assert answer.status_code == 403
        texts.add("You can&#x27;t sit down at this table." in answer.content.decode())
        assert play.join(position.table.pk, person("Cleo")).table.is_open
    assert texts == {True}


def test_it_is_enough_that_somebody_at_the_table_is_blocked() -> None:
    person("Ben")
    people.block(person("Cleo"), "Ben")
    position = opened(4)
    play.join(position.table.pk, person("Cleo"))
    refuses("cannot_sit", play.join, position.table.pk, person("Ben"))
    refuses("cannot_invite", play.invite, position.table.pk, person("Ada"), "Ben")


def test_the_blocked_do_not_see_each_others_open_tables() -> None:
    people.block(person("Ada"), person("Ben").username)
    hers, his = opened(3, host="Ada").table.pk, opened(3, host="Ben").table.pk
    for name, listed in (("Ada", {hers}), ("Ben", {his}), ("Cleo", {hers, his})):
        assert {table.pk for table in history.open_tables(people.apart_from(person(name).pk))} == listed


def test_neither_invites_the_other_and_the_refusal_does_not_say_who_blocked_whom() -> None:
    people.block(person("Ada"), person("Ben").username)
    position = opened(3, host="Ben")
    said = set()
    for host, name in (("Ada", "Ben"), ("Ben", "Ada")):
        with pytest.raises(Refused) as refused:
            play.open_table(person(host), Plan("parade", 2, invited=(name,)))
        said.add(refused.value.code)
    with pytest.raises(Refused) as refused:
        play.invite(position.table.pk, person("Ben"), "Ada")
    assert said | {refused.value.code} == {"cannot_invite"}


def test_a_block_ends_the_invitations_between_the_two_and_no_others() -> None:
    hers, his = inviting("Ben", "Cleo"), inviting("Ada", "Cleo", host="Ben")
    between, apart = inviting("Ben", host="Dan"), inviting("Ada", host="Cleo")
    answer = browser(person("Ada")).post("/friends/block/", {"name": "Ben"})
    assert answer.status_code == 302
    assert [kept(each) for each in (hers, his)] == [["", "", "Cleo"]] * 2
    assert [kept(each) for each in (between, apart)] == [["", "Ben", ""], ["", "Ada", ""]]


def test_a_rematch_waits_for_those_who_are_away_and_they_may_decline() -> None:
    old = tables.finished(3, live=False, increment_ms=86_400_000)
    new = play.rematch(old.table.pk, person("Ada"))
    assert new.table.is_open and not new.table.live
    lobby = browser(person("Ben")).get("/lobby/").content.decode()
    assert "Ada wants a rematch" in lobby
    play.decline(new.table.pk, person("Ben").pk)
    assert kept(new) == ["", "", "Cleo"]
    play.rematch(old.table.pk, person("Cleo"))
    assert play.load(new.table.pk).table.is_open
    assert play.join(new.table.pk, person("Dan")).table.is_running


def test_who_has_declined_a_private_rematch_may_still_change_their_mind() -> None:
    old = tables.finished(2, public=False)
    new = play.rematch(old.table.pk, person("Ada"))
    play.decline(new.table.pk, person("Ben").pk)
    assert play.rematch(old.table.pk, person("Ben")).table.pk == new.table.pk
    assert play.load(new.table.pk).table.is_running


def test_a_rematch_that_was_closed_is_opened_anew() -> None:
    old = tables.finished(2)
    first = play.rematch(old.table.pk, person("Ada"))
    play.cancel(first.table.pk, person("Ada").pk)
    second = play.rematch(old.table.pk, person("Ben"))
    assert second.table.pk != first.table.pk
    assert kept(second) == ["Ada", ""] or kept(second) == ["", "Ada"]


def test_nobody_is_invited_to_a_rematch_with_somebody_they_do_not_meet() -> None:
    old = tables.finished(3)
    people.block(person("Ben"), "Ada")
    new = play.rematch(old.table.pk, person("Ada"))
    assert kept(new) == ["", "", "Cleo"]
    assert "rematch" not in browser(person("Ben")).get("/lobby/").content.decode()
    refuses("cannot_sit", play.rematch, old.table.pk, person("Ben"))


def test_who_accepts_and_who_withdraws_at_once_do_not_both_succeed(file_database: Path) -> None:
    for _again in range(8):
        position = inviting("Ben", seats=2, public=False)
        table, host, invited = position.table.pk, person("Ada"), person("Ben")
        assert at_once(
            lambda table=table, invited=invited: play.join(table, invited),
            lambda table=table, host=host: play.withdraw(table, host.pk, "Ben"),
        ) in ({"join"}, {"withdraw"})
        now = play.load(table)
        assert now.table.is_running == (now.seats[1].name == "Ben")
        assert kept(position) == ["", ""]
        Table.objects.all().delete()


def test_who_accepts_and_who_declines_at_once_do_not_both_succeed(file_database: Path) -> None:
    position = inviting("Ben", seats=3, public=False)
    table, invited = position.table.pk, person("Ben")
    done = at_once(
        lambda: play.join(table, invited), lambda: play.decline(table, invited.pk), names=("join", "decline")
    )
    assert len(done) == 1
    assert (play.load(table).seats[1].name == "Ben") == (done == {"join"})


def test_a_seat_is_kept_once_however_many_invite_at_once(file_database: Path) -> None:
    position = opened(3)
    for name in ("Ben", "Cleo", "Dan", "Eve"):
        person(name)
    host = person("Ada")
    done = at_once(
        *(
            lambda name=name: play.invite(position.table.pk, host, name)
            for name in ("Ben", "Cleo", "Dan", "Eve")
        ),
        names=("Ben", "Cleo", "Dan", "Eve"),
    )
    assert len(done) == 2
    assert set(kept(position)) == {"", *done}


def test_what_is_refused_changes_nothing() -> None:
    position = inviting("Ben", seats=2)
    person("Cleo")
    before = stored(position.table.pk)
    refuses("full", play.invite, position.table.pk, person("Ada"), "Cleo")
    refuses("not_kept", play.decline, position.table.pk, person("Cleo").pk)
    refuses("not_host", play.withdraw, position.table.pk, person("Cleo").pk, "Ben")
    assert stored(position.table.pk) == before


def at_once(*works: object, names: tuple[str, ...] = ("join", "withdraw")) -> set[str]:
    """Do all of that in threads that begin together; the names of those that weren't refused."""
    barrier = Barrier(len(works))

    def done(number: int) -> str:
        barrier.wait()
        try:
            works[number]()  # type: ignore[operator]
            return names[number]
        except Refused:
            return ""
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(works)) as pool:
        return set(pool.map(done, range(len(works)))) - {""}
