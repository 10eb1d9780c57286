"""The parts of Wonderland's board: which there are, and which of them look the same to everybody."""

from __future__ import annotations

from games.boards.board import log
from games.boards.parts import Part, Parts
from games.boards.scene import Person, Scene
from games.boards.wonderland.asking import acts, consequences, covering, hand
from games.boards.wonderland.count import result
from games.boards.wonderland.panels import panel, target
from games.boards.wonderland.ring import ring

FOLDER = "games/boards/wonderland"


def layout(scene: Scene) -> str:
    return "result" if scene.outcome else "play"


def public(scene: Scene) -> Parts:
    if scene.outcome:
        return {}
    return {f"seat-{person.index}": _seat(scene, person) for person in scene.people}


def parts(scene: Scene) -> Parts:
    if scene.outcome:
        return {"result": (f"{FOLDER}/count.html", result(scene))}
    found = consequences(scene)
    parts = {
        f"seat-{person.index}": _seat(scene, person) for person in scene.others if _differs(scene, person)
    }
    parts["ring"] = (f"{FOLDER}/ring.jinja", ring(scene, found))
    # A seat's log may tell what a cat showed it, or which card a hatter gave to another.
    if scene.entries != scene.common.entries:
        parts["log"] = log(scene)
    if scene.me is not None:
        covers = covering(found) if acts(scene) else {}
        parts["mine"] = (f"{FOLDER}/mine.jinja", panel(scene, scene.me, covers))
        parts["hand"] = (f"{FOLDER}/hand.jinja", hand(scene, scene.me, found))
    return parts


def _seat(scene: Scene, person: Person) -> Part:
    return f"{FOLDER}/seat.jinja", panel(scene, person, {})


def _differs(scene: Scene, person: Person) -> bool:
    """Whether this viewer sees the seat otherwise than a spectator does: a hatter's card there, or a choice."""
    seat = person.index
    return scene.view["tunnels"][seat] != scene.common.view["tunnels"][seat] or target(scene, seat)
