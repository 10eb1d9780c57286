"""Texts of deals on boards: refusals, and links after a match."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.boards.hooks import Action
from games.boards.scene import Scene
from games.rules import core

STATUS = {"deal_not_there": 404}
TEXTS = {
    "deal_not_open": gettext_lazy("This deal opens at the beginning of its day (UTC)."),
    "deal_played": gettext_lazy("You have played this deal already: there is one try a person."),
    "deal_not_there": gettext_lazy("The deal of this match can't be played again."),
}


def after_match(scene: Scene) -> Action | None:
    """Return a link from a match on a shared deal to its result, else to a try at its cards if they can be dealt again.

    Players have that link in `_after.html`."""
    address = reverse("deal_of_table", args=[scene.table])
    if scene.shared:
        # Whoever gave the match up is not told the others' results.
        is_left = (scene.outcome or {}).get("reason") != "finished"
        return Action(address, _("To the deal") if is_left else _("See how the others did"), main=True)
    if scene.viewer is None and scene.has_deal and not core.game(scene.game).REAL_TIME:
        return Action(address, _("Play this deal yourself"))
    return None
