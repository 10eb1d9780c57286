"""Simultaneous clicks on a guided match, on a real database that all threads share."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from django.db import connections

from games.models import Table
from tests.helpers import given

CLICKS = 6


def test_six_clicks_at_the_same_time_begin_one_guided_match(file_database: Path) -> None:
    ada, barrier = given.person("Ada"), Barrier(CLICKS)
    tabs = [given.browser(ada) for _click in range(CLICKS)]

    def click(number: int) -> str:
        barrier.wait()
        try:
            return tabs[number].post("/guided/", {"game": "parade"}).headers["Location"]
        finally:
            connections.close_all()

    with ThreadPoolExecutor(CLICKS) as pool:
        addresses = set(pool.map(click, range(CLICKS)))
    assert addresses == {f"/t/{Table.objects.get().pk}/"}
