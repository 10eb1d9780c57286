"""Standing orders: what a seat wants done at its next turn. The door to the games' own `orders` modules, each beside
its game's rules; a game without one takes none. Everything here is made from the owner's view, never from a state.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Any, Protocol

from games.rules import core

Order = dict[str, Any]
Basis = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """The move that an order makes now. `more` is the basis on which it goes on if the seat is awaited again at
    once, None if this was all."""

    move: core.Move
    more: Basis | None = None


@dataclass(frozen=True, slots=True)
class Dropped:
    """The order can't be carried out, or its condition has failed: a code, put into words at the edge (boards)."""

    code: str


class Orders(Protocol):
    """What a game's `orders` module answers. Views are the owner's, as `Game.view` makes them."""

    ORDERS: Mapping[str, core.Fields]

    def next_turn(self, view: core.View, seat: int) -> str:
        """The kind of order that the seat's next decision takes; "" if there will be none that is known of."""

    def check(self, view: core.View, seat: int, order: Order) -> None:
        """Raise Refused for an order that can't be given now. `check` below has seen to its shape and kind."""

    def preview(self, view: core.View, seat: int) -> list[tuple[Order, dict[str, Any]]]:
        """Every order that `check` takes now, with what it would do on the present board."""

    def basis(self, view: core.View, seat: int, order: Order) -> Basis:
        """What the owner saw, as far as the order's condition goes back to it. Plain JSON."""

    def resolve(self, view: core.View, seat: int, order: Order, basis: Basis) -> Step | Dropped:
        """What becomes of the order now that the seat is awaited."""


@cache
def of(game: str) -> Orders | None:
    """The orders of that game; None if it takes none."""
    if find_spec(f"games.rules.{game}.orders") is None:
        return None
    module: Any = importlib.import_module(f"games.rules.{game}.orders")
    return module  # type: ignore[no-any-return]


def check(game: str, view: core.View, seat: int, order: Any) -> Orders:
    """Refused unless the seat may give that order now; the game's orders."""
    own = of(game)
    if own is None:
        raise core.Refused("no_orders")
    if seat in view["to_act"]:
        raise core.Refused("your_turn")
    kind = own.next_turn(view, seat)
    if not kind:
        raise core.Refused("no_next_turn")
    core.check_fields(own.ORDERS, order)
    if order["type"] != kind:
        raise core.Refused("other_turn")
    own.check(view, seat, order)
    return own


def check_choice(value: Any, choices: Sequence[Any], field: str) -> None:
    """Refused `bad_field` unless `value` is one of the choices."""
    if value not in choices:
        raise core.Refused("bad_field", field=field)
