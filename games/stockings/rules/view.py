"""The views of the stocking race: what a seat or a spectator may know, and what follows from it.

What a seat could remember (a hand it gave away, cards that came back to others) counts as hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.rules import core
from games.stockings.rules import clock, slap
from games.stockings.rules.deck import drawable
from games.stockings.rules.moves import legal_moves
from games.stockings.rules.naming import uncalled_last
from games.stockings.rules.rules import (
    DECK,
    SANTA,
    SPECIALS,
    State,
    in_order,
    may_flip,
    others,
    standings,
    to_act,
)

HIDDEN = "hidden"


def view(state: State, seat: int | None) -> core.View:
    """Return the view. `stack` and `discards` are lists of cards, newest last; `hands` are sizes by seat; `called`,
    `passed`, `locked` and `pending` are lists of seats; `card` is the newest flip's card while it counts, `settled` is
    True if a right slap took it; `since` and `due` are in ms since the match began."""
    now = standings(state)
    return {
        "you": seat,
        "phase": state.phase,
        "to_act": list(to_act(state)),
        "flipper": state.flipper,
        "may_flip": may_flip(state),
        "flip": state.flip,
        "card": state.stack[-1] if state.stack else None,
        "settled": state.flip > 0 and not state.stack,
        "hand": None if seat is None else in_order(state.hands[seat]),
        "hands": [len(hand) for hand in state.hands],
        "deck": len(state.deck),
        "stack": list(state.stack),
        "discards": list(state.discards),
        "called": list(state.called),
        "passed": list(state.passed),
        "locked": list(state.locked),
        "named": state.named,
        "pending": list(state.pending),
        "since": state.since,
        "due": clock.due(state),
        "options": {"window": state.window, "pause": state.pause, "limit": state.limit},
        "scores": list(now.scores),
        "ranks": list(now.ranks),
    }


def redacted(
    seat: int | None, move: core.Move, events: Sequence[core.Event], viewer: int | None
) -> tuple[core.Move, list[core.Event]]:
    """Hide drawn cards from others, and a new deck from everybody. All laid or dropped cards are public."""
    return move, [_redacted(event, viewer) for event in events]


def _redacted(event: core.Event, viewer: int | None) -> core.Event:
    drawn = event["event"] == "drew" and (viewer is None or event["seat"] != viewer)
    if drawn or event["event"] == "shuffled":
        return {**event, "cards": [None] * len(event["cards"])}
    return event


def seen(view: core.View) -> State:
    """Return the state as the viewer knows it, with `hidden` for every card that they don't see."""
    hands = [(HIDDEN,) * size for size in view["hands"]]
    if view["you"] is not None:
        hands[view["you"]] = tuple(view["hand"])
    return State(
        hands=tuple(hands),
        deck=(HIDDEN,) * view["deck"],
        stack=tuple(view["stack"]),
        discards=tuple(view["discards"]),
        flipper=view["flipper"],
        flip=view["flip"],
        phase=view["phase"],
        since=view["since"],
        called=tuple(view["called"]),
        passed=tuple(view["passed"]),
        locked=tuple(view["locked"]),
        named=view["named"],
        pending=tuple(view["pending"]),
        **view["options"],
    )


def preview(view: core.View, seat: int) -> list[tuple[core.Move, dict[str, Any]]]:
    """Return each move with its consequences.

    - slap: `verdict`, `why`, `draws`, `wins`, `effect` (fireplace, swap, naming or None).
    - drop: `returned`, `draws`, `wins`.
    - swap: `gives` and `gets` cards.
    - flip: `ends` the match.
    """
    state = seen(view)
    return [(move, _consequence(state, seat, move)) for move in legal_moves(state, seat)]


def _consequence(state: State, seat: int, move: core.Move) -> dict[str, Any]:
    match move["type"]:
        case "slap":
            return _slap_preview(state, seat, move["card"])
        case "drop":
            back = uncalled_last(state, seat, len(move["cards"]))
            wins = not back and len(move["cards"]) == len(state.hands[seat])
            return {"returned": back, "draws": min(int(back), drawable(state)), "wins": wins}
        case "swap":
            return {"gives": len(state.hands[seat]), "gets": len(state.hands[move["seat"]])}
        case "flip":
            return {"ends": state.flip >= state.limit or not drawable(state)}
    return {}


def _slap_preview(state: State, seat: int, card: str) -> dict[str, Any]:
    verdict, why = slap.judge(state, seat, card)
    wins = verdict == "right" and len(state.hands[seat]) == 1
    effect = None
    if verdict == "right" and not wins:
        naming = SANTA in (card, state.stack[-1])
        effect = "naming" if naming else {"elf": "swap"}.get(card, card if card in SPECIALS else None)
    draws = 0 if why is None else min(slap.DRAWS[why], drawable(state))
    return {"verdict": verdict, "why": why, "draws": draws, "wins": wins, "effect": effect}


def determinize(view: core.View, rng: Random) -> State:
    """Deal the hidden cards at random. A seat that must still answer a naming gets one card of the design."""
    state = seen(view)
    hidden = list(DECK)
    visible = (*state.stack, *state.discards, *(view["hand"] or ()))
    for card in visible:
        hidden.remove(card)
    rng.shuffle(hidden)
    hands = list(state.hands)
    unseen = others(state, -1 if view["you"] is None else view["you"])
    certain = {seat: [state.named] for seat in unseen if seat in state.pending and state.named}
    for (card,) in certain.values():
        hidden.remove(card)
    for seat in unseen:
        held = certain.get(seat, [])
        rest = len(hands[seat]) - len(held)
        hands[seat] = (*held, *hidden[:rest])
        del hidden[:rest]
    return state._replace(hands=tuple(hands), deck=tuple(hidden))
