"""The state of the race on the newest card: who was first, by how much the others were late, and what followed."""

from __future__ import annotations

from typing import NamedTuple

from games.boards.language import gettext as _
from games.boards.scene import Entry, Scene
from games.stockings.board.cards import card_name
from games.stockings.board.reactions import width
from games.stockings.board.texts import sentence


class Slap(NamedTuple):
    """A seat's first slap on the newest card that counted, with its reaction time. `verdict` is `right`, `wrong` or
    `late`."""

    seat: int
    ms: int
    verdict: str


class Row(NamedTuple):
    """A hand's slap on the newest card. `verdict` is the slap's, or "none"; `width` is the width of its bar."""

    name: str
    verdict: str
    ms: int | None
    width: str


class Hands(NamedTuple):
    """All hands' slaps on the newest card. `raced` names the card, `missed` is true if a seat was late."""

    raced: str
    rows: tuple[Row, ...]
    missed: bool


class Laid(NamedTuple):
    """The move that took the flipped card: its number, its seat and the seat's name, the reaction time, and the card
    laid on the flipped one."""

    move: int
    seat: int
    name: str
    ms: int | None
    card: str
    flipped: str


def slaps(scene: Scene) -> list[Slap]:
    """Return the slaps since the newest flip, in the order of their ranks. Returns none if so much has happened since
    that the first ones may be missing."""
    by_seat: dict[int, Slap] | None = None
    for entry in scene.entries:
        kinds = {event["event"] for event in entry.events}
        if "flipped" in kinds:
            by_seat = {}
        elif by_seat is not None and entry.timing is not None and entry.seat is not None:
            verdict = "right" if "right" in kinds else "late" if "late" in kinds else "wrong"
            by_seat.setdefault(entry.seat, Slap(entry.seat, round(entry.timing["credited"]), verdict))
    return list((by_seat or {}).values())


def late(scene: Scene) -> dict[int, int]:
    """Return for each late seat how many ms it was behind the first. Only for a settled card with known times."""
    if not scene.view["settled"]:
        return {}
    all_slaps = slaps(scene)
    first = next((slap.ms for slap in all_slaps if slap.verdict == "right"), None)
    if first is None:
        return {}
    return {slap.seat: max(0, slap.ms - first) for slap in all_slaps if slap.verdict == "late"}


def late_words(ms: int | None) -> str:
    """Return for example `26 ms late`. Two cards may come in the same millisecond."""
    if ms is None:
        return ""
    return _("%(ms)d ms late") % {"ms": ms} if ms else _("late")


def hands(scene: Scene) -> Hands | None:
    """Return all hands' slaps on the newest card. Once nobody can be first any more, the first is on top."""
    all_slaps = slaps(scene)
    settled = scene.view["settled"] and any(slap.verdict == "right" for slap in all_slaps)
    all_slaps.sort(key=lambda slap: slap.verdict != "right")
    longest = max([slap.ms for slap in all_slaps], default=0)
    rows = [
        Row(name_alone(scene, slap.seat), slap.verdict, slap.ms, width(slap.ms, longest))
        for slap in all_slaps
    ]
    if settled:
        still = {person.seat for person in scene.people} - {slap.seat for slap in all_slaps}
        rows += [Row(name_alone(scene, seat), "none", None, "") for seat in sorted(still)]
    missed = settled and any(slap.verdict == "late" for slap in all_slaps)
    taken = laid(scene) if settled else None
    raced = _("%(card)s: how fast each was") % {"card": card_name(taken.flipped)} if taken else ""
    return Hands(raced, tuple(rows), missed) if rows else None


def laid(scene: Scene) -> Laid | None:
    """Return the move that took the newest card."""
    if not scene.view["settled"]:
        return None
    for entry in reversed(scene.entries):
        events = {event["event"]: event for event in entry.events}
        if "right" in events:
            seat, ms = events["right"]["seat"], round(entry.timing["credited"]) if entry.timing else None
            *_below, flipped, card = events["discarded"]["cards"]
            return Laid(entry.number, seat, name_alone(scene, seat), ms, card, flipped)
    return None


def name_alone(scene: Scene, seat: int) -> str:
    """Return the seat's name for use on its own."""
    return _("You") if seat == scene.you else scene.people[seat].nameplate.name


def hint(scene: Scene) -> str:
    """Return what has just happened to the newest card, or what the race waits for."""
    view = scene.view
    if view["phase"] == "naming":
        return _("Santa asks for every %(card)s") % {"card": card_name(view["named"])}
    if swapped := swap(scene):
        return sentence(swapped, scene.names, scene.you)
    taken = laid(scene)
    if taken is None:
        return ""
    values = {"name": scene.name(taken.seat), "card": card_name(taken.card)}
    yours = _("You were first: %(card)s")
    return (yours if taken.seat == scene.you else _("%(name)s was first: %(card)s")) % values


def swap(scene: Scene) -> Entry | None:
    """Return the newest move if it swapped hands."""
    newest = scene.entries[-1] if scene.entries else None
    return newest if newest and any(event["event"] == "swapped" for event in newest.events) else None


def sign(scene: Scene) -> tuple[str, str]:
    """Return the card, Santa or the elf, whose picture is shown with the hint, and a name for this time that it
    appears."""
    if scene.view["phase"] == "naming":
        return "santa", f"flip-{scene.view['flip']}"
    swapped = swap(scene)
    return ("elf", f"move-{swapped.number}") if swapped else ("", "")


def too_late_text(scene: Scene) -> str:
    """Return the text for a viewer whose card came after the first."""
    ms = late(scene).get(scene.viewer or 0)
    if ms:
        return _("%(ms)d ms too late: you keep your card.") % {"ms": ms}
    return _("Too late: you keep your card.")


def taken_text(scene: Scene) -> str:
    """Return the text for a viewer who was first."""
    flips = scene.view["may_flip"] and scene.view["flipper"] == scene.viewer
    return _("You were first. You flip the next card.") if flips else _("You were first.")
