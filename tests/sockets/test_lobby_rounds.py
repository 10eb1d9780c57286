"""The lobby's sockets: what several share is drawn once, what hasn't changed isn't sent, and moves at live tables are
shown together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from django.test.signals import template_rendered

from games.models import Block
from games.play import closing, invitations, seating
from games.play.database_thread import DatabaseThread
from games.play.snapshot import Snapshot
from games.queries import lobby, lobby_readers
from games.sockets import lobby as lobby_sockets
from games.sockets.hub import hub
from tests.helpers import given
from tests.helpers.given import browser, person, running
from tests.helpers.sockets import Socket, scene

pytestmark = pytest.mark.usefixtures("file_database")
OWN, OPEN, RUNNING = 'id="lobby-own"', 'id="lobby-open"', 'id="lobby-running"'


@pytest.fixture
def drawn() -> Iterator[Counter[str]]:
    """Return how often each template was rendered."""
    counts: Counter[str] = Counter()

    def count(sender: object, template: object, **_: object) -> None:
        counts[str(getattr(template, "name", ""))] += 1

    template_rendered.connect(count)
    yield counts
    template_rendered.disconnect(count)


async def entered(name: str = "", language: str = "en") -> Socket:
    """Return a lobby's socket that has received the lists, of a visitor if there is no name."""
    client = await hub.database.run(lambda: browser(person(name))) if name else None
    socket = await Socket(f"/ws/lobby/?l={language}", client).open()
    assert OPEN in await socket.hear()
    await socket.heard()
    return socket


async def leave(sockets: list[Socket]) -> None:
    for socket in sockets:
        await socket.close()


def test_a_change_is_drawn_once_for_each_language_however_many_look_on(drawn: Counter[str]) -> None:
    async def play_it(elsewhere: DatabaseThread) -> None:
        names = [("", "en"), ("", "en"), ("", "fr"), ("", "fr"), ("Cleo", "en"), ("Dan", "fr")]
        sockets = [await entered(*reader) for reader in names]
        drawn.clear()
        snapshot = await elsewhere.run(given.opened, 3)
        for socket in sockets:
            (text,) = await socket.heard()
            assert f'id="open-{snapshot.table.pk}"' in text
        assert drawn["games/_lobby_open.html"] == 2
        assert drawn["games/_lobby_running.html"] == drawn["games/_lobby_own.html"] == 0
        await leave(sockets)

    scene(play_it)


def test_only_the_parts_that_changed_are_sent() -> None:
    async def play_it(elsewhere: DatabaseThread) -> None:
        sockets = [await entered(), await entered("Ada")]
        snapshot = await elsewhere.run(given.opened, 2)
        texts = [" ".join(await socket.heard()) for socket in sockets]
        assert [[part in text for part in (OWN, OPEN, RUNNING)] for text in texts] == [
            [False, True, False],
            [True, False, False],
        ]
        await elsewhere.run(lambda: seating.join(snapshot.table.pk, person("Ben"), "salt"))
        texts = [" ".join(await socket.heard()) for socket in sockets]
        assert [[part in text for part in (OWN, OPEN, RUNNING)] for text in texts] == [
            [False, True, True],
            [True, False, False],
        ]
        await leave(sockets)

    scene(play_it)


def test_a_move_of_which_the_lobby_shows_nothing_costs_nothing_there(drawn: Counter[str]) -> None:
    snapshot = running(3, public=False)

    async def play_it(elsewhere: DatabaseThread) -> None:
        sockets = [await entered(), await entered("Finn")]
        # Its looks are known from its first move on.
        await elsewhere.run(given.step, snapshot)
        assert [await socket.heard() for socket in sockets] == [[], []]
        drawn.clear()
        rounds = hub.lobby.rounds.done
        for _ in range(3):
            await elsewhere.run(given.step, snapshot)
            assert [await socket.heard() for socket in sockets] == [[], []]
        assert hub.lobby.rounds.done == rounds
        assert not drawn and hub.lobby.next_turns is None
        await leave(sockets)

    scene(play_it)


def test_however_many_moves_are_made_at_a_live_table_the_lobby_is_drawn_once_for_them(
    drawn: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    snapshot = running(3)
    # No timer fires before the test lets it.
    monkeypatch.setattr(lobby_sockets, "TURNS", 3600)

    async def play_it(elsewhere: DatabaseThread) -> None:
        sockets = [await entered(), await entered("Finn")]
        drawn.clear()
        rounds = hub.lobby.rounds.done
        for _ in range(4):
            await elsewhere.run(given.step, snapshot)
            assert [await socket.heard() for socket in sockets] == [[], []]
        assert hub.lobby.rounds.done == rounds and not drawn
        assert hub.lobby.next_turns is not None
        hub.lobby.show_turns()
        now = await elsewhere.run(given.now, snapshot)
        for socket in sockets:
            (text,) = await socket.heard()
            assert RUNNING in text and f"{now.seats[given.awaited(now)].name}'s turn" in text
        assert (hub.lobby.rounds.done, drawn["games/_lobby_running.html"]) == (rounds + 1, 1)
        await leave(sockets)
        assert hub.lobby.next_turns is None

    scene(play_it)


def test_the_turn_is_shown_to_seated_people() -> None:
    snapshot = running(2)
    waiting = snapshot.seats[given.awaited(snapshot)].name

    async def play_it(elsewhere: DatabaseThread) -> None:
        ada, ben = [await entered(seat.name) for seat in snapshot.seats]
        await elsewhere.run(given.step, snapshot)
        for socket, name in ((ada, "Ada"), (ben, "Ben")):
            text = " ".join(await socket.heard())
            assert OWN in text
            assert OPEN not in text
            assert ("Your turn" in text) == (name != waiting)
            # The text also has the turn of others, and until when: it is a live table.
            assert "data-until=" in text and ("'s turn" in text) == (name == waiting)
        await leave([ada, ben])

    scene(play_it)


def test_an_invitation_comes_and_goes() -> None:
    snapshot = given.opened(3, public=False)
    host, guest = person("Ada"), person("Ben")

    async def play_it(elsewhere: DatabaseThread) -> None:
        ben, cleo = await entered("Ben"), await entered("Cleo")
        await elsewhere.run(invitations.invite, snapshot.table.pk, host, guest.username)
        assert f'id="invitation-{snapshot.table.pk}"' in " ".join(await ben.heard())
        await elsewhere.run(invitations.decline, snapshot.table.pk, guest.pk)
        (text,) = await ben.heard()
        assert OWN in text
        assert snapshot.table.pk not in text
        assert await cleo.heard() == []
        await leave([ben, cleo])

    scene(play_it)


def test_tables_of_a_blocked_person_are_not_shown() -> None:
    Block.objects.create(user=person("Ben"), blocked=person("Ada"))

    async def play_it(elsewhere: DatabaseThread) -> None:
        ben, cleo = await entered("Ben"), await entered("Cleo")
        snapshot = await elsewhere.run(given.opened, 3)
        other = await elsewhere.run(given.opened, 3, "Dan")
        texts = [" ".join(await socket.heard()) for socket in (ben, cleo)]
        assert [snapshot.table.pk in text for text in texts] == [False, True]
        assert [other.table.pk in text for text in texts] == [True, True]
        await leave([ben, cleo])

    scene(play_it)


def test_a_table_from_which_one_is_sent_away_is_not_shown() -> None:
    snapshot = given.opened(3)
    seating.join(snapshot.table.pk, person("Ben"))
    host = person("Ada").pk

    async def play_it(elsewhere: DatabaseThread) -> None:
        ben, cleo = await entered("Ben"), await entered("Cleo")
        await elsewhere.run(closing.send_away, snapshot.table.pk, host, "Ben")
        shown = [f'id="open-{snapshot.table.pk}"' in " ".join(await each.heard()) for each in (ben, cleo)]
        assert shown == [False, True]
        await leave([ben, cleo])

    scene(play_it)


def test_a_push_equals_the_page_however_much_is_left_out() -> None:
    """More open tables than the list shows, nearly all of them by people whom Ben has blocked or who have blocked
    him."""
    others = [given.opened(3, "Cleo").table.pk for _ in range(2)]
    for number in range(lobby.OPEN // 10):
        Block.objects.create(user=person("Ben"), blocked=person(f"Host{number}"))
        for _ in range(10):
            given.opened(3, f"Host{number}")
    assert [table.pk for table in lobby.context(person("Ben"))["open"]] == others[::-1]

    async def play_it(elsewhere: DatabaseThread) -> None:
        client = await elsewhere.run(lambda: browser(person("Ben")))
        ben = await Socket("/ws/lobby/?l=en", client).open()
        text = await ben.hear()
        assert text.count('id="open-') == 2
        assert all(f'id="open-{table}"' in text for table in others)
        await ben.close()

    scene(play_it)


def test_a_push_has_the_order_of_the_page_when_a_hosts_newer_table_is_left_out() -> None:
    tables = [given.opened(3, host).table.pk for host in ("Dan", "Ada", "Ada")]
    seating.join(tables[2], person("Cleo"))
    Block.objects.create(user=person("Ben"), blocked=person("Cleo"))
    assert [table.pk for table in lobby.context(person("Eve"))["open"]] == [tables[2], tables[0], tables[1]]
    assert [table.pk for table in lobby.context(person("Ben"))["open"]] == tables[:2]

    async def play_it(elsewhere: DatabaseThread) -> None:
        client = await elsewhere.run(lambda: browser(person("Ben")))
        ben = await Socket("/ws/lobby/?l=en", client).open()
        assert re.findall(r'id="open-(\w+)"', await ben.hear()) == tables[:2]
        await ben.close()

    scene(play_it)


def test_another_process_tells_how_a_table_looks_and_nothing_is_asked_if_it_looks_as_before() -> None:
    snapshot = running(3)

    def elsewhere_committed(now: Snapshot, look: str) -> None:
        hub.received({"type": "table", "table": now.table.pk, "people": now.people, "look": look})

    async def play_it(elsewhere: DatabaseThread) -> None:
        socket = await entered()
        rounds = hub.lobby.rounds.done
        look = lobby_readers.look(snapshot.table, snapshot.seats)
        elsewhere_committed(snapshot, look)
        assert await socket.heard() == []
        assert hub.lobby.rounds.done == rounds
        elsewhere_committed(snapshot, "another")
        assert await socket.heard() == []
        assert hub.lobby.rounds.done == rounds + 1
        await socket.close()

    scene(play_it)
