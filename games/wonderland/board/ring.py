"""The middle of Wonderland's board: the ring of piles with their chances, the keys, and collapsed tunnels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.boards import texts as shared
from games.boards.elements import Elements, Key
from games.boards.language import gettext as _
from games.boards.scene import Scene
from games.wonderland.board.alike import falling, seen
from games.wonderland.board.asking import Consequences, digging
from games.wonderland.board.cards import numbers_of
from games.wonderland.board.collapse import fallen
from games.wonderland.rules.state import Cards

# The ring's five arcs while no pile can be explored.
NO_ARCS: tuple[tuple[int, ...], ...] = ((),) * 5


def public(scene: Scene, consequences: Consequences) -> Elements:
    keys = scene.view["keys"]
    elements: Elements = {"keys": ("keys", keys["hall"], keys["hand"], False), "arcs": ("arcs", NO_ARCS)}
    for place in range(len(scene.view["piles"])):
        elements |= _pile(scene, place)
        elements[f"odds-{place}"] = "odds", place, consequences.explore.get(place), None, ()
    elements |= fallen(scene)
    discards = scene.view["discards"]
    return elements | {"gone": ("gone", numbers_of(discards) if discards else ())}


def own(scene: Scene, consequences: Consequences) -> Elements:
    """Return the elements that differ from a spectator's: the seat has to choose, knows a card, or has lost a
    tunnel."""
    view, elements = scene.view, fallen(scene)
    if view["turn"] == scene.you:
        elements["keys"] = "keys", view["keys"]["hall"], view["keys"]["hand"], True
    if scene.acts:
        return elements | _choices(scene, consequences)
    for place, pile in enumerate(view["piles"]):
        if pile["peeked"]:
            elements |= _pile(scene, place)
    for place, explore in consequences.explore.items():
        elements[f"odds-{place}"] = "odds", place, explore, None, ()
    return elements


def asks(scene: Scene) -> Key:
    """Return the key of the question to the seat in turn, beside the ring."""
    view, explorer, question = scene.view, "", ""
    explores = bool(view["explorable"]) and not scene.outcome
    # In a replay, the explorer reads it too.
    if scene.acts or (explores and view["turn"] == scene.you):
        question = view["phase"]
    elif explores:
        explorer = scene.people[view["turn"]].name
    return "asks", question, explorer


def _choices(scene: Scene, consequences: Consequences) -> Elements:
    """Return the piles that the seat may choose, with the effect of exploring each."""
    explore, dig = consequences.explore, digging(scene, consequences)
    elements: Elements = {"arcs": ("arcs", arcs({place: what.piles for place, what in explore.items()}))}
    for place in range(len(scene.view["piles"])):
        to = [other for other, what in explore.items() if place in what.piles]
        elements |= _pile(scene, place, to, "explore" if place in explore else "dig" if place in dig else "")
        rabbit, hatter = dig.get(place, (None, ()))
        elements[f"odds-{place}"] = "odds", place, explore.get(place), rabbit, hatter
    if explore:
        table = seen(scene.view)
        for place, what in explore.items():
            elements[f"would-{place}"] = "would", place, what, falling(table, what.takes)
    return elements


def arcs(beside: Mapping[int, tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Return, for the arc from each pile to the next, the piles whose exploration passes along it.

    `beside` are the two piles from which each explorable pile takes cards. Empty piles between them are passed.
    """
    passed: dict[int, list[int]] = {place: [] for place in range(len(NO_ARCS))}
    for pile, (before, after) in beside.items():
        for place in {*_between(before, pile), *_between(pile, after)}:
            passed[place].append(pile)
    return tuple(tuple(piles) for piles in passed.values())


def _between(first: int, last: int) -> list[int]:
    """Return the arcs on the way up from one pile to another."""
    return [(first + step) % len(NO_ARCS) for step in range((last - first) % len(NO_ARCS))]


def _pile(scene: Scene, place: int, to: Iterable[int] = (), use: str = "") -> Elements:
    """Return a pile as a viewer may know it.

    `to` are the piles whose exploration takes its top card. `use` says what the pile may be chosen for: "explore", or
    "dig" for a power.
    """
    pile, peeked_card = scene.view["piles"][place], _looked_at(scene, place)
    up: Cards = tuple(pile["up"])
    top = up[-1] if up else (peeked_card or "back") if pile["down"] else ""
    # What lies below cards that are face up takes the room of who has looked at it.
    below = peeked_card if up else None
    seats = () if below else pile["peekers"]
    names = [_("you") if seat == scene.you else scene.people[seat].nameplate.name for seat in seats]
    known, left = bool(peeked_card) and not up, pile["down"] + len(up)
    spot: Key = "spot", place, top_name(scene, place), top, known, left, pile["key"], tuple(to), use
    return {
        f"spot-{place}": spot,
        f"cap-{place}": ("cap", pile["down"], up, below, shared.names(names)),
    }


def _looked_at(scene: Scene, place: int) -> str | None:
    """Return the card that a cat has shown this viewer, after the match a card that it showed anybody."""
    if scene.opened:
        pile = scene.opened["piles"][place]
        return pile["down"][0] if pile["seen"] else None
    peeked_card: str | None = scene.view["piles"][place]["peeked"]
    return peeked_card


def top_name(scene: Scene, place: int, more: int = 0) -> str:
    """Return a name for a pile's top card when `more` cards are added. A browser moves the card by this name."""
    pile = scene.view["piles"][place]
    return f"p{place}-{pile['down'] + len(pile['up']) + more}"
