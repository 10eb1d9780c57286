"""Nobody learns what they can't know: this part of the contract deals anew what is hidden from each viewer."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, cast

import pytest

from games.rules import core
from tests.parade.hidden import unseen
from tests.rules import driver
from tests.rules.driver import Position, hidden, legal, plain, repeated

every_game = pytest.mark.parametrize("name", core.names())
Look = Callable[[core.State, int | None], Any]


def redealt(position: Position, state: core.State, seat: int | None, whim: object) -> core.State:
    """Return the same position with other cards wherever `seat` can't see them."""
    data = json.loads(json.dumps(position.rules.dump(state)))
    return position.rules.load(hidden(position.name).redeal(data, seat, Random(f"{whim} {seat}")))


def tells(position: Position, seat: int | None, show: Look, whim: object) -> list[str]:
    """Return the keys of what `show` shows to `seat` that depend on what the seat can't know, with both values."""
    other = redealt(position, position.state, seat, whim)
    return differing(show(position.state, seat), show(other, seat))


def differing(one: Any, other: Any) -> list[str]:
    """Return the keys under which two views differ. Values without keys are compared as a whole."""
    if not (isinstance(one, dict) and isinstance(other, dict)):
        return [] if plain(one) == plain(other) else [f"{plain(one)} or {plain(other)}"]
    keys = [(key, plain(one.get(key)), plain(other.get(key))) for key in dict.fromkeys([*one, *other])]
    return [f"{key}: {mine} or {theirs}" for key, mine, theirs in keys if mine != theirs]


def test_a_key_that_differs_is_named() -> None:
    assert differing({"hand": ["a"], "pile": 3}, {"hand": ["b"], "pile": 3}) == ['hand: ["a"] or ["b"]']
    assert differing({"pile": 3}, {"pile": 3}) == []


@every_game
@repeated(120)
def test_a_redeal_keeps_every_card_and_changes_the_table(name: str, rng: Random) -> None:
    position = driver.any_position(name, rng)
    cards = sorted(hidden(name).cards(position.rules.dump(position.state)))
    for seat in position.viewers:
        other = redealt(position, position.state, seat, 0)
        assert sorted(hidden(name).cards(position.rules.dump(other))) == cards
        assert position.journey.deal != redealt(position, position.journey.deal, seat, 0)


@every_game
@repeated(120)
def test_no_view_depends_on_what_its_viewer_cannot_know(name: str, rng: Random) -> None:
    position = driver.any_position(name, rng)
    whim = rng.randrange(100)
    for seat in position.viewers:
        assert tells(position, seat, position.rules.view, whim) == []


@every_game
@repeated(120)
def test_no_list_of_moves_depends_on_what_its_seat_cannot_know(name: str, rng: Random) -> None:
    position = driver.any_position(name, rng)
    whim = rng.randrange(100)
    for seat in range(position.seats):
        assert not tells(position, seat, position.rules.legal_moves, whim)
        assert not tells(
            position,
            seat,
            lambda state, seat: position.rules.preview(position.rules.view(state, seat), cast(int, seat)),
            whim,
        )


@every_game
def test_a_view_that_tells_a_secret_is_caught(name: str) -> None:
    here = at_the_deal(name)

    def leaky(state: core.State, seat: int | None) -> Any:
        return [here.rules.view(state, seat), plain(here.rules.dump(state))]

    assert all(tells(here, seat, leaky, 0) for seat in here.viewers)


def at_the_deal(name: str) -> Position:
    rules = core.game(name)
    seats = rules.SEATS[-1]
    taken = driver.journey(name, seats, 0)
    return Position(
        rules=rules,
        name=name,
        seats=seats,
        state=taken.deal,
        at=0,
        chance=driver.stream(taken.seed, seats),
        journey=taken,
    )


@pytest.mark.parametrize(
    "secret",
    [
        lambda state, seat: state.deck[0],
        lambda state, seat: sorted(state.deck),
        lambda state, seat: [sorted(hand) for hand in state.hands],
        lambda state, seat: [any(card.endswith("-0") for card in hand) for hand in state.hands],
    ],
)
def test_each_single_secret_of_parade_is_caught(secret: Look) -> None:
    here = at_the_deal("parade")
    view = here.rules.view
    for seat in here.viewers:
        shows = [
            tells(here, seat, lambda s, k: {**view(s, k), "more": secret(s, k)}, whim) for whim in range(20)
        ]
        assert any(shows)


def test_a_secret_discard_of_parade_is_caught() -> None:
    here = at_the_deal("parade")
    choosing = next(s.state for s in here.journey.steps if any(s.state.chosen))
    who = next(seat for seat, cards in enumerate(choosing.chosen) if cards)
    here = here._replace(state=choosing)
    other = (who + 1) % here.seats
    assert any(tells(here, other, lambda state, _: sorted(state.chosen[who]), whim) for whim in range(5))


@every_game
@repeated(120)
def test_what_is_told_of_a_move_depends_on_nothing_that_the_viewer_cannot_know(
    name: str, rng: Random
) -> None:
    """The same move, made on a table that looks the same to the viewer before and after, is told the same."""
    taken = driver.any_journey(name, rng)
    step = rng.choice(taken.steps)
    rules, seats = core.game(name), taken.played.seats
    here = Position(rules, name, seats, step.state, step.at, driver.stream(taken.seed, seats), taken)
    for viewer in here.viewers:
        disclosed = _disclosed(here, step.state, step, viewer)
        assert json.loads(json.dumps(disclosed)) == json.loads(plain(disclosed))
        for whim in range(4):
            other = redealt(here, step.state, viewer, whim)
            if step.seat is None or step.move in legal(rules, other, step.seat):
                redealt_disclosed = _disclosed(here, other, step, viewer)
                assert disclosed["view"] != redealt_disclosed["view"] or same_but_for_open_cards(
                    here, disclosed, redealt_disclosed
                )


def same_but_for_open_cards(position: Position, disclosed: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return True if both tell the same. Cards that the viewer sees afterwards may have come in another order."""
    cards = hidden(position.name).cards(position.rules.dump(position.state))
    visible = {card for card in cards if plain(card) in disclosed["view"]}
    (one, came), (two, came_there) = (
        without(visible, json.loads(plain(state))) for state in (disclosed, other)
    )
    return one == two and sorted(came) == sorted(came_there)


def without(cards: set[str], thing: Any) -> tuple[Any, list[str]]:
    """Return `thing` with "" for these cards, and the cards that were in it."""
    if isinstance(thing, str):
        return ("", [thing]) if thing in cards else (thing, [])
    if not isinstance(thing, dict | list):
        return thing, []
    pairs = thing.items() if isinstance(thing, dict) else enumerate(thing)
    parts = {key: without(cards, value) for key, value in pairs}
    return {key: part for key, (part, _) in parts.items()}, [
        card for _, came in parts.values() for card in came
    ]


def _disclosed(
    position: Position, state: core.State, step: driver.Step, viewer: int | None
) -> dict[str, Any]:
    chance = driver.stream(position.journey.seed, position.seats, step.position)
    after, events = core.play(
        position.rules, state, seat=step.seat, move=step.move, at=step.at, chance=chance
    )
    move, redacted_events = position.rules.redacted(step.seat, step.move, events, viewer)
    return {"view": plain(position.rules.view(after, viewer)), "move": move, "events": redacted_events}


@every_game
@repeated(120)
def test_a_mover_is_told_their_own_move(name: str, rng: Random) -> None:
    taken = driver.any_journey(name, rng)
    step = rng.choice(taken.steps)
    if step.seat is not None:
        move, _ = core.game(name).redacted(step.seat, step.move, step.events, step.seat)
        assert move == step.move


@repeated(120)
def test_no_card_of_parade_that_is_hidden_after_a_move_is_told_with_it(rng: Random) -> None:
    taken = driver.any_journey("parade", rng)
    number = rng.randrange(len(taken.steps))
    rules, step = core.game("parade"), taken.steps[number]
    after = [*(taken_step.state for taken_step in taken.steps), taken.played.state][number + 1]
    for viewer in (*range(taken.played.seats), None):
        redacted = plain(rules.redacted(step.seat, step.move, step.events, viewer))
        assert [card for card in unseen(rules.dump(after), viewer) if f'"{card}"' in redacted] == []


def test_the_order_of_a_new_deck_of_stockings_is_told_to_nobody() -> None:
    rules, seats, shuffles = core.game("stockings"), 3, 0
    for number in range(30):
        played, chance = driver.begin("stockings", seats, {}, f"new deck {number}")
        for step in driver.walk(played, chance, Random(number)):
            for viewer in (*range(seats), None):
                _, redacted_events = rules.redacted(step.seat, step.move, step.events, viewer)
                orders = [event["cards"] for event in redacted_events if event["event"] == "shuffled"]
                assert not any(card for order in orders for card in order)
                shuffles += len(orders)
    assert shuffles
