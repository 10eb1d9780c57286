"""The one way in for a move that a form holds, whether it came on a socket or by POST."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.utils.datastructures import MultiValueDict

from games import boards, realtime, tables
from games.models import Table
from games.rules import core
from games.rules.core import Refused
from games.tables.road import Played, Road
from hosting.observability import metrics

# What a page's form holds: a request's QueryDict is one, too.
Form = MultiValueDict[str, str]


def submit_form(table: str, person: int | None, form: Form) -> Played:
    """Play the move, from a thread that may wait; Refused as by its command, or `malformed`."""
    game = game_of(table)
    with metrics.answering_move(game, table):
        move, key, seen = read(game, form)
        return submit(table, person, move, key=key, seen=seen)


def submit(table: str, person: int | None, move: Any, *, key: str, seen: int) -> Played:
    """The same for a move that has been read; in a real-time game a claim is held for its window like any other."""
    rules = core.game(game_of(table))
    if isinstance(rules, core.RealTimeGame):
        return realtime.contests.play_now(realtime.Action(table, rules, move, person, key=key))
    return tables.play(table, tables.PersonMove(person, move, key, seen))


async def play_form(
    table: str,
    game: str,
    person: int | None,
    form: Form,
    received: float,
    road: Road,
    address: str = "",
    link: realtime.Link | None = None,
) -> Played:
    """The same on the event loop, for a form that was `received` then (seconds since 1970) on that link from that address,
    which pays for what the database is asked."""
    rules = core.game(game)
    with metrics.answering_move(game, table):
        move, key, seen = read(game, form)
        if not isinstance(rules, core.RealTimeGame):
            return await road.play(table, tables.PersonMove(person, move, key, seen), address)
        action = realtime.Action(
            table, rules, move, person, key=key, received=received, address=address, link=link
        )
        return await realtime.contests.play(action)


def read(game: str, form: Form) -> tuple[core.Move, str, int]:
    """The move that a form holds, its key, and the number of the board that it was made on."""
    seen = form.get("seen", "")
    if not (seen.isascii() and seen.isdigit() and len(seen) < 10):
        raise Refused("malformed")
    return boards.move_of_form(game, form), form.get("key", ""), int(seen)


@lru_cache(maxsize=10_000)
def game_of(table: str) -> str:
    """A table's game never changes."""
    game = Table.objects.filter(pk=table).values_list("game", flat=True).first()
    if game is None:
        raise Refused("no_such_table")
    return game
