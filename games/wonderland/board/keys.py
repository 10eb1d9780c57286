"""The elements of Wonderland's board with their keys. The macros in `templates/wonderland` draw them."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy

from games.boards.elements import Elements, Key
from games.boards.keys import clocks, newest
from games.boards.scene import Scene
from games.wonderland.board import panels, ring
from games.wonderland.board.asking import Consequences, consequences, hand
from games.wonderland.board.count import result

# A sentence about each part of the board.
PARTS = {
    ".pile .risk": gettext_lazy("How likely it is that the tunnel collapses if you explore this pile."),
    ".pile": gettext_lazy(
        "A pile. Whoever explores it lays a card on it and takes the top cards of the two beside it."
    ),
    "#ring .keys, #keys": gettext_lazy(
        "Keys: a turn begins with two. Each pile that is explored for the first time in a turn costs one."
    ),
    ".tunnel": gettext_lazy(
        "A tunnel: the loot of this turn. With three alike it collapses, and all of it is lost."
    ),
    ".book-n": gettext_lazy(
        "A notebook. It alone scores: 15 for a set of the five characters, 5 for a crowd, and as a rule "
        "1 for each other card."
    ),
    "#hand": gettext_lazy(
        "Your notebook: whatever you lay on a pile is gone from it. A set of the five characters scores "
        "15, a crowd 5, and as a rule each other card 1."
    ),
    ".pts": gettext_lazy("The points of the notebook. The most win."),
}


def public(scene: Scene) -> Elements:
    if scene.result:
        return {}
    elements = clocks(scene) | {"newest": newest(scene)}
    for seat in range(len(scene.people)):
        elements |= panels.public(scene, seat)
    return elements | ring.public(scene, consequences(scene))


def own(scene: Scene) -> Mapping[str, Key | None]:
    if scene.result:
        return {"result": result(scene)}
    elements: dict[str, Key | None] = {"asks": ring.asks(scene)}
    if scene.me is None:
        return elements
    effects = consequences(scene) if scene.acts or knows_more(scene) else Consequences({})
    elements |= panels.of_others(scene)
    elements |= panels.own(scene, effects)
    elements |= ring.own(scene, effects)
    elements["hand"] = hand(scene, scene.me, effects)
    return elements


def knows_more(scene: Scene) -> bool:
    """Return True if the seat knows a card that a spectator doesn't, which changes the chances: a cat showed it, or
    the seat gave it to another with a hatter."""
    view = scene.view
    return any(pile["peeked"] for pile in view["piles"]) or any(
        entry["hatter"]
        for seat, tunnel in enumerate(view["tunnels"])
        if seat != scene.viewer
        for entry in tunnel
    )
