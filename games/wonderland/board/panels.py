"""A seat's panel on Wonderland's board: its notebook, its tunnel, and what its owner may choose there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.boards.elements import Elements, Key
from games.boards.scene import Scene
from games.boards.texts import highest_wins
from games.wonderland.board.alike import arrivals
from games.wonderland.board.asking import Consequences, covering
from games.wonderland.board.cards import numbers_of
from games.wonderland.board.collapse import came_from
from games.wonderland.rules.state import KINDS

NOTHING: Mapping[int, str] = {}


def public(scene: Scene, seat: int) -> Elements:
    notebook = scene.view["notebooks"][seat]
    elements: Elements = {
        f"seat-{seat}-score": ("score", scene.view["scores"][seat]),
        f"give-{seat}": ("give", seat, ""),
    }
    for kind, number in zip(KINDS, numbers_of(notebook), strict=True):
        elements[f"book-{seat}-{kind}"] = "book", kind, number
    return elements | tunnel(scene, seat)


def of_others(scene: Scene) -> Elements:
    """Return the elements of the other seats that a spectator doesn't get: hatters' cards, and who may be given one."""
    target, elements = gives(scene), {}
    for seat, entries in enumerate(scene.view["tunnels"]):
        if seat == scene.viewer:
            continue
        if target:
            elements[f"give-{seat}"] = "give", seat, scene.people[seat].name
        if any(entry["hatter"] for entry in entries):
            elements |= tunnel(scene, seat)
    return elements


def own(scene: Scene, consequences: Consequences) -> Mapping[str, Key | None]:
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


def gives(scene: Scene) -> bool:
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
    return {first + n: top_name(scene, pile, 1) for n, pile in enumerate(piles)}


def top_name(scene: Scene, place: int, more: int = 0) -> str:
    """Return a name for a pile's top card when `more` cards are added. A browser moves the card by this name."""
    pile = scene.view["piles"][place]
    return f"p{place}-{pile['down'] + len(pile['up']) + more}"
