"""The plain board: keys and headline of a scene."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.boards import results, texts
from games.boards.contract import GameBoard
from games.boards.elements import Elements, Key
from games.boards.fields import Form
from games.boards.language import gettext as _
from games.boards.people import Person
from games.boards.plain import moves, zones
from games.boards.plain.zones import Fact, Item, Zone
from games.boards.results import standings
from games.boards.scene import Entry, Scene
from games.rules import core


class PlainBoard(GameBoard):
    """A board made from views. Subclasses usually override `headline`, `sentence` and `move_of_form` first."""

    STYLES = ("css/plain.css",)
    TEMPLATES = ("boards/plain/board.jinja",)

    def own(self, scene: Scene) -> Mapping[str, Key | None]:
        """Return all elements as the viewer's own: any view may hold what others don't see."""
        # Once everything may be seen, the whole state.
        opened = scene.opened or {}
        entries = list(zones.items(scene.rules, scene.view | opened, scene.common.view | opened))
        common: Elements = {"zones": ("zones", *_shown(scene, entries, None))}
        if scene.result:
            return common | {"result": _standings(scene, entries)}
        for person in scene.people:
            id = "mine" if person is scene.me else f"seat-{person.seat}"
            common[id] = _panel(scene, person, entries)
        if scene.me is not None:
            common["moves"] = _moves(scene, scene.me)
            if scene.rules.REAL_TIME and scene.current:
                # Everybody may act, so nobody's turn is announced.
                common["turn"] = "turn", *self.headline(scene), "", False, "", None
        return common

    def headline(self, scene: Scene) -> tuple[str, str]:
        if scene.outcome:
            return results.headline(scene)
        if scene.rules.REAL_TIME:
            return _("All at once"), _("everybody may act at any time")
        others = [seat for seat in scene.view["to_act"] if not scene.acts or seat != scene.viewer]
        waits = texts.waiting_for(scene, others) if others else ""
        if scene.acts:
            return _("Your turn"), waits
        if len(others) == 1:
            return texts.whose_turn(scene, others), ""
        return _("Everybody decides"), waits

    def sentence(self, entry: Entry, names: Sequence[str], you: int | None) -> str:
        return moves.sentence(entry, names)

    def move_of_form(self, form: Form) -> core.Move:
        return moves.move_of_form(form)


def _shown(
    scene: Scene, entries: Sequence[Item], seat: int | None
) -> tuple[tuple[Fact, ...], tuple[Zone, ...]]:
    return zones.shown([item for item in entries if item.seat == seat], scene.names)


def _panel(scene: Scene, person: Person, entries: Sequence[Item]) -> Key:
    now, score = person.awaited and not scene.rules.REAL_TIME, scene.view["scores"][person.seat]
    return "panel", person.nameplate, now, person.time, score, *_shown(scene, entries, person.seat)


def _moves(scene: Scene, me: Person) -> Key:
    """Return the key of the buttons of a seat that may act, and of the ways to be ready and back in the match."""
    ready = scene.table if scene.may_be_ready and not me.ready else ""
    buttons = moves.buttons(scene.rules, scene.view, me.seat, scene.names) if scene.acts else ()
    return "moves", scene.number if scene.acts else None, buttons, scene.back, ready


def _standings(scene: Scene, items: Sequence[Item]) -> Key:
    """Return the key of the result: each seat with its reactions in words, its mark, and its zones."""
    rows = []
    for standing in standings(scene):
        person = scene.people[standing.seat]
        row = standing, texts.reacted(person), texts.marked(person), *_shown(scene, items, standing.seat)
        rows.append(row)
    return "standings", texts.reason(scene), tuple(rows)
