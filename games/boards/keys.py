"""The board of a scene, and the elements that every game's board has: the turn bar, the log, the actions at the table.

These are keys only; the macros of `templates/boards/board.jinja` draw them.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.boards import hooks, results, texts, times
from games.boards.drawing import Board
from games.boards.elements import Elements, Key
from games.boards.installed import board_of, config
from games.boards.language import by_language
from games.boards.language import gettext as _
from games.boards.scene import Entry, Scene


def board(scene: Scene, public: Elements | None = None) -> Board:
    """Return the board of the scene's viewer in the active language.

    `public` are the public elements of this moment, if they are made already.
    """
    game = board_of(scene.game)
    common = public_elements(scene) if public is None else public
    own = {**_own(scene, common), **game.own(scene)}
    if scene.result and not results.is_counted(scene):
        own["result"] = results.no_count(scene)
    return Board(scene.game, game.frame(scene), common, own)


def public_elements(scene: Scene) -> Elements:
    """Return the elements that are the same for all viewers of a moment, made from a spectator's scene only."""
    common = scene.common
    if common.result:
        shared = results.elements(common)
    else:
        shared = {"turn": turn(common), "foot": foot(common), **log(common)}
    return shared | board_of(scene.game).public(common)


def _own(scene: Scene, common: Elements) -> Mapping[str, Key | None]:
    """Return the elements besides the game's that may differ from a spectator's, `common`."""
    if scene is scene.common:
        return {}
    if scene.result:
        return results.elements(scene)
    elements = {"foot": foot(scene), **_own_log(scene, common)}
    # Games that show the newest move have it among their public elements.
    if "newest" in common and scene.entries and f"m-{scene.entries[-1].number}" in elements:
        elements["newest"] = newest(scene)
    # Whoever is awaited is asked to act. In replays and at the end the headline calls its reader *you*.
    if not scene.current or scene.outcome or (scene.me is not None and scene.me.awaited):
        elements["turn"] = turn(scene)
    for of_feature in hooks.elements:
        elements |= of_feature(scene)
    return elements


def turn(scene: Scene) -> Key:
    """Return the key of the banner, which says whose turn it is, and by when; on the last board why the match ended.
    The result says who won."""
    title, after = board_of(scene.game).headline(scene)
    if scene.outcome:
        title = _("The match is over") if results.is_counted(scene) else title
        why = texts.reason(scene)
        return "turn_over", title, "" if why == title else why
    me, awaited = scene.me, [person for person in scene.people if person.awaited and person.deadline]
    mine = me if me is not None and me.awaited and me.deadline else None
    soonest = mine or min(awaited, key=lambda person: person.deadline or 0, default=None)
    yours = scene.own and me is not None and me.awaited and not me.stand_in
    closing = ""
    if scene.closes:
        closing = times.closing(scene.closes)
    elif soonest and soonest.vacation_until:
        closing = _("The clock stands still during the vacation.")
    return "turn", title, after, goal(scene.game), yours, closing, soonest.time if soonest else None


@by_language
def goal(game: str) -> str:
    """Return the condition of winning, for the banner."""
    return str(config(game).goal)


def foot(scene: Scene) -> Key:
    """The actions at the table besides moves."""
    if not scene.current:
        return ("no_foot",)
    # Only bots sit at a shared deal, and its record and replay open when it is finished.
    shut = scene.shared and not scene.outcome
    return "foot", scene.table, scene.game, scene.own and not scene.outcome, shut, scene.phrases_hidden


def clocks(scene: Scene) -> Elements:
    """Return each seat's time, by `seat-<seat>-time`."""
    return {f"seat-{person.seat}-time": ("time", person.awaited, person.time) for person in scene.people}


def log(scene: Scene) -> Elements:
    """Return the newest moves in words, with phrases and events of seats between them, newest first."""
    between = _between(scene)
    lines: Elements = {}
    names = scene.named
    for entry in reversed(scene.entries):
        while between and between[-1][0] >= entry.at:
            _at, id, key = between.pop()
            lines[id] = key
        lines[f"m-{entry.number}"] = _line(scene, entry, names)
    # Notes older than the oldest shown move are left out.
    if not scene.entries or scene.entries[0].number == 1:
        lines |= {id: key for _at, id, key in reversed(between)}
    if not scene.entries:
        lines["dealt"] = ("dealt",)
    return lines


def _own_log(scene: Scene, common: Elements) -> dict[str, Key | None]:
    """Return the lines that the reader is to read in another way: they call them *you*, or say more than others
    know."""
    names, reader, spectator = scene.named, scene.you, scene.common
    lines: dict[str, Key | None] = {
        f"m-{entry.number}": _line(scene, entry, names)
        for entry, public_entry in zip(scene.entries[::-1], spectator.entries[::-1], strict=True)
        if reader in entry.seats or entry is not public_entry
    }
    if spectator.phrases or scene.seat_events:
        lines |= {f"said-{seat}-{at}": None for seat, _code, at in spectator.phrases}
        lines |= {id: key for _at, id, key in _between(scene)}
        return {id: lines[id] for id in common if id in lines and lines[id] != common[id]}
    return lines


def _line(scene: Scene, entry: Entry, names: tuple[str, ...]) -> Key:
    # There is no clock that one would lose time on by following a link.
    back = scene.table if scene.replayed or scene.slow else ""
    began = scene.began if scene.slow else None
    instead = entry.by_bot and entry.seat is not None and not scene.people[entry.seat].level
    # A reader who isn't named gets the common sentence, which is drawn once.
    you = scene.you if scene.you in entry.seats else None
    return "line", scene.game, entry, names, you, instead, began, back


def newest(scene: Scene) -> Key:
    """Return the key of the newest move, in words beside the middle of the board."""
    if not scene.entries:
        return "newest", scene.game, None, (), None
    last = scene.entries[-1]
    you = scene.you if scene.you in last.seats else None
    return "newest", scene.game, last, scene.named, you


def _between(scene: Scene) -> list[tuple[int, str, Key]]:
    """Return the notes and phrases between moves, each with its time in ms since the match began, oldest first."""
    began = scene.began or 0
    notes: list[tuple[int, str, Key]] = []
    for seat, kind, at in scene.seat_events:
        notes.append((at, f"note-{at}-{seat}", ("note", kind, _called(scene, seat))))
    for seat, code, at in scene.phrases:
        notes.append((at - began, f"said-{seat}-{at}", ("phrase", code, _called(scene, seat))))
    return sorted(notes, key=lambda item: item[0])


def _called(scene: Scene, seat: int) -> str:
    """Return the seat's name; "" for the reader's own."""
    return "" if seat == scene.you else scene.people[seat].name
