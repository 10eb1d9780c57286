"""Helpers of the shared macros: words and small drawings of a key's values, in the active language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from django.utils.safestring import SafeString

from accounts.names import shown
from games.boards import level_words, texts, times
from games.boards.installed import board_of
from games.boards.language import by_language, ngettext
from games.boards.language import gettext as _
from games.boards.people import Time, names_of
from games.boards.scene import Entry
from games.rules import core


@by_language
def sentence(game: str, entry: Entry, names: tuple[str, ...], you: int | None = None) -> str:
    """Return a move in words. `names` are the stored names of the seats, `you` is the reader's seat."""
    return board_of(game).sentence(entry, names_of(names), you)


def line(game: str, entry: Entry, names: tuple[str, ...], you: int | None, instead: bool) -> str:
    """Return a move as a line of the log. `instead`: a bot moved in a person's place."""
    text = sentence(game, entry, names, you)
    if instead and entry.seat == you:
        text = _("A bot, in your place: %(text)s") % {"text": text}
    elif instead and entry.seat is not None:
        words = {"name": shown(names[entry.seat]), "text": text}
        text = _("A bot, in %(name)s's place: %(text)s") % words
    if entry.conditional and you is not None and entry.seat == you:
        text = _("As you had decided ahead: %(text)s") % {"text": text}
    return text


def moment(ms: int) -> str:
    return times.moment(datetime.fromtimestamp(ms // 1000, UTC))


def runs(time: Time) -> SafeString:
    """Return the attributes of a time that runs down, for the page's script."""
    if not time.stops:
        return SafeString(f'data-deadline="{time.deadline}"')
    stops = " ".join([f"{begin}-{end}" for begin, end in time.stops])
    return SafeString(f'data-deadline="{time.deadline}" data-stops="{stops}"')


HELPERS: Mapping[str, Callable[..., Any]] = {
    "bot_face": level_words.bot_face,
    "change": texts.change,
    "change_points": texts.change_points,
    "clock": times.clock,
    "level_text": level_words.level,
    "line_text": line,
    "moment": moment,
    "names_text": texts.names,
    "number_of_cards": texts.cards,
    "phrases": lambda: texts.PHRASES,
    "points": lambda number: ngettext("pt", "pts", number),
    "real_time": lambda game: core.game(game).REAL_TIME,
    "runs": runs,
    "seat_event": texts.seat_event,
    "sentence": sentence,
    "until": times.until,
    "vacation": times.vacation_badge,
    "why": lambda game, entry: board_of(game).why(entry),
}
