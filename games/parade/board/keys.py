"""The elements of Parade's board with their keys. `templates/parade/board.jinja` draws them."""

from __future__ import annotations

from collections.abc import Mapping

from games.boards.elements import Elements, Frame, Key, frame_of
from games.boards.keys import clocks, newest
from games.boards.language import gettext as _
from games.boards.panels import leads
from games.boards.people import Person
from games.boards.scene import Scene
from games.parade.board.choices import choice
from games.parade.board.result import result
from games.parade.board.texts import standing
from games.parade.rules.rules import COLOURS, count


def frame(scene: Scene) -> Frame:
    """Return the frame: whether there is a deck, and the hands of a finished match."""
    if scene.result:
        return frame_of(scene, "result")
    opened = tuple([tuple(hand) for hand in scene.opened["hands"]]) if scene.opened else ()
    return frame_of(scene, "play", bool(scene.view["deck"]), opened)


def public(scene: Scene) -> Elements:
    if scene.result:
        return {}
    view, elements = scene.view, clocks(scene)
    for seat, columns in enumerate(count(view["before"])):
        size, decided = view["hands"][seat], view["phase"] == "discard" and view["decided"][seat]
        elements[f"seat-{seat}-backs"] = "backs", size
        elements[f"seat-{seat}-held"] = "held", size, decided
        elements[f"seat-{seat}-score"] = "score", view["scores"][seat]
        for colour, (values, crowned) in zip(COLOURS, columns, strict=True):
            elements[f"seat-{seat}-{colour}"] = "column", colour, values, crowned
    elements["pile"] = "pile", view["deck"]
    elements.update([(f"p-{card}", ("walker", card)) for card in view["parade"]])
    return elements


def own(scene: Scene) -> Mapping[str, Key | None]:
    if scene.result:
        return {"result": result(scene)}
    me, view = scene.me, scene.view
    if me is None:
        return {"newest": newest(scene)}
    columns = count(view["before"])[me.index]
    first = leads(view["ranks"], me.index) and any(view["before"])
    return {
        "newest": newest(scene),
        "standing": ("standing", standing(first, bool(view["majorities"][me.index]))),
        "hand": _hand(scene, me),
        "says": ("says", *_asked(scene, me)),
        # The viewer's own hand is shown instead of backs.
        f"seat-{me.index}-backs": None,
        f"seat-{me.index}-held": None,
    } | {
        f"seat-{me.index}-{colour}": ("own_column", colour, values, crowned)
        for colour, (values, crowned) in zip(COLOURS, columns, strict=True)
    }


def _asked(scene: Scene, me: Person) -> tuple[str, str]:
    """Return the text of the plate before anything is chosen, and after cards are given up."""
    if not scene.own or me.index not in scene.view["to_act"]:
        return "", ""
    if scene.view["phase"] == "discard":
        return _("Choose two cards to discard"), _("You keep {cards}")
    return _("Choose a card"), ""


def _hand(scene: Scene, me: Person) -> Key:
    """Return the key of the hand: for a seat that may act, with the effect of each choice."""
    view, hand = scene.view, tuple(scene.view["hand"])
    # The table to which the person may return, if a bot plays the seat.
    back = scene.table if scene.own and me.stand_in else ""
    if not scene.own or me.index not in view["to_act"]:
        # When all have chosen, everybody sees it.
        chosen = tuple(view["discard"] or ()) if view["phase"] == "discard" else ()
        return "waiting_hand", hand, chosen, back
    preview = scene.rules.preview(view, me.index)
    if view["phase"] == "discard":
        score = view["scores"][me.index]
        pairs = [(tuple(move["cards"]), what["scores"][me.index] - score) for move, what in preview]
        return "discarding_hand", hand, scene.number, tuple(pairs), back
    columns = count(view["before"])
    choices = [choice(view, columns, me.index, move["card"], what) for move, what in preview]
    return "playing_hand", scene.number, tuple(choices), back
