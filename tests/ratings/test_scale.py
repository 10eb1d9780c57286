"""What a match changes: order of seats, ties, winners, and numbers that stay above 0."""

from __future__ import annotations

from itertools import permutations, product

from games.ratings.scale import START, Skill, rated, stakes
from tests.ratings.simulated import compare

FOUR = [Skill(1500, 200), Skill(1710, 90), Skill(1380, 140), Skill(1500, 60)]


def test_the_order_of_seats_changes_nothing_to_the_last_digit() -> None:
    ranks = [2, 1, 4, 3]
    usual = rated(FOUR, ranks)
    for order in permutations(range(4)):
        moved = rated([FOUR[place] for place in order], [ranks[place] for place in order])
        assert moved == [usual[place] for place in order]


def test_two_equals_who_are_tied_stay_equal() -> None:
    one, two, three = rated([Skill(), Skill(), Skill()], [1, 1, 3])
    assert one == two and one.mu > START > three.mu
    assert [skill.mu for skill in rated([Skill(), Skill()], [1, 1])] == [START, START]


def test_the_third_of_three_gains_less_than_two_who_are_tied_first() -> None:
    one, two, three = rated([Skill(1600, 80), Skill(1400, 80), Skill(1500, 80)], [1, 1, 3])
    assert three.mu < 1500 and one.mu - 1600 > three.mu - 1500 and two.mu - 1400 > three.mu - 1500


def test_a_sole_winner_never_loses_and_a_sole_loser_never_gains() -> None:
    for mus in product((900, 1500, 2400), repeat=3):
        for sigmas in ((200, 50, 120), (50, 50, 50)):
            before = [Skill(mu, sigma) for mu, sigma in zip(mus, sigmas, strict=True)]
            first, _second, third = rated(before, [1, 2, 3])
            assert first.mu > before[0].mu and third.mu < before[2].mu


def test_matches_make_a_number_surer() -> None:
    skill = Skill()
    assert not skill.is_sure
    for _ in range(20):
        skill = rated([skill, Skill(1500, 80), Skill(1500, 80)], [1, 2, 3])[0]
    assert skill.is_sure and skill.number > 1600


def test_a_number_has_no_floor_and_is_never_negative() -> None:
    numbers = [Skill(mu, 60).number for mu in (1500.4, 150, 99, 50, 0, -50, -300)]
    assert numbers[:2] == [1500, 150] and numbers == sorted(numbers, reverse=True)
    assert len(set(numbers)) == len(numbers) and numbers[-1] > 0


def test_the_stakes_are_the_changes_of_a_first_and_a_last_place() -> None:
    skills = FOUR[:3]
    for (gain, loss), place in zip(stakes(skills), range(3), strict=True):
        first = rated(skills, [1 if seat == place else 2 for seat in range(3)])[place]
        assert gain == first.number - skills[place].number > 0 > loss


def test_ratings_predict_better_than_win_shares() -> None:
    losses = compare(3000, 100, "a test").losses
    assert losses["strengths"] < losses["ratings"] < losses["win shares"] < losses["coin"]
