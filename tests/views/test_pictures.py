"""The picture of a result."""

from __future__ import annotations

import pytest
from django.test import Client

from games import tables
from games.models import Seat, Table


@pytest.mark.django_db
def test_a_result_is_drawn_once_the_match_is_over(client: Client) -> None:
    client.post("/play-now/", {"game": "parade"})
    table = Table.objects.get()
    assert client.get(f"/t/{table.pk}/result.svg").status_code == 404
    seat = Seat.objects.get(table=table, user__isnull=False)
    tables.resign(table.pk, seat.user_id or 0)
    answer = client.get(f"/t/{table.pk}/result.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    for each in Seat.objects.filter(table=table):
        assert each.shown in answer.content.decode()
    assert f"/t/{table.pk}/result.svg" in client.get(f"/t/{table.pk}/").content.decode()
