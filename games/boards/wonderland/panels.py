"""A seat's panel on Wonderland's board: its notebook and its tunnel. May touch the scene and the cards' words."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from games.boards import words as shared
from games.boards.parts import by_language, ngettext, rendered
from games.boards.parts import gettext as _
from games.boards.scene import Person, Scene
from games.boards.times import time_of
from games.boards.wonderland.asking import acts
from games.boards.wonderland.cards import back, card_name, face, notebook


class Shown(NamedTuple):
    """A tunnel's card as a viewer may know it: `by` covers it, `key` is its name on the pile that it has just come
    from, `leaves` what a queen that covers it would leave, in words."""

    card: str | None
    hatter: bool
    by: int | None
    key: str
    leaves: str


def target(scene: Scene, seat: int) -> bool:
    """Whether the viewer may give that seat a hatter's card."""
    return acts(scene) and scene.view["phase"] == "power" and seat != scene.viewer


def panel(scene: Scene, person: Person, covers: dict[int, str]) -> dict[str, Any]:
    """One seat's notebook and tunnel. `covers`: what covering each position would leave, if a queen may."""
    view, seat = scene.view, person.index
    score = view["scores"][seat]
    return {
        "seat": str(seat),
        "name": person.name,
        "level": shared.level(person.level),
        "stand_in": person.stand_in,
        "resigned": shared.given_up(person),
        "time": time_of(person),
        "exploring": bool(view["to_act"]) and view["turn"] == seat,
        "score": str(score),
        "points": ngettext("pt", "pts", score),
        "notebook": notebook(view["notebooks"][seat]),
        "tunnel": tunnel(scene, seat, covers),
        "target": target(scene, seat),
        "leads": view["ranks"][seat] == 1,
    }


def tunnel(scene: Scene, seat: int, covers: dict[int, str]) -> SafeString:
    """A seat's tunnel, card by card, as this viewer may know it."""
    entries, came = scene.view["tunnels"][seat], _came(scene, seat)
    # After the match everything may be seen.
    opened = scene.opened["tunnels"][seat] if scene.opened else entries
    return _tunnel(
        seat,
        tuple(
            Shown(known["card"], entry["hatter"], entry["by"], came.get(place, ""), covers.get(place, ""))
            for place, (entry, known) in enumerate(zip(entries, opened, strict=True))
        ),
    )


@by_language
def _tunnel(seat: int, cards: tuple[Shown, ...]) -> SafeString:
    entries = [_entry(seat, place, shown) for place, shown in enumerate(cards)]
    return rendered(("games/boards/wonderland/tunnel.jinja", {"tunnel": entries}))


def _entry(seat: int, place: int, shown: Shown) -> dict[str, Any]:
    return {
        "id": f"t-{seat}-{place}",
        "place": str(place),
        "number": str(place + 1),
        "name": card_name(shown.card),
        "face": face(shown.card) if shown.card else back(_("a hatter's card, face down")),
        "hatter": shown.hatter,
        "hidden": not shown.card,
        "covered": shown.by is not None,
        "by": "" if shown.by is None else str(shown.by + 1),
        "leaves": shown.leaves,
        "key": shown.key,
    }


def _came(scene: Scene, seat: int) -> dict[int, str]:
    """By position, the cards that the last move brought, each under the name that it had on top of its pile."""
    piles: list[int] = []
    for event in scene.entries[-1].events if scene.entries else ():
        if event["event"] == "took" and event["seat"] == seat:
            piles += event["piles"]
        elif event["event"] in ("revealed", "given") and event.get("to", event["seat"]) == seat:
            piles.append(event["pile"])
    first = len(scene.view["tunnels"][seat]) - len(piles)
    return {first + n: top_name(scene, pile, 1) for n, pile in enumerate(piles)}


def top_name(scene: Scene, place: int, more: int = 0) -> str:
    """A name for a pile's top card while so many cards lie there: what a browser follows when it moves."""
    pile = scene.view["piles"][place]
    return f"p{place}-{pile['down'] + len(pile['up']) + more}"
