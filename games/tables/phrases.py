"""Set phrases: all that is said at a table. Their words stand in boards/texts.py."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from games.models import Phrase
from games.rules import core
from games.tables.snapshot import Snapshot
from games.tables.storage import load, retried, save

PHRASES = ("hello", "good_luck", "well_played", "thanks", "oops", "thinking", "hurry", "good_game")
MOST, WITHIN = 4, timedelta(seconds=30)


def say(table_id: str, person: int | None, phrase: str) -> Snapshot:
    """Say a set phrase at one's own table, at most `MOST` times within `WITHIN`."""

    def change() -> Snapshot:
        snapshot = load(table_id)
        seat, now = snapshot.require_seat(person), timezone.now()
        if phrase not in PHRASES:
            raise core.Refused("no_such_phrase")
        if snapshot.table.is_open:
            raise core.Refused("not_started")
        said = Phrase.objects.filter(table_id=table_id, seat=seat.index, at__gt=now - WITHIN)
        if said.count() >= MOST:
            raise core.Refused("too_talkative")
        new = Phrase(table=snapshot.table, seat=seat.index, code=phrase, at=now)
        return save(snapshot, [], new, **snapshot.touched(now))

    return retried(change)


def hide_phrases(table_id: str, person: int | None, hidden: bool) -> Snapshot:
    """Whether the others' phrases at this table are shown to that person."""

    def change() -> Snapshot:
        snapshot = load(table_id)
        seat = snapshot.require_seat(person)
        seat.phrases_hidden = hidden
        return save(snapshot, [seat])

    return retried(change)
