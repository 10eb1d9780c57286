"""A scene to the fragments of its board. A fragment is rendered once for all viewers to whom it looks the same."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, ClassVar

from django.utils.safestring import SafeString

from games.boards import coach, conditional, refusals, texts, times
from games.boards.coach import CoachTexts
from games.boards.conditional import ConditionalTexts
from games.boards.fragments import (
    Element,
    Fragment,
    Fragments,
    Recurring,
    by_language,
    elements,
    speaking,
    spoken,
    template,
)
from games.boards.installed import config
from games.boards.log import addressed, log
from games.boards.scene import Entry, Scene
from games.rules import core


class GameBoard(ABC):
    """What a game shows: `BOARD` of its `board` package is one. All in the language that is active. What has a default
    here may be left out."""

    # Why a move isn't possible, by code; what any game may refuse stands in refusals.py.
    REFUSALS: ClassVar[Mapping[str, Callable[..., str]]] = {}
    # By table rule: its label, what to know of it, and its values in words (by value, or a function of it).
    OPTIONS: ClassVar[Mapping[str, tuple[Any, Any, Any]]] = {}
    # What each part of the board is: the CSS selector of its elements, the finer ones first, and a sentence.
    PARTS: ClassVar[tuple[tuple[str, Any], ...]] = ()
    # Static paths of what its pages load besides the site's own and the game's.
    STYLES: ClassVar[tuple[str, ...]] = ()
    # What is said of its conditional moves, if it takes any.
    CONDITIONAL: ClassVar[ConditionalTexts | None] = None
    # What the coach says, if its bots search.
    COACH: ClassVar[CoachTexts | None] = None

    @abstractmethod
    def layout(self, scene: Scene) -> str:
        """The kind of board that is shown now: what is pushed is the whole board when it changes."""

    def template(self, scene: Scene) -> str:
        """The template of the board: `<game>/<layout>.jinja`, unless said otherwise."""
        return f"{scene.game}/{self.layout(scene)}.jinja"

    def public(self, scene: Scene) -> Fragments:
        """The fragments that look the same to everybody: asked once for each moment, with a spectator's scene, so that
        they can't hold anything else."""
        return {}

    @abstractmethod
    def fragments(self, scene: Scene) -> Fragments:
        """By element id: the fragment's template and its data, which is all that it may depend on."""

    def same_for(self, before: core.View, after: core.View) -> bool:
        """Whether `fragments` are surely what they were for a seat that saw the one view and sees the other now, and is
        awaited in neither: they aren't asked for then."""
        return False

    @abstractmethod
    def headline(self, scene: Scene) -> tuple[str, str]:
        """What is awaited, of whom (a short title), and what comes then; at the end who won, and the scores.
        `Your turn` is for boards that are `current` only: a replay speaks of everybody by name."""

    @abstractmethod
    def sentence(self, entry: Entry, names: Sequence[str]) -> str:
        """A move and what came of it, in words."""

    def sentence_to(self, you: int, entry: Entry, names: Sequence[str]) -> str:
        """The same, told to a seat that it may name: *you*. A game that leaves it out speaks of everybody by name."""
        return self.sentence(entry, names)

    def why(self, entry: Entry) -> str:
        """Why a move took what it took, for those who open its line in the log; "" for nothing."""
        return ""

    @abstractmethod
    def move_of_form(self, form: Mapping[str, Any]) -> core.Move:
        """The move that a submitted form means; Refused `malformed` if it means none."""


@dataclass(frozen=True)
class Board:
    """`elements` by their ids, each drawn when it is asked for. Two boards of one layout differ in these only. `own` are
    those that the viewer's scene was asked for, `moment` is the scene of which the log tells."""

    scene: Scene
    moment: Scene
    layout: str
    elements: dict[str, Element]
    own: dict[str, Element]
    language: str

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
            "seated": self.scene.viewer is not None,
        }
        with speaking(self.language):
            found = template(config(self.scene.game).board.template(self.scene))
            return SafeString(self.told(found.render(context)))

    def told(self, html: str, before: Board | None = None) -> str:
        """As its reader is told of moves: what is drawn once for everybody is made to say *you*. `html` is all of the
        board, or what has changed since another."""
        you = self.scene.you
        if you is None:
            return html
        known = before.moment.number if before and before.moment.names == self.moment.names else 0
        return addressed(self.moment, you, self.language, html, known)


def move_of_form(game: str, form: Mapping[str, Any]) -> core.Move:
    return config(game).board.move_of_form(form)


def refusal(refused: core.Refused, game: str = "", names: Sequence[str] = ()) -> tuple[str, int]:
    """Why something isn't possible, in words, and the HTTP status that says so."""
    own = config(game).board.REFUSALS if game else {}
    return refusals.refusal(refused, names, own), refusals.STATUS.get(refused.code, 409)


def board(scene: Scene) -> Board:
    """The board in the active language. What looks the same to everybody is made once for each moment."""
    own = config(scene.game).board
    found = elements(_shared(scene, own) | own.fragments(scene))
    moment = scene if scene.phrases_hidden else scene.common
    shown = _with_common(scene.common, scene.viewer, found)
    return Board(scene, moment, own.layout(scene), shown, found, spoken())


def same_board(known: Board, spectator: Scene, view: core.View) -> Board | None:
    """The board of a seat that sees nothing new but what everybody sees; None if that isn't sure, and where its owner
    may not see what a spectator sees. `view` is the seat's, `known` the board that it was shown last."""
    seen, viewer = known.scene, known.scene.viewer
    if viewer is None or seen.outcome or spectator.outcome or seen.phrases_hidden or seen.conditional_move:
        return None
    me = spectator.people[viewer]
    if me.awaited or me != seen.me or not config(seen.game).board.same_for(seen.view, view):
        return None
    return replace(known, moment=spectator, elements=_with_common(spectator, viewer, known.own))


def _with_common(spectator: Scene, viewer: int | None, own: dict[str, Element]) -> dict[str, Element]:
    found = dict(_common(spectator, config(spectator.game).board))
    if viewer is not None:
        found.pop(f"seat-{viewer}", None)
    return found | own


def _common(spectator: Scene, own: GameBoard) -> dict[str, Element]:
    """The game's public elements and the spectator's turn and log, in the active language."""
    language = spoken()
    if language not in spectator.made:
        turn_and_log: Fragments = {"turn": _turn(spectator, own), "log": log(spectator)}
        spectator.made[language] = elements(turn_and_log | own.public(spectator))
    made: dict[str, Element] = spectator.made[language]
    return made


def _shared(scene: Scene, own: GameBoard) -> Fragments:
    """The fragments that every game has, where they may look otherwise than to a spectator."""
    fragments: Fragments = {"foot": _foot_of(scene)}
    if scene.me is not None and (scene.outcome or scene.me.awaited or scene.me.stand_in):
        fragments["turn"] = _turn(scene, own)
    if scene.phrases_hidden:
        fragments["log"] = log(scene)
    return fragments | conditional.fragments(scene) | coach.fragments(scene)


def _turn(scene: Scene, own: GameBoard) -> Fragment:
    """The banner: one glance says whose turn it is, and by when."""
    title, after = own.headline(scene)
    data: dict[str, Any] = {"title": title, "after": after}
    if not scene.outcome:
        data["goal"] = str(config(scene.game).goal)
    if scene.outcome:
        data["helped"] = scene.me is not None and scene.me.helped
        data["won"] = scene.viewer is not None and scene.outcome["ranks"][scene.viewer] == 1
    else:
        awaited = [person for person in scene.people if person.awaited and person.deadline]
        mine = scene.me if scene.me in awaited else None
        soonest = mine or min(awaited, key=lambda person: person.deadline or 0, default=None)
        data["yours"] = scene.own and scene.me is not None and scene.me.awaited and not scene.me.stand_in
        if soonest and soonest.time:
            data |= times.running(soonest.time)
        if scene.closes:
            data["closing"] = times.closing(scene.closes)
    return "boards/turn.jinja", data


def _foot_of(scene: Scene) -> Fragment:
    over = scene.outcome is not None
    who = scene.viewer is not None, scene.own and not over
    known = scene.rematch, scene.phrases_hidden, scene.guided
    return _foot(scene.table, scene.game, scene.current, over, *who, *known)


@by_language
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
    return "boards/foot.jinja", Recurring(
        current=current,
        table=table,
        game=game,
        over=over,
        seated=seated,
        again=seated and not guided,
        playing=playing,
        # A real-time game has its button in sight.
        sound=not core.game(game).REAL_TIME,
        rematch=rematch,
        review=config(game).board.COACH is not None,
        phrases_hidden=phrases_hidden,
        phrases=_phrases(spoken()),
    )


@cache
def _phrases(language: str) -> list[tuple[str, str]]:
    return [(name, str(text)) for name, text in texts.PHRASES.items()]
