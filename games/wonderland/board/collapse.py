"""A collapsed tunnel: the three cards that caused it, the other cards, and what it cost its owner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from django.utils.translation import gettext_lazy

from games.boards import texts
from games.boards.elements import Elements, Key
from games.boards.language import gettext as _
from games.boards.language import pgettext
from games.boards.scene import Entry, Scene
from games.rules import core
from games.wonderland.board.alike import ALIKE
from games.wonderland.rules.scoring import score
from games.wonderland.rules.state import CHARACTERS, EVERYONE

COLLAPSES = ("collapsed", "hatter_collapsed")
THREE = {
    "alice": gettext_lazy("Three Alices"),
    "rabbit": gettext_lazy("Three rabbits"),
    "cat": gettext_lazy("Three cats"),
    "queen": gettext_lazy("Three queens"),
    "hatter": gettext_lazy("Three hatters"),
}
# For how many turns a collapse is shown, by number of seats. The default is one.
LONGER = {2: 2}


def fallen(scene: Scene) -> Elements:
    """Return the tunnels that collapsed in the last move or at the end of the turn before."""
    entry = _last_turn(scene)
    if entry is None:
        return {}
    return {
        f"fallen-{entry.number}-{event['seat']}": _fallen(scene, entry, event)
        for event in entry.events
        if event["event"] in COLLAPSES
    }


def _last_turn(scene: Scene) -> Entry | None:
    """Return the newest move if a tunnel collapsed in it, else the move that ended the turn before. With two seats the
    turn before that counts as well, because a bot's turn is over quickly."""
    turn, ended = scene.view["turn"], 0
    for entry in reversed(scene.entries):
        if entry.seat != turn:
            turn, ended = entry.seat, ended + 1
        for event in entry.events:
            if event["event"] in COLLAPSES:
                return entry if ended <= LONGER.get(len(scene.people), 1) else None
        if ended > 1:
            return None
    return None


def _fallen(scene: Scene, entry: Entry, event: core.Event) -> Key:
    """Return the cards, the piles that the last of them came from, and for its owner what it cost."""
    seat = event["seat"]
    mine = scene.current and seat == scene.viewer
    explored = event["event"] == "collapsed" and entry.move["type"] == "explore"
    ledger = tuple(_ledger(scene, entry, event)) if mine else ()
    cards = tuple(event["cards"])
    kind, three = three_alike(cards, _covered(scene, entry, seat))
    return "fallen", scene.name(seat), mine, explored, kind, three, cards, came_from(entry, seat), ledger


def _covered(scene: Scene, entry: Entry, seat: int) -> set[int]:
    """Return the positions of the covered cards in the tunnel of `seat` that collapsed in that move. The event names
    only cards. A queen covers cards of the mover's own tunnel, in the turn that the collapse ends."""
    covered = set()
    for other in reversed(scene.entries):
        if other.number > entry.number:
            continue
        if other.seat != entry.seat:
            break
        covered |= {
            each["cover"] for each in other.events if each["event"] == "covered" and each["seat"] == seat
        }
    return covered


def came_from(entry: Entry, seat: int) -> tuple[int, ...]:
    """Return the piles that the last cards of that seat's tunnel came from in that move."""
    piles: list[int] = []
    for event in entry.events:
        if event["event"] == "took" and event["seat"] == seat:
            piles += event["piles"]
        elif event["event"] in ("revealed", "given") and event.get("to", event["seat"]) == seat:
            piles.append(event["pile"])
    return tuple(piles)


def marked(cards: Sequence[str], three: Sequence[int], piles: Sequence[int]) -> list[tuple[str, str]]:
    """Return the three cards with labels such as `third, pile 5`. `piles` are the piles that the last cards of the
    tunnel came from."""
    first, labelled = len(cards) - len(piles), []
    labels = pgettext("a card", "first"), pgettext("a card", "second"), pgettext("a card", "third")
    for label, at in zip(labels, three, strict=False):
        if at >= first:
            label = _("%(which)s, pile %(number)d") % {"which": label, "number": piles[at - first] + 1}
        labelled.append((cards[at], label))
    return labelled


def three_alike(cards: Sequence[str], covered: Collection[int] = ()) -> tuple[str, tuple[int, ...]]:
    """Return the character with three cards that aren't covered, and the positions of its last three."""
    shown = _shown(cards, covered)
    kind = max(shown, key=lambda name: (len(shown[name]) >= ALIKE, shown[name][-1:], len(shown[name])))
    return kind, tuple(shown[kind][-ALIKE:])


def only_three(cards: Sequence[str]) -> tuple[str, tuple[int, ...]] | None:
    """Return what `three_alike` returns, None if it could be something else with some cards covered."""
    counts = [len(places) for places in _shown(cards).values()]
    return three_alike(cards) if [count for count in counts if count >= ALIKE] == [ALIKE] else None


def _shown(cards: Sequence[str], covered: Collection[int] = ()) -> dict[str, list[int]]:
    """Return the positions of the cards that show each character."""
    return {
        kind: [at for at, card in enumerate(cards) if card in (kind, EVERYONE) and at not in covered]
        for kind in CHARACTERS
    }


def crowded(cards: Sequence[str], three: Sequence[int]) -> bool:
    return any(cards[at] == EVERYONE for at in three)


def _ledger(scene: Scene, entry: Entry, event: core.Event) -> list[tuple[str, str]]:
    groups, lost = scene.view["options"]["groups"], event["cards"]
    notebook = Counter(scene.view["notebooks"][event["seat"]])
    now = score(list(notebook.elements()), groups)
    for other in entry.events:
        if other["event"] == "refilled":
            notebook -= Counter(other["cards"])
    safe = score(list(notebook.elements()), groups)
    lines = [
        (_("lost with the tunnel"), texts.cards(len(lost))),
        (_("your notebook is safe"), texts.few_points(safe)),
    ]
    if _might_have_stopped(scene, entry):
        left = notebook + Counter(lost) - Counter(entry.cards("took")) + Counter([entry.move["card"]])
        before = score(list(left.elements()), groups)
        lines.insert(1, (_("had you stopped before"), texts.few_points(before)))
        lines.append((_("what it cost"), texts.few_points(before - safe)))
    if now != safe:
        lines.append((_("and with the cards you draw up to three"), texts.few_points(now)))
    return lines


def _might_have_stopped(scene: Scene, entry: Entry) -> bool:
    """Return True if the owner could have stopped. The first exploration of a turn is compulsory, and so is the power
    after an exploration."""
    before = [other.seat for other in scene.entries if other.number == entry.number - 1]
    return entry.move["type"] == "explore" and before == [entry.seat]
