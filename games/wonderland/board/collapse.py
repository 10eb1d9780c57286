"""A tunnel that has collapsed: the three cards that did it, what fell with them, and what that cost its owner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from games.boards import texts
from games.boards.fragments import by_language, ngettext, pgettext
from games.boards.fragments import gettext as _
from games.boards.scene import Entry, Scene
from games.rules import core
from games.wonderland.board.cards import face
from games.wonderland.rules.scoring import score
from games.wonderland.rules.state import CHARACTERS, EVERYONE

COLLAPSES = ("collapsed", "hatter_collapsed")
ALIKE = 3
THREE = {
    "alice": gettext_lazy("Three Alices"),
    "rabbit": gettext_lazy("Three rabbits"),
    "cat": gettext_lazy("Three cats"),
    "queen": gettext_lazy("Three queens"),
    "hatter": gettext_lazy("Three hatters"),
}
# For how many turns a collapse stands there, by the number of seats, if not for one.
LONGER = {2: 2}


class Fallen(NamedTuple):
    """A tunnel that collapsed, and its cards as they are drawn: the `three` each with what is said of it, with a `crowd`
    among them or not. `ledger` is for its owner: what is said, and how much."""

    id: str
    name: str
    mine: bool
    explored: bool
    alike: str
    crowd: bool
    three: tuple[tuple[SafeString, str], ...]
    cards: tuple[SafeString, ...]
    ledger: tuple[tuple[str, str], ...]


def fallen(scene: Scene) -> list[Fallen]:
    """The tunnels that collapsed in the last move, or at the end of the turn before this one."""
    entry = _last_turn(scene)
    if entry is None:
        return []
    return [_fallen(scene, entry, event) for event in entry.events if event["event"] in COLLAPSES]


def fell(scene: Scene, seat: int) -> bool:
    """Whether that seat's tunnel is shown as fallen."""
    entry = _last_turn(scene)
    if entry is None:
        return False
    return any(event["seat"] == seat for event in entry.events if event["event"] in COLLAPSES)


def _last_turn(scene: Scene) -> Entry | None:
    """Looked for once in what everybody knows: a collapse is no secret, but what else a viewer may know of the move is
    in their own entry."""
    made, entries = scene.common.made, scene.entries
    if "fallen" not in made:
        made["fallen"] = _found(scene.common)
    place = made["fallen"]
    return None if place is None else entries[place]


def _found(scene: Scene) -> int | None:
    """The newest move if a tunnel fell in it, else the one that ended the turn before; of two seats the one before that
    as well, since a bot's turn is over soon."""
    turn, ended = scene.view["turn"], 0
    for place in reversed(range(len(scene.entries))):
        entry = scene.entries[place]
        if entry.seat != turn:
            turn, ended = entry.seat, ended + 1
        for event in entry.events:
            if event["event"] in COLLAPSES:
                return place if ended <= LONGER.get(len(scene.people), 1) else None
        if ended > 1:
            return None
    return None


def _fallen(scene: Scene, entry: Entry, event: core.Event) -> Fallen:
    seat = event["seat"]
    mine = scene.current and seat == scene.viewer
    alike, three, others = _drawn(tuple(event["cards"]), came_from(entry, seat))
    return Fallen(
        f"fallen-{entry.number}-{seat}",
        scene.name(seat),
        mine,
        event["event"] == "collapsed" and entry.move["type"] == "explore",
        alike,
        crowded(event["cards"]),
        three,
        others,
        tuple(_ledger(scene, entry, event)) if mine else (),
    )


def came_from(entry: Entry, seat: int) -> tuple[int, ...]:
    """The piles from which the last cards of that seat's tunnel came in that move."""
    piles: list[int] = []
    for event in entry.events:
        if event["event"] == "took" and event["seat"] == seat:
            piles += event["piles"]
        elif event["event"] in ("revealed", "given") and event.get("to", event["seat"]) == seat:
            piles.append(event["pile"])
    return tuple(piles)


@by_language
def _drawn(
    cards: tuple[str, ...], piles: tuple[int, ...]
) -> tuple[str, tuple[tuple[SafeString, str], ...], tuple[SafeString, ...]]:
    """Of which character there are three, these cards' drawings with what is said of them, and those of the others."""
    kind, three = three_alike(cards)
    others = [face(card) for place, card in enumerate(cards) if place not in three]
    first = len(cards) - len(piles)
    marked = [
        (face(cards[at]), _label(place, piles[at - first] if at >= first else None))
        for place, at in enumerate(three)
    ]
    return str(THREE[kind]), tuple(marked), tuple(others)


def _label(place: int, pile: int | None) -> str:
    """`third, pile 5`"""
    which = (pgettext("a card", "first"), pgettext("a card", "second"), pgettext("a card", "third"))[place]
    return which if pile is None else _("%(which)s, pile %(number)d") % {"which": which, "number": pile + 1}


def three_alike(cards: Sequence[str]) -> tuple[str, list[int]]:
    """The character of which there are three, and the places of the three that came last."""
    found = {kind: [at for at, card in enumerate(cards) if card in (kind, EVERYONE)] for kind in CHARACTERS}
    kind = max(CHARACTERS, key=lambda each: (len(found[each]) >= ALIKE, found[each][-1:], len(found[each])))
    return kind, found[kind][-ALIKE:]


def crowded(cards: Sequence[str]) -> bool:
    return any(cards[at] == EVERYONE for at in three_alike(cards)[1])


def _ledger(scene: Scene, entry: Entry, event: core.Event) -> list[tuple[str, str]]:
    groups, lost = scene.view["options"]["groups"], event["cards"]
    notebook = Counter(scene.view["notebooks"][event["seat"]])
    now = score(list(notebook.elements()), groups)
    for each in entry.events:
        if each["event"] == "refilled":
            notebook -= Counter(each["cards"])
    safe = score(list(notebook.elements()), groups)
    text = ngettext("%(count)d card", "%(count)d cards", len(lost)) % {"count": len(lost)}
    lines = [(_("lost with the tunnel"), text)]
    if _might_have_stopped(scene, entry):
        took = [card for each in entry.events if each["event"] == "took" for card in each["cards"]]
        kept = notebook + Counter(lost) - Counter(took) + Counter([entry.move["card"]])
        before = score(list(kept.elements()), groups)
        lines += [(_("had you stopped before"), texts.few_points(before))]
        lines += [
            (_("your notebook is safe"), texts.few_points(safe)),
            (_("what it cost"), texts.few_points(before - safe)),
        ]
    else:
        lines.append((_("your notebook is safe"), texts.few_points(safe)))
    if now != safe:
        lines.append((_("and with the cards you draw up to three"), texts.few_points(now)))
    return lines


def _might_have_stopped(scene: Scene, entry: Entry) -> bool:
    """A turn's first exploration is compulsory, and so is the power after an exploration."""
    before = [each.seat for each in scene.entries if each.number == entry.number - 1]
    return entry.move["type"] == "explore" and before == [entry.seat]
