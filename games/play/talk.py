"""Set phrases: all that is said at a table. Their words stand in boards/words.py."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from games.models import Remark
from games.play.position import Position, load, retried, save
from games.rules import core

PHRASES = ("hello", "good_luck", "well_played", "thanks", "oops", "thinking", "hurry", "good_game")
MOST, WITHIN = 4, timedelta(seconds=30)


def say(table_id: str, person: int | None, phrase: str) -> Position:
    """Say a set phrase at one's own table, at most `MOST` times within `WITHIN`."""

    def change() -> Position:
        position = load(table_id)
        seat, now = position.require_seat(person), timezone.now()
        if phrase not in PHRASES:
            raise core.Refused("no_such_phrase")
        if position.table.is_open:
            raise core.Refused("not_started")
        said = Remark.objects.filter(
            table_id=table_id, seat=seat.index, phrase__in=PHRASES, at__gt=now - WITHIN
        )
        if said.count() >= MOST:
            raise core.Refused("too_talkative")
        remark = Remark(table=position.table, seat=seat.index, phrase=phrase, at=now)
        return save(position, [], remark, **position.touched(now))

    return retried(change)


def mute(table_id: str, person: int | None, muted: bool) -> Position:
    """Hear the others' phrases at this table, or don't."""

    def change() -> Position:
        position = load(table_id)
        seat = position.require_seat(person)
        seat.muted = muted
        return save(position, [seat])

    return retried(change)
