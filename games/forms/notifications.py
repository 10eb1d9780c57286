"""The form for notifications: their kinds and channels, rhythm and hours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db import transaction
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.time_zones import TIME_ZONES
from games import boards
from games.boards import texts
from games.models import Delivery, Notification, NotificationPreferences, Table
from games.notifications.routing import channels_of, preferences_of
from games.play import presence

HOURS: list[tuple[Any, Any]] = [(hour, format_lazy(_("{hour}:00"), hour=hour)) for hour in range(24)]
NEVER: list[tuple[Any, Any]] = [("", _("none"))]


def zones() -> list[tuple[str, Any]]:
    """Return all time zones that are named after places."""
    names = sorted(zone for zone in TIME_ZONES if "/" in zone and not zone.startswith("Etc/"))
    return [
        ("", _("as the browser says")),
        ("UTC", "UTC"),
        *((name, name.replace("_", " ")) for name in names),
    ]


class NotificationsForm(forms.Form):
    """A box for each kind and channel (`mail_your_turn`), rhythm and hours, and a box for each of one's tables."""

    rhythm = forms.ChoiceField(
        label=_("How often"), choices=NotificationPreferences.Rhythm.choices, widget=forms.RadioSelect
    )
    daily_at = forms.TypedChoiceField(label=_("Once a day: at"), choices=HOURS, coerce=int)
    quiet_from = forms.TypedChoiceField(
        label=_("Quiet from"), choices=[*NEVER, *HOURS], coerce=int, required=False, empty_value=None
    )
    quiet_to = forms.TypedChoiceField(
        label=_("Quiet until"), choices=[*NEVER, *HOURS], coerce=int, required=False, empty_value=None
    )
    time_zone = forms.ChoiceField(label=_("Your time zone"), choices=zones, required=False)
    # The tables whose boxes the page has. Others have begun since it was made, and stay as they are.
    listed = forms.Field(required=False, widget=forms.MultipleHiddenInput)

    def __init__(self, *args: Any, person: User, tables: Sequence[Table], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person, self.tables = person, tables
        self.preferences = preferences_of(person)
        for name in ("rhythm", "daily_at", "quiet_from", "quiet_to"):
            self.initial[name] = getattr(self.preferences, name)
        self.initial["time_zone"] = person.time_zone
        self.initial["listed"] = [table.pk for table in tables]
        self.fields |= {name: self._box(kind, channel) for name, kind, channel in _boxes()}
        self.fields |= {f"table_{table.pk}": self._table(table) for table in tables}

    def _box(self, kind: str, channel: str) -> forms.Field:
        label = _("%(kind)s: %(channel)s") % {
            "kind": Notification.Kind(kind).label,
            "channel": Delivery.Channel(channel).label,
        }
        chosen = channel in channels_of(self.preferences, kind)
        return forms.BooleanField(label=label, required=False, initial=chosen)

    def _table(self, table: Table) -> forms.Field:
        seat = next((seat for seat in table.seats.all() if seat.user_id == self.person.pk), None)
        return forms.BooleanField(
            label=_label(table, self.person.pk),
            required=False,
            initial=seat is None or not seat.notifications_off,
        )

    def kinds(self) -> list[dict[str, Any]]:
        """Return the rows of the choice: a kind, and for each channel its name and box."""
        return [
            {
                "label": kind.label,
                "boxes": [(channel.label, self[f"{channel}_{kind}"]) for channel in Delivery.Channel],
            }
            for kind in Notification.Kind
        ]

    def hours(self) -> list[forms.BoundField]:
        return [self["daily_at"], self["quiet_from"], self["quiet_to"]]

    def table_boxes(self) -> list[forms.BoundField]:
        return [self[f"table_{table.pk}"] for table in self.tables]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if (data.get("quiet_from") is None) != (data.get("quiet_to") is None):
            self.add_error("quiet_to", _("Choose both hours, or none."))
        return data

    def save(self) -> None:
        data = self.cleaned_data
        chosen = {
            kind: [channel for channel in Delivery.Channel.values if data[f"{channel}_{kind}"]]
            for kind in Notification.Kind.values
        }
        hours = {name: data[name] for name in ("rhythm", "daily_at", "quiet_from", "quiet_to")}
        with transaction.atomic():
            NotificationPreferences.objects.update_or_create(
                user=self.person, defaults={"channels": chosen, **hours}
            )
            User.objects.filter(pk=self.person.pk).update(time_zone=data["time_zone"])
            for table in self.tables:
                if table.pk in (data["listed"] or ()):
                    presence.turn_notifications_off(table.pk, self.person.pk, not data[f"table_{table.pk}"])
        self.person.time_zone = data["time_zone"]


def _boxes() -> list[tuple[str, str, str]]:
    return [
        (f"{channel}_{kind}", kind, channel)
        for kind in Notification.Kind.values
        for channel in Delivery.Channel.values
    ]


def _label(table: Table, person: int) -> str:
    others = [seat.shown for seat in table.seats.all() if seat.name and seat.user_id != person]
    title = boards.title(table.game)
    if not others:
        return title
    return _("%(game)s with %(names)s") % {"game": title, "names": texts.names(others)}
