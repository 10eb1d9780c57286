"""Reserved seats, blocks and the beginning of matches, with several requests at the same moment."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from games.models import Block, Table
from games.play import departure, invitations, opening, seating, storage
from tests.helpers.at_once import accepted_at_once
from tests.helpers.given import browser, opened, person
from tests.play.test_invitations import inviting, reserved_names

pytestmark = pytest.mark.django_db


def test_an_acceptance_and_a_withdrawal_at_once_do_not_both_succeed(file_database: Path) -> None:
    for _again in range(8):
        snapshot = inviting("Ben", seats=2, public=False)
        table, host, invited = snapshot.table.pk, person("Ada"), person("Ben")
        assert accepted_at_once(
            join=partial(seating.join, table, invited),
            withdraw=partial(invitations.withdraw, table, host.pk, "Ben"),
        ) in ({"join"}, {"withdraw"})
        now = storage.load(table)
        assert now.table.is_running == (now.seats[1].name == "Ben")
        assert reserved_names(snapshot) == ["", ""]
        Table.objects.all().delete()


def test_an_acceptance_and_a_refusal_at_once_do_not_both_succeed(file_database: Path) -> None:
    snapshot = inviting("Ben", seats=3, public=False)
    table, invited = snapshot.table.pk, person("Ben")
    results = accepted_at_once(
        join=partial(seating.join, table, invited), decline=partial(invitations.decline, table, invited.pk)
    )
    assert len(results) == 1
    assert (storage.load(table).seats[1].name == "Ben") == (results == {"join"})


def test_a_seat_is_kept_once_however_many_invite_at_once(file_database: Path) -> None:
    snapshot = opened(3)
    for name in ("Ben", "Cleo", "Dan", "Eve"):
        person(name)
    host = person("Ada")
    results = accepted_at_once(
        **{
            name: partial(invitations.invite, snapshot.table.pk, host, name)
            for name in ("Ben", "Cleo", "Dan", "Eve")
        }
    )
    assert len(results) == 2
    assert set(reserved_names(snapshot)) == {"", *results}


def test_nobody_begins_more_than_they_may_however_many_requests_come_at_once(
    file_database: Path, settings: Any
) -> None:
    settings.RUNNING_PER_MEMBER = 1
    for name in ("Ada", "Ben", "Cleo"):
        host, plan = person(name), opening.Plan("parade", 2, bots=("easy",))
        results = accepted_at_once(**dict.fromkeys("1234", partial(opening.open_table, host, plan)))
        assert len(results) == 1
    assert Table.objects.count() == 3


def test_nobody_sits_down_at_more_tables_than_they_may_however_many_requests_come_at_once(
    file_database: Path, settings: Any
) -> None:
    settings.RUNNING_PER_MEMBER = 1
    ben = person("Ben")
    for name in ("Ada", "Cleo", "Dan"):
        waiting = [opened(2, host=f"{name}{number}").table.pk for number in range(4)]
        results = accepted_at_once(**{str(table): partial(seating.join, table, ben) for table in waiting})
        assert len(results) == 1
        departure.resign(Table.objects.get(seats__user=ben, status=Table.Status.RUNNING).pk, ben.pk)


def test_a_block_and_a_sitting_down_at_once_leave_nobody_at_a_table_with_the_other(
    file_database: Path,
) -> None:
    # SQLite has one writer at a time, so this can fail on PostgreSQL only.
    ada, ben = browser(person("Ada")), person("Ben")
    for _again in range(8):
        table = opened(3).table.pk
        accepted_at_once(
            join=partial(seating.join, table, ben),
            block=partial(ada.post, "/friends/block/", {"name": "Ben"}),
        )
        assert ben.pk not in storage.load(table).people
        Table.objects.all().delete()
        Block.objects.all().delete()
