"""The race's result: the cards that each seat has left, and its reaction times."""

from __future__ import annotations

from games.boards import texts
from games.boards.elements import Key
from games.boards.people import Person
from games.boards.results import standings
from games.boards.scene import Scene
from games.stockings.board import reactions


def result(scene: Scene) -> Key:
    """Return each seat with its reactions as texts or as slaps on a line, its mark, and the cards it has left."""
    slaps = reactions.lines(scene.people, scene.view["options"]["window"])
    rows = []
    for standing in standings(scene):
        person = scene.people[standing.seat]
        drawn, reacted = (slaps[person.seat], "") if slaps else (None, texts.reacted(person))
        cards = tuple(scene.opened["hands"][person.seat]) if scene.opened else ()
        rows.append((standing, reacted, texts.marked(person), drawn, cards))
    mine = own_race(scene)
    return "result_table", texts.reason(scene), scene.opened is not None, bool(slaps), tuple(rows), mine


def own_race(scene: Scene) -> tuple[int, int, int, int, str] | None:
    """Return how often the reader was first, the fastest and the usual time in ms, how often wrong, and how often the
    others were; None for a reader without a seat or a slap, or for whom a bot has slapped."""
    if scene.me is None or scene.me.helped or not scene.me.claims:
        return None
    times = reactions.times(scene.me.claims)
    wrong = [_count(person, -1) for person in scene.people]
    others = texts.names([str(count) for seat, count in enumerate(wrong) if seat != scene.me.seat])
    return _count(scene.me, 1), min(times), reactions.usual(times), wrong[scene.me.seat], others


def _count(person: Person, verdict: int) -> int:
    return sum(claim == verdict for _ms, claim in person.claims or ())
