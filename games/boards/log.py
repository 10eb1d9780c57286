"""The log of a board: the newest moves in words and the set phrases said between them, newest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from operator import itemgetter
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString

from games.boards import texts, times
from games.boards.fragments import (
    Fragment,
    Part,
    Rows,
    by_language,
    escaped,
    filled,
    marked_part,
    speaking,
    spoken,
)
from games.boards.fragments import gettext as _
from games.boards.installed import board_of
from games.boards.scene import Entry, Scene

# What the newest move is written behind.
NEWEST = 'class="newest">'
TURN = 'id="turn"'
# All of the log, not only what is new in it.
WHOLE = ' id="log"'


def log(scene: Scene) -> Fragment:
    """The newest moves in words. Everybody's log tells what a spectator knows; a game whose sentences tell a
    seat more than that puts this among the seat's own `fragments`."""
    return "boards/log.jinja", _log(scene)


def sentence(game: str, entry: Entry, names: Sequence[str], you: int | None = None) -> str:
    """A log line: `Ada played green 3 and took green 0 and red 3.`; to Ada, if she is `you`: `You played …`."""
    key = (spoken(), tuple(names), you)
    found = entry.sentences.get(key)
    if found is None:
        board = board_of(game)
        found = board.sentence(entry, names) if you is None else board.sentence_to(you, entry, names)
        entry.sentences[key] = found
    return found


def turn_for(scene: Scene, you: int, language: str, html: str) -> str:
    """HTML with everybody's turn bar, if it is there, as that seat is told it."""
    if TURN in html:
        for theirs, yours in _turn_to(scene.common, you, language):
            html = html.replace(theirs, yours)
    return html


def lines_for(scene: Scene, you: int, language: str, html: str, known: int) -> str:
    """HTML of a board, or of what has changed on it since move `known`, with the lines that name a seat as that seat is
    told them. Whatever tells the newest move besides the log writes it behind `class="newest">`."""
    since = 0 if WHOLE in html else known
    with speaking(language):
        naming = [entry for entry, text in _newer(scene, language, since) if scene.names[you] in text]
        if naming or scene.seat_events or scene.phrases:
            for theirs, yours in _lines_to(scene, you, naming):
                html = html.replace(theirs, yours)
    return html


def _newer(scene: Scene, language: str, known: int) -> list[tuple[Entry, str]]:
    """The entries after move `known` with what everybody reads of them: found once for all seats."""
    key = "newer", language, known
    if key not in scene.made:
        names, newer = scene.names, [entry for entry in scene.entries if entry.number > known]
        scene.made[key] = [(entry, sentence(scene.game, entry, names)) for entry in newer]
    found: list[tuple[Entry, str]] = scene.made[key]
    return found


def _lines_to(scene: Scene, you: int, naming: Sequence[Entry]) -> Iterator[tuple[str, str]]:
    """What everybody reads and what that seat reads there, of the entries that name it and of its own events."""
    names = scene.names
    for entry in naming:
        yield _tagless(_line_of(scene, entry, names)), _tagless(_line_of(scene, entry, names, you))
    if naming and naming[-1] is scene.entries[-1]:
        newest = [escaped(sentence(scene.game, naming[-1], names, each)) for each in (None, you)]
        yield f"{NEWEST}{newest[0]}", f"{NEWEST}{newest[1]}"
    for seat, kind, at in scene.seat_events:
        if seat == you:
            theirs, yours = [_event_line(seat, kind, at, name) for name in (names[you], "")]
            yield _tagless(theirs), _tagless(yours)
    for seat, phrase, at in scene.phrases:
        if seat == you:
            theirs, yours = [_said(seat, phrase, at, name) for name in (names[you], _("You"))]
            yield _tagless(theirs), _tagless(yours)


def _turn_to(scene: Scene, you: int, language: str) -> list[tuple[str, str]]:
    """What stands in everybody's turn bar and what that seat reads there."""
    with speaking(language):
        theirs = headline(scene)
        # Whom it doesn't name reads what everybody reads.
        named = any(scene.name(you) in text for text in theirs)
        yours = board_of(scene.game).headline(scene.read_by(you)) if named else theirs
    return [
        (f"<{tag}>{escaped(one)}</{tag}>", f"<{tag}>{escaped(two)}</{tag}>")
        for tag, one, two in zip(("h2", "small"), theirs, yours, strict=True)
        if one != two
    ]


def headline(scene: Scene) -> tuple[str, str]:
    """The turn bar's two texts in the active language, made once for each scene."""
    key = f"headline {spoken()}"
    if key not in scene.made:
        scene.made[key] = board_of(scene.game).headline(scene)
    found: tuple[str, str] = scene.made[key]
    return found


def _tagless(line: str) -> str:
    """A change puts an attribute first."""
    return line.split(" ", 1)[1]


def _log(scene: Scene) -> dict[str, Any]:
    """The newest moves in words, and in between what was said and what became of seats, newest first."""
    names, language = scene.names, spoken()
    between = _between(scene, names)
    lines: list[Part] = []
    for entry in reversed(scene.entries):
        while between and between[-1][0] >= entry.at:
            lines.append(between.pop()[1])
        lines.append(_line_of(scene, entry, names, None, language))
    # What is older than the oldest move shown is told no more.
    if not scene.entries or scene.entries[0].number == 1:
        lines += [line for _at, line in reversed(between)]
    return {"lines": Rows(tuple(lines), "afterend:#newest-line", bare=True), "dealt": not scene.entries}


def _between(scene: Scene, names: Sequence[str]) -> list[tuple[int, Part]]:
    """What is told besides moves, each with when it was, in ms since the match began; oldest first."""
    began = scene.began or 0
    events = [(at, _event_line(seat, kind, at, names[seat])) for seat, kind, at in scene.seat_events]
    said = [(at - began, _said(seat, phrase, at, names[seat])) for seat, phrase, at in scene.phrases]
    return sorted([*events, *said], key=itemgetter(0)) if said else events


def _line_of(
    scene: Scene, entry: Entry, names: tuple[str, ...], you: int | None = None, language: str = ""
) -> Part:
    """Kept with the entry, which many moments have in their logs. `language`: the active one, where that is known."""
    instead = entry.by_bot and entry.seat is not None and not scene.people[entry.seat].level
    key = language or spoken(), names, instead, you
    found = entry.lines.get(key)
    if found is None:
        text = sentence(scene.game, entry, names, you)
        if instead and entry.seat is not None:
            text = _instead("" if entry.seat == you else names[entry.seat], text)
        if entry.ahead and entry.seat == you:
            text = _("As you had decided ahead: %(text)s") % {"text": text}
        why = board_of(scene.game).why(entry)
        moment = scene.began + entry.at if scene.slow and scene.began is not None else 0
        back = f"{reverse('replay', args=[scene.table])}?move={entry.number}" if _unhurried(scene) else ""
        found = entry.lines[key] = _line(f"m-{entry.number}", text, why, entry.seat, moment, back)
    return found


def _unhurried(scene: Scene) -> bool:
    """Whether no clock runs from which a link could lead away."""
    return scene.replayed or scene.slow


def _instead(name: str, text: str) -> str:
    """`name` is empty for the reader."""
    if not name:
        return _("A bot, in your place: %(text)s") % {"text": text}
    return _("A bot, in %(name)s's place: %(text)s") % {"name": name, "text": text}


@by_language
def _line(
    id: str, text: str, why: str = "", seat: int | None = None, moment: int = 0, back: str = ""
) -> Part:
    """`seat` is whose move it tells: the page shows the move from there. `moment` is when, in ms since 1970, where
    moves come over days; `back` the address of the board after it, where one walks through a match."""
    whose = "" if seat is None else filled(' data-seat="{}"', seat)
    whole = filled("{} {}", text, _time(moment)) if moment else text
    link = _link(back, id.removeprefix("m-")) if back else ""
    if why:
        html = '<li id="{}"{}>{}<details><summary>{}</summary>{}</details></li>'
        return marked_part(id, filled(html, id, whose, link, whole, why))
    return marked_part(id, filled('<li id="{}"{}>{}{}</li>', id, whose, link, whole))


def _link(address: str, number: str) -> SafeString:
    """Not in a summary, which is pressed for something else."""
    text = _("move %(number)s") % {"number": number}
    return filled('<a href="{}" data-go="{}">{}</a> ', address, number, text)


def _time(moment: int) -> str:
    return times.moment(datetime.fromtimestamp(moment // 1000, UTC))


@by_language
def _said(seat: int, phrase: str, at: int, name: str) -> Part:
    id, text = f"said-{seat}-{at}", str(texts.PHRASES[phrase])
    html = filled('<li id="{}" class="said"><b>{}</b> <q>{}</q></li>', id, name, text)
    return marked_part(id, html)


def _event_line(seat: int, kind: str, at: int, name: str) -> Part:
    return _line(f"note-{at}-{seat}", texts.seat_event(kind, name))
