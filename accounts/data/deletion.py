"""Delete an account: nothing about the person stays in any row. Each app erases its own data.

Everything is deleted in one transaction. After the commit, open pages are notified.
"""

from __future__ import annotations

import structlog
from django.db import transaction

from accounts.data import registry
from accounts.models import User

log = structlog.get_logger("unbirthday.accounts")


def delete(person: User) -> None:
    """Delete the person and all data that is theirs alone. Raises `registry.Busy` if something couldn't be written."""
    with transaction.atomic():
        # New rows that refer to the person wait for this lock.
        person = User.objects.select_for_update().get(pk=person.pk)
        # Features before the core: they look for the person at tables that the core then takes them from.
        for data in reversed(registry.registered):
            data.erase(person)
        pk = person.pk
        person.delete()
    log.info("account_deleted", person=pk)
