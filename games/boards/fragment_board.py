"""A scene to the fragments of its board. A fragment is rendered once for all viewers to whom it looks the same."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from django.utils.safestring import SafeString

from games.boards import coach, conditional, texts, times
from games.boards.changes import Common, Element, elements
from games.boards.contract import FragmentBoard
from games.boards.fragments import Call, Fragment, Fragments, by_language, speaking, spoken, template
from games.boards.fragments import gettext as _
from games.boards.installed import board_of, config
from games.boards.log import headline, lines_for, log, turn_for
from games.boards.scene import Scene
from games.rules import core


@dataclass(frozen=True)
class Board:
    """Elements by their ids, each drawn when it is asked for: `common` are everybody's, `own` are those that the viewer's
    scene was asked for. Two boards of one layout differ in these only. `moment` is the scene of which the log tells."""

    scene: Scene
    moment: Scene
    layout: str
    common: Common
    own: dict[str, Element]
    language: str

    @property
    def left_out(self) -> str:
        """The one of the common elements that the viewer isn't shown: their own panel as others see it."""
        return "" if self.scene.viewer is None else f"seat-{self.scene.viewer}"

    @property
    def elements(self) -> dict[str, Element]:
        found = self.common.elements | self.own
        found.pop(self.left_out, None)
        return found

    def change_since(self, before: Board) -> str | None:
        """What a page that shows `before` must swap in to show this; None if that is all of it."""
        common = self.common.changes_since(before.common)
        if before.layout != self.layout or common is None:
            return None
        apart = self.own | before.own
        changes = [change for name, change in common if name not in apart and name != self.left_out]
        for name in apart:
            now = self.own.get(name) or self.common.elements.get(name)
            old = before.own.get(name) or before.common.elements.get(name)
            if now is None or old is None:
                return None
            changes.append(now.change_since(old))
        return self.for_reader("".join(changes), before)

    @cached_property
    def fragments(self) -> dict[str, SafeString]:
        """The HTML of every element."""
        return {name: element.html for name, element in self.elements.items()}

    @property
    def whole(self) -> SafeString:
        """The whole board; rendered when asked for, since what is pushed is mostly a fragment. By then another
        language may be active, or none."""
        seats = [f"seat-{person.index}" for person in self.scene.others]
        context = {
            "fragments": self.fragments,
            "others": [self.fragments[seat] for seat in seats if seat in self.fragments],
            "table": self.scene.table,
            "current": self.scene.current,
            "framed": self.scene.current or self.scene.replayed,
            "seated": self.scene.viewer is not None,
        }
        with speaking(self.language):
            found = template(_board_of(self.scene.game).template(self.scene))
            return SafeString(self.for_reader(found.render(context)))

    def for_reader(self, html: str, before: Board | None = None) -> str:
        """As its reader is told of moves: what is drawn once for everybody is made to say *you*. `html` is all of the
        board, or what has changed since another."""
        you = self.scene.you
        if you is None:
            return html
        known = before.moment.number if before and before.moment.names == self.moment.names else 0
        if "turn" not in self.own:
            html = turn_for(self.moment, you, self.language, html)
        return lines_for(self.moment, you, self.language, html, known)


def board(scene: Scene, known: Board | None = None) -> Board:
    """The board in the active language. What looks the same to everybody is made once for each moment. `known` is the one
    that the viewer was shown last: what is the same for sure is taken from there."""
    own = _board_of(scene.game)
    found = elements(_shared(scene) | own.fragments(scene), {} if known is None else known.own)
    # A seat's own log may tell more of a move than everybody's.
    moment = scene if "log" in found else scene.common
    return Board(scene, moment, own.layout(scene), _common(scene.common, own, known), found, spoken())


def same_board(known: Board, spectator: Scene, view: core.View) -> Board | None:
    """The board of a seat that sees nothing new but what everybody sees; None if that isn't sure, and where its owner
    may not see what a spectator sees. `view` is the seat's, `known` the board that it was shown last."""
    seen, viewer = known.scene, known.scene.viewer
    if viewer is None or seen.outcome or spectator.outcome or seen.phrases_hidden or seen.conditional_move:
        return None
    me, own = spectator.people[viewer], _board_of(seen.game)
    if me.awaited or me != seen.me or not own.same_for(seen.view, view):
        return None
    return Board(seen, spectator, known.layout, _common(spectator, own, known), known.own, known.language)


def _common(spectator: Scene, own: FragmentBoard, known: Board | None) -> Common:
    """The game's public elements and the spectator's turn and log, in the active language."""
    language = spoken()
    if language not in spectator.made:
        turn_and_log: Fragments = {"turn": _turn(spectator), "log": log(spectator)}
        before = {} if known is None else known.common.elements
        spectator.made[language] = Common(elements(turn_and_log | own.public(spectator), before))
    made: Common = spectator.made[language]
    return made


def _shared(scene: Scene) -> Fragments:
    """The fragments that every game has, where they may look otherwise than to a spectator."""
    fragments: Fragments = {"foot": _foot_of(scene)}
    if scene.me is not None and (scene.outcome or scene.me.awaited or scene.me.stand_in):
        fragments["turn"] = _turn(scene)
    if scene.phrases_hidden:
        fragments["log"] = log(scene)
    return fragments | conditional.fragments(scene) | coach.fragments(scene)


def _turn(scene: Scene) -> Fragment:
    """The banner: one glance says whose turn it is, and by when."""
    title, after = headline(scene)
    if scene.on_the_board:
        # Who has won and why it ended stand on the last board; the scores are counted on the next.
        why = texts.reason(scene)
        after = "" if why == title else why
    data: dict[str, Any] = {"title": title, "after": after}
    if not scene.outcome:
        data["goal"] = _goal(scene.game)
    if scene.outcome:
        data["ends"] = True
        data["helped"] = scene.me is not None and scene.me.helped
        ended = scene.viewer is not None and scene.outcome["reason"] != "abandoned"
        data["won"] = ended and scene.outcome["ranks"][scene.viewer] == 1
    else:
        awaited = [person for person in scene.people if person.awaited and person.deadline]
        mine = scene.me if scene.me in awaited else None
        soonest = mine or min(awaited, key=lambda person: person.deadline or 0, default=None)
        data["yours"] = scene.own and scene.me is not None and scene.me.awaited and not scene.me.stand_in
        if soonest and soonest.time:
            data |= times.running(soonest.time)
        if scene.closes:
            data["closing"] = times.closing(scene.closes)
        elif soonest and soonest.vacation_until:
            data["closing"] = _("The clock stands still during the vacation.")
    return "boards/turn.jinja", data


@by_language
def _goal(game: str) -> str:
    return str(config(game).goal)


def _foot_of(scene: Scene) -> Call:
    over = scene.result is not None
    who = scene.viewer is not None, scene.own and not over
    known = scene.rematch, scene.phrases_hidden, scene.guided
    return Call(_foot, (scene.table, scene.game, scene.current, over, *who, *known))


def _foot(
    table: str,
    game: str,
    current: bool,
    over: bool,
    seated: bool,
    playing: bool,
    rematch: bool,
    phrases_hidden: bool,
    guided: bool,
) -> Fragment:
    """What can be done at the table besides moving."""
    return "boards/foot.jinja", {
        "current": current,
        "table": table,
        "game": game,
        "over": over,
        "seated": seated,
        "again": seated and not guided,
        "guided": seated and guided,
        "playing": playing,
        # A real-time game has its button in sight.
        "sound": not core.game(game).REAL_TIME,
        "rematch": rematch,
        "review": board_of(game).COACH is not None,
        "phrases_hidden": phrases_hidden,
        "phrases": _phrases(spoken()),
    }


@cache
def _phrases(language: str) -> list[tuple[str, str]]:
    return [(name, str(text)) for name, text in texts.PHRASES.items()]


def _board_of(game: str) -> FragmentBoard:
    found = board_of(game)
    assert isinstance(found, FragmentBoard)
    return found
