"""The deck of the stocking race: drawing, flipping, and an empty deck."""

from __future__ import annotations

from games.rules import core
from games.rules.chance import Chance
from games.stockings.rules.rules import ELF, FIREPLACE, State, clockwise, ended, in_order, with_hand

WAITS = {FIREPLACE: "pause", ELF: "swap"}


def refilled(state: State, events: list[core.Event], chance: Chance) -> State:
    """Refill an empty deck from the discards, or else from the stack without its newest card.

    They are shuffled from the order of the rules page, as the first deck was.
    """
    cards = state.discards or state.stack[:-1]
    if state.deck or not cards:
        return state
    deck = chance.shuffle(in_order(cards))
    events.append({"event": "shuffled", "cards": list(deck)})
    if state.discards:
        return state._replace(deck=deck, discards=())
    return state._replace(deck=deck, stack=state.stack[-1:])


def drawable(state: State) -> int:
    """Return the number of cards that can still be drawn."""
    return len(state.deck) + len(state.discards) + max(0, len(state.stack) - 1)


def draw(state: State, seat: int, count: int, events: list[core.Event], chance: Chance) -> State:
    """Draw `count` cards for `seat`, fewer if none are left. This is one event, or two around a `shuffled`."""
    for _ in range(count):
        state = refilled(state, events, chance)
        if not state.deck:
            break
        card = state.deck[0]
        state = with_hand(state._replace(deck=state.deck[1:]), seat, (*state.hands[seat], card))
        if events[-1]["event"] == "drew" and events[-1]["seat"] == seat:
            events[-1]["cards"].append(card)
        else:
            events.append({"event": "drew", "seat": seat, "cards": [card]})
    return state


def others_draw(state: State, seat: int, events: list[core.Event], chance: Chance) -> State:
    """Let every seat except `seat` draw a card, clockwise from it, for a fireplace."""
    for other in clockwise(state, seat)[1:]:
        state = draw(state, other, count=1, events=events, chance=chance)
    return state


def flip(state: State, at: int, chance: Chance) -> tuple[State, list[core.Event]]:
    """Flip the next card onto the stack. A flip beyond the limit, or with no card left, ends the match."""
    events: list[core.Event] = []
    if state.flip >= state.limit or not drawable(state):
        return ended(state, events), events
    state = refilled(state, events, chance)
    card, flipper = state.deck[0], state.flipper
    state = state._replace(
        deck=state.deck[1:],
        stack=(*state.stack, card),
        flip=state.flip + 1,
        phase=WAITS.get(card, "wait"),
        since=at,
        passed=(),
        locked=(),
    )
    events.append({"event": "flipped", "seat": flipper, "card": card, "flip": state.flip})
    if card == FIREPLACE:
        state = others_draw(state, flipper, events, chance)
    return state, events
