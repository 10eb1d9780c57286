"""The views of Parade: what a seat or a spectator may know, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any

from games.parade.rules import rules
from games.parade.rules.rules import COLOURS, DECK, PLAYS, State
from games.rules import core


def view(state: State, seat: int | None) -> core.View:
    """Return the view. `hand` and `discard` are lists of cards or None, `before` is a list of cards by seat,
    `discards` is by seat once the match is over, `majorities` is a list of colours by seat."""
    own = {
        "you": seat,
        "hand": None if seat is None else list(state.hands[seat]),
        "discard": None if seat is None else _listed(state.chosen[seat]),
    }
    return _public(state) | own


# Called for each viewer. The result must not be changed.
@lru_cache(maxsize=512)
def _public(state: State) -> core.View:
    over = state.over
    crowns = rules.count(state.before)
    standings = rules.standings(state)
    return {
        "phase": "over" if over else "discard" if state.left == 0 else "play",
        "to_act": list(rules.to_act(state)),
        "turn": state.turn,
        "hands": [len(hand) for hand in state.hands],
        "parade": list(state.parade),
        "before": [list(cards) for cards in state.before],
        "deck": len(state.deck),
        "left": state.left,
        "decided": [cards is not None for cards in state.chosen],
        "discards": [_listed(cards) for cards in state.chosen] if over else None,
        "scores": list(standings.scores),
        "ranks": list(standings.ranks),
        "majorities": [
            [colour for colour, (_, crowned) in zip(COLOURS, columns, strict=True) if crowned]
            for columns in crowns
        ],
    }


def _listed(cards: tuple[str, ...] | None) -> list[str] | None:
    return None if cards is None else list(cards)


def redacted(
    seat: int | None, move: core.Move, events: Sequence[core.Event], viewer: int | None
) -> tuple[core.Move, list[core.Event]]:
    own = viewer is not None and viewer == seat
    if move["type"] == "discard" and not own:
        move = {"type": "discard", "cards": [None] * len(move["cards"])}
    return move, [
        {**event, "card": None} if event["event"] == "drew" and not own else event for event in events
    ]


def preview(view: core.View, seat: int) -> list[tuple[core.Move, dict[str, Any]]]:
    """Return each move with `takes` (cards), `reach` (the number of cards in removal mode) and `scores` by seat
    afterwards.

    In the discard `scores` counts this seat's two kept cards, and nothing of the others' choices.
    """
    if seat not in view["to_act"]:
        return []
    columns = rules.count(view["before"])
    if view["phase"] == "discard":
        return [_discard_preview(view, seat, pair, columns) for pair in combinations(view["hand"], 2)]
    parade = tuple(view["parade"])
    return [_play_preview(view, seat, card=card, parade=parade, columns=columns) for card in view["hand"]]


def _play_preview(
    view: core.View, seat: int, card: str, parade: rules.Cards, columns: Sequence[rules.Columns]
) -> tuple[core.Move, dict[str, Any]]:
    takes = rules.taken(parade, card)
    reach = max(0, len(parade) - rules.VALUE[card])
    scores = rules.score_with(columns, seat, takes) if takes else view["scores"]
    return PLAYS[card], {"takes": list(takes), "reach": reach, "scores": scores}


def _discard_preview(
    view: core.View, seat: int, pair: tuple[str, str], columns: Sequence[rules.Columns]
) -> tuple[core.Move, dict[str, Any]]:
    hand = [card for card in view["hand"] if card not in pair]
    move: core.Move = {"type": "discard", "cards": list(pair)}
    return move, {"kept": hand, "scores": rules.score_with(columns, seat, hand)}


def determinize(view: core.View, rng: Random) -> State:
    """Deal the hidden cards at random to the places that the viewer can't see."""
    you, seats = view["you"], len(view["hands"])
    seen = {*view["parade"], *(view["hand"] or ()), *(card for cards in view["before"] for card in cards)}
    if view["discards"] is not None:
        seen.update(card for cards in view["discards"] for card in cards)
    hidden = [card for card in DECK if card not in seen]
    rng.shuffle(hidden)
    hands: list[tuple[str, ...]] = []
    for seat, size in enumerate(view["hands"]):
        if seat == you:
            hands.append(tuple(view["hand"]))
        else:
            hands.append(tuple(hidden[:size]))
            del hidden[:size]
    chosen: list[tuple[str, ...] | None] = [None] * seats
    for seat in range(seats):
        if view["discards"] is not None:
            chosen[seat] = tuple(view["discards"][seat])
        elif seat == you and view["discard"] is not None:
            chosen[seat] = tuple(view["discard"])
        elif view["decided"][seat]:
            chosen[seat] = tuple(rng.sample(hands[seat], 2))
    return State(
        hands=tuple(hands),
        parade=tuple(view["parade"]),
        before=tuple(tuple(cards) for cards in view["before"]),
        deck=tuple(hidden[: view["deck"]]),
        turn=view["turn"],
        left=view["left"],
        chosen=tuple(chosen),
        over=view["phase"] == "over",
    )
