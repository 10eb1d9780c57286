"""The fragments of Wonderland's board: which there are, and which of them look the same to everybody."""

from __future__ import annotations

from games.boards.fragments import Fragments
from games.boards.log import log
from games.boards.scene import Scene
from games.wonderland.board.alike import arrivals
from games.wonderland.board.asking import Consequences, acts, consequences, covering, explored, hand
from games.wonderland.board.collapse import fell
from games.wonderland.board.count import result
from games.wonderland.board.panels import gives, panel
from games.wonderland.board.ring import ring

FOLDER = "wonderland"


def layout(scene: Scene) -> str:
    return "result" if scene.result else "play"


def public(scene: Scene) -> Fragments:
    if scene.result:
        return {}
    seats: Fragments = {f"seat-{person.index}": panel(scene, person) for person in scene.people}
    return seats | {"ring": (f"{FOLDER}/ring.jinja", ring(scene, consequences(scene)))}


def fragments(scene: Scene) -> Fragments:
    if scene.result:
        return {"result": (f"{FOLDER}/count.jinja", result(scene))}
    tunnels, target = scene.common.view["tunnels"], gives(scene)
    # Who sees a hatter's card there, or may give one, sees the seat otherwise than a spectator does.
    fragments: Fragments = {
        f"seat-{person.index}": panel(scene, person, target=target)
        for person in scene.others
        if target or scene.view["tunnels"][person.index] != tunnels[person.index]
    }
    more = sees_more(scene)
    found = consequences(scene) if more else Consequences({})
    if more:
        fragments["ring"] = (f"{FOLDER}/ring.jinja", ring(scene, found))
    # A seat's log may tell what a cat showed it, or which card a hatter gave to another.
    if more and scene.entries != scene.common.entries:
        fragments["log"] = log(scene)
    if scene.me is not None:
        covers, arriving = (covering(found), arrivals(explored(found))) if acts(scene) else ({}, ())
        fragments["mine"] = panel(scene, scene.me, covers, arriving=arriving)
        fragments["hand"] = hand(scene, scene.me, found)
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
