"""The plain board, used for games with a board of their own: whole matches with forms, and no secrets."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from django.utils.datastructures import MultiValueDict

from games import boards
from games.boards import macros, plain
from games.boards.plain import moves, zones
from games.boards.plain.values import in_words
from games.game_app import PLAIN
from games.play import storage
from games.play.snapshot import Snapshot
from games.rules import core
from tests.helpers import given
from tests.helpers.given import browser
from tests.sockets.test_leaks import watched

every_game = pytest.mark.parametrize("game", core.names())
NAMES = ("Ada", "Ben")


@pytest.fixture
def bare(game: str) -> Iterator[str]:
    """Let the game appear to have no board."""
    config = boards.config(game)
    own = config.board_module
    config.board_module = PLAIN
    forget_boards()
    yield game
    config.board_module = own
    forget_boards()


def forget_boards() -> None:
    for cached in (boards.board_of, macros.macros, macros.lists):
        cached.cache_clear()


class Buttons(HTMLParser):
    """Collects the moves that a page offers, with the hidden fields."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.choices: list[str] = []
        self.hidden: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        attributes = dict(attrs)
        if attributes.get("form") == "move" and tag == "button":
            self.choices.append(attributes["value"])
        elif attributes.get("form") == "move":
            self.hidden[attributes["name"]] = attributes["value"]


def press(client: Client, table: str, rng: Random) -> bool:
    """Press one of the buttons on the page. Returns False if there is none."""
    buttons = Buttons(client.get(f"/t/{table}/").content.decode())
    if not buttons.choices:
        return False
    form = buttons.hidden | {moves.FIELD: rng.choice(buttons.choices)}
    answer = client.post(f"/t/{table}/move/", form)
    assert answer.status_code == 302, answer.content.decode()
    return True


def played_over_forms(game: str, seats: int) -> Snapshot:
    here = given.running(seats, f"plain {game}", game=game)
    clients, rng = [browser(seat.user) for seat in here.seats], Random(game)
    while here.table.is_running:
        awaited = here.rules.to_act(here.state)
        assert press(clients[awaited[0]], here.table.pk, rng)
        here = storage.load(here.table.pk)
    return here


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("game", ["parade", "tea_time"])
def test_a_match_is_played_to_its_end_over_the_forms_of_a_plain_board(bare: str) -> None:
    seats = core.game(bare).SEATS[0]
    here = played_over_forms(bare, seats)
    page = Client().get(f"/t/{here.table.pk}/").content.decode()
    assert 'id="result"' in page and "plain-board" in page
    assert here.table.outcome is not None
    for score in here.table.outcome["scores"]:
        assert f'<td class="tot">{score}</td>' in page
    for number in (0, here.table.number // 2, here.table.number):
        answer = Client().get(f"/t/{here.table.pk}/replay/?move={number}&eyes=0")
        assert answer.status_code == 200 and 'name="choice"' not in answer.content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("game", ["stockings"])
def test_a_real_time_game_is_played_on_a_plain_board_too(bare: str) -> None:
    here = given.running(3, "plain race", game=bare, options={"limit": 20})
    clients, rng = [browser(seat.user) for seat in here.seats], Random(1)
    given.rewound(here.table.pk, 60_000)
    pressed = 0
    for _turn in range(300):
        here = storage.load(here.table.pk)
        if not here.table.is_running:
            break

        seats = [seat for seat in range(3) if here.rules.legal_moves(here.state, seat)]
        if seats:
            pressed += press(clients[rng.choice(seats)], here.table.pk, rng)
        else:
            given.step(here)
    assert pressed > 10
    assert 'id="result"' in clients[0].get(f"/t/{here.table.pk}/").content.decode()


@every_game
def test_a_plain_board_tells_nobody_what_they_may_not_know(file_database: Path, bare: str) -> None:
    # This part of a match is enough: later fragments contain nothing new.
    assert watched(bare, core.game(bare).SEATS[0], most=24) == []


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["parade"])
def test_a_plain_board_that_is_given_a_secret_is_caught(
    file_database: Path, bare: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = core.game(bare)
    honest = rules.view

    def leaky(state: Any, seat: int | None) -> Any:
        return honest(state, seat) | {"next": state.deck[:1]}

    with monkeypatch.context() as patch:
        patch.setattr(rules, "view", leaky)
        leaks = watched(bare, 2, 8)
    for place in (" told", "replay/ told", "socket told"):
        assert any(leak.startswith(f"{place} None ") for leak in leaks), place


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["parade"])
def test_a_plain_board_speaks_french(bare: str) -> None:
    snapshot = given.running(2, "plain", game=bare)
    client = browser(
        snapshot.seats[snapshot.rules.to_act(snapshot.state)[0]].user, headers={"Accept-Language": "fr"}
    )
    page = client.get(f"/t/{snapshot.table.pk}/").content.decode()
    assert "Ce que vous pouvez faire" in page and "What you can do" not in page


@pytest.mark.parametrize("text", ["", "no", "[]", "3", "{" * 3000, '{"a": NaN', "x" * 5000])
def test_a_choice_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(core.Refused) as refused:
        moves.move_of_form(MultiValueDict({moves.FIELD: [text]}))
    assert refused.value.code == "malformed"


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ({"type": "play", "card": "green-3"}, "Play: green 3"),
        ({"type": "take", "cells": [[0, 1], [0, 2]]}, "Take: (0 1) and (0 2)"),
        ({"type": "swap", "seat": 1}, "Swap: Ben"),
        ({"type": "dig", "pile": 0, "card": "hatter"}, "Dig: pile 0, hatter"),
        ({"type": "discard", "cards": [None, None]}, "Discard: 2 cards"),
        ({"type": "pass"}, "Pass"),
        ({"type": "bid", "first_seat": 0, "chance": 0.3149}, "Bid: Ada, chance 0.31"),
    ],
)
def test_a_move_is_said_in_words(move: core.Move, words: str) -> None:
    with translation.override("en"):
        assert moves.named(move, NAMES) == words


def test_a_consequence_says_what_changes_and_nothing_else() -> None:
    view = {"scores": [3, 5], "hand": ["a-1"]}
    what = {"takes": ["green-0", "red-3"], "scores": [7, 5], "ends": False, "wins": True, "draws": 0}
    with translation.override("en"):
        lines = moves.consequence(view, what, NAMES)
    assert lines == "takes: green 0 and red 3; scores: Ada +4; wins"


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ({"character": "hatter", "face": "normal", "count": 2}, "hatter, normal, count 2"),
        ({"down": 11, "up": ["queen"], "key": True, "peeked": None, "by": []}, "down 11, up queen, key"),
        ({"covered": False}, "none"),
        (None, "empty or unknown"),
    ],
)
def test_a_card_that_is_more_than_a_word_is_said_without_what_it_is_not(card: Any, words: str) -> None:
    with translation.override("en"):
        assert in_words(card, NAMES) == words


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["parade"])
def test_a_hand_lies_with_its_owner_and_nowhere_else(bare: str) -> None:
    snapshot = given.running(2, "plain", game=bare)
    own = boards.board(boards.scene_of(snapshot, 0)).drawn
    (card, *_others) = snapshot.state.hands[0]
    assert card.replace("-", " ") in own["mine"]
    assert card.replace("-", " ") not in own["zones"]
    assert "Hand<" not in str(boards.board(boards.scene_of(snapshot, None)).whole)


def test_the_others_parts_of_a_move_are_told_with_their_names() -> None:
    events = ({"event": "drew", "seat": 0, "card": None}, {"event": "lost", "seat": 1}, {"event": "over"})
    entry = boards.Entry(1, seat=0, by_bot=False, move={"type": "play", "card": "red-1"}, events=events)
    with translation.override("en"):
        assert plain.BOARD.sentence(entry, NAMES, None) == "Ada: Play: red 1. Drew: a card. Ben: Lost."


@pytest.mark.parametrize(
    ("game", "name", "by_seat"),
    [
        ("parade", "before", True),
        ("parade", "hands", True),
        # It happens to have as many cards as seats.
        ("parade", "parade", False),
        ("tea_time", "held", True),
        ("tea_time", "grid", False),
        ("stockings", "stack", False),
        ("stockings", "locked", False),
    ],
)
def test_lists_by_seat_are_recognized_from_new_deals(game: str, name: str, by_seat: bool) -> None:
    rules = core.game(game)
    for seats in rules.SEATS:
        assert zones.is_by_seat(rules, name, [[]] * seats, seats) is by_seat
