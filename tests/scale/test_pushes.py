"""What one process stores is shown by the sockets of the others, each as far as its viewer may know."""

from __future__ import annotations

import re

import pytest
from websockets.exceptions import ConnectionClosed

from scripts.cluster.process import PATIENCE
from tests.scale.conftest import Site
from tests.scale.visitors import Player, Visitor


def shows(text: str, card: str) -> bool:
    return re.search(rf"(?<![\w-]){card}(?![\w-])", text) is not None


def test_a_move_made_through_one_process_shows_at_the_other_to_each_as_far_as_they_may_know(
    site: Site,
) -> None:
    ada, ben, eve = Visitor(site.left), Visitor(site.right), Visitor(site.right)
    table = ada.open_table(site.left)
    ben.sit(site.right, table)
    players = [Player(ada, site.left, table), Player(ben, site.right, table)]
    watcher = Player(eve, site.right, table)
    held = {player: set(player.cards) for player in players}
    assert [len(cards) for cards in held.values()] == [5, 5]
    mover, other = sorted(players, key=lambda player: player.seen is None)
    card = mover.cards[0]
    mover.move()
    while other.seen is None:
        other.hear()
    while not shows(watcher.heard[-1], card):
        watcher.hear()
    held[mover] |= set(mover.cards)
    for viewer in (*players, watcher):
        viewer.hear_out()
        text = "".join(viewer.heard)
        hidden = {name for player in players if player is not viewer for name in held[player]} - {card}
        assert [name for name in hidden if shows(text, name)] == []
        assert all(shows(text, name) for name in held.get(viewer, {card}))


def test_bots_move_by_a_scheduler_elsewhere_and_their_moves_reach_the_sockets(site: Site) -> None:
    ada = Visitor(site.left)
    table = ada.open_table(site.left, seats=3, bots=2)
    here, there = Player(ada, site.left, table), Player(ada, site.right, table)
    # Not more: at the discards bots needn't wait for anybody, and the boards would change.
    here.play_on(2)
    here.wait()
    while there.seen != here.seen:
        there.hear()
    stored = site.house.rows(
        "SELECT m.by, count(*) FROM games_move m WHERE table_id = %s GROUP BY m.by", table
    )
    assert dict(stored)["bot"] >= 4
    assert there.cards == here.cards


def test_the_lobby_of_one_process_shows_a_table_that_was_opened_at_the_other(site: Site) -> None:
    ada, ben = Visitor(site.left), Visitor(site.right)
    lobby = ben.listen(site.right, "/ws/lobby/?l=en")
    lobby.recv(PATIENCE)
    table = ada.open_table(site.left)
    while f"/t/{table}/" not in str(lobby.recv(PATIENCE)):
        pass
    lobby.close()


def test_the_lobby_shows_a_table_that_was_opened_while_valkey_was_away(site: Site) -> None:
    ada, ben = Visitor(site.left), Visitor(site.right)
    lobby = ben.listen(site.right, "/ws/lobby/?l=en")
    lobby.recv(PATIENCE)
    site.house.valkey.terminate()
    try:
        table = ada.open_table(site.left)
    finally:
        site.house.valkey.start(PATIENCE)
    while f"/t/{table}/" not in str(lobby.recv(PATIENCE)):
        pass
    lobby.close()


def test_signing_out_at_one_process_closes_the_sockets_at_the_other(site: Site) -> None:
    ada, ben = Visitor(site.left), Visitor(site.right)
    table = ada.open_table(site.left)
    ben.sit(site.right, table)
    player, lobby = Player(ada, site.right, table), ada.listen(site.right, "/ws/lobby/?l=en")
    other = Player(ben, site.right, table)
    ada.post(site.left, "/accounts/logout/")
    for socket in (player.socket, lobby):
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                socket.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401
    assert other.socket.ping().wait(PATIENCE)


@pytest.mark.parametrize("is_lost", [False, True])
def test_a_turn_that_begins_in_one_process_is_shown_on_another_page_of_the_other(
    site: Site, is_lost: bool
) -> None:
    """Also if its message is lost, because Valkey is away."""
    ada, ben = Visitor(site.left), Visitor(site.right)
    table = ada.open_table(site.left)
    ben.sit(site.right, table)
    players = [Player(ada, site.left, table), Player(ben, site.left, table)]
    mover, other = sorted(players, key=lambda player: player.seen is None)
    # A page of the other visitor that shows neither this table nor the lobby.
    elsewhere = other.visitor.open_table(site.right, seats=3)
    page = other.visitor.listen(site.right, f"/ws/t/{elsewhere}/?v=none&l=en&t=1")
    while str(page.recv(PATIENCE)) != '{"turns": 0}':
        pass
    if is_lost:
        site.house.valkey.terminate()
    try:
        mover.move()
    finally:
        if is_lost:
            site.house.valkey.start(PATIENCE)
    while '"turns": 1' not in str(page.recv(PATIENCE)):
        pass
    page.close()
