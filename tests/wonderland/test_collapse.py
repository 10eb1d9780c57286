"""A collapse shows the three cards that caused it, and what it cost."""

from __future__ import annotations

import re

import pytest

from games import boards
from games.boards.scene import Entry
from games.rules import core
from games.wonderland.board.cards import in_a_list
from games.wonderland.board.collapse import three_alike
from games.wonderland.board.texts import cards_text
from games.wonderland.rules.state import Entry as Card
from games.wonderland.rules.state import Pile, State
from tests.wonderland.tables import moments
from tests.wonderland.test_board import after, parts, table


@pytest.mark.parametrize(
    ("cards", "kind", "places"),
    [
        (["cat", "rabbit", "cat", "queen", "cat"], "cat", (0, 2, 4)),
        (["cat", "everyone", "rabbit", "everyone"], "rabbit", (1, 2, 3)),
        (["cat", "cat", "queen", "cat", "queen", "queen"], "queen", (2, 4, 5)),
        (["alice", "alice", "alice", "hatter", "alice"], "alice", (1, 2, 4)),
    ],
)
def test_the_three_that_came_last_are_shown(cards: list[str], kind: str, places: tuple[int, ...]) -> None:
    assert three_alike(cards) == (kind, places)


def log_line(viewer: int | None, seat_before: int) -> str:
    """Return the ring after Ada's tunnel of two cats has taken two more. `seat_before` made the move before."""
    state = table(phase="choice", tunnels=((Card("cat"), Card("cat")), (), ()))
    fallen, entry = after(state, {"type": "explore", "pile": 0, "card": "rabbit"}, viewer)
    earlier = Entry(0, seat=seat_before, by_bot=False, move={"type": "power", "card": "cat"}, events=())
    return parts(fallen, viewer, [earlier, entry])["ring"]


def test_its_owner_is_told_what_it_cost() -> None:
    # Two cats, the rabbit that was laid and an Alice would have been worth 4. Cards drawn afterwards don't count.
    words = (
        "lost with the tunnel</dt><dd>4 cards",
        "before</dt><dd>4 pts",
        "safe</dt><dd>1 pt",
        "cost</dt><dd>3 pts",
        "up to three</dt><dd>3 pts",
    )
    assert [word for word in words if word not in log_line(0, 0)] == []
    first = log_line(0, 2)
    assert "safe</dt><dd>1 pt" in first and "had you stopped" not in first, (
        "the first exploration is compulsory"
    )


@pytest.mark.parametrize(("cards", "is_crowd"), [(("cat", "everyone"), True), (("cat", "cat"), False)])
def test_a_crowd_among_the_three_is_told(cards: tuple[str, str], is_crowd: bool) -> None:
    state = table(phase="choice", tunnels=(tuple(Card(card) for card in cards), (), ()))
    fallen, entry = after(state, {"type": "explore", "pile": 0, "card": "rabbit"}, None)
    assert ("A crowd counts as each of the five." in parts(fallen, None, [entry])["ring"]) == is_crowd


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_everybody_reads_what_did_it_and_from_where_the_last_came(viewer: int | None) -> None:
    html = log_line(viewer, 0)
    assert "<h3>Three cats</h3>" in html
    # A cat was on each of the piles beside the explored one.
    labels = re.findall("<b>((?:first|second|third).*?)</b>", html)
    assert labels == ["first", "second, pile 5", "third, pile 2"]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_covered_card_is_not_one_of_the_three(viewer: int | None) -> None:
    # The first queen is covered, so three cats make the tunnel collapse, though a third queen came last.
    tunnel = (Card("queen", by=2), Card("queen"), Card("cat"), Card("cat"))
    piles = tuple(Pile((card, "alice", "alice")) for card in ("alice", "queen", "alice", "alice", "cat"))
    state = table(phase="choice", tunnels=(tunnel, (), ()), piles=piles)
    fallen, entry = after(state, {"type": "explore", "pile": 0, "card": "rabbit"}, viewer)
    event = {"event": "covered", "seat": 0, "cover": 0, "with": 2}
    earlier = Entry(0, seat=0, by_bot=False, move={"type": "power", "card": "queen"}, events=(event,))
    html = parts(fallen, viewer, [earlier, entry])["ring"]
    assert "<h3>Three cats</h3>" in html
    assert re.findall("<b>((?:first|second|third).*?)</b>", html) == ["first", "second", "third, pile 5"]


@pytest.mark.parametrize("viewer", [1, None])
def test_others_see_the_cards_and_no_account(viewer: int | None) -> None:
    html = log_line(viewer, 0)
    assert 'class="fallen"' in html
    assert "<dl>" not in html


def true_reason(state: State, event: core.Event) -> str:
    """Return the reason for a collapse by the state before it, which knows the covered cards."""
    tunnel = state.tunnels[event["seat"]]
    kind, three = three_alike(event["cards"], [at for at, card in enumerate(tunnel) if card.by is not None])
    return f"The third {in_a_list(kind)}: {cards_text([event['cards'][at] for at in three])}."


def test_the_log_gives_only_true_reasons() -> None:
    said = 0
    for seed in range(4):
        for state, move, events in moments(seed, seats=2 + seed % 3):
            entry = Entry(1, seat=state.turn, by_bot=False, move=move, events=tuple(events))
            reason = "".join(re.findall(r"The third .*", boards.board_of("wonderland").why(entry)))
            said += bool(reason)
            true = [true_reason(state, event) for event in events if "collapsed" in event["event"]]
            assert reason in ["", *true]
    assert said
