"""Conditional moves on the board: the waiting or dropped one, for its owner only, and the form that gives one.

A game takes part by `GameBoard.CONDITIONAL`. The form is rendered on request, not with every move: the element that
leads to it is always the same.
"""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from games.boards import texts
from games.boards.contract import ConditionalTexts
from games.boards.elements import Elements, Key
from games.boards.fields import Form
from games.boards.installed import board_of
from games.boards.language import gettext as _
from games.boards.macros import helpers, rendered
from games.boards.scene import Scene
from games.conditional.models import ConditionalMove
from games.conditional.reads import basis_of, longest_pause
from games.play.snapshot import Snapshot
from games.rules import conditional, core

# Reasons that any game may have; other reasons are in the games' own texts.
DROPPED = {"other_turn": gettext_lazy("your turn is not the one that it was meant for")}

# Texts of refusals, by code.
REFUSALS = {
    "no_next_turn": gettext_lazy("There is no next turn of yours that can be decided ahead."),
    "no_conditional_move": gettext_lazy(
        "There is no move decided ahead any more: it has been made or dropped."
    ),
    "no_conditional_moves": gettext_lazy("In this game no move can be decided ahead."),
}


def conditional_move_of_form(game: str, form: Form) -> conditional.ConditionalMove:
    own = board_of(game).CONDITIONAL
    if own is None:
        raise core.Refused("no_conditional_moves")
    return own.conditional_move_of_form(form)


def may_give(scene: Scene) -> bool:
    """Return True if the viewer may give a conditional move on this board."""
    own, me = scene.rules.CONDITIONAL, scene.me
    if own is None or me is None or not scene.own or me.stand_in or me.seat in scene.view["to_act"]:
        return False
    return bool(own.next_turn(scene.view, me.seat))


def elements(scene: Scene) -> Elements:
    """Return the owner's elements of the current board. Spectators, and games without conditional moves, have none."""
    own = board_of(scene.game).CONDITIONAL
    if own is None or scene.viewer is None or not scene.current:
        return {}
    stored: ConditionalMove | None = scene.private.get("conditional") if scene.own else None
    waits = None if stored is None or stored.dropped else stored
    key: Key = (
        "conditional",
        _sentence(own, waits) if waits else "",
        _longest_pause(scene) if waits and scene.viewer in scene.view["to_act"] else "",
        _dropped(scene.game, own, stored) if stored and stored.dropped else "",
    )
    # Bots move too soon for it, also in place of people who resigned.
    offered = may_give(scene) and any(not (other.level or other.resigned) for other in scene.others)
    return {"conditional": key, "next_turn": ("next_turn", scene.table, offered, waits is not None)}


def _longest_pause(scene: Scene) -> str:
    return texts.duration(1000 * longest_pause(live=not scene.slow))


def why_dropped(game: str, code: str) -> str:
    """Return why a conditional move was not made."""
    own = board_of(game).CONDITIONAL
    return str((own.DROPPED.get(code) if own else "") or DROPPED.get(code) or _("it was not possible"))


def _dropped(game: str, own: ConditionalTexts, dropped_move: ConditionalMove) -> str:
    words = {"move": _sentence(own, dropped_move), "why": why_dropped(game, dropped_move.dropped)}
    return _("The move that you decided ahead was not made: %(why)s. It was: %(move)s") % words


def _sentence(own: ConditionalTexts, stored: ConditionalMove) -> str:
    return own.sentence(stored.content, basis_of(stored)["seen"])


def dropped_line(snapshot: Snapshot, seat: int) -> list[str]:
    """Return the sentence about a dropped conditional move of that seat, if there is one."""
    dropped_move: ConditionalMove | None = snapshot.private.get("conditional", {}).get(seat)
    if dropped_move is None or not dropped_move.dropped:
        return []
    why = why_dropped(snapshot.table.game, dropped_move.dropped)
    return [_("The move that you decided ahead was not made: %(why)s.") % {"why": why}]


def form(scene: Scene) -> SafeString | None:
    """Return the form for a conditional move on the viewer's current board; None if none can be given."""
    own = board_of(scene.game).CONDITIONAL
    if own is None or not may_give(scene):
        return None
    template, data = own.form(scene)
    frame = {
        "choices": rendered(template, helpers(scene.game) | data),
        "seen": scene.number,
        "pause": _longest_pause(scene),
    }
    return rendered("conditional/form.jinja", frame)
