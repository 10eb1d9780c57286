"""The button that stops says what a notebook would score, part by part."""

from __future__ import annotations

import re

import pytest

from games.wonderland.board import count
from games.wonderland.rules.state import Entry as Card
from games.wonderland.rules.state import State
from tests.wonderland.test_board import parts, table


def test_stopping_says_what_would_be_kept_and_what_is_not_yet_counted() -> None:
    state = table(phase="choice", tunnels=((Card("rabbit"), Card("cat")), (), ()))
    assert stop(state) == "Stop: 4 points in all = 4 cards at 1"
    state = table(phase="choice", tunnels=((Card("cat", hatter=True), Card("cat")), (), ()))
    assert stop(state) == "Stop: at least 3 points in all = 3 cards at 1"


def stop(state: State) -> str:
    """The words of the button that stops."""
    html = parts(state)["hand"].split('value="stop"', 1)[1].split(">", 1)[1].split("</button>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


FIVE = ("alice", "rabbit", "cat", "queen", "hatter")


@pytest.mark.parametrize(
    ("cards", "groups", "words"),
    [
        ((*FIVE, "everyone", "cat"), "linear", "15 + 5 + 1 card at 1"),
        ((*FIVE, *FIVE, "everyone", "everyone"), "linear", "2 × 15 + 2 × 5"),
        (("cat", "cat", "cat", "queen"), "square", "3 × 3 + 1 card at 1"),
        (("cat", "cat", "queen", "queen", "hatter", "hatter", "everyone"), "square", "5 + 12 of others"),
    ],
)
def test_the_sum_of_a_notebook_is_said_in_three_parts_at_most(
    cards: tuple[str, ...], groups: str, words: str
) -> None:
    assert " + ".join(part.words for part in count.parts(cards, groups)) == words
