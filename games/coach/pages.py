"""The coach's additions to the pages of the site, and the texts of its refusals."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy

from games.boards import Scene
from games.boards.hooks import Action
from games.boards.installed import board_of
from games.boards.language import gettext as _
from games.coach import hints, playing_on
from games.coach.questions import coach
from games.play.snapshot import Snapshot
from games.rules import core

STATUS = {"hint_under_way": 429, "too_many_reviews": 429}
TEXTS = {
    "hint_too_late": gettext_lazy("It isn't your turn any more: no hint was given, and none is counted."),
    "no_hints": gettext_lazy("No hints are given at this table."),
    "too_many_reviews": gettext_lazy("%(most)d reviews of yours are under way. Please wait for one of them."),
    "hint_under_way": gettext_lazy(
        "Your last question is still being thought about. Please wait for its answer."
    ),
}


def table_page(request: HttpRequest, snapshot: Snapshot, scene: Scene) -> dict[str, Any]:
    """Return whether the seat has taken a hint in this match, and prepare the coach's process for the game."""
    if scene.viewer is None or not scene.hints or not scene.own:
        return {}
    coach.warm(snapshot.rules, scene.view)
    return {"hint_asked": hints.has_taken_hint(snapshot.table.pk, scene.viewer)}


def replay_page(snapshot: Snapshot, number: int, eyes: int | None) -> dict[str, Any]:
    return {"plays_on": eyes is not None and _plays_on(snapshot, number, eyes)}


def _plays_on(snapshot: Snapshot, number: int, eyes: int) -> bool:
    """Return True if one can play on from there in that seat against bots."""
    if board_of(snapshot.table.game).COACH is None:
        return False
    try:
        playing_on.refuse(snapshot.table, number, len(snapshot.seats), eyes)
    except core.Refused:
        return False
    return True


def review(scene: Scene) -> Action | None:
    if not board_of(scene.game).has_review or not scene.number:
        return None
    return Action(reverse("review", args=[scene.table]), _("Review"))


def play_on(scene: Scene) -> Action | None:
    """After a match that somebody left, everybody may go on against bots."""
    assert scene.outcome is not None
    if scene.outcome["reason"] == "finished" or scene.viewer is None or board_of(scene.game).COACH is None:
        return None
    query = urlencode({"n": scene.number, "eyes": scene.viewer})
    return Action(f"{reverse('play_on', args=[scene.table])}?{query}", _("Play on against bots"), posts=True)
