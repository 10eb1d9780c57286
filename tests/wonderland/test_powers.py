"""Wonderland's powers: what each character may do, and the cards that a Hatter gives to others."""

from __future__ import annotations

from games.rules import core
from tests.wonderland.tables import GAME, event_names, explore, holding, piles, power, stop, table, tunnel

FOUR = ("alice", "rabbit", "cat", "hatter")


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
    assert event_names(events) == ["revealed", "collapsed"]
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
    assert event_names(events) == ["key"] and after.hand == 2
    assert event_names(power(holding("everyone cat"), "everyone", as_="cat", pile=0)[1]) == ["peeked"]


def test_a_power_that_cannot_be_used_leaves_the_other() -> None:
    after, _ = explore(table(hall=0, piles=piles("cat", "alice cat", "cat", "queen cat", "cat")), 2, "cat")
    assert {legal_move["card"] for legal_move in GAME.legal_moves(after, 0)} == {"queen"}


def test_the_step_is_skipped_if_neither_power_can_be_used() -> None:
    after, events = explore(
        table(hall=0, piles=piles("cat", "alice cat", "cat", "alice cat", "cat")), 2, "cat"
    )
    assert event_names(events) == ["took"] and after.phase == "choice"
    bare = piles("| cat cat", "| rabbit rabbit", "| cat", "| cat cat", "| queen")
    after, events = explore(table(piles=bare), 2, "cat")
    assert event_names(events) == ["took"] and after.phase == "choice"


# --- Hatter cards


def test_a_hatter_card_is_known_to_the_others_alone() -> None:
    at = holding("hatter cat", piles=piles("queen alice", "cat", "cat", "cat", "cat"))
    after, events = power(at, "hatter", seat=2, pile=0)
    cards = [GAME.view(after, seat)["tunnels"][2][0]["card"] for seat in (0, 1, 2, None)]
    assert cards == ["queen", "queen", None, None]
    use_of_hatter = {"type": "power", "card": "hatter", "seat": 2, "pile": 0}
    heard = [GAME.redacted(0, use_of_hatter, events, viewer)[1][0]["card"] for viewer in (0, 1, 2, None)]
    assert heard == ["queen", "queen", None, None]


def test_a_peek_is_told_to_the_one_who_looked() -> None:
    after, events = power(holding("cat queen"), "cat", pile=3)
    use_of_cat = {"type": "power", "card": "cat", "pile": 3}
    heard = [GAME.redacted(0, use_of_cat, events, viewer)[1][0]["card"] for viewer in (0, 1, 2, None)]
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
