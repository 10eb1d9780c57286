"""A scene to the parts of its board. A part is rendered once for all viewers to whom it looks the same."""

from __future__ import annotations

import importlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Any, Protocol

from django.template.loader import get_template
from django.utils.safestring import SafeString

from games.boards import orders, refusals, times, words
from games.boards.parts import Part, Parts, all_rendered, speaking, spoken
from games.boards.parts import gettext as _
from games.boards.scene import Entry, Scene
from games.rules import core

KEPT_SENTENCES = 20_000


class Words(Protocol):
    """What a game's own module here answers, in the language that is active."""

    REFUSALS: dict[str, Any]

    def layout(self, scene: Scene) -> str:
        """The template of the board: `games/boards/<game>/<layout>.html`."""

    def parts(self, scene: Scene) -> Parts:
        """By element id: the part's template and its data, which is all that it may depend on.

        A game may also answer `public(scene)` with the parts that look the same to everybody: it is asked
        once for each moment, with a spectator's scene, so that they can't hold anything else.
        """

    def headline(self, scene: Scene) -> tuple[str, str]:
        """What is awaited, of whom (a short title), and what comes then; at the end who won, and the scores.
        `Your turn` is for boards that are `live` only: a replay speaks of everybody by name."""

    def sentence(self, entry: Entry, names: Sequence[str]) -> str:
        """A move and what came of it, in words."""

    def forms_move(self, form: Mapping[str, Any]) -> core.Move:
        """The move that a submitted form means; Refused `malformed` if it means none."""


@dataclass(frozen=True)
class Board:
    """`parts` by element id. Two boards of one layout differ in their parts only. `language`: that of the parts."""

    scene: Scene
    layout: str
    parts: dict[str, SafeString]
    language: str

    @property
    def whole(self) -> str:
        """The whole board; rendered when asked for, since what is pushed is mostly a part. By then another
        language may be active, or none."""
        seats = [f"seat-{person.index}" for person in self.scene.others]
        context = {
            "parts": self.parts,
            "others": [self.parts[seat] for seat in seats if seat in self.parts],
            "table": self.scene.table,
            "live": self.scene.live,
            "seated": self.scene.viewer is not None,
        }
        with speaking(self.language):
            return get_template(f"games/boards/{self.scene.game}/{self.layout}.html").render(context)


@cache
def games() -> tuple[str, ...]:
    """The games that can be played here: those that have a board."""
    return tuple(name for name in core.names() if find_spec(f"games.boards.{name}"))


def title(game: str) -> str:
    """The game's name: as its board has it in the active language (`TITLE`), else as its rules have it."""
    return str(getattr(words_of(game), "TITLE", core.game(game).NAME))


def words_of(game: str) -> Words:
    module: Any = importlib.import_module(f"games.boards.{game}")
    return module  # type: ignore[no-any-return]


def forms_move(game: str, form: Mapping[str, Any]) -> core.Move:
    return words_of(game).forms_move(form)


def refusal(refused: core.Refused, game: str = "", names: Sequence[str] = ()) -> tuple[str, int]:
    """Why something isn't possible, in words, and the HTTP status that says so."""
    own = words_of(game).REFUSALS if game else {}
    return refusals.refusal(refused, names, own), refusals.STATUS.get(refused.code, 409)


def sentence(game: str, entry: Entry, names: Sequence[str]) -> str:
    """A log line: `Ada played green 3 and took green 0 and red 3.`"""
    key = (game, spoken(), entry.seat, repr(entry.move), repr(entry.events), tuple(names))
    found = _sentences.get(key)
    if found is None:
        found = _sentences[key] = words_of(game).sentence(entry, names)
        if len(_sentences) > KEPT_SENTENCES:
            _sentences.popitem(last=False)
    return found


def board(scene: Scene) -> Board:
    """The board in the active language. What looks the same to everybody is made once for each moment."""
    own, spectator = words_of(scene.game), scene.common
    rendered = dict(_common(spectator, own))
    if scene.viewer is not None:
        rendered.pop(f"seat-{scene.viewer}", None)
    rendered |= all_rendered(_shared(scene, own) | own.parts(scene))
    return Board(scene, own.layout(scene), rendered, spoken())


def _common(spectator: Scene, own: Words) -> dict[str, SafeString]:
    """The game's public parts and the spectator's turn and log, in the active language."""
    language = spoken()
    if language not in spectator.made:
        public = getattr(own, "public", None)
        turn_and_log: Parts = {"turn": _turn(spectator, own), "log": log(spectator)}
        spectator.made[language] = all_rendered(turn_and_log | (public(spectator) if public else {}))
    made: dict[str, SafeString] = spectator.made[language]
    return made


def _shared(scene: Scene, own: Words) -> Parts:
    """The parts that every game has, where they may look otherwise than to a spectator."""
    parts: Parts = {"foot": ("games/boards/foot.html", _foot(scene))}
    if scene.me is not None and (scene.outcome or scene.me.awaited or scene.me.stand_in):
        parts["turn"] = _turn(scene, own)
    if scene.muted:
        parts["log"] = log(scene)
    return parts | orders.parts(scene)


def log(scene: Scene) -> Part:
    """The newest moves in words. Everybody's log tells what a spectator knows; a game whose sentences tell a
    seat more than that puts this among the seat's own `parts`."""
    return "games/boards/log.jinja", _log(scene)


def _turn(scene: Scene, own: Words) -> Part:
    """The banner: one glance says whose turn it is, and by when."""
    title, after = own.headline(scene)
    data: dict[str, Any] = {"title": title, "after": after}
    if scene.outcome:
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
    return "games/boards/turn.jinja", data


def _foot(scene: Scene) -> dict[str, Any]:
    """What can be done at the table besides moving."""
    me = scene.me
    return {
        "live": scene.live,
        "table": scene.table,
        "game": scene.game,
        "over": scene.outcome is not None,
        "seated": me is not None,
        "playing": scene.own and not scene.outcome,
        "rematch": scene.rematch,
        "muted": scene.muted,
        "phrases": _phrases(spoken()),
    }


@cache
def _phrases(language: str) -> list[tuple[str, str]]:
    return [(name, str(text)) for name, text in words.PHRASES.items()]


def _log(scene: Scene) -> dict[str, Any]:
    """The newest moves in words, newest first, and the newest set phrases above them."""
    names = [person.name for person in scene.people]
    lines: list[dict[str, Any]] = [
        {"id": "", "said": True, "name": names[seat], "text": str(words.PHRASES[phrase])}
        for seat, phrase in reversed(scene.remarks)
    ]
    notes = list(scene.notes)
    for entry in reversed(scene.entries):
        lines += _noted(notes, names, entry.at)
        text = sentence(scene.game, entry, names)
        if entry.by_bot and entry.seat is not None and not scene.people[entry.seat].level:
            text = _("A bot, in %(name)s's place: %(text)s") % {"name": names[entry.seat], "text": text}
        lines.append({"id": f"m-{entry.number}", "text": text})
    # What is older than the oldest move shown is told no more.
    if not scene.entries or scene.entries[0].number == 1:
        lines += _noted(notes, names, 0)
    return {"lines": lines}


def _noted(notes: list[tuple[int, str, int]], names: Sequence[str], since: int) -> list[dict[str, Any]]:
    """Taken from the end of `notes`: the lines of those that are not older, newest first."""
    lines = []
    while notes and notes[-1][2] >= since:
        seat, what, at = notes.pop()
        lines.append({"id": f"note-{at}-{seat}", "text": words.note(what, names[seat])})
    return lines


_sentences: OrderedDict[tuple[Any, ...], str] = OrderedDict()
