"""A message's database queries are paid for by the address that it came from, like a page's."""

from __future__ import annotations

import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils.datastructures import MultiValueDict

from games.play.database_thread import DatabaseThread
from games.realtime import Action, contests
from games.rules import core
from games.rules.core import Refused
from games.sockets.hub import hub
from games.sockets.submission import play_form
from hosting.limits import buckets
from hosting.limits.buckets import limiter
from tests.helpers import given
from tests.helpers.given import running
from tests.helpers.sockets import scene

pytestmark = pytest.mark.usefixtures("file_database")
HERE = "192.0.2.7"


@pytest.fixture(autouse=True)
def half(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    settings.TIME_PER_ADDRESS = 50
    limiter.clear()
    # Nothing is refilled meanwhile.
    monkeypatch.setattr(buckets, "time", SimpleNamespace(time=lambda: 1e9))
    limiter.spend("time", 500, address=HERE)
    yield
    limiter.clear()


def owed() -> float:
    """Return the seconds that the address has to wait."""
    return limiter.wait("time", address=HERE)


def test_a_move_that_is_refused_is_paid_for() -> None:
    snapshot = running(2)
    other = snapshot.seats[1 - given.awaited(snapshot)].user_id
    form = MultiValueDict({"type": ["play"], "card": ["red-1"], "key": ["k"], "seen": ["0"]})
    before = owed()

    async def send(_elsewhere: DatabaseThread) -> None:
        hub.start()
        table = snapshot.table.pk
        with pytest.raises(Refused):
            await play_form(
                table,
                "parade",
                person=other,
                form=form,
                received=time.time(),
                commands=hub.commands,
                address=HERE,
            )

    scene(send)
    assert owed() > before


@pytest.mark.parametrize(("address", "paid"), [(HERE, True), ("", False)])
def test_a_claim_is_paid_for_by_a_person_and_by_no_bot(address: str, paid: bool) -> None:
    snapshot = running(3, game="stockings")
    rules, before = core.game("stockings"), owed()
    assert isinstance(rules, core.RealTimeGame)
    action = Action(snapshot.table.pk, rules, {"type": "none"}, snapshot.seats[0].user_id, address=address)

    async def send(_elsewhere: DatabaseThread) -> None:
        hub.start()
        with pytest.raises(Refused):
            await contests.play(action)

    scene(send)
    assert (owed() > before) is paid
