"""Moves that arrive on sockets, one after another in the process's one writing thread."""

from __future__ import annotations

from functools import lru_cache

from channels.db import database_sync_to_async
from django.http import QueryDict

from games import boards, play
from games.models import Table
from games.play.moves import Settled
from games.rules.core import Refused


async def submit(table: str, person: int | None, form: QueryDict) -> Settled:
    return await database_sync_to_async(submit_form)(table, person, form)


def submit_form(table: str, person: int | None, form: QueryDict) -> Settled:
    """A move as a form holds it: the same for a socket and a POST."""
    seen = form.get("seen", "")
    if not (seen.isascii() and seen.isdigit() and len(seen) < 10):
        raise Refused("malformed")
    move = boards.forms_move(_game(table), form)
    return play.submit(table, person, move, key=form.get("key", ""), seen=int(seen))


@lru_cache(maxsize=10_000)
def _game(table: str) -> str:
    """A table's game never changes."""
    game = Table.objects.filter(pk=table).values_list("game", flat=True).first()
    if game is None:
        raise Refused("no_such_table")
    return game
