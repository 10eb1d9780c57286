"""What passes between a game and the site: moves, events and views as plain data, and what is not legal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Move = dict[str, Any]
Event = dict[str, Any]
View = dict[str, Any]
# The fields of a move with their types; a tuple with NoneType in it for one that may be left out.
Fields = Mapping[str, type | tuple[type, ...]]


class Refused(Exception):
    """What isn't legal: a code and its parameters, put into words at the edge (boards)."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        return " ".join([self.code, *(f"{key}={value}" for key, value in self.params.items())])


def check_fields(kinds: Mapping[str, Fields], move: Any) -> None:
    """Refused unless `move` is plain data of one of these kinds, with its fields and no others."""
    if not isinstance(move, dict) or not isinstance(move.get("type"), str):
        raise Refused("malformed")
    fields = kinds.get(move["type"])
    if fields is None:
        raise Refused("no_such_move", type=move["type"][:40])
    for name in move:
        if name != "type" and name not in fields:
            raise Refused("needless_field", field=str(name)[:40])
    for name, kind in fields.items():
        if name in move:
            if not _fits(move[name], kind):
                raise Refused("bad_field", field=name)
        elif not _optional(kind):
            raise Refused("missing_field", field=name)


def _optional(kind: type | tuple[type, ...]) -> bool:
    return isinstance(kind, tuple) and type(None) in kind


def _fits(value: Any, kind: type | tuple[type, ...]) -> bool:
    """`list[str]` and the like are checked whole; None stands for a field that may be left out, not for a value."""
    kinds = kind if isinstance(kind, tuple) else (kind,)
    for each in kinds:
        inner = getattr(each, "__args__", None)
        if inner is not None:
            if isinstance(value, list) and all(_fits(item, inner[0]) for item in value):
                return True
        elif each is not type(None) and type(value) is each:
            return True
    return False
