"""A person's tries: they are begun at ordinary tables, can be continued, and are counted when they end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games.deals import bot_matches, days, runs
from games.deals.models import Count, Deal, Try
from games.models import Move, Seat, Table
from games.people.locks import one_at_a_time
from games.play.bot_names import bot_names
from games.play.seating import refuse_too_many_running, start_if_full, store_new
from games.play.snapshot import Draft, Snapshot
from games.play.storage import load
from games.rules import core

# A weight orders by the score, then by what decides among equals.
FIRST = 1000


def begin(person: User, deal: Deal) -> Snapshot:
    """Begin or continue the person's try that counts. Tries at a closed deal don't count."""
    with one_at_a_time(person):
        # Read again, because it may have been closed since the caller has read it.
        deal = Deal.objects.get(pk=deal.pk)
        if (running := going_on(person, deal)) is not None:
            return load(running)
        refuse_unplayable(deal)
        kind = _kind(person, deal)
        if kind != Try.Kind.FREE and Try.objects.filter(deal=deal, user=person).exclude(kind="free").exists():
            raise core.Refused("deal_played")
        refuse_too_many_running(person)
        snapshot = set_up(person, deal.game, deal.seed, ["", *deal.levels], deal.place)
        Try.objects.create(deal=deal, user=person, table=snapshot.table, kind=kind, on_its_day=deal.is_today)
        return snapshot


def refuse_unplayable(deal: Deal) -> None:
    """Refused if nobody can begin a try at that deal now."""
    if not deal.has_begun:
        raise core.Refused("deal_not_open")
    if deal.rules != core.game(deal.game).VERSION:
        raise core.Refused("older_rules")


def going_on(person: User, deal: Deal) -> str | None:
    """Return the table of the person's running try."""
    tries = Try.objects.filter(deal=deal, user=person, table__status=Table.Status.RUNNING)
    return tries.order_by("pk").values_list("table", flat=True).first()


def _kind(person: User, deal: Deal) -> Try.Kind:
    if not deal.is_open:
        return Try.Kind.FREE
    is_ranked = not person.is_guest and person.date_joined < days.begins(deal.day)
    return Try.Kind.RANKED if is_ranked else Try.Kind.COUNTED


def set_up(
    person: User,
    game: str,
    seed: str,
    levels: Sequence[str],
    deal: dict[str, Any],
    salts: Sequence[str] = (),
    options: dict[str, Any] | None = None,
) -> Snapshot:
    """Open a table on that deal and deal its cards. The person has the seat whose level is empty, bots have the others.

    The salts are the deal's own; the deal of a day has none."""
    table = Table(
        game=game,
        rules=core.game(game).VERSION,
        options=core.settle_options(core.game(game), len(levels), options or {}),
        host=person,
        public=False,
        increment_ms=0,
        seed=seed,
        deal=deal,
    )
    seats = [
        Seat(
            table=table,
            index=index,
            level=level,
            name=name or person.username,
            user=None if level else person,
            salt=salts[index] if salts else "",
        )
        for index, (level, name) in enumerate(zip(levels, bot_names(levels, [person.username]), strict=True))
    ]
    return store_new(table, seats, start_if_full)


def bot_seed(snapshot: Snapshot, seat: int) -> int | None:
    """Return the seed of a bot's random generator, which depends only on the deal and the moves so far."""
    table = snapshot.table
    if not table.is_shared_deal:
        return None
    moves = Move.objects.filter(table=table, number__gt=0, number__lte=table.number)
    return bot_matches.bot_seed(table.seed, seat, list(moves.values_list("seat", "move")))


def over(draft: Draft) -> None:
    """Store the result of a try whose match is over, and add it to the counts if it counts."""
    deal_of_table = draft.table.deal
    if deal_of_table is None or not draft.table.is_played_out:
        return
    assert isinstance(draft.new_row, Move)
    finished = Try.objects.select_related("deal").filter(table=draft.table.pk).first()
    if finished is None:
        return
    seat = draft.seats[bot_matches.SEAT]
    if draft.rules.REAL_TIME:
        if not runs.is_own(seat):
            return
        finished.progress = runs.progress(draft.table.pk, draft.rules)
        if seat.mark and finished.kind == Try.Kind.RANKED:
            finished.kind = Try.Kind.COUNTED
    finished.score, finished.weight = result(draft.rules, draft.state, draft.new_row.at)
    finished.finished_at = timezone.now()
    if not finished.deal.is_open:
        finished.kind = Try.Kind.FREE
    finished.save(update_fields=["weight", "score", "finished_at", "kind", "progress"])
    if finished.counts:
        count(finished)


def result(rules: core.Game, state: core.State, at: int) -> tuple[int, int]:
    """Return the person's score and its weight in the order of all; of a run, its place and its time."""
    standings = rules.standings(state)
    if rules.REAL_TIME:
        place = standings.ranks[bot_matches.SEAT]
        return place, FIRST * place + min(at // 1000, FIRST - 1)
    first, second = rules.order(state, bot_matches.SEAT)
    return standings.scores[bot_matches.SEAT], FIRST * first + second


def count(finished: Try) -> None:
    own = {"deal": finished.deal, "ranked": finished.kind == Try.Kind.RANKED, "weight": finished.weight}
    Count.objects.bulk_create([Count(**own, score=finished.score or 0)], ignore_conflicts=True)
    Count.objects.filter(**own).update(people=F("people") + 1)


def admits(table: Table, person: int | None) -> bool | None:
    """Return True if a visitor without a seat may see a match on the deal of a day: it is over, and the visitor has
    finished that deal."""
    if (day := _day(table)) is None:
        return None
    return person is not None and table.is_over and has_finished(person, table.game, day)


def _day(table: Table) -> str | None:
    """Return the day of the deal that is played at the table; None for any other table."""
    return table.deal.get("day") if table.is_shared_deal and table.deal else None


def has_finished(person: int, game: str, day: str) -> bool:
    return Try.objects.filter(deal__game=game, deal__day=day, user=person, finished_at__isnull=False).exists()


def is_sealed(table: Table) -> bool:
    """Return True if others still play the deal of that match."""
    if _day(table) is None:
        return False
    deal = deal_of(table)
    return deal is None or not deal.is_opened


def deal_of(table: Table) -> Deal | None:
    """Return the deal of a day that was played at the table; None at any other table."""
    day = _day(table)
    return None if day is None else Deal.objects.filter(game=table.game, day=day).first()
