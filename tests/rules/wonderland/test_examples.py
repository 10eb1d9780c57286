"""Wonderland's worked examples, as its rules page gives them, and how a turn and a match go."""

from __future__ import annotations

from random import Random

import pytest

from games.rules import core, match
from games.rules.chance import Stream
from games.rules.wonderland.scoring import division, score, worth
from games.rules.wonderland.state import DECK, cards_of, stands
from tests.rules.wonderland.hidden import cards
from tests.rules.wonderland.tables import (
    GAME,
    dealt,
    explore,
    holding,
    piles,
    power,
    stop,
    table,
    told,
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
    assert told(events) == ["took"]
    assert [entry.card for entry in after.tunnels[0]] == ["cat", "cat", "queen", "cat", "rabbit"]


def test_example_3_without_the_queen_the_tunnel_collapses() -> None:
    at = table(phase="choice", notebooks=(FOUR, FOUR, FOUR), tunnels=(tunnel("cat cat queen"), (), ()))
    at = at._replace(piles=piles("alice", "cat cat", "alice", "rabbit cat", "alice"))
    assert told(explore(at, 2, "alice")[1]) == ["took", "collapsed"]


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
    made = {"type": "power", "card": "hatter", "seat": 1, "pile": 2}
    for viewer in (0, 1, 2, None):
        assert GAME.witness(0, made, events, viewer)[1][1] == events[1], "shown to everybody"
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
    assert {made["pile"] for made in GAME.legal_moves(state, 0) if made["type"] == "explore"} == {1, 2, 3, 4}
    assert state.hand == 1


def test_a_seat_with_no_pile_to_explore_stops_by_itself() -> None:
    at = holding("cat queen", reuse_keys=False, hand=0)
    at = at._replace(piles=tuple(pile._replace(key=place < 2) for place, pile in enumerate(at.piles)))
    after, events = power(at, "queen", cover=0, with_=1)
    assert told(events) == ["covered", "banked"]
    assert after.notebooks[0] == ("alice", "rabbit", "cat", "cat", "queen") and after.turn == 1


def test_a_seat_without_notebook_cards_stops_by_itself() -> None:
    at = holding("cat queen", notebooks=((), ("cat",), ("cat",)), discards=("rabbit",))
    after, events = power(at, "queen", ["rabbit"], cover=0, with_=1)
    assert told(events) == ["covered", "banked", "shuffled", "refilled"]
    assert after.notebooks[0] == ("cat", "queen", "rabbit")


# --- Powers


def test_alice_takes_one_more_key() -> None:
    after, events = power(holding("alice cat"), "alice")
    assert events == [{"event": "key", "seat": 0}]
    assert (after.hall, after.hand, after.phase) == (1, 2, "choice")


def test_the_rabbit_takes_the_first_face_down_card_from_under_those_laid_on_it() -> None:
    at = holding("rabbit cat", piles=piles("alice", "queen hatter | cat", "alice", "alice", "alice"))
    after, events = power(at, "rabbit", pile=1)
    assert events == [{"event": "revealed", "seat": 0, "card": "queen", "pile": 1}]
    assert after.tunnels[0] == tunnel("rabbit cat queen") and after.phase == "choice"
    assert after.piles[1] == piles("hatter | cat")[0]


def test_the_rabbit_may_make_the_tunnel_collapse() -> None:
    at = holding("cat rabbit cat", piles=piles("alice", "cat hatter", "alice", "alice", "alice"))
    after, events = power(at, "rabbit", pile=1)
    assert told(events) == ["revealed", "collapsed"]
    assert after.discards == ("rabbit", "cat", "cat", "cat") and after.turn == 1


def test_the_cat_looks_and_the_card_stays_known_while_it_lies_there() -> None:
    after, events = power(holding("cat queen"), "cat", pile=3)
    assert events == [{"event": "peeked", "seat": 0, "card": "queen", "pile": 3}]
    assert [GAME.view(after, seat)["piles"][3]["peeked"] for seat in (0, 1, 2, None)] == [
        "queen",
        None,
        None,
        None,
    ]
    covered, _ = explore(after, 3, "alice")
    assert GAME.view(covered, 0)["piles"][3]["peeked"] == "queen"
    taken, _ = explore(after, 2, "alice")
    assert GAME.view(taken, 0)["piles"][3]["peeked"] is None


def test_a_queen_keeps_what_it_covers_when_it_is_laid_elsewhere() -> None:
    at, _ = power(holding("cat queen alice queen"), "queen", cover=0, with_=1)
    at = at._replace(phase="power")
    after, _ = power(at, "queen", cover=3, with_=1)
    assert [entry.by for entry in after.tunnels[0]] == [1, None, None, 1]


def test_positions_count_hatter_cards() -> None:
    at = holding("cat queen", hatter="alice alice")
    assert GAME.legal_moves(at, 0)[-2:] == [
        {"type": "power", "card": "queen", "cover": 2, "with": 3},
        {"type": "power", "card": "queen", "cover": 3, "with": 2},
    ]


def test_an_everyone_card_has_the_power_that_is_named() -> None:
    after, events = power(holding("everyone cat"), "everyone", as_="alice")
    assert told(events) == ["key"] and after.hand == 2
    assert told(power(holding("everyone cat"), "everyone", as_="cat", pile=0)[1]) == ["peeked"]


def test_a_power_that_cannot_be_used_leaves_the_other() -> None:
    after, _ = explore(table(hall=0, piles=piles("cat", "alice cat", "cat", "queen cat", "cat")), 2, "cat")
    assert {made["card"] for made in GAME.legal_moves(after, 0)} == {"queen"}


def test_the_step_is_skipped_if_neither_power_can_be_used() -> None:
    after, events = explore(
        table(hall=0, piles=piles("cat", "alice cat", "cat", "alice cat", "cat")), 2, "cat"
    )
    assert told(events) == ["took"] and after.phase == "choice"
    bare = piles("| cat cat", "| rabbit rabbit", "| cat", "| cat cat", "| queen")
    after, events = explore(table(piles=bare), 2, "cat")
    assert told(events) == ["took"] and after.phase == "choice"


# --- Hatter cards


def test_a_hatter_card_is_known_to_the_others_alone() -> None:
    at = holding("hatter cat", piles=piles("queen alice", "cat", "cat", "cat", "cat"))
    after, events = power(at, "hatter", seat=2, pile=0)
    shown = [GAME.view(after, seat)["tunnels"][2][0]["card"] for seat in (0, 1, 2, None)]
    assert shown == ["queen", "queen", None, None]
    made = {"type": "power", "card": "hatter", "seat": 2, "pile": 0}
    heard = [GAME.witness(0, made, events, viewer)[1][0]["card"] for viewer in (0, 1, 2, None)]
    assert heard == ["queen", "queen", None, None]


def test_a_peek_is_told_to_the_one_who_looked() -> None:
    after, events = power(holding("cat queen"), "cat", pile=3)
    made = {"type": "power", "card": "cat", "pile": 3}
    heard = [GAME.witness(0, made, events, viewer)[1][0]["card"] for viewer in (0, 1, 2, None)]
    assert heard == ["queen", None, None, None] and after.phase == "choice"


def test_hatter_cards_count_in_the_holders_check_and_are_shown_by_the_collapse() -> None:
    at = table(notebooks=(FOUR, FOUR, FOUR), tunnels=(tunnel("", hatter="queen queen"), (), ()))
    after, events = explore(at, 2, "alice")
    assert events[1] == {"event": "collapsed", "seat": 0, "cards": ["queen", "queen", "rabbit", "queen"]}
    assert GAME.view(after, 0)["discards"] == ["rabbit", "queen", "queen", "queen"]


def test_hatter_cards_are_banked_with_the_tunnel() -> None:
    at = table(phase="choice", tunnels=(tunnel("cat", hatter="queen"), (), ()))
    after, events = stop(at)
    assert events == [{"event": "banked", "seat": 0, "cards": ["queen", "cat"]}]
    assert after.notebooks[0] == ("alice", "rabbit", "cat", "queen", "cat")


def test_hatter_cards_still_in_a_tunnel_do_not_score() -> None:
    at = table(phase="over", tunnels=((), tunnel("", hatter="queen"), ()))
    assert core.Outcome("finished", (3, 3, 3), (1, 1, 1)) == GAME.outcome(at)


# --- After the turn


def test_the_discards_are_shuffled_and_refill_up_to_three_and_the_rest_stays_discarded() -> None:
    at = table(
        notebooks=(("alice",), ("cat",), ("cat",)),
        tunnels=(tunnel("", hatter="queen queen"), (), ()),
        discards=("alice",),
    )
    order = ["queen", "rabbit", "alice", "queen", "queen"]
    after, events = explore(at, 2, "alice", order)
    assert told(events) == ["took", "collapsed", "shuffled", "refilled"]
    assert events[2]["cards"] == order
    assert events[3] == {"event": "refilled", "seat": 0, "cards": ["queen", "rabbit", "alice"]}
    assert after.notebooks[0] == ("queen", "rabbit", "alice")
    assert after.discards == ("queen", "queen")


def test_three_cards_need_no_refill_and_no_shuffle() -> None:
    assert told(stop(table(phase="choice", tunnels=(tunnel("cat"), (), ()), discards=("cat",)))[1]) == [
        "banked"
    ]


def test_nothing_is_shuffled_when_nothing_is_discarded() -> None:
    at = table(phase="choice", notebooks=((), (), ()), tunnels=(tunnel("cat"), (), ()))
    assert told(stop(at)[1]) == ["banked"]


def test_the_record_gives_a_shuffle_back() -> None:
    events = [{"event": "banked"}, {"event": "shuffled", "seat": 0, "cards": ["cat", "alice"]}]
    assert GAME.drawn(table(), {"type": "stop"}, events) == [("cat", "alice")]


# --- The end


def test_two_seats_end_at_the_first_empty_pile_and_bank_after_the_power() -> None:
    at = table(2, piles=piles("alice", "rabbit", "cat", "queen cat", "cat"))
    at, events = explore(at, 2, "alice")
    assert events[1] == {"event": "ending", "seat": 0, "piles": [1]}
    assert at.phase == "power"
    after, events = power(at, "queen", cover=0, with_=1)
    assert told(events) == ["covered", "banked", "over"]
    assert after.phase == "over" and GAME.to_act(after) == ()
    assert GAME.outcome(after) == core.Outcome("finished", (4, 3), (1, 2))


@pytest.mark.parametrize("seats", [3, 4])
def test_more_seats_end_at_the_second_empty_pile(seats: int) -> None:
    at = table(seats, piles=piles("alice", "rabbit", "cat", "queen cat", "cat"))
    at, events = explore(at, 2, "alice")
    assert told(events) == ["took"]
    after, events = power(at, "rabbit", pile=4)
    assert told(events) == ["revealed", "ending", "banked", "over"]
    assert events[1]["piles"] == [1, 4]
    assert after.phase == "over"


def test_a_laid_card_keeps_a_pile_from_being_empty() -> None:
    at = holding("rabbit queen", seats=2, piles=piles("alice | cat", "cat", "cat", "cat", "cat"))
    assert "ending" not in told(power(at, "rabbit", pile=0)[1])


def test_a_pile_emptied_by_a_hatter_ends_the_match_before_the_rivals_tunnel_falls() -> None:
    at = holding("hatter rabbit", seats=2, piles=piles("cat", "alice", "alice", "alice", "alice"))
    at = at._replace(tunnels=(at.tunnels[0], tunnel("", hatter="cat cat")))
    after, events = power(at, "hatter", seat=1, pile=0)
    assert told(events) == ["given", "ending", "hatter_collapsed", "banked", "over"]
    assert after.tunnels == ((), ())


def test_a_collapse_in_the_ending_is_refilled_and_the_match_is_over() -> None:
    at = table(2, notebooks=(("alice", "cat"), ()), piles=piles("alice", "rabbit", "cat", "queen cat", "cat"))
    at = at._replace(tunnels=(tunnel("", hatter="queen queen"), ()))
    after, events = explore(at, 2, "alice", ["queen", "queen", "rabbit", "queen"])
    assert told(events) == ["took", "ending", "collapsed", "shuffled", "refilled", "over"]
    assert GAME.standing(after).scores == (3, 0)


def test_the_ending_is_written_once() -> None:
    at = holding("rabbit queen", seats=2, ending=True, piles=piles("", "alice", "cat", "alice", "alice"))
    assert told(power(at, "rabbit", pile=2)[1]) == ["revealed", "banked", "over"]


def test_a_skipped_power_in_the_ending_banks_at_once() -> None:
    at = table(2, hall=0, piles=piles("cat", "alice", "cat", "alice cat", "cat"))
    after, events = explore(at, 2, "rabbit")
    assert told(events) == ["took", "ending", "banked", "over"]
    assert after.notebooks[0] == ("alice", "cat", "alice", "alice")


def test_the_highest_total_wins_and_ties_share_the_rank() -> None:
    at = table(phase="over", notebooks=(("cat",), ("everyone",), ("cat",)))
    assert GAME.outcome(at) == core.Outcome("finished", (1, 5, 1), (2, 1, 2))
