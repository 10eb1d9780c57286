"""A try at a deal of the day: one a person, on its day, at an ordinary table whose bots answer the same moves alike."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.guests import new_guest
from games.deals import commitment, days, draws, tries
from games.deals.models import Count, Deal, Try
from games.models import Results, Seat, Table
from games.play import departure, hooks, storage
from games.play.hooks import bot_seed
from games.play.snapshot import Draft, Snapshot
from games.records import audit, export
from games.rules import core
from tests.deals import examples
from tests.deals.examples import DAY, HOUR, NOON, at
from tests.helpers import given

pytestmark = pytest.mark.django_db
GAMES = ("parade", "tea_time", "wonderland")


def record_of(snapshot: Snapshot) -> dict[str, Any]:
    rows = export.rows_of(snapshot.table)
    record = export.export(snapshot.table, snapshot.seats, rows, None)
    for move in record["moves"]:
        del move["at"]
    del record["match"], record["seats"][0]
    return record


def test_a_deal_is_drawn_a_day_ahead_and_once() -> None:
    deal = examples.drawn()
    assert deal.drawn_at <= days.begins(DAY) - timedelta(hours=24) and not deal.was_drawn_late
    assert set(Deal.objects.filter(day=DAY).values_list("game", flat=True)) == {*GAMES, "stockings"}
    with at(days.begins(DAY) - HOUR):
        seeds = set(Deal.objects.values_list("seed", flat=True))
        draws.draw(timezone.now())
        assert seeds <= set(Deal.objects.values_list("seed", flat=True))
        assert Deal.objects.get(pk=deal.pk).seed == deal.seed
        assert draws.draw(timezone.now()) == 0


@pytest.mark.parametrize("game", GAMES)
def test_two_people_with_the_same_moves_have_the_same_record(game: str) -> None:
    deal = examples.drawn(game)
    with at():
        first, second = (
            examples.play(examples.begun(deal, examples.member(name)), "luck") for name in ("Ada", "Ben")
        )
        other = examples.play(examples.begun(deal, examples.member("Cleo")), "other luck")
    assert record_of(first) == record_of(second) != record_of(other)
    assert record_of(first)["setup"] == record_of(other)["setup"]
    assert [seat.name for seat in first.seats[1:]] == ["Dormouse", "March Hare", "Gryphon"]
    assert not list(audit.faults(first.table, first.seats, export.rows_of(first.table)))
    score = Try.objects.get(table=first.table).score
    assert score == Seat.objects.get(table=first.table, index=0).score
    # Two moves further back or one seat on the generator is another.
    assert len({bot_seed(snapshot, seat) for snapshot in (first, other) for seat in (1, 2)}) == 4


def test_in_a_common_discard_the_person_comes_first_and_then_the_bots_in_turn() -> None:
    deal = examples.drawn()
    with at():
        snapshot = examples.begun(deal, examples.member())
        while len(snapshot.rules.to_act(snapshot.state)) == 1:
            snapshot = examples.step(snapshot)
        for expected in range(4):
            awaited = [seat.index for seat in storage.load(snapshot.table.pk).seats if seat.is_awaited]
            assert awaited == [expected]
            snapshot = examples.step(snapshot)


def test_begun_again_it_is_the_same_try_and_once_over_there_is_no_other() -> None:
    deal, ada = examples.drawn(), examples.member()
    with at():
        snapshot = examples.begun(deal, ada)
        assert examples.begun(deal, ada).table.pk == snapshot.table.pk
        examples.play(snapshot)
        with pytest.raises(core.Refused, match="deal_played"):
            examples.begun(deal, ada)
    assert Try.objects.count() == 1 == Count.objects.get().people


@pytest.mark.parametrize(
    "seconds, on_its_day, kind", [(-1, True, "ranked"), (1, False, "ranked"), (43_201, False, "free")]
)
def test_a_try_belongs_to_the_day_on_which_it_began(seconds: int, on_its_day: bool, kind: str) -> None:
    deal = examples.drawn()
    begins = days.begins(DAY + days.DAY) + timedelta(seconds=seconds)
    with at(begins):
        snapshot = examples.begun(deal, examples.member())
    with at(begins + timedelta(minutes=20)):
        examples.play(snapshot)
    attempt = Try.objects.get()
    assert (attempt.on_its_day, attempt.kind, attempt.is_finished) == (on_its_day, kind, True)
    assert Count.objects.count() == (kind != "free")


def test_a_try_that_ends_after_the_deal_has_closed_does_not_count() -> None:
    deal = examples.drawn()
    with at():
        snapshot = examples.begun(deal, examples.member())
    with at(days.closes(DAY)):
        examples.play(snapshot)
    assert Try.objects.get().kind == "free" and not Count.objects.exists()


def test_before_its_day_nobody_can_begin_it() -> None:
    deal = examples.drawn()
    with at(days.begins(DAY) - timedelta(seconds=1)), pytest.raises(core.Refused, match="deal_not_open"):
        examples.begun(deal, examples.member())


def test_guests_and_newer_members_are_counted_and_keep_what_they_have() -> None:
    deal = examples.drawn()
    with at():
        guest, newer = new_guest(), given.person("Ben", date_joined=NOON)
        early = new_guest()
        early.date_joined = NOON - timedelta(days=9)
        early.save()
        kinds = [examples.played(deal, user).kind for user in (guest, newer, early, examples.member())]
    assert kinds == ["counted", "counted", "counted", "ranked"]
    counts = dict(Count.objects.values_list("ranked", "people"))
    assert counts == {False: 3, True: 1}
    guest.is_guest = False
    guest.save()
    assert Try.objects.get(user=guest).kind == "counted"


def test_a_process_that_dies_at_the_last_move_loses_neither_try_nor_result() -> None:
    """The result is stored with the move that ends the match, or neither is."""
    deal = examples.drawn()

    def die(_draft: Draft) -> None:
        raise SystemExit

    with at():
        snapshot = examples.begun(deal, examples.member())
        hooks.over.append(die)
        try:
            with pytest.raises(SystemExit), transaction.atomic():
                examples.play(snapshot)
        finally:
            hooks.over.remove(die)
        assert not Count.objects.exists() and not Try.objects.get().is_finished
        storage.memory.forget(snapshot.table.pk)
        examples.play(snapshot)
    assert Count.objects.get().people == 1 and Try.objects.get().is_finished


def test_a_try_that_is_given_up_counts_nowhere_and_is_the_only_one() -> None:
    deal, ada = examples.drawn(), examples.member()
    with at():
        snapshot = examples.begun(deal, ada)
        departure.resign(snapshot.table.pk, ada.pk)
        assert not Try.objects.get().is_finished and not Count.objects.exists()
        with pytest.raises(core.Refused, match="deal_played"):
            examples.begun(deal, ada)


def test_it_counts_in_no_figures_and_gives_no_hints() -> None:
    deal = examples.drawn()
    with at():
        snapshot = examples.begun(deal, examples.member())
        assert not snapshot.allows_hints
        assert snapshot.table.increment_ms == 0 and not snapshot.table.public
        examples.play(snapshot)
    assert not Results.objects.exists()


def test_the_seed_opens_once_the_deal_is_closed_and_stays_shut_if_the_clock_is_set_back() -> None:
    deal = examples.drawn()
    with at():
        over = examples.play(examples.begun(deal, examples.member()))
        assert tries.is_sealed(over.table) and "shuffle" not in record_of(over)
    with at(days.closes(DAY)):
        # Not before the scheduler has said so.
        assert tries.is_sealed(over.table)
        assert commitment.close(timezone.now()) == 12 and commitment.close(timezone.now()) == 0
        assert not tries.is_sealed(over.table)
        assert record_of(over)["shuffle"]["seed"] == deal.seed
    with at(days.closes(DAY) - HOUR):
        assert tries.is_sealed(over.table) and commitment.close(timezone.now()) == 0
        # Whoever has read the seed meanwhile can't begin a try that counts.
        assert tries.begin(given.person("Ben", date_joined=NOON - days.DAY), deal).table.is_running
        assert Try.objects.get(user__username="Ben").kind == "free"


def test_the_archive_can_be_played_again_and_again_unranked() -> None:
    deal, ada = examples.drawn(), examples.member()
    with at():
        examples.played(deal, ada)
    with at(days.closes(DAY) + HOUR):
        commitment.close(timezone.now())
        for _ in range(2):
            snapshot = examples.begun(deal, ada)
            assert examples.begun(deal, ada).table.pk == snapshot.table.pk
            examples.play(snapshot)
    assert sorted(Try.objects.values_list("kind", flat=True)) == ["free", "free", "ranked"]
    assert Count.objects.get().people == 1


def test_audit_tells_a_deal_that_was_tampered_with() -> None:
    deal = examples.drawn()
    with at():
        over = examples.play(examples.begun(deal, examples.member()))

    def faults() -> list[str]:
        table = Table.objects.get(pk=over.table.pk)
        return [why for _n, why in audit.faults(table, list(table.seats.all()), export.rows_of(table))]

    assert faults() == []
    Seat.objects.filter(table=over.table, index=1).update(level="hard")
    assert "the bots are not those of the deal" in faults()
    Seat.objects.filter(table=over.table, index=1).update(level="gentle", salt="ff")
    assert "somebody has added a salt to the deal of a day" in faults()
    Seat.objects.filter(table=over.table, index=1).update(salt="")
    Deal.objects.filter(pk=deal.pk).update(seed="00" * 32)
    assert "the deal is not that of its day" in faults()


@pytest.mark.parametrize("game", core.names())
def test_the_order_of_a_seat_is_what_its_rank_is_made_of(game: str) -> None:
    snapshot = given.finished(3, game=game) if game == "parade" else given.running(3, game=game)
    rules, state = snapshot.rules, snapshot.state
    orders = [rules.order(state, seat) for seat in range(3)]
    assert rules.standings(state).ranks == core.ranks(orders)
