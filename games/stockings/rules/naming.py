"""Santa in the stocking race names a design. Each seat that holds it answers once; the clock answers for the others."""

from __future__ import annotations

from games.rules import core
from games.rules.chance import Chance
from games.stockings.rules.deck import draw
from games.stockings.rules.rules import State, clockwise, ended, resolved, take_from_hand, without


def start(state: State, design: str, at: int, events: list[core.Event]) -> State:
    """Begin the naming of `design` by the flipper. If nobody holds it, the naming ends at once."""
    events.append({"event": "named", "seat": state.flipper, "card": design})
    pending = tuple(seat for seat, hand in enumerate(state.hands) if design in hand)
    if not pending:
        return resolved(state, at)
    return state._replace(phase="naming", since=at, named=design, pending=pending)


def uncalled_last(state: State, seat: int, count: int) -> bool:
    """Return True if the seat would drop its single last card without having called Ho! Ho! Ho!."""
    return count == 1 == len(state.hands[seat]) and seat not in state.called


def answer(
    state: State, seat: int, cards: list[str], at: int, chance: Chance
) -> tuple[State, list[core.Event]]:
    events: list[core.Event] = []
    if uncalled_last(state, seat, len(cards)):
        events.append({"event": "returned", "seat": seat, "card": cards[0], "why": "no_call"})
        state = draw(state, seat, count=1, events=events, chance=chance)
    else:
        state = _dropped(state, seat, cards, events)
    if not state.hands[seat]:
        return ended(state, events), events
    state = state._replace(pending=without(state.pending, seat))
    return (state if state.pending else resolved(state, at)), events


def _dropped(state: State, seat: int, cards: list[str], events: list[core.Event]) -> State:
    events.append({"event": "dropped", "seat": seat, "cards": list(cards)})
    state = take_from_hand(state, seat, cards)
    return state._replace(discards=state.discards + tuple(cards))


def close(state: State, at: int) -> tuple[State, list[core.Event]]:
    """Let the clock answer for the seats that have not. Empty hands end the match only after all answers."""
    events: list[core.Event] = []
    for seat in clockwise(state, state.flipper):
        if seat in state.pending:
            cards = [card for card in state.hands[seat] if card == state.named]
            keeps_last = uncalled_last(state, seat, len(cards))
            state = _dropped(state, seat, [] if keeps_last else cards, events)
    if () in state.hands:
        return ended(state, events), events
    return resolved(state, at), events
