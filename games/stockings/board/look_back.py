"""The review of a race: each contested flip with everybody's reaction, the cost of misses, and the usual reactions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy

from games.boards import texts
from games.boards.contract import LookBack
from games.boards.language import gettext as _
from games.boards.language import ngettext
from games.boards.scene import Scene
from games.rules import core
from games.stockings.board import flips, reactions
from games.stockings.board.cards import CARD_NAMES, card_name, mute_face
from games.stockings.board.flips import Flip, Slap
from games.stockings.board.moment import late_words, name_alone

KINDS = {
    "same": gettext_lazy("The same stocking"),
    "on_santa": gettext_lazy("Stocking on Santa"),
    **{card: CARD_NAMES[card] for card in flips.KINDS if card in CARD_NAMES},
}
Row = dict[str, Any]


class RaceLookBack(LookBack):
    TEMPLATE = "stockings/look_back.html"

    def context(self, scene: Scene, states: Sequence[core.State]) -> dict[str, Any]:
        eyes = scene.viewer or 0
        people = [person.seat for person in scene.people if not person.level]
        race_flips = flips.flips(states, scene.entries, people)
        times = [slap.ms for flip in race_flips for slap in flip.slaps if slap.ms is not None]
        end = reactions.end_of(times or [0], scene.view["options"]["window"])
        return {
            "headline": headline(scene, eyes, race_flips),
            "flips": [_flip(scene, flip, end) for flip in race_flips if flip.slaps or eyes in flip.costs],
            "end": reactions.seconds(end),
            "viewed": name_alone(scene, eyes),
            "people": [_person(scene, person.seat, race_flips) for person in scene.people],
            "kinds": _kinds(scene, eyes, race_flips),
        }


def headline(scene: Scene, seat: int, flips: Sequence[Flip]) -> str:
    """Return for example `You: first 5 times, 16 flips missed`, and "" if nothing was flipped."""
    if not flips:
        return ""
    first, costs = _firsts(seat, flips), _costs(seat, flips)
    values = {
        "name": name_alone(scene, seat),
        "first": ngettext("first %(count)d time", "first %(count)d times", first) % {"count": first},
        "missed": ngettext("%(count)d flip missed", "%(count)d flips missed", len(costs))
        % {"count": len(costs)},
    }
    return _("%(name)s: %(first)s, %(missed)s") % values


def _firsts(seat: int, flips: Sequence[Flip]) -> int:
    return sum(slap.seat == seat and not slap.stood_in for flip in flips if (slap := flip.first))


def _costs(seat: int, flips: Sequence[Flip]) -> list[int]:
    return [flip.costs[seat] for flip in flips if seat in flip.costs]


def _flip(scene: Scene, flip: Flip, end: int) -> Row:
    eyes, first = scene.viewer or 0, flip.first
    slaps = [_slap(scene, slap, first) for slap in flip.slaps]
    if eyes in flip.costs and eyes not in [slap.seat for slap in flip.slaps]:
        slaps.append(
            {"name": name_alone(scene, eyes), "own": True, "verdict": "none", "words": _("laid nothing")}
        )
    return {
        "number": flip.number,
        "move": flip.move,
        "cards": _cards(flip),
        "flipped": mute_face(flip.card),
        "laid": mute_face(first.card) if first else "",
        "slaps": slaps,
        "dots": [
            {"x": reactions.place(slap.ms, end), "verdict": slap.verdict, "own": slap.seat == eyes}
            for slap in flip.slaps
            if slap.ms is not None
        ],
        "cost": _cost(flip.costs[eyes]) if eyes in flip.costs else "",
    }


def _cards(flip: Flip) -> str:
    """Return the flipped card and the one that took it, in words."""
    if flip.first is None:
        return _("Flipped: %(card)s") % {"card": card_name(flip.card)}
    values = {"card": card_name(flip.first.card), "flipped": card_name(flip.card)}
    return _("%(card)s on %(flipped)s") % values


def _slap(scene: Scene, slap: Slap, first: Slap | None) -> Row:
    words = {"right": _("first"), "wrong": _("wrong card"), "late": _("late")}[slap.verdict]
    if slap.verdict == "late" and first and None not in (slap.ms, first.ms):
        words = late_words(max(0, (slap.ms or 0) - (first.ms or 0)))
    return {
        "name": name_alone(scene, slap.seat),
        "own": slap.seat == scene.viewer,
        "verdict": slap.verdict,
        "ms": slap.ms,
        "words": words,
        "stood_in": slap.stood_in,
    }


def _person(scene: Scene, seat: int, flips: Sequence[Flip]) -> Row:
    """Return how often the seat was first, how often it missed a flip and what that cost it."""
    costs = _costs(seat, flips)
    return {
        "name": name_alone(scene, seat),
        "own": seat == scene.viewer,
        "mark": texts.marked(scene.people[seat]),
        "first": _firsts(seat, flips),
        "missed": len(costs),
        "cost": _cost(sum(costs)),
    }


def _cost(cards: int) -> str:
    return texts.change(cards) if cards else "0"


def _kinds(scene: Scene, eyes: int, race_flips: Sequence[Flip]) -> list[Row]:
    """Return by kind of laid card the usual reactions of the viewed seat and of the others."""
    own = flips.times(race_flips, {eyes})
    others = flips.times(race_flips, {person.seat for person in scene.people} - {eyes})
    usual = [reactions.usual(times) for times in (*own.values(), *others.values())]
    longest = max(usual, default=0)
    return [
        {"name": name, "own": _usual(own, kind, longest), "others": _usual(others, kind, longest)}
        for kind, name in KINDS.items()
        if kind in own or kind in others
    ]


def _usual(times: Mapping[str, Sequence[int]], kind: str, longest: int) -> Row | None:
    if kind not in times:
        return None
    ms = reactions.usual(times[kind])
    return {"ms": ms, "count": len(times[kind]), "width": reactions.width(ms, longest)}
