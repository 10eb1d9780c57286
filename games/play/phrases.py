"""Phrases: fixed messages that people send to others at their table. Their texts are in boards/texts.py."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from games.models import Phrase
from games.play.commands import play
from games.play.snapshot import Draft, Snapshot
from games.rules import core

PHRASES = ("hello", "good_luck", "well_played", "thanks", "oops", "thinking", "hurry", "good_game")
MOST, WITHIN = 4, timedelta(seconds=30)


def say(table_id: str, person: int | None, phrase: str) -> Snapshot:
    """Say a set phrase at one's own table, at most `MOST` times within `WITHIN`."""

    def add_phrase(draft: Draft) -> None:
        seat, now = draft.require_seat(person), timezone.now()
        if phrase not in PHRASES:
            raise core.Refused("no_such_phrase")
        if draft.table.is_open:
            raise core.Refused("not_started")
        earlier = Phrase.objects.filter(table_id=table_id, seat=seat.index, at__gt=now - WITHIN)
        if earlier.count() >= MOST:
            raise core.Refused("too_talkative")
        draft.new_row = Phrase(table=draft.table, seat=seat.index, code=phrase, at=now)
        draft.touch(now)

    return play(table_id, add_phrase).snapshot


def hide_phrases(table_id: str, person: int | None, hidden: bool) -> Snapshot:
    """Hide or show the others' phrases at this table for that person."""

    def hide(draft: Draft) -> None:
        draft.require_seat(person).phrases_hidden = hidden

    return play(table_id, hide).snapshot
