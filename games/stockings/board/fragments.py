"""The fragments of the race's board: the flipped card, the seats, the hand, what can be done, the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from games.boards import texts as shared
from games.boards.faces import bot_face
from games.boards.fragments import Fragments, ngettext
from games.boards.fragments import gettext as _
from games.boards.installed import config
from games.boards.people import Person
from games.boards.places import places
from games.boards.scene import Scene
from games.stockings.board import moment
from games.stockings.board.cards import back, card_name, face, mute_face
from games.stockings.board.headlines import headline
from games.stockings.board.reactions import dots
from games.stockings.rules.rules import SPECIALS, in_order

FOLDER = "stockings"
# Kinds of cards by key: at most 15 lie in a hand.
KEYS = "1234567890qwert"
PLACES = 10
# Of the choices at a swap or a drop, other than any card's and than H: whoever means a card must not swap hands.
CHOICES = "abcdfgijk"


def layout(scene: Scene) -> str:
    return "result" if scene.result else "play"


def public(scene: Scene) -> Fragments:
    if scene.result:
        # The last slap, before the count.
        return {"flip": (f"{FOLDER}/flip.jinja", _flip(scene))}
    seats: Fragments = {
        f"seat-{person.index}": (f"{FOLDER}/seat.jinja", _panel(scene, person)) for person in scene.people
    }
    return seats | {
        "flip": (f"{FOLDER}/flip.jinja", _flip(scene)),
        # For forms sent without a script: there each answer is a new page, and so a new key.
        "ticket": (f"{FOLDER}/ticket.jinja", {"number": str(scene.number)}),
        "hand": (f"{FOLDER}/hand.jinja", {}),
        "acts": (f"{FOLDER}/acts.jinja", {}),
        "fate": (f"{FOLDER}/fate.jinja", {}),
    }


def fragments(scene: Scene) -> Fragments:
    if scene.result:
        return {"result": (f"{FOLDER}/count.jinja", _count(scene))} | _own_flip(scene)
    if scene.me is None:
        return {}
    acts = _acts(scene)
    found: Fragments = {
        "hand": (f"{FOLDER}/hand.jinja", _hand(scene)),
        "acts": (f"{FOLDER}/acts.jinja", acts),
        "fate": (f"{FOLDER}/fate.jinja", _fate(scene)),
    }
    if scene.current and not scene.outcome:
        found["turn"] = ("boards/turn.jinja", _turn(scene, acts))
    return found | _own_flip(scene)


def _own_flip(scene: Scene) -> Fragments:
    """The card and who was how fast on it, where it names whoever reads this."""
    named = scene.you is not None and (
        scene.view["settled"] or scene.outcome or not scene.current or moment.swap(scene)
    )
    return {"flip": (f"{FOLDER}/flip.jinja", _flip(scene))} if named else {}


def _turn(scene: Scene, acts: dict[str, Any]) -> dict[str, Any]:
    title, after = headline(scene)
    yours = bool(acts["flip"] or acts["swaps"] or acts["drops"])
    flip = scene.view["flip"]
    goal = str(config(scene.game).goal)
    said = _("flip %(flip)d: %(goal)s") % {"flip": flip, "goal": goal} if flip else goal
    return {"title": title, "after": after, "yours": yours, "deadline": "", "goal": said}


def _flip(scene: Scene) -> dict[str, Any]:
    """The newest card, until when it waits (ms since 1970, in a running match only), and the piles."""
    view = scene.view
    runs = scene.current and not scene.outcome
    live = runs and scene.began is not None and view["due"] is not None
    began = scene.began or 0
    waits = view["phase"] != "pause"
    return {
        "flip": str(view["flip"]),
        "card": face(view["card"]) if view["card"] else "",
        "name": card_name(view["card"]) if view["card"] else "",
        "back": back(),
        "deck": str(view["deck"]),
        "under": str(max(0, len(view["stack"]) - 1)),
        "waits": waits,
        "hint": moment.hint(scene),
        "sign": moment.sign(scene),
        "since": str(began + view["since"]) if live else "",
        "due": str(began + view["due"]) if live and scene.number else "",
        "begins": str(began) if live and scene.number == 0 else "",
        "first": moment.first(scene),
        "asks": view["phase"] == "naming",
    } | _hands(scene)


def _hands(scene: Scene) -> dict[str, Any]:
    """In a running race nothing before somebody is first."""
    settled = scene.view["settled"] or scene.outcome or not scene.current
    return moment.hands(scene) if settled else {}


def _panel(scene: Scene, person: Person) -> dict[str, Any]:
    """What everybody knows of a seat. Its cards lie open only once the match is over."""
    view, seat = scene.view, person.index
    held = scene.opened["hands"][seat] if scene.opened else []
    return {
        "id": f"seat-{seat}",
        "name": person.name,
        "level": shared.level(person.level),
        "face": bot_face(person.level),
        "stand_in": person.stand_in,
        "resigned": shared.given_up(person),
        "count": str(view["hands"][seat]),
        "cards_word": ngettext("card", "cards", view["hands"][seat]),
        "few": view["hands"][seat] <= 2,
        "backs": [""] * min(view["hands"][seat], 12),
        "cards": _kinds(held, ""),
        "called": seat in view["called"],
        "passed": seat in view["passed"] and view["phase"] == "wait",
        "locked": seat in view["locked"],
        "flips": seat == view["flipper"],
        "pending": seat in view["pending"],
        "late": moment.late_words(moment.late(scene).get(seat)),
    }


def _kinds(cards: Sequence[str], key: str) -> list[dict[str, Any]]:
    """Each kind of card once, sorted, with how many of it there are."""
    counts = Counter(cards)
    return [
        {
            "card": card,
            "face": mute_face(card, f"{key}{card}" if key else ""),
            "name": card_name(card),
            "count": str(counts[card]) if counts[card] > 1 else "",
            "key": KEYS[place],
            "special": card in SPECIALS,
        }
        for place, card in enumerate(in_order(counts))
    ]


def _hand(scene: Scene) -> dict[str, Any]:
    view = scene.view
    playing = scene.own and scene.current
    # In a running race the page keeps each kind at its place, which is not where it stands here: nothing is to move. On the
    # last board, where nothing is laid any more, it stays there.
    placed = playing or scene.on_the_board
    locked = view["flip"] > 0 and scene.viewer in view["locked"]
    kinds = _kinds(view["hand"], "" if placed else "my-")
    return {
        "kinds": kinds,
        # A row of ten places, so that a card that comes moves none.
        "free": KEYS[len(kinds) : PLACES] if placed else "",
        "count": str(len(view["hand"])),
        "plays": playing,
        "locked": playing and locked,
    }


def _acts(scene: Scene) -> dict[str, Any]:
    """What the viewer can do besides laying a card."""
    view, seat = scene.view, scene.viewer
    me = scene.me
    acting = scene.own and scene.current and scene.number > 0
    dropping = acting and seat in view["pending"]
    held = view["hand"].count(view["named"]) if dropping else 0
    swapping = acting and view["phase"] == "swap" and view["flipper"] == seat
    started = scene.own and scene.current
    stand_in = scene.own and me is not None and me.stand_in
    return {
        "stand_in": stand_in,
        "back": reverse("back", args=[scene.table]) if stand_in else "",
        "flip": started and view["may_flip"] and view["flipper"] == seat,
        "pass": acting and view["phase"] == "wait" and seat not in {*view["passed"], *view["locked"]},
        "call": acting and len(view["hand"]) == 1 and seat not in view["called"],
        "called": seat in view["called"],
        "count": str(len(view["hand"])),
        "cards_word": ngettext("card", "cards", len(view["hand"])),
        "swaps": [
            {"seat": str(each.index), "name": each.name, "count": str(view["hands"][each.index]), "key": key}
            for each, key in zip(scene.others if swapping else [], CHOICES, strict=False)
        ],
        "drops": [
            {"value": f"{view['named']} {count}", "count": str(count), "key": key}
            for count, key in zip(range(held, -1, -1), CHOICES, strict=False)
        ]
        if dropping
        else [],
        "named": mute_face(view["named"]) if dropping else "",
    }


def _fate(scene: Scene) -> dict[str, Any]:
    """What has last come of the viewer's own action on the newest card: a penalty is to be felt."""
    seat = scene.viewer
    said: dict[str, Any] = {"number": "", "bad": False, "text": ""}
    # Whoever was first and laid another card in a hurry is told that they were first.
    first = False
    for entry in scene.entries:
        for event in entry.events:
            if event["event"] == "flipped":
                said, first = {"number": "", "bad": False, "text": ""}, False
            elif event.get("seat") == seat and event["event"] in ("wrong", "returned"):
                drawn = sum(len(each["cards"]) for each in entry.events if each["event"] == "drew")
                text = _penalty(event, drawn)
                said = {"number": str(entry.number), "bad": True, "text": text}
            elif event.get("seat") == seat and event["event"] == "late" and not first:
                said = {"number": str(entry.number), "bad": False, "text": _too_late(scene)}
            elif event.get("seat") == seat and event["event"] == "right":
                first = True
                said = {"number": str(entry.number), "bad": False, "text": _taken(scene)}
            elif event["event"] == "drew" and event.get("seat") == seat and entry.seat != seat:
                said = {"number": str(entry.number), "bad": True, "text": _("You draw a card.")}
    return said


def _too_late(scene: Scene) -> str:
    by = moment.late(scene).get(scene.viewer or 0)
    return (
        _("%(ms)d ms too late: you keep your card.") % {"ms": by}
        if by
        else _("Too late: you keep your card.")
    )


def _taken(scene: Scene) -> str:
    flips = scene.view["may_flip"] and scene.view["flipper"] == scene.viewer
    return _("You were first. You flip the next card.") if flips else _("You were first.")


def _penalty(event: dict[str, Any], drawn: int) -> str:
    if event["event"] == "returned" and event["why"] == "special":
        return _("A special card can't be the last: %(drawn)d more.") % {"drawn": drawn}
    if event["event"] == "returned":
        return _("You forgot Ho! Ho! Ho!: it comes back, and %(drawn)d more.") % {"drawn": drawn}
    if event["why"] == "not_waiting":
        text = _("Nothing is laid on that card: it comes back, and %(drawn)d more. Wait for the next flip.")
    else:
        text = _("It doesn't match: it comes back, and %(drawn)d more. Wait for the next flip.")
    return text % {"drawn": drawn}


def _count(scene: Scene) -> dict[str, Any]:
    assert scene.outcome is not None
    scores = scene.outcome["scores"]
    drawn = dots(scene.people)
    return {
        "why": shared.reason(scene),
        "open": scene.opened is not None,
        "drawn": bool(drawn),
        "rows": [
            {
                "rank": rank,
                "wins": wins,
                "you": person.index == scene.viewer and scene.current,
                "name": person.name,
                "resigned": shared.resigned(person),
                "slaps": drawn[person.index] if drawn else {},
                "reacted": "" if drawn else shared.reacted(person),
                "marked": shared.marked(person),
                "cards": _kinds(scene.opened["hands"][person.index] if scene.opened else [], ""),
                "total": str(scores[person.index]),
            }
            for person, rank, wins in places(scene)
        ],
    }
