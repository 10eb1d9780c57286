"""The views of Wonderland: what a seat or a spectator may know, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.rules import core
from games.wonderland.rules import powers, rules, scoring
from games.wonderland.rules.odds import UNKNOWN, Odds, counted, top, unknown
from games.wonderland.rules.state import (
    KINDS,
    Cards,
    Entry,
    Pile,
    State,
    Tunnel,
    cards_of,
    explorable,
    neighbours,
    stands,
    with_item,
)


def view(state: State, seat: int | None) -> core.View:
    """Return the view.

    - `piles`: {down: number of cards, up: laid cards, newest last, key: bool, peeked: the first face-down card if this
      seat has looked at it, else None, peekers: seats that have}.
    - `tunnels` by seat: lists of {card (None: unknown), hatter, covered, by: the position of the covering card}.
    - `powers`: by card just taken, the characters it can be used as.
    - `explorable`: piles.
    - `ending`, and `keys` {hall, hand}.
    """
    standings = rules.standings(state)
    return {
        "you": seat,
        "seats": len(state.notebooks),
        "options": {"reuse_keys": state.reuse_keys, "groups": state.groups},
        "phase": state.phase,
        "to_act": list(rules.to_act(state)),
        "turn": state.turn,
        "piles": [_pile(pile, seat) for pile in state.piles],
        "notebooks": [list(cards) for cards in state.notebooks],
        "tunnels": [
            [_entry(entry, seat is not None and seat != holder) for entry in tunnel]
            for holder, tunnel in enumerate(state.tunnels)
        ],
        "keys": {"hall": state.hall, "hand": state.hand},
        "discards": list(state.discards),
        "taken": list(powers.just_taken(state)),
        "powers": powers.usable(state),
        "explorable": explorable(state) if state.phase in ("explore", "choice") else [],
        "ending": state.ending,
        "scores": list(standings.scores),
        "ranks": list(standings.ranks),
    }


def _pile(pile: Pile, seat: int | None) -> dict[str, Any]:
    return {
        "down": len(pile.down),
        "up": list(pile.up),
        "key": pile.key,
        "peeked": pile.down[0] if seat in pile.seen else None,
        "peekers": list(pile.seen),
    }


def _entry(entry: Entry, sees_hatter_cards: bool) -> dict[str, Any]:
    return {
        "card": entry.card if sees_hatter_cards or not entry.hatter else None,
        "hatter": entry.hatter,
        "covered": entry.by is not None,
        "by": entry.by,
    }


def redacted(
    seat: int | None, move: core.Move, events: Sequence[core.Event], viewer: int | None
) -> tuple[core.Move, list[core.Event]]:
    return move, [{**event, "card": None} if _secret(event, viewer) else event for event in events]


def _secret(event: core.Event, viewer: int | None) -> bool:
    if event["event"] == "peeked":
        return viewer is None or viewer != event["seat"]
    return event["event"] == "given" and (viewer is None or viewer == event["to"])


def known(view: core.View) -> State:
    """Return the table as the viewer knows it, with UNKNOWN for every other card."""
    return State(
        piles=tuple([_known_pile(pile) for pile in view["piles"]]),
        notebooks=tuple(map(tuple, view["notebooks"])),
        tunnels=tuple([tuple(map(_known_entry, tunnel)) for tunnel in view["tunnels"]]),
        discards=tuple(view["discards"]),
        hall=view["keys"]["hall"],
        hand=view["keys"]["hand"],
        turn=view["turn"],
        phase=view["phase"],
        ending=view["ending"],
        reuse_keys=view["options"]["reuse_keys"],
        groups=view["options"]["groups"],
    )


def _known_pile(pile: dict[str, Any]) -> Pile:
    down = [UNKNOWN] * pile["down"]
    if pile["peeked"] is not None:
        down[0] = pile["peeked"]
    return Pile(tuple(down), tuple(pile["up"]), pile["key"], tuple(pile["peekers"]))


def _known_entry(entry: dict[str, Any]) -> Entry:
    return Entry(entry["card"] or UNKNOWN, entry["hatter"], entry["by"])


def explorations(view: core.View) -> dict[int, dict[str, Any]]:
    """Return by explorable pile what exploring it does, as in `preview`."""
    table = known(view)
    odds = Odds(table, view["turn"])
    return {pile: _exploring(table, odds, pile) for pile in view["explorable"]}


def preview(view: core.View, seat: int) -> list[tuple[core.Move, dict[str, Any]]]:
    """Return each move with its consequences.

    - explore: `takes` (None: face down), `piles` they come from, `puts_key`, `chance` that the tunnel collapses.
    - power: `card` that moves or is shown (None: unknown), `chance` that a tunnel collapses by it, `keys` in hand and
      `counts` of each character in the tunnel afterwards.
    - stop: `score` of the notebook, in which `unseen` hatter cards are not counted.
    """
    if seat not in view["to_act"]:
        return []
    table = known(view)
    odds = Odds(table, seat)
    moves = rules.legal_moves(table, seat)
    # The laid card does not change what exploring a pile does.
    piles = {move["pile"] for move in moves if move["type"] == "explore"}
    explored = {pile: _exploring(table, odds, pile) for pile in piles}
    return [
        (move, {**explored[move["pile"]]} if move["type"] == "explore" else consequence(table, odds, move))
        for move in moves
    ]


def consequence(table: State, odds: Odds, move: core.Move) -> dict[str, Any]:
    """Return what a legal move of the seat in turn does, as far as the table is known."""
    if move["type"] == "explore":
        return _exploring(table, odds, move["pile"])
    if move["type"] == "power":
        return _using(table, odds, move)
    tunnel = cards_of(table.tunnels[table.turn])
    score = scoring.score(table.notebooks[table.turn] + tunnel, table.groups)
    return {"score": score, "unseen": tunnel.count(UNKNOWN)}


def _exploring(table: State, odds: Odds, place: int) -> dict[str, Any]:
    piles = neighbours(table.piles, place)
    tops = [top(table.piles[pile]) for pile in piles]
    return {
        "takes": [card or None for card in tops],
        "piles": list(piles),
        "puts_key": not table.piles[place].key,
        "chance": odds.chance(tops),
    }


def _using(table: State, odds: Odds, move: core.Move) -> dict[str, Any]:
    character = powers.character_of(move)
    if character == "alice":
        return {"keys": table.hand + 1}
    if character == "queen":
        tunnel = table.tunnels[table.turn]
        counts = counted(with_item(tunnel, move["cover"], tunnel[move["cover"]]._replace(by=move["with"])))
        return {"counts": {kind: count + counts[5] for kind, count in zip(KINDS[:5], counts, strict=False)}}
    card = table.piles[move["pile"]].down[0]
    if character == "cat":
        return {"card": card or None}
    if character == "rabbit":
        return {"card": card or None, "chance": odds.chance([card])}
    other = counted(table.tunnels[move["seat"]])
    return {"card": card or None, "chance": odds.chance_elsewhere(other, card)}


def determinize(view: core.View, rng: Random) -> State:
    """Deal the cards that the viewer can't see at random, with every tunnel standing."""
    table = known(view)
    hidden = [kind for kind, number in zip(KINDS, unknown(table), strict=True) for _ in range(number)]
    rng.shuffle(hidden)
    tunnels, rest = _fill(table.tunnels, tuple(hidden))
    piles = []
    for pile in table.piles:
        gaps = pile.down.count(UNKNOWN)
        piles.append(pile._replace(down=pile.down[: len(pile.down) - gaps] + rest[:gaps]))
        rest = rest[gaps:]
    return table._replace(piles=tuple(piles), tunnels=tunnels)


def _fill(tunnels: tuple[Tunnel, ...], hidden: Cards) -> tuple[tuple[Tunnel, ...], Cards]:
    """Fill unseen tunnel cards from `hidden`, with the first that fit. Return the tunnels and the remaining cards."""
    filled = _filled(tunnels, hidden)
    if filled is None:
        raise ValueError("no cards fit the tunnels of this view")
    return filled


def _filled(tunnels: tuple[Tunnel, ...], hidden: Cards) -> tuple[tuple[Tunnel, ...], Cards] | None:
    gaps = [
        (seat, place)
        for seat, tunnel in enumerate(tunnels)
        for place, entry in enumerate(tunnel)
        if entry.card == UNKNOWN
    ]
    if not gaps:
        return tunnels, hidden
    seat, place = gaps[0]
    for kind in dict.fromkeys(hidden):
        tunnel = with_item(tunnels[seat], place, tunnels[seat][place]._replace(card=kind))
        if not stands(tunnel):
            continue
        at = hidden.index(kind)
        filled = _filled(with_item(tunnels, seat, tunnel), hidden[:at] + hidden[at + 1 :])
        if filled:
            return filled
    return None
