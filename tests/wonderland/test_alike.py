"""The counts of each character in a tunnel, and what the chosen pile would add, on its owner's board."""

from __future__ import annotations

from games.boards.macros import macros
from games.wonderland.board.alike import Arrival, Pip, arrivals, pips
from games.wonderland.board.asking import Exploration, Risk


def exploration(takes: tuple[str | None, ...], piles: tuple[int, ...]) -> Exploration:
    return Exploration(Risk("0", "calm"), takes, piles, puts_key=True)


def test_a_card_from_a_pile_comes_with_each_of_its_neighbours() -> None:
    explore = {0: exploration(("cat", None), (4, 1)), 2: exploration((None, "queen"), (1, 3))}
    assert arrivals(explore) == (
        Arrival("cat", 4, (0,)),
        Arrival(None, 1, (0, 2)),
        Arrival("queen", 3, (2,)),
    )


def test_two_cards_of_one_pile_stay_two() -> None:
    assert len(arrivals({0: exploration((None, None), (3, 3))})) == 2


def test_present_cards_stand_before_possible_ones_and_a_crowd_counts_as_each() -> None:
    counting = "alice", "everyone"
    arriving = (Arrival("cat", 1, (0, 2)), Arrival("everyone", 3, (2, 4)), Arrival(None, 4, (0,)))
    there = Pip(True, ())
    assert pips("alice", counting, arriving) == [there, there, Pip(False, (2, 4))]
    assert pips("rabbit", counting, arriving) == [there, Pip(False, (2, 4)), Pip(False, ())]
    assert pips("cat", counting, arriving) == [there, Pip(False, (0, 2, 4)), Pip(False, (2,))]


def test_pips_say_which_piles_bring_them() -> None:
    html = macros("wonderland")["alike"]("alike-0", ("cat",), (Arrival("cat", 1, (0, 2)),))
    assert '<i class="there"></i><i data-to="0 2"></i><i></i>' in html


def test_a_face_down_card_is_drawn_as_a_back() -> None:
    html = macros("wonderland")["coming"]("coming-0", (Arrival(None, 1, (0, 2)), Arrival("cat", 3, (2,))))
    assert [item.split(">")[0] for item in html.split("<li ")[1:]] == ['data-to="0 2"', 'data-to="2"']
    assert html.count('aria-label="a card face down"') == 1
    assert html.count('aria-label="cat"') == 1
