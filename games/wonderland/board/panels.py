"""A seat's panel on Wonderland's board: its notebook and its tunnel. May touch the scene and the cards' words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.boards import texts as shared
from games.boards import times
from games.boards.faces import bot_face
from games.boards.fragments import PLACE, Call, Fragment, Part, Rows, by_language, marked_part, part, template
from games.boards.fragments import gettext as _
from games.boards.panels import leads, score_of, standing_of
from games.boards.people import Person
from games.boards.scene import Scene
from games.wonderland.board.alike import Arrival, alike, coming
from games.wonderland.board.asking import acts
from games.wonderland.board.cards import back, card_name, face, notebook_parts
from games.wonderland.board.collapse import came_from

NOTHING: dict[int, str] = {}


class Dug(NamedTuple):
    """A tunnel's `entries` as a viewer may know them, the same as they are known after the match (`opened`), and by
    position the names under which cards have just come."""

    entries: Sequence[dict[str, Any]]
    opened: Sequence[dict[str, Any]]
    came: dict[int, str]


class Shown(NamedTuple):
    """A tunnel's card as a viewer may know it: `by` covers it, `key` is its name on the pile that it has just come
    from, `leaves` what a queen that covers it would leave, in words."""

    card: str | None
    hatter: bool
    by: int | None
    key: str
    leaves: str


def gives(scene: Scene) -> bool:
    """Whether the viewer may give another seat a hatter's card."""
    if not acts(scene) or scene.view["phase"] != "power":
        return False
    return any("hatter" in characters for characters in scene.view["powers"].values())


def panel(
    scene: Scene,
    person: Person,
    covers: dict[int, str] = NOTHING,
    target: bool = False,
    arriving: tuple[Arrival, ...] = (),
) -> Call:
    """One seat's notebook and tunnel. `covers`: what covering each position would leave, if a queen may. `target`:
    whether the viewer may give it a hatter's card. `arriving`: what exploring would bring, for whoever is to choose."""
    view, seat = scene.view, person.index
    mine, explores = seat == scene.viewer, bool(view["to_act"]) and view["turn"] == seat
    worth = view["notebooks"][seat], view["scores"][seat], mine and leads(view["ranks"], seat)
    return Call(_panel, (person, mine, explores, target, *worth, _dug_by(scene, seat), covers, arriving))


def _panel(
    person: Person,
    mine: bool,
    explores: bool,
    target: bool,
    notebook: Sequence[str],
    score: int,
    first: bool,
    dug: Dug,
    covers: dict[int, str],
    arriving: tuple[Arrival, ...],
) -> Fragment:
    seat = person.index
    data = times.of_panel(person, now=explores) | {
        "seat": str(seat),
        "name": person.name,
        "level": shared.level(person.level),
        "face": bot_face(person.level),
        "stand_in": person.stand_in,
        "resigned": shared.given_up(person),
        "score": score_of(seat, score),
        "notebook": notebook_parts(seat, notebook),
        "tunnel": _tunnel(seat, dug, covers),
        "give": _give(seat, person.name, target),
        "standing": standing_of(first) if mine else "",
    }
    if not mine:
        return "wonderland/seat.jinja", data
    counting = [
        known["card"]
        for entry, known in zip(dug.entries, dug.opened, strict=True)
        if entry["by"] is None and known["card"]
    ]
    near = {"coming": coming(seat, arriving), "alike": alike(seat, tuple(counting), arriving)}
    return "wonderland/mine.jinja", data | near


@by_language
def _give(seat: int, name: str, target: bool) -> Part:
    """What chooses the seat for a hatter's card, if it may be chosen."""
    return part("wonderland/give.jinja", f"give-{seat}", seat=str(seat), name=name, target=target)


def tunnel(scene: Scene, seat: int) -> Rows:
    """A seat's tunnel, card by card, as this viewer may know it."""
    return _tunnel(seat, _dug_by(scene, seat), NOTHING)


def _dug_by(scene: Scene, seat: int) -> Dug:
    entries = scene.view["tunnels"][seat]
    opened = scene.opened["tunnels"][seat] if scene.opened else entries
    return Dug(entries, opened, _came(scene, seat) if entries else NOTHING)


def _tunnel(seat: int, dug: Dug, covers: dict[int, str]) -> Rows:
    cards = [
        Shown(known["card"], entry["hatter"], entry["by"], dug.came.get(place, ""), covers.get(place, ""))
        for place, (entry, known) in enumerate(zip(dug.entries, dug.opened, strict=True))
    ]
    parts = tuple([_dug(seat, place, shown) for place, shown in enumerate(cards)])
    return Rows(parts, f"beforeend:#tunnel-{seat}", bare=True)


def _dug(seat: int, place: int, shown: Shown) -> Part:
    id = f"t-{seat}-{place}"
    came = f' data-card="{shown.key}"' if shown.key else ""
    start, middle, end = _card(place, shown._replace(key="")).split(PLACE)
    return marked_part(id, f"{start}{id}{middle}{came}{end}")


@by_language
def _card(place: int, shown: Shown) -> str:
    """With places for its id and for the name under which it has come."""
    return template("wonderland/dug.jinja").render(id=PLACE, came=PLACE, each=_entry(place, shown))


def _entry(place: int, shown: Shown) -> dict[str, Any]:
    return {
        "place": str(place),
        "number": str(place + 1),
        "name": card_name(shown.card),
        "face": face(shown.card) if shown.card else back(_("a hatter's card, face down")),
        "hatter": shown.hatter,
        "hidden": not shown.card,
        "covered": shown.by is not None,
        "by": "" if shown.by is None else str(shown.by + 1),
        "leaves": shown.leaves,
    }


def _came(scene: Scene, seat: int) -> dict[int, str]:
    """By position, the cards that the last move brought, each under the name that it had on top of its pile."""
    piles = came_from(scene.entries[-1], seat) if scene.entries else ()
    first = len(scene.view["tunnels"][seat]) - len(piles)
    return {first + n: top_name(scene, pile, 1) for n, pile in enumerate(piles)}


def top_name(scene: Scene, place: int, more: int = 0) -> str:
    """A name for a pile's top card while so many cards lie there: what a browser follows when it moves."""
    pile = scene.view["piles"][place]
    return f"p{place}-{pile['down'] + len(pile['up']) + more}"
