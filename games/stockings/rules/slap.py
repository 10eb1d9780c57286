"""Slaps of the stocking race: verdicts, effects of right ones, and passing."""

from __future__ import annotations

from games.rules import core
from games.rules.chance import Chance
from games.stockings.rules import naming
from games.stockings.rules.deck import draw, others_draw
from games.stockings.rules.rules import (
    ELF,
    FIREPLACE,
    SANTA,
    SPECIALS,
    State,
    closed,
    ended,
    joined,
    resolved,
    take_from_hand,
)

Verdict = tuple[str, str | None]

# The cards to draw for a slap that comes back, by its reason.
DRAWS = {"not_waiting": 1, "special": 2, "no_match": 1, "no_call": 1}


def is_late(state: State, flip: int) -> bool:
    """Return True if `flip` is not the newest one, or if a right slap has settled it."""
    return flip < state.flip or not state.stack


def judge(state: State, seat: int, card: str) -> Verdict:
    """Return the verdict on a slap that is in time (`right`, `wrong` or `returned`), and the reason why the card comes
    back. The rules fix the order of the checks: the first one that applies decides."""
    newest, last = state.stack[-1], len(state.hands[seat]) == 1
    if newest in (FIREPLACE, ELF):
        return "wrong", "not_waiting"
    if last and card in SPECIALS:
        return "returned", "special"
    if not _fits(card, newest):
        return "wrong", "no_match"
    if last and seat not in state.called:
        return "returned", "no_call"
    return "right", None


def _fits(card: str, newest: str) -> bool:
    if newest == SANTA:
        return card not in SPECIALS
    return card == newest or card in SPECIALS


def slap(state: State, seat: int, move: core.Move, at: int, chance: Chance) -> tuple[State, list[core.Event]]:
    card, number = move["card"], move["flip"]
    if is_late(state, number):
        return state, [{"event": "late", "seat": seat, "card": card, "flip": number}]
    verdict, why = judge(state, seat, card)
    if why is None:
        return _right(state, seat, card=card, at=at, chance=chance)
    event: core.Event = {"event": verdict, "seat": seat, "card": card, "why": why}
    if verdict == "wrong":
        event["flip"] = number
    events = [event]
    after = draw(state, seat, count=DRAWS[why], events=events, chance=chance)
    return _quietened(state, after._replace(locked=joined(state.locked, seat)), at), events


def _right(state: State, seat: int, card: str, at: int, chance: Chance) -> tuple[State, list[core.Event]]:
    newest, discarded = state.stack[-1], (*state.stack, card)
    events: list[core.Event] = [
        {"event": "right", "seat": seat, "card": card, "flip": state.flip},
        {"event": "discarded", "cards": list(discarded)},
    ]
    state = take_from_hand(state, seat, [card])
    state = state._replace(stack=(), discards=state.discards + discarded, flipper=seat)
    if not state.hands[seat]:
        return ended(state, events), events
    return _effect(state, card, newest=newest, at=at, events=events, chance=chance), events


def _effect(state: State, card: str, newest: str, at: int, events: list[core.Event], chance: Chance) -> State:
    if card == ELF:
        return state._replace(phase="swap", since=at)
    if card == SANTA or newest == SANTA:
        return naming.start(state, newest if card == SANTA else card, at, events)
    if card == FIREPLACE:
        state = others_draw(state, state.flipper, events, chance)
    return resolved(state, at)


def passing(state: State, seat: int, at: int) -> tuple[State, list[core.Event]]:
    after = state._replace(passed=joined(state.passed, seat))
    return _quietened(state, after, at), [{"event": "passed", "seat": seat}]


def _quietened(before: State, after: State, at: int) -> State:
    """Begin the pause if this move closes the flip: every seat has passed or is locked out."""
    if after.phase == "wait" and closed(after) and not closed(before):
        return after._replace(since=at)
    return after
