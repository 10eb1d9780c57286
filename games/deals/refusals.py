"""What deals say on boards: why something isn't possible, and where one can go from a match that is over."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules import core

STATUS = {"deal_not_open": 409, "deal_played": 409, "deal_not_there": 404}
TEXTS = {
    "deal_not_open": gettext_lazy("This deal opens at the beginning of its day (UTC)."),
    "deal_played": gettext_lazy("You have played this deal already: there is one try a person."),
    "deal_not_there": gettext_lazy("The deal of this match can't be played again."),
}


def link(game: str, has_deal: bool) -> tuple[str, str] | None:
    """Of a match whose cards can be dealt again."""
    return (
        ("deal_of_table", _("Play this deal yourself"))
        if has_deal and not core.game(game).REAL_TIME
        else None
    )


def result_link() -> tuple[str, str]:
    """Of a match on a shared deal."""
    return "deal_of_table", _("See how the others did")
