"""Which of the cards that whoever explores can't see would bring their tunnel down: counted from their view alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from games.boards.fragments import by_language, ngettext, rendered
from games.boards.fragments import gettext as _
from games.rules import core
from games.wonderland.board.cards import INKS, mark
from games.wonderland.rules.odds import WHOLE, Counts, falls
from games.wonderland.rules.state import CHARACTERS, KINDS

Takes = tuple[str | None, ...]


class Seen(NamedTuple):
    """What a tunnel counts as far as its owner knows it, how many of each kind they can't see, and how many of those
    lie in the tunnel."""

    tunnel: Counts
    unseen: Counts
    hidden: int


def seen(view: core.View) -> Seen:
    """Asked at each choice: straight from the view, which is several times as fast as by the table that it stands for."""
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


def falling(view: core.View, whats: Mapping[int, dict[str, Any]]) -> dict[int, SafeString]:
    """By pile that may be explored: the unseen cards that would bring the tunnel down, if one may come."""
    table = seen(view)
    return {pile: _words(table, tuple(what["takes"])) for pile, what in whats.items()}


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


@by_language
def _words(table: Seen, takes: Takes) -> SafeString:
    able, two, every = alone(table, takes), pairs(table, takes), sum(table.unseen)
    if not able and not two:
        return SafeString("")
    return rendered(
        (
            "wonderland/falling.jinja",
            {
                "says": _count(sum(able.values()), every)
                if not table.hidden
                else _("Whatever a hatter gave you, these bring it down:"),
                "figures": "" if table.hidden or two else f"{sum(able.values())} {every}",
                "chips": [
                    {"mark": mark(kind), "ink": INKS[kind], "count": str(n)} for kind, n in able.items()
                ],
                "two": [mark(kind) for kind in two],
            },
        )
    )


def _count(able: int, every: int) -> str:
    text = ngettext(
        "%(count)d of the %(every)d cards you can't see brings it down:",
        "%(count)d of the %(every)d cards you can't see bring it down:",
        able,
    )
    return text % {"count": able, "every": every}
