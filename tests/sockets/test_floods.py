"""One visitor's flood is limited, answered, and doesn't make others wait."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from math import inf
from threading import Event
from typing import Any

import pytest

from games.play import storage
from games.play.database_thread import DatabaseThread, Turns
from games.play.snapshot import Snapshot
from games.sockets import OpeningCheck
from games.sockets.hub import hub
from games.sockets.message_limits import punish
from hosting.limits.addresses import address_of_scope, line_of
from hosting.limits.all_limits import LIMITS
from hosting.limits.buckets import Limiter, limiter
from hosting.limits.places import places
from hosting.server.direct import Direct
from tests.helpers.given import awaited, browser, first_legal, running
from tests.helpers.racing import dealt
from tests.helpers.sockets import PATIENCE, Socket, at_table, scene

pytestmark = pytest.mark.usefixtures("file_database")


# The loop itself keeps only weak references.
WORK: list[asyncio.Future[None]] = []


async def busy(database: DatabaseThread) -> Event:
    """Block the one thread until the event is set."""
    begun, end = Event(), Event()

    def wait() -> None:
        begun.set()
        assert end.wait(PATIENCE)

    WORK.append(asyncio.ensure_future(database.run(wait)))
    await asyncio.to_thread(begun.wait, PATIENCE)
    return end


def form(snapshot: Snapshot, seat: int, key: str) -> str:
    move = first_legal(snapshot, seat)
    return f"type={move['type']}&card={move['card']}&seen=0&key={key}"


async def answers(socket: Socket, count: int) -> list[dict[str, object]]:
    return [await socket.answer() for _ in range(count)]


def test_work_of_several_tables_takes_turns_and_each_tables_stays_in_order() -> None:
    turns = Turns()
    log: list[tuple[str, int]] = []
    for n, whose in enumerate(("flood", "flood", "flood", "", "other", "flood", "other")):
        turns.put("", whose, partial(log.append, (whose, n)))
    while len(turns):
        turns.take()()
    names = [whose for whose, _ in log]
    assert names == ["flood", "", "other", "flood", "other", "flood", "flood"]
    assert [n for whose, n in log if whose == "flood"] == [0, 1, 2, 5]


def test_work_for_one_address_takes_turns_with_that_of_others_at_however_many_tables() -> None:
    turns = Turns()
    log: list[str] = []
    for table in range(100):
        turns.put("10.0.0.1", f"flooded {table}", partial(log.append, "flood"))
    turns.put("10.0.0.2", "innocent", partial(log.append, "move"))
    turns.put("", "", partial(log.append, "commit"))
    while len(turns):
        turns.take()()
    assert log[:3] == ["flood", "move", "commit"]
    assert len(log) == 102


def test_a_single_move_does_not_queue_behind_another_tables_flood() -> None:
    """By order: the other table's move is stored while most of the flood still waits."""
    log: list[str] = []

    async def play_it(elsewhere: DatabaseThread) -> None:
        release = await busy(hub.database)
        flooding, innocent = hub.database.of("flooding"), hub.database.of("innocent")
        work = [asyncio.ensure_future(flooding.run(log.append, "flood")) for _ in range(500)]
        await asyncio.sleep(0)
        move = asyncio.ensure_future(innocent.run(log.append, "move"))
        await asyncio.sleep(0)
        release.set()
        await asyncio.gather(move, *work)

    scene(play_it)
    assert log.index("move") <= 2
    assert len(log) == 501


def test_a_spectators_move_is_refused_without_the_database() -> None:
    snapshot = dealt(3)

    async def play_it(elsewhere: DatabaseThread) -> None:
        looker = await at_table(snapshot.table.pk)
        release = await busy(hub.database)
        for n in range(5):
            await looker.say(json.dumps({"n": n, "form": f"card=santa&flip=0&seen=0&key=k{n}"}))
        replies = await answers(looker, 5)
        assert replies[0] == {"n": 0, "refused": "You have no seat at this table.", "status": 403}
        assert [answer["n"] for answer in replies] == [0, 1, 2, 3, 4]
        release.set()
        await looker.close()

    scene(play_it)


@pytest.mark.parametrize("n", ['"' + "y" * 3000 + '"', "-1", "1.5", "true", "[1]", "2147483648", "null"])
def test_nothing_of_a_page_is_echoed_but_a_small_number(n: str) -> None:
    snapshot = running()
    seat = awaited(snapshot)
    client = browser(snapshot.seats[seat].user)

    async def play_it(elsewhere: DatabaseThread) -> None:
        socket = await at_table(snapshot.table.pk, client)
        await socket.say(f'{{"n": {n}, "form": "{form(snapshot, seat, "k")}"}}')
        answer = await socket.answer()
        assert (answer["n"], answer["status"]) == (None, 400)
        await socket.close()

    scene(play_it)


def test_waiting_messages_are_bounded_for_a_socket_and_a_person_and_all_are_answered(
    settings: Any,
) -> None:
    settings.MESSAGES_PER_SOCKET, settings.MESSAGES_PER_PERSON = 4, 6
    settings.MESSAGES_PER_SECOND = 1000
    # Not a race's table, whose pages answer pings meanwhile, which count as well.
    snapshot = running(3)
    client = browser(snapshot.seats[0].user)

    async def play_it(elsewhere: DatabaseThread) -> None:
        sockets = [await at_table(snapshot.table.pk, client) for _ in range(2)]
        release = await busy(hub.database)
        for socket, refused in zip(sockets, (16, 18), strict=True):
            for n in range(20):
                await socket.say(json.dumps({"n": n, "form": f"card=red-99&seen=0&key=k{n}"}))
            assert [answer["status"] for answer in await answers(socket, refused)] == [429] * refused
        release.set()
        for socket, let_in in zip(sockets, (4, 2), strict=True):
            assert 429 not in [answer["status"] for answer in await answers(socket, let_in)]
            await socket.close()

    scene(play_it)
    assert places.count("message") == 0


def test_too_many_messages_in_a_second_are_refused_and_then_the_socket_is_dropped(
    settings: Any,
) -> None:
    settings.MESSAGES_PER_SECOND = 1
    snapshot = running()

    async def play_it(elsewhere: DatabaseThread) -> None:
        socket = await at_table(snapshot.table.pk)
        for _ in range(100):
            await socket.say("nonsense")
        replies = []
        while text := await socket.hear():
            replies.append(json.loads(text)["status"])
        assert {429} < set(replies) <= {400, 429}
        assert len(replies) < 20
        assert socket.code == 4429
        assert not hub.sockets
        await socket.close()

    scene(play_it)


def test_moves_that_are_stored_are_no_flood_however_quick(settings: Any) -> None:
    settings.MESSAGES_PER_SECOND = 1
    snapshot = running(seed="quick")
    clients = [browser(seat.user) for seat in snapshot.seats]

    async def play_it(elsewhere: DatabaseThread) -> None:
        sockets = [await at_table(snapshot.table.pk, client) for client in clients]
        for number in range(14):
            here = await elsewhere.run(storage.load, snapshot.table.pk)
            seat = awaited(here)
            move = first_legal(here, seat)
            assert await sockets[seat].move(move, number, f"k{number}") == {"n": 1, "number": number + 1}
        for socket in sockets:
            await socket.close()

    scene(play_it)


def test_a_person_may_have_so_many_sockets_and_is_told_when_there_are_more(settings: Any) -> None:
    settings.SOCKETS_PER_PERSON = 2
    before = places.count("socket")
    snapshot = running()
    clients = [browser(seat.user) for seat in snapshot.seats]

    async def play_it(elsewhere: DatabaseThread) -> None:
        first, second = [await at_table(snapshot.table.pk, clients[0]) for _ in range(2)]
        third = await Socket("/ws/lobby/?l=fr", clients[0]).open()
        assert "Trop de pages" in json.loads(await third.hear())["refused"]
        assert await third.hear() == ""
        assert third.code == 4429
        other = await at_table(snapshot.table.pk, clients[1])
        await first.close()
        again = await Socket("/ws/lobby/?l=fr", clients[0]).open()
        assert 'id="lobby-open"' in await again.hear()
        for socket in (second, other, again):
            await socket.close()

    scene(play_it)
    assert places.count("socket") == before


def test_an_address_opens_so_many_sockets_at_once_and_a_few_each_second_after_that(settings: Any) -> None:
    settings.SOCKETS_PER_ADDRESS = 60
    limiter.clear()

    def is_let_in(now: float, address: str = "one") -> bool:
        return not limiter.spend("opening", now=now, address=address)

    assert [is_let_in(100.0) for _ in range(70)] == [True] * 60 + [False] * 10
    assert is_let_in(100.0, "other")
    assert [is_let_in(101.5) for _ in range(4)] == [True] * 3 + [False]
    # A clock that is set back admits nobody.
    assert not is_let_in(50.0)
    punish("one", 1000.0)
    assert [is_let_in(1000.0) for _ in range(60)].count(True) == 54
    settings.SOCKETS_PER_ADDRESS = 0
    assert all(is_let_in(1000.0) for _ in range(100))


def test_an_address_that_floods_again_and_again_is_turned_away_at_the_door(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MESSAGES_PER_SECOND, settings.SOCKETS_PER_ADDRESS = 1, 10
    slow = LIMITS["opening"]["address"]._replace(seconds=inf)
    monkeypatch.setitem(LIMITS, "opening", {"address": slow})
    snapshot = running()
    boards = []

    async def play_it(elsewhere: DatabaseThread) -> None:
        for _ in range(8):
            socket = await Socket(f"/ws/t/{snapshot.table.pk}/?v=none&l=en").open()
            boards.append('id="board"' in await socket.hear())
            for _ in range(50):
                await socket.say("nonsense")
            while await socket.hear():
                pass
            assert socket.code == 4429
            await socket.close()

    scene(play_it)
    assert boards == [True] * 5 + [False] * 3


def test_a_refused_sockets_messages_are_not_read(settings: Any) -> None:
    settings.SOCKETS_PER_ADDRESS = 1
    limiter.clear()
    log: list[str] = []

    async def application(*_given: Any) -> None:
        log.append("let in")

    async def send(message: dict[str, Any]) -> None:
        log.append(f"{message['type']} {message.get('code', '')}".strip())

    direct = Direct(lambda _receiver: None, log.append, lambda *_asked: None, lambda: log.append("deaf"))
    scope = {"headers": [], "client": ["1.1.1.1", 1], "extensions": {"websocket.direct": direct}}
    for _ in range(2):
        asyncio.run(OpeningCheck(application)(scope, None, send))
    assert log == ["let in", "websocket.accept", "deaf", "websocket.close 4429"]


def test_addresses_are_counted_as_the_hosts_own_proxies_tell_them(settings: Any) -> None:
    headers = [(b"x-forwarded-for", b"6.6.6.6, 1.1.1.1"), (b"x-forwarded-for", b"2.2.2.2")]
    scope = {"headers": headers, "client": ["127.0.0.1", 4711]}
    addresses = []
    for settings.ALLAUTH_TRUSTED_PROXY_COUNT in (0, 1, 2, 9):
        addresses.append(address_of_scope(scope))
    assert addresses == ["127.0.0.1", "2.2.2.2", "1.1.1.1", "127.0.0.1"]


def test_an_ipv6_network_is_one_address_and_an_ipv4_address_the_same_in_both_notations() -> None:
    assert line_of("2001:db8:1:2:a:b:c:d") == line_of("2001:db8:1:2::1") == "2001:db8:1:2::"
    assert line_of("2001:db8:1:3::1") != line_of("2001:db8:1:2::1")
    assert line_of("::ffff:192.0.2.7") == line_of("192.0.2.7") == "192.0.2.7"
    assert line_of("what no proxy says") == "what no proxy says"


def test_an_address_may_spend_some_time_at_once_and_then_waits_and_then_is_refused(settings: Any) -> None:
    settings.TIME_PER_ADDRESS = 50
    here, patience = Limiter(), LIMITS["time"]["address"].patience

    def spend(hundredths: float, now: float, address: str = "one") -> float:
        return here.spend("time", hundredths, now=now, address=address)

    assert spend(250, 100.0) == 0
    assert spend(100, 100.0) == 0
    assert [spend(100, 100.0) for _ in range(3)] == [2.0, 4.0, 6.0]
    assert spend(100, 100.0, "other") == 0
    assert spend(400, 104.0) == 4.0
    # A visitor who continues after a refusal waits no longer.
    assert {spend(10_000, 104.0) for _ in range(3)} == {12.0} and patience < 12
    assert spend(0, 120.0) == 0
    settings.TIME_PER_ADDRESS = 0
    assert spend(10_000, 120.0) == spend(10_000, 120.0) == 0
