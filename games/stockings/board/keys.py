"""The elements of the race's board with their keys. `templates/stockings/board.jinja` draws them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy

from games.boards import texts
from games.boards.elements import Elements, Frame, Key, frame_of
from games.boards.keys import goal
from games.boards.language import gettext as _
from games.boards.people import Person
from games.boards.results import standings
from games.boards.scene import Scene
from games.rules import core
from games.stockings.board import moment, reactions
from games.stockings.board.headlines import awaits_people, headline
from games.stockings.board.moment import taken_text, too_late_text
from games.stockings.rules.rules import in_order

# A sentence about each part of the board.
PARTS = {
    "#flip .deck": gettext_lazy("The deck. Whoever laid the last card flips the next one."),
    "#flip .newest": gettext_lazy(
        "The card that was flipped. Lay the same, or a special card, before the others do."
    ),
    "#flip .under": gettext_lazy("So many cards lie under it. Whoever lays right clears them all away."),
    "#hand": gettext_lazy(
        "Your hand, and the key of each card. A card that doesn't fit comes back with another."
    ),
    ".pts": gettext_lazy("The cards left. Whoever has none wins."),
}

# Keyboard keys of the kinds of cards. A hand has at most 15.
KEYS = "1234567890qwert"
PLACES = 10
# Keyboard keys of the choices at a swap or a drop. None is the key of a card or H, so that a player who means a card
# can't swap hands.
CHOICES = "abcdfgijk"
# The most card backs that are drawn at a seat.
BACKS = 12


class Kind(NamedTuple):
    """A kind of card in a hand, the number of its cards, and its keyboard key."""

    card: str
    size: int
    key: str


def frame(scene: Scene) -> Frame:
    if scene.result:
        return frame_of(scene, "result")
    return frame_of(scene, "before" if awaits_people(scene) else "play")


def public(scene: Scene) -> Elements:
    if scene.result:
        # The board of the last slap, before the result.
        return {"flip": _flip(scene)}
    late = moment.late(scene)
    elements: Elements = {f"seat-{person.seat}": _seat(scene, person, late) for person in scene.people}
    elements["flip"] = _flip(scene)
    # For forms sent without a script: each answer is a new page and needs a new key.
    elements["ticket"] = "ticket", scene.number
    return elements


def own(scene: Scene) -> Mapping[str, Key | None]:
    elements: dict[str, Key | None] = {}
    if _names_its_reader(scene):
        elements["flip"] = _flip(scene)
    if scene.result:
        elements["result"] = result(scene)
    elif awaits_people(scene):
        # Nothing is on the table yet but how the race is played.
        elements |= dict.fromkeys(public(scene)) | {"ready": _ready(scene)}
        elements["turn"] = _turn(scene, yours=bool(scene.me and not scene.me.ready))
    elif scene.me is not None:
        acts = _acts(scene)
        elements |= {"hand": _hand(scene), "acts": acts, "fate": _fate(scene)}
        # The viewer's own cards are in the hand, not at the seat.
        elements[f"seat-{scene.me.seat}"] = None
        if scene.current and not scene.outcome:
            *_before, swaps, drops, may_flip, _may_pass, _count = acts
            elements["turn"] = _turn(scene, yours=bool(swaps or drops or may_flip))
    return elements


def _ready(scene: Scene) -> Key:
    """The text for a seated person before the first card: who is ready, and the latest time of the beginning."""
    me, people = scene.me, [person for person in scene.people if not person.level]
    assert me is not None
    against = texts.names(["✓\N{NO-BREAK SPACE}" * person.ready + person.name for person in scene.others])
    # Bots are never ready: nobody waits for them.
    ready_names = texts.names([person.name for person in scene.others if person.ready])
    ready_count, people_count = sum(person.ready for person in people), len(people)
    begins = scene.began if people_count > 1 else None
    slow = core.game(scene.game).SLOWER["window"]
    window, alone = scene.view["options"]["window"], people_count == 1 and not scene.shared
    can_slow, slowed = alone and window < slow, texts.seconds(window) if alone and window == slow else ""
    limit = scene.view["options"]["limit"]
    return (
        "ready",
        scene.table,
        not me.ready,
        against,
        ready_names,
        ready_count,
        people_count,
        begins,
        can_slow,
        slowed,
        limit,
    )


def _names_its_reader(scene: Scene) -> bool:
    """Return True if the newest card shows the reaction times, or who swaps."""
    if scene.you is None:
        return False
    return bool(scene.view["settled"] or scene.outcome or not scene.current or moment.swap(scene))


def _turn(scene: Scene, *, yours: bool) -> Key:
    flip, text = scene.view["flip"], goal(scene.game)
    if flip:
        text = _("flip %(flip)d · %(goal)s") % {"flip": flip, "goal": text}
    return "turn", *headline(scene), text, yours, "", None


def _flip(scene: Scene) -> Key:
    """Return the key of the newest card, the piles, and in a running match until when the card waits (in ms since
    1970)."""
    view = scene.view
    live = scene.current and not scene.outcome and scene.began is not None and view["due"] is not None
    began = scene.began or 0
    since = began + view["since"] if live else None
    due = began + view["due"] if live and scene.number else None
    begins = began if live and scene.number == 0 else None
    piles = view["deck"], max(0, len(view["stack"]) - 1)
    waits, asks = view["phase"] != "pause", view["phase"] == "naming"
    # In a running race nothing is shown before a seat is first.
    hands = moment.hands(scene) if view["settled"] or scene.outcome or not scene.current else None
    times = since, due, begins
    texts = moment.hint(scene), moment.sign(scene), moment.laid(scene), hands
    return "flip", view["flip"], view["card"], piles, waits, asks, times, *texts


def _seat(scene: Scene, person: Person, late: Mapping[int, int]) -> Key:
    """Return the public key of a seat. Its cards are shown only after the match."""
    view, seat = scene.view, person.seat
    state = "locked" if seat in view["locked"] else ""
    if not state and seat in view["passed"] and view["phase"] == "wait":
        state = "passed"
    opened = kinds(scene.opened["hands"][seat]) if scene.opened else ()
    marks = seat in view["called"], state, late.get(seat), seat in view["pending"]
    return "runner", person.nameplate, view["hands"][seat], seat == view["flipper"], *marks, opened


def kinds(cards: Sequence[str]) -> tuple[Kind, ...]:
    """Return the kinds of cards, sorted, each once."""
    counts = Counter(cards)
    return tuple([Kind(card, counts[card], KEYS[place]) for place, card in enumerate(in_order(counts))])


def _hand(scene: Scene) -> Key:
    view = scene.view
    playing = scene.own and scene.current
    # In a running race the page keeps each kind at its place, which may differ from the order here, so that nothing
    # moves. The last board, on which no card can be laid, keeps these places.
    placed = playing or scene.on_the_board
    locked = playing and view["flip"] > 0 and scene.viewer in view["locked"]
    held = kinds(view["hand"])
    # A row of ten places, so that a new card doesn't move the others.
    free = KEYS[len(held) : PLACES] if placed else ""
    return "hand", held, free, len(view["hand"]), playing, placed, locked, scene.is_yours


def _acts(scene: Scene) -> Key:
    """Return the viewer's actions apart from laying a card: with whom to swap, and how many of which card to drop."""
    view, seat = scene.view, scene.viewer
    started = scene.own and scene.current
    acting = started and scene.number > 0
    swapping = acting and view["phase"] == "swap" and view["flipper"] == seat
    dropping = acting and seat in view["pending"]
    may_call = acting and len(view["hand"]) == 1 and seat not in view["called"]
    may_flip = started and view["may_flip"] and view["flipper"] == seat
    may_pass = acting and view["phase"] == "wait" and seat not in {*view["passed"], *view["locked"]}
    calls = may_call, seat in view["called"]
    others = scene.others if swapping else ()
    swaps = [(other.seat, other.nameplate.name, view["hands"][other.seat]) for other in others]
    drops = (view["named"], view["hand"].count(view["named"])) if dropping else None
    return "acts", scene.back, *calls, tuple(swaps), drops, may_flip, may_pass, len(view["hand"])


def _fate(scene: Scene) -> Key:
    """Return the last consequence of the viewer's own action on the newest card, so that a penalty is noticed."""
    seat = scene.viewer
    fate: Key = ("fate", None, False, "")
    # A player who was first and then laid another card in haste is still told about being first.
    was_first = False
    for entry in scene.entries:
        for event in entry.events:
            kind, mine = event["event"], event.get("seat") == seat
            if kind == "flipped":
                fate, was_first = ("fate", None, False, ""), False
            elif mine and kind in ("wrong", "returned"):
                fate = "fate", entry.number, True, _penalty(event, len(entry.cards("drew")))
            elif mine and kind == "late" and not was_first:
                fate = "fate", entry.number, False, too_late_text(scene)
            elif mine and kind == "right":
                was_first = True
                fate = "fate", entry.number, False, taken_text(scene)
            elif mine and kind == "drew" and entry.seat != seat:
                fate = "fate", entry.number, True, _("You draw a card.")
    return fate


def _penalty(event: Mapping[str, Any], drawn: int) -> str:
    if event["event"] == "returned" and event["why"] == "special":
        return _("A special card can't be the last: %(drawn)d more.") % {"drawn": drawn}
    if event["event"] == "returned":
        return _("You forgot Ho! Ho! Ho!: it comes back, and %(drawn)d more.") % {"drawn": drawn}
    if event["why"] == "not_waiting":
        text = _("Nothing is laid on that card: it comes back, and %(drawn)d more. Wait for the next flip.")
    else:
        text = _("It doesn't match: it comes back, and %(drawn)d more. Wait for the next flip.")
    return text % {"drawn": drawn}


def result(scene: Scene) -> Key:
    """Return each seat with its reactions as texts or as slaps on a line, its mark, and the cards it has left."""
    slaps = reactions.lines(scene.people, scene.view["options"]["window"])
    rows = []
    for standing in standings(scene):
        person = scene.people[standing.seat]
        drawn, reacted = (slaps[person.seat], "") if slaps else (None, texts.reacted(person))
        cards = tuple(scene.opened["hands"][person.seat]) if scene.opened else ()
        rows.append((standing, reacted, texts.marked(person), drawn, cards))
    mine = own_race(scene)
    return "result_table", texts.reason(scene), scene.opened is not None, bool(slaps), tuple(rows), mine


def own_race(scene: Scene) -> tuple[int, int, int, int, str] | None:
    """Return how often the reader was first, the fastest and the usual time in ms, how often wrong, and how often the
    others were; None for a reader without a seat or a slap, or for whom a bot has slapped."""
    if scene.me is None or scene.me.helped or not scene.me.claims:
        return None
    times = reactions.times(scene.me.claims)
    wrong = [_count(person, -1) for person in scene.people]
    others = texts.names([str(count) for seat, count in enumerate(wrong) if seat != scene.me.seat])
    return _count(scene.me, 1), min(times), reactions.usual(times), wrong[scene.me.seat], others


def _count(person: Person, verdict: int) -> int:
    return sum(claim == verdict for _ms, claim in person.claims or ())
