"""What can be read of tables: who may see which, the lobby's lists, a person's matches."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import translation

from accounts import people
from accounts.models import User
from games import boards, play, waiting
from games.models import Seat, Table
from games.play import Position
from games.rules import core

PAGE = 20
SHOWN = 30


def visible(table: str, person: int | None, invites: Collection[str], recent: int = 0) -> Position:
    """The table if this visitor may see it; Refused `no_such_table` or `not_invited`.

    `invites` are the links' tokens that the visitor has opened.
    """
    position = play.load(table, recent=recent)
    row = position.table
    known = any(secrets.compare_digest(row.invite, token) for token in invites if token.isascii())
    expected = person is not None and (
        row.host_id == person or any(person in (seat.user_id, seat.reserved_id) for seat in position.seats)
    )
    if not (row.public or expected or known):
        raise core.Refused("not_invited")
    return position


def may_sit(position: Position, person: User | None) -> bool:
    """Whether nobody at the table keeps that person from sitting down there."""
    others = [seat.user_id for seat in position.seats if seat.user_id is not None]
    return person is None or people.may_meet(person.pk, others)


def game_and_names(table: str) -> tuple[str, list[str]]:
    """A table's game and its seats' names as they are read, for words."""
    game = Table.objects.filter(pk=table).values_list("game", flat=True).first() or ""
    return game, [seat.shown for seat in Seat.objects.filter(table_id=table).order_by("index").only("name")]


def _with_seats() -> QuerySet[Table]:
    return Table.objects.prefetch_related(Prefetch("seats", Seat.objects.order_by("index")))


def open_tables(apart: Collection[int] = (), own: Collection[str] = (), limit: int = SHOWN) -> list[Table]:
    """Public tables with a free seat that is kept for nobody, newest first; none of `own`, and none at which
    somebody of `apart` sits."""
    free = Seat.objects.filter(table=OuterRef("pk"), name="", reserved=None)
    tables = _with_seats().filter(Exists(free), status=Table.Status.OPEN, public=True).exclude(pk__in=own)
    if apart:
        tables = tables.exclude(seats__user__in=apart)
    return list(tables.order_by("-opened_at")[:limit])


def running_tables(own: Collection[str] = (), limit: int = 8) -> list[Table]:
    """Public matches to watch, newest first; none of `own`, which one plays."""
    tables = _with_seats().filter(status=Table.Status.RUNNING, public=True).exclude(pk__in=own)
    return list(tables.order_by("-started_at")[:limit])


def lobby_context(person: User | None) -> dict[str, Any]:
    if person is None:
        return {"open": open_tables(), "running": running_tables()}
    apart = people.apart_from(person.pk)
    own = waiting.own_tables(person, waiting.LISTED)
    more = waiting.count_own(person) if len(own) == waiting.LISTED else len(own)
    # Nobody is asked to sit down at, or to watch, what is listed as theirs above.
    sat = [one.table.pk for one in own]
    invited = waiting.invitations(person, apart)
    asked = [table.pk for table in invited]
    lists = {"open": open_tables(apart, [*sat, *asked]), "running": running_tables(sat)}
    found = {"own": own, "own_count": more, "invitations": invited}
    return lists | found | {"member": not person.is_guest}


def lobby_parts(person: User | None, language: str) -> str:
    """The lobby's lists as they are pushed."""
    with translation.override(language):
        return render_to_string("games/_lobby.html", lobby_context(person) | {"pushed": True})


def page(request: HttpRequest, person: User) -> dict[str, Any]:
    """A person's finished matches, newest first: filtered by game, opponent and result, a page at a time.
    Matches by invitation are listed to their own seats and to whoever has opened their link only."""
    seats = Seat.objects.filter(user=person, table__status=Table.Status.OVER)
    if request.user.pk != person.pk:
        known = Q(invite__in=request.session.get("invites", []))
        if request.user.is_authenticated:
            known |= Q(seats__user_id=request.user.pk)
        seats = seats.filter(Q(table__public=True) | Q(table__in=Table.objects.filter(known)))
    wins = _wins(seats)
    chosen = {name: request.GET.get(name, "").strip()[:40] for name in ("game", "opponent", "result")}
    seats = _filtered(seats, person, chosen).select_related("table")
    seats = seats.prefetch_related(Prefetch("table__seats", Seat.objects.order_by("index")))
    found = Paginator(seats.order_by("-table__ended_at", "-pk"), PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    return {
        "page": found,
        "wins": wins,
        "chosen": chosen,
        "games": boards.games(),
        "query": query.urlencode(),
        "person": person,
    }


def _wins(seats: QuerySet[Seat]) -> list[dict[str, Any]]:
    """Matches and wins per game. Who resigned has lost, whatever the bot made of it."""
    won = Count("pk", filter=Q(rank=1, resigned=None))
    return list(seats.values(game=F("table__game")).annotate(played=Count("pk"), won=won).order_by("game"))


def _filtered(seats: QuerySet[Seat], person: User, chosen: dict[str, str]) -> QuerySet[Seat]:
    if chosen["game"] in boards.games():
        seats = seats.filter(table__game=chosen["game"])
    if chosen["opponent"]:
        others = Seat.objects.filter(name__icontains=chosen["opponent"]).exclude(user=person)
        seats = seats.filter(table__in=others.values("table"))
    if chosen["result"] == "won":
        seats = seats.filter(rank=1, resigned=None)
    elif chosen["result"] == "lost":
        seats = seats.exclude(rank=1, resigned=None)
    elif chosen["result"] == "resigned":
        seats = seats.filter(resigned__isnull=False)
    return seats
