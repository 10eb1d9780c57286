"""Which snapshots a room shows without reading the table again."""

from __future__ import annotations

import pytest

from games.play import phrases, storage
from games.sockets.room import follows
from tests.helpers import given

pytestmark = pytest.mark.django_db


def test_a_move_after_a_phrase_that_the_room_has_not_heard_of_does_not_follow() -> None:
    table = given.step(given.running(2)).snapshot.table.pk
    old = storage.load(table, recent=5)
    assert follows(old, given.step(old).snapshot)
    newer = storage.load(table, recent=5)
    phrases.say(table, newer.seats[0].user_id, "hello")
    assert not follows(newer, given.step(newer).snapshot)
