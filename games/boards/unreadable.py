"""Texts for match records that can't be imported, each one sentence, and their HTTP statuses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy

from games.boards import refusals, texts
from games.boards.language import gettext as _
from games.rules.core import Refused
from games.rules.match import Unreadable

LONGEST = 300

# Match records that are understood, but can't be imported.
UNPROCESSABLE = (
    "bad_option",
    "bad_seats",
    "impossible_chance",
    "impossible_setup",
    "no_such_level",
    "no_such_option",
    "not_over",
    "other_commitment",
    "other_deal",
    "other_deck",
    "other_events",
    "other_outcome",
    "other_reason",
    "other_rules",
    "refused",
    "running",
    "time_runs_back",
)
# All others are 400: this is not a match record.
STATUS = {"too_large": 413, "too_many_moves": 413, "too_many": 429} | dict.fromkeys(UNPROCESSABLE, 422)


def _deck(missing: str, extra: str, **_p: Any) -> str:
    if missing and extra:
        text = _("The deck is not this game's: it lacks “%(missing)s” and has “%(extra)s” instead.")
    elif missing:
        text = _("The deck is not this game's: it lacks “%(missing)s”.")
    else:
        text = _("The deck is not this game's: it has too many of “%(extra)s”.")
    return text % {"missing": missing, "extra": extra}


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(str(number) for number in numbers)


TEXTS: dict[str, Any] = {
    "empty": gettext_lazy("The record is empty. Choose a file or paste a record."),
    "impossible_chance": gettext_lazy("These cards could not have come up at this point."),
    "impossible_setup": gettext_lazy("The deal in the record is impossible."),
    "malformed": gettext_lazy("“%(key)s” has a value that a match record can't have there."),
    "missing": gettext_lazy("“%(key)s” is missing."),
    "no_number": gettext_lazy("“%(number)s” is not a number that a match record can have."),
    "no_such_game": gettext_lazy("The record is of a game that this site does not have: “%(game)s”."),
    "no_such_level": gettext_lazy("There is no bot “%(level)s” in this game."),
    "not_a_record": gettext_lazy("This is JSON, but not a match record."),
    "not_consecutive": gettext_lazy(
        "Moves are numbered from 1 without a gap: this one should be number %(n)d."
    ),
    "not_json": gettext_lazy(
        "This is not a match record: from line %(line)d, character %(column)d on it is not JSON."
    ),
    "not_over": gettext_lazy("The record ends here, but under the rules the match is not over."),
    "not_text": gettext_lazy("This is not a match record: it is not UTF-8 text."),
    "other_commitment": gettext_lazy("The seed does not match the fingerprint in the record."),
    "other_deal": gettext_lazy("The seed and the salts give another deal than the record has."),
    "other_deck": _deck,
    "other_events": gettext_lazy("The record has other events than the rules give."),
    "other_format": lambda format, **_p: (
        _("This site does not know the format “%(format)s”.") % {"format": format}
        if format
        else _("This is JSON, but not a match record: “format” is missing.")
    ),
    "other_outcome": lambda scores, ranks, **_p: (
        _("The record has another result than the rules give: scores %(scores)s, ranks %(ranks)s.")
        % {"scores": _listed(scores), "ranks": _listed(ranks)}
    ),
    "other_reason": gettext_lazy("The record gives another reason for the end of the match than the rules."),
    "other_rules": gettext_lazy(
        "The match was played under version %(told)d of the rules; this site can only check version %(known)d."
    ),
    "running": gettext_lazy("The match is still running. Only finished matches can be imported."),
    "same_key_twice": gettext_lazy("“%(key)s” appears twice in one object."),
    "time_runs_back": gettext_lazy("This move has an earlier time than the move before it."),
    "too_deep": gettext_lazy("The file is nested too deeply: more than %(most)d levels."),
    "too_large": lambda most, **_p: (
        _("The file is too large: a record may have %(most)d MB.") % {"most": most // 1_000_000}
    ),
    "too_many": lambda most, wait, **_p: (
        _("You have imported %(most)d matches within a day. You can import the next one in %(time)s.")
        % {"most": most, "time": _wait(wait)}
    ),
    "too_many_moves": gettext_lazy("The match is too long: a record may have %(most)d moves."),
}


def _wait(ms: int) -> str:
    """Return the time in whole hours or minutes, rounded up."""
    hours, minutes = -(-ms // 3_600_000), -(-ms // 60_000)
    return texts.hours(hours) if minutes > 90 else texts.minutes(minutes)


def sentence(fault: Unreadable) -> tuple[str, int]:
    """Return the fault of a record in words, with its move, and the HTTP status."""
    params = dict(fault.params)
    if fault.code == "refused":
        text = _refused(params)
    else:
        text = refusals.filled_in(TEXTS.get(fault.code) or refusals.TEXTS[fault.code], params)
        if "n" in params:
            text = _("Move %(n)d: %(text)s") % {"n": params["n"], "text": text}
    return text[:LONGEST], STATUS.get(fault.code, 400)


def _refused(params: dict[str, Any]) -> str:
    """Return the sentence about a move that is not possible, with the game's refusal as the reason."""
    seat, names = params["seat"], params["names"]
    words = {"n": params["n"], "why": _why(params["refused"], params["game"], names)}
    if seat is None:
        return _("Move %(n)d, by the clock, is not possible. %(why)s") % words
    return _("Move %(n)d, by %(name)s, is not possible. %(why)s") % (words | {"name": names[seat]})


def _why(refused: Refused, game: str, names: Sequence[str]) -> str:
    if refused.code == "not_your_turn":
        awaited = [names[seat] for seat in refused.params["seats"]]
        return _("It was the turn of %(names)s.") % {"names": texts.names(awaited)}
    if refused.code == "over":
        return _("The match was already over.")
    return refusals.refusal(refused, game, names)[0]
