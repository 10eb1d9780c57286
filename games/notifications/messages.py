"""A message to one person: an item for each table, and a subject."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.time_zones import zone_of
from games.models import Notification, Seat
from games.notifications import texts
from games.notifications.outbox import Batch
from games.notifications.routing import Channel
from games.notifications.timing import Rhythm
from games.people import vacation
from games.play.notifications import BEGUN, is_out
from games.queries import waiting

Kind = Notification.Kind
TURNS = (Kind.YOUR_TURN, Kind.TIME_SHORT)


def is_turn(notification: Notification) -> bool:
    """Return True if the notification says that the table waits for the member."""
    return notification.kind in TURNS and not is_out(notification)


@dataclass(frozen=True)
class Item:
    """The part of a message about one table.

    `path` is a path of this site. `waits` is True if the table waits for the member.
    """

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
class Message:
    """A message. `waiting` counts all slow tables that wait for the member, `others` those of them without an item."""

    subject: str
    items: list[Item]
    waiting: int
    others: int

    @property
    def kinds(self) -> list[str]:
        return sorted({item.kind for item in self.items})


def site(path: str) -> str:
    """Return the URL of a path of this site."""
    return f"{settings.SITE_URL}{path}"


def compose(batch: Batch, now: datetime) -> Message:
    """Compose a message in the active language.

    A daily mail lists every table that waits, sent before or not. During a vacation it only counts them.
    """
    notifications = pressing([delivery.notification for delivery in batch.deliveries])
    seats = [seat for seat in waiting.seats_for(batch.user.pk) if not seat.table.is_live]
    listed_tables = {notification.table_id for notification in notifications if is_turn(notification)}
    rest = [seat for seat in seats if seat.table_id not in listed_tables]
    listed = batch.preferences.rhythm == Rhythm.DAILY and batch.address[0] == Channel.MAIL
    if listed and not vacation.current(batch.user.pk):
        notifications, rest = [*notifications, *(_turn(seat) for seat in rest)], []
    items = sorted((_item(notification, batch, now) for notification in notifications), key=_order)
    return Message(_subject(items), items, len(seats), len(rest))


def pressing(notifications: Iterable[Notification]) -> list[Notification]:
    """Drop notifications that another one of the same table includes.

    A warning of short time includes the turn; a turn includes the beginning of the match.
    """
    notifications = list(notifications)
    kinds: dict[str, set[str]] = {}
    for notification in notifications:
        kinds.setdefault(notification.table_id, set()).add(notification.kind)
    chosen: dict[tuple[str, str, str], Notification] = {}
    for notification in notifications:
        others = kinds[notification.table_id]
        begun = notification.kind == Kind.SAT_DOWN and notification.about == BEGUN
        if notification.kind == Kind.YOUR_TURN and Kind.TIME_SHORT in others:
            continue
        if begun and others & set(TURNS):
            continue
        about = "" if is_turn(notification) else notification.about
        chosen[(notification.table_id, notification.kind, about)] = notification
    return list(chosen.values())


def _turn(seat: Seat) -> Notification:
    """Return an unsaved notification of a turn for the daily list."""
    assert seat.user_id is not None
    return Notification(kind=Kind.YOUR_TURN, table=seat.table, user_id=seat.user_id)


def _item(notification: Notification, batch: Batch, now: datetime) -> Item:
    seats = list(Seat.objects.filter(table_id=notification.table_id))
    own = next((seat for seat in seats if seat.user_id == notification.user_id), None)
    return Item(
        kind=notification.kind,
        table=notification.table_id,
        game=notification.table.game,
        about=notification.about,
        heading=texts.heading(notification, seats),
        details=texts.details(notification, seats, now, zone_of(batch.user)),
        path=reverse("go", args=[notification.table_id]),
        button=texts.button(notification),
        deadline=own.deadline if own is not None and is_turn(notification) else None,
        waits=is_turn(notification),
    )


def _order(item: Item) -> tuple[bool, float, str]:
    """Sort key: turns first, and among them the earliest deadline."""
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
