"""Why the coach can't be asked, in words, and the HTTP status that says so."""

from __future__ import annotations

from collections.abc import Callable

from games.boards.language import gettext as _

STATUS = {"hint_under_way": 429, "too_many_reviews": 429}
TEXTS: dict[str, Callable[..., str]] = {
    "hint_too_late": lambda **_p: _("It isn't your turn any more: no hint was given, and none is counted."),
    "no_hints": lambda **_p: _("No hints are given at this table."),
    "too_many_reviews": lambda most, **_p: (
        _("%(most)d reviews of yours are under way. Please wait for one of them.") % {"most": most}
    ),
    "hint_under_way": lambda **_p: _(
        "Your last question is still being thought about. Please wait for its answer."
    ),
}
