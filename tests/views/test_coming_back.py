"""Coming back to a table over days: what has happened since one was here, and where one's matches are."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from games import tables
from games.models import Seat
from tests.helpers.days import DAY, HOUR, MINUTE, NOON, at, dealt
from tests.helpers.given import awaited, browser, step

pytestmark = pytest.mark.django_db


def page(table: str, user_id: int) -> str:
    reader = Seat.objects.get(table=table, user=user_id).user
    return browser(reader).get(f"/t/{table}/").content.decode()


def test_whoever_comes_back_reads_what_the_others_did_meanwhile() -> None:
    snapshot = dealt(3)
    table, first = snapshot.table.pk, awaited(snapshot)
    reader = snapshot.seats[(first + 2) % 3]
    with at(NOON + HOUR):
        assert 'id="since"' not in page(table, reader.user_id or 0)
    for hours in (2, 3):
        with at(NOON + hours * HOUR):
            step(tables.load(table))
    with at(NOON + 4 * HOUR):
        told = page(table, reader.user_id or 0)
    assert re.search(r'<li id="m-2"[^>]*>.*?<time [^>]*data-local="moment">[^<]*15:00 UTC</time>', told)
    assert 'data-before="0"' in told and "14:00" in told and "15:00" in told
    with at(NOON + 5 * HOUR):
        assert 'id="since"' not in page(table, reader.user_id or 0)


def looked_back_from(client: Client, table: str, query: str = "") -> int:
    told = client.get(f"/t/{table}/replay/{query}").content.decode()
    [number] = re.findall(r'id="replay"[^>]* data-number="(\d+)"', told)
    return int(number)


def test_looking_back_opens_where_one_was_last() -> None:
    snapshot = dealt(3)
    table, first = snapshot.table.pk, awaited(snapshot)
    reader, stranger = (browser(snapshot.seats[(first + turn) % 3].user) for turn in (2, 0))
    with at(NOON + HOUR):
        reader.get(f"/t/{table}/")
        step(snapshot)
        assert looked_back_from(reader, table) == 1
    for hours in (2, 3):
        with at(NOON + hours * HOUR):
            seen = looked_back_from(reader, table)
            if hours == 2:
                step(snapshot)
    assert seen == 1
    with at(NOON + 4 * HOUR):
        reader.get(f"/t/{table}/")
        assert [looked_back_from(reader, table, query) for query in ("", "?move=0")] == [1, 0]
        assert looked_back_from(stranger, table) == 2
        step(snapshot)
        assert looked_back_from(reader, table) == 3


def test_looking_back_from_a_page_that_was_open_for_days_opens_where_one_was_last_too() -> None:
    snapshot = dealt(3)
    table, first = snapshot.table.pk, awaited(snapshot)
    seat = snapshot.seats[(first + 2) % 3]
    reader = browser(seat.user)
    with at(NOON + HOUR):
        reader.get(f"/t/{table}/")
    for days in (1, 2):
        with at(NOON + days * DAY):
            step(snapshot)
    for minutes in (0, 1, 30):
        with at(NOON + 3 * DAY + minutes * MINUTE):
            tables.mark_present([seat.pk], timezone.now())
            assert looked_back_from(reader, table) == 0
    with at(NOON + 3 * DAY + HOUR):
        step(snapshot)
        assert looked_back_from(reader, table) == 3


def test_a_match_that_ended_without_one_is_looked_back_at_from_where_one_left() -> None:
    snapshot = dealt(2)
    table, reader = snapshot.table.pk, snapshot.seats[1 - awaited(snapshot)]
    with at(NOON + HOUR):
        page(table, reader.user_id or 0)
    with at(NOON + 2 * HOUR):
        step(snapshot)
        tables.resign(table, snapshot.seats[awaited(snapshot)].user_id or 0)
        client = browser(reader.user)
        assert looked_back_from(client, table) == 0
        client.get(f"/t/{table}/")
        assert looked_back_from(client, table) == 0


def test_a_guest_finds_finished_matches(client: Client) -> None:
    client.post("/play-now/", {"game": "parade"})
    seat = Seat.objects.get(user__isnull=False)
    tables.resign(seat.table_id, seat.user_id or 0)
    told = client.get("/yours/").content.decode()
    assert f"/t/{seat.table_id}/" in told
    [figures] = set(re.findall(r'href="(/@[^"]+/)"', told))
    assert "Who sees your figures?" in client.get(figures).content.decode()
