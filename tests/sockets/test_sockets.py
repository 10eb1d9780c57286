"""Sockets: who may listen, the answer to a move, and what the others get."""

from __future__ import annotations

from html import unescape

import pytest

from games import sockets as live
from games.play import closing, phrases, seating, storage
from games.play.database_thread import DatabaseThread
from games.play.storage import memory
from games.sockets.hub import hub
from tests.helpers import given
from tests.helpers.given import NAMES, awaited, browser, first_legal, person, running, stored
from tests.helpers.not_none import not_none
from tests.helpers.sockets import Socket, at_table, scene

pytestmark = pytest.mark.usefixtures("file_database")
OUT_OF_BAND = 'hx-swap-oob="outerMorph"'


def test_strangers_are_refused_at_a_table_by_invitation() -> None:
    snapshot = running(public=False)
    client = browser(person("Mallory"))

    async def play_it(elsewhere: DatabaseThread) -> None:
        for stranger in (client, None):
            socket = await at_table(snapshot.table.pk, stranger, seen=0)
            assert await socket.hear() == ""
            assert (socket.code, socket.texts) == (4404, [])

    scene(play_it)


def test_a_visitor_with_the_link_may_listen() -> None:
    snapshot = running(public=False)
    client = browser(None)
    client.get(f"/i/{snapshot.table.invite}/")

    async def play_it(elsewhere: DatabaseThread) -> None:
        socket = await at_table(snapshot.table.pk, client)
        assert 'id="board"' in socket.texts[0]
        await socket.close()

    scene(play_it)


def test_a_table_is_known_to_the_process_from_its_first_socket_to_its_last() -> None:
    snapshot, client = running(), browser(person("Ada"))
    memory.forget(snapshot.table.pk)

    async def play_it(elsewhere: DatabaseThread) -> None:
        socket = await at_table(snapshot.table.pk, client)
        remembered = memory.find(snapshot.table.pk)
        assert remembered is not None and remembered.table.version == snapshot.table.version
        other = await at_table(snapshot.table.pk)
        await other.close()
        assert memory.find(snapshot.table.pk) is remembered
        await socket.close()
        assert memory.find(snapshot.table.pk) is None

    scene(play_it)


def test_a_table_that_does_not_exist_is_said_to_be_gone() -> None:
    async def play_it(elsewhere: DatabaseThread) -> None:
        socket = await at_table("nosuchtb", seen=0)
        assert await socket.hear() == ""
        assert socket.code == 4404

    scene(play_it)


def test_another_sites_page_gets_no_socket() -> None:
    snapshot = running()

    async def play_it(elsewhere: DatabaseThread) -> None:
        socket = await Socket(f"/ws/t/{snapshot.table.pk}/", origin="https://evil.example").open()
        assert socket.code is not None
        assert not hub.rooms

    scene(play_it)


def test_a_socket_is_told_the_board_unless_its_page_has_it() -> None:
    snapshot = running()

    async def play_it(elsewhere: DatabaseThread) -> None:
        old = await at_table(snapshot.table.pk, seen=0)
        assert OUT_OF_BAND in await old.hear()
        fresh = await at_table(snapshot.table.pk, seen=snapshot.table.version)
        assert await fresh.heard() == []
        for socket in (old, fresh):
            await socket.close()

    scene(play_it)


def test_a_whole_board_is_told_in_the_language_of_the_page() -> None:
    snapshot = running()

    async def play_it(elsewhere: DatabaseThread) -> None:
        french = await Socket(f"/ws/t/{snapshot.table.pk}/?v=0&l=fr").open()
        board = await french.hear()
        assert "Ce qui s’est passé" in unescape(board)
        assert "What happened" not in board
        await french.close()

    scene(play_it)


def test_a_move_by_socket_is_answered_with_its_number_and_told_to_everybody_as_far_as_they_may_know() -> None:
    snapshot = running(3, seed="told")
    seat = awaited(snapshot)
    clients = [browser(own_seat.user) for own_seat in snapshot.seats]
    move = first_legal(snapshot, seat)

    async def play_it(elsewhere: DatabaseThread) -> None:
        sockets = [await at_table(snapshot.table.pk, client) for client in clients]
        watching = [await at_table(snapshot.table.pk) for _ in range(2)]
        for socket in (*sockets, *watching):
            await socket.heard()
        answer = await sockets[seat].move(move, 0, "k", n=7)
        assert answer == {"n": 7, "number": 1}
        texts = [" ".join(await socket.heard()) for socket in (*sockets, *watching)]
        drawn = (await elsewhere.run(storage.load, snapshot.table.pk)).state.hands[seat][-1]
        for viewer, text in enumerate(texts):
            who = "You" if viewer == seat else NAMES[seat]
            assert f"{who} played {move['card'].replace('-', ' ')}" in text
            assert (drawn in text) == (viewer == seat)
        assert texts[3] == texts[4]
        for socket in (*sockets, *watching):
            await socket.close()

    scene(play_it)


def test_only_the_parts_that_changed_are_pushed_each_to_be_morphed_by_its_id() -> None:
    snapshot = running(3, seed="parts")
    seat = awaited(snapshot)
    watcher = (seat + 2) % 3
    client = browser(snapshot.seats[watcher].user)

    async def play_it(elsewhere: DatabaseThread) -> None:
        socket = await at_table(snapshot.table.pk, client)
        await socket.heard()
        await elsewhere.run(given.step, snapshot)
        (text,) = await socket.heard()
        assert 'id="pile"' in text and 'id="parade"' not in text
        assert 'id="hand"' not in text
        assert 'id="board"' not in text
        assert text.count(OUT_OF_BAND) >= 3
        await socket.close()

    scene(play_it)


@pytest.mark.parametrize(
    "text",
    [
        " ",
        "no json",
        "[]",
        "7",
        "null",
        "{}",
        '{"form": "card=red-3"}',
        '{"n": 1}',
        "[" * 5000,
        '{"form": "' + "x" * 5000,
        '{"form": null, "n": 1}',
        '{"form": 5, "n": 1}',
        '{"form": ["x"], "n": 1}',
        '{"form": {"card": "red-3"}, "n": 1}',
        '{"form": "' + "a&" * 1500 + '", "n": 1}',
        '{"form": "type=play&card=red-3", "n": 1}',
        '{"form": "type=play&card=red-3&seen=0", "n": 1}',
        '{"form": "type=play&card=red-3&seen=x&key=k", "n": 1}',
        '{"form": "type=play&seen=0&key=k", "n": 1}',
        '{"form": "type=play&card=joker&seen=0&key=k", "n": 1}',
        '{"form": "type=play&card=\\ud800&seen=0&key=k", "n": 1}',
        '{"form": "type=play&card=red-3&seen=0&key=\\ud800", "n": 1}',
        '{"form": "type=play&card=red-3&seen=0&key=a%00b", "n": 1}',
    ],
)
def test_a_malformed_message_is_answered_and_changes_nothing(text: str) -> None:
    snapshot = running()
    seat = awaited(snapshot)
    client = browser(snapshot.seats[seat].user)
    before = stored(snapshot.table.pk)

    async def play_it(elsewhere: DatabaseThread) -> None:
        socket = await at_table(snapshot.table.pk, client)
        await socket.say(text)
        answer = await socket.answer()
        assert (answer["status"], bool(answer["refused"])) == (400, True)
        move = first_legal(snapshot, seat)
        assert await elsewhere.run(stored, snapshot.table.pk) == before
        assert (await socket.move(move, 0, "after", n=2)) == {"n": 2, "number": 1}
        await socket.close()

    scene(play_it)


def test_a_page_that_asks_whether_its_line_is_alive_is_answered() -> None:
    snapshot = running()
    clients = [browser(snapshot.seats[0].user), None]

    async def ask(_elsewhere: DatabaseThread) -> None:
        for client in clients:
            socket = await at_table(snapshot.table.pk, client)
            await socket.say('{"alive": true}')
            while await socket.hear() != '{"alive": true}':
                pass
            await socket.close()

    scene(ask)


def test_a_refused_move_is_answered_in_the_pages_language_and_told_to_nobody() -> None:
    snapshot = running()
    seat = awaited(snapshot)
    clients = [browser(own_seat.user) for own_seat in snapshot.seats]
    before = stored(snapshot.table.pk)

    async def play_it(elsewhere: DatabaseThread) -> None:
        sockets = [await at_table(snapshot.table.pk, client) for client in (*clients, None)]
        for socket in sockets:
            await socket.heard()
        move = {"type": "play", "card": snapshot.state.hands[1 - seat][0]}
        answer = await sockets[1 - seat].move(move, 0, "k")
        waiting = f"Your move was not saved: the table is waiting for {NAMES[seat]}."
        assert answer == {"n": 1, "refused": waiting, "status": 409}
        answer = await sockets[2].move(move, 0, "k")
        assert answer == {"n": 1, "refused": "You have no seat at this table.", "status": 403}
        for socket in sockets:
            assert await socket.heard() == []
            await socket.close()

    scene(play_it)
    assert stored(snapshot.table.pk) == before


def test_nothing_is_sent_to_a_socket_that_has_left() -> None:
    snapshot = running()

    async def play_it(elsewhere: DatabaseThread) -> None:
        gone, here = await at_table(snapshot.table.pk), await at_table(snapshot.table.pk)
        await gone.close()
        await gone.heard()
        await here.heard()
        await elsewhere.run(given.step, snapshot)
        assert await here.heard() != []
        assert gone.wire.output_queue.empty()
        await here.close()
        assert not hub.rooms

    scene(play_it)


def test_a_person_who_stood_up_hears_nothing_of_the_seats_next_owner() -> None:
    snapshot = given.opened(3)
    seating.join(snapshot.table.pk, person("Ben"))
    ben = browser(person("Ben"))

    async def play_it(elsewhere: DatabaseThread) -> None:
        socket = await at_table(snapshot.table.pk, ben, seen=0)
        await elsewhere.run(closing.leave, snapshot.table.pk, person_id)
        for name in ("Cleo", "Dan"):
            await elsewhere.run(lambda name=name: seating.join(snapshot.table.pk, person(name)))  # type: ignore[misc]
        await elsewhere.run(given.step, snapshot)
        await elsewhere.run(given.step, snapshot)
        text = " ".join(await socket.heard())
        here = await elsewhere.run(storage.load, snapshot.table.pk)
        hidden = [card for hand in here.state.hands for card in hand]
        assert [card for card in hidden if f'"{card}"' in text] == []
        assert 'id="hand"' not in text
        await socket.close()

    person_id = person("Ben").pk
    scene(play_it)


def test_signing_off_closes_that_persons_sockets_and_no_others() -> None:
    snapshot = running()
    clients = [browser(own_seat.user) for own_seat in snapshot.seats]

    async def play_it(elsewhere: DatabaseThread) -> None:
        ada, ben = [await at_table(snapshot.table.pk, client) for client in clients]
        lobby = await Socket("/ws/lobby/", clients[0]).open()
        await lobby.hear()
        await elsewhere.run(live.close_sockets, not_none(snapshot.seats[0].user_id))
        for socket in (ada, ben, lobby):
            await socket.heard()
        assert (ada.code, lobby.code, ben.code) == (4401, 4401, None)
        await ben.close()

    scene(play_it)


def test_a_person_who_muted_the_table_hears_no_phrases() -> None:
    snapshot = running(3)
    clients = [browser(own_seat.user) for own_seat in snapshot.seats]
    phrases.hide_phrases(snapshot.table.pk, snapshot.seats[1].user_id, True)

    async def play_it(elsewhere: DatabaseThread) -> None:
        sockets = [await at_table(snapshot.table.pk, client) for client in (*clients, None)]
        for socket in sockets:
            await socket.heard()
        await elsewhere.run(phrases.say, snapshot.table.pk, snapshot.seats[0].user_id, "good_luck")
        has_phrase = ["Good luck." in " ".join(await socket.heard()) for socket in sockets]
        assert has_phrase == [True, False, True, True]
        for socket in sockets:
            await socket.close()

    scene(play_it)
