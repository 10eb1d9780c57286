"""The log and the newest move call their reader *you*. What everybody sees is still drawn only once."""

from __future__ import annotations

import re
from random import Random

import pytest

from games import boards
from games.boards import Board
from games.boards.language import speaking
from games.models import Seat
from games.play import phrases, storage
from games.play.snapshot import RECENT, Snapshot
from games.rules import core
from games.sockets.rendering import Audience, render
from tests.helpers import given
from tests.helpers.own_games import OWN

# The site's own games. The plain board, which other games may have, doesn't use *you*.
GAMES = [name for name in OWN if not core.game(name).REAL_TIME]
YOU = re.compile(r"\b[Yy]ours?\b|\b[Yy]ou\b")


def played(game: str, moves: int, count: int = 3) -> tuple[Snapshot, list[tuple[int, dict[int | None, str]]]]:
    """Return the last moment after that number of moves, and for each move its seat and what was pushed to each
    audience."""
    snapshot, rng = given.running(count, "you", game=game), Random(3)
    pushes: list[tuple[int, dict[int | None, str]]] = []
    audiences: list[Audience] = [(seat, "en") for seat in (*range(count), None)]
    boards_shown: dict[Audience, Board] = {}
    render(storage.load(snapshot.table.pk, recent=RECENT), audiences, boards_shown)
    for number in range(moves):
        seat = rng.choice(snapshot.rules.to_act(snapshot.state))
        move = rng.choice(list(snapshot.rules.legal_moves(snapshot.state, seat)))
        given.submit(snapshot.table.pk, snapshot.seats[seat].user_id, move, key=f"{number}", seen=10_000)
        snapshot = storage.load(snapshot.table.pk, recent=RECENT)
        pushed = render(snapshot, audiences, boards_shown)
        pushes.append(
            (seat, {viewer: _line(html, snapshot.table.number) for (viewer, _), html in pushed.items()})
        )
        for (viewer, _language), html in pushed.items():
            bar = re.search(r'id="turn".*?</small>', html, re.DOTALL)
            assert bar and (viewer is None or snapshot.seats[viewer].shown not in bar[0])
    return snapshot, pushes


def _line(html: str, number: int) -> str:
    match = re.search(rf'<li id="m-{number}"[^>]*>(.*?)</li>', html)
    return match[1] if match else ""


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_pushed_with_you_to_whoever_made_it_and_with_the_name_to_the_others(game: str) -> None:
    snapshot, pushes = played(game, 24)
    names = [seat.shown for seat in snapshot.seats]
    for seat, lines in pushes:
        assert lines[None] and names[seat] in lines[None] and not YOU.search(lines[None])
        assert YOU.search(lines[seat]) and names[seat] not in lines[seat]
        others = {line for viewer, line in lines.items() if viewer not in (seat, None)}
        assert not [seat for seat, name in enumerate(names) if name in lines[seat]]
        # The line may be about another player, who reads *you* instead of the name, or knows a card.
        assert all(names[seat] in line for line in others)


@pytest.mark.django_db
def test_the_turn_bar_says_you_to_whom_a_name_with_an_apostrophe_belongs() -> None:
    snapshot = given.running(3)
    Seat.objects.filter(table_id=snapshot.table.pk, index=1).update(name="O'Mara")
    pushed = render(storage.load(snapshot.table.pk, recent=RECENT), [(1, "en"), (None, "en")], {})
    bars = {
        viewer: html.partition('id="turn"')[2].partition("</small>")[0]
        for (viewer, _), html in pushed.items()
    }
    assert "O&#39;Mara" in bars[None]
    assert YOU.search(bars[1]) and "O&#39;Mara" not in bars[1]


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_the_newest_move_and_the_replay_call_the_reader_you(game: str) -> None:
    snapshot, pushes = played(game, 9)
    mover = pushes[-1][0]
    with speaking("fr"):
        board = boards.board(boards.scene_of(snapshot, mover)).whole
    newest = re.search(r'class="newest">([^<]*)<', board)
    assert newest and re.match("Vous|Le tour a pris fin\u202f; vous|Votre", newest[1])
    client = given.browser(given.person(snapshot.seats[mover].shown))
    caption = re.search(r'class="caption" role="status"><span>([^<]*)<', _replay(client, snapshot))
    assert caption and YOU.search(caption[1])
    assert 'class="caption"' in _replay(given.browser(None), snapshot)


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["parade", "tea_time", "wonderland"])
def test_a_replay_names_the_seat_of_another_and_calls_its_reader_you(game: str) -> None:
    snapshot, rng = given.running(3, "eyes", game=game), Random(3)
    while snapshot.table.is_running:
        given.step(snapshot, rng)
        snapshot = storage.load(snapshot.table.pk)
    reader = given.browser(given.person(snapshot.seats[0].shown))
    assert YOU.search(_panels(_replay(reader, snapshot, "?eyes=0")))
    for client in (reader, given.browser(None)):
        panels = _panels(_replay(client, snapshot, "?eyes=1"))
        assert snapshot.seats[1].shown in panels and not YOU.search(panels)


def _replay(client: object, snapshot: Snapshot, query: str = "") -> str:
    address = f"/t/{snapshot.table.pk}/replay/{query}"
    page = client.get(address, headers={"Accept-Language": "en"})  # type: ignore[attr-defined]
    return str(page.content.decode())


def _panels(html: str) -> str:
    """Return the words of the viewed seat's panels."""
    return re.sub("<[^>]*>", " ", html.partition('id="mine"')[2].partition('id="log"')[0])


@pytest.mark.django_db
def test_after_somebody_has_said_something_the_log_still_says_you_and_moves_stand_above_what_was_said() -> (
    None
):
    snapshot, _told = played("parade", 5)
    pk, people = snapshot.table.pk, [seat.user_id for seat in snapshot.seats]
    boards_shown: dict[Audience, Board] = {}
    audiences: list[Audience] = [(0, "en"), (1, "en"), (None, "en")]
    render(snapshot, audiences, boards_shown)
    phrases.say(pk, people[0], "hello")
    pushed = render(storage.load(pk, recent=RECENT), audiences, boards_shown)
    assert {viewer: _said_by(html) for (viewer, _), html in pushed.items()} == {
        0: ["You"],
        1: [snapshot.seats[0].shown],
        None: [snapshot.seats[0].shown],
    }
    # Only the line is sent, and the whole log keeps *you* in earlier lines.
    assert ' id="m-' not in pushed[0, "en"]
    assert snapshot.seats[0].shown not in _log_of(boards_shown[0, "en"].whole)
    snapshot = _next(pk)
    render(snapshot, audiences, boards_shown)
    ids = re.findall(r'<li id="(m-\d+|said-)', _log_of(boards_shown[0, "en"].whole))
    assert ids == ["m-6", "said-", "m-5", "m-4", "m-3", "m-2", "m-1"]


@pytest.mark.django_db
def test_the_whole_log_is_sent_once_phrases_are_shown_again_and_still_says_you() -> None:
    snapshot, _told = played("parade", 5)
    pk, me = snapshot.table.pk, snapshot.seats[0]
    boards_shown: dict[Audience, Board] = {}
    phrases.hide_phrases(pk, me.user_id, True)
    phrases.say(pk, snapshot.seats[1].user_id, "hello")
    render(_next(pk), [(0, "en")], boards_shown)
    phrases.hide_phrases(pk, me.user_id, False)
    pushed = render(storage.load(pk, recent=RECENT), [(0, "en")], boards_shown)[0, "en"]
    assert "Hello." in _log_of(pushed) and ' id="m-1"' in _log_of(pushed)
    assert "You played" in pushed and me.shown not in pushed


def _next(pk: str) -> Snapshot:
    snapshot = storage.load(pk, recent=RECENT)
    seat = snapshot.rules.to_act(snapshot.state)[0]
    move = next(iter(snapshot.rules.legal_moves(snapshot.state, seat)))
    given.submit(pk, snapshot.seats[seat].user_id, move, key="next", seen=10_000)
    return storage.load(pk, recent=RECENT)


def _log_of(html: str) -> str:
    return html.partition('id="log"')[2].partition("</ol>")[0]


def _said_by(html: str) -> list[str]:
    return re.findall(r'class="said"><b>(.*?)</b>', html)
