"""The part of a form that chooses a table's times: one of a few paces, or own times within the pace's limits."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.boards import refusals, texts
from games.models import Table
from games.play import time_control
from games.play.time_control import DAY, DAYS, HOUR, LIVE, MINUTE, SECOND
from games.rules.core import Refused

# By name: True if live, then bank and increment in ms.
PACES: dict[str, tuple[bool, int, int]] = {
    "live-quick": (True, 30 * SECOND, 10 * SECOND),
    "live-brisk": (True, 2 * MINUTE, 20 * SECOND),
    "live": (True, *LIVE.usual),
    "live-slow": (True, 10 * MINUTE, 60 * SECOND),
    "days-quick": (False, 12 * HOUR, 12 * HOUR),
    "days": (False, *DAYS.usual),
    "days-week": (False, 7 * DAY, DAY),
    "days-slow": (False, 14 * DAY, 2 * DAY),
}
# By name: True if live. The times are in fields of their own.
OWN = {"own-live": True, "own-days": False}
UNITS = {"s": SECOND, "min": MINUTE, "h": HOUR, "d": DAY}
UNIT_NAMES = {"s": _("seconds"), "min": _("minutes"), "h": _("hours"), "d": _("days")}
LIVE_PACE = _("live, everybody at once")
LIVE_ONLY = _(
    "This game is a race and always live: days per move are not possible here. Everybody must be at the table."
)
HOW = _(
    "The first time is the bank of each seat, the second is there again for every move. The bank runs "
    "only when a move takes longer. Against bots alone there is no clock."
)
WEEKENDS = _("At a table over days nobody's time runs on Saturdays and Sundays (UTC).")


class PaceForm(forms.Form):
    """`pace_of` returns the chosen pace as fields of a plan. A race offers no choice."""

    pace = forms.ChoiceField(label=_("Pace"), initial="live", help_text=HOW)
    weekends_off = forms.BooleanField(label=_("Weekends off"), required=False, help_text=WEEKENDS)
    own_bank = forms.IntegerField(label=_("Bank"), required=False, min_value=1, max_value=1_000_000)
    own_bank_unit = forms.ChoiceField(choices=list(UNIT_NAMES.items()), initial="min", required=False)
    own_increment = forms.IntegerField(
        label=_("For each move"), required=False, min_value=1, max_value=1_000_000
    )
    own_increment_unit = forms.ChoiceField(choices=list(UNIT_NAMES.items()), initial="s", required=False)

    def offer_paces(self, race: bool) -> None:
        field: Any = self.fields["pace"]
        if race:
            field.choices, field.help_text = [("live", LIVE_PACE)], LIVE_ONLY
            for name in [name for name in self.fields if name.startswith(("own_", "weekends_"))]:
                del self.fields[name]
            return
        field.choices = [
            *((name, texts.pace(*times)) for name, times in PACES.items() if times[0]),
            *((name, texts.over_days(*times[1:])) for name, times in PACES.items() if not times[0]),
            ("own-live", gettext("live, own times as below")),
            ("own-days", gettext("over days, own times as below")),
        ]
        self.fields["own_bank"].help_text = texts.limits(LIVE.bank, DAYS.bank)
        self.fields["own_increment"].help_text = texts.limits(LIVE.increment, DAYS.increment)

    def own_times(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Return the fields of own times, each with its unit's; none in a race."""
        names = ("own_bank", "own_increment") if "own_bank" in self.fields else ()
        return [(self[name], self[f"{name}_unit"]) for name in names]

    def wants_own(self) -> bool:
        """Return True if the section of own times and weekends should be open."""
        chosen = self["pace"].value() in OWN or bool(self["weekends_off"].value())
        return chosen or any(field.errors or field.value() for field, _unit in self.own_times())

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        chosen = data.get("pace")
        if chosen is None or "own_bank" not in self.fields:
            return data
        if data["weekends_off"] and is_live(chosen):
            self.add_error("weekends_off", gettext("Weekends can be off at tables over days only."))
        if chosen in OWN:
            data["own"] = [self._own(OWN[chosen], field) for field in ("bank", "increment")]
        elif data.get("own_bank") is not None or data.get("own_increment") is not None:
            self.add_error("pace", gettext("Choose own times here, or leave the fields for them empty."))
        return data

    def _own(self, live: bool, field: str) -> int:
        """Return an own time in ms; 0 after adding an error to its field."""
        name = f"own_{field}"
        number, unit = self.cleaned_data.get(name), self.cleaned_data.get(f"{name}_unit") or "s"
        if number is None:
            if name not in self.errors:
                self.add_error(name, gettext("Fill in how long."))
            return 0
        try:
            return time_control.check(live, field, number * UNITS[unit])
        except Refused as refused:
            self.add_error(name, refusals.refusal(refused)[0])
            return 0

    def pace_of(self) -> dict[str, Any]:
        data = self.cleaned_data
        pace = Table.Pace.LIVE if is_live(data["pace"]) else Table.Pace.DAYS
        bank, increment = data["own"] if data["pace"] in OWN else PACES[data["pace"]][1:]
        weekends = bool(data.get("weekends_off"))
        return {"pace": pace, "bank_ms": bank, "increment_ms": increment, "weekends_off": weekends}


def is_live(name: str) -> bool:
    """Return True if the pace with that name is live."""
    return OWN[name] if name in OWN else PACES[name][0]
