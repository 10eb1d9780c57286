"""Ratings are computed in the order of the matches and once for each, and a rebuild gives the same ratings."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.data.deletion import delete
from games.models import Table
from games.play.snapshot import Snapshot
from games.ratings import pools
from games.ratings.models import Place, Pool, RatedMatch, Rating
from games.ratings.recompute import Recomputation
from tests.helpers import given
from tests.ratings.steps import POOL, begun, everything, put_forward, resigned, skill

pytestmark = pytest.mark.django_db


def some_matches() -> list[Snapshot]:
    return [resigned(2), resigned(3, by="Cleo"), resigned(2, by="Ada"), resigned(3), resigned(2)]


def rebuilt() -> None:
    call_command("ratings", "rebuild", stdout=StringIO())


def test_rebuilding_gives_the_same_to_the_last_digit() -> None:
    some_matches()
    before = everything()
    assert len(before[0]) == 12 and len(before[1]) == 3
    rebuilt()
    assert everything() == before
    Place.objects.all().delete()
    Rating.objects.all().delete()
    rebuilt()
    assert everything() == before


def test_a_match_that_is_found_unfair_is_taken_out_and_all_after_it_follows() -> None:
    first, unfair, *_ = some_matches()
    before = Place.objects.get(match=first.table.pk, seat=0).mu
    call_command("ratings", "void", unfair.table.pk, stdout=StringIO())
    after = everything()
    assert not Place.objects.filter(match=unfair.table.pk).exists()
    assert Place.objects.get(match=first.table.pk, seat=0).mu == before
    assert Rating.objects.get(user__username="Ada").matches == 4
    # As if it had never been played.
    Place.objects.all().delete()
    Rating.objects.all().delete()
    rebuilt()
    assert everything() == after
    with pytest.raises(CommandError):
        call_command("ratings", "void", unfair.table.pk)
    with pytest.raises(CommandError):
        call_command("ratings", "void", "nonesuch")


def test_the_only_match_of_somebody_taken_out_leaves_them_without_a_number() -> None:
    resigned(2)
    other = resigned(3)
    pools.void(other.table.pk)
    pools.rate_waiting()
    assert set(Rating.objects.values_list("user__username", flat=True)) == {"Ada", "Ben"}


def test_a_match_that_is_deleted_is_taken_out() -> None:
    _first, deleted, *_ = some_matches()
    Table.objects.get(pk=deleted.table.pk).delete()
    pools.rate_waiting()
    after = everything()
    assert Rating.objects.get(user__username="Ada").matches == 4
    rebuilt()
    assert everything() == after and RatedMatch.objects.get(pk=deleted.table.pk).why == "gone"


def test_a_match_that_is_stored_late_is_rated_in_the_order_of_its_end() -> None:
    """Two processes may store the ends of two matches in the reverse order."""
    early = given.finished(2)
    RatedMatch.objects.filter(pk=early.table.pk).update(status=RatedMatch.Status.OUT)
    late = resigned(2, by="Ada")
    RatedMatch.objects.filter(pk=early.table.pk).update(status=RatedMatch.Status.WAITING)
    pools.rate_waiting()
    assert [Place.objects.get(match=snapshot.table.pk, seat=0).number for snapshot in (early, late)] == [1, 2]
    before = everything()
    rebuilt()
    assert everything() == before


def test_two_matches_that_end_at_once_have_an_order() -> None:
    one, two = resigned(2), resigned(2, by="Ada")
    assert one.table.ended_at is not None
    for snapshot in (one, two):
        put_forward(snapshot, ended_at=one.table.ended_at)
    rebuilt()
    before = everything()
    rebuilt()
    assert everything() == before


def test_the_second_of_two_computations_stores_nothing() -> None:
    resigned(2)
    before = everything()
    assert pools.rate_waiting() == 0 and pools.catch_up(POOL) == 0
    Pool.objects.update(since=Table.objects.get().ended_at)
    row = Pool.objects.get()
    one, two = Recomputation(POOL, row.since), Recomputation(POOL, row.since)
    for recomputation in (one, two):
        recomputation.run()
    assert pools._stored(one, row) and not pools._stored(two, row)
    assert everything() == before


def test_an_interrupted_computation_is_repeated_by_the_next_process() -> None:
    snapshot = given.finished(2)
    assert pools.judge(snapshot.table.pk)
    # The process is killed here: the match is known to count, but no rating is computed yet.
    assert not Place.objects.exists()
    pools.rate_waiting()
    assert Place.objects.count() == 2 and Pool.objects.get().since is None


def test_the_others_ratings_stay_when_somebody_leaves_for_good() -> None:
    some_matches()
    before = {name: skill(name) for name in ("Ada", "Ben")}
    delete(given.person("Cleo"))
    assert {name: skill(name) for name in ("Ada", "Ben")} == before
    rebuilt()
    assert {name: skill(name) for name in ("Ada", "Ben")} == before
    assert Rating.objects.count() == 2 and Place.objects.filter(user=None).count() == 2


def test_who_deletes_the_account_in_a_match_is_rated_as_strong_as_they_were() -> None:
    """Otherwise a strong person's opponent would win against a beginner."""
    for _match in range(4):
        resigned(2, by="Ben")
    strength = skill("Ada")
    last = begun(2).table.pk
    delete(given.person("Ada"))
    pools.rate_waiting()
    place = Place.objects.get(match=last, seat=0)
    assert (place.mu_before, place.sigma_before) == strength and place.rank == 2
    before = skill("Ben")
    rebuilt()
    assert skill("Ben") == before
    Place.objects.filter(match=last).delete()
    rebuilt()
    assert Place.objects.get(match=last, seat=0).mu_before == strength.mu


def test_quarters_are_counted_apart() -> None:
    first, second = resigned(2), resigned(2)
    assert first.table.ended_at is not None
    put_forward(first, ended_at=first.table.ended_at - timedelta(days=100))
    rebuilt()
    row = Rating.objects.get(user__username="Ada")
    assert (row.matches, row.in_quarter) == (2, 1) and row.last_at == second.table.ended_at
