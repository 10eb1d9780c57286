"""The contract of conditional moves, tested for all games that have them. A new game is included automatically."""

from __future__ import annotations

import json
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from games.rules import conditional, core
from games.rules.conditional import ConditionalMoves, Dropped, Step
from tests.rules import driver
from tests.rules.driver import Position, canonical, hidden, plain, repeated
from tests.rules.mutations import mutations

GAMES = [name for name in core.names() if core.game(name).CONDITIONAL]
every_game = pytest.mark.parametrize("name", GAMES)


def own(name: str) -> ConditionalMoves:
    conditional_moves = core.game(name).CONDITIONAL
    assert conditional_moves is not None
    return conditional_moves


def stored_view(position: Position, seat: int) -> core.View:
    """Return a seat's view after storing and loading it."""
    view: core.View = json.loads(json.dumps(position.rules.view(position.state, seat)))
    return view


def listed(position: Position, seat: int) -> list[conditional.ConditionalMove]:
    return [move for move, _ in own(position.name).preview(stored_view(position, seat), seat)]


def drawn(rng: Random, position: Position) -> tuple[int, conditional.ConditionalMove] | None:
    """Draw a seat that waits, and one of the conditional moves that it may give."""
    able = [(seat, moves) for seat in range(position.seats) if (moves := listed(position, seat))]
    if not able:
        return None
    seat, moves = rng.choice(able)
    return seat, rng.choice(moves)


def test_all_but_the_race_take_conditional_moves() -> None:
    assert {"parade", "tea_time", "wonderland"} <= set(GAMES)


@every_game
@repeated(60)
def test_every_listed_conditional_move_is_taken_once_and_stays_plain_data(name: str, rng: Random) -> None:
    position = driver.any_position(name, rng)
    for seat in range(position.seats):
        view = stored_view(position, seat)
        moves = listed(position, seat)
        assert len({canonical(move) for move in moves}) == len(moves)
        assert not moves or seat not in position.rules.to_act(position.state)
        for conditional_move in moves[:40]:
            before = plain(conditional_move)
            basis = conditional.check(core.game(name).CONDITIONAL, view, seat, conditional_move).basis(
                view, seat, conditional_move
            )
            assert json.loads(json.dumps(basis)) == basis
            assert plain(conditional_move) == before
        assert view == stored_view(position, seat)


@every_game
@repeated(60)
def test_a_spoiled_conditional_move_is_refused(name: str, rng: Random) -> None:
    position = driver.any_position(name, rng)
    choice = drawn(rng, position)
    if choice is None:
        return
    _, conditional_move = choice
    shapes: Any = SimpleNamespace(MOVES=own(name).SHAPES)
    views = [stored_view(position, seat) for seat in range(position.seats)]
    allowed = [{canonical(move) for move in listed(position, seat)} for seat in range(position.seats)]
    for spoiled in (conditional_move, *mutations(shapes, conditional_move, ["always", "left", "wait"], rng)):
        for seat in range(position.seats):
            if canonical(spoiled) not in allowed[seat]:
                with pytest.raises(core.Refused) as refused:
                    conditional.check(core.game(name).CONDITIONAL, views[seat], seat, spoiled)
                    pytest.fail(f"seat {seat} could give {spoiled!r}")
                assert refused.value.code and len(str(refused.value)) < 500


@every_game
@repeated(60)
def test_a_conditional_move_makes_legal_moves_or_is_dropped(name: str, rng: Random) -> None:
    position = driver.any_position(name, rng)
    choice = drawn(rng, position)
    if choice is None:
        return
    seat, conditional_move = choice
    basis: conditional.Basis | None = own(name).basis(stored_view(position, seat), seat, conditional_move)
    later = _when_awaited(position, seat)
    while later is not None and basis is not None and seat in later.rules.to_act(later.state):
        step = own(name).resolve(stored_view(later, seat), seat, conditional_move, basis)
        if isinstance(step, Dropped):
            assert 0 < len(step.code) <= 40
            return
        state, _ = core.play(
            later.rules, later.state, seat=seat, move=step.move, at=later.at, chance=later.chance
        )
        later, basis = later._replace(state=state), step.more


def _when_awaited(position: Position, seat: int) -> Position | None:
    """Return the later position of the same match in which the seat has to decide."""
    states = [step.state for step in position.journey.steps]
    start = next(number for number, state in enumerate(states) if state is position.state) if states else 0
    for step in position.journey.steps[start:]:
        if seat in position.rules.to_act(step.state):
            chance = driver.stream(position.journey.seed, position.seats, step.position)
            return position._replace(state=step.state, at=step.at, chance=chance)
    return None


@every_game
@repeated(60)
def test_a_conditional_move_knows_nothing_that_its_owner_can_not_know(name: str, rng: Random) -> None:
    position = driver.any_position(name, rng)
    choice = drawn(rng, position)
    if choice is None:
        return
    seat, conditional_move = choice
    assert own(name).preview(stored_view(position, seat), seat) == own(name).preview(
        stored_view(_redealt(position, seat, rng), seat), seat
    )
    basis = own(name).basis(stored_view(position, seat), seat, conditional_move)
    assert basis == own(name).basis(stored_view(_redealt(position, seat, rng), seat), seat, conditional_move)
    later = _when_awaited(position, seat)
    if later is not None:
        answers = [
            own(name).resolve(stored_view(state, seat), seat, conditional_move, basis)
            for state in (later, _redealt(later, seat, rng), _redealt(later, seat, rng))
        ]
        assert answers[0] == answers[1] == answers[2]


def _redealt(position: Position, seat: int, rng: Random) -> Position:
    """Return the same table with everything that the seat can't know dealt anew."""
    data = hidden(position.name).redeal(position.rules.dump(position.state), seat, rng)
    return position._replace(state=position.rules.load(data))


@every_game
def test_whole_matches_can_be_played_by_conditional_moves_alone(name: str) -> None:
    """Each seat gives a conditional move whenever it may. Without one it plays at random."""
    steps = dropped = 0
    rules = core.game(name)
    for number in range(12):
        seats, rng = rules.SEATS[number % len(rules.SEATS)], Random(number)
        played, chance = driver.begin(name, seats, {}, f"conditional {name} {number}")
        waiting_moves: dict[int, tuple[conditional.ConditionalMove, conditional.Basis]] = {}
        while rules.outcome(played.state) is None:
            for seat in range(seats):
                view = rules.view(played.state, seat)
                able = own(name).preview(view, seat) if seat not in waiting_moves else []
                if able:
                    conditional_move = rng.choice(able)[0]
                    waiting_moves[seat] = conditional_move, own(name).basis(view, seat, conditional_move)
            seat = rng.choice(rules.to_act(played.state))
            move = rng.choice(rules.legal_moves(played.state, seat))
            if seat in waiting_moves:
                conditional_move, basis = waiting_moves.pop(seat)
                step = own(name).resolve(rules.view(played.state, seat), seat, conditional_move, basis)
                if isinstance(step, Step):
                    steps, move = steps + 1, step.move
                    if step.more is not None:
                        waiting_moves[seat] = conditional_move, step.more
                else:
                    dropped += 1
            played.play(seat, move, 0, chance)
            waiting_moves = {
                owner: held
                for owner, held in waiting_moves.items()
                if "step" not in held[1]
                or held[1]["step"] == "explore"
                or owner in rules.to_act(played.state)
            }
    assert steps > 50 and dropped > 10


@pytest.mark.parametrize("name", sorted(set(core.names()) - set(GAMES)))
def test_a_game_without_conditional_moves_says_so(name: str) -> None:
    with pytest.raises(core.Refused) as refused:
        conditional.check(core.game(name).CONDITIONAL, {"to_act": []}, 0, {"type": "slap"})
    assert refused.value.code == "no_conditional_moves"
