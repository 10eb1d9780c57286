"""Forms that open a table. What a game allows, the game's own rules say."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games import boards
from games.boards.words import LEVELS
from games.play import Plan
from games.rules import core

# (pace, bank, increment): a time per move is a bank of nothing plus an increment. Milliseconds.
SECOND, HOUR = 1000, 3_600_000
PACES: dict[str, tuple[bool, int, int]] = {
    "live-30": (True, 0, 30 * SECOND),
    "live-60": (True, 0, 60 * SECOND),
    "live-180": (True, 0, 180 * SECOND),
    "days-1": (False, 0, 24 * HOUR),
    "days-3": (False, 0, 72 * HOUR),
    "days-7": (False, 0, 168 * HOUR),
}
PACE_NAMES = {
    "live-30": _("live, 30 seconds a move"),
    "live-60": _("live, a minute a move"),
    "live-180": _("live, three minutes a move"),
    "days-1": _("over days, one day a move"),
    "days-3": _("over days, three days a move"),
    "days-7": _("over days, a week a move"),
}


class OpenTableForm(forms.Form):
    """A table's plan. Seats beyond the game's, or more bots than may sit there, are the plan's to refuse."""

    game = forms.ChoiceField(label=_("Game"))
    seats = forms.TypedChoiceField(
        label=_("Seats"), coerce=int, choices=[(n, str(n)) for n in range(2, 7)], initial=4
    )
    bots = forms.TypedChoiceField(
        label=_("Of these, bots"),
        coerce=int,
        choices=[(n, str(n)) for n in range(6)],
        initial=0,
        required=False,
        empty_value=0,
    )
    level = forms.ChoiceField(
        label=_("The bots are"), choices=list(LEVELS.items()), initial="easy", required=False
    )
    pace = forms.ChoiceField(label=_("Pace"), choices=list(PACE_NAMES.items()), initial="live-60")
    public = forms.ChoiceField(
        label=_("Who may sit down"),
        choices=[("yes", _("anybody")), ("no", _("whoever has the link"))],
        initial="yes",
    )
    salt = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = boards.games()
        self.fields["game"].choices = [(name, core.game(name).NAME) for name in names]  # type: ignore[attr-defined]
        self.fields["game"].initial = names[0]

    def plan(self) -> Plan:
        data = self.cleaned_data
        live, bank, increment = PACES[data["pace"]]
        return Plan(
            game=data["game"],
            seats=data["seats"],
            bots=[data["level"] or "easy"] * data["bots"],
            public=data["public"] == "yes",
            live=live,
            bank_ms=bank,
            increment_ms=increment,
        )
