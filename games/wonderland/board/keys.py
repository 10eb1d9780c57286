"""The elements of Wonderland's board with their keys. The macros in `templates/wonderland` draw them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from games.boards.elements import Elements, Key
from games.boards.keys import clocks, newest
from games.boards.scene import Scene
from games.boards.texts import highest_wins
from games.wonderland.board import ring
from games.wonderland.board.alike import arrivals
from games.wonderland.board.asking import Consequences, consequences, covering, hand
from games.wonderland.board.cards import numbers_of
from games.wonderland.board.collapse import came_from
from games.wonderland.board.count import result
from games.wonderland.rules.state import KINDS

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


NOTHING: Mapping[int, str] = {}


def public(scene: Scene) -> Elements:
    if scene.result:
        return {}
    elements = clocks(scene) | {"newest": newest(scene)}
    for seat in range(len(scene.people)):
        elements |= _panel(scene, seat)
    return elements | ring.public(scene, consequences(scene))


def own(scene: Scene) -> Mapping[str, Key | None]:
    if scene.result:
        return {"result": result(scene)}
    elements: dict[str, Key | None] = {"asks": ring.asks(scene)}
    if scene.me is None:
        return elements
    effects = consequences(scene) if scene.acts or knows_more(scene) else Consequences({})
    elements |= _others(scene)
    elements |= _mine(scene, effects)
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


def _panel(scene: Scene, seat: int) -> Elements:
    notebook = scene.view["notebooks"][seat]
    elements: Elements = {
        f"seat-{seat}-score": ("score", scene.view["scores"][seat]),
        f"give-{seat}": ("give", seat, ""),
    }
    for kind, number in zip(KINDS, numbers_of(notebook), strict=True):
        elements[f"book-{seat}-{kind}"] = "book", kind, number
    return elements | tunnel(scene, seat)


def _others(scene: Scene) -> Elements:
    """Return the elements of the other seats that a spectator doesn't get: hatters' cards, and who may be given one."""
    target, elements = _gives(scene), {}
    for seat, entries in enumerate(scene.view["tunnels"]):
        if seat == scene.viewer:
            continue
        if target:
            elements[f"give-{seat}"] = "give", seat, scene.people[seat].name
        if any(entry["hatter"] for entry in entries):
            elements |= tunnel(scene, seat)
    return elements


def _mine(scene: Scene, consequences: Consequences) -> Mapping[str, Key | None]:
    """Return the panel of the viewer's seat, with the effects of its choices."""
    seat, covers = scene.view["you"], covering(consequences)
    # The cards that the viewer knows and that aren't covered.
    counting = [card for card, entry in _cards(scene, seat) if card and entry["by"] is None]
    arriving = arrivals(consequences.explore) if scene.acts else ()
    return {
        f"give-{seat}": None,
        **(tunnel(scene, seat, covers) if covers else {}),
        "standing": ("standing", highest_wins(scene)),
        f"coming-{seat}": ("coming", arriving),
        f"alike-{seat}": ("alike", tuple(counting), arriving),
    }


def _gives(scene: Scene) -> bool:
    """Return True if the viewer may give another seat a hatter's card."""
    if not scene.acts or scene.view["phase"] != "power":
        return False
    return any("hatter" in characters for characters in scene.view["powers"].values())


def tunnel(scene: Scene, seat: int, covers: Mapping[int, str] = NOTHING) -> Elements:
    """Return a seat's tunnel card by card, as this viewer may know it. `covers` says what covering each position would
    leave, if a queen may cover one."""
    came = _came(scene, seat) if scene.view["tunnels"][seat] else NOTHING
    elements: Elements = {}
    for place, (card, entry) in enumerate(_cards(scene, seat)):
        marks = entry["hatter"], entry["by"], came.get(place, ""), covers.get(place, "")
        elements[f"t-{seat}-{place}"] = "dug", seat, place, card, *marks
    return elements


def _cards(scene: Scene, seat: int) -> list[tuple[str | None, dict[str, Any]]]:
    """Return the cards of a tunnel with their entries, after the match as everybody may know them."""
    known = (scene.opened or scene.view)["tunnels"][seat]
    return [(open["card"], entry) for open, entry in zip(known, scene.view["tunnels"][seat], strict=True)]


def _came(scene: Scene, seat: int) -> Mapping[int, str]:
    """Return the cards that the last move brought by position, each with the name that it had on its pile."""
    piles = came_from(scene.entries[-1], seat) if scene.entries else ()
    first = len(scene.view["tunnels"][seat]) - len(piles)
    return {first + n: ring.top_name(scene, pile, 1) for n, pile in enumerate(piles)}
