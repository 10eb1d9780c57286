"""The end of Wonderland: every notebook as its score counts it. May touch the rules and the cards' words."""

from __future__ import annotations

from typing import Any

from games.boards import texts as shared
from games.boards.fragments import gettext as _
from games.boards.fragments import ngettext
from games.boards.places import Place, places
from games.boards.scene import Scene
from games.wonderland.board.cards import INKS, card_name, face
from games.wonderland.rules.scoring import ALL_FIVE, SET, division
from games.wonderland.rules.state import CHARACTERS, EVERYONE, KINDS


def result(scene: Scene) -> dict[str, Any]:
    """The winner first; a notebook's cards under what they count for."""
    assert scene.outcome is not None
    return {
        "why": shared.reason(scene),
        "rule": _rule(scene.view["options"]["groups"]),
        "rows": [_row(scene, place) for place in places(scene)],
    }


def _rule(groups: str) -> str:
    if groups == "square":
        return _("Crowd 5, a set of five characters 15, each card of a group as much as the group has cards.")
    return _("Crowd 5, a set of five characters 15, every other card 1.")


def _row(scene: Scene, place: Place) -> dict[str, Any]:
    assert scene.outcome is not None
    person, seat = place.person, place.person.index
    cards = scene.view["notebooks"][seat]
    text = ngettext("%(count)d card", "%(count)d cards", len(cards)) % {"count": len(cards)}
    return {
        "name": person.name,
        "rank": place.rank,
        "wins": place.wins,
        "you": seat == scene.viewer,
        "resigned": shared.resigned(person),
        "cards": text,
        "total": str(scene.outcome["scores"][seat]),
        **division_of(cards, scene.view["options"]["groups"]),
    }


def division_of(cards: list[str], groups: str) -> dict[str, Any]:
    """The best division of a notebook: `everyone`, `sets`, `groups`, each with its faces and its points."""
    counts = tuple(cards.count(kind) for kind in KINDS)
    sets = max(range(min(counts[:5]) + 1), key=lambda number: division(counts, groups, number))
    left = {kind: cards.count(kind) - sets for kind in CHARACTERS}
    whole = [_group(kind, size, groups) for kind, size in left.items() if size]
    return {
        "everyone": {"faces": [face(EVERYONE)] * counts[5], "points": str(ALL_FIVE * counts[5])},
        "sets": {"rows": [[face(kind) for kind in CHARACTERS]] * sets, "points": str(SET * sets)},
        "groups": whole,
        "rest": str(sum(int(group["points"]) for group in whole)),
    }


def _group(kind: str, size: int, groups: str) -> dict[str, Any]:
    points = size * size if groups == "square" else size
    return {
        "faces": [face(kind)] * size,
        "ink": INKS[kind],
        "name": card_name(kind),
        "points": str(points),
    }
