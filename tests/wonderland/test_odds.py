"""Previews in Wonderland: counted only from what the viewer knows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.rules import core, match
from games.rules.chance import Stream
from games.wonderland.rules.state import DECK, State
from tests.wonderland.tables import GAME, holding, piles, table, tunnel


def foreseen(state: State, **move: Any) -> dict[str, Any]:
    """Return the preview of one move of seat 0."""
    named = {name.rstrip("_"): value for name, value in move.items()}
    return next(what for legal_move, what in GAME.preview(GAME.view(state, 0), 0) if legal_move == named)


def whole(**fields: Any) -> State:
    """Return a table of two seats with all 68 cards; those not named are face down."""
    state = table(2, **{"piles": piles(*[""] * 5), "notebooks": (("alice",), ("alice",)), **fields})
    placed = [card for cards in state.notebooks for card in cards] + list(state.discards)
    placed += [card for pile in state.piles for card in pile.up]
    placed += [entry.card for cards in state.tunnels for entry in cards]
    rest = list(DECK)
    for card in placed:
        rest.remove(card)
    size = len(rest) // 5
    dealt = [rest[size * k : size * (k + 1)] for k in range(4)] + [rest[4 * size :]]
    downs = zip(state.piles, dealt, strict=True)
    return state._replace(piles=tuple(pile._replace(down=tuple(cards)) for pile, cards in downs))


def test_face_up_tops_are_certain() -> None:
    at = whole(piles=piles("", "| cat", "", "| queen", ""), tunnels=(tunnel("cat"), ()))
    safe = foreseen(at, type="explore", pile=2, card="alice")
    assert safe == {"takes": ["cat", "queen"], "piles": [1, 3], "puts_key": True, "chance": 0.0}
    at = whole(piles=piles("", "| cat", "", "| queen", ""), tunnels=(tunnel("cat cat"), ()))
    assert foreseen(at, type="explore", pile=2, card="alice")["chance"] == 1.0


def test_a_face_down_top_is_any_card_that_cannot_be_located() -> None:
    at = whole(phase="choice", piles=piles("", "| alice", "", "", ""), tunnels=(tunnel("cat cat"), ()))
    unknown = 68 - 5
    what = foreseen(at, type="explore", pile=2, card="alice")
    assert what["takes"] == ["alice", None]
    assert what["chance"] == pytest.approx((10 + 8) / unknown)


def test_two_face_down_tops_are_counted_together() -> None:
    at = whole(phase="choice", tunnels=(tunnel("cat cat"), ()))
    safe = 64 - 10 - 8
    assert foreseen(at, type="explore", pile=2, card="alice")["chance"] == pytest.approx(
        1 - safe * (safe - 1) / (64 * 63)
    )


def test_a_peeked_card_is_known_to_the_one_who_looked() -> None:
    at = whole(piles=piles("", "", "", "| queen", ""), phase="choice", tunnels=(tunnel("cat cat"), ()))
    looked = at.piles[1]._replace(seen=(0,))
    looked = looked._replace(down=("cat", *looked.down[1:]))
    at = at._replace(piles=(at.piles[0], looked, *at.piles[2:]))
    assert foreseen(at, type="explore", pile=2, card="alice")["takes"] == ["cat", "queen"]
    assert foreseen(at, type="explore", pile=2, card="alice")["chance"] == 1.0
    unseen = at._replace(piles=(at.piles[0], looked._replace(seen=(1,)), *at.piles[2:]))
    assert foreseen(unseen, type="explore", pile=2, card="alice")["takes"] == [None, "queen"]


def test_an_unseen_hatter_card_may_be_any_that_leaves_the_tunnel_standing() -> None:
    """With two cats there, it is neither a cat nor an everyone; one more alice may then be too many."""
    open_piles = piles("", "| alice", "", "| alice", "")
    at = whole(phase="choice", piles=open_piles, tunnels=(tunnel("cat cat", hatter="queen"), ()))
    rests = {"alice": 12 - 4, "rabbit": 12, "queen": 12, "hatter": 12}
    expected = rests["alice"] / sum(rests.values())
    assert foreseen(at, type="explore", pile=2, card="alice")["chance"] == pytest.approx(expected)


def test_the_foreseen_does_not_depend_on_which_hatter_card_lies_there() -> None:
    one = whole(phase="choice", tunnels=(tunnel("cat", hatter="queen"), ()))
    first = one.piles[0]
    place = first.down.index("alice")
    down = (*first.down[:place], "queen", *first.down[place + 1 :])
    other = one._replace(
        piles=(first._replace(down=down), *one.piles[1:]),
        tunnels=(tunnel("cat", hatter="alice"), ()),
    )
    assert GAME.preview(GAME.view(one, 0), 0) == GAME.preview(GAME.view(other, 0), 0)


def test_a_stop_foresees_the_score_without_the_hatter_cards_not_yet_seen() -> None:
    at = whole(phase="choice", tunnels=(tunnel("cat everyone", hatter="queen"), ()))
    assert foreseen(at, type="stop") == {"score": 1 + 1 + 5, "unseen": 1}


def test_the_foresight_of_each_power() -> None:
    at = holding("cat everyone", piles=piles("alice", "rabbit", "cat", "queen", "hatter"))
    assert foreseen(at, type="power", card="cat", pile=0) == {"card": None}
    assert foreseen(at, type="power", card="everyone", as_="alice") == {"keys": 2}
    queen = foreseen(at, type="power", card="everyone", as_="queen", cover=1, with_=0)
    assert queen == {"counts": {"alice": 0, "rabbit": 0, "cat": 1, "queen": 0, "hatter": 0}}


def test_a_hatter_foresees_the_chance_that_the_rival_falls() -> None:
    at = whole(phase="power", tunnels=(tunnel("cat hatter"), tunnel("", hatter="queen queen")))
    what = foreseen(at, type="power", card="hatter", seat=1, pile=0)
    assert what["card"] is None and what["chance"] == pytest.approx((10 + 8) / 62)


# --- Bots


def test_the_easy_bot_stops_when_a_collapse_is_likely_and_goes_on_when_it_cannot_happen() -> None:
    risky = whole(phase="choice", tunnels=(tunnel("cat cat queen queen alice"), ()))
    assert GAME.choose("easy", GAME.view(risky, 0), Random(1)) == {"type": "stop"}
    safe = whole(phase="choice", piles=piles(*["| cat"] * 5), tunnels=((), ()))
    chosen = GAME.choose("easy", GAME.view(safe, 0), Random(1))
    assert chosen is not None
    assert chosen["type"] == "explore"


def test_the_greedy_bot_does_not_explore_into_a_certain_collapse() -> None:
    notebooks = (("alice", "rabbit", "queen", "hatter"), ("alice",))
    certain = whole(
        phase="choice", notebooks=notebooks, piles=piles(*["| cat"] * 5), tunnels=(tunnel("cat cat"), ())
    )
    assert GAME.choose("greedy", GAME.view(certain, 0), Random(1)) == {"type": "stop"}


def test_the_greedy_bot_beats_easy_ones() -> None:
    matches = 40
    won = sum(_wins(number) for number in range(matches))
    assert won >= 0.45 * matches, "one of four would win a quarter by luck"


def _wins(number: int) -> float:
    """Return the greedy bot's share of the wins in matches against three easy ones."""
    seed, greedy, rng = f"bots {number}".encode(), number % 4, Random(number)
    chance = Stream(seed, [""])
    played = match.begin("wonderland", 4, chance, {})
    while seats := GAME.to_act(played.state):
        seat = seats[0]
        level = "greedy" if seat == greedy else "easy"
        move = GAME.choose(level, GAME.view(played.state, seat), rng)
        assert move is not None
        played.play(seat, move, 0, chance)
    outcome: core.Outcome | None = GAME.outcome(played.state)
    assert outcome is not None
    return (outcome.ranks[greedy] == 1) / outcome.ranks.count(1)
