"""The race's result: the cards that each seat has left, and its reaction times."""

from __future__ import annotations

from games.boards import texts
from games.boards.elements import Key
from games.boards.places import Standing, standings
from games.boards.scene import Scene
from games.stockings.board.reactions import Line, lines


def result(scene: Scene) -> Key:
    """Return each seat with its reactions as texts or as slaps on a line, its mark, and the cards it has left."""
    slaps = lines(scene.people)
    rows = [_row(scene, standing, slaps) for standing in standings(scene)]
    return "result_table", texts.reason(scene), scene.opened is not None, bool(slaps), tuple(rows)


def _row(scene: Scene, standing: Standing, slaps: list[Line]) -> Key:
    person = scene.people[standing.seat]
    cards = tuple(scene.opened["hands"][standing.seat]) if scene.opened else ()
    if slaps:
        return standing, "", texts.marked(person), slaps[standing.seat], cards
    return standing, texts.reacted(person), texts.marked(person), None, cards
