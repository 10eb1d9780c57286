"""What can be read of tables: who may see which, and a person's finished matches."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import TypedDict

from django.db.models import Avg, Count, Exists, F, Min, OuterRef, Prefetch, Q, QuerySet, Sum

from accounts.models import User
from games import boards
from games.models import Seat, Table
from games.people import lists as people
from games.play import storage
from games.play.snapshot import Snapshot
from games.rules import core
from games.rules.reactions import SHORTEST


def visible(table: str, person: int | None, invites: Collection[str], recent: int = 0) -> Snapshot:
    """The table if this visitor may see it; Refused `no_such_table` or `not_invited`.

    `invites` are the links' tokens that the visitor has opened.
    """
    snapshot = storage.load(table, recent=recent)
    row = snapshot.table
    known = any(secrets.compare_digest(row.invite, token) for token in invites if token.isascii())
    expected = person is not None and (
        row.host_id == person or any(person in (seat.user_id, seat.reserved_id) for seat in snapshot.seats)
    )
    # A link doesn't lead round a block.
    known = known and (person is None or people.may_meet(person, snapshot.people))
    if not (row.public or expected or known):
        raise core.Refused("not_invited")
    return snapshot


def may_sit(snapshot: Snapshot, person: User | None) -> bool:
    """Whether nobody at the table keeps that person from sitting down there."""
    return person is None or people.may_meet(person.pk, snapshot.people)


def game_and_names(table: str) -> tuple[str, list[str]]:
    """A table's game and its seats' names as they are read, for words."""
    game = Table.objects.filter(pk=table).values_list("game", flat=True).first() or ""
    return game, [seat.shown for seat in Seat.objects.filter(table_id=table).order_by("index").only("name")]


class Wins(TypedDict):
    """How many finished matches of a game that count, and how many of them were won."""

    game: str
    played: int
    won: int


def matches(person: User, viewer: User | None, invites: Collection[str]) -> QuerySet[Seat]:
    """The person's seats in finished matches that the viewer may see: matches by invitation are listed to their own
    seats and to whoever has opened their link only."""
    seats = Seat.objects.filter(user=person, ended_at__isnull=False, rank__isnull=False)
    if viewer == person:
        return seats
    known = Q(table__public=True) | Q(table__invite__in=list(invites))
    if viewer is not None:
        # Asked of each match that is read, and not of all that the viewer ever played.
        known |= Q(Exists(Seat.objects.filter(table=OuterRef("table"), user=viewer)))
    return seats.filter(known)


def wins(person: User, viewer: User | None) -> list[Wins]:
    """Matches and wins per game, but for those in which a program seems to have played; of matches by invitation for
    the person's own eyes alone."""
    results = person.results.all() if viewer == person else person.results.filter(public=True)
    counted = results.values("game").annotate(played=Sum("played"), won=Sum("won")).order_by("game")
    return [Wins(game=row["game"], played=row["played"], won=row["won"]) for row in counted]


class Figures(TypedDict):
    """A person's reactions in a real-time game, in ms: the best one and the mean of the usual ones, of the matches that
    count; and how many don't, since a program seems to have played."""

    game: str
    best: int | None
    usual: float | None
    marked: int


def reactions(seats: QuerySet[Seat]) -> list[Figures]:
    """Per game."""
    timed = seats.filter(usual_ms__isnull=False).values(game=F("table__game"))
    counted = timed.annotate(
        best=Min("best_ms", filter=Q(mark="")),
        usual=Avg("usual_ms", filter=Q(mark="")),
        marked=Count("pk", filter=~Q(mark="")),
    )
    return [Figures(**row | {"best": _as_it_counts(row["best"])}) for row in counted.order_by("game")]


def _as_it_counts(best: int | None) -> int | None:
    """Matches of some time ago stored it as it was measured."""
    return None if best is None else max(SHORTEST, best)


def found(seats: QuerySet[Seat], person: User, game: str, opponent: str, result: str) -> QuerySet[Seat]:
    """Those of the person's seats that are asked for ("" asks for all), with their tables."""
    if game in boards.games():
        seats = seats.filter(table__game=game)
    if opponent:
        others = Seat.objects.filter(table=OuterRef("table"), name__icontains=opponent)
        seats = seats.filter(Exists(others.exclude(pk=OuterRef("pk"))))
    if result == "won":
        seats = seats.filter(rank=1, resigned=None, mark="")
    elif result == "lost":
        seats = seats.exclude(rank=1, resigned=None)
    elif result == "resigned":
        seats = seats.filter(resigned__isnull=False)
    by_place = Prefetch("table__seats", Seat.objects.order_by("index"))
    return seats.select_related("table").prefetch_related(by_place)
