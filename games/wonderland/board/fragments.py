"""The fragments of Wonderland's board: which there are, and which of them look the same to everybody."""

from __future__ import annotations

from games.boards.fragments import Fragment, Fragments
from games.boards.log import log
from games.boards.people import Person
from games.boards.scene import Scene
from games.wonderland.board.asking import acts, consequences, covering, hand
from games.wonderland.board.collapse import fell
from games.wonderland.board.count import result
from games.wonderland.board.panels import panel, target
from games.wonderland.board.ring import ring

FOLDER = "wonderland"


def layout(scene: Scene) -> str:
    return "result" if scene.result else "play"


def public(scene: Scene) -> Fragments:
    if scene.result:
        return {}
    seats: Fragments = {f"seat-{person.index}": _seat(scene, person) for person in scene.people}
    return seats | {"ring": (f"{FOLDER}/ring.jinja", ring(scene, consequences(scene)))}


def fragments(scene: Scene) -> Fragments:
    if scene.result:
        return {"result": (f"{FOLDER}/count.jinja", result(scene))}
    fragments: Fragments = {
        f"seat-{person.index}": _seat(scene, person) for person in scene.others if _differs(scene, person)
    }
    more = sees_more(scene)
    found = consequences(scene) if more else []
    if more:
        fragments["ring"] = (f"{FOLDER}/ring.jinja", ring(scene, found))
    # A seat's log may tell what a cat showed it, or which card a hatter gave to another.
    if more and scene.entries != scene.common.entries:
        fragments["log"] = log(scene)
    if scene.me is not None:
        covers = covering(found) if acts(scene) else {}
        fragments["mine"] = (f"{FOLDER}/mine.jinja", panel(scene, scene.me, covers))
        fragments["hand"] = (f"{FOLDER}/hand.jinja", hand(scene, scene.me, found))
    return fragments


def sees_more(scene: Scene) -> bool:
    """Whether the ring may look otherwise to this viewer than to a spectator: it is their turn, a cat has shown them a
    card, they know a hatter's card, which changes chances, they know more of a move, or their tunnel has just fallen."""
    view, common, seat = scene.view, scene.common.view, scene.viewer
    return (
        seat == view["turn"]
        or view["piles"] != common["piles"]
        or view["tunnels"] != common["tunnels"]
        or scene.entries != scene.common.entries
        or (seat is not None and fell(scene, seat))
    )


def _seat(scene: Scene, person: Person) -> Fragment:
    return f"{FOLDER}/seat.jinja", panel(scene, person, {})


def _differs(scene: Scene, person: Person) -> bool:
    """Whether this viewer sees the seat otherwise than a spectator does: a hatter's card there, or a choice."""
    seat = person.index
    return scene.view["tunnels"][seat] != scene.common.view["tunnels"][seat] or target(scene, seat)
