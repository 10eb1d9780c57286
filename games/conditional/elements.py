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
from games.boards.scene import Scene
from games.conditional.models import ConditionalMove
from games.conditional.reads import basis_of
from games.play.snapshot import Snapshot
from games.rules import conditional, core

# What any game's may be dropped for; the others' words are the games' own.
DROPPED = {"other_turn": gettext_lazy("your turn is not the one that it was meant for")}

# Why one isn't possible, by code, in words.
REFUSALS = {
    "no_next_turn": gettext_lazy("There is no next turn of yours that can be decided ahead."),
    "no_conditional_move": gettext_lazy(
        "There is no move decided ahead any more: it has been made or dropped."
    ),
    "no_conditional_moves": gettext_lazy("In this game no move can be decided ahead."),
}


def texts_of(game: str) -> ConditionalTexts | None:
    return board_of(game).CONDITIONAL


def conditional_move_of_form(game: str, form: Mapping[str, Any]) -> conditional.ConditionalMove:
    own = texts_of(game)
    if own is None:
        raise core.Refused("no_conditional_moves")
    return own.conditional_move_of_form(form)


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
    given: ConditionalMove | None = scene.private.get("conditional") if scene.own else None
    waits = None if given is None or given.dropped else given
    shown: Key = (
        "conditional",
        _sentence(own, waits) if waits else "",
        waits is not None and scene.viewer in scene.view["to_act"],
        _dropped(scene.game, own, given) if given and given.dropped else "",
    )
    return {"conditional": shown, "next_turn": ("next_turn", scene.table, may_give(scene), waits is not None)}


def why_dropped(game: str, code: str) -> str:
    """Why a move that was decided ahead was not made."""
    own = texts_of(game)
    return str((own.DROPPED.get(code) if own else "") or DROPPED.get(code) or _("it was not possible"))


def _dropped(game: str, own: ConditionalTexts, given: ConditionalMove) -> str:
    told = {"move": _sentence(own, given), "why": why_dropped(game, given.dropped)}
    return _("The move that you decided ahead was not made: %(why)s. It was: %(move)s") % told


def _sentence(own: ConditionalTexts, given: ConditionalMove) -> str:
    return own.sentence(given.content, basis_of(given)["seen"])


def dropped_line(snapshot: Snapshot, seat: int) -> list[str]:
    """What became of the seat's, if it was not made."""
    given: ConditionalMove | None = snapshot.private.get("conditional", {}).get(seat)
    if given is None or not given.dropped:
        return []
    why = why_dropped(snapshot.table.game, given.dropped)
    return [_("The move that you decided ahead was not made: %(why)s.") % {"why": why}]


def form(scene: Scene) -> SafeString | None:
    """The form that gives one, on the board that the viewer sees now; None if there is nothing to give."""
    own = texts_of(scene.game)
    if own is None or not may_give(scene):
        return None
    frame = {"choices": rendered(*own.form(scene)), "seen": scene.number}
    return rendered("conditional/form.jinja", frame)
