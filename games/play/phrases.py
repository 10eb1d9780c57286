"""Phrases: fixed messages that people send to others at their table. Their texts are in boards/texts.py."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from games.models import Phrase
from games.play.commands import changes_table
from games.play.snapshot import Draft
from games.rules import core

PHRASES = ("hello", "good_luck", "well_played", "thanks", "oops", "thinking", "hurry", "good_game")
MOST, WITHIN = 4, timedelta(seconds=30)


@changes_table
def say(draft: Draft, person: int | None, phrase: str) -> None:
    """Say a set phrase at one's own table, at most `MOST` times within `WITHIN`."""
    seat, now = draft.require_seat(person), timezone.now()
    if phrase not in PHRASES:
        raise core.Refused("no_such_phrase")
    if draft.table.is_open:
        raise core.Refused("not_started")
    earlier = Phrase.objects.filter(table=draft.table, seat=seat.index, at__gt=now - WITHIN)
    if earlier.count() >= MOST:
        raise core.Refused("too_talkative")
    draft.new_row = Phrase(table=draft.table, seat=seat.index, code=phrase, at=now)
    draft.touch(now)


@changes_table
def hide_phrases(draft: Draft, person: int | None, hidden: bool) -> None:
    """Hide or show the others' phrases at this table for that person."""
    draft.require_seat(person).phrases_hidden = hidden
