"""Wonderland's turn: explore, check, power, stop or go on. The functions use nothing but their arguments.

What happens automatically (a collapse, a skipped power, a stop without a choice) is part of the move that caused it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from games.rules import core
from games.rules.chance import Chance
from games.wonderland.rules import powers, scoring
from games.wonderland.rules.state import (
    HELD,
    KEYS,
    KINDS,
    NOTEBOOK,
    Cards,
    Entry,
    State,
    cards_of,
    empty_piles,
    explorable,
    in_order,
    neighbours,
    no_such_pile,
    stands,
    with_item,
)

MOVES: Mapping[str, core.Fields] = {
    "explore": {"pile": int, "card": str},
    "power": {
        "card": str,
        "as": (str, type(None)),
        "pile": (int, type(None)),
        "seat": (int, type(None)),
        "cover": (int, type(None)),
        "with": (int, type(None)),
    },
    "stop": {},
}

Result = tuple[State, list[core.Event]]


def to_act(state: State) -> tuple[int, ...]:
    return () if state.phase == "over" else (state.turn,)


def check(state: State, seat: int, move: core.Move) -> None:
    kind = move["type"]
    if state.phase == "power" and kind != "power":
        raise core.Refused("power_first")
    if kind == "power":
        if state.phase != "power":
            raise core.Refused("no_power_now")
        powers.check(state, move)
    elif kind == "explore":
        _check_explore(state, move["pile"], move["card"])
    elif state.phase == "explore":
        raise core.Refused("explore_first")


def _check_explore(state: State, place: int, card: str) -> None:
    if card not in KINDS:
        raise core.Refused("no_such_card", card=card[:20])
    if card not in state.notebooks[state.turn]:
        raise core.Refused("not_in_notebook", card=card)
    no_such_pile(state, place)
    pile = state.piles[place]
    if not pile.up and not pile.down:
        raise core.Refused("empty_pile", pile=place)
    if pile.key and not state.reuse_keys:
        raise core.Refused("explored_already", pile=place)
    if not pile.key and state.hand == 0:
        raise core.Refused("no_key", pile=place)


def legal_moves(state: State, seat: int) -> Sequence[core.Move]:
    if seat not in to_act(state):
        return []
    if state.phase == "power":
        return powers.legal(state)
    cards = in_order(list(set(state.notebooks[seat])))
    moves: list[core.Move] = [
        {"type": "explore", "pile": pile, "card": card} for pile in explorable(state) for card in cards
    ]
    return moves if state.phase == "explore" else [*moves, {"type": "stop"}]


def apply(state: State, seat: int, move: core.Move, at: int, chance: Chance) -> Result:
    if move["type"] == "explore":
        return _explore(state, move["pile"], move["card"], chance)
    if move["type"] == "power":
        return _power(state, move, chance)
    return _bank(state, [], chance)


def _explore(state: State, place: int, card: str, chance: Chance) -> Result:
    piles = neighbours(state.piles, place)
    state = _lay(state, place, card)
    taken = []
    for pile in piles:
        state, top = _take(state, pile)
        taken.append(top)
    events = [{"event": "took", "seat": state.turn, "cards": taken, "piles": list(piles)}]
    state = _look_at_end(state, events)
    if not stands(state.tunnels[state.turn]):
        return _collapse(state, events, chance)
    state = state._replace(phase="power")
    if powers.usable(state):
        return state, events
    return _go_on(state, events, chance)


def _lay(state: State, place: int, card: str) -> State:
    pile = state.piles[place]
    notebook = list(state.notebooks[state.turn])
    notebook.remove(card)
    return state._replace(
        piles=with_item(state.piles, place, pile._replace(up=(*pile.up, card), key=True)),
        notebooks=with_item(state.notebooks, state.turn, tuple(notebook)),
        hand=state.hand if pile.key else state.hand - 1,
    )


def _take(state: State, place: int) -> tuple[State, str]:
    pile = state.piles[place]
    if pile.up:
        card, pile = pile.up[-1], pile._replace(up=pile.up[:-1])
    else:
        card, pile = pile.down[0], pile._replace(down=pile.down[1:], seen=())
    tunnel = (*state.tunnels[state.turn], Entry(card))
    state = state._replace(
        piles=with_item(state.piles, place, pile),
        tunnels=with_item(state.tunnels, state.turn, tunnel),
    )
    return state, card


def _power(state: State, move: core.Move, chance: Chance) -> Result:
    state, event = powers.use(state, move)
    events = [event]
    state = _look_at_end(state, events)
    if not stands(state.tunnels[state.turn]):
        return _collapse(state, events, chance)
    if "to" in event and not stands(state.tunnels[event["to"]]):
        state = _discard_tunnel(state, event["to"], "hatter_collapsed", events)
    return _go_on(state, events, chance)


def _look_at_end(state: State, events: list[core.Event]) -> State:
    """Note the end when it is met: one empty pile with two seats, two with three or four."""
    empty = empty_piles(state)
    if state.ending or len(empty) < (1 if len(state.notebooks) == 2 else 2):
        return state
    events.append({"event": "ending", "seat": state.turn, "piles": empty})
    return state._replace(ending=True)


def _discard_tunnel(state: State, seat: int, event: str, events: list[core.Event]) -> State:
    cards = cards_of(state.tunnels[seat])
    events.append({"event": event, "seat": seat, "cards": list(cards)})
    return state._replace(
        tunnels=with_item(state.tunnels, seat, ()),
        discards=in_order(state.discards + cards),
    )


def _collapse(state: State, events: list[core.Event], chance: Chance) -> Result:
    state = _discard_tunnel(state, state.turn, "collapsed", events)
    return _after_turn(state, events, chance)


def _go_on(state: State, events: list[core.Event], chance: Chance) -> Result:
    """Go on to the choice; stop for a seat that can't go on, or if the end has been met."""
    if state.ending or not state.notebooks[state.turn] or not explorable(state):
        return _bank(state, events, chance)
    return state._replace(phase="choice"), events


def _bank(state: State, events: list[core.Event], chance: Chance) -> Result:
    seat = state.turn
    cards = cards_of(state.tunnels[seat])
    events.append({"event": "banked", "seat": seat, "cards": list(cards)})
    state = state._replace(
        tunnels=with_item(state.tunnels, seat, ()),
        notebooks=with_item(state.notebooks, seat, state.notebooks[seat] + cards),
    )
    return _after_turn(state, events, chance)


def _after_turn(state: State, events: list[core.Event], chance: Chance) -> Result:
    state = _refill(state, events, chance)
    piles = tuple(pile._replace(key=False) for pile in state.piles)
    if state.ending:
        events.append({"event": "over"})
        return state._replace(piles=piles, phase="over", hall=KEYS, hand=0), events
    turn = (state.turn + 1) % len(state.notebooks)
    return state._replace(piles=piles, phase="explore", hall=KEYS - HELD, hand=HELD, turn=turn), events


def _refill(state: State, events: list[core.Event], chance: Chance) -> State:
    seat = state.turn
    lacking = NOTEBOOK - len(state.notebooks[seat])
    if lacking <= 0 or not state.discards:
        return state
    order = chance.shuffle(state.discards)
    drawn = order[:lacking]
    events.append({"event": "shuffled", "seat": seat, "cards": list(order)})
    events.append({"event": "refilled", "seat": seat, "cards": list(drawn)})
    return state._replace(
        discards=in_order(order[lacking:]),
        notebooks=with_item(state.notebooks, seat, state.notebooks[seat] + drawn),
    )


def chance_outcomes(state: State, move: core.Move, events: Sequence[core.Event]) -> list[Any]:
    orders = [event.get("cards") for event in events if event.get("event") == "shuffled"]
    return [tuple(order) if isinstance(order, list) else order for order in orders]


def outcome(state: State) -> core.Outcome | None:
    return standings(state) if state.phase == "over" else None


def standings(state: State) -> core.Outcome:
    return _standings(state.notebooks, state.groups)


# Called by every viewer for each move.
@lru_cache(maxsize=200)
def _standings(notebooks: tuple[Cards, ...], groups: str) -> core.Outcome:
    scores = tuple([scoring.score(cards, groups) for cards in notebooks])
    return core.Outcome("finished", scores, core.ranks([-score for score in scores]))
