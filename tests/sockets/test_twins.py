"""One hidden card, searched by its absence: two matches that differ only in it look the same to everybody who may not
know it, in every way. A name can't be searched for, because cards of these games exist several times."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import structlog

from games.play import storage
from games.play.snapshot import Snapshot
from games.rules import core
from games.tea_time.rules import GAME as tea_time
from games.tea_time.rules.rules import CHARACTERS
from games.wonderland.rules import GAME as wonderland
from games.wonderland.rules.state import DECK, NOTEBOOK, PILES
from tests.helpers.twins import HOUSE, Match, differing, tell

LAID_OUT = {(4, 0): "hatter", (1, 0): "cat", (4, 1): "alice", (1, 1): "queen"}
# Pile 2: the card that a hatter gives away or a cat looks at, and a card that nobody reaches.
TOP, BOTTOM = (2, 0), (2, 10)
# The tables of three are those below, in which leaks are planted.
FEWEST_AND_MOST = (wonderland.SEATS[0], wonderland.SEATS[-1])
EVERYWHERE = {"", "socket", "record.json", "replay/", "fragment", "refused", "in French"}


def place_in_deck(seats: int, pile: int, depth: int) -> int:
    size, spare = divmod(len(DECK) - NOTEBOOK * seats, PILES)
    return NOTEBOOK * seats + size * pile + min(pile, spare) + depth


def wonderland_deck(seats: int) -> tuple[str, ...]:
    """Return a deck with the cards that the match needs in their places, and the others in order."""
    wanted = LAID_OUT | {TOP: "rabbit", BOTTOM: "queen"}
    placed = {place_in_deck(seats, *where): card for where, card in wanted.items()}
    rest = sorted(DECK, key=lambda card: (DECK.index(card) * 7) % 11)
    for card in placed.values():
        rest.remove(card)
    return tuple(placed[place] if place in placed else rest.pop(0) for place in range(len(DECK)))


def wonderland_twins(seats: int, power: dict[str, Any]) -> tuple[Match, Match]:
    """Seat 0 uses that power on pile 2 and stops; seat 1 explores and has the choice."""
    deck = wonderland_deck(seats)
    moves = (
        {"type": "explore", "pile": 0, "card": deck[0]},
        {"type": "power", "pile": 2} | power,
        {"type": "stop"},
        {"type": "explore", "pile": 0, "card": deck[NOTEBOOK]},
        {"type": "power", "card": "alice"},
    )
    match = Match("wonderland", seats, deck, moves)
    return match, match.swapped(place_in_deck(seats, *TOP), place_in_deck(seats, *BOTTOM))


GIVEN = {"card": "hatter", "seat": 1}
PEEKED = {"card": "cat"}


def tea_time_twins(*, dealt: bool) -> tuple[Match, Match]:
    """Return the first round: to its end, so that the cards that differ are dealt, or without its last move."""
    deck = tuple(card for _ in range(10) for card in CHARACTERS)
    size, moves = 12, []
    state = core.redeal(tea_time, 2, {"deck": list(deck), "first": 0}, {})
    while len(state.deck) == len(deck) - size:
        moves.append(tea_time.legal_moves(state, state.seat)[-1])
        state = tea_time.apply(state, state.seat, move=moves[-1], at=0, chance=None)[0]  # type: ignore[arg-type]
    match = Match("tea_time", 2, deck, tuple(moves if dealt else moves[:-1]))
    return match, match.swapped(size, size + 1)


def told_apart(twins: tuple[Match, Match], monkeypatch: pytest.MonkeyPatch) -> dict[Any, set[str]]:
    one, other = (tell(match, monkeypatch) for match in twins)
    return differing(one, other)


@pytest.mark.parametrize("seats", FEWEST_AND_MOST)
def test_a_hatters_card_is_known_to_all_seats_but_its_holders(
    file_database: Path, monkeypatch: pytest.MonkeyPatch, seats: int
) -> None:
    difference = told_apart(wonderland_twins(seats, GIVEN), monkeypatch)
    assert difference.keys() == set(range(seats)) - {1}
    assert all(doors >= EVERYWHERE for doors in difference.values()), difference


@pytest.mark.parametrize("seats", FEWEST_AND_MOST)
def test_a_cats_card_is_known_to_one_seat(
    file_database: Path, monkeypatch: pytest.MonkeyPatch, seats: int
) -> None:
    difference = told_apart(wonderland_twins(seats, PEEKED), monkeypatch)
    assert difference.keys() == {0}
    assert difference[0] >= EVERYWHERE


def test_the_next_round_of_tea_time_is_known_to_nobody(
    file_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert told_apart(tea_time_twins(dealt=False), monkeypatch) == {}


def test_the_next_round_of_tea_time_is_known_to_everybody_once_it_is_dealt(
    file_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    difference = told_apart(tea_time_twins(dealt=True), monkeypatch)
    assert difference.keys() == {0, 1, None}
    assert all(doors >= EVERYWHERE - {"record.json"} for doors in difference.values()), difference


# Tests of the test: each plants a leak of one card.


def test_a_board_that_shows_a_hatters_card_to_its_holder_is_caught(
    file_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = wonderland.view

    def leaky(state: Any, seat: int | None) -> Any:
        view = honest(state, seat)
        if seat == 1:
            view["tunnels"][1] = honest(state, 0)["tunnels"][1]
        return view

    monkeypatch.setattr(wonderland, "view", leaky)
    difference = told_apart(wonderland_twins(3, GIVEN), monkeypatch)
    assert difference.keys() == {0, 1, 2}
    assert difference[1] >= {"", "socket", "replay/"}


def test_a_board_that_shows_everybody_what_a_cat_showed_is_caught(
    file_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = wonderland.view

    def leaky(state: Any, seat: int | None) -> Any:
        view = honest(state, seat)
        view["piles"][2]["peeked"] = honest(state, 0)["piles"][2]["peeked"]
        return view

    monkeypatch.setattr(wonderland, "view", leaky)
    difference = told_apart(wonderland_twins(3, PEEKED), monkeypatch)
    assert difference.keys() == {0, 1, 2, None}
    assert all(doors >= {"", "socket", "replay/"} for doors in difference.values()), difference


@pytest.mark.parametrize(("power", "knows"), [(GIVEN, {0, 2}), (PEEKED, {0})])
def test_a_witness_that_forgets_nothing_is_caught(
    file_database: Path, monkeypatch: pytest.MonkeyPatch, power: dict[str, Any], knows: set[int]
) -> None:
    monkeypatch.setattr(wonderland, "redacted", lambda seat, move, events, viewer: (move, list(events)))
    difference = told_apart(wonderland_twins(3, power), monkeypatch)
    assert difference.keys() == {0, 1, 2, None}
    # The record has the event, and the board's log describes it.
    assert all(difference[who] >= {"record.json", "", "socket"} for who in {0, 1, 2, None} - knows), (
        difference
    )


def test_a_line_of_the_servers_log_that_names_a_card_is_caught(
    file_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = structlog.get_logger("unbirthday.play")

    def leaky(snapshot: Snapshot) -> None:
        if snapshot.row is not None:
            log.info("moved", events=snapshot.row.events)

    monkeypatch.setattr("games.play.storage.listeners", [*storage.listeners, leaky])
    difference = told_apart(wonderland_twins(2, GIVEN), monkeypatch)
    assert difference == {0: difference[0], HOUSE: {"log"}}


def test_a_grid_that_gives_the_next_rounds_first_card_away_is_caught(
    file_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = tea_time.view

    def leaky(state: Any, seat: int | None) -> Any:
        view = honest(state, seat)
        return view | {"left": dict.fromkeys(view["left"], 0) | {state.deck[0]: 1}}

    monkeypatch.setattr(tea_time, "view", leaky)
    difference = told_apart(tea_time_twins(dealt=False), monkeypatch)
    assert difference.keys() == {0, 1, None}
    assert all(doors >= {"", "socket", "replay/"} for doors in difference.values()), difference
