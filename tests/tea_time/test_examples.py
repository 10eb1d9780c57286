"""The numbered examples of Tea Time's rules page, its rounds, endings and ties."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.rules import core
from games.rules.chance import Stream
from games.tea_time.rules import GAME
from games.tea_time.rules.rules import CHARACTERS, GRIDS, State, score
from tests.tea_time.hidden import cards
from tests.tea_time.tables import FULL, NOTHING, card, deal, holding, play_out, refusal, table, take

# Example 1


@pytest.mark.parametrize(("count", "points"), [(0, 5), (1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 15)])
def test_a_character_scores_by_how_many_cards_of_it_are_held(count: int, points: int) -> None:
    assert score(holding(rabbit=count), False) == 25 + points
    assert score(holding(rabbit=-count), False) == 25 + points


def test_a_seat_that_holds_nothing_scores_30_and_34_with_alice() -> None:
    state = table("- - - -", "- - - -", "- - - -")
    assert GAME.outcome(state) == core.Outcome("finished", (30, 34), (2, 1))


# Examples 2 and 3


def test_a_rabbit_meets_its_mirror_while_the_cat_and_alice_stay() -> None:
    state = table("- - - -", "rabbit cat alice -", "hare - - -", alice=None)
    state = state._replace(held=(holding(rabbit=-1, cat=-1), NOTHING))
    after, events = take(state, [1, 2], [1, 0], [1, 1])
    assert after.held[0] == holding(cat=-2)
    assert after.alice == 0
    assert after.gone == holding(rabbit=1)
    assert events == [
        {"event": "took", "seat": 0, "cards": ["alice", card("rabbit", "normal"), card("cat", "mirror")]},
        {"event": "cancelled", "seat": 0, "character": "rabbit", "pairs": 1},
    ]


def test_two_normal_hatters_against_one_mirror_hatter_leave_one_normal() -> None:
    state = table("- hatter - -", "- - hatter -", "- - - hare", held=(holding(hatter=-1), NOTHING))
    after, _ = take(state, [0, 1], [1, 2])
    assert after.held[0] == holding(hatter=1)
    assert after.gone == holding(hatter=1)


def test_both_faces_taken_in_one_move_leave_together() -> None:
    state = table("hatter hatter - -", "- - - -", "- - - hare")
    after, events = take(state, [0, 0], [0, 1])
    assert after.held[0] == NOTHING
    assert events[1:] == [{"event": "cancelled", "seat": 0, "character": "hatter", "pairs": 1}]


def test_cancelled_characters_are_told_in_the_order_of_the_page() -> None:
    state = table("hare rabbit hatter -", "- - - -", "- - - cat")
    state = state._replace(held=(holding(hare=2, rabbit=-1, hatter=1), NOTHING))
    after, events = take(state, [0, 0], [0, 1], [0, 2])
    assert [event["character"] for event in events[1:]] == ["hatter", "rabbit", "hare"]
    assert after.held[0] == holding(hare=1)


# Example 4


def test_the_first_turn_takes_one_card_the_second_two_and_every_later_one_three() -> None:
    state = deal(2)
    first, second = state.seat, 1 - state.seat
    assert {len(move["cells"]) for move in GAME.legal_moves(state, first)} == {1}
    state, _ = take(state, [2, 3])
    assert GAME.to_act(state) == (second,)
    assert {len(move["cells"]) for move in GAME.legal_moves(state, second)} == {1, 2}
    state, _ = take(state, [0, 0])
    assert GAME.to_act(state) == (first,)
    assert {len(move["cells"]) for move in GAME.legal_moves(state, first)} == {1, 2, 3}


# Example 5


def test_nothing_is_taken_across_an_empty_cell() -> None:
    state = table("rabbit - rabbit hare", *FULL[1:])
    assert refusal(state, [0, 0], [0, 2]) == "not_consecutive"
    assert refusal(state, [0, 0], [0, 2], [0, 3]) == "not_consecutive"


def test_an_l_of_three_is_refused() -> None:
    assert refusal(table(*FULL), [0, 0], [0, 1], [1, 1]) == "not_in_line"


def test_three_on_a_line_with_the_middle_one_left_behind_are_refused() -> None:
    assert refusal(table(*FULL), [0, 0], [0, 1], [0, 3]) == "not_consecutive"
    assert refusal(table(*FULL), [0, 0], [2, 2]) == "not_consecutive"
    assert refusal(table(*FULL), [2, 0], [0, 2]) == "not_consecutive"


@pytest.mark.parametrize(
    "cells",
    [[[1, 0], [1, 1], [1, 2]], [[0, 3], [1, 3], [2, 3]], [[0, 1], [1, 2], [2, 3]], [[2, 0], [1, 1], [0, 2]]],
)
def test_three_go_along_a_row_a_column_and_both_diagonals_in_any_order(cells: list[list[int]]) -> None:
    state = table(*FULL)
    straight, _ = take(state, *cells)
    shuffled, events = take(state, cells[1], cells[2], cells[0])
    assert shuffled == straight
    words = [word for row in FULL for word in row.split()]
    named = [taken_card["character"] for taken_card in events[0]["cards"]]
    assert named == [words[row * 4 + column] for row, column in (cells[1], cells[2], cells[0])]


def test_every_set_of_cells_is_listed_once_in_reading_order() -> None:
    moves = [move["cells"] for move in GAME.legal_moves(table(*FULL), 0)]
    assert all(cells == sorted(cells) for cells in moves)
    assert len({str(cells) for cells in moves}) == len(moves)
    # 3 x 4: 12 cells; 9 + 8 + 6 + 6 pairs; 6 + 4 + 2 + 2 threes.
    assert Counter(len(cells) for cells in moves) == {1: 12, 2: 29, 3: 14}


# Example 6, the rounds and Alice


@pytest.mark.parametrize(
    ("seats", "cells", "rounds", "deck"), [(2, 12, 5, 60), (3, 16, 3, 48), (4, 20, 3, 60)]
)
def test_the_rounds_use_the_deck_up(seats: int, cells: int, rounds: int, deck: int) -> None:
    state = deal(seats)
    assert len(state.grid) == cells
    assert len(state.grid) + len(state.deck) == deck == cells * rounds
    all_events = [event for _, events in play_out(state, Random(seats)) for event in events]
    assert [event["number"] for event in all_events if event["event"] == "round"] == list(
        range(2, rounds + 1)
    )
    assert [place for place, event in enumerate(all_events) if event["event"] == "over"] == [
        len(all_events) - 1
    ]


def test_the_deck_is_shuffled_from_the_order_of_the_page() -> None:
    decks: list[str] = []

    class Watched(Stream):
        def shuffle(self, cards: Any) -> tuple[str, ...]:
            decks.extend(cards)
            return tuple(cards)

    GAME.setup(3, Watched(b"tea", []), {})
    assert decks == [character for character in CHARACTERS for _ in range(8)]


def test_the_cells_are_a_checkerboard_from_a_mirror_in_the_corner() -> None:
    for seats, grid in GRIDS.items():
        rows = GAME.view(deal(seats), None)["grid"]
        assert [len(row) for row in rows] == [grid.columns] * grid.rows
        faces = {(r, c): grid_cell["face"] for r, row in enumerate(rows) for c, grid_cell in enumerate(row)}
        assert all((face == "mirror") == (sum(cell) % 2 == 0) for cell, face in faces.items())


def test_alice_is_laid_in_the_first_turn_and_nobody_holds_her_then() -> None:
    state = deal(4)
    assert state.alice == state.seat
    after, _ = take(state, [1, 1])
    assert GAME.view(after, None)["grid"][1][1] == "alice"
    assert after.alice is None
    assert "alice" in cards(GAME.dump(after))


def test_the_owner_of_alice_starts_the_next_round() -> None:
    state = table("- - - -", "- - - -", "- - hare -", alice=1, deck=("cat",) * 12, turn=9)
    after, events = take(state, [2, 2])
    assert events[1:] == [{"event": "round", "number": 5, "first": 1}]
    assert (after.seat, after.turn, after.deck, after.grid) == (1, 1, (), ("cat",) * 12)


def test_alice_may_be_the_last_to_leave_the_grid() -> None:
    state = table("- - - -", "- - - -", "- - hare alice", alice=None, deck=("cat",) * 12)
    after, events = take(state, [2, 3], [2, 2])
    assert events[1:] == [{"event": "round", "number": 5, "first": 0}]
    assert after.held[0] == holding(hare=-1)


def test_the_match_ends_with_its_last_card() -> None:
    after, events = take(table("- - - -", "- - - -", "- - hare -", turn=9), [2, 2])
    assert events[-1] == {"event": "over"}
    assert GAME.to_act(after) == ()
    assert GAME.outcome(after) == core.Outcome("finished", (26, 34), (2, 1))
    assert refusal(after, [2, 2]) == "over"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_card_is_in_exactly_one_place_all_along(seats: int) -> None:
    state = deal(seats)
    everything = Counter(dict.fromkeys(CHARACTERS, GRIDS[seats].each) | {"alice": 1})
    for after, _ in [(state, []), *play_out(state, Random(7))]:
        assert Counter(cards(GAME.dump(after))) == everything
        left = GAME.view(after, None)["left"]
        assert left == {character: (after.deck + after.grid).count(character) for character in CHARACTERS}


# Ranks


def ranks(alice: int | None, *held: tuple[int, ...]) -> tuple[int, ...]:
    return GAME.standings(
        State(deck=(), grid=(None,) * 20, held=held, gone=NOTHING, alice=alice, seat=0, turn=9)
    ).ranks


WORSE, WORST = holding(cat=1), holding(cat=1, hare=1)  # 26 and 22 points; nothing is 30


def test_the_highest_score_wins_and_equal_scores_share_a_rank() -> None:
    assert ranks(None, WORSE, NOTHING, NOTHING, WORST) == (3, 1, 1, 4)


def test_alice_breaks_a_tie_for_the_first_rank_and_the_others_share_the_next() -> None:
    assert ranks(3, WORST, NOTHING, NOTHING, WORSE) == (4, 2, 2, 1)


def test_alice_breaks_a_tie_further_down() -> None:
    assert ranks(2, NOTHING, WORSE, WORST, WORSE) == (1, 3, 2, 3)
