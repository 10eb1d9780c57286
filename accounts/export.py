"""Everything that is stored about a person, as a zip of JSON files and match records.

Every relation to a person that any model has is named here, in EXPORTED or in LEFT_OUT: a test fails for one that is in
neither, so that what is added later can't be forgotten. Fields are taken as they come, but those in SECRET.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.apps import apps
from django.contrib.sessions.backends.db import SessionStore
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Field, Model, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games import records
from games.models import Delivery, Move, Remark, Seat, StandingOrder, Table

# The file of each relation to a person, by model and field. Only members of a list of two see the other's name.
EXPORTED = {
    "account.EmailAddress.user": "addresses",
    "accounts.Block.user": "blocked",
    "accounts.Friend.user": "friends",
    "accounts.NotificationPreferences.user": "notifications",
    "accounts.PushSubscription.user": "push",
    "accounts.User_groups.user": "groups",
    "accounts.User_user_permissions.user": "permissions",
    "accounts.Vacation.user": "vacations",
    "accounts.Webhook.user": "webhooks",
    "admin.LogEntry.user": "administration",
    "games.Notice.user": "notices",
    "games.Seat.reserved": "reserved_seats",
    "games.Seat.user": "seats",
    "games.Table.host": "hosted_tables",
    "games.Table_declined.user": "declined_tables",
    "mfa.Authenticator.user": "sign_in",
    "usersessions.UserSession.user": "sessions",
}
LEFT_OUT = {
    "accounts.Block.blocked": "who has blocked somebody is that other person's to know",
    "accounts.Friend.friend": "who has somebody on a list is that other person's to know",
}
# What would let somebody in, or tell cards that are not to be known: the owner has it where it is used.
SECRET = {
    "accounts.User": {"password", "token_hash"},
    "accounts.PushSubscription": {"auth", "p256dh", "endpoint_hash"},
    "accounts.Webhook": {"secret"},
    "games.Table": {"seed", "words", "invite"},
    "mfa.Authenticator": {"data"},
    "usersessions.UserSession": {"session_key", "data"},
}
# Matches in one file, the newest first; whoever has more gets further parts.
MATCHES = 500


def relations() -> dict[str, Field[Any, Any]]:
    """Every field of every model that refers to a person, by `app.Model.field`."""
    fields = (
        field for model in apps.get_models(include_auto_created=True) for field in model._meta.concrete_fields
    )
    return {f"{_label(field.model)}.{field.name}": field for field in fields if field.related_model is User}


def _label(model: type[Model]) -> str:
    return model._meta.label


def parts(person: User) -> int:
    """How many files there are: the first has everything, the others only older matches."""
    played = Seat.objects.filter(user=person, table__started_at__isnull=False).count()
    imported = Table.objects.filter(host=person, origin__isnull=False).count()
    return max(1, -(-(played + imported) // MATCHES))


def write(person: User, file: IO[bytes], part: int = 1) -> None:
    """Write the zip. Nothing is held in memory but one match at a time."""
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        if part == 1:
            archive.writestr("README.txt", _readme())
            for name, data in _documents(person):
                archive.writestr(f"{name}.json", _json(data))
        for table in _tables(person)[(part - 1) * MATCHES : part * MATCHES]:
            archive.writestr(f"matches/{table.pk}.json", _json(_record(table, person)))


def _documents(person: User) -> Iterator[tuple[str, Any]]:
    yield "account", _row(person)
    found = relations()
    for name, file in EXPORTED.items():
        rows = found[name].model._default_manager.filter(**{found[name].name: person}).order_by("pk")
        yield file, [_row(row, without=found[name].name) | _more(row) for row in rows.iterator(200)]


def _row(row: Model, without: str = "") -> dict[str, Any]:
    """The row's fields by their names. Other people are told by the names that everybody sees."""
    hidden = SECRET.get(_label(type(row)), set()) | {without}
    fields = [field for field in row._meta.concrete_fields if field.name not in hidden]
    return {field.name: _value(row, field) for field in fields}


def _value(row: Model, field: Field[Any, Any]) -> Any:
    if field.related_model is User:
        other = getattr(row, field.name)
        return other and other.username
    if field.is_relation and row._meta.auto_created:
        return str(getattr(row, field.name))
    return getattr(row, field.attname)


def _more(row: Model) -> dict[str, Any]:
    """What belongs to a row and refers to the person through it only."""
    if isinstance(row, Seat):
        place = {"table": row.table_id, "seat": row.index}
        return {
            "at": _row(row.table),
            "remarks": [_row(each) for each in Remark.objects.filter(**place)],
            "orders": [_row(each) for each in StandingOrder.objects.filter(**place)],
        }
    if row._meta.label == "games.Notice":
        return {"deliveries": [_row(each) for each in Delivery.objects.filter(notice=row.pk)]}
    if row._meta.label == "usersessions.UserSession":
        return {"invitations": SessionStore(row.session_key).get("invites", [])}  # type: ignore[attr-defined]
    if row._meta.label == "mfa.Authenticator":
        return {"name": str(row)}
    return {}


def _tables(person: User) -> QuerySet[Table]:
    """The matches that the person played, or imported."""
    played = Q(pk__in=Seat.objects.filter(user=person).values("table"), started_at__isnull=False)
    imported = Q(host=person, origin__isnull=False)
    return Table.objects.filter(played | imported).order_by("-opened_at", "pk")


def _record(table: Table, person: User) -> dict[str, Any]:
    """The match as this person may know it. Its states are not asked for: they are most of what is stored."""
    seats = list(table.seats.order_by("index"))
    rows = list(Move.objects.filter(table=table).defer("state").order_by("number"))
    viewer = next((seat.index for seat in seats if seat.user_id == person.pk), None)
    return records.export(table, seats, rows, viewer)


def _json(data: Any) -> str:
    return json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)


def _readme() -> str:
    lines: Iterable[str] = (
        _("Everything that Unbirthday has stored about you."),
        "",
        _(
            "account.json is your account. Each other file holds one kind of rows; an empty list means that there are none."
        ),
        _(
            "matches/ has a record of each match that you played or imported, as far as you may know it: the cards of a match that still runs are left out where they are hidden from you."
        ),
        _("Passwords, keys and the like are left out, because they would let somebody in."),
    )
    return "\n".join(lines) + "\n"
