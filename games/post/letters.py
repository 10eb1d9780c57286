"""What is told to one person in one message: an item for each table, and a subject over them all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import vacation
from games import waiting
from games.models import Notice, Seat
from games.play.notices import BEGUN, is_out
from games.post import words
from games.post.channels import Channel
from games.post.claims import Parcel
from games.post.times import Rhythm, zone_of

Kind = Notice.Kind
TURNS = (Kind.YOUR_TURN, Kind.TIME_SHORT)


def is_turn(notice: Notice) -> bool:
    """Whether it says that the table waits for the member."""
    return notice.kind in TURNS and not is_out(notice)


@dataclass(frozen=True)
class Item:
    """What is told of one table. `path` is an address of this site, `url` the whole of it; `waits`, whether the table
    waits for the member."""

    kind: str
    table: str
    game: str
    about: str
    heading: str
    details: list[str]
    path: str
    button: str
    deadline: datetime | None
    waits: bool = False

    @property
    def url(self) -> str:
        return site(self.path)


@dataclass(frozen=True)
class Letter:
    """`waiting` is at how many day-paced tables the member is awaited, `others` how many of them are no item here."""

    subject: str
    items: list[Item]
    waiting: int
    others: int

    @property
    def kinds(self) -> list[str]:
        return sorted({item.kind for item in self.items})


def site(path: str) -> str:
    """The whole address of a page of this site."""
    return f"{settings.SITE_URL}{path}"


def compose(parcel: Parcel, now: datetime) -> Letter:
    """In the active language. A daily letter lists every table that waits, whether it was told before or not; on
    vacation it says how many there are."""
    notices = pressing([delivery.notice for delivery in parcel.deliveries])
    seats = [seat for seat in waiting.seats_for(parcel.user.pk) if not seat.table.live]
    told = {notice.table_id for notice in notices if is_turn(notice)}
    rest = [seat for seat in seats if seat.table_id not in told]
    listed = parcel.preferences.rhythm == Rhythm.DAILY and parcel.address[0] == Channel.MAIL
    if listed and not vacation.until([parcel.user.pk]):
        notices, rest = [*notices, *(_turn(seat) for seat in rest)], []
    items = sorted((_item(notice, parcel, now) for notice in notices), key=_order)
    return Letter(_subject(items), items, len(seats), len(rest))


def pressing(notices: Iterable[Notice]) -> list[Notice]:
    """One line a table where one says what another does: that time is short says whose turn it is, and whose turn it
    is, that the match has begun."""
    notices = list(notices)
    kinds: dict[str, set[str]] = {}
    for notice in notices:
        kinds.setdefault(notice.table_id, set()).add(notice.kind)
    kept: dict[tuple[str, str, str], Notice] = {}
    for notice in notices:
        there = kinds[notice.table_id]
        begun = notice.kind == Kind.SAT_DOWN and notice.about == BEGUN
        if notice.kind == Kind.YOUR_TURN and Kind.TIME_SHORT in there:
            continue
        if begun and there & set(TURNS):
            continue
        about = "" if is_turn(notice) else notice.about
        kept[(notice.table_id, notice.kind, about)] = notice
    return list(kept.values())


def _turn(seat: Seat) -> Notice:
    """A turn that was told before, or looked at, as a line of the daily list."""
    return Notice(kind=Kind.YOUR_TURN, table=seat.table, user_id=seat.user_id)


def _item(notice: Notice, parcel: Parcel, now: datetime) -> Item:
    seats = list(Seat.objects.filter(table_id=notice.table_id).order_by("index"))
    own = next((seat for seat in seats if seat.user_id == notice.user_id), None)
    return Item(
        kind=notice.kind,
        table=notice.table_id,
        game=notice.table.game,
        about=notice.about,
        heading=words.heading(notice, seats),
        details=words.details(notice, seats, now, zone_of(parcel.user)),
        path=reverse("go", args=[notice.table_id]),
        button=words.button(notice),
        deadline=own.deadline if own is not None and is_turn(notice) else None,
        waits=is_turn(notice),
    )


def _order(item: Item) -> tuple[bool, float, str]:
    """What waits for a move first, the shortest time left first."""
    due = item.deadline.timestamp() if item.deadline else float("inf")
    return not item.waits, due, item.table


def _subject(items: list[Item]) -> str:
    if len(items) == 1:
        return items[0].heading
    turns = sum(item.waits for item in items)
    if turns == len(items):
        return ngettext("%(n)d table waits for you", "%(n)d tables wait for you", turns) % {"n": turns}
    tables = len({item.table for item in items})
    if tables == 1:
        return _("News of your table")
    if turns:
        return _("News of %(tables)d tables, %(turns)d waiting for you") % {
            "tables": tables,
            "turns": turns,
        }
    return _("News of %(tables)d tables") % {"tables": tables}
