"""The contract of games, tested for all installed games. A new game is included automatically."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from games.boards import Entry
from games.boards.installed import board_of
from games.rules import core, match
from games.rules.budget import Budget
from tests.rules import driver
from tests.rules.driver import Position, canonical, hidden, legal, plain, repeated
from tests.rules.mutations import mutations

every_game = pytest.mark.parametrize("name", core.names())
every_table = pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name in core.names() for seats in core.game(name).SEATS]
)
MATCHES = 80
TINY = Budget(playouts=8)


def test_there_are_games() -> None:
    assert "parade" in core.names()


@every_game
def test_a_game_answers_the_whole_protocol(name: str) -> None:
    rules: Any = core.game(name)
    names = [ask for ask in vars(core.Game) if not ask.startswith("_")] + list(core.Game.__annotations__)
    assert [ask for ask in names if not hasattr(rules, ask)] == []
    for option in rules.OPTIONS:
        assert option.default in option.choices
        assert all(value in option.choices for value in option.by_seats.values())


@every_table
def test_random_matches_end_and_lose_no_card(name: str, seats: int) -> None:
    rules = core.game(name)
    for number in range(MATCHES):
        seed = f"end {name} {seats} {number}"
        rng = Random(seed)
        options = {option.name: rng.choice(driver.some(option)) for option in rules.OPTIONS}
        played, chance = driver.begin(name, seats, options, seed)
        cards = sorted(hidden(name).cards(rules.dump(played.state)))
        for step in driver.walk(played, chance, rng):
            assert rules.to_act(step.state), "a match waits for somebody or is over"
            if number < MATCHES // 10:
                assert sorted(hidden(name).cards(rules.dump(step.state))) == cards
        assert sorted(hidden(name).cards(rules.dump(played.state))) == cards
        outcome = rules.outcome(played.state)
        assert outcome is not None and outcome.reason == "finished"
        assert len(outcome.scores) == len(outcome.ranks) == seats
        assert sorted(outcome.ranks) == sorted(core.ranks(outcome.ranks)) and min(outcome.ranks) == 1
        event_names = [event["event"] for entry in played.moves for event in entry["events"]]
        assert event_names.count("over") == 1 and event_names[-1] == "over"


@every_game
@repeated(40)
def test_nothing_is_legal_after_the_end(name: str, rng: Random) -> None:
    taken = driver.any_journey(name, rng)
    rules, seats, end = core.game(name), taken.played.seats, taken.played.state
    assert tuple(rules.to_act(end)) == ()
    assert not isinstance(rules, core.RealTimeGame) or rules.due(end) is None
    for seat in range(seats):
        assert legal(rules, end, seat) == []
        for step in taken.steps[-5:]:
            with pytest.raises(core.Refused) as refused:
                core.play(rules, end, seat=seat, move=step.move, at=step.at, chance=driver.stream("", seats))
            assert refused.value.code == "over"


@every_game
@repeated(40)
def test_every_listed_move_is_accepted_and_changes_no_input(name: str, rng: Random) -> None:
    position = driver.any_position(name, rng)
    before = plain(position.rules.dump(position.state))
    for seat in range(position.seats):
        moves = legal(position.rules, position.state, seat)
        assert not moves or seat in position.rules.to_act(position.state)
        assert len({canonical(move) for move in moves}) == len(moves), "a move is listed once"
        for move in moves:
            copy = deepcopy(move)
            chance = driver.stream("any", position.seats, position.chance.position)
            after, events = core.play(
                position.rules, position.state, seat=seat, move=move, at=position.at, chance=chance
            )
            assert move == copy
            assert json.loads(json.dumps(events)) == events
            assert plain(position.rules.dump(after)) != before or position.rules.REAL_TIME
    assert plain(position.rules.dump(position.state)) == before


@every_game
@repeated(40)
def test_a_spoiled_move_is_refused_without_a_trace(name: str, rng: Random) -> None:
    position = driver.any_position(name, rng)
    pool = [value for step in position.journey.steps for key, value in step.move.items() if key != "type"]
    listed = {seat: _listed(position, seat) for seat in position.viewers}
    sample = [legal(position.rules, position.state, seat)[:3] for seat in range(position.seats)]
    originals = [move for moves in sample for move in moves] + [rng.choice(position.journey.steps).move]
    for original in rng.sample(originals, min(3, len(originals))):
        for move in (original, *mutations(position.rules, original, pool, rng)):
            for seat in (*position.viewers, -1, position.seats):
                if canonical(move) not in listed.get(seat, ()) and not _may_be_late(position, seat, move):
                    _assert_refused(position, seat, move)


def _listed(position: Position, seat: int | None) -> set[str]:
    return {canonical(move) for move in legal(position.rules, position.state, seat)}


def _may_be_late(position: Position, seat: int | None, move: Any) -> bool:
    """Return True for a slap that may come too late, which is accepted without being listed, and for the clock, which
    is trusted with its time."""
    if not position.rules.REAL_TIME or not isinstance(move, dict):
        return False
    if seat is None:
        return move == {"type": "timeout"}
    return move.get("type") == "slap" and _is_shaped(position.rules, move)


def _is_shaped(rules: core.Game, move: core.Move) -> bool:
    try:
        core.check_shape(rules, move)
    except core.Refused:
        return False
    return True


def _assert_refused(here: Position, seat: int | None, move: Any) -> None:
    before, move_before, position = here.rules.dump(here.state), plain(move), here.chance.position
    with pytest.raises(core.Refused) as refused:
        core.play(here.rules, here.state, seat=seat, move=move, at=here.at, chance=here.chance)
        pytest.fail(f"seat {seat} could play {move!r}")
    assert refused.value.code and len(str(refused.value)) < 500
    assert here.rules.dump(here.state) == before
    assert plain(move) == move_before
    assert here.chance.position == position


@every_game
@repeated(40)
def test_a_state_survives_being_stored(name: str, rng: Random) -> None:
    position = driver.any_position(name, rng)
    stored = json.dumps(position.rules.dump(position.state))
    state = position.rules.load(json.loads(stored))
    assert state == position.state
    assert json.dumps(position.rules.dump(state)) == stored
    hash(state)


@every_game
@repeated(40)
def test_views_are_plain_data(name: str, rng: Random) -> None:
    position = driver.any_position(name, rng)
    for seat in position.viewers:
        view = position.rules.view(position.state, seat)
        assert json.loads(json.dumps(view)) == view
        assert view["you"] == seat


@every_game
@repeated(40)
def test_a_guess_at_the_hidden_cards_fits_the_view(name: str, rng: Random) -> None:
    position = driver.any_position(name, rng)
    cards = sorted(hidden(name).cards(position.rules.dump(position.state)))
    for seat in position.viewers:
        view = position.rules.view(position.state, seat)
        guess = position.rules.determinize(json.loads(json.dumps(view)), Random(rng.randrange(10)))
        assert position.rules.view(guess, seat) == view
        assert sorted(hidden(name).cards(position.rules.dump(guess))) == cards
        assert position.rules.load(position.rules.dump(guess)) == guess


@every_game
@repeated(40)
def test_a_preview_lists_the_legal_moves(name: str, rng: Random) -> None:
    position = driver.any_position(name, rng)
    for seat in range(position.seats):
        foreseen = position.rules.preview(
            json.loads(json.dumps(position.rules.view(position.state, seat))), seat
        )
        assert {canonical(move) for move, _ in foreseen} == _listed(position, seat)
        assert json.loads(json.dumps(foreseen)) == [[move, what] for move, what in foreseen]


@every_game
@repeated(15)
def test_a_record_replays_to_the_same_end(name: str, rng: Random) -> None:
    played = driver.any_journey(name, rng).played
    outcome = played.rules.outcome(played.state)
    assert outcome is not None
    seats = [{"name": f"Seat {seat}", "kind": "guest"} for seat in range(played.seats)]
    outcome_record = match.outcome_record(outcome)
    record = match.record(
        name,
        "a",
        seats=seats,
        options=played.options,
        setup=played.setup,
        moves=played.moves,
        outcome=outcome_record,
        shuffle=None,
    )
    replayed = list(match.replay(json.loads(json.dumps(record))))
    assert [events for _, _, events in replayed[1:]] == [entry["events"] for entry in played.moves]
    assert replayed[-1][1] == played.state


@every_game
@repeated(40)
def test_bots_choose_legal_moves_from_the_view_alone(name: str, rng: Random) -> None:
    position = driver.any_position(name, rng, over=False)
    whim = rng.randrange(100)
    for seat in position.rules.to_act(position.state):
        view = position.rules.view(position.state, seat)
        for level in position.rules.LEVELS:
            move = position.rules.choose(level, json.loads(json.dumps(view)), Random(whim), TINY)
            assert move == position.rules.choose(level, view, Random(whim), TINY), (
                "a bot has no memory and no clock"
            )
            assert canonical(move) in _listed(position, seat) or (move is None and position.rules.REAL_TIME)
        assert view == position.rules.view(position.state, seat), "a bot leaves the view as it was"


@every_game
@repeated(15)
def test_no_sentence_told_to_a_seat_calls_it_by_its_name(name: str, rng: Random) -> None:
    taken, board, rules = driver.any_journey(name, rng), board_of(name), core.game(name)
    names = [f"Seat{seat}" for seat in range(taken.played.seats)]
    told = []
    for number, step in enumerate(taken.steps, start=1):
        for seat, own in enumerate(names):
            move, events = rules.redacted(step.seat, step.move, step.events, seat)
            entry = Entry(number, seat=step.seat, by_bot=False, move=move, events=tuple(events))
            to_all, to_seat = board.sentence(entry, names, None), board.sentence(entry, names, seat)
            told.append((own, to_all, to_seat))
            # It is drawn once for all viewers that it doesn't name.
            assert seat in entry.seats or to_seat == to_all
    # A game may also name everybody.
    if any(to_all != to_seat for _own, to_all, to_seat in told):
        assert all(own not in to_seat for own, _to_all, to_seat in told)
