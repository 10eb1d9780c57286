"""Which matches count, and whose seats in them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.coach.models import Hint
from games.models import Seat, Table
from games.play import bot_seats, closing, departure, opening, seating, timeouts
from games.play.opening import Plan
from games.play.storage import memory
from games.ratings import pools
from games.ratings.models import Place, RatedMatch, Rating
from games.ratings.scale import START, Skill, rated
from tests.helpers import given
from tests.ratings.steps import begun, played, resigned, skill

pytestmark = pytest.mark.django_db


def test_a_match_of_two_is_rated_by_its_ranks() -> None:
    snapshot = played(2)
    ranks = [seat.rank or 0 for seat in snapshot.seats]
    after = rated([Skill(), Skill()], ranks)
    assert [skill("Ada"), skill("Ben")] == after
    assert list(Place.objects.order_by("seat").values_list("rank", flat=True)) == ranks


def test_a_resigned_person_is_last_whatever_the_bots_score() -> None:
    snapshot = resigned(3, by="Ada")
    places = {place.user.username: place.rank for place in Place.objects.select_related("user") if place.user}
    assert places["Ada"] == 3 and sorted(places.values())[0] == 1
    Seat.objects.filter(table=snapshot.table.pk, index=0).update(rank=1)
    pools.rebuild(lambda *_: None)
    assert Place.objects.get(user__username="Ada").rank == 3 and skill("Ada").mu < START


def test_of_two_the_one_who_stays_has_won() -> None:
    resigned(2, by="Ben")
    assert skill("Ada").mu > START > skill("Ben").mu


def test_a_seat_that_a_bot_took_over_counts_as_its_persons() -> None:
    snapshot = given.running(2)
    seat = snapshot.seats[given.awaited(snapshot)]
    late = timezone.now() - timedelta(seconds=1)
    Seat.objects.filter(pk=seat.pk).update(deadline=late, bank_ms=0, awaited_since=late - timedelta(days=1))
    memory.forget(snapshot.table.pk)
    timeouts.time_out(snapshot.table.pk, seat.index)
    assert given.now(snapshot).seats[seat.index].stand_in
    while given.now(snapshot).table.is_running:
        given.step(snapshot)
    pools.rate_waiting()
    assert set(Place.objects.values_list("user", flat=True)) == {player.user_id for player in snapshot.seats}


def test_bots_seats_do_not_count() -> None:
    snapshot = played(2, bots=["easy"])
    people = [seat for seat in snapshot.seats if not seat.is_bot]
    order = sorted({seat.rank or 0 for seat in people})
    assert [place.rank for place in Place.objects.order_by("seat")] == [
        order.index(seat.rank or 0) + 1 for seat in people
    ]
    assert [skill("Ada"), skill("Ben")] == rated(
        [Skill(), Skill()], [place.rank for place in Place.objects.order_by("seat")]
    )
    assert Rating.objects.count() == 2


def left_alone() -> str:
    """Ada's table for three, which she begins with bots."""
    snapshot = given.opened(3)
    bot_seats.fill(snapshot.table.pk, given.person().pk)
    return str(given.play_until(snapshot, "over").table.pk)


def hinted() -> str:
    snapshot = given.running(2)
    Hint.objects.create(table=snapshot.table, seat=0, number=1)
    return str(given.play_until(snapshot, "over").table.pk)


def with_guest() -> str:
    snapshot = given.opened(2)
    guest = User.objects.create_user("A guest", is_guest=True)
    seating.join(snapshot.table.pk, guest, "")
    # Who registers during the match was a guest when it began.
    User.objects.filter(pk=guest.pk).update(is_guest=False)
    return str(given.play_until(snapshot, "over").table.pk)


def marked(*seats: int) -> str:
    snapshot = given.finished(2)
    Seat.objects.filter(table=snapshot.table.pk, index__in=seats).update(mark=Seat.Mark.FAST)
    return str(snapshot.table.pk)


def left_at_once(count: int, *leaving: str) -> str:
    """A match that those people leave when only the first in turn has moved."""
    snapshot = given.step(given.running(count)).snapshot
    for name in leaving:
        departure.resign(snapshot.table.pk, given.person(name).pk)
    return str(snapshot.table.pk)


def changed(**fields: Any) -> str:
    """A finished match with something that only other ways to open a table would bring."""
    snapshot = given.finished(2)
    Table.objects.filter(pk=snapshot.table.pk).update(**fields)
    return str(snapshot.table.pk)


@pytest.mark.parametrize(
    ("match", "why"),
    [
        (left_alone, "alone"),
        (hinted, "helped"),
        (with_guest, "guest"),
        (lambda: marked(0, 1), "reactions"),
        (lambda: left_at_once(2, "Ada"), "unplayed"),
        (lambda: left_at_once(2, "Ben"), "unplayed"),
        (lambda: left_at_once(3, "Ben", "Cleo", "Ada"), "unplayed"),
        (lambda: changed(guide=Table.Guide.ON), "helped"),
        (lambda: changed(begun_from={"match": "a", "n": 1, "seat": 0}), "helped"),
        (lambda: changed(origin={"match": "a", "kinds": [], "proven": True}), "alone"),
    ],
)
def test_matches_that_do_not_count(match: Any, why: str) -> None:
    table = match()
    pools.rate_waiting()
    assert RatedMatch.objects.get(pk=table).why == why
    assert not Place.objects.exists() and not Rating.objects.exists()


@pytest.mark.parametrize("seat", [0, 1])
def test_a_person_whose_reactions_are_marked_is_last(seat: int) -> None:
    marked(seat)
    pools.rate_waiting()
    assert Place.objects.get(seat=seat).rank == 2
    assert Place.objects.get(seat=1 - seat).rank == 1


def test_if_everybody_resigns_the_last_one_to_do_so_is_first() -> None:
    snapshot = begun(3)
    for name in ("Ben", "Cleo", "Ada"):
        departure.resign(snapshot.table.pk, given.person(name).pk)
    pools.rate_waiting()
    ranks = {place.user.username: place.rank for place in Place.objects.select_related("user") if place.user}
    assert ranks == {"Ada": 1, "Ben": 2, "Cleo": 2}


def test_who_resigned_is_last_though_the_match_was_closed_later() -> None:
    snapshot = begun(2, bots=["easy"])
    departure.resign(snapshot.table.pk, given.person("Ben").pk)
    departure.resign(snapshot.table.pk, given.person("Ada").pk)
    pools.rate_waiting()
    assert Place.objects.get(user=given.person("Ada")).rank == 1
    assert Place.objects.get(user=given.person("Ben")).rank == 2


def test_public_tables_of_members_are_rated_unless_said_otherwise() -> None:
    def is_rated(seats: int = 2, host: User | None = None, **plan: Any) -> bool:
        table = opening.open_table(host or given.person(), Plan("parade", seats, **plan)).table
        return RatedMatch.objects.filter(table=table).exists()

    assert is_rated()
    assert not is_rated(terms={"rated": "no"})
    assert not is_rated(public=False)
    assert is_rated(public=False, terms={"rated": "yes"})
    assert not is_rated(bots=["easy"], clock=False)
    assert not is_rated(host=User.objects.create_user("A guest", is_guest=True), terms={"rated": "yes"})


def test_a_rematch_is_rated_as_the_match_before_it() -> None:
    for terms in ("yes", "no"):
        old = given.finished(2, terms={"rated": terms})
        new = opening.rematch(old.table.pk, given.person())
        assert RatedMatch.objects.filter(table=new.table.pk).exists() == (terms == "yes")


def test_a_table_at_which_nobody_played_is_forgotten() -> None:
    snapshot = given.opened(2)
    closing.cancel(snapshot.table.pk, given.person().pk)
    pools.rate_waiting()
    assert not RatedMatch.objects.exists()


def test_games_and_paces_are_rated_apart() -> None:
    played(2)
    resigned(2, by="Ada", game="tea_time")
    resigned(2, by="Ada", pace=Table.Pace.DAYS)
    assert set(Rating.objects.values_list("pool", flat=True)) == {
        "parade:live",
        "parade:days",
        "tea_time:live",
    }
