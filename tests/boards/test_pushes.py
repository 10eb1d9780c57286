"""After pushes a page shows the same as a page loaded now, for each seat, a spectator and each language."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games import boards
from games.boards import Board, drawing
from games.boards.language import speaking
from games.boards.macros import macros
from games.parade.board import BOARD as parade
from games.play import storage
from games.play.snapshot import RECENT, Snapshot
from games.rules import core
from games.sockets.rendering import Audience, render
from tests.helpers import given
from tests.helpers.pages import Page

SEATS = 3
AUDIENCES: list[Audience] = [(0, "en"), (1, "fr"), (2, "en"), (None, "fr")]


def fresh(snapshot: Snapshot, viewer: int | None, language: str, last: bool = False) -> str:
    """Return the whole board without anything from a cache. `last` is the board on which the match has ended."""
    drawing.drawn.cache_clear()
    spectator = boards.scene_of(snapshot, None)._replace(on_the_board=last)
    scene = spectator if viewer is None else boards.scene_of(snapshot, viewer, spectator)
    with speaking(language):
        return str(Page(boards.board(scene).whole))


def stale(game: str, moves: int = 60) -> list[str]:
    """Return the boards that differed from a new one, over a match to its end or that number of moves, and the last
    boards that were sent whole."""
    options = {"limit": 12} if core.game(game).REAL_TIME else {}
    snapshot, rng = given.running(SEATS, "again", game=game, options=options), Random(7)
    boards_shown: dict[Audience, Board] = {}
    pages: dict[Audience, Page] = {}
    stale_ids = []
    for number in range(moves):
        now = storage.load(snapshot.table.pk, recent=RECENT)
        for last in (True, False) if now.table.is_over else (False,):
            for audience, html in render(now, AUDIENCES, boards_shown, on_the_board=last).items():
                if number:
                    pages[audience].swap(html)
                else:
                    pages[audience] = Page(html.replace(' hx-swap-oob="outerMorph"', "", 1))
                if last and 'id="board"' in html:
                    stale_ids.append(f"{audience} whole at the end")
            for audience in AUDIENCES:
                if str(pages[audience]) != fresh(now, *audience, last):
                    stale_ids.append(f"{audience} at {number}")
        if now.table.is_over:
            break
        given.step(now, rng, f"key-{number}")
    return stale_ids


@pytest.mark.django_db
@pytest.mark.parametrize("game", core.names())
def test_pushes_make_the_board_that_would_be_loaded(game: str) -> None:
    assert stale(game) == []


@pytest.mark.django_db
def test_a_key_without_something_that_its_macro_draws_is_caught(monkeypatch: Any) -> None:
    """The pile's size is in no key, so another board's is shown."""
    sizes: list[int] = []

    def public(scene: boards.Scene) -> Any:
        sizes[:] = [scene.view["deck"]]
        return type(parade).public(scene) | {"pile": ("pile", "?")}

    monkeypatch.setattr(parade, "public", public, raising=False)
    monkeypatch.setitem(
        macros("parade"), "pile", lambda id, _deck: f'<div id="pile" class="cap">{sizes[0]}</div>'
    )
    assert stale("parade", 12)


@pytest.mark.django_db
def test_a_key_that_is_made_of_another_seats_view_is_caught(monkeypatch: Any) -> None:
    """A seat's own keys are kept for the next seat, which would see its hand."""
    first_keys: dict[int, Any] = {}

    def own(scene: boards.Scene) -> Any:
        key = type(parade).own(scene)
        if scene.viewer is None or scene.outcome:
            return key
        return {**key, "hand": first_keys.setdefault(scene.number, key["hand"])}

    monkeypatch.setattr(parade, "own", own, raising=False)
    loaded = fresh

    def forgetting(*about: Any) -> str:
        before = dict(first_keys)
        first_keys.clear()
        html = loaded(*about)
        first_keys.clear()
        first_keys.update(before)
        return html

    monkeypatch.setitem(globals(), "fresh", forgetting)
    assert stale("parade", 12)
