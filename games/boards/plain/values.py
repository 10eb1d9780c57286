"""Any value of a view, a move or a preview in words. Knows no game: names are said as they are written in the rules, or
as the game's own translations put them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.formats import number_format

from games.boards import texts
from games.boards.language import by_language, ngettext
from games.boards.language import gettext as _


@by_language
def words(name: str) -> str:
    """`last_round` is `last round`, `green-3` is `green 3`; translated as a whole or, where it has dashes, by its
    parts."""
    plain = name.replace("_", " ").replace("-", " ").strip()
    if not plain:
        return ""
    whole = _(plain)
    return whole if whole != plain or "-" not in name else " ".join(_(part) for part in plain.split())


def said(value: Any, names: Sequence[str], key: str = "") -> str:
    """A value in words; under a key such as `seat` or `first_seat` a number is a person's name."""
    if value is None:
        return _("empty or unknown")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int) and is_seat(key) and 0 <= value < len(names):
        return names[value]
    if isinstance(value, str):
        return words(value) or _("none")
    if isinstance(value, float):
        return number_format(value, 2)
    if isinstance(value, Mapping):
        items = [_item(name, each, names) for name, each in value.items() if not is_nothing(each)]
        return ", ".join(items) or _("none")
    if isinstance(value, Sequence):
        return _listed(value, names, key)
    return str(value)


def is_nothing(value: Any) -> bool:
    """Return True if a value is false, missing or empty; a 0 is something."""
    return value is None or value is False or value == "" or value == [] or value == {}


def is_seat(key: str) -> bool:
    return key == "seat" or key.endswith("_seat")


def _item(name: str, value: Any, names: Sequence[str]) -> str:
    """Of a card such as `{"suit": "hearts", "count": 2}`: a word by itself, a number with its name."""
    return words(value) if isinstance(value, str) else labelled(name, value, names)


def _listed(values: Sequence[Any], names: Sequence[str], key: str) -> str:
    if not values:
        return _("none")
    if all(isinstance(each, int) for each in values):
        return " ".join(said(each, names, key) for each in values)
    return texts.names([f"({said(each, names)})" if _is_row(each) else said(each, names) for each in values])


def _is_row(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def labelled(name: str, value: Any, names: Sequence[str]) -> str:
    """`pile 3`; a name that is simply so or not is said alone or with a `no`."""
    if value is True:
        return words(name)
    return f"{words(name)} {said(value, names, name)}"


def unseen(count: int) -> str:
    """Cards that the viewer may not know."""
    return (
        _("a card") if count == 1 else ngettext("%(count)d card", "%(count)d cards", count) % {"count": count}
    )


def title(name: str) -> str:
    """As a heading: `Last round`."""
    found = words(name)
    return found[:1].upper() + found[1:]
