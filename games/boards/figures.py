"""Formats of numbers on boards and in sentences, in the active language."""

from __future__ import annotations

from django.utils.formats import number_format

from games.boards.language import gettext as _


def points(value: float) -> str:
    """Return `20.3`, or `20,3` in French, with a minus sign as wide as a plus."""
    return str(number_format(round(value, 1) + 0.0, 1)).replace("-", "\N{MINUS SIGN}")


def signed(value: float) -> str:
    return ("+" if round(value, 1) >= 0 else "") + points(value)


def percent(share: float) -> str:
    return _("%(n)d%%") % {"n": round(100 * share)}
