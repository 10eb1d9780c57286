"""Tables where it is one's turn: the list, the next table, the number on every page and over sockets, and the JSON."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Seat, Table
from games.play import departure, opening, real_time, storage, takeover, timeouts
from games.play.database_thread import DatabaseThread
from games.play.opening import Plan
from games.play.snapshot import Snapshot
from games.queries import waiting
from tests.helpers import given
from tests.helpers.given import awaited, browser, person, running
from tests.helpers.sockets import Socket, at_table, scene

pytestmark = pytest.mark.django_db

DAY = 86_400_000


def waits_for(name: str, increment_ms: int = DAY, **plan: Any) -> Snapshot:
    """Return a match of Ada and Ben that waits for the named one."""
    snapshot = running(2, pace="days", increment_ms=increment_ms, **plan)
    seat = ("Ada", "Ben").index(name)
    while awaited(given.now(snapshot)) != seat:
        given.step(snapshot)
    return given.now(snapshot)


def due_in(snapshot: Snapshot, hours: float) -> str:
    """Let the time of the awaited seat end then, and return the table's id."""
    due = timezone.now() + timedelta(hours=hours)
    awaited_seats = Seat.objects.filter(table=snapshot.table, awaited_since__isnull=False)
    awaited_seats.update(deadline=due, awaited_since=due - timedelta(days=60))
    return snapshot.table.pk


def listed(name: str) -> list[str]:
    return [own.table.pk for own in waiting.own_tables(person(name))]


def test_waiting_tables_come_first_by_the_time_left_then_the_newest() -> None:
    later, sooner = due_in(waits_for("Ada"), 9), due_in(waits_for("Ada"), 2)
    others = [due_in(waits_for("Ben"), 1), given.opened(2).table.pk]
    assert listed("Ada") == [sooner, later, *reversed(others)]
    assert waiting.tables_for(person("Ada").pk) == [sooner, later]
    page = browser(person("Ada")).get("/lobby/").content.decode()
    places = [page.index(f'id="own-{table}"') for table in (sooner, later, *reversed(others))]
    assert places == sorted(places)
    # The table that waits for another person also shows for whom, and until when.
    assert page.count("data-until=") == 3 and "Ben's turn" in page


def test_a_bots_time_waits_for_nobody() -> None:
    lapsed = waits_for("Ada")
    due_in(lapsed, -1)
    timeouts.time_out(lapsed.table.pk, 0)
    mine = due_in(waits_for("Ada"), 20)
    assert storage.load(lapsed.table.pk).seats[0].deadline is not None
    assert listed("Ada") == [mine, lapsed.table.pk]
    assert waiting.tables_for(person("Ada").pk) == [mine]
    assert "a bot plays for you" in browser(person("Ada")).get("/lobby/").content.decode()
    takeover.take_back(lapsed.table.pk, person("Ada").pk)
    assert set(waiting.tables_for(person("Ada").pk)) == {mine, lapsed.table.pk}


def test_neither_a_match_that_is_over_nor_one_resigned_waits() -> None:
    over, resigned = waits_for("Ada"), running(3, pace="days")
    departure.resign(over.table.pk, person("Ben").pk)
    while awaited(given.now(resigned)) != 0:
        given.step(resigned)
    departure.resign(resigned.table.pk, person("Ada").pk)
    assert waiting.tables_for(person("Ada").pk) == listed("Ada") == []


def test_none_of_ones_tables_is_left_out_without_a_word() -> None:
    ids = {running(1, bots=("easy",)).table.pk for _ in range(waiting.LISTED + 2)}
    assert set(listed("Ada")) == ids
    ada = browser(person("Ada"))
    page = ada.get("/lobby/").content.decode()
    assert page.count('id="own-') == waiting.LISTED
    assert f"All your {len(ids)} tables" in page
    assert ada.get("/yours/").content.decode().count('id="own-') == len(ids)


def test_the_number_takes_one_query_by_an_index_that_holds_only_what_is_awaited() -> None:
    waits_for("Ada")
    for _ in range(3):
        given.finished()
    ada = person("Ada")
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert len(waiting.tables_for(ada.pk)) == 1
    assert len(queries) == 1
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("EXPLAIN QUERY PLAN " + queries[0]["sql"])
            plan = " ".join(str(row) for row in cursor.fetchall())
        assert "seat_waits" in plan


def test_a_page_says_how_many_tables_wait_in_title_and_masthead() -> None:
    here, ada = waits_for("Ada").table.pk, browser(person("Ada"))
    waits_for("Ada")
    page = ada.get("/about/").content.decode()
    assert "<title>(2) " in page
    assert 'data-count="2"' in page
    # A table's own board says whose turn it is.
    page = ada.get(f"/t/{here}/").content.decode()
    assert "<title>(2) " in page
    assert 'data-count="1"' in page
    assert f"/next/?after={here}" in page
    for quiet in (browser(None), browser(person("Cleo"))):
        page = quiet.get("/about/").content.decode()
        assert "<title>(" not in page
        assert 'data-count="0"' in page


def test_next_leads_to_an_invitation_if_no_table_waits() -> None:
    ada = browser(person("Ada"))
    invitation = given.opened(host="Ben", invited=("Ada",)).table.pk
    assert ada.get("/next/")["Location"] == f"/t/{invitation}/"
    table = due_in(waits_for("Ada"), 2)
    assert ada.get("/next/")["Location"] == f"/t/{table}/"


def test_next_leads_to_the_most_pressing_table_but_the_one_that_one_comes_from() -> None:
    later, sooner = due_in(waits_for("Ada"), 9), due_in(waits_for("Ada"), 2)
    ada = browser(person("Ada"))
    assert ada.get("/next/")["Location"] == f"/t/{sooner}/"
    assert ada.get(f"/next/?after={sooner}")["Location"] == f"/t/{later}/"
    assert ada.get("/next/?after=nonsense")["Location"] == f"/t/{sooner}/"
    given.step(storage.load(later))
    assert ada.get(f"/next/?after={sooner}")["Location"] == f"/t/{sooner}/"
    given.step(storage.load(sooner))
    for visitor in (ada, browser(None)):
        answer = visitor.get("/next/", follow=True)
        assert answer.redirect_chain == [("/lobby/", 302)]
        assert "No table is waiting for you." in answer.content.decode()


def test_after_a_move_the_head_of_the_page_leads_on_to_the_next() -> None:
    here, there = waits_for("Ada"), waits_for("Ada")
    ada = browser(person("Ada"))
    given.step(here)
    assert 'data-count="1"' in ada.get(f"/t/{here.table.pk}/").content.decode()
    given.step(there)
    assert 'data-count="0"' in ada.get(f"/t/{here.table.pk}/").content.decode()


def test_scripts_are_told_the_tables_with_what_is_left_of_the_time() -> None:
    table = due_in(waits_for("Ada"), 2)
    waits_for("Ben")
    answer = browser(person("Ada")).get("/api/turns/")
    assert answer["Content-Type"] == "application/json"
    assert "no-store" in answer["Cache-Control"]
    document = answer.json()
    assert document["count"] == 1
    [entry] = document["tables"]
    assert entry["table"] == table
    assert (entry["game"], entry["live"], entry["opponents"]) == ("parade", False, ["Ben"])
    assert entry["url"] == f"http://testserver/t/{table}/"
    assert datetime.fromisoformat(entry["deadline"]) > datetime.fromisoformat(entry["since"])
    assert 7_100_000 < entry["remaining_ms"] <= 7_200_000
    assert browser(person("Cleo")).get("/api/turns/").json() == {"count": 0, "tables": []}


def test_time_that_is_over_is_nothing_left_and_not_less() -> None:
    due_in(waits_for("Ada"), -1)
    [entry] = browser(person("Ada")).get("/api/turns/").json()["tables"]
    assert entry["remaining_ms"] == 0


def test_nobody_signed_in_is_told_in_json_to_show_a_token() -> None:
    answer = browser(None).get("/api/turns/")
    assert answer.status_code == 401
    assert answer.json()["error"] == "unauthorized"


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
def test_a_script_is_told_that_other_methods_are_not_answered(method: str) -> None:
    answer = Client(enforce_csrf_checks=True).generic(method, "/api/turns/")
    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")


def numbers(texts: list[str]) -> list[int]:
    return [json.loads(text)["turns"] for text in texts if text.startswith('{"turns"')]


def test_the_number_is_pushed_to_ones_other_pages_when_it_changes(file_database: object) -> None:
    here, there = waits_for("Ada"), waits_for("Ben")
    ada = browser(person("Ada"))

    async def play_it(elsewhere: DatabaseThread) -> None:
        lobby = await Socket("/ws/lobby/?l=en&t=1", ada).open()
        board = await at_table(here.table.pk, ada, seen=f"{here.table.version}&t=1")
        # And the lists, in any order.
        assert numbers([await lobby.hear(), await lobby.hear()]) == [1]
        # The table's own page counts the other tables.
        assert numbers([await board.hear()]) == [0]
        lobby.texts.clear()
        board.texts.clear()
        await elsewhere.run(given.step, there)
        assert numbers(await lobby.heard()) == [2]
        assert numbers(await board.heard()) == [1]
        await elsewhere.run(given.step, here)
        assert numbers(await lobby.heard()) == [1]
        assert numbers(await board.heard()) == []
        for socket in (lobby, board):
            await socket.close()

    scene(play_it)


def test_nobody_is_told_of_other_peoples_tables(file_database: object) -> None:
    there = waits_for("Ben")
    cleo = browser(person("Cleo"))

    async def play_it(elsewhere: DatabaseThread) -> None:
        sockets = [await Socket("/ws/lobby/?l=en&t=1", client).open() for client in (cleo, None)]
        await sockets[0].hear()
        assert numbers([await sockets[0].hear()]) == [0]
        await sockets[1].hear()
        for socket in sockets:
            socket.texts.clear()
        await elsewhere.run(given.step, there)
        assert [numbers(await socket.heard()) for socket in sockets] == [[], []]
        for socket in sockets:
            await socket.close()

    scene(play_it)


def test_a_live_turn_is_told_with_its_clock_to_a_page_that_is_at_no_table(file_database: object) -> None:
    live = running(2)
    turn = awaited(live)
    waits, moves = live.seats[1 - turn].user, live.seats[turn].user
    assert waits and moves
    client = browser(waits)

    async def play_it(elsewhere: DatabaseThread) -> None:
        page = await Socket("/ws/turns/?l=fr&t=1", client).open()
        assert json.loads(await page.hear()) == {"turns": 0}
        page.texts.clear()
        await elsewhere.run(given.step, live)
        [text] = await page.heard()
        data = json.loads(text)
        assert data["turns"] == 1
        assert data["live"]["address"] == f"/t/{live.table.pk}/"
        assert data["live"]["with"] == f"Avec {moves.username}"
        assert 0 < data["live"]["left"] <= live.table.bank_ms + live.table.increment_ms
        page.texts.clear()
        await elsewhere.run(lambda: given.step(given.now(live)))
        [text] = await page.heard()
        assert json.loads(text) == {"turns": 0, "live": None}
        await page.close()

    scene(play_it)


def test_a_turn_over_days_raises_the_number_alone(file_database: object) -> None:
    there, ada = waits_for("Ben"), browser(person("Ada"))

    async def play_it(elsewhere: DatabaseThread) -> None:
        page = await Socket("/ws/turns/?l=en&t=1", ada).open()
        await page.hear()
        page.texts.clear()
        await elsewhere.run(given.step, there)
        assert [json.loads(text) for text in await page.heard()] == [{"turns": 1}]
        await page.close()

    scene(play_it)


def test_a_race_waits_for_nobody_in_particular() -> None:
    ada = person("Ada")
    opening.open_table(ada, Plan("stockings", 4, bots=("easy",) * 3))
    assert Table.objects.get().is_running
    assert waiting.tables_for(ada.pk) == []
    assert len(waiting.own_tables(ada)) == 1


def test_a_race_with_people_is_told_on_other_pages_and_one_among_bots_is_not(file_database: object) -> None:
    alone = running(1, game="stockings", bots=("easy", "easy"))
    real_time.be_ready(alone.table.pk, alone.seats[0].user_id)
    client = browser(alone.seats[0].user)

    async def play_it(elsewhere: DatabaseThread) -> None:
        page = await Socket("/ws/turns/?l=en&t=1", client).open()
        assert json.loads(await page.hear()) == {"turns": 0}
        page.texts.clear()
        race = await elsewhere.run(lambda: running(2, game="stockings", bots=("easy",)))
        data = json.loads(await page.hear())
        assert data["turns"] == 1
        assert data["live"]["address"] == f"/t/{race.table.pk}/"
        assert data["live"]["title"] == "The Stocking Race begins."
        assert 0 < data["live"]["left"] <= 60_000
        page.texts.clear()
        await elsewhere.run(lambda: departure.resign(race.table.pk, race.seats[0].user_id))
        assert json.loads(await page.hear()) == {"turns": 0, "live": None}
        await page.close()

    scene(play_it)
