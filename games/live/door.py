"""The one way in for a move that a form holds, whether it came on a socket or by POST."""

from __future__ import annotations

from functools import lru_cache

from django.http import QueryDict

from games import boards, play
from games.models import Table
from games.play.moves import Settled
from games.rules.core import Refused


def submit_form(table: str, person: int | None, form: QueryDict) -> Settled:
    """Settle the move; Refused as play.submit, or `malformed`."""
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
