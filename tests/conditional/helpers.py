"""Steps of people with conditional moves."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest

from games.conditional import moves as conditional_moves
from games.conditional.models import ConditionalMove
from games.play import storage
from games.play.snapshot import Snapshot
from games.rules import core
from games.rules.conditional import ConditionalMove as Content
from games.rules.core import Refused
from tests.helpers.given import browser

GAMES = [name for name in core.names() if core.game(name).CONDITIONAL]


def waiting(snapshot: Snapshot) -> int:
    """Return a seat that isn't awaited."""
    return next(seat.index for seat in snapshot.seats if not seat.is_awaited)


def may_give(snapshot: Snapshot, seat: int) -> list[Content]:
    own = core.game(snapshot.table.game).CONDITIONAL
    new_snapshot = storage.load(snapshot.table.pk)
    assert own is not None
    return [move for move, _ in own.preview(new_snapshot.rules.view(new_snapshot.state, seat), seat)]


def give(
    snapshot: Snapshot, seat: int, conditional_move: Content | None = None, seen: int | None = None
) -> Content:
    conditional_move = conditional_move or may_give(snapshot, seat)[0]
    number = storage.load(snapshot.table.pk).table.number if seen is None else seen
    conditional_moves.give(snapshot.table.pk, snapshot.seats[seat].user_id, conditional_move, number)
    return conditional_move


def stored_move(snapshot: Snapshot) -> ConditionalMove | None:
    return ConditionalMove.objects.filter(table=snapshot.table).first()


def refusal(work: Any, *arguments: Any) -> str:
    with pytest.raises(Refused) as refused:
        work(*arguments)
    return refused.value.code


def page(snapshot: Snapshot, seat: int | None) -> str:
    client = browser(None if seat is None else snapshot.seats[seat].user)
    return unescape(client.get(f"/t/{snapshot.table.pk}/").content.decode())


def to_play(snapshot: Snapshot, seat: int, condition: str = "always") -> Content:
    card = storage.load(snapshot.table.pk).state.hands[seat][0]
    return {"type": "play", "card": card, "if": condition}
