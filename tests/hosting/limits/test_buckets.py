"""Buckets and places: their sizes, who pays, and that a refusal costs nothing."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest

from hosting.limits.all_limits import LIMITS, PLACES, Limit
from hosting.limits.buckets import Limiter, retry_after
from hosting.limits.places import Places

HERE = "192.0.2.7"


def test_every_limit_counts_by_somebody_and_lets_something_through() -> None:
    for by, limit in [item for row in LIMITS.values() for item in row.items()]:
        assert by in {"address", "person", "socket", "seat"}
        assert limit.seconds > 0 and limit.burst >= 1 and limit.times >= 1
        # A bucket shared by all processes is kept until it is full again, which must happen.
        assert not (limit.is_shared and limit.seconds == inf)
        # Nobody waits for buckets in the cache.
        assert not (limit.is_shared and limit.patience)
    for name, row in PLACES.items():
        assert set(row) <= {"address", "person", "socket", "site"}, name


def test_a_bucket_fills_again_in_its_time_and_holds_no_more() -> None:
    limiter = Limiter()

    def taken(now: float) -> int:
        return [limiter.spend("frame", now=now, socket=1) for _ in range(100)].count(0)

    assert taken(100.0) == 60
    assert taken(100.5) == 10
    assert taken(1000.0) == 60
    assert limiter.spend("frame", now=1000.0, socket=2) == 0


def test_the_wait_of_who_is_refused_is_the_time_until_enough_is_there(settings: Any) -> None:
    settings.SOCKETS_PER_ADDRESS = 30
    limiter = Limiter()
    for _ in range(30):
        limiter.spend("opening", now=100.0, address=HERE)
    assert limiter.wait("opening", now=100.0, address=HERE) == pytest.approx(1.0)
    assert limiter.spend("opening", now=100.5, address=HERE) == pytest.approx(0.5)
    assert limiter.spend("opening", now=101.0, address=HERE) == 0
    # For a bucket that never fills again one would wait for ever.
    assert [limiter.spend("claim", seat="t:1:0") for _ in range(9)] == [0] * 8 + [inf]


def test_a_visitor_is_told_whole_seconds_after_which_enough_is_there() -> None:
    assert [retry_after(wait) for wait in (0.01, 1.0, 2.5, 1200.0, inf)] == [1, 1, 3, 1200, 86400]


def test_a_refused_address_takes_nothing_from_its_neighbours(settings: Any) -> None:
    settings.TABLES_PER_HOUR = 2
    limiter = Limiter()
    first = [limiter.spend("tables", now=100.0, person=1, address=HERE) for _ in range(50)]
    assert first.count(0) == 2
    others = [limiter.spend("tables", now=100.0, person=person, address=HERE) for person in range(2, 50)]
    assert others.count(0) == 6
    assert limiter.spend("tables", now=100.0, person=None, address="192.0.2.8") == 0


def test_a_lasting_limit_is_counted_for_all_processes(settings: Any) -> None:
    settings.GUESTS_PER_HOUR = 3
    one, other = Limiter(), Limiter()
    waits = [limiter.spend("guest", now=100.0, address=HERE) for limiter in (one, other, one, other)]
    assert waits == [0, 0, 0, pytest.approx(1200.0)]
    assert one.wait("guest", now=1300.0, address=HERE) == 0


@pytest.mark.parametrize("address", ["not an address", "a\r\nb\0", "é" * 300])
def test_any_address_from_a_proxy_becomes_a_valid_cache_key(address: str, settings: Any) -> None:
    settings.GUESTS_PER_HOUR = 1
    limiter = Limiter()
    assert [limiter.spend("guest", now=100.0, address=address) > 0 for _ in range(2)] == [False, True]


def test_places_are_taken_of_all_or_of_nobody_and_given_back(settings: Any) -> None:
    settings.SOCKETS_PER_PERSON, settings.SOCKETS_PER_ADDRESS = 1, 5
    places = Places()
    taken = places.take("socket", person=1, address=HERE)
    assert taken
    assert places.take("socket", person=1, address=HERE) is None
    assert places.taken("socket", "address", HERE) == 1
    places.add(taken)
    assert places.taken("socket", "address", HERE) == 2
    for _ in range(2):
        places.leave(taken)
    assert places.count("socket") == 0
    assert Limit("SOCKETS_PER_PERSON", 1).value == 1


def test_in_the_worst_day_an_address_hands_in_twice_the_records_of_an_hour(settings: Any) -> None:
    settings.IMPORTS_PER_HOUR = 6
    limiter = Limiter()
    waits = [
        limiter.spend("import", now=3600.0 * hour, address=HERE) for hour in range(24) for _ in range(10)
    ]
    assert waits[:10].count(0) == 6
    assert 6 < waits.count(0) <= 12
