"""Reserved seats and the beginning of matches, with several requests at the same moment: one of them succeeds."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from django.db import connections

from games.models import Table
from games.play import departure, invitations, opening, seating, storage
from games.rules.core import Refused
from tests.helpers.given import opened, person
from tests.play.test_invitations import inviting, reserved_names

pytestmark = pytest.mark.django_db


def test_an_acceptance_and_a_withdrawal_at_once_do_not_both_succeed(file_database: Path) -> None:
    for _again in range(8):
        snapshot = inviting("Ben", seats=2, public=False)
        table, host, invited = snapshot.table.pk, person("Ada"), person("Ben")
        assert at_once(
            lambda table=table, invited=invited: seating.join(table, invited),
            lambda table=table, host=host: invitations.withdraw(table, host.pk, "Ben"),
        ) in ({"join"}, {"withdraw"})
        now = storage.load(table)
        assert now.table.is_running == (now.seats[1].name == "Ben")
        assert reserved_names(snapshot) == ["", ""]
        Table.objects.all().delete()


def test_an_acceptance_and_a_refusal_at_once_do_not_both_succeed(file_database: Path) -> None:
    snapshot = inviting("Ben", seats=3, public=False)
    table, invited = snapshot.table.pk, person("Ben")
    results = at_once(
        lambda: seating.join(table, invited),
        lambda: invitations.decline(table, invited.pk),
        names=("join", "decline"),
    )
    assert len(results) == 1
    assert (storage.load(table).seats[1].name == "Ben") == (results == {"join"})


def test_a_seat_is_kept_once_however_many_invite_at_once(file_database: Path) -> None:
    snapshot = opened(3)
    for name in ("Ben", "Cleo", "Dan", "Eve"):
        person(name)
    host = person("Ada")
    results = at_once(
        *(
            lambda name=name: invitations.invite(snapshot.table.pk, host, name)
            for name in ("Ben", "Cleo", "Dan", "Eve")
        ),
        names=("Ben", "Cleo", "Dan", "Eve"),
    )
    assert len(results) == 2
    assert set(reserved_names(snapshot)) == {"", *results}


def test_nobody_begins_more_than_they_may_however_many_requests_come_at_once(
    file_database: Path, settings: Any
) -> None:
    settings.RUNNING_PER_MEMBER = 1
    for name in ("Ada", "Ben", "Cleo"):
        host, plan = person(name), opening.Plan("parade", 2, bots=("easy",))
        results = at_once(
            *(partial(opening.open_table, host, plan) for _ in range(4)), names=("1", "2", "3", "4")
        )
        assert len(results) == 1
    assert Table.objects.count() == 3


def test_nobody_sits_down_at_more_tables_than_they_may_however_many_requests_come_at_once(
    file_database: Path, settings: Any
) -> None:
    settings.RUNNING_PER_MEMBER = 1
    ben = person("Ben")
    for name in ("Ada", "Cleo", "Dan"):
        waiting = [opened(2, host=f"{name}{number}").table.pk for number in range(4)]
        assert (
            len(
                at_once(*(partial(seating.join, table, ben) for table in waiting), names=("1", "2", "3", "4"))
            )
            == 1
        )
        departure.resign(Table.objects.get(seats__user=ben, status=Table.Status.RUNNING).pk, ben.pk)


def at_once(*works: object, names: tuple[str, ...] = ("join", "withdraw")) -> set[str]:
    """Run the calls in threads that begin together. Returns the names of those that weren't refused."""
    barrier = Barrier(len(works))

    def result_of(number: int) -> str:
        barrier.wait()
        try:
            works[number]()  # type: ignore[operator]
            return names[number]
        except Refused:
            return ""
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(works)) as pool:
        return set(pool.map(result_of, range(len(works)))) - {""}
