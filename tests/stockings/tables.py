"""Tables of the stocking race, and moves made on them through `core.play`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from games.rules import core
from games.rules.chance import Given
from games.stockings.rules.rules import DECK, State

RULES = cast(core.RealTimeGame, core.game("stockings"))
OPTIONS = {"window": 5000, "pause": 1200, "limit": 400}
PHASES = {"fireplace": "pause", "elf": "swap"}


def cards(words: str) -> tuple[str, ...]:
    """Return the cards of `"4 4 elf"`: two stockings of design 4 and an elf."""
    return tuple(f"stocking-{word}" if word.isdigit() else word for word in words.split())


def table(hands: Sequence[str], newest: str = "", top: str = "", **changes: Any) -> State:
    """Return a table with these hands by seat.

    `newest` was flipped by seat 0 as flip 7 at 1000 ms (if there is none, flip 7 is settled), `top` are the deck's
    first cards, and all other cards are below them unless `deck` is given.
    """
    dealt = tuple(cards(hand) for hand in hands)
    stack, deck = cards(newest), list(cards(top))
    rest = list(DECK)
    for card in (*stack, *deck, *(card for hand in dealt for card in hand)):
        rest.remove(card)
    base = State(
        hands=dealt,
        deck=(*deck, *rest),
        stack=stack,
        discards=(),
        flipper=0,
        flip=7,
        phase=PHASES.get(stack[-1], "wait") if stack else "pause",
        since=1000,
        called=(),
        passed=(),
        locked=(),
        named=None,
        pending=(),
        **OPTIONS,
    )
    return base._replace(**changes)


def play(
    state: State, seat: int | None, move: core.Move, at: int = 2000, answers: Sequence[Any] = ()
) -> tuple[State, list[core.Event]]:
    """Make a move. Chance gives exactly `answers`."""
    chance = Given(answers)
    result = core.play(RULES, state, seat=seat, move=move, at=at, chance=chance)
    assert chance.answers == []
    return result


def slap(state: State, seat: int, card: str, flip: int = 7, **more: Any) -> tuple[State, list[core.Event]]:
    return play(state, seat, {"type": "slap", "flip": flip, "card": cards(card)[0]}, **more)


def passing(state: State, seat: int, **more: Any) -> tuple[State, list[core.Event]]:
    return play(state, seat, {"type": "pass", "flip": state.flip}, **more)


def drop(state: State, seat: int, words: str, **more: Any) -> tuple[State, list[core.Event]]:
    return play(state, seat, {"type": "drop", "cards": list(cards(words))}, **more)


def call(state: State, seat: int, **more: Any) -> tuple[State, list[core.Event]]:
    return play(state, seat, {"type": "ho_ho_ho"}, **more)


def flip(state: State, seat: int, **more: Any) -> tuple[State, list[core.Event]]:
    return play(state, seat, {"type": "flip"}, **more)


def timeout(state: State, at: int, **more: Any) -> tuple[State, list[core.Event]]:
    return play(state, None, {"type": "timeout"}, at=at, **more)


def swap(state: State, seat: int, other: int, **more: Any) -> tuple[State, list[core.Event]]:
    return play(state, seat, {"type": "swap", "seat": other}, **more)


def outcome(state: State) -> core.Outcome:
    """Return the outcome of a race that is over."""
    result = RULES.outcome(state)
    assert result is not None
    return result


def due(state: State) -> int:
    """Return when the clock moves next."""
    moment = RULES.due(state)
    assert moment is not None
    return moment


def refusal(state: State, seat: int | None, move: core.Move, at: int = 2000) -> str:
    """Return the code with which the move is refused. It must not change anything."""
    before = RULES.dump(state)
    try:
        core.play(RULES, state, seat=seat, move=move, at=at, chance=Given([]))
    except core.Refused as refused:
        assert RULES.dump(state) == before
        return refused.code
    raise AssertionError("the move was taken")
