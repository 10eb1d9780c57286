"""The form of a waiting room, in which the host changes the number of seats and the pace."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.boards import texts
from games.forms.time_control import PACES
from games.models import Table
from games.play import beginning
from games.play.opening import Plan
from games.play.snapshot import Snapshot

# The value for the table's own pace, if it is none of the usual ones.
AS_IT_IS = "own"


class RoomForm(forms.Form):
    """Offers only possible choices: numbers of seats that are enough for everybody there, and the usual paces."""

    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int)
    pace = forms.ChoiceField(label=_("Pace"), required=False)

    def __init__(self, snapshot: Snapshot, *args: Any) -> None:
        super().__init__(*args)
        self.table = table = snapshot.table
        least = beginning.least_seats(snapshot)
        seats: Any = self.fields["seats"]
        seats.choices = [(number, str(number)) for number in snapshot.rules.SEATS if number >= least]
        seats.initial = len(snapshot.seats)
        now = table.is_live, table.bank_ms, table.increment_ms
        self.times = PACES if now in PACES.values() else {AS_IT_IS: now, **PACES}
        pace: Any = self.fields["pace"]
        pace.choices = [
            (name, texts.pace(*times) if times[0] else texts.over_days(*times[1:]))
            for name, times in self.times.items()
        ]
        pace.initial = next(name for name, times in self.times.items() if times == now)
        if snapshot.rules.REAL_TIME or beginning.times_are_agreed(snapshot):
            pace.widget = forms.HiddenInput()

    def offers_pace(self) -> bool:
        return not self["pace"].is_hidden

    def has_choice(self) -> bool:
        seats: Any = self.fields["seats"]
        return self.offers_pace() or len(seats.choices) > 1

    def plan(self) -> Plan:
        """Return the changed table's plan. Weekends stay as they are at tables over days."""
        data, table = self.cleaned_data, self.table
        live, bank_ms, increment_ms = self.times[data["pace"] or self.fields["pace"].initial]
        return Plan(
            table.game,
            data["seats"],
            pace=Table.Pace.LIVE if live else Table.Pace.DAYS,
            bank_ms=bank_ms,
            increment_ms=increment_ms,
            weekends_off=table.weekends_off and not live,
        )
