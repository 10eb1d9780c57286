"""The five powers: which can be used, their fields, their effects. The functions use nothing but their arguments."""

from __future__ import annotations

from typing import Any

from games.rules import core
from games.wonderland.rules.state import (
    CHARACTERS,
    EVERYONE,
    KINDS,
    Cards,
    Entry,
    Pile,
    State,
    Tunnel,
    cards_of,
    no_such_pile,
    with_item,
)

# The fields of each power's move, besides `card` and an everyone card's `as`.
FIELDS = {
    "alice": (),
    "rabbit": ("pile",),
    "cat": ("pile",),
    "queen": ("cover", "with"),
    "hatter": ("seat", "pile"),
}


def just_taken(state: State) -> Cards:
    """Return the two cards of this exploration while a power is to be chosen."""
    return cards_of(state.tunnels[state.turn][-2:]) if state.phase == "power" else ()


def character_of(move: core.Move) -> str:
    """Return the character whose power a move uses."""
    character: str = move["as"] if "as" in move else move["card"]
    return character


def usable(state: State) -> dict[str, list[str]]:
    """Return by card just taken the characters whose power it can use now. Other cards are left out."""
    able = {
        card: [
            character
            for character in (CHARACTERS if card == EVERYONE else (card,))
            if can_use(state, character)
        ]
        for card in just_taken(state)
    }
    return {card: characters for card, characters in able.items() if characters}


def can_use(state: State, character: str) -> bool:
    if character == "alice":
        return state.hall > 0
    if character == "queen":
        return len(free(state.tunnels[state.turn])) >= 2
    return bool(_face_down(state))


def free(tunnel: Tunnel) -> list[int]:
    """Return the positions that a queen may name: uncovered, and not put there by a hatter."""
    return [place for place, entry in enumerate(tunnel) if entry.by is None and not entry.hatter]


def _face_down(state: State) -> list[int]:
    return [place for place, pile in enumerate(state.piles) if pile.down]


def legal(state: State) -> list[core.Move]:
    """Return every power move of the seat in turn, with all its fields."""
    moves: list[core.Move] = []
    for card, characters in usable(state).items():
        for character in characters:
            named = {"as": character} if card == EVERYONE else {}
            moves += [
                {"type": "power", "card": card, **named, **fields} for fields in _choices(state, character)
            ]
    return moves


def _choices(state: State, character: str) -> list[dict[str, int]]:
    if character == "alice":
        return [{}]
    if character == "queen":
        places = free(state.tunnels[state.turn])
        return [{"cover": below, "with": above} for below in places for above in places if below != above]
    piles = _face_down(state)
    if character == "hatter":
        others = [seat for seat in range(len(state.notebooks)) if seat != state.turn]
        return [{"seat": seat, "pile": pile} for seat in others for pile in piles]
    return [{"pile": pile} for pile in piles]


def check(state: State, move: core.Move) -> None:
    card = move["card"]
    if card not in KINDS:
        raise core.Refused("no_such_card", card=card[:20])
    if card not in just_taken(state):
        raise core.Refused("not_taken", card=card)
    _check_fields(card, move)
    character = character_of(move)
    if not can_use(state, character):
        raise core.Refused("power_unusable", card=character)
    if "pile" in move:
        _check_pile(state, move["pile"])
    if "seat" in move:
        _check_opponent(state, move["seat"])
    if "cover" in move:
        _check_cover(state.tunnels[state.turn], move["cover"], move["with"])


def _check_fields(card: str, move: core.Move) -> None:
    if card == EVERYONE:
        if "as" not in move:
            raise core.Refused("missing_field", field="as")
        if move["as"] not in CHARACTERS:
            raise core.Refused("no_such_character", character=move["as"][:20])
    needs = FIELDS[move["as"] if card == EVERYONE else card]
    for field in needs:
        if field not in move:
            raise core.Refused("missing_field", field=field)
    for field in ("as", "pile", "seat", "cover", "with"):
        if field in move and field not in needs and (field != "as" or card != EVERYONE):
            raise core.Refused("needless_field", field=field)


def _check_pile(state: State, place: int) -> None:
    no_such_pile(state, place)
    if not state.piles[place].down:
        raise core.Refused("nothing_face_down", pile=place)


def _check_opponent(state: State, seat: int) -> None:
    if not 0 <= seat < len(state.notebooks):
        raise core.Refused("no_such_seat", seat=seat)
    if seat == state.turn:
        raise core.Refused("own_seat")


def _check_cover(tunnel: Tunnel, cover: int, over: int) -> None:
    for place in (cover, over):
        if not 0 <= place < len(tunnel):
            raise core.Refused("no_such_position", position=place)
        if tunnel[place].hatter:
            raise core.Refused("hatter_card", position=place)
        if tunnel[place].by is not None:
            raise core.Refused("covered_card", position=place)
    if cover == over:
        raise core.Refused("same_card_twice")


def use(state: State, move: core.Move) -> tuple[State, core.Event]:
    """Return the state after a legal power, before any checks, and the power's event."""
    character = character_of(move)
    if character == "alice":
        event = {"event": "key", "seat": state.turn}
        return state._replace(hall=state.hall - 1, hand=state.hand + 1), event
    if character == "queen":
        return _cover(state, move["cover"], move["with"])
    return {"rabbit": _reveal, "cat": _peek, "hatter": _give}[character](state, move)


def _cover(state: State, cover: int, over: int) -> tuple[State, core.Event]:
    tunnel = state.tunnels[state.turn]
    tunnel = with_item(tunnel, cover, tunnel[cover]._replace(by=over))
    event = {"event": "covered", "seat": state.turn, "cover": cover, "with": over}
    return state._replace(tunnels=with_item(state.tunnels, state.turn, tunnel)), event


def _peek(state: State, move: core.Move) -> tuple[State, core.Event]:
    place = move["pile"]
    pile = state.piles[place]
    seen = tuple(sorted({*pile.seen, state.turn}))
    piles = with_item(state.piles, place, pile._replace(seen=seen))
    return state._replace(piles=piles), _event("peeked", state, place)


def _reveal(state: State, move: core.Move) -> tuple[State, core.Event]:
    place = move["pile"]
    return _dig(state, place, state.turn, hatter=False), _event("revealed", state, place)


def _give(state: State, move: core.Move) -> tuple[State, core.Event]:
    place, to = move["pile"], move["seat"]
    return _dig(state, place, to, hatter=True), _event("given", state, place, to=to)


def _event(name: str, state: State, place: int, **more: Any) -> core.Event:
    return {"event": name, "seat": state.turn, "card": state.piles[place].down[0], "pile": place, **more}


def _dig(state: State, place: int, to: int, hatter: bool) -> State:
    """Move the first face-down card of a pile into a tunnel. What a cat has shown of the pile is void."""
    pile: Pile = state.piles[place]
    tunnel = (*state.tunnels[to], Entry(pile.down[0], hatter))
    return state._replace(
        piles=with_item(state.piles, place, pile._replace(down=pile.down[1:], seen=())),
        tunnels=with_item(state.tunnels, to, tunnel),
    )
