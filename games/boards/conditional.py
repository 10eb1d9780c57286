"""Conditional moves on the board: what was given or dropped, for its owner alone, and the form that gives one.

A game joins in by `GameBoard.CONDITIONAL`. The form is rendered when it is asked for, not with every move: the fragment
of the board that leads to it is the same at each of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from games.boards.contract import ConditionalTexts
from games.boards.elements import Elements, Key
from games.boards.installed import board_of
from games.boards.language import gettext as _
from games.boards.macros import rendered
from games.boards.scene import Given, Scene
from games.rules import core
from games.rules.conditional import ConditionalMove

# What any game's may be dropped for; the others' words are the games' own.
DROPPED = {"other_turn": gettext_lazy("your turn is not the one that it was meant for")}


def texts_of(game: str) -> ConditionalTexts | None:
    return board_of(game).CONDITIONAL


def conditional_move_of_form(game: str, form: Mapping[str, Any]) -> ConditionalMove:
    own = texts_of(game)
    if own is None:
        raise core.Refused("no_conditional_moves")
    return own.conditional_move_of_form(form)


def chosen(form: Mapping[str, Any], field: str) -> str:
    """What was chosen; Refused `missing_field` if nothing was."""
    value = form.get(field, "")
    if not isinstance(value, str) or not value:
        raise core.Refused("missing_field", field=field)
    return value


def number(text: str) -> int:
    """A small number from a form; Refused `malformed` otherwise."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise core.Refused("malformed")
    return int(text)


def may_give(scene: Scene) -> bool:
    """Whether the viewer may say something ahead on this board."""
    own, me = scene.rules.CONDITIONAL, scene.me
    if own is None or me is None or not scene.own or me.stand_in or me.index in scene.view["to_act"]:
        return False
    return bool(own.next_turn(scene.view, me.index))


def elements(scene: Scene) -> Elements:
    """The owner's elements of a board as it is now; spectators, and games without conditional moves, have none."""
    own = texts_of(scene.game)
    if own is None or scene.viewer is None or not scene.current or scene.outcome:
        return {}
    given = scene.conditional_move if scene.own else None
    waits = None if given is None or given.dropped else given
    shown: Key = (
        "conditional",
        own.sentence(waits.content, waits.seen) if waits else "",
        waits is not None and scene.viewer in scene.view["to_act"],
        _dropped(scene.game, own, given) if given and given.dropped else "",
    )
    return {"conditional": shown, "next_turn": ("next_turn", scene.table, may_give(scene), waits is not None)}


def why_dropped(game: str, code: str) -> str:
    """Why a move that was decided ahead was not made."""
    own = texts_of(game)
    return str((own.DROPPED.get(code) if own else "") or DROPPED.get(code) or _("it was not possible"))


def _dropped(game: str, own: ConditionalTexts, given: Given) -> str:
    why = why_dropped(game, given.dropped)
    said = {"move": own.sentence(given.content, given.seen), "why": why}
    return _("The move that you decided ahead was not made: %(why)s. It was: %(move)s") % said


def form(scene: Scene) -> SafeString | None:
    """The form that gives one, on the board that the viewer sees now; None if there is nothing to give."""
    own = texts_of(scene.game)
    if own is None or not may_give(scene):
        return None
    frame = {"choices": rendered(*own.form(scene)), "seen": scene.number}
    return rendered("boards/conditional_form.jinja", frame)
