"""The one way in for a move that a form holds, whether it came on a socket or by POST."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.http import QueryDict

from games import boards, play, race
from games.models import Table
from games.play.moves import Settled
from games.rules import core
from games.rules.core import Refused


def submit_form(table: str, person: int | None, form: QueryDict) -> Settled:
    """Settle the move; Refused as play.submit, or `malformed`."""
    move, key, seen = read(game_of(table), form)
    return submit(table, person, move, key=key, seen=seen)


def submit(table: str, person: int | None, move: Any, *, key: str, seen: int) -> Settled:
    """Settle a move from a thread that may wait: in a live game a slap is held for its window like any other."""
    if is_live(game_of(table)):
        return race.desk.settle_now(race.Action(table, move, person, key=key))
    return play.submit(table, person, move, key=key, seen=seen)


def read(game: str, form: QueryDict) -> tuple[core.Move, str, int]:
    """The move that a form holds, its key, and the number of the board that it was made on."""
    seen = form.get("seen", "")
    if not (seen.isascii() and seen.isdigit() and len(seen) < 10):
        raise Refused("malformed")
    return boards.forms_move(game, form), form.get("key", ""), int(seen)


def is_live(game: str) -> bool:
    return core.game(game).LIVE


@lru_cache(maxsize=10_000)
def game_of(table: str) -> str:
    """A table's game never changes."""
    game = Table.objects.filter(pk=table).values_list("game", flat=True).first()
    if game is None:
        raise Refused("no_such_table")
    return game
