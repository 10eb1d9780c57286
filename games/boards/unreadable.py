"""Texts for match records that can't be imported, each one sentence, and their HTTP statuses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy

from games.boards import refusals, texts
from games.boards.board import refusal
from games.boards.language import gettext as _
from games.boards.language import ngettext
from games.rules.core import Refused
from games.rules.match import Unreadable

LONGEST = 300

# By default 400: this is no record.
STATUS = {
    "too_large": 413,
    "too_many_moves": 413,
    "too_many": 429,
    **dict.fromkeys(
        (
            *(
                "bad_option",
                "bad_seats",
                "impossible_chance",
                "impossible_setup",
                "no_such_level",
                "no_such_option",
            ),
            *("not_over", "other_commitment", "other_deal", "other_deck", "other_events", "other_outcome"),
            *("other_reason", "other_rules", "refused", "running", "time_runs_back"),
        ),
        422,
    ),
}


def _deck(missing: str, extra: str, **_p: Any) -> str:
    if missing and extra:
        text = _("The deck is not this game's: it lacks “%(missing)s” and has “%(extra)s” instead.")
    elif missing:
        text = _("The deck is not this game's: it lacks “%(missing)s”.")
    else:
        text = _("The deck is not this game's: it has “%(extra)s” too often.")
    return text % {"missing": missing, "extra": extra}


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(str(number) for number in numbers)


TEXTS: dict[str, Any] = {
    "empty": gettext_lazy("There is nothing in it. Choose a file or paste a record."),
    "impossible_chance": gettext_lazy("The cards that came then could not have come."),
    "impossible_setup": gettext_lazy("The deal that the record tells is impossible."),
    "malformed": gettext_lazy("“%(key)s” does not hold what a match record holds there."),
    "missing": gettext_lazy("“%(key)s” is missing."),
    "no_number": gettext_lazy("“%(number)s” is no number that a match record can hold."),
    "no_such_game": gettext_lazy("The record is of a game that is not played here: “%(game)s”."),
    "no_such_level": gettext_lazy("There is no bot “%(level)s” in this game."),
    "not_a_record": gettext_lazy("This is JSON, but no match record."),
    "not_consecutive": gettext_lazy("The moves must count up from 1 without a gap: here should be %(n)d."),
    "not_json": gettext_lazy(
        "This is no match record: it is not JSON from line %(line)d, character %(column)d on."
    ),
    "not_over": gettext_lazy("The record ends here, but by the rules the match goes on."),
    "not_text": gettext_lazy("This is no match record: it is not text in UTF-8."),
    "other_commitment": gettext_lazy("The seed does not have the fingerprint that the record tells."),
    "other_deal": gettext_lazy("Seed and salts give another deal than the record tells."),
    "other_deck": _deck,
    "other_events": gettext_lazy("The record tells other events than the rules give."),
    "other_format": lambda format, **_p: (
        _("The format “%(format)s” is not known here.") % {"format": format}
        if format
        else _("This is JSON, but no match record: it does not say “format”.")
    ),
    "other_outcome": lambda scores, ranks, **_p: (
        _("The record tells another result than the rules give: scores %(scores)s, ranks %(ranks)s.")
        % {"scores": _listed(scores), "ranks": _listed(ranks)}
    ),
    "other_reason": gettext_lazy("By the rules the match ended otherwise than the record tells."),
    "other_rules": gettext_lazy(
        "The match was played under version %(told)d of the rules; only version %(known)d can be judged here."
    ),
    "running": gettext_lazy("The match still runs: only a finished one can be imported."),
    "same_key_twice": gettext_lazy("“%(key)s” is said twice in one place."),
    "time_runs_back": gettext_lazy("Its time is before that of the move before it."),
    "too_deep": gettext_lazy("The file is nested too deeply: more than %(most)d levels."),
    "too_large": lambda most, **_p: (
        _("The file is too large: a record may have %(most)d MB.") % {"most": most // 1_000_000}
    ),
    "too_many": lambda most, wait, **_p: (
        _("You have imported %(most)d matches within a day. The next can come in %(time)s.")
        % {"most": most, "time": _wait(wait)}
    ),
    "too_many_moves": gettext_lazy("The match is too long: a record may have %(most)d moves."),
}


def _wait(ms: int) -> str:
    """Return the time in whole hours or minutes, rounded up."""
    hours, minutes = -(-ms // 3_600_000), -(-ms // 60_000)
    if minutes > 90:
        return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}
    return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}


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
    """Return an impossible move with the game's own refusal."""
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
        return _("The match was over before it.")
    return refusal(refused, game, names)[0]
