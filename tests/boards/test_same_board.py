"""A seat that sees nothing new but what everybody sees keeps what was drawn for it alone: what its page shows must still
be what a page shows that is loaded now."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games import boards, tables
from games.boards import Board
from games.boards.fragments import speaking
from games.rules import core
from games.sockets.rendering import Audience, render
from games.tables.snapshot import RECENT
from tests.helpers import given

TURN_GAMES = [name for name in core.names() if not core.game(name).REAL_TIME]


def stale(game: str, seats: int, moves: int) -> list[str]:
    """The elements that a page at the table did not show as a freshly loaded one, over so many moves."""
    snapshot, rng = given.running(seats, "again", game=game), Random(7)
    audiences: list[Audience] = [(seat, "fr" if seat else "en") for seat in range(seats)] + [(None, "en")]
    shown: dict[Audience, Board] = {}
    found = []
    for number in range(moves):
        now = tables.load(snapshot.table.pk, recent=RECENT)
        render(now, audiences, shown)
        for viewer, language in audiences:
            with speaking(language):
                fresh = boards.board(boards.scene_of(now, viewer)).fragments
            kept = shown[viewer, language].fragments
            found += [name for name in fresh if kept.get(name) != fresh[name]]
        if not now.table.is_running:
            break
        seat = rng.choice(now.rules.to_act(now.state))
        move = rng.choice(list(now.rules.legal_moves(now.state, seat)))
        tables.submit(now.table.pk, now.seats[seat].user_id, move, key=f"{number}", seen=10_000)
    return found


@pytest.mark.django_db
@pytest.mark.parametrize("game", TURN_GAMES)
def test_what_is_kept_is_what_would_be_drawn(game: str) -> None:
    assert stale(game, 3, 60) == []


@pytest.mark.django_db
def test_a_game_that_says_so_too_often_is_caught(monkeypatch: Any) -> None:
    own = boards.board_of("parade")
    monkeypatch.setattr(type(own), "same_for", staticmethod(lambda before, after: True))
    assert "mine" in stale("parade", 3, 60)
