"""What Tea Time's board offers the one to move, and what it says each choice would do."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from games import boards
from games.boards.language import speaking
from games.tea_time.board.columns import amounts, column_now
from games.tea_time.board.texts import listed
from games.tea_time.rules import GAME
from games.tea_time.rules.rules import State
from tests.tea_time.tables import FULL, deal, holding, play_out, table, take
from tests.tea_time.test_board import RABBITS, cells_in_words, offered, part, scene, takes


@pytest.mark.parametrize("seats", GAME.SEATS)
def test_the_grid_offers_every_legal_take_with_what_the_rules_make_of_it(seats: int) -> None:
    for state, _ in play_out(deal(seats), Random(seats))[:12]:
        if (seat := next(iter(GAME.to_act(state)), None)) is None:
            continue
        offers = takes(state, seat)
        assert list(offers) == [cells_in_words(move) for move in GAME.legal_moves(state, seat)]
        before = GAME.view(state, seat)["scores"][seat]
        for move, what in GAME.preview(GAME.view(state, seat), seat):
            offer, after = offers[cells_in_words(move)], what["scores"][seat]
            assert int(offer["gain"].replace("−", "-")) == after - before
            then = take(state, *move["cells"])[0]
            assert int(offer["after"]) == GAME.standings(then).scores[seat]
            now, later = columns(state, seat), columns(then, seat)
            assert offer["held"] == {
                character: later[character] for character in later if later[character] != now[character]
            }


def columns(state: State, seat: int) -> dict[str, list[int | None]]:
    """The numbers of a seat's columns."""
    view = GAME.view(state, seat)
    held = amounts(view["held"][seat], view["alice"] == seat, {})
    return {column.character: list(column_now(column.character, column.size)) for column in held}


def test_the_cancelled_cards_and_the_new_score_are_told_before_the_take() -> None:
    state = table(*RABBITS, held=(holding(rabbit=-1, cat=-1), holding()), alice=None)
    offer = takes(state)["0-0 0-1 0-2"]
    assert offer["words"] == "Rabbit cancels, cat and Alice join"
    assert (offer["gain"], offer["after"]) == ("+10", "32")
    assert offer["held"] == {"rabbit": [0, 5, 1], "cat": [2, 3, 6], "alice": [1, 4, None]}


def test_the_commonest_change_is_said_once_and_not_on_every_card() -> None:
    first, later = (table(*FULL, turn=turn, alice=0) for turn in (1, 2))
    assert "No card of a character: 5. One: 1. Without Alice: −8." in part(first, "says")
    assert "No card of a character: 5 points. One: 1 (−4)." in part(later, "says"), (
        "whoever has taken her keeps her"
    )
    for state in (first, later):
        assert {badge(state, row, column) for row, column, _card in lying(state)} == {""}
    held = table(
        "cat hatter queen alice", "hare - - -", "- - - -", held=(holding(cat=1), holding()), alice=None
    )
    badges = [badge(held, row, column) for row, column, _card in lying(held)]
    assert badges == ["+4", "", "", "+4", ""]
    assert "1 (−4)" in part(held, "says")


def test_what_cancels_and_who_wins_a_tie_are_said_before_a_choice() -> None:
    for state in (table(*FULL, turn=1, alice=0), table(*RABBITS, alice=None)):
        assert "A character and its mirror cancel. Alice breaks ties." in part(state, "says")


@pytest.mark.parametrize(
    ("language", "words"), [("en", "two mirror cats and Alice"), ("fr", "deux chats miroir et Alice")]
)
def test_several_cards_are_counted_in_words(language: str, words: str) -> None:
    with speaking(language):
        assert listed([{"character": "cat", "face": "mirror"}] * 2 + ["alice"]) == words


def test_no_two_cards_alike_leave_each_its_number() -> None:
    state = table("cat alice - -", "- - - -", "- - - -", held=(holding(cat=2), holding()), alice=None)
    assert [badge(state, row, column) for row, column, _card in lying(state)] == ["−2", "+4"]
    says = part(state, "says")
    assert 'id="plaque"' in says and "number" not in says


def lying(state: State) -> list[tuple[int, int, Any]]:
    grid = GAME.view(state, 0)["grid"]
    return [(row, column, card) for row, line in enumerate(grid) for column, card in enumerate(line) if card]


def badge(state: State, row: int, column: int) -> str:
    match = re.search(r'class="gain" aria-hidden="true">(.*?)</span>', part(state, f"c-{row}-{column}"))
    assert match is not None
    return match.group(1)


def test_a_cell_says_where_it_is_and_what_taking_it_alone_does_without_a_script() -> None:
    html = part(table(*RABBITS, held=(holding(rabbit=-1), holding()), alice=None), "c-0-1")
    assert 'aria-label="rabbit, row 1, column 2: Rabbit cancels, +4"' in html


def test_two_cards_of_a_kind_are_named_once() -> None:
    state = table("cat hatter - -", "- cat - -", "- - - -", alice=1)
    assert takes(state)["0-0 1-1"]["words"] == "2 cats join"


def test_the_first_card_of_a_round_is_one_choice_and_later_ones_are_several() -> None:
    assert 'type="radio"' in part(table(*FULL, turn=1, alice=0), "c-0-0")
    assert 'type="checkbox"' in part(table(*FULL, turn=2), "c-0-0")
    assert "Alice is laid in its place" in part(table(*FULL, turn=1, alice=0), "limit")
    assert "Turn 2: up to 2 neighbouring cards, in a line or diagonal" in part(table(*FULL, turn=2), "limit")
    assert "up to" not in part(table("hatter - - -", "- - - -", "- - - -", turn=2), "limit")


def test_an_empty_cell_can_not_be_picked() -> None:
    assert offered(boards.board(scene(table(*RABBITS, alice=None))).whole) == ["0-0", "0-1", "0-2", "1-1"]


@pytest.mark.parametrize(
    ("viewer", "changed"),
    [(1, {}), (None, {}), (0, {"own": False}), (0, {"own": False, "current": False})],
    ids=["the other seat", "a spectator", "who has resigned", "a replay"],
)
def test_nothing_can_be_picked_by(viewer: int | None, changed: dict[str, Any]) -> None:
    drawn = boards.board(scene(table(*FULL), viewer, **changed)).drawn
    cells = [drawn[f"c-{row}-{column}"] for row in range(3) for column in range(4)]
    assert "<input" not in "".join([*cells, drawn["take"]])
    assert drawn["takes"] == '<script id="takes" type="application/json"></script>'
    assert all(cell.count("data-card=") == 1 for cell in cells)


def test_the_form_says_which_position_was_seen() -> None:
    html = part(table(*FULL), "take")
    assert '<input type="hidden" form="move" name="seen" value="7">' in html
    assert '<input type="hidden" form="move" name="type" value="take">' in html
