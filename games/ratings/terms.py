"""The terms of a table: whether it is rated, which its host chooses."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Table
from games.play.hooks import Terms
from games.play.snapshot import Snapshot
from games.ratings.models import RatedMatch
from games.rules import core

YES, NO, USUAL = "yes", "no", ""
CHOICES = [(USUAL, _("yes, if anybody may sit down")), (YES, _("yes")), (NO, _("no"))]
HELP = _(
    "Matches between members count for their ratings, with invited members, too, unless the table has hints. Bots' "
    "seats do not count."
)


def offer(person: User | None, rules: core.Game) -> forms.Field | None:
    """Return the field of the form for a new table. Guests get none, because their tables are not rated."""
    if person is None or person.is_guest:
        return None
    return forms.ChoiceField(label=_("Rated"), choices=CHOICES, required=False, help_text=HELP)


def settle(snapshot: Snapshot, host: User, chosen: Any) -> None:
    """Store the terms of a new table. A table against bots only is not rated, nor is one with hints."""
    table = snapshot.table
    people = sum(not seat.level for seat in snapshot.seats)
    wanted = chosen == YES or (chosen != NO and table.public)
    if wanted and people > 1 and not table.hints and not host.is_guest:
        RatedMatch.objects.create(id=table.pk, table=table)


def chosen_at(table: Table) -> str:
    """Return the terms for a rematch, which is rated if the match before it was."""
    return YES if RatedMatch.objects.filter(table=table).exists() else NO


TERMS = Terms(chosen_at, settle)
