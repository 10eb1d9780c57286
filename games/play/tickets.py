"""Tickets: what a form shows of the shuffle before anybody sits down, and holding the server to it.

A table that isn't open yet has no seed. Its form carries a ticket, which is a signed number, and the commitment of a
seed. The seed follows from the number and the site's secret key, so nobody can change it later. A ticket opens one
table.
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
# Part of signatures and seeds. It must never change, even when the module moves.
NAMESPACE = "games.tables.tickets"
SIGNER = signing.TimestampSigner(salt=NAMESPACE)


@dataclass(frozen=True)
class Shown:
    """The values that a form showed to its sender. Both are empty if a program sends no form."""

    commitment: str = ""
    ticket: str = ""


NOTHING_SHOWN = Shown()


def new() -> Shown:
    """Return a new ticket and commitment for a form that opens a table."""
    number = secrets.token_urlsafe(16)
    return Shown(commitment(seed_of(number)), SIGNER.sign(number))


def for_rematch(table: Table) -> Shown:
    """Return the commitment for the rematch forms of a finished table. They share it, since one rematch is opened for
    all."""
    again = table.rematch
    if again is not None and again.status != Table.Status.CLOSED:
        return Shown(again.commitment)
    return Shown(commitment(seed_for_rematch(table)))


def seed_for_rematch(table: Table) -> str:
    """Return the seed of the next rematch. It is another one after a rematch that was closed."""
    return seed_of(f"rematch {table.pk} {table.rematch_id or ''}")


def seed_of(number: str) -> str:
    """Return the seed of that number: 64 hexadecimal digits."""
    return salted_hmac(NAMESPACE, number, algorithm="sha256").hexdigest()


def number_of(ticket: str) -> str:
    """Return the number of a ticket. Refused `old_ticket` if it is older than a day or signed by another key."""
    try:
        return SIGNER.unsign(ticket, max_age=VALID)
    except signing.BadSignature as error:
        raise core.Refused("old_ticket") from error


def opened_with(ticket: str) -> Table | None:
    """Return the table that this ticket has opened, or None. Refused as in `number_of`."""
    used = UsedTicket.objects.select_related("table").filter(pk=number_of(ticket)).first()
    return None if used is None else used.table


def use(ticket: str, table: Table) -> None:
    """Note that the ticket opens the table, within its transaction. Refused `used_ticket` if it has opened another."""
    _used, fresh = UsedTicket.objects.get_or_create(number=number_of(ticket), defaults={"table": table})
    if not fresh:
        raise core.Refused("used_ticket")


def hold_to(shown: Shown, table: Table) -> None:
    """Refused `other_commitment` if the form showed another commitment than the table's."""
    if shown.commitment and shown.commitment != table.commitment:
        raise core.Refused("other_commitment")


def bring_salt(seat: Seat, salt: str, shown: Shown) -> None:
    """Set the salt of a seat. Without one the server draws it, and the seat says so.

    Refused `bad_salt` for a malformed salt: replacing it would prove nothing.
    """
    if not salt:
        seat.salt, seat.salt_by = secrets.token_hex(16), Seat.SaltBy.SERVER
    elif salt.isascii() and salt.isalnum() and len(salt) <= LONGEST_SALT:
        seat.salt, seat.salt_by = salt, Seat.SaltBy.BROWSER if shown.commitment else ""
    else:
        raise core.Refused("bad_salt")


def forget_old(now: datetime) -> int:
    """Delete used tickets that are too old to be accepted again. Return how many."""
    removed, _by_model = UsedTicket.objects.filter(used_at__lt=now - 2 * VALID).delete()
    return removed
