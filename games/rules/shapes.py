"""The types that pass between a game and the site: moves, events, views, and refusals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Move = dict[str, Any]
Event = dict[str, Any]
View = dict[str, Any]
# The fields of a move with their types. A tuple with NoneType marks an optional field.
Fields = Mapping[str, type | tuple[type, ...]]


class Refused(Exception):
    """A move or request is not legal: a code and its parameters. `games.boards` puts it into words."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        return " ".join([self.code, *(f"{key}={value}" for key, value in self.params.items())])


def check_fields(kinds: Mapping[str, Fields], move: Any) -> None:
    """Raise Refused unless `move` is a dict of one of these types with exactly its fields."""
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
    """Return True if the value is of that type, items of lists included. NoneType allows no value: it marks a field
    optional."""
    kinds = kind if isinstance(kind, tuple) else (kind,)
    for single in kinds:
        inner = getattr(single, "__args__", None)
        if inner is not None:
            if isinstance(value, list) and all(_fits(item, inner[0]) for item in value):
                return True
        elif single is not type(None) and type(value) is single:
            return True
    return False
