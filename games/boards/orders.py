"""Standing orders on the board: what stands or was dropped, for its owner alone, and the form that gives one.

A game joins in by a module `orders` beside its board. The form is rendered when it is asked for, not with every move:
the part of the board that leads to it is the same at each of them.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.util import find_spec
from typing import Any, Protocol

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from games.boards.parts import KEPT, Parts, rendered
from games.boards.parts import gettext as _
from games.boards.scene import Scene, Standing
from games.rules import core, orders
from games.rules.orders import Order

ORDER, NEXT_TURN = "games/boards/order.jinja", "games/boards/next_turn.jinja"
# What any game's order may be dropped for; the others' words are the games' own.
DROPPED = {"other_turn": gettext_lazy("your turn is not the one that it was meant for")}


class Words(Protocol):
    """What a game's own `orders` module here answers, in the language that is active."""

    DROPPED: Mapping[str, Any]

    def sentence(self, order: Order, seen: Mapping[str, Any]) -> str:
        """The order in words; `seen` is what its game noted of the board on which it was given."""

    def form(self, scene: Scene) -> tuple[str, dict[str, Any]]:
        """The template of the form's choices and its data: a part of which the form's frame is made."""

    def forms_order(self, form: Mapping[str, Any]) -> Order:
        """The order that a submitted form means; Refused `malformed` or `missing_field` if it means none."""


@cache
def words_of(game: str) -> Words | None:
    if orders.of(game) is None or find_spec(f"games.boards.{game}.orders") is None:
        return None
    module: Any = importlib.import_module(f"games.boards.{game}.orders")
    return module  # type: ignore[no-any-return]


def forms_order(game: str, form: Mapping[str, Any]) -> Order:
    own = words_of(game)
    if own is None:
        raise core.Refused("no_orders")
    return own.forms_order(form)


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


def may_order(scene: Scene) -> bool:
    """Whether the viewer may say something ahead on this board."""
    own, me = orders.of(scene.game), scene.me
    if own is None or me is None or not scene.own or me.stand_in or me.index in scene.view["to_act"]:
        return False
    return bool(own.next_turn(scene.view, me.index))


def parts(scene: Scene) -> Parts:
    """The owner's part of a board as it stands now; spectators and games without orders have none."""
    own = words_of(scene.game)
    if own is None or scene.viewer is None or not scene.live or scene.outcome:
        return {}
    given = scene.order if scene.own else None
    standing = given is not None and not given.dropped
    data = {
        "standing": own.sentence(given.order, given.seen) if given and standing else "",
        "acts": standing and scene.viewer in scene.view["to_act"],
        "dropped": _dropped(own, given) if given and given.dropped else "",
    }
    may = may_order(scene)
    way = {"may": may, "standing": standing, "url": _url(scene.table) if may else ""}
    return {"order": (ORDER, data), "next_turn": (NEXT_TURN, way)}


@lru_cache(maxsize=KEPT)
def _url(table: str) -> str:
    return reverse("order", args=[table])


def _dropped(own: Words, given: Standing) -> str:
    why = own.DROPPED.get(given.dropped) or DROPPED.get(given.dropped) or _("it was not possible")
    said = {"order": own.sentence(given.order, given.seen), "why": why}
    return _("Your order was not carried out: %(why)s. It said: %(order)s") % said


def form(scene: Scene) -> SafeString | None:
    """The form that gives an order, on the board that the viewer sees now; None if there is nothing to order."""
    own = words_of(scene.game)
    if own is None or not may_order(scene):
        return None
    frame = {"choices": rendered(own.form(scene)), "seen": str(scene.number)}
    return rendered(("games/boards/ordering.jinja", frame))
