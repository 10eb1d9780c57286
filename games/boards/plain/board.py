"""The plain board: a scene to its fragments and headline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.urls import reverse

from games.boards import texts, times
from games.boards.contract import FragmentBoard
from games.boards.faces import bot_face
from games.boards.fragments import Fragments, ngettext
from games.boards.fragments import gettext as _
from games.boards.people import Person
from games.boards.places import places
from games.boards.plain import moves, zones
from games.boards.plain.zones import Item
from games.boards.scene import Entry, Scene
from games.rules import core

FOLDER = "boards/plain"


class PlainBoard(FragmentBoard):
    """`layout`, `headline`, `sentence` and `move_of_form` are what a subclass is likely to replace first."""

    STYLES = ("css/plain.css",)

    def layout(self, scene: Scene) -> str:
        return "result" if scene.outcome else "play"

    def template(self, scene: Scene) -> str:
        return f"{FOLDER}/{self.layout(scene)}.jinja"

    def fragments(self, scene: Scene) -> Fragments:
        found = list(_items(scene))
        common: Fragments = {"zones": (f"{FOLDER}/zones.jinja", _shown(scene, found, None))}
        if scene.outcome:
            return common | {"result": (f"{FOLDER}/standings.jinja", _result(scene))}
        seats: Fragments = {
            f"seat-{each.index}": (f"{FOLDER}/seat.jinja", _panel(scene, each, found))
            for each in scene.others
        }
        return common | seats | self._own(scene, found)

    def _own(self, scene: Scene, found: Sequence[Item]) -> Fragments:
        """What only somebody seated has: the own panel and what can be done; all may act in real time, so that nobody's
        turn is called out."""
        if scene.me is None:
            return {}
        own: Fragments = {
            "mine": (f"{FOLDER}/seat.jinja", _panel(scene, scene.me, found)),
            "moves": (f"{FOLDER}/moves.jinja", _moves(scene, scene.me)),
        }
        if scene.rules.REAL_TIME and scene.current:
            title, after = self.headline(scene)
            own["turn"] = ("boards/turn.jinja", {"title": title, "after": after})
        return own

    def headline(self, scene: Scene) -> tuple[str, str]:
        if scene.outcome:
            return texts.result(scene)
        if scene.rules.REAL_TIME:
            return _("All at once"), _("everybody may act at any time")
        mine = scene.current and scene.own and scene.viewer in scene.view["to_act"]
        others = [seat for seat in scene.view["to_act"] if not mine or seat != scene.viewer]
        called = texts.names([texts.called(scene, seat) for seat in others])
        waits = _("waiting for %(names)s") % {"names": called} if others else ""
        if mine:
            return _("Your turn"), waits
        if len(others) == 1:
            return texts.whose_turn(scene, others), ""
        return _("Everybody decides"), waits

    def sentence(self, entry: Entry, names: Sequence[str]) -> str:
        return moves.sentence(entry, names)

    def move_of_form(self, form: Mapping[str, Any]) -> core.Move:
        return moves.move_of_form(form)


def _items(scene: Scene) -> Iterator[Item]:
    """What the view holds; once everything may be seen the whole state on top of it."""
    opened = scene.opened or {}
    return zones.items(scene.rules, scene.view | opened, scene.common.view | opened)


def _shown(scene: Scene, found: Sequence[Item], seat: int | None) -> dict[str, Any]:
    names = scene.names
    return zones.shown([each for each in found if each.seat == seat], names)


def _panel(scene: Scene, person: Person, found: Sequence[Item]) -> dict[str, Any]:
    score = scene.view["scores"][person.index]
    time = times.of_panel(person, now=person.awaited and not scene.rules.REAL_TIME)
    return (
        _shown(scene, found, person.index)
        | time
        | {
            "id": "mine" if person is scene.me else f"seat-{person.index}",
            "name": person.name,
            "level": texts.level(person.level),
            "face": bot_face(person.level),
            "stand_in": person.stand_in,
            "resigned": texts.given_up(person),
            "score": str(score),
            "points": ngettext("pt", "pts", score),
        }
    )


def _moves(scene: Scene, me: Person) -> dict[str, Any]:
    """The buttons of the one who may act, and the way back for one whose seat a bot plays."""
    names = scene.names
    acts = scene.own and scene.current and me.index in scene.view["to_act"]
    stand_in = scene.own and me.stand_in
    return {
        "seen": str(scene.number) if acts else "",
        "moves": moves.buttons(scene.rules, scene.view, me.index, names) if acts else [],
        "field": moves.FIELD,
        "stand_in": stand_in,
        "back": reverse("back", args=[scene.table]) if stand_in else "",
    }


def _result(scene: Scene) -> dict[str, Any]:
    assert scene.outcome is not None
    scores = scene.outcome["scores"]
    found = list(_items(scene))
    return {
        "why": texts.reason(scene),
        "rows": [
            _shown(scene, found, person.index)
            | {
                "rank": rank,
                "wins": wins,
                "you": person is scene.me and scene.current,
                "name": person.name,
                "resigned": texts.resigned(person),
                "reacted": texts.reacted(person),
                "marked": texts.marked(person),
                "total": str(scores[person.index]),
            }
            for person, rank, wins in places(scene)
        ],
    }
