"""The log of a board: the newest moves in words, newest first, and the newest set phrases above them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.html import format_html

from games.boards import texts
from games.boards.fragments import Fragment, Part, Rows, by_language, marked_part, spoken
from games.boards.fragments import gettext as _
from games.boards.installed import config
from games.boards.scene import Entry, Scene


def log(scene: Scene) -> Fragment:
    """The newest moves in words. Everybody's log tells what a spectator knows; a game whose sentences tell a
    seat more than that puts this among the seat's own `fragments`."""
    return "boards/log.jinja", _log(scene)


def sentence(game: str, entry: Entry, names: Sequence[str]) -> str:
    """A log line: `Ada played green 3 and took green 0 and red 3.`"""
    key = (spoken(), tuple(names))
    found = entry.sentences.get(key)
    if found is None:
        found = entry.sentences[key] = config(game).board.sentence(entry, names)
    return found


def _log(scene: Scene) -> dict[str, Any]:
    """The newest moves in words, newest first, and the newest set phrases above them."""
    names = tuple([person.name for person in scene.people])
    phrases = [_said(seat, phrase, at, names[seat]) for seat, phrase, at in reversed(scene.phrases)]
    lines: list[Part] = []
    events = list(scene.seat_events)
    for entry in reversed(scene.entries):
        lines += _events_since(events, names, entry.at)
        lines.append(_line_of(scene, entry, names))
    # What is older than the oldest move shown is told no more.
    if not scene.entries or scene.entries[0].number == 1:
        lines += _events_since(events, names, 0)
    return {
        "phrases": Rows(tuple(phrases), "afterbegin:#log"),
        "lines": Rows(tuple(lines), "afterend:#newest-line"),
    }


def _line_of(scene: Scene, entry: Entry, names: tuple[str, ...]) -> Part:
    """Kept with the entry, which many moments have in their logs."""
    instead = entry.by_bot and entry.seat is not None and not scene.people[entry.seat].level
    key = spoken(), names, instead
    found = entry.lines.get(key)
    if found is None:
        text = sentence(scene.game, entry, names)
        if instead and entry.seat is not None:
            text = _("A bot, in %(name)s's place: %(text)s") % {"name": names[entry.seat], "text": text}
        why = config(scene.game).board.why(entry)
        found = entry.lines[key] = _line(f"m-{entry.number}", text, why, entry.seat)
    return found


@by_language
def _line(id: str, text: str, why: str = "", seat: int | None = None) -> Part:
    """`seat` is whose move it tells: the page shows the move from there."""
    whose = "" if seat is None else format_html(' data-seat="{}"', seat)
    if why:
        html = '<li id="{}"{}><details><summary>{}</summary>{}</details></li>'
        return marked_part(id, format_html(html, id, whose, text, why))
    return marked_part(id, format_html('<li id="{}"{}>{}</li>', id, whose, text))


@by_language
def _said(seat: int, phrase: str, at: int, name: str) -> Part:
    id, text = f"said-{seat}-{at}", str(texts.PHRASES[phrase])
    html = format_html('<li id="{}" class="said"><b>{}</b> <q>{}</q></li>', id, name, text)
    return marked_part(id, html)


def _events_since(events: list[tuple[int, str, int]], names: Sequence[str], since: int) -> list[Part]:
    """Taken from the end of `events`: the lines of those that are not older, newest first."""
    lines = []
    while events and events[-1][2] >= since:
        seat, kind, at = events.pop()
        lines.append(_line(f"note-{at}-{seat}", texts.seat_event(kind, names[seat])))
    return lines
