"""Reviews as jobs: people take turns, a silent worker's is carried on, and what was found stays."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Review, Table
from games.rules import core
from games.tables import reviews
from tests.helpers import given

pytestmark = pytest.mark.django_db


def over(number: int = 1) -> list[Table]:
    """Finished matches, as far as a queue can tell."""
    host = given.person()
    fields = {"game": "parade", "rules": core.game("parade").VERSION, "increment_ms": 0, "number": 3}
    return [Table.objects.create(host=host, status="over", **fields) for _ in range(number)]


def asked(names: str) -> list[Review]:
    """One review for each letter's person, in that order."""
    people = {"a": given.person("Ada"), "b": given.person("Ben"), "c": given.person("Cleo")}
    tables = over(len(names))
    return [reviews.ask(table, 0, people[name].pk) for table, name in zip(tables, names, strict=True)]


def test_everybodys_first_comes_before_anybodys_second() -> None:
    found = asked("aaabc")
    assert [reviews.place(each) for each in found] == [1, 4, 5, 2, 3]
    first = reviews.claim("w", timezone.now())
    assert first == found[0] and reviews.place(first) == 0
    assert [reviews.place(each) for each in found[1:]] == [3, 4, 1, 2]
    assert [reviews.claim("w", timezone.now()) for _ in range(5)] == [*found[3:], *found[1:3], None]


def test_a_review_is_asked_for_once_and_so_many_at_a_time() -> None:
    table, person = over()[0], given.person()
    assert reviews.ask(table, 0, person.pk) == reviews.ask(table, 0, person.pk)
    for each in over(reviews.WAITING_EACH - 1):
        reviews.ask(each, 0, person.pk)
    with pytest.raises(core.Refused, match="too_many_reviews"):
        reviews.ask(over()[0], 0, person.pk)


def test_there_is_none_of_a_match_that_runs_or_of_older_rules() -> None:
    person = given.person()
    with pytest.raises(core.Refused, match="not_over"):
        reviews.ask(given.running(2).table, 0, person.pk)
    old = over()[0]
    old.rules -= 1
    with pytest.raises(core.Refused, match="older_rules"):
        reviews.ask(old, 0, person.pk)


def test_what_a_silent_worker_had_found_is_carried_on_by_another() -> None:
    asked("a")
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


def test_what_failed_can_be_asked_for_again() -> None:
    (review,) = asked("a")
    taken = reviews.claim("w", timezone.now())
    assert taken is not None and reviews.fail(taken, "w")
    again = reviews.ask(review.table, 0, given.person().pk)
    assert again == review and again.status == Review.Status.WAITING
