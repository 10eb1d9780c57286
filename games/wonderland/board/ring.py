"""The middle of Wonderland's board: the ring of piles with their chances, the keys, and what has just fallen."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from games.boards import texts as shared
from games.boards.fragments import Part, by_language, ngettext, part
from games.boards.log import sentence
from games.boards.scene import Scene
from games.wonderland.board.asking import Consequences, Dig, Exploration, acts, digging, exploring
from games.wonderland.board.cards import back, card_name, face, key, mark, notebook
from games.wonderland.board.collapse import Fallen, fallen
from games.wonderland.board.panels import top_name
from games.wonderland.rules.state import Cards


class Spot(NamedTuple):
    """A pile as a viewer may know it: how many cards lie face `down`, `seen` is the first of them if a cat has
    shown it; `to` are the piles to whose explorer its top card goes, `peekers` the others who looked, in words."""

    place: int
    card: str
    down: int
    up: Cards
    key: bool
    seen: str | None
    peekers: str
    to: str
    asked: bool
    explore: Exploration | None
    dig: Dig | None


def ring(scene: Scene, found: Consequences) -> dict[str, Any]:
    """The piles, what exploring each would bring, the keys, and what has just fallen."""
    view = scene.view
    newest = scene.entries[-1] if scene.entries else None
    asked = acts(scene)
    explore, dig = exploring(found), digging(scene, found) if asked else {}
    mine = scene.current and view["turn"] == scene.viewer
    # In a replay that its own explorer reads.
    yours = bool(explore) and view["turn"] == scene.you
    return {
        "piles": [_pile(_spot(scene, place, explore, dig)) for place in range(len(view["piles"]))],
        "keys": _keys(view["keys"]["hall"], view["keys"]["hand"], mine),
        "says": _says(
            view["phase"] if asked or yours else "",
            scene.name(view["turn"]) if explore and not asked and not yours else "",
            tuple(sorted(explore.items())),
            # As the log writes it: what calls the reader *you* looks for it.
            conditional_escape(sentence(scene.game, newest, scene.names)) if newest else "",
            tuple(fallen(scene)),
            notebook(view["discards"]) if view["discards"] else "",
        ),
    }


@by_language
def _says(
    asked: str,
    explorer: str,
    explore: tuple[tuple[int, Exploration], ...],
    last: str,
    collapsed: tuple[Fallen, ...],
    discards: str,
) -> Part:
    """What is to be chosen, what exploring each pile would bring, and what has just happened."""
    said = {"explore": explore, "last": last, "fallen": collapsed, "discards": discards}
    return part("wonderland/says.jinja", "says", asked=asked, explorer=explorer, **said)


@by_language
def _keys(hall: int, held: int, mine: bool) -> Part:
    drawn = {"key": key(), "hall": "x" * hall, "held": "x" * held}
    texts = {"hall_text": _keys_text(hall), "held_text": _keys_text(held)}
    return part("wonderland/keys.jinja", "keys", mine=mine, **drawn, **texts)


@by_language
def _keys_text(count: int) -> str:
    return ngettext("%(count)d key", "%(count)d keys", count) % {"count": count}


def _spot(scene: Scene, place: int, explore: dict[int, Exploration], dig: dict[int, Dig]) -> Spot:
    pile, seen = scene.view["piles"][place], _looked_at(scene, place)
    others = [] if seen else [shared.called(scene, seat) for seat in pile["peekers"] if seat != scene.viewer]
    return Spot(
        place=place,
        card=top_name(scene, place),
        down=pile["down"],
        up=tuple(pile["up"]),
        key=pile["key"],
        seen=seen,
        peekers=shared.names(others),
        to=" ".join(str(each) for each, what in explore.items() if place in what.piles),
        asked=acts(scene),
        explore=explore.get(place),
        dig=dig.get(place),
    )


def _looked_at(scene: Scene, place: int) -> str | None:
    """What a cat has shown this viewer; after the match, what it showed anybody."""
    if scene.opened:
        pile = scene.opened["piles"][place]
        return pile["down"][0] if pile["seen"] else None
    seen: str | None = scene.view["piles"][place]["peeked"]
    return seen


@by_language
def _pile(spot: Spot) -> Part:
    data = spot._asdict() | {
        "number": str(spot.place + 1),
        "top": _top(spot),
        "known": bool(spot.seen) and not spot.up,
        "under": card_name(spot.seen) if spot.seen and spot.up else "",
        "up": [mark(card) for card in spot.up[::-1]],
        "key": key() if spot.key else "",
        "empty": not spot.down and not spot.up,
    }
    return part("wonderland/pile.jinja", f"pile-{spot.place}", **data)


def _top(spot: Spot) -> SafeString | str:
    if spot.up:
        return face(spot.up[-1])
    if not spot.down:
        return ""
    return face(spot.seen) if spot.seen else back()
