"""What a form shows of a shuffle before anybody sits down, and what its sender is held to.

A table that isn't opened yet has no seed. Its form carries a ticket: a signed number, from which the seed follows by
the site's secret key, so that nobody can change it any more; and the commitment of this seed. A ticket opens one table.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core import signing
from django.utils.crypto import salted_hmac

from games.models import Seat, Table, UsedTicket
from games.rules import core
from games.rules.chance import commitment

VALID = timedelta(days=1)
LONGEST_SALT = 64
# Part of signatures and seeds: it stays as it is when the module moves.
NAMESPACE = "games.tables.tickets"
SIGNER = signing.TimestampSigner(salt=NAMESPACE)


@dataclass(frozen=True)
class Shown:
    """What a form had shown to whoever sends it; all empty of a program that sends no form."""

    commitment: str = ""
    ticket: str = ""


NOTHING_SHOWN = Shown()


def new() -> Shown:
    """For a form that opens a table."""
    number = secrets.token_urlsafe(16)
    return Shown(commitment_of(seed_of(number)), SIGNER.sign(number))


def for_rematch(table: Table) -> Shown:
    """For the forms at a table that is over, all the same: who asks first opens what the others then join."""
    again = table.rematch
    if again is not None and again.status != Table.Status.CLOSED:
        return Shown(again.commitment)
    return Shown(commitment_of(seed_for_rematch(table)))


def seed_for_rematch(table: Table) -> str:
    """Of the next one: after a rematch that was closed it is another."""
    return seed_of(f"rematch {table.pk} {table.rematch_id or ''}")


def seed_of(number: str) -> str:
    """64 hexadecimal digits."""
    return salted_hmac(NAMESPACE, number, algorithm="sha256").hexdigest()


def commitment_of(seed: str) -> str:
    return commitment(bytes.fromhex(seed))


def number_of(ticket: str) -> str:
    """Refused `old_ticket` of one that is older than a day, or that another key has signed."""
    try:
        return SIGNER.unsign(ticket, max_age=VALID)
    except signing.BadSignature as error:
        raise core.Refused("old_ticket") from error


def opened_with(ticket: str) -> Table | None:
    """The table that this ticket has opened; Refused as by `number_of`."""
    used = UsedTicket.objects.select_related("table").filter(pk=number_of(ticket)).first()
    return None if used is None else used.table


def use(ticket: str, table: Table) -> None:
    """In the transaction that opens the table; Refused `used_ticket` if it has opened another."""
    _used, fresh = UsedTicket.objects.get_or_create(number=number_of(ticket), defaults={"table": table})
    if not fresh:
        raise core.Refused("used_ticket")


def hold_to(shown: Shown, table: Table) -> None:
    """Refused `other_commitment` if the form had shown another than this table's."""
    if shown.commitment and shown.commitment != table.commitment:
        raise core.Refused("other_commitment")


def bring_salt(seat: Seat, salt: str, shown: Shown) -> None:
    """Whoever sits down brings a salt; without one the server draws it, and it is stored that it did. Refused
    `bad_salt`, for a salt that was replaced would prove nothing."""
    if not salt:
        seat.salt, seat.salt_by = secrets.token_hex(16), Seat.SaltBy.SERVER
    elif salt.isascii() and salt.isalnum() and len(salt) <= LONGEST_SALT:
        seat.salt, seat.salt_by = salt, Seat.SaltBy.BROWSER if shown.commitment else ""
    else:
        raise core.Refused("bad_salt")


def forget_old(now: datetime) -> int:
    """Used tickets that are too old to be taken again; how many."""
    removed, _by_model = UsedTicket.objects.filter(used_at__lt=now - 2 * VALID).delete()
    return removed
