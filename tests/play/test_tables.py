"""A table from its opening to the deal: who may sit down, leave or close it, and what determines the deal."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from games import boards
from games.models import Block, Seat, Table
from games.play import beginning, closing, departure, opening, seating, storage
from games.play.opening import OPEN_TABLES_EACH, Plan
from games.rules import core
from games.rules.chance import Stream
from games.rules.core import Refused
from tests.helpers import given
from tests.helpers.given import browser, opened, person, running, stored
from tests.helpers.not_none import not_none

pytestmark = pytest.mark.django_db


def refuses(code: str, work: object, *args: object) -> None:
    with pytest.raises(Refused) as refused:
        work(*args)  # type: ignore[operator]
    assert refused.value.code == code


def test_the_match_starts_when_the_last_seat_is_taken() -> None:
    snapshot = opened(3)
    assert seating.join(snapshot.table.pk, person("Ben")).table.is_open
    snapshot = seating.join(snapshot.table.pk, person("Cleo"))
    assert snapshot.table.is_running
    assert [seat.name for seat in snapshot.seats] == ["Ada", "Ben", "Cleo"]
    assert snapshot.row is not None
    assert snapshot.row.number == 0


def test_a_table_with_bots_on_all_other_seats_starts_at_once_and_they_sit_behind_the_people() -> None:
    snapshot = running(1, bots=("easy", "greedy"))
    assert snapshot.table.is_running
    assert [seat.level for seat in snapshot.seats] == ["", "easy", "greedy"]
    assert len({seat.name for seat in snapshot.seats}) == 3


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (Plan("chess", 2), "no_such_game"),
        (Plan("parade", 7), "bad_seats"),
        (Plan("parade", 1), "bad_seats"),
        (Plan("parade", 2, bots=("easy", "easy")), "no_seat_for_people"),
        (Plan("parade", 2, bots=("perfect",)), "no_such_level"),
        (Plan("parade", 2, options={"jokers": 2}), "no_such_option"),
        (Plan("stockings", 4, pace="days"), "live_only"),
    ],
)
def test_a_plan_that_no_game_allows_opens_nothing(plan: Plan, code: str) -> None:
    refuses(code, opening.open_table, person(), plan)
    assert not Table.objects.exists()


def test_nobody_keeps_more_than_a_dozen_open_tables() -> None:
    for _ in range(OPEN_TABLES_EACH):
        opened(2)
    refuses("too_many_tables", opened, 2)
    assert Table.objects.count() == OPEN_TABLES_EACH
    response = browser(person()).post(
        "/open/", {"game": "parade", "seats": 2, "bots": 0, "pace": "live", "public": "yes"}
    )
    assert response.status_code == 409
    assert "You already have 12 open tables." in response.content.decode()


def test_a_guest_keeps_three_open_tables() -> None:
    guest = person("Guest", is_guest=True)
    for _ in range(3):
        opening.open_table(guest, Plan("parade", 2))
    refuses("too_many_tables", opening.open_table, guest, Plan("parade", 2))


def test_a_guest_waits_at_three_open_tables_of_others() -> None:
    guest = person("Guest", is_guest=True)
    tables = [opened(3).table.pk for _ in range(4)]
    for table in tables[:3]:
        seating.join(table, guest)
    refuses("too_many_waiting", seating.join, tables[3], guest)
    assert boards.refusal(Refused("too_many_waiting", most=3)) == (
        "A guest may wait at 3 open tables of others at most. Leave one of them first.",
        409,
    )
    seating.join(tables[3], person("Ben"))
    # Where a friend's link is used or a seat is reserved for the guest, nobody is kept from a seat of the lobby's.
    by_link, reserving = opened(3).table, opened(3).table
    refuses("too_many_waiting", seating.join, by_link.pk, guest, "", "another")
    assert seating.join(by_link.pk, guest, token=by_link.invite).seat_of(guest.pk)
    Seat.objects.filter(table=reserving, index=1).update(reserved=guest)
    assert seating.join(reserving.pk, guest).seat_of(guest.pk)
    for joined in (by_link, reserving):
        closing.leave(joined.pk, guest.pk)
    # Whoever could not sit there anyway reads why.
    private, full, apart = opened(3, public=False).table, opened(2).table, opened(3, "Dora").table
    refuses("not_invited", seating.join, private.pk, guest)
    Seat.objects.filter(table=full, index=1).update(reserved=person("Cleo"))
    refuses("reserved", seating.join, full.pk, guest)
    Block.objects.create(user=person("Dora"), blocked=guest)
    refuses("cannot_sit", seating.join, apart.pk, guest)
    # A match that has begun does not count.
    seating.join(tables[0], person("Ben"))
    seating.join(tables[3], guest)


def test_nobody_plays_more_matches_at_a_time_than_they_may(settings: Any) -> None:
    settings.RUNNING_PER_GUEST, settings.RUNNING_PER_MEMBER = 1, 2
    alone = Plan("parade", 2, bots=("easy",))
    guest, member = person("Guest", is_guest=True), person("Ben")
    for who, most in ((guest, 1), (member, 2)):
        started = [opening.open_table(who, alone) for _ in range(most)]
        refuses("too_many_running", opening.open_table, who, alone)
        waiting = opened(2, host="Ada")
        refuses("too_many_running", seating.join, waiting.table.pk, who)
        departure.resign(started[0].table.pk, who.pk)
        assert seating.join(waiting.table.pk, who).table.is_running
    assert boards.refusal(Refused("too_many_running", most=2)) == (
        "You already sit at 2 tables. End a match or leave an open table first.",
        409,
    )


def test_sitting_down_twice_changes_nothing() -> None:
    snapshot = opened(3)
    before = stored(snapshot.table.pk)
    seating.join(snapshot.table.pk, person("Ada"))
    assert stored(snapshot.table.pk) == before


def test_nobody_sits_down_at_a_running_or_closed_table() -> None:
    snapshot = running()
    refuses("not_open", seating.join, snapshot.table.pk, person("Cleo"))
    closed = opened()
    closing.cancel(closed.table.pk, person("Ada").pk)
    refuses("not_open", seating.join, closed.table.pk, person("Cleo"))


def test_the_next_person_becomes_host_and_the_last_to_leave_closes_the_table() -> None:
    snapshot = opened(3)
    seating.join(snapshot.table.pk, person("Ben"))
    snapshot = closing.leave(snapshot.table.pk, person("Ada").pk)
    assert snapshot.table.is_open
    assert given.now(snapshot).table.host == person("Ben")
    snapshot = closing.leave(snapshot.table.pk, person("Ben").pk)
    assert given.now(snapshot).table.status == Table.Status.CLOSED


def test_a_vacated_seat_is_free_again() -> None:
    snapshot = opened(2)
    closing.leave(snapshot.table.pk, person("Ada").pk)
    other = opened(3, host="Ben")
    seating.join(other.table.pk, person("Cleo"))
    closing.leave(other.table.pk, person("Ben").pk)
    assert seating.join(other.table.pk, person("Dan")).seats[0].name == "Dan"


def test_a_closed_table_says_so_and_keeps_nobody_waiting() -> None:
    snapshot = opened()
    client = browser(person("Ada"))
    assert client.post(f"/t/{snapshot.table.pk}/cancel/").status_code == 302
    assert "This table is closed." in client.get(f"/t/{snapshot.table.pk}/").content.decode()


def test_invited_people_alone_sit_down_by_link() -> None:
    snapshot = opened(3, public=False)
    refuses("not_invited", seating.join, snapshot.table.pk, person("Ben"))
    refuses("not_invited", seating.join, snapshot.table.pk, person("Ben"), "", "guess")
    stranger = browser(person("Ben"))
    assert stranger.get(f"/t/{snapshot.table.pk}/").status_code == 404
    assert stranger.post(f"/t/{snapshot.table.pk}/sit/").status_code == 404
    assert stranger.get("/i/wrong/").status_code == 404
    assert stranger.get(f"/i/{snapshot.table.invite}/")["Location"] == f"/t/{snapshot.table.pk}/"
    assert stranger.post(f"/t/{snapshot.table.pk}/sit/").status_code == 302
    assert given.now(snapshot).seats[1].name == "Ben"


def test_a_link_lets_somebody_without_a_seat_watch_but_not_learn_the_link_from_the_page() -> None:
    snapshot = running(public=False)
    watcher = browser(None)
    for path in ("", "replay/", "record.json", "shuffle/", "shuffle.json"):
        assert watcher.get(f"/t/{snapshot.table.pk}/{path}").status_code == 404
    watcher.get(f"/i/{snapshot.table.invite}/")
    for path in ("", "replay/", "record.json", "shuffle/", "shuffle.json"):
        response = watcher.get(f"/t/{snapshot.table.pk}/{path}")
        assert response.status_code == 200
        assert snapshot.table.invite not in response.content.decode()


def test_the_same_people_meet_again_and_keep_their_places() -> None:
    old = given.finished(3, bots=("easy",), public=False)
    new = opening.rematch(old.table.pk, person("Ben"))
    assert [seat.name for seat in new.seats] == ["", "Ben", "", new.seats[3].name]
    assert [seat.reserved_id for seat in new.seats[::2]] == [person("Ada").pk, person("Cleo").pk]
    refuses("not_invited", seating.join, new.table.pk, person("Dan"))
    refuses("reserved", seating.join, new.table.pk, person("Dan"), "", new.table.invite)
    again = opening.rematch(old.table.pk, person("Cleo"))
    assert again.table.pk == new.table.pk
    opening.rematch(old.table.pk, person("Ada"))
    last = given.now(new)
    assert last.table.is_running
    assert [seat.name for seat in last.seats[:3]] == ["Ada", "Ben", "Cleo"]
    assert Table.objects.count() == 2


def test_a_spectator_cannot_ask_for_a_rematch() -> None:
    old = given.finished()
    refuses("not_seated", opening.rematch, old.table.pk, person("Cleo"))


def test_the_commitment_stands_from_the_opening_to_the_end_and_the_seed_fits_it() -> None:
    snapshot = opened(2, salt="one")
    pages = [browser(None).get(f"/t/{snapshot.table.pk}/shuffle/").content.decode()]
    seating.join(snapshot.table.pk, person("Ben"), "two")
    pages.append(browser(None).get(f"/t/{snapshot.table.pk}/shuffle/").content.decode())
    assert snapshot.table.seed not in "".join(pages)
    over = given.play_until(snapshot, "over")
    pages.append(browser(None).get(f"/t/{snapshot.table.pk}/shuffle/").content.decode())
    commitment = hashlib.sha256(bytes.fromhex(over.table.seed)).hexdigest()
    assert over.table.seed == snapshot.table.seed
    assert all(commitment in page for page in pages)
    assert over.table.seed in pages[2]


def test_the_deal_follows_from_the_seed_and_the_salts() -> None:
    snapshot = running(3, bots=("easy",))
    salts = [seat.salt for seat in snapshot.seats]
    assert salts == ["salt0", "salt1", "salt2", ""]
    stream = Stream(bytes.fromhex(snapshot.table.seed), salts)
    state, setup = core.deal(snapshot.rules, 4, stream, {})
    assert snapshot.row is not None
    assert snapshot.row.move == {"type": "deal", "guests": []} | setup
    assert snapshot.row.state == snapshot.rules.dump(state)


def test_play_now_makes_a_guest_and_a_table_that_can_be_played_at_once() -> None:
    client = browser(None)
    response = client.post("/play-now/", {"game": "parade"})
    page = client.get(response["Location"])
    assert page.status_code == 200
    assert Table.objects.get().is_running
    assert not_none(Table.objects.get().host).is_guest


@pytest.mark.parametrize("plan", [{}, {"public": False}, {"public": False, "terms": {"rated": "yes"}}])
def test_the_times_stay_while_somebody_else_sits_there(plan: dict[str, Any]) -> None:
    snapshot = opened(4, **plan)
    table, ada, ben = snapshot.table.pk, person("Ada").pk, person("Ben")
    seating.join(table, ben, token=snapshot.table.invite)
    refuses("times_agreed", beginning.rearrange, table, ada, Plan("parade", 6, pace="days"))
    assert storage.load(table).table.is_live
    assert len(beginning.rearrange(table, ada, Plan("parade", 6)).seats) == 6
    closing.leave(table, ben.pk)
    assert not beginning.rearrange(table, ada, Plan("parade", 6, pace="days")).table.is_live
