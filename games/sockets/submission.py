"""Play a move from a form's fields, which came on a socket or by POST."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from games import boards, realtime
from games.boards.fields import Form, number
from games.models import Table
from games.play import moves
from games.play.commands import CommandQueue, Played, play
from games.rules import core
from games.rules.core import Refused
from hosting.observability import metrics


def submit_form(table: str, person: int | None, form: Form) -> Played:
    """Play the move of a form, from a thread that may block. Raises Refused."""
    game = game_of(table)
    with metrics.answering_move(game, table):
        move, key, seen = read(game, form)
        return submit(table, person, move, key=key, seen=seen)


def submit(table: str, person: int | None, move: Any, *, key: str, seen: int) -> Played:
    """Play a move, from a thread that may block. Claims of real-time games are held and ordered."""
    rules = core.game(game_of(table))
    if isinstance(rules, core.RealTimeGame):
        return realtime.contests.play_now(realtime.Action(table, rules, move, person, key=key))
    return play(table, moves.PersonMove(person, move, key, seen))


async def play_form(
    table: str,
    game: str,
    person: int | None,
    form: Form,
    received: float,
    commands: CommandQueue,
    address: str = "",
    link: realtime.Link | None = None,
) -> Played:
    """Play the move of a form, on the event loop.

    `received` is in seconds since 1970; `link` is the measured link of a real-time game. Database work is charged to
    `address`.
    """
    rules = core.game(game)
    with metrics.answering_move(game, table):
        move, key, seen = read(game, form)
        if not isinstance(rules, core.RealTimeGame):
            return await commands.play_batched(table, moves.PersonMove(person, move, key, seen), address)
        action = realtime.Action(
            table, rules, move, person, key=key, received=received, address=address, link=link
        )
        return await realtime.contests.play(action)


def read(game: str, form: Form) -> tuple[core.Move, str, int]:
    """Return a form's move, its key, and the number of the board on which it was made. Raises Refused."""
    seen = number(form.get("seen", ""))
    return boards.board_of(game).move_of_form(form), form.get("key", ""), seen


@lru_cache(maxsize=10_000)
def game_of(table: str) -> str:
    """Return the name of a table's game, which never changes."""
    game = Table.objects.filter(pk=table).values_list("game", flat=True).first()
    if game is None:
        raise Refused("no_such_table")
    return game
