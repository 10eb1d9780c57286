"""A table's sockets, what each of them sees of a position, and what its page must swap in to show it."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import TYPE_CHECKING

from games import boards
from games.boards import Board
from games.boards.parts import speaking
from games.play.position import RECENT, Position

if TYPE_CHECKING:
    from games.live.consumers import TableSocket

Audience = tuple[int | None, str]


class Room:
    """The sockets at one table, and the newest position and boards that were shown to them."""

    def __init__(self) -> None:
        self.sockets: set[TableSocket] = set()
        self.position: Position | None = None
        self.shown: dict[Audience, Board] = {}
        self.lock = asyncio.Lock()

    def audiences(self, position: Position) -> dict[Audience, list[TableSocket]]:
        found: dict[Audience, list[TableSocket]] = defaultdict(list)
        for socket in self.sockets:
            found[audience_of(socket, position)].append(socket)
        return found


def audience_of(socket: TableSocket, position: Position) -> Audience:
    """Asked of each position anew: who has stood up sees nothing of the seat that somebody else took."""
    seat = position.seat_of(socket.person_id)
    return (None if seat is None else seat.index, socket.language)


def render(position: Position, audiences: list[Audience]) -> dict[Audience, Board]:
    """The boards of those audiences; what they see alike is made once."""
    spectator = boards.scene_of(position, None)
    found = {}
    for viewer, language in audiences:
        scene = spectator if viewer is None else boards.scene_of(position, viewer, spectator)
        with speaking(language):
            found[(viewer, language)] = boards.board(scene)
    return found


def follows(old: Position | None, new: Position) -> bool:
    """Whether `new` is one move after `old`, so that the log needs nothing from the database."""
    if old is None or new.row is None or not old.recent:
        return False
    return bool(new.recent) or old.recent[-1].number == new.row.number - 1


def extended(old: Position | None, new: Position) -> Position:
    """`new` with the rows and remarks that `old` had for the log."""
    if old is not None and new.row is not None and not new.recent:
        new.recent = [*old.recent[1 - RECENT :], new.row]
        new.remarks = old.remarks
    return new


def difference(old: Board | None, new: Board) -> str:
    """What a page that shows `old` must swap in to show `new`; empty if nothing."""
    if old is None or old.layout != new.layout or old.parts.keys() != new.parts.keys():
        return whole(new)
    return "".join(swapped(html) for name, html in new.parts.items() if old.parts[name] != html)


def swapped(html: str) -> str:
    """Marked to be morphed into the element with the same id."""
    start, rest = html.split(" ", 1)
    return f'{start} hx-swap-oob="outerMorph" {rest}'


def whole(board: Board) -> str:
    return swapped(board.whole)
