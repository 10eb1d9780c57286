"""The texts of Parade's board: the end that is near, and the points of a crown."""

from __future__ import annotations

from typing import Any

from games import boards
from games.boards import Scene
from games.boards.macros import macros
from games.parade.apps import ParadeConfig
from games.parade.board.cards import column_name
from games.parade.board.keys import result
from games.parade.board.texts import counting, headline
from games.parade.rules.rules import State
from tests.helpers.seated import seated
from tests.parade.tables import GAME, pile, table


def scene(state: State, viewer: int | None) -> Scene:
    people = tuple(seated(seat, name, awaited=seat == 0) for seat, name in enumerate(("Ada", "Ben", "Cleo")))
    view: dict[str, Any] = {
        "table": "abcd1234",
        "game": "parade",
        "number": 40,
        "viewer": viewer,
        "you": viewer,
        "own": viewer is not None,
        "current": True,
        "view": GAME.view(state, viewer),
        "people": people,
        "entries": (),
        "phrases": (),
        "outcome": None,
        "spectator": None if viewer is None else scene(state, None),
    }
    return Scene(**view)


def test_the_coming_last_round_is_told_instead_of_the_next_seats() -> None:
    soon = table(deck=pile("grey 1 2"))
    assert headline(scene(soon, 0))[1] == "the last round comes in 2 cards"
    assert headline(scene(table(deck=pile("grey 1")), 0))[1] == "the next draw begins the last round"
    assert headline(scene(table(deck=pile("grey 1 2 3 4 5")), 0))[1] == "then Ben, Cleo"


def test_a_replay_calls_the_reader_who_has_yet_to_discard_you_and_last() -> None:
    choosing = scene(table(hands=(pile("red 1 2 3 4"), pile("blue 1 2 3 4"), ()), left=0), 0)
    waits = [
        headline(choosing._replace(current=False, own=False, view=choosing.view | {"to_act": seats}))[1]
        for seats in ([0], [0, 1], [1])
    ]
    assert waits == ["waiting for you", "waiting for Ben and you", "waiting for Ben"]


def test_a_seat_with_a_crown_reads_its_value() -> None:
    before = (pile("red 2 3"), pile("blue 4"), ())
    mine = [boards.board(scene(table(before=before), seat)).drawn["standing"] for seat in range(3)]
    assert ["crown: 1 pt a card" in part for part in mine] == [True, True, False]
    assert "lowest wins" in mine[2]


def test_the_plate_says_before_a_choice_how_cards_count() -> None:
    assert "Most of a colour: 1 a card." in boards.board(scene(table(), 0)).drawn["says"]
    assert "Two more of a colour: 1 a card." in counting(2)


def test_the_count_says_with_whom_a_majority_is_shared() -> None:
    before = (pile("red 2 3"), pile("red 4 5"), pile("red 6") + pile("grey 1"))
    over = table(before=before, over=True)
    outcome = {"reason": "finished", "scores": [2, 2, 7], "ranks": [1, 1, 3]}
    _macro, _why, rows = result(scene(over, 0)._replace(outcome=outcome))
    reds = {standing.seat: cells[0] for standing, _size, _kept, cells in rows}
    assert [reds[seat].tied for seat in range(3)] == ["Ben", "you", ""]
    cell = macros("parade")["result_cell"]
    assert "tied with Ben" in cell(reds[0]) and "most red" in cell(reds[0]._replace(tied=""))


def test_the_rules_in_short_tell_what_a_majority_is_at_a_table_of_two() -> None:
    (majority,) = [text for text in map(str, ParadeConfig.in_short) if "the most cards" in text]
    assert "at a table of two, at least two more" in majority


def test_the_cards_of_a_colour_have_a_name() -> None:
    assert column_name("red", (), False) == "red: none"
    assert column_name("red", (1, 4), True) == "red: 1, 4, majority"
    whole = str(boards.board(scene(table(), 0)).whole)
    assert whole.count('role="img" aria-label="red: ') == len(table().hands)
