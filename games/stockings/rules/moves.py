"""The moves of the stocking race: their shapes, which are legal, and their effects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from games.rules import core
from games.rules.chance import Chance
from games.stockings.rules import clock, deck, naming, slap
from games.stockings.rules.rules import PLACE, State, in_order, joined, may_flip, others, to_act

MOVES: Mapping[str, core.Fields] = {
    "flip": {},
    "slap": {"flip": int, "card": str},
    "pass": {"flip": int},
    "swap": {"seat": int},
    "drop": {"cards": list[str]},
    "ho_ho_ho": {},
    "timeout": {},
}
FLIP: core.Move = {"type": "flip"}
CALL: core.Move = {"type": "ho_ho_ho"}
TIMEOUT: core.Move = {"type": "timeout"}


def check(state: State, seat: int | None, move: core.Move) -> None:
    """Refused with a code for each reason. The time of a timeout is judged in `apply`, which knows it."""
    if seat is None:
        if move["type"] != "timeout":
            raise core.Refused("no_seat")
        return
    if move["type"] == "timeout":
        raise core.Refused("clock_only")
    CHECKS[move["type"]](state, seat, move)


def _check_flip(state: State, seat: int, move: core.Move) -> None:
    if seat != state.flipper:
        raise core.Refused("not_the_flipper", flipper=state.flipper)
    if not may_flip(state):
        raise core.Refused({"wait": "card_waits", "swap": "swap_first"}.get(state.phase, "naming_first"))


def _check_made(state: State, flip: int) -> None:
    if not 1 <= flip <= state.flip:
        raise core.Refused("no_such_flip", newest=state.flip)


def _check_slap(state: State, seat: int, move: core.Move) -> None:
    _check_made(state, move["flip"])
    _check_card(move["card"])
    if move["card"] not in state.hands[seat]:
        raise core.Refused("not_in_hand", card=move["card"])
    if seat in state.locked and not slap.is_late(state, move["flip"]):
        raise core.Refused("locked_out", flip=state.flip)


def _check_card(card: str) -> None:
    if card not in PLACE:
        raise core.Refused("no_such_card", card=card[:20])


def _check_pass(state: State, seat: int, move: core.Move) -> None:
    _check_made(state, move["flip"])
    if move["flip"] < state.flip:
        raise core.Refused("old_flip", newest=state.flip)
    if state.phase != "wait":
        raise core.Refused("nothing_waits")
    if seat in state.passed:
        raise core.Refused("passed_already")


def _check_swap(state: State, seat: int, move: core.Move) -> None:
    if state.phase != "swap":
        raise core.Refused("no_swap_due")
    if seat != state.flipper:
        raise core.Refused("not_your_swap", flipper=state.flipper)
    if move["seat"] == seat:
        raise core.Refused("swap_with_oneself")
    if not 0 <= move["seat"] < len(state.hands):
        raise core.Refused("no_such_seat")


def _check_drop(state: State, seat: int, move: core.Move) -> None:
    if state.phase != "naming":
        raise core.Refused("nothing_named")
    if seat not in state.pending:
        raise core.Refused("not_asked")
    for card in move["cards"]:
        _check_card(card)
        if card != state.named:
            raise core.Refused("other_design", card=card, named=state.named)
    if len(move["cards"]) > state.hands[seat].count(str(state.named)):
        raise core.Refused("not_in_hand", card=state.named)


def _check_call(state: State, seat: int, move: core.Move) -> None:
    if len(state.hands[seat]) != 1:
        raise core.Refused("not_one_card", count=len(state.hands[seat]))
    if seat in state.called:
        raise core.Refused("called_already")


CHECKS = {
    "flip": _check_flip,
    "slap": _check_slap,
    "pass": _check_pass,
    "swap": _check_swap,
    "drop": _check_drop,
    "ho_ho_ho": _check_call,
}


def legal_moves(state: State, seat: int | None) -> Sequence[core.Move]:
    """Return the listed moves. Late slaps are accepted but not listed, because they change nothing."""
    if state.phase == "over":
        return []
    if seat is None:
        return [TIMEOUT]
    if seat not in to_act(state):
        return []
    calls = [CALL] if len(state.hands[seat]) == 1 and seat not in state.called else []
    return [*_flipper_moves(state, seat), *calls, *_drops(state, seat), *_slaps(state, seat)]


def _flipper_moves(state: State, seat: int) -> list[core.Move]:
    if seat != state.flipper:
        return []
    if state.phase == "swap":
        return [{"type": "swap", "seat": other} for other in others(state, seat)]
    return [FLIP] if may_flip(state) else []


def _drops(state: State, seat: int) -> list[core.Move]:
    if seat not in state.pending or state.named is None:
        return []
    held = state.hands[seat].count(state.named)
    return [{"type": "drop", "cards": [state.named] * count} for count in range(held + 1)]


def _slaps(state: State, seat: int) -> list[core.Move]:
    moves: list[core.Move] = []
    if state.phase == "wait" and seat not in state.passed:
        moves.append({"type": "pass", "flip": state.flip})
    if state.stack and seat not in state.locked:
        cards = in_order(Counter(state.hands[seat]))
        moves += [{"type": "slap", "flip": state.flip, "card": card} for card in cards]
    return moves


def apply(
    state: State, seat: int | None, move: core.Move, at: int, chance: Chance
) -> tuple[State, list[core.Event]]:
    if seat is None:
        if at < (clock.due(state) or 0):
            raise core.Refused("too_early", due=clock.due(state))
        return clock.timeout(state, at, chance)
    match move["type"]:
        case "flip":
            return deck.flip(state, at, chance)
        case "slap":
            return slap.slap(state, seat, move=move, at=at, chance=chance)
        case "pass":
            return slap.passing(state, seat, at)
        case "swap":
            return clock.swap(state, move["seat"], at)
        case "drop":
            return naming.answer(state, seat, cards=move["cards"], at=at, chance=chance)
    return state._replace(called=joined(state.called, seat)), [{"event": "called", "seat": seat}]
