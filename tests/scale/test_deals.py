"""Processes that are killed while they draw, begin, play or close a deal: another one goes on, and nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from threading import Thread
from typing import Any

from scripts.cluster.process import until
from tests.scale.conftest import Site
from tests.scale.house import House, Process, answers
from tests.scale.test_crashes import faults
from tests.scale.visitors import DISCARD, Player, Visitor

WAITING = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND starts_with(query, %s)"
TRIES = "SELECT score, finished_at IS NOT NULL, kind FROM deals_try WHERE table_id = %s"
PEOPLE = "SELECT score, people FROM deals_count JOIN deals_deal d ON d.id = deal_id WHERE d.day = %s"
# A deal that is drawn after Parade's, by somebody who hasn't committed it yet.
SAME = (
    "INSERT INTO deals_deal (game, day, number, rules, levels, seed, drawn_at)"
    " VALUES ('tea_time', %s, 1, 1, '[]', '', now())"
)
SCORE = "SELECT score FROM games_seat WHERE table_id = %s AND index = 0"


@contextmanager
def locked(house: House, lock: str, *values: Any) -> Iterator[None]:
    """Hold what the statement locks, and give it back unchanged."""
    with house.sql() as connection, connection.transaction(force_rollback=True):
        connection.execute(lock, values)
        yield


def kill_at(house: House, process: Process, words: str) -> None:
    """Kill the process when it waits for a lock with a statement that begins so."""
    until(f"{process.name} waits at {words}", lambda: house.rows(WAITING, words))
    process.kill()


def today(house: House) -> date:
    """Return a day with open deals. It may be over when it is used: its deals are open until noon."""
    day = datetime.now(UTC).date()
    until("deals are drawn", lambda: house.rows("SELECT 1 FROM deals_deal WHERE day = %s", day))
    return day


def begun(visitor: Visitor, web: Process, day: date) -> str:
    """Begin the try, or go on with it, and return its table."""
    status, address = visitor.post(web, f"/deals/parade/{day}/begin/")
    assert status == 200 and "/t/" in address, (status, address)
    return address.rstrip("/").rsplit("/", 1)[1]


def play_to_the_discard(player: Player) -> None:
    """Make all moves of the person. What follows are the bots' discards."""
    while player.wait():
        is_last = DISCARD in player.hand
        player.move()
        if is_last:
            return


def test_a_scheduler_killed_at_the_last_move_of_a_try_leaves_try_and_result_to_the_next(site: Site) -> None:
    day = today(site.house)
    ada = Visitor(site.left)
    table = begun(ada, site.left, day)
    player = Player(ada, site.left, table)
    before = site.house.rows(PEOPLE, day)
    with locked(site.house, "LOCK TABLE deals_count IN EXCLUSIVE MODE"):
        play_to_the_discard(player)
        kill_at(site.house, site.scheduler, 'INSERT INTO "deals_count"')
    assert site.house.rows(TRIES, table) == [(None, False, "counted")]
    assert site.house.rows(PEOPLE, day) == before
    site.scheduler = site.house.scheduler()
    player.play_on()
    [(score, finished, _kind)] = site.house.rows(TRIES, table)
    assert finished
    assert [score] == [row[0] for row in site.house.rows(SCORE, table)]
    people = dict(before)
    assert dict(site.house.rows(PEOPLE, day)) == people | {score: people.get(score, 0) + 1}
    assert faults(site.house, table) == ""


def test_a_web_process_killed_as_it_begins_a_try_and_as_it_moves_loses_no_try(site: Site) -> None:
    day = today(site.house)
    ada = Visitor(site.left)
    began = Thread(target=_begin_in_vain, args=[ada, site.left, day])
    with locked(site.house, "LOCK TABLE deals_try IN EXCLUSIVE MODE"):
        began.start()
        kill_at(site.house, site.left, 'INSERT INTO "deals_try"')
    began.join()
    table = begun(ada, site.right, day)
    assert site.house.rows(TRIES, table) == [(None, False, "counted")]
    # In another tab it is the same.
    assert begun(ada, site.right, day) == table
    player = Player(ada, site.right, table)
    player.play_on(1)
    player.wait()
    form, key = player.form()
    with locked(site.house, "LOCK TABLE games_move IN EXCLUSIVE MODE"):
        player.say(form, key)
        kill_at(site.house, site.right, 'INSERT INTO "games_move"')
    site.left = answers(site.house.web())
    player.enter(site.left)
    # The same board as before: what was not stored is asked for again.
    assert player.form() == (form, key)
    player.play_on()
    assert [row[1] for row in site.house.rows(TRIES, table)] == [True]
    assert faults(site.house, table) == ""


def _begin_in_vain(visitor: Visitor, web: Process, day: date) -> None:
    try:
        begun(visitor, web, day)
    except OSError:
        # The connection ends with the process.
        return
    raise AssertionError("a killed process has answered")


def days_pass(site: Site, day: date, number: int) -> date:
    """End the scheduler, let so many days pass, another number in each test, and return the day as stored now."""
    site.scheduler.stop()
    site.house.rows("UPDATE deals_deal SET day = day - %s WHERE day >= %s RETURNING id", number, day)
    return day - timedelta(days=number)


def test_a_scheduler_killed_as_it_draws_leaves_the_rest_to_the_next(site: Site) -> None:
    day = today(site.house)
    days_pass(site, day, 3)
    # These days are drawn also if the first day ends meanwhile.
    days = [day + timedelta(days=1), day + timedelta(days=2)]
    with locked(site.house, SAME, days[0]):
        site.scheduler = site.house.scheduler()
        kill_at(site.house, site.scheduler, 'INSERT INTO "deals_deal"')
    drawn = "SELECT game, day, seed FROM deals_deal WHERE day = ANY(%s)"
    some = site.house.rows(drawn, days)
    assert 0 < len(some) < 8
    site.scheduler = site.house.scheduler()
    until("all deals are drawn", lambda: len(site.house.rows(drawn, days)) == 8)
    # What the first one has drawn is as it was.
    assert set(some) < set(site.house.rows(drawn, days))


def test_a_scheduler_killed_as_it_closes_a_deal_loses_no_result_and_the_next_closes_it(site: Site) -> None:
    day = today(site.house)
    ada, ben = Visitor(site.left), Visitor(site.left)
    finished, left = begun(ada, site.left, day), begun(ben, site.left, day)
    Player(ada, site.left, finished).play_on()
    late = Player(ben, site.left, left)
    late.play_on(1)
    result, counted = site.house.rows(TRIES, finished), site.house.rows(PEOPLE, day)
    day = days_pass(site, day, 10)
    with locked(site.house, "SELECT 1 FROM deals_deal WHERE day = %s FOR UPDATE", day):
        site.scheduler = site.house.scheduler()
        kill_at(site.house, site.scheduler, 'UPDATE "deals_deal" SET "closed_at"')
    site.scheduler = site.house.scheduler()
    still_open = "SELECT 1 FROM deals_deal WHERE day = %s AND closed_at IS NULL"
    until("the deals are closed", lambda: not site.house.rows(still_open, day))
    late.play_on()
    assert [row[1:] for row in site.house.rows(TRIES, left)] == [(True, "free")]
    assert site.house.rows(TRIES, finished) == result
    assert site.house.rows(PEOPLE, day) == counted
