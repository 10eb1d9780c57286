"""Processes and connections that end during a match: it goes on, and nothing acknowledged is lost."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from games.models.packing import is_packed, unpack
from scripts.cluster.process import PATIENCE, until
from tests.scale.conftest import STARTED, Site
from tests.scale.house import APPLICATION, House, answers
from tests.scale.visitors import Player, Visitor, awaited, match


def status(house: House, table: str) -> str:
    return str(house.rows("SELECT status FROM games_table WHERE id = %s", table)[0][0])


def faults(house: House, table: str) -> str:
    """Return what the audit says about a match, if it finds anything."""
    process = house.manage("audit", table)
    return (
        "" if process.returncode == 0 and ", 0 faults" in process.stdout else process.stdout + process.stderr
    )


def children(pid: int) -> list[int]:
    """Return the other processes of its session."""
    pids = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(ProcessLookupError, PermissionError):
            if os.getsid(int(name)) == pid != int(name):
                pids.append(int(name))
    return pids


def test_a_match_outlives_its_scheduler_and_ends(site: Site) -> None:
    ada = Visitor(site.left)
    table = ada.open_table(site.left, seats=4, bots=3)
    player = Player(ada, site.right, table)
    # After another move some matches would be at their discards, where nobody waits for a bot.
    player.play_on(2)
    player.wait()
    site.scheduler.kill()
    player.move()
    assert player.seen is None
    site.scheduler = site.house.scheduler()
    player.play_on()
    assert status(site.house, table) == "over"
    assert faults(site.house, table) == ""


def test_a_killed_scheduler_leaves_no_process_behind(site: Site) -> None:
    ada = Visitor(site.left)
    Player(ada, site.left, ada.open_table(site.left, seats=3, bots=2)).play_on(1)
    until("a process thinks", lambda: children(site.scheduler.popen.pid) != [])
    site.scheduler.kill()
    until("the thinking process ends", lambda: children(site.scheduler.popen.pid) == [])


def test_two_schedulers_at_once_play_each_turn_once_and_one_may_die(site: Site) -> None:
    # Both are new, because the running one has logged what other tests did to its connections.
    site.scheduler.stop()
    site.scheduler = site.house.scheduler().says(STARTED)
    second = site.house.scheduler().says(STARTED)
    ada = Visitor(site.left)
    table = ada.open_table(site.left, seats=4, bots=3)
    player = Player(ada, site.left, table)
    player.play_on(5)
    second.kill()
    player.play_on()
    assert status(site.house, table) == "over"
    assert faults(site.house, table) == ""
    assert site.scheduler.runs
    assert second.errors() + site.scheduler.errors() == []


def test_a_killed_web_process_loses_nothing_that_it_acknowledged(site: Site) -> None:
    ada, ben = Visitor(site.left), Visitor(site.right)
    table = ada.open_table(site.left)
    ben.sit(site.right, table)
    players = [Player(ada, site.left, table), Player(ben, site.left, table)]
    match(players, 4)
    mover = awaited(players)
    form, key = mover.form()
    mover.say(form, key)
    site.left.kill()
    for player in players:
        with pytest.raises(ConnectionClosed):
            while True:
                player.hear()
        # What the killed one was storing may still become stored.
        before = newest(site, table)["hands"]
        player.enter(site.right)
        hands = [*before, *newest(site, table)["hands"]]
        assert sorted(player.cards) in map(sorted, hands)
    # It is unknown if it was stored. Sending the same form again settles it.
    mover.say(form, key)
    while key not in mover.acknowledged:
        mover.hear()
    assert mover.refused == []
    site.left = answers(site.house.web())
    players[0].enter(site.left)
    match(players, 8)
    rows = {number: (seat, key) for number, seat, key in moves(site, table)}
    acknowledged = [(number, key) for player in players for key, number in player.acknowledged.items()]
    assert len(acknowledged) > 5
    assert [number for number, key in acknowledged if rows[number][1] != key] == []
    assert sorted(rows) == list(range(max(rows) + 1))
    assert len({rows[number] for number, _ in acknowledged}) == len(acknowledged)
    assert faults(site.house, table) == ""


def newest(site: Site, table: str) -> dict[str, Any]:
    query = "SELECT state::text FROM games_move WHERE table_id = %s ORDER BY number DESC LIMIT 1"
    return unpacked(site.house.rows(query, table)[0][0])


def unpacked(state: str) -> dict[str, Any]:
    """Return a state as the database holds it."""
    stored = json.loads(state)
    document: dict[str, Any] = unpack(stored) if is_packed(stored) else stored
    return document


def moves(site: Site, table: str) -> list[tuple[int, int, str]]:
    return site.house.rows("SELECT number, seat, key FROM games_move WHERE table_id = %s", table)


def test_moves_are_stored_while_valkey_is_away_and_shown_once_it_is_back(site: Site) -> None:
    ada, ben = Visitor(site.left), Visitor(site.right)
    table = ada.open_table(site.left)
    ben.sit(site.right, table)
    players = [Player(ada, site.left, table), Player(ben, site.right, table)]
    mover, other = sorted(players, key=lambda player: player.seen is None)
    site.house.valkey.terminate()
    try:
        mover.move()
        while other.seen is None:
            other.hear()
    finally:
        site.house.valkey.start(PATIENCE)
    match([other, mover], 6)


def test_a_visitor_without_valkey_gets_the_board_and_hears_of_changes_once_it_is_back(site: Site) -> None:
    ada, ben = Visitor(site.left), Visitor(site.right)
    table = ada.open_table(site.left)
    site.house.valkey.terminate()
    try:
        late = answers(site.house.web())
        ben.sit(site.right, table)
        players = [Player(ada, late, table), Player(ben, site.right, table)]
        assert [len(player.cards) for player in players] == [5, 5]
    finally:
        site.house.valkey.start(PATIENCE)
    match(players, 4)


def test_requests_go_on_when_postgresql_has_dropped_its_connections(site: Site) -> None:
    ada = Visitor(site.left)
    table = ada.open_table(site.left, seats=3, bots=2)
    player = Player(ada, site.left, table)
    player.play_on(1)
    assert site.house.drop_connections(APPLICATION) > 0
    assert ada.post(site.left, f"/t/{table}/say/", phrase="hello")[0] in (200, 400, 409)
    player.play_on(2)
    assert ada.get(site.right, f"/t/{table}/").count('id="hand"') == 1
