"""A table from its opening to the deal: who may sit down, leave, close it, and what the deal follows from."""

from __future__ import annotations

import hashlib

import pytest

from games import play
from games.models import Table
from games.play import Plan, Refused
from games.play.tables import OPEN_TABLES_EACH
from games.rules import core
from games.rules.chance import Stream
from tests.games import tables
from tests.games.tables import browser, opened, person, running, stored

pytestmark = pytest.mark.django_db


def refuses(code: str, work: object, *args: object) -> None:
    with pytest.raises(Refused) as refused:
        work(*args)  # type: ignore[operator]
    assert refused.value.code == code


def test_the_match_starts_when_the_last_seat_is_taken() -> None:
    position = opened(3)
    assert play.join(position.table.pk, person("Ben")).table.is_open
    position = play.join(position.table.pk, person("Cleo"))
    assert position.table.is_running
    assert [seat.name for seat in position.seats] == ["Ada", "Ben", "Cleo"]
    assert position.row is not None
    assert position.row.number == 0


def test_a_table_with_bots_on_all_other_seats_starts_at_once_and_they_sit_behind_the_people() -> None:
    position = running(1, bots=("easy", "greedy"))
    assert position.table.is_running
    assert [seat.level for seat in position.seats] == ["", "easy", "greedy"]
    assert len({seat.name for seat in position.seats}) == 3


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (Plan("chess", 2), "no_such_game"),
        (Plan("parade", 7), "bad_seats"),
        (Plan("parade", 1), "bad_seats"),
        (Plan("parade", 2, bots=("easy", "easy")), "no_seat_for_people"),
        (Plan("parade", 2, bots=("perfect",)), "no_such_level"),
        (Plan("parade", 2, options={"jokers": 2}), "no_such_option"),
        (Plan("stockings", 4, live=False), "live_only"),
    ],
)
def test_a_plan_that_no_game_allows_opens_nothing(plan: Plan, code: str) -> None:
    refuses(code, play.open_table, person(), plan)
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


def test_sitting_down_twice_changes_nothing() -> None:
    position = opened(3)
    before = stored(position.table.pk)
    play.join(position.table.pk, person("Ada"))
    assert stored(position.table.pk) == before


def test_nobody_sits_down_at_a_running_or_closed_table() -> None:
    position = running()
    refuses("not_open", play.join, position.table.pk, person("Cleo"))
    closed = opened()
    play.cancel(closed.table.pk, person("Ada").pk)
    refuses("not_open", play.join, closed.table.pk, person("Cleo"))


def test_the_next_person_becomes_host_and_the_last_to_leave_closes_the_table() -> None:
    position = opened(3)
    play.join(position.table.pk, person("Ben"))
    position = play.leave(position.table.pk, person("Ada").pk)
    assert position.table.is_open
    assert tables.now(position).table.host == person("Ben")
    position = play.leave(position.table.pk, person("Ben").pk)
    assert tables.now(position).table.status == Table.Status.CLOSED


def test_a_vacated_seat_is_free_again() -> None:
    position = opened(2)
    play.leave(position.table.pk, person("Ada").pk)
    other = opened(3, host="Ben")
    play.join(other.table.pk, person("Cleo"))
    play.leave(other.table.pk, person("Ben").pk)
    assert play.join(other.table.pk, person("Dan")).seats[0].name == "Dan"


def test_a_closed_table_says_so_and_keeps_nobody_waiting() -> None:
    position = opened()
    client = browser(person("Ada"))
    assert client.post(f"/t/{position.table.pk}/cancel/").status_code == 302
    assert "This table is closed." in client.get(f"/t/{position.table.pk}/").content.decode()


def test_invited_people_alone_sit_down_by_link() -> None:
    position = opened(3, public=False)
    refuses("not_invited", play.join, position.table.pk, person("Ben"))
    refuses("not_invited", play.join, position.table.pk, person("Ben"), "", "guess")
    stranger = browser(person("Ben"))
    assert stranger.get(f"/t/{position.table.pk}/").status_code == 404
    assert stranger.post(f"/t/{position.table.pk}/sit/").status_code == 404
    assert stranger.get("/i/wrong/").status_code == 404
    assert stranger.get(f"/i/{position.table.invite}/")["Location"] == f"/t/{position.table.pk}/"
    assert stranger.post(f"/t/{position.table.pk}/sit/").status_code == 302
    assert tables.now(position).seats[1].name == "Ben"


def test_a_link_lets_somebody_without_a_seat_watch_but_not_learn_the_link_from_the_page() -> None:
    position = running(public=False)
    watcher = browser(None)
    for path in ("", "replay/", "record.json", "shuffle/"):
        assert watcher.get(f"/t/{position.table.pk}/{path}").status_code == 404
    watcher.get(f"/i/{position.table.invite}/")
    for path in ("", "replay/", "record.json", "shuffle/"):
        response = watcher.get(f"/t/{position.table.pk}/{path}")
        assert response.status_code == 200
        assert position.table.invite not in response.content.decode()


def test_the_same_people_meet_again_and_keep_their_places() -> None:
    old = tables.finished(3, bots=("easy",), public=False)
    new = play.rematch(old.table.pk, person("Ben"))
    assert [seat.name for seat in new.seats] == ["", "Ben", "", new.seats[3].name]
    assert [seat.reserved_id for seat in new.seats[::2]] == [person("Ada").pk, person("Cleo").pk]
    refuses("not_invited", play.join, new.table.pk, person("Dan"))
    refuses("reserved", play.join, new.table.pk, person("Dan"), "", new.table.invite)
    again = play.rematch(old.table.pk, person("Cleo"))
    assert again.table.pk == new.table.pk
    play.rematch(old.table.pk, person("Ada"))
    last = tables.now(new)
    assert last.table.is_running
    assert [seat.name for seat in last.seats[:3]] == ["Ada", "Ben", "Cleo"]
    assert Table.objects.count() == 2


def test_who_did_not_play_asks_for_no_rematch() -> None:
    old = tables.finished()
    refuses("not_seated", play.rematch, old.table.pk, person("Cleo"))


def test_a_salt_of_the_form_is_kept_and_garbage_is_replaced_by_the_servers() -> None:
    for given, kept in (
        ("abc123", True),
        ("", False),
        ("é", False),
        ("a b", False),
        ("x" * 65, False),
        ("\0", False),
    ):
        salt = opened(2, salt=given).seats[0].salt
        assert (salt == given) == kept
        assert salt.isalnum()
        assert len(salt) in (len(given), 32)
    client = browser(person("Ben"))
    table = opened(3).table.pk
    client.post(f"/t/{table}/sit/", {"salt": "mine7"})
    assert play.load(table).seats[1].salt == "mine7"


def test_the_commitment_stands_from_the_opening_to_the_end_and_the_seed_fits_it() -> None:
    position = opened(2, salt="one")
    pages = [browser(None).get(f"/t/{position.table.pk}/shuffle/").content.decode()]
    play.join(position.table.pk, person("Ben"), "two")
    pages.append(browser(None).get(f"/t/{position.table.pk}/shuffle/").content.decode())
    assert position.table.seed not in "".join(pages)
    over = tables.play_until(position, "over")
    pages.append(browser(None).get(f"/t/{position.table.pk}/shuffle/").content.decode())
    commitment = hashlib.sha256(bytes.fromhex(over.table.seed)).hexdigest()
    assert over.table.seed == position.table.seed
    assert all(commitment in page for page in pages)
    assert over.table.seed in pages[2]


def test_the_deal_follows_from_the_seed_and_the_salts() -> None:
    position = running(3, bots=("easy",))
    salts = [seat.salt for seat in position.seats]
    assert salts == ["salt0", "salt1", "salt2", ""]
    stream = Stream(bytes.fromhex(position.table.seed), salts)
    state, setup = core.deal(position.rules, 4, stream, {})
    assert position.row is not None
    assert position.row.move == {"type": "deal", "guests": []} | setup
    assert position.row.state == position.rules.dump(state)


def test_play_now_makes_a_guest_and_a_table_that_can_be_played_at_once() -> None:
    client = browser(None)
    response = client.post("/play-now/", {"game": "parade"})
    page = client.get(response["Location"])
    assert page.status_code == 200
    assert Table.objects.get().is_running
    assert Table.objects.get().host.is_guest
