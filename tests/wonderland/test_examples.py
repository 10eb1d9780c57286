"""The worked examples of Wonderland's rules page, the setup, and exploring piles."""

from __future__ import annotations

from random import Random

import pytest

from games.rules import match
from games.rules.chance import Stream
from games.wonderland.rules.scoring import division, score, worth
from games.wonderland.rules.state import DECK, cards_of, stands
from tests.wonderland.hidden import cards
from tests.wonderland.tables import (
    GAME,
    dealt,
    event_names,
    explore,
    holding,
    piles,
    power,
    stop,
    table,
    tunnel,
)

FOUR = ("alice", "rabbit", "cat", "hatter")

# --- Examples


@pytest.mark.parametrize(
    ("seats", "sizes"), [(2, [13, 13, 12, 12, 12]), (3, [12, 12, 12, 12, 11]), (4, [12, 11, 11, 11, 11])]
)
def test_example_1_piles_are_as_even_as_possible(seats: int, sizes: list[int]) -> None:
    assert [len(pile.down) for pile in dealt(seats).piles] == sizes


def test_example_2_an_everyone_makes_three_alices_of_two() -> None:
    assert stands(tunnel("alice alice"))
    assert not stands(tunnel("alice alice everyone"))
    assert stands(tunnel("everyone everyone"))
    assert not stands(tunnel("everyone everyone everyone"))


def test_example_2_played_the_tunnel_collapses_and_its_cards_are_discarded() -> None:
    at = table(
        phase="choice",
        notebooks=(FOUR, FOUR, FOUR),
        tunnels=(tunnel("alice alice"), (), ()),
        piles=piles("cat", "everyone cat", "cat", "queen cat", "cat"),
    )
    after, events = explore(at, 2, "rabbit")
    assert events[:2] == [
        {"event": "took", "seat": 0, "cards": ["everyone", "queen"], "piles": [1, 3]},
        {"event": "collapsed", "seat": 0, "cards": ["alice", "alice", "everyone", "queen"]},
    ]
    assert after.tunnels == ((), (), ())
    assert (after.turn, after.phase, after.hall, after.hand) == (1, "explore", 2, 2)
    assert not any(pile.key for pile in after.piles)


def test_example_3_a_queen_covers_a_cat_and_the_next_cat_makes_two() -> None:
    at, events = power(holding("cat cat queen"), "queen", cover=0, with_=2)
    assert events == [{"event": "covered", "seat": 0, "cover": 0, "with": 2}]
    assert [entry.by for entry in at.tunnels[0]] == [2, None, None]
    at = at._replace(piles=piles("alice", "cat cat", "alice", "rabbit cat", "alice"))
    after, events = explore(at, 2, "alice")
    assert event_names(events) == ["took"]
    assert [entry.card for entry in after.tunnels[0]] == ["cat", "cat", "queen", "cat", "rabbit"]


def test_example_3_without_the_queen_the_tunnel_collapses() -> None:
    at = table(phase="choice", notebooks=(FOUR, FOUR, FOUR), tunnels=(tunnel("cat cat queen"), (), ()))
    at = at._replace(piles=piles("alice", "cat cat", "alice", "rabbit cat", "alice"))
    assert event_names(explore(at, 2, "alice")[1]) == ["took", "collapsed"]


def test_example_4_one_set_and_the_rest_in_groups() -> None:
    notebook = cards_of(tunnel("alice alice alice rabbit rabbit cat cat queen queen hatter everyone"))
    assert score(notebook, "linear") == 15 + (2 + 1 + 1 + 1) + 5 == 25
    assert score(notebook, "square") == 15 + (4 + 1 + 1 + 1) + 5 == 27


def test_example_5_the_best_division_is_counted() -> None:
    counts = (7, 1, 1, 1, 1, 0)
    assert [division(counts, "square", sets) for sets in (0, 1)] == [53, 51]
    assert worth(counts, "square") == 53
    assert [division(counts, "linear", sets) for sets in (0, 1)] == [11, 21]
    assert worth(counts, "linear") == 21


def test_example_6_an_empty_pile_is_skipped_by_its_neighbours() -> None:
    at = table(piles=piles("alice cat", "", "cat alice", "queen cat", "hatter cat"))
    after, events = explore(at, 2, "rabbit")
    assert events == [{"event": "took", "seat": 0, "cards": ["alice", "queen"], "piles": [0, 3]}]
    assert after.piles[2].up == ("rabbit",)


def test_example_7_hatter_cards_alone_collapse_at_once_and_the_turn_comes_as_usual() -> None:
    at = holding("hatter rabbit", tunnels=(tunnel("hatter rabbit"), tunnel("", hatter="cat cat"), ()))
    at = at._replace(piles=piles("alice", "rabbit", "cat alice", "queen", "hatter"))
    at, events = power(at, "hatter", seat=1, pile=2)
    assert events == [
        {"event": "given", "seat": 0, "card": "cat", "pile": 2, "to": 1},
        {"event": "hatter_collapsed", "seat": 1, "cards": ["cat", "cat", "cat"]},
    ]
    use_of_hatter = {"type": "power", "card": "hatter", "seat": 1, "pile": 2}
    for viewer in (0, 1, 2, None):
        assert GAME.redacted(0, use_of_hatter, events, viewer)[1][1] == events[1], "shown to everybody"
        assert GAME.view(at, viewer)["discards"] == ["cat", "cat", "cat"]
    assert at.tunnels[1] == () and at.discards == ("cat", "cat", "cat")
    assert (at.turn, at.phase) == (0, "choice")
    after, _ = stop(at)
    assert (after.turn, after.phase, after.hand, after.hall) == (1, "explore", 2, 2)


def test_example_8_every_card_is_somewhere_once() -> None:
    chance, rng = Stream(b"eight", [""]), Random(8)
    played = match.begin("wonderland", 3, chance, {})
    while seats := GAME.to_act(played.state):
        assert sorted(cards(GAME.dump(played.state))) == sorted(DECK)
        played.play(seats[0], rng.choice(list(GAME.legal_moves(played.state, seats[0]))), 0, chance)
    assert sorted(cards(GAME.dump(played.state))) == sorted(DECK)


# --- Setup


def test_there_are_twelve_of_each_character_and_eight_everyone() -> None:
    assert len(DECK) == 68
    assert [DECK.count(card) for card in ("alice", "rabbit", "cat", "queen", "hatter")] == [12] * 5
    assert DECK.count("everyone") == 8


def test_notebooks_are_dealt_three_by_three_from_the_first_seat_and_then_pile_after_pile() -> None:
    deck = tuple(f"{number}" for number in range(68))

    class Named:
        def shuffle(self, cards: object) -> tuple[str, ...]:
            return deck

        def pick(self, n: int) -> int:
            return 2

    state = GAME.setup(4, Named(), {"reuse_keys": True, "groups": "linear"})
    assert [state.notebooks[seat] for seat in (2, 3, 0, 1)] == [deck[0:3], deck[3:6], deck[6:9], deck[9:12]]
    assert state.piles[0].down == deck[12:24]
    assert state.piles[1].down == deck[24:35]
    assert state.piles[4].down == deck[57:68]
    assert GAME.to_act(state) == (2,)


# --- Exploring


def test_exploring_lays_a_card_on_the_pile_puts_a_key_and_takes_from_both_sides() -> None:
    after, events = explore(table(), 0, "alice")
    assert events == [{"event": "took", "seat": 0, "cards": ["hatter", "rabbit"], "piles": [4, 1]}]
    assert after.notebooks[0] == ("rabbit", "cat")
    assert after.piles[0].up == ("alice",) and after.piles[0].key
    assert (after.hand, after.hall, after.phase) == (1, 2, "power")


def test_the_top_of_a_pile_is_the_last_card_laid_on_it() -> None:
    at = table(piles=piles("alice", "rabbit | cat queen", "cat", "queen", "hatter"))
    after, events = explore(at, 2, "alice")
    assert events[0]["cards"] == ["queen", "queen"]
    assert after.piles[1].up == ("cat",) and after.piles[1].down == ("rabbit",)


def test_a_pile_with_a_key_is_explored_again_without_another_key() -> None:
    state, _ = power(explore(table(), 0, "alice")[0], "hatter", seat=1, pile=2)
    after, _ = explore(state, 0, "cat")
    assert after.hand == 1 and after.piles[0].up == ("alice", "cat")


def test_with_reuse_keys_off_each_exploration_spends_a_key() -> None:
    state, _ = power(explore(table(reuse_keys=False), 0, "alice")[0], "hatter", seat=1, pile=2)
    assert {
        legal_move["pile"] for legal_move in GAME.legal_moves(state, 0) if legal_move["type"] == "explore"
    } == {1, 2, 3, 4}
    assert state.hand == 1


def test_a_seat_with_no_pile_to_explore_stops_by_itself() -> None:
    at = holding("cat queen", reuse_keys=False, hand=0)
    at = at._replace(piles=tuple(pile._replace(key=place < 2) for place, pile in enumerate(at.piles)))
    after, events = power(at, "queen", cover=0, with_=1)
    assert event_names(events) == ["covered", "banked"]
    assert after.notebooks[0] == ("alice", "rabbit", "cat", "cat", "queen") and after.turn == 1


def test_a_seat_without_notebook_cards_stops_by_itself() -> None:
    at = holding("cat queen", notebooks=((), ("cat",), ("cat",)), discards=("rabbit",))
    after, events = power(at, "queen", ["rabbit"], cover=0, with_=1)
    assert event_names(events) == ["covered", "banked", "shuffled", "refilled"]
    assert after.notebooks[0] == ("cat", "queen", "rabbit")
