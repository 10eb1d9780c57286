"""Conditional moves: what a seat wants done at its next turn. Everything here is made from the owner's view, never from
a state."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from games.rules.shapes import Fields, Move, Refused, View, check_fields

ConditionalMove = dict[str, Any]
Basis = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """The move that it makes now. `more` is the basis on which it goes on if the seat is awaited again at
    once, None if this was all."""

    move: Move
    more: Basis | None = None


@dataclass(frozen=True, slots=True)
class Dropped:
    """It can't be carried out, or its condition has failed: a code, put into words at the edge (boards)."""

    code: str


class ConditionalMoves(ABC):
    """What a game answers whose moves can be made ahead (`Game.CONDITIONAL`). Views are the owner's, as `Game.view` makes
    them."""

    SHAPES: ClassVar[Mapping[str, Fields]]

    @abstractmethod
    def next_turn(self, view: View, seat: int) -> str:
        """The kind of conditional move that the seat's next decision takes; "" if there will be none that is known of."""

    @abstractmethod
    def check(self, view: View, seat: int, given: ConditionalMove) -> None:
        """Raise Refused for one that can't be given now. `check` below has seen to its shape and kind."""

    @abstractmethod
    def preview(self, view: View, seat: int) -> list[tuple[ConditionalMove, dict[str, Any]]]:
        """Every one that `check` takes now, with what it would do on the present board."""

    @abstractmethod
    def basis(self, view: View, seat: int, given: ConditionalMove) -> Basis:
        """What the owner saw, as far as its condition goes back to it. Plain JSON."""

    def condition(self, given: ConditionalMove) -> str:
        """What is noted of its condition with the move that it makes, in a few letters: its owner is told that it held."""
        return str(given.get("if", ""))

    @abstractmethod
    def resolve(self, view: View, seat: int, given: ConditionalMove, basis: Basis) -> Step | Dropped:
        """What becomes of it now that the seat is awaited."""


def check(own: ConditionalMoves | None, view: View, seat: int, given: Any) -> ConditionalMoves:
    """Refused unless the seat may give that now; `own`: the game's conditional moves."""
    if own is None:
        raise Refused("no_conditional_moves")
    if seat in view["to_act"]:
        raise Refused("your_turn")
    kind = own.next_turn(view, seat)
    if not kind:
        raise Refused("no_next_turn")
    check_fields(own.SHAPES, given)
    if given["type"] != kind:
        raise Refused("other_turn")
    own.check(view, seat, given)
    return own


def check_choice(value: Any, choices: Sequence[Any], field: str) -> None:
    """Refused `bad_field` unless `value` is one of the choices."""
    if value not in choices:
        raise Refused("bad_field", field=field)
