"""A person's tries: begun at a table of the usual kind, gone on with, and counted when they end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games.deals import days, luck
from games.deals.models import Count, Deal, Try
from games.models import Move, Seat, Table
from games.play.bot_names import bot_name
from games.play.road import play_on
from games.play.seating import one_at_a_time, refuse_too_many_running, start_if_full
from games.play.snapshot import Draft, Snapshot
from games.play.storage import load
from games.rules import core

# A weight orders by what the rules look at first, then by what decides among equals.
FIRST = 1000


def begin(person: User, deal: Deal) -> Snapshot:
    """The person's try that counts, begun or gone on with. Once the deal is closed: one of the archive."""
    with one_at_a_time(person):
        # Not as the caller has read it: it may have been closed since.
        deal = Deal.objects.get(pk=deal.pk)
        if not deal.has_begun:
            raise core.Refused("deal_not_open")
        if (running := going_on(person, deal)) is not None:
            return load(running)
        rules = core.game(deal.game)
        if deal.rules != rules.VERSION:
            raise core.Refused("older_rules")
        kind = _kind(person, deal)
        if kind != Try.Kind.FREE and Try.objects.filter(deal=deal, user=person).exclude(kind="free").exists():
            raise core.Refused("deal_played")
        refuse_too_many_running(person)
        snapshot = set_up(person, deal.game, deal.seed, ["", *deal.levels], deal.place)
        Try.objects.create(deal=deal, user=person, table=snapshot.table, kind=kind, on_its_day=deal.is_today)
        return snapshot


def going_on(person: User, deal: Deal) -> str | None:
    """The table of the person's try that still runs."""
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
    """A table on that deal, its cards dealt: the person sits where the level is empty, bots on all other seats. Nobody
    brings a salt: the salts are the deal's own, none for the deal of a day."""
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
    seats = []
    taken = {person.username}
    for index, level in enumerate(levels):
        name = bot_name(level, taken) if level else person.username
        taken.add(name)
        salt = salts[index] if salts else ""
        user = None if level else person
        seats.append(Seat(table=table, index=index, level=level, name=name, user=user, salt=salt))
    with transaction.atomic():
        table.save(force_insert=True)
        for seat in seats:
            seat.save(force_insert=True)
        return play_on(Draft(Snapshot(table, seats), is_read=True), start_if_full).snapshot


def bot_seed(snapshot: Snapshot, seat: int) -> int | None:
    """What the bots of a shared deal do follows from the deal and the moves so far."""
    table = snapshot.table
    if not table.is_shared_deal:
        return None
    moves = Move.objects.filter(table=table, number__gt=0, number__lte=table.number).order_by("number")
    return luck.bot_seed(table.seed, seat, list(moves.values_list("seat", "move")))


def over(draft: Draft) -> None:
    """Store the result of a try whose match has been played to its end, and count it if it counts."""
    deal_of_table, outcome = draft.table.deal, draft.table.outcome
    if deal_of_table is None or outcome is None or outcome["reason"] != "finished":
        return
    done = Try.objects.select_related("deal").filter(table=draft.table.pk).first()
    if done is None:
        return
    first, second = draft.rules.order(draft.state, luck.SEAT)
    done.weight, done.score = FIRST * first + second, draft.seats[luck.SEAT].score
    done.finished_at = timezone.now()
    if not done.deal.is_open:
        done.kind = Try.Kind.FREE
    done.save(update_fields=["weight", "score", "finished_at", "kind"])
    if done.counts:
        count(done)


def count(done: Try) -> None:
    own = {"deal": done.deal, "ranked": done.kind == Try.Kind.RANKED, "weight": done.weight}
    Count.objects.bulk_create([Count(**own, score=done.score or 0)], ignore_conflicts=True)
    Count.objects.filter(**own).update(people=F("people") + 1)


def admits(table: Table, person: int | None) -> bool | None:
    """Whether a visitor who doesn't sit there may see a match on the deal of a day: once it is over, who has finished
    that deal."""
    if table.deal is None or "day" not in table.deal:
        return None
    return person is not None and table.is_over and has_finished(person, table.game, table.deal["day"])


def has_finished(person: int, game: str, day: str) -> bool:
    return Try.objects.filter(deal__game=game, deal__day=day, user=person, finished_at__isnull=False).exists()


def is_sealed(table: Table) -> bool:
    """Whether others still play the deal of that match."""
    if table.deal is None or "day" not in table.deal:
        return False
    deal = deal_of(table)
    return deal is None or not deal.is_opened


def deal_of(table: Table) -> Deal | None:
    """The deal of a day that was played at the table; None at any other table."""
    if table.deal is None or "day" not in table.deal:
        return None
    return Deal.objects.filter(game=table.game, day=table.deal["day"]).first()
