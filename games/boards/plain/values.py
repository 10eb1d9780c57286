"""Words for any value of a view, a move or a preview.

It knows no game: names are shown as written in the rules, or as the game's translations have them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.formats import number_format

from games.boards import texts
from games.boards.language import by_language
from games.boards.language import gettext as _


@by_language
def words(name: str) -> str:
    """Return `last round` for `last_round`, `green 3` for `green-3`. It is translated as a whole or, with dashes, by
    parts."""
    plain = name.replace("_", " ").replace("-", " ").strip()
    if not plain:
        return ""
    text = _(plain)
    return text if text != plain or "-" not in name else " ".join(_(part) for part in plain.split())


def in_words(value: Any, names: Sequence[str], key: str = "") -> str:
    """Return a value in words. Under a key such as `seat` or `first_seat` a number is a person's name."""
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
        items = [_item(name, item, names) for name, item in value.items() if not is_nothing(item)]
        return ", ".join(items) or _("none")
    if is_row(value):
        return _listed(value, names, key)
    return str(value)


def is_nothing(value: Any) -> bool:
    """Return True if a value is false, missing or empty; a 0 is something."""
    return value is None or value is False or value == "" or value == [] or value == {}


def is_seat(key: str) -> bool:
    return key == "seat" or key.endswith("_seat")


def _item(name: str, value: Any, names: Sequence[str]) -> str:
    """Return an item of a card such as `{"suit": "hearts", "count": 2}`: a word alone, a number with its name."""
    return words(value) if isinstance(value, str) else labelled(name, value, names)


def _listed(values: Sequence[Any], names: Sequence[str], key: str) -> str:
    if not values:
        return _("none")
    if all(isinstance(number, int) for number in values):
        return " ".join(in_words(value, names, key) for value in values)
    return texts.names(
        [f"({in_words(item, names)})" if is_row(item) else in_words(item, names) for item in values]
    )


def is_row(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def labelled(name: str, value: Any, names: Sequence[str]) -> str:
    """Return `pile 3`; the name alone if the value is True."""
    if value is True:
        return words(name)
    return f"{words(name)} {in_words(value, names, name)}"


def unseen(count: int) -> str:
    """Return the number of hidden cards in words."""
    return _("a card") if count == 1 else texts.cards(count)


def title(name: str) -> str:
    """Return the name as a heading: `Last round`."""
    text = words(name)
    return text[:1].upper() + text[1:]
