"""Fragments of a board: a template (`.jinja`) and data, rendered once for all viewers to whom it looks the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, lru_cache, wraps
from typing import Any, ParamSpec, TypeVar, cast

from django.template import engines
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeData, SafeString
from jinja2 import Environment, Template
from jinja2.ext import Extension
from markupsafe import Markup, escape

from config.trimming import trimmed

CACHED, MANY = 200, 4000  # answers of each kind, of up to 3 kB; of small ones that come often
SPECIAL = re.compile("[&<>'\"]").search

P = ParamSpec("P")
R = TypeVar("R")
Fragment = tuple[str, dict[str, Any]]
Fragments = dict[str, Fragment]

_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Render in that language, which is remembered where it is found faster than in Django's own place."""
    if _spoken.get() == language:
        return (yield)
    token = _spoken.set(language)
    try:
        with translation.override(language):
            yield
    finally:
        _spoken.reset(token)


def spoken() -> str:
    """The active language."""
    return _spoken.get() or translation.get_language() or ""


def by_language(work: Callable[P, R], most: int = CACHED) -> Callable[P, R]:
    """Words and drawings that depend on their arguments (hashable) and on the active language only."""

    @lru_cache(maxsize=most)
    def in_language(language: str, *args: Any) -> R:
        return work(*args)  # type: ignore[call-arg]

    @wraps(work)
    def found(*args: P.args, **kwargs: P.kwargs) -> R:
        return in_language(_spoken.get() or spoken(), *args)

    return found


gettext = by_language(translation.gettext)
ngettext = by_language(translation.ngettext)
pgettext = by_language(translation.pgettext)


@by_language
def _marked(text: str) -> Markup:
    return Markup(gettext(text))


@by_language
def _filled(text: str) -> Markup:
    return _marked(text) % {}


def said(text: str, /, **values: Any) -> Markup:
    """A template's `_("…")`: as Jinja's own, which asks for the context and marks the text at every call."""
    return _marked(text) % values if values else _filled(text)


def address(name: str, *args: Any) -> str:
    """A template's `url("table", table)`, as Django's `{% url %}`."""
    return reverse(name, args=args)


def escaped(value: Any) -> str:
    """What a template writes for a value. As markupsafe's, which makes a new object of each; most need no escaping."""
    kind = type(value)
    if kind is str:
        return value if SPECIAL(value) is None else escape(value)
    if kind is Markup or isinstance(value, SafeData):
        return value  # type: ignore[no-any-return]
    return str(value) if kind is int else escape(value)


class Quick(Template):
    """A compiled template that writes its values by `escaped`."""

    @classmethod
    def from_code(cls, *args: Any, **options: Any) -> Quick:
        found: Any = super().from_code(*args, **options)
        found.root_render_func.__globals__["escape"] = escaped
        return cast(Quick, found)


class Plain(Environment):
    """Data is plain: `each.face` is the item of a dict, for which Jinja would try an attribute first. Globals are, too:
    a template's are put together once instead of at every rendering."""

    template_class = Quick

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


class Trimming(Extension):
    """Compiles templates without the white space between their lines."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return trimmed(source, line_comment="{#\n#}")


def environment(**options: Any) -> Environment:
    """Jinja with Django's translations and addresses: `{{ _("…") }}` in the active language, `{{ url("rules") }}`."""
    made = Plain(extensions=["jinja2.ext.i18n", Trimming], **options)
    install: Any = made.install_gettext_callables  # type: ignore[attr-defined]
    install(gettext, ngettext, newstyle=True, pgettext=pgettext)
    made.globals |= {"_": said, "url": address}
    return made


@cache
def template(name: str) -> Template:
    """`<game>/hand.jinja`, compiled."""
    engine: Any = engines["fragments"]
    found: Template = engine.get_template(name).template
    return found


def rendered(fragment: Fragment) -> SafeString:
    """The fragment's HTML in the active language."""
    return SafeString(template(fragment[0]).render(fragment[1]))


# Where in a part's HTML another part comes. Nobody's text holds it: there `<` is escaped.
PLACE = Markup("<part/>")


class Part(SafeString):
    """The HTML of one element with an id, among a fragment's data: where it alone has changed, it alone is sent. There
    may be parts in it, its `inner` ones, with a `frame` around them."""

    id: str
    frame: str = ""
    inner: tuple[Part, ...] = ()


def part(name: str, id: str, /, **data: Any) -> Part:
    """The template's HTML as a part, in the active language; its outermost element has that id, as first attribute."""
    return marked_part(id, template(name).render(id=id, **data))


def marked_part(id: str, html: str) -> Part:
    """The same of HTML that is at hand; ValueError for what browsers drop where there is no table around it."""
    if html.startswith(("<td", "<tr", "<th", "<tb")):
        raise ValueError(f"{id} would be lost when it is sent alone: put it into the cell")
    found = Part(html)
    found.id = id
    return found


def framed(frame: Part, inner: Sequence[Part]) -> Part:
    """A part with others in it, each of which is sent alone if it alone has changed; `frame` has a PLACE for each."""
    pieces = zip(frame.split(PLACE), [*inner, ""], strict=True)
    found = marked_part(frame.id, "".join([before + each for before, each in pieces]))
    found.frame, found.inner = frame, tuple(inner)
    return found


@dataclass(frozen=True)
class Rows:
    """Parts in a list that grows at one end and from which any may go: only those are sent. `grows` is where in the page
    new ones are put, as htmx says it: `afterbegin:#log`, `beforebegin:#join`. Nothing stands in for an empty `bare` one."""

    parts: tuple[Part, ...]
    grows: str
    bare: bool = False

    def __iter__(self) -> Iterator[Part]:
        return iter(self.parts)

    def __len__(self) -> int:
        return len(self.parts)


class Recurring(dict[str, Any]):
    """A fragment's data that come again, in one language: its HTML is kept with them."""

    html: SafeString | None = None


class Element:
    """A fragment in one language, drawn when its HTML is asked for, and once. Its data tell whether it has changed: what
    looks the same as before is never drawn."""

    __slots__ = ("_before", "_change", "_html", "data", "language", "template")

    def __init__(self, fragment: Fragment, language: str) -> None:
        self.template, self.data = fragment
        self.language = language
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
        if self.data is before.data:
            self._html = before._html
            return ""
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


def elements(fragments: Fragments) -> dict[str, Element]:
    """By element id, in the active language."""
    language = spoken()
    return {name: Element(fragment, language) for name, fragment in fragments.items()}


def swapped(html: str, how: str = "outerMorph") -> str:
    """Marked to be swapped into the element with the same id."""
    start, rest = html.split(" ", 1)
    return f'{start} hx-swap-oob="{how}" {rest}'


def difference(old: Any, new: Any) -> str | None:
    """What makes a page show `new` of a fragment's data instead of `old`; None if more than parts of them differ."""
    if old is new or old == new:
        return ""
    kind = type(new)
    if kind is not type(old):
        return None
    if kind is dict or kind is Recurring:
        return _joined(old.values(), new.values()) if list(old) == list(new) else None
    if kind is Part:
        return _part_difference(old, new) if old.id == new.id else None
    if kind is Rows:
        return _rows_difference(old, new) if old.grows == new.grows else None
    if kind is list or kind is tuple:
        return _joined(old, new) if len(old) == len(new) else None
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
