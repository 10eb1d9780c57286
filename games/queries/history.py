"""The tables that a visitor may see, and a person's finished matches."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db.models import Avg, Count, Exists, F, Min, OuterRef, Q, QuerySet, Sum

from accounts.models import User
from accounts.names import FORMER_PLAYER, shown
from games import boards
from games.models import Seat, Table
from games.people import lists as people
from games.play import figures, seating, storage
from games.play.bot_names import BOT_NAMES
from games.play.snapshot import Snapshot
from games.queries import hooks
from games.rules import core
from games.rules.reactions import SHORTEST


def visible(table: str, person: int | None, invites: Collection[str], recent: int = 0) -> Snapshot:
    """Return the table if this visitor may see it. Refused `no_such_table` or `not_invited`.

    `invites` are the tokens of links that the visitor has opened.
    """
    snapshot = storage.load(table, recent=recent)
    row = snapshot.table
    has_link = any(secrets.compare_digest(row.invite, token) for token in invites if token.isascii())
    expected = person is not None and (
        row.host_id == person or any(person in (seat.user_id, seat.reserved_id) for seat in snapshot.seats)
    )
    # A link doesn't get a visitor past a block, nor to the match of a table that they were sent away from.
    if has_link and person is not None:
        is_sent_away = not row.is_open and row.sent_away.filter(pk=person).exists()
        has_link = people.may_meet(person, snapshot.people) and not is_sent_away
    admitted = row.public or expected or has_link
    if snapshot.seat_of(person) is None:
        verdicts = (hook(row, person) for hook in hooks.admits)
        admitted = next((verdict for verdict in verdicts if verdict is not None), admitted)
    if not admitted:
        raise core.Refused("not_invited")
    return snapshot


def may_sit(snapshot: Snapshot, person: User | None) -> bool:
    """Return True if the host has not sent that person away, and nobody at the table has blocked them or is blocked by
    them."""
    if person is None:
        return True
    return not seating.is_sent_away(snapshot, person) and people.may_meet(person.pk, snapshot.people)


def game_and_names(table: str) -> tuple[str, list[str]]:
    """Return a table's game and the translated names of its seats."""
    game = Table.objects.filter(pk=table).values_list("game", flat=True).first() or ""
    return game, [seat.shown for seat in Seat.objects.filter(table_id=table).only("name")]


def matches(person: User, viewer: User | None, invites: Collection[str]) -> QuerySet[Seat]:
    """Return the person's seats in finished matches that the viewer may see.

    Matches by invitation are visible to their own seats and to visitors who have opened their link.
    """
    seats = Seat.objects.filter(user=person, ended_at__isnull=False, rank__isnull=False)
    if viewer == person:
        return seats
    by_link = Q(table__invite__in=list(invites))
    if viewer is not None and (apart := people.apart_from(viewer.pk)):
        # A link doesn't get a visitor past a block.
        by_link &= ~Q(Exists(Seat.objects.filter(table=OuterRef("table"), user__in=apart)))
    visible = Q(table__public=True) | by_link
    if viewer is not None:
        # A subquery for each match that is read, not a list of all matches of the viewer.
        visible |= Q(Exists(Seat.objects.filter(table=OuterRef("table"), user=viewer)))
    # A match on a shared deal is listed for nobody else, because they may not have played that deal yet.
    return seats.filter(visible, table__deal__isnull=True)


def wins(person: User, viewer: User | None) -> Sequence[Mapping[str, Any]]:
    """Return matches ("played") and wins ("won") by game, without matches that a program seems to have played.

    Only the person sees those by invitation.
    """
    results = person.results.all() if viewer == person else person.results.filter(public=True)
    return list(results.values("game").annotate(played=Sum("played"), won=Sum("won")).order_by("game"))


def reactions(seats: QuerySet[Seat]) -> Sequence[Mapping[str, Any]]:
    """Return the reactions of these seats by real-time game, in ms: the best, and the mean of the usual ones.

    They are of counted matches; "marked" is the number of the others, which a program seems to have played. Matches
    on shared deals count in no figures.
    """
    timed = seats.filter(usual_ms__isnull=False, table__deal__isnull=True).values(game=F("table__game"))
    counted = timed.annotate(
        best=Min("best_ms", filter=Q(mark="")),
        usual=Avg("usual_ms", filter=Q(mark="")),
        marked=Count("pk", filter=~Q(mark="")),
    )
    return [row | {"best": _as_it_counts(row["best"])} for row in counted.order_by("game")]


def _as_it_counts(best: int | None) -> int | None:
    """Return the reaction, at least the shortest one that counts. Old matches stored it as it was measured."""
    return None if best is None else max(SHORTEST, best)


def filtered(seats: QuerySet[Seat], game: str, opponent: str, result: str) -> QuerySet[Seat]:
    """Return the seats that fit the filters ("" matches all), with their tables, and `counts` for matches that
    count."""
    if game in boards.games():
        seats = seats.filter(table__game=game)
    if opponent:
        # As the names are read in this language.
        read = [name for name in (*BOT_NAMES, FORMER_PLAYER) if opponent.casefold() in shown(name).casefold()]
        called = Q(name__icontains=opponent) | Q(name__in=read)
        others = Seat.objects.filter(called, table=OuterRef("table"))
        seats = seats.filter(Exists(others.exclude(pk=OuterRef("pk"))))
    abandoned = Q(table__outcome__reason="abandoned")
    if result == "won":
        seats = seats.filter(rank=1, resigned=None, mark="").exclude(abandoned)
    elif result == "lost":
        seats = seats.exclude(rank=1, resigned=None).exclude(abandoned, resigned=None)
    elif result == "resigned":
        seats = seats.filter(resigned__isnull=False)
    seats = seats.annotate(counts=Exists(figures.counted(Seat.objects.filter(pk=OuterRef("pk")))))
    return seats.select_related("table").prefetch_related("table__seats")


def played(person: User | None) -> set[str]:
    """Return the games to which the person has ever sat down."""
    if person is None:
        return set()
    games = boards.games()
    seats = Seat.objects.filter(user=OuterRef("pk"))
    sat = (Exists(seats.filter(table__game=game)) for game in games)
    row = User.objects.filter(pk=person.pk).values_list(*sat).get()
    return {game for game, is_met in zip(games, row, strict=True) if is_met}
