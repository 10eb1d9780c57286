"""The coach's additions to the pages of the site."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from games.boards import Scene
from games.boards.hooks import Action
from games.boards.installed import board_of
from games.boards.language import gettext as _
from games.coach import hints, playing_on
from games.coach.advice import texts_of
from games.coach.questions import coach
from games.play.snapshot import Snapshot
from games.rules import core


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
    if texts_of(snapshot.table.game) is None:
        return False
    try:
        playing_on.refuse(snapshot.table, number, len(snapshot.seats), eyes)
    except core.Refused:
        return False
    return True


def review(scene: Scene) -> Action | None:
    if not board_of(scene.game).has_review:
        return None
    return Action(reverse("review", args=[scene.table]), _("Review"))


def play_on(scene: Scene) -> Action | None:
    """After a match that somebody left, everybody may go on against bots."""
    assert scene.outcome is not None
    if scene.outcome["reason"] == "finished" or scene.viewer is None or texts_of(scene.game) is None:
        return None
    query = urlencode({"n": scene.number, "eyes": scene.viewer})
    return Action(f"{reverse('play_on', args=[scene.table])}?{query}", _("Play on against bots"), posts=True)
