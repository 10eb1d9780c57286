"""Reviews as jobs: people take turns, a silent worker's job is continued, and results are kept."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games.coach import reviews
from games.coach.models import Review
from games.models import Table
from games.rules import core
from tests.helpers import given

pytestmark = pytest.mark.django_db
HERE, THERE = "192.0.2.7", "198.51.100.9"


def over(number: int = 1) -> list[Table]:
    """Return finished matches, as far as the queue needs them."""
    host = given.person()
    fields = {"game": "parade", "rules": core.game("parade").VERSION, "increment_ms": 0, "number": 3}
    return [Table.objects.create(host=host, status="over", **fields) for _ in range(number)]


def requested_reviews(names: str) -> list[Review]:
    """Ask for one review for each letter's person, in that order."""
    people = {"a": given.person("Ada"), "b": given.person("Ben"), "c": given.person("Cleo")}
    tables = over(len(names))
    return [reviews.ask(table, 0, people[name].pk, HERE) for table, name in zip(tables, names, strict=True)]


def test_everybodys_first_comes_before_anybodys_second() -> None:
    requested = requested_reviews("aaabc")
    assert [reviews.place(review) for review in requested] == [1, 4, 5, 2, 3]
    first = reviews.claim("w", timezone.now())
    assert first == requested[0] and reviews.place(first) == 0
    assert [reviews.place(review) for review in requested[1:]] == [3, 4, 1, 2]
    assert [reviews.claim("w", timezone.now()) for _ in range(5)] == [*requested[3:], *requested[1:3], None]


@pytest.mark.parametrize("people, count", [(6, 5), (30, 1)])
@pytest.mark.parametrize("own", ["{}", "2001:db8:7:{:x}::1"])
def test_a_network_fills_no_queue_for_others(people: int, count: int, own: str) -> None:
    crowd = [given.person(f"Crowd {number}").pk for number in range(people)]
    newcomer = given.person("Newcomer").pk
    tables = over(people * count + 2)
    for number in range(people * count):
        reviews.ask(tables.pop(), 0, crowd[number // count], own.format(number) if ":" in own else HERE)
    first, second = (reviews.ask(tables.pop(), 0, newcomer, THERE) for _ in range(2))
    assert [reviews.place(review) for review in (first, second)] == [2, 4]
    assert reviews.claim("w", timezone.now())
    assert reviews.place(first) == 1


@pytest.mark.parametrize(
    "ends", [lambda review: reviews.finish(review, "w", [], None), lambda review: reviews.fail(review, "w")]
)
def test_the_network_of_a_review_is_stored_until_the_review_ends(ends: Callable[[Review], bool]) -> None:
    requested_reviews("a")
    review = reviews.claim("w", timezone.now())
    assert review is not None and review.network == HERE
    assert ends(review) and Review.objects.get().network == ""


def test_a_review_is_asked_for_once_and_so_many_at_a_time() -> None:
    table, person = over()[0], given.person()
    assert reviews.ask(table, 0, person.pk, HERE) == reviews.ask(table, 0, person.pk, HERE)
    for match in over(reviews.WAITING_EACH - 1):
        reviews.ask(match, 0, person.pk, HERE)
    with pytest.raises(core.Refused, match="too_many_reviews"):
        reviews.ask(over()[0], 0, person.pk, HERE)


def test_there_is_none_of_a_match_that_runs_or_of_older_rules() -> None:
    person = given.person()
    with pytest.raises(core.Refused, match="not_over"):
        reviews.ask(given.running(2).table, 0, person.pk, HERE)
    old = over()[0]
    old.rules -= 1
    with pytest.raises(core.Refused, match="older_rules"):
        reviews.ask(old, 0, person.pk, HERE)


def test_the_results_of_a_silent_worker_are_continued_by_another() -> None:
    requested_reviews("a")
    now = timezone.now()
    lost = reviews.claim("first", now)
    assert lost is not None and reviews.keep(lost, "first", [{"seat": 0}])
    assert reviews.claim("second", timezone.now()) is None
    later = timezone.now() + reviews.SILENCE + timedelta(seconds=1)
    taken = reviews.claim("second", later)
    assert taken == lost and taken.parts == [{"seat": 0}]
    assert not reviews.keep(lost, "first", []) and not reviews.finish(lost, "first", [], None)
    assert reviews.finish(taken, "second", [{"seat": 0}, {"seat": 1}], 0.5)
    assert Review.objects.get().is_done


def test_a_failed_review_can_be_asked_for_again() -> None:
    (review,) = requested_reviews("a")
    taken = reviews.claim("w", timezone.now())
    assert taken is not None and reviews.fail(taken, "w")
    again = reviews.ask(review.table, 0, given.person().pk, HERE)
    assert again == review and again.status == Review.Status.WAITING
