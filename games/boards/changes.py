"""What a page that shows one board must swap in to show another: an element, or of one whose data hold parts those alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.safestring import SafeString

from games.boards.fragments import (
    Call,
    Fragment,
    Fragments,
    Part,
    Recurring,
    Rows,
    rendered,
    speaking,
    spoken,
)


class Element:
    """A fragment in one language, drawn when its HTML is asked for, and once. Its data tell whether it has changed: what
    looks the same as before is never drawn."""

    __slots__ = ("_before", "_change", "_html", "call", "data", "language", "template")

    def __init__(self, fragment: Fragment, language: str, call: Call | None = None) -> None:
        self.template, self.data = fragment
        self.language, self.call = language, call
        self._html: SafeString | None = None
        self._before: Element | None = None
        self._change = ""

    def change_since(self, before: Element) -> str:
        """What a page that shows `before` must swap in to show this; empty if it looks the same. Most who see the one
        have seen the other, so the answer is kept."""
        if self is before:
            return ""
        if self._before is not before:
            self._before, self._change = before, self._changed(before)
            # Else each moment would keep all that came before it.
            before._before = None
        return self._change

    def _changed(self, before: Element) -> str:
        if self.template != before.template or self.language != before.language:
            return swapped(self.html)
        change = difference(before.data, self.data)
        return swapped(self.html) if change is None else change

    @property
    def html(self) -> SafeString:
        if self._html is None:
            self._html = self._rendered()
        return self._html

    def _rendered(self) -> SafeString:
        data = self.data
        if isinstance(data, Recurring) and data.html is not None:
            return data.html
        with speaking(self.language):
            found = rendered((self.template, data))
        if isinstance(data, Recurring):
            data.html = found
        return found


class Common:
    """The elements that everybody sees, and which of them have changed: found once for all who saw the same before."""

    __slots__ = ("_before", "_changes", "elements")

    def __init__(self, elements: dict[str, Element]) -> None:
        self.elements = elements
        self._before: Common | None = None
        self._changes: list[tuple[str, str]] | None = None

    def changes_since(self, before: Common) -> list[tuple[str, str]] | None:
        """Each changed element's name and what is to be swapped in; None if there are others now."""
        if self is before:
            return []
        if self._before is not before:
            self._before, self._changes = before, self._found(before.elements)
            # Else each moment would keep all that came before it.
            before._before = None
        return self._changes

    def _found(self, before: dict[str, Element]) -> list[tuple[str, str]] | None:
        if self.elements.keys() != before.keys():
            return None
        found = [(name, element.change_since(before[name])) for name, element in self.elements.items()]
        return [(name, change) for name, change in found if change]


def elements(fragments: Fragments, before: Mapping[str, Element]) -> dict[str, Element]:
    """By element id, in the active language; of what was shown before those that are the same for sure."""
    language = spoken()
    return {name: _element(each, language, before.get(name)) for name, each in fragments.items()}


def _element(given: Fragment | Call, language: str, before: Element | None) -> Element:
    if not isinstance(given, Call):
        return Element(given, language)
    if before is not None and before.call == given and before.language == language:
        return before
    return Element(given.work(*given.args), language, given)


def swapped(html: str, how: str = "outerMorph") -> str:
    """Marked to be swapped into the element with the same id."""
    start, rest = html.split(" ", 1)
    return f'{start} hx-swap-oob="{how}" {rest}'


def difference(old: Any, new: Any) -> str | None:
    """What makes a page show `new` of a fragment's data instead of `old`; None if more than parts of them differ."""
    kind = type(new)
    if kind is not type(old):
        return None
    if kind is dict or kind is Recurring:
        return _joined(old.values(), new.values()) if list(old) == list(new) else None
    if kind is list or kind is tuple:
        return _joined(old, new) if len(old) == len(new) else None
    if old == new:
        return ""
    if kind is Part:
        return _part_difference(old, new) if old.id == new.id else None
    if kind is Rows:
        return _rows_difference(old, new) if old.grows == new.grows else None
    return None


def _part_difference(old: Part, new: Part) -> str:
    within = _joined(old.inner, new.inner) if new.inner and old.frame == new.frame else None
    return swapped(new) if within is None else within


def _joined(before: Iterable[Any], after: Iterable[Any]) -> str | None:
    changes = []
    for old, new in zip(before, after, strict=True):
        if old is not new and old != new:
            change = difference(old, new)
            if change is None:
                return None
            changes.append(change)
    return "".join(changes)


def _rows_difference(old: Rows, new: Rows) -> str | None:
    """Those that are gone, those that have changed and those that are new; None if the order has changed otherwise."""
    before, after = {each.id: each for each in old}, {each.id: each for each in new}
    kept = [each for each in before if each in after]
    added = [each for each in after if each not in before]
    order = added + kept if new.grows.startswith("after") else kept + added
    if order != list(after) or len(after) != len(new) or not (kept or new.bare):
        return None
    gone = [f'<i id="{each}" hx-swap-oob="delete"></i>' for each in before if each not in after]
    changed = [_part_difference(before[each], after[each]) for each in kept if before[each] != after[each]]
    grown = "".join(after[each] for each in added)
    put = f'<div hx-swap-oob="{new.grows}">{grown}</div>' if added else ""
    return "".join([*gone, *changed, put])
