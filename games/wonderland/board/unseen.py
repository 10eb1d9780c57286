"""Unseen cards that would bring the explorer's tunnel down, counted from their view alone."""

from __future__ import annotations

from typing import NamedTuple

from games.boards.language import gettext as _
from games.boards.language import ngettext
from games.rules import core
from games.wonderland.rules.odds import WHOLE, Counts, falls
from games.wonderland.rules.state import CHARACTERS, KINDS

Takes = tuple[str | None, ...]


class Seen(NamedTuple):
    """Counts of a tunnel as far as its owner knows it, how many of each kind they can't see, and how many of those
    lie in the tunnel."""

    tunnel: Counts
    unseen: Counts
    hidden: int


class Falling(NamedTuple):
    """The unseen cards that would bring a tunnel down: by kind how many would alone, of `every` unseen one, and the
    characters of which `two` would. `hidden`: a hatter's card lies there, of which nobody can count that."""

    able: tuple[tuple[str, int], ...]
    two: tuple[str, ...]
    every: int
    hidden: bool

    @property
    def alone(self) -> int:
        return sum([number for _kind, number in self.able])


def seen(view: core.View) -> Seen:
    """Asked at each choice: straight from the view, which is several times as fast as by the table that it stands
    for."""
    tunnel = view["tunnels"][view["turn"]]
    counting = [entry["card"] for entry in tunnel if entry["by"] is None]
    known = [entry["card"] for cards in view["tunnels"] for entry in cards]
    known += view["discards"]
    for cards in view["notebooks"]:
        known += cards
    for pile in view["piles"]:
        known += pile["up"]
        known.append(pile["peeked"])
    counts = tuple([counting.count(kind) for kind in KINDS])
    unseen = tuple([whole - known.count(kind) for whole, kind in zip(WHOLE, KINDS, strict=True)])
    return Seen(counts, unseen, len([entry for entry in tunnel if entry["card"] is None]))


def falling(table: Seen, takes: Takes) -> Falling:
    """Those that may come with an exploration that `takes` these cards."""
    able, two = alone(table, takes), pairs(table, takes)
    return Falling(tuple(able.items()), two, sum(table.unseen), bool(table.hidden))


def alone(table: Seen, takes: Takes) -> dict[str, int]:
    """By kind: the unseen cards any of which makes three with what is known to lie there and to come."""
    counts = _with(table.tunnel, takes)
    if None not in takes or falls(counts):
        return {}
    most, crowd = max(counts[:5]), counts[5]
    alike = zip(KINDS, table.unseen, (*counts[:5], most), strict=True)
    return {kind: unseen for kind, unseen, count in alike if unseen and count + crowd == 2}


def pairs(table: Seen, takes: Takes) -> tuple[str, ...]:
    """The characters of which two that come make three, where one doesn't."""
    counts = _with(table.tunnel, takes)
    if takes.count(None) < 2 or falls(counts):
        return ()
    alike = zip(CHARACTERS, table.unseen, counts, strict=False)
    return tuple([kind for kind, unseen, count in alike if unseen and count + counts[5] == 1])


def _with(counts: Counts, cards: Takes) -> Counts:
    return tuple([count + cards.count(kind) for kind, count in zip(KINDS, counts, strict=True)])


def falling_text(found: Falling) -> str:
    if found.hidden:
        return _("Whatever a hatter gave you, these bring it down:")
    text = ngettext(
        "%(count)d of the %(every)d cards you can't see brings it down:",
        "%(count)d of the %(every)d cards you can't see bring it down:",
        found.alone,
    )
    return text % {"count": found.alone, "every": found.every}
