"""A finished try in words: its result, the comparison with others, and the text to share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games import boards
from games.boards.results import counted, ordinal, unit
from games.deals import results, runs, tries
from games.deals.models import Deal, Try
from games.deals.results import DealStanding
from games.models import Seat


class ResultText(NamedTuple):
    """A result in words: its number, the unit beside it, and both as one text."""

    number: str
    beside: str
    whole: str


def result_of(finished: Try) -> ResultText:
    return result_text(finished.deal.game, finished.score or 0, finished.weight or 0)


def result_text(game: str, score: int, weight: int) -> ResultText:
    if runs.is_run(game):
        seconds, place = weight % tries.FIRST, ordinal(score)
        time = _("%(minutes)s:%(seconds)s") % {"minutes": seconds // 60, "seconds": f"{seconds % 60:02}"}
        text = _("%(place)s in %(time)s") % {"place": place, "time": time}
        return ResultText(runs.clock(1000 * seconds), place, text)
    return ResultText(str(score), unit(score, game), counted(score, game))


class Shared(NamedTuple):
    """What to share: two lines of text and a row of squares. They contain no card, colour or value of the deal."""

    head: str
    line: str
    squares: list[tuple[str, str]]


def shared(deal: Deal, own: Try, standing: DealStanding, line: str) -> Shared:
    head = _("Unbirthday %(number)d, %(game)s") % {"number": deal.number, "game": boards.title(deal.game)}
    tells_percent = standing.tells_percent and own.counts
    return Shared(head, line, results.squares(standing) if tells_percent else [])


def compared(
    own: Try, seats: Sequence[Seat], strongest: dict[str, Any] | None, percent: int | None = None
) -> str:
    """Return the result in words, compared with everybody's by that percentage, else with the others at the table,
    and with the strongest bot if it did worse."""
    text = result_of(own).whole
    rank = next((seat.rank for seat in seats if not seat.level), None)
    if percent is not None:
        text = _("%(points)s, better than %(percent)d %%") % {"points": text, "percent": percent}
    elif rank and not runs.is_run(own.deal.game):
        place = {"points": text, "place": ordinal(rank), "seats": len(seats)}
        text = _("%(points)s, %(place)s of %(seats)d") % place
    if strongest is not None and (own.weight or 0) < strongest["weight"]:
        text = _("%(result)s, ahead of %(name)s") % {"result": text, "name": strongest["name"]}
    return text
