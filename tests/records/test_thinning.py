"""Old matches without the positions that follow from their moves are shown and audited as before."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games.models import Move, Table
from games.records import importing
from tests.helpers.given import person, without_tokens
from tests.helpers.importing import every_game, simulated

pytestmark = pytest.mark.django_db


def finished(game: str, days: int = 100) -> Table:
    """Return a match that ended that many days ago, made from its record."""
    table = importing.store(importing.judge(json.dumps(simulated(game)).encode()), person(f"Ada {days}"))
    Table.objects.filter(pk=table.pk).update(ended_at=timezone.now() - timedelta(days=days))
    return table


def states(table: Table) -> list[object]:
    return list(Move.objects.filter(table=table).order_by("number").values_list("state", flat=True))


def output_of(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def board(visitor: Client, address: str) -> str:
    page = visitor.get(address)
    assert page.status_code == 200
    return without_tokens(page.content.decode().partition("<main")[2])


@every_game
def test_a_thinned_match_is_shown_and_audited_as_before_and_can_be_had_back(game: str) -> None:
    table, young = finished(game), finished(game, days=3)
    before, number = states(table), table.number // 2
    visitor = Client()
    visitor.get(f"/i/{table.invite}/")
    address = f"/t/{table.pk}/replay/?move={number}"
    boards_before = board(visitor, address)

    assert output_of("thin").startswith("1 matches thinned")
    assert states(table) == [before[0], *[{}] * (len(before) - 2), before[-1]]
    assert {} not in states(young)
    assert board(visitor, address) == boards_before
    assert "0 faults" in output_of("audit")
    assert output_of("thin").startswith("0 matches thinned")

    assert output_of("thin", "--restore").startswith("The positions of 1 matches")
    assert states(table) == before


def test_a_match_that_does_not_follow_from_its_moves_is_left_as_it_is() -> None:
    table = finished("parade")
    row = Move.objects.get(table=table, number=5)
    row.state["turn"] = 99
    row.save()
    before = states(table)
    assert output_of("thin").startswith("0 matches thinned")
    assert states(table) == before


def test_the_audit_finds_a_thinned_matchs_changed_events() -> None:
    table = finished("parade")
    output_of("thin")
    row = Move.objects.get(table=table, number=5)
    row.move["card"] = "red-99"
    row.save()
    with pytest.raises(CommandError):
        output_of("audit", table.pk)
