"""What a tunnel counts of each character, and what the chosen pile would add, as its owner's board shows it."""

from __future__ import annotations

import re

from games.wonderland.board.alike import Arrival, alike, arrivals, coming

PIPS = re.compile(r"<i(?: class=\"(there)\")?(?: data-to=\"([^\"]*)\")?></i>")


def pips(counting: tuple[str, ...], arriving: tuple[Arrival, ...]) -> list[list[str]]:
    """By character: of each pip `there`, the piles that would bring it, or nothing."""
    rows = str(alike(0, counting, arriving)).split("<li ")[1:]
    return [[there or piles for there, piles in PIPS.findall(row)] for row in rows]


def test_a_card_from_a_pile_comes_with_each_of_its_neighbours() -> None:
    whats = {
        0: {"takes": ["cat", None], "piles": [4, 1]},
        2: {"takes": [None, "queen"], "piles": [1, 3]},
    }
    assert arrivals(whats) == (
        Arrival("cat", 4, (0,)),
        Arrival(None, 1, (0, 2)),
        Arrival("queen", 3, (2,)),
    )


def test_two_cards_of_one_pile_stay_two() -> None:
    assert len(arrivals({0: {"takes": [None, None], "piles": [3, 3]}})) == 2


def test_what_is_there_stands_before_what_would_come_and_a_crowd_counts_as_each() -> None:
    arriving = (Arrival("cat", 1, (0, 2)), Arrival("everyone", 3, (2, 4)), Arrival(None, 4, (0,)))
    alice, rabbit, cat, _queen, _hatter = pips(("alice", "everyone"), arriving)
    assert alice == ["there", "there", "2 4"]
    assert rabbit == ["there", "2 4", ""]
    assert cat == ["there", "0 2 4", "2"]


def test_what_lies_face_down_comes_as_a_back() -> None:
    shown = str(coming(0, (Arrival(None, 1, (0, 2)), Arrival("cat", 3, (2,)))))
    assert [each.split(">")[0] for each in shown.split("<li ")[1:]] == ['data-to="0 2"', 'data-to="2"']
    assert shown.count('aria-label="a card face down"') == 1
    assert shown.count('aria-label="cat"') == 1
