"""Deleting an account: nothing of the person stays in any row. Each app erases what it holds of them.

One transaction: either all of it or nothing. Other people's pages, and the person's own, hear of it afterwards.
"""

from __future__ import annotations

import structlog
from django.db import transaction

from accounts.data import registry
from accounts.models import User

log = structlog.get_logger("unbirthday.accounts")


def delete(person: User) -> None:
    """Delete the person and everything that is theirs alone; `registry.Busy` if something could not be written."""
    with transaction.atomic():
        # Nobody can give the person anything in the meantime: it would refer to this row.
        person = User.objects.select_for_update().get(pk=person.pk)
        for data in registry.registered:
            data.erase(person)
        pk = person.pk
        person.delete()
    log.info("account_deleted", person=pk)
