"""The parts of Wonderland's board: the ring of piles, the seats' tunnels and notebooks, the log."""

from __future__ import annotations

from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards import words as shared
from games.boards.board import log
from games.boards.parts import Parts
from games.boards.scene import Entry, Person, Scene
from games.boards.times import time_of
from games.boards.wonderland.asking import (
    Consequences,
    acts,
    consequences,
    covering,
    digging,
    exploring,
    hand,
)
from games.boards.wonderland.cards import back, card_name, counts, face, key, mark
from games.boards.wonderland.count import result
from games.boards.wonderland.words import sentence

FOLDER = "games/boards/wonderland"


def layout(scene: Scene) -> str:
    return "result" if scene.outcome else "play"


def parts(scene: Scene) -> Parts:
    if scene.outcome:
        return {"result": (f"{FOLDER}/count.html", result(scene))}
    found = consequences(scene)
    parts: Parts = {
        f"seat-{person.index}": (f"{FOLDER}/seat.html", _panel(scene, person, {})) for person in scene.others
    }
    parts["ring"] = (f"{FOLDER}/ring.html", ring(scene, found))
    # A seat's log may tell what a cat showed it, or which card a hatter gave to another.
    parts["log"] = log(scene)
    if scene.me is not None:
        covers = covering(found) if acts(scene) else {}
        parts["mine"] = (f"{FOLDER}/mine.html", _panel(scene, scene.me, covers))
        parts["hand"] = (f"{FOLDER}/hand.html", hand(scene, scene.me, found))
    return parts


def ring(scene: Scene, found: Consequences) -> dict[str, Any]:
    """The piles, what exploring each would bring, the keys, and what has just fallen."""
    view = scene.view
    newest = scene.entries[-1] if scene.entries else None
    asked = acts(scene)
    explore, dig = exploring(scene, found), digging(scene, found) if asked else {}
    return {
        "asked": view["phase"] if asked else "",
        "explorer": scene.name(view["turn"]) if explore and not asked else "",
        "piles": [_pile(scene, place, explore, dig.get(place)) for place in range(len(view["piles"]))],
        "key": key(),
        "hall": "x" * view["keys"]["hall"],
        "hall_text": _keys(view["keys"]["hall"]),
        "held": "x" * view["keys"]["hand"],
        "held_text": _keys(view["keys"]["hand"]),
        "mine": scene.live and view["turn"] == scene.viewer,
        "discards": counts(view["discards"]) if view["discards"] else [],
        "last": sentence(newest, [person.name for person in scene.people]) if newest else "",
        "fallen": _fallen(scene),
    }


def _keys(count: int) -> str:
    return ngettext("%(count)d key", "%(count)d keys", count) % {"count": count}


def _pile(
    scene: Scene, place: int, explore: dict[int, dict[str, Any]], dig: dict[str, Any] | None
) -> dict[str, Any]:
    pile = scene.view["piles"][place]
    seen = _looked_at(scene, place)
    under = card_name(seen) if seen and pile["up"] else ""
    return {
        "place": str(place),
        "to": " ".join(str(each) for each, what in explore.items() if place in what["from"]),
        "number": str(place + 1),
        "top": _top(pile, seen),
        "card": _top_name(scene, place),
        "known": bool(seen) and not pile["up"],
        "under": under,
        "peekers": ""
        if seen
        else shared.names([scene.name(seat) for seat in pile["peekers"] if seat != scene.viewer]),
        "down": str(pile["down"]),
        "up": [mark(card) for card in pile["up"][::-1]],
        "key": key() if pile["key"] else "",
        "empty": not pile["down"] and not pile["up"],
        "explore": explore.get(place),
        "dig": dig,
    }


def _looked_at(scene: Scene, place: int) -> str | None:
    """What a cat has shown this viewer; after the match, what it showed anybody."""
    if scene.opened:
        pile = scene.opened["piles"][place]
        return pile["down"][0] if pile["seen"] else None
    seen: str | None = scene.view["piles"][place]["peeked"]
    return seen


def _top(pile: dict[str, Any], seen: str | None) -> SafeString | str:
    if pile["up"]:
        return face(pile["up"][-1])
    if not pile["down"]:
        return ""
    return face(seen) if seen else back()


def _fallen(scene: Scene) -> list[dict[str, Any]]:
    """The tunnels that collapsed in the last move, or at the end of the turn before this one."""
    entry = _last_turn(scene)
    if entry is None:
        return []
    return [
        {
            "id": f"fallen-{entry.number}-{event['seat']}",
            "name": scene.name(event["seat"]),
            "mine": scene.live and event["seat"] == scene.viewer,
            "cards": [face(card) for card in event["cards"]],
        }
        for event in entry.events
        if event["event"] in ("collapsed", "hatter_collapsed")
    ]


def _last_turn(scene: Scene) -> Entry | None:
    """The newest move if a tunnel fell in it, else the one that ended the turn before."""
    for entry in reversed(scene.entries):
        if any(event["event"] in ("collapsed", "hatter_collapsed") for event in entry.events):
            return entry
        if entry.seat != scene.view["turn"]:
            return None
    return None


def _panel(scene: Scene, person: Person, covers: dict[int, str]) -> dict[str, Any]:
    """One seat's notebook and tunnel. `covers`: what covering each position would leave, if a queen may."""
    view, seat = scene.view, person.index
    score = view["scores"][seat]
    return {
        "seat": str(seat),
        "name": person.name,
        "level": str(shared.LEVELS[person.level]) if person.level else "",
        "stand_in": person.stand_in,
        "resigned": person.resigned,
        "time": time_of(person),
        "awaited": person.awaited,
        "exploring": bool(view["to_act"]) and view["turn"] == seat,
        "score": str(score),
        "points": ngettext("pt", "pts", score),
        "notebook": counts(view["notebooks"][seat]),
        "tunnel": tunnel(scene, seat, covers),
        "target": acts(scene) and view["phase"] == "power" and seat != scene.viewer,
        "leads": view["ranks"][seat] == 1,
    }


def tunnel(scene: Scene, seat: int, covers: dict[int, str]) -> list[dict[str, Any]]:
    """A seat's tunnel, card by card, as this viewer may know it."""
    came = _came(scene, seat)
    places = range(len(scene.view["tunnels"][seat]))
    return [_entry(scene, seat, place, covers) | {"key": came.get(place, "")} for place in places]


def _came(scene: Scene, seat: int) -> dict[int, str]:
    """By position, the cards that the last move brought, each under the name that it had on top of its pile."""
    piles: list[int] = []
    for event in scene.entries[-1].events if scene.entries else ():
        if event["event"] == "took" and event["seat"] == seat:
            piles += event["piles"]
        elif event["event"] in ("revealed", "given") and event.get("to", event["seat"]) == seat:
            piles.append(event["pile"])
    first = len(scene.view["tunnels"][seat]) - len(piles)
    return {first + n: _top_name(scene, pile, 1) for n, pile in enumerate(piles)}


def _top_name(scene: Scene, place: int, more: int = 0) -> str:
    """A name for a pile's top card while so many cards lie there: what a browser follows when it moves."""
    pile = scene.view["piles"][place]
    return f"p{place}-{pile['down'] + len(pile['up']) + more}"


def _entry(scene: Scene, seat: int, place: int, covers: dict[int, str]) -> dict[str, Any]:
    entry = scene.view["tunnels"][seat][place]
    card = scene.opened["tunnels"][seat][place]["card"] if scene.opened else entry["card"]
    return {
        "id": f"t-{seat}-{place}",
        "place": str(place),
        "number": str(place + 1),
        "name": card_name(card),
        "face": face(card) if card else back(_("a hatter's card, face down")),
        "hatter": entry["hatter"],
        "hidden": not card,
        "covered": entry["covered"],
        "by": str(entry["by"] + 1) if entry["covered"] else "",
        "leaves": covers.get(place, ""),
    }
