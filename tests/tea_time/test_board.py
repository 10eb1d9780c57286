"""Tea Time's board offers the legal moves, shows their effects, and sends the move that was picked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import asdict
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games import boards
from games.boards import Entry, Scene
from games.rules import core
from games.tea_time.board.cards import CARD_NAMES, drawing_of, face
from games.tea_time.rules import GAME
from games.tea_time.rules.rules import CHARACTERS, State
from tests.helpers import given
from tests.helpers.seated import seated
from tests.tea_time.tables import FULL, card, deal, holding, play_out, table, take

NAMES = ("Ada", "Ben", "Cleo", "Dan")
RABBITS = ("alice rabbit cat -", "- cat - -", "- - - -")


def scene(state: State, viewer: int | None = 0, entries: Iterable[Entry] = (), **changed: Any) -> Scene:
    view = GAME.view(state, viewer)
    spectator = None if viewer is None else scene(state, None, entries, **changed)
    seats = range(len(state.held))
    people = tuple(seated(seat, NAMES[seat], awaited=seat in view["to_act"]) for seat in seats)
    result = GAME.outcome(state)
    fields: dict[str, Any] = {
        "table": "abcd1234",
        "game": "tea_time",
        "number": 7,
        "viewer": viewer,
        "you": viewer,
        "own": viewer is not None and result is None,
        "current": True,
        "view": view,
        "people": people,
        "entries": tuple(entries),
        "phrases": (),
        "outcome": None if result is None else asdict(result),
        "spectator": spectator,
    }
    return Scene(**fields | changed)


def part(state: State, name: str, viewer: int | None = 0, **changed: Any) -> str:
    return boards.board(scene(state, viewer, **changed)).drawn.get(name, "")


def takes(state: State, seat: int = 0) -> dict[str, Any]:
    return takes_of(part(state, "takes", seat))


def takes_of(html: str) -> dict[str, Any]:
    """Return the page's data about each take, by its cells."""
    match = re.search(r'<script id="takes" type="application/json">(.*?)</script>', html)
    assert match is not None
    names = "words", "gain", "after", "held"
    return {
        cells: dict(zip(names, effects, strict=True)) for cells, effects in json.loads(match.group(1)).items()
    }


def cells_in_words(move: core.Move) -> str:
    return " ".join(f"{row}-{column}" for row, column in move["cells"])


def offered(html: str) -> list[str]:
    return re.findall(r'name="cell" value="([^"]*)"', html)


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def entry_of(state: State, *cells: Any) -> Entry:
    _, events = take(state, *cells)
    move = {"type": "take", "cells": list(cells)}
    return Entry(8, seat=state.seat, by_bot=False, move=move, events=tuple(events))


def effect_of(state: State, *cells: Any) -> str:
    """Return the log's sentence for the take."""
    return boards.sentence("tea_time", entry_of(state, *cells), NAMES)


def why(state: State, *cells: Any) -> str:
    """Return the explanation of that sentence."""
    return boards.board_of("tea_time").why(entry_of(state, *cells))


# --- What is shown


def test_the_order_of_the_deck_changes_nothing_that_anybody_sees() -> None:
    state = deal(3)
    other = state._replace(deck=state.deck[::-1])
    assert other.deck != state.deck
    for viewer in (None, 0, 1, 2):
        assert boards.board(scene(state, viewer)) == boards.board(scene(other, viewer))


def test_the_start_of_a_round_says_its_number_and_who_begins() -> None:
    state = deal(3)
    beginner = NAMES[state.seat]
    other = (state.seat + 1) % 3
    assert f"round 1 of 3, {beginner} begins" in part(state, "turn", other)
    assert "round 1 of 3, you begin" in part(state, "turn", state.seat)
    later, _ = take(state, [0, 0])
    # A phone has no room for the names of the seats that follow.
    assert "round 1 of 3" in part(later, "turn", other)
    assert not any(name in part(later, "turn", other) for name in NAMES)


def test_a_replay_speaks_of_the_one_to_move_by_name_but_to_themselves() -> None:
    assert "You play next" in part(table(*FULL), "turn", own=False, current=False)
    assert "Ada plays next" in part(table(*FULL), "turn", own=False, current=False, you=1)


def test_remaining_cards_are_counted_in_the_grid_and_the_deck() -> None:
    state = table("cat cat - -", "- - - -", "- - - hare", deck=("cat", "queen"), gone=(0, 1, 0, 0, 0, 0))
    html = boards.board(scene(state)).whole.split('<section id="left"')[1]
    rows = [re.findall(r"<td><span[^>]*>(\d+)</span></td>", row) for row in html.split("<tr")[2:6]]
    assert rows == [list("020001"), list("010010"), list("030011"), list("020000")]
    assert "5 cards, the grid&#39;s included" in html


def test_held_cards_show_their_face_their_number_and_their_points() -> None:
    state = table(*FULL, held=(holding(cat=-2, queen=6), holding()), alice=0)
    parts = [part(state, f"seat-0-{name}") for name in (*CHARACTERS, "alice")]
    none = "0 5 pts then 1"
    numbers = none, "2 3 pts then 6", none, none, "6 15 pts then 15", none, "1 4 pts"
    assert tuple(map(words, parts)) == numbers
    assert "#cat-mirror" in parts[1] and 'class="col purple mir"' in parts[1]
    assert '#queen"' in parts[4] and 'class="col red"' in parts[4]


def test_a_card_keeps_its_name_from_the_grid_to_the_one_who_took_it() -> None:
    state = table("cat hatter hare -", "- - - -", "- - - -")
    before = part(state, "c-0-1")
    after, _ = take(state, [0, 1])
    entry = entry_of(state, [0, 1])
    key = re.search(r'data-card="([^"]*)"', before)
    assert key is not None
    held = part(after, "seat-0-hatter", entries=[entry])
    assert f'data-card="{key.group(1)}"' in held
    assert f'data-card="{key.group(1)}"' not in part(after, "c-0-1", entries=[entry])


def test_the_count_adds_up_character_by_character() -> None:
    state = play_out(deal(3), Random(1))[-1][0]
    board = boards.board(scene(state))
    assert board.frame.macro == "result"
    rows = board.drawn["result"].split("<tr")[2:]
    standings = GAME.standings(state)
    for row in rows:
        points = [int(number) for number in re.findall(r'<div class="n">(\d+) pts?</div>', row)]
        total = re.search(r'class="tot">(\d+)<', row)
        assert total is not None and len(points) == 7
        assert sum(points) == int(total.group(1))
    totals = re.findall(r'class="tot">(\d+)<', board.drawn["result"])
    assert [int(total) for total in totals] == sorted(standings.scores, reverse=True)
    assert f"All {GAME.view(state, None)['rounds']} rounds were played." in board.drawn["result"]


# --- The log


def test_a_take_a_cancelling_and_alice_are_told_in_words() -> None:
    state = table(*RABBITS, held=(holding(rabbit=-1), holding()), alice=None)
    assert effect_of(state, [0, 0], [0, 1]) == "Ada took Alice and a rabbit. Rabbit: 1 pair cancels."
    line, pair = "They lay side by side on one line.", "Rabbit: a normal and a mirror card leave together."
    assert why(state, [0, 0], [0, 1]) == f"{line} {pair}"


def test_a_new_round_is_told_in_words() -> None:
    deck = deal(2).deck[:12]
    state = table("alice - - -", "- - - -", "- - - -", deck=deck, alice=None)
    assert effect_of(state, [0, 0]) == "Ada took Alice. Round 5: Ada begins."


# --- The drawings and the pages


def test_every_card_has_a_drawing_and_the_sheet_refers_to_nothing_outside() -> None:
    sheet = (Path(settings.BASE_DIR) / "games/tea_time/static/tea_time/cards.svg").read_text()
    drawn = set(re.findall(r' id="([^"]*)"', sheet))
    assert set(CARD_NAMES) | {f"s-{character}" for character in (*CHARACTERS, "alice")} | {"back"} <= drawn
    assert set(re.findall(r'href="#([^"]*)"', sheet)) <= drawn
    assert "url(" not in sheet.replace("url(#...)", "")


def test_both_faces_are_named_in_words_and_drawn_apart() -> None:
    normal, mirror = card("cat", "normal"), card("cat", "mirror")
    assert 'aria-label="cat"' in face(normal)
    assert 'aria-label="mirror cat"' in face(mirror)
    assert drawing_of(normal) != drawing_of(mirror)


def test_a_games_own_style_sheet_and_script_are_found_by_its_name() -> None:
    assert boards.own_files("tea_time") == {
        "styles": ("tea_time/board.css",),
        "scripts": ("tea_time/board.js",),
    }


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "title", "decided"),
    [
        ("en", "The rules of Tea Time", "What the rulebook leaves open, and what we decided"),
        ("fr", "Les règles de Tea Time", "Ce que la règle laisse ouvert, et ce que nous avons décidé"),
    ],
)
def test_the_rules_page_shows_worked_examples_and_what_was_decided(
    language: str, title: str, decided: str
) -> None:
    html = Client(headers={"accept-language": language}).get("/rules/tea_time/").content.decode()
    assert title in html and decided in html
    assert html.count("<figure") == 5
    assert "tea_time/board.css" in html
    # The worked example of cancelling, decided by the rules: no rabbit is left, two mirror cats and Alice are.
    after = html.split('<div class="cols tea">')[2]
    assert words(after.split("</figure>")[0]).startswith("0 5 pts 2 3 pts 0 5 pts")


@pytest.mark.django_db
def test_a_whole_match_can_be_played_by_the_plain_form() -> None:
    position = given.running(2, "tea", game="tea_time")
    browsers = [given.browser(given.person(name)) for name in given.NAMES[:2]]
    pk = position.table.pk
    rng = Random(5)
    while (here := given.now(position)).table.is_running:
        client = browsers[given.awaited(here)]
        page = client.get(f"/t/{pk}/").content.decode()
        cells = rng.choice(list(takes_of(page))).split()
        assert set(cells) <= set(offered(page))
        sent = {"type": "take", "cell": cells, "seen": here.table.number, "key": here.table.number}
        assert client.post(f"/t/{pk}/move/", sent).status_code == 302
    page = browsers[0].get(f"/t/{pk}/").content.decode()
    assert 'id="result"' in page
    assert 'id="grid"' in browsers[1].get(f"/t/{pk}/replay/?move=5&eyes=0").content.decode()
