"""Conditional moves: moves that a seat gives before its next turn.

Everything here is computed from the owner's view, never from a state.
"""

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
    """The move that a conditional move makes now.

    `more` is the basis for the next step if the seat is to act again at once; None if this was the last step.
    """

    move: Move
    more: Basis | None = None


@dataclass(frozen=True, slots=True)
class Dropped:
    """A conditional move that is no longer legal, or whose condition failed. `games.boards` puts the code into
    words."""

    code: str


class ConditionalMoves(ABC):
    """The conditional moves of a game (`Game.CONDITIONAL`). Every view is the owner's, as `Game.view` makes it."""

    SHAPES: ClassVar[Mapping[str, Fields]]

    @abstractmethod
    def next_turn(self, view: View, seat: int) -> str:
        """Return the type of conditional move for the seat's next decision; "" if no such decision is known yet."""

    @abstractmethod
    def check(self, view: View, seat: int, given: ConditionalMove) -> None:
        """Raise Refused if the move can't be given now. The function `check` has already checked its shape and type."""

    @abstractmethod
    def preview(self, view: View, seat: int) -> list[tuple[ConditionalMove, dict[str, Any]]]:
        """Return every conditional move that is legal now, with its consequence on the present board."""

    @abstractmethod
    def basis(self, view: View, seat: int, given: ConditionalMove) -> Basis:
        """Return the part of the view that the condition refers to, as JSON data."""

    def condition(self, given: ConditionalMove) -> str:
        """Return a short name of the condition. It is stored with the move, to tell the owner that the condition
        held."""
        return str(given.get("if", ""))

    @abstractmethod
    def resolve(self, view: View, seat: int, given: ConditionalMove, basis: Basis) -> Step | Dropped:
        """Return the step to take, or why there is none, now that the seat is to act."""


def check(own: ConditionalMoves | None, view: View, seat: int, given: Any) -> ConditionalMoves:
    """Return the game's conditional moves `own`. Raises Refused if the seat may not give this one now."""
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
    """Raise Refused `bad_field` unless `value` is one of the choices."""
    if value not in choices:
        raise Refused("bad_field", field=field)
