"""A lock for each person."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from accounts.models import User


@contextmanager
def one_at_a_time(person: User) -> Iterator[None]:
    """Open a transaction in which nothing else begins for the same person.

    So limits for a person hold, however many requests come at once. SQLite has one writer in any case.
    """
    with transaction.atomic():
        list(User.objects.select_for_update(no_key=True).filter(pk=person.pk).values_list("pk"))
        yield
