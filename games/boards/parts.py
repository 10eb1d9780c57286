"""Parts of a board: a template (`.jinja`) and data, rendered once for all viewers to whom it looks the same."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

from django.template import engines
from django.template.loader import get_template
from django.utils import translation
from django.utils.safestring import SafeString
from jinja2 import Environment
from markupsafe import Markup

KEPT = 4000

P = ParamSpec("P")
R = TypeVar("R")
Part = tuple[str, dict[str, Any]]
Parts = dict[str, Part]

# Made once: `json.dumps` makes an encoder at every call that isn't all defaults.
_written = json.JSONEncoder(separators=(",", ":"), check_circular=False, ensure_ascii=False).encode
_kept: OrderedDict[tuple[str, str, str], SafeString] = OrderedDict()


_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Render in that language, which is remembered where it is found faster than in Django's own place."""
    token = _spoken.set(language)
    try:
        with translation.override(language):
            yield
    finally:
        _spoken.reset(token)


def spoken() -> str:
    """The active language."""
    return _spoken.get() or translation.get_language() or ""


def by_language(work: Callable[P, R]) -> Callable[P, R]:
    """Words and drawings that depend on their arguments (hashable) and on the active language only."""

    @lru_cache(maxsize=KEPT)
    def kept(language: str, *args: Any) -> R:
        return work(*args)  # type: ignore[call-arg]

    @wraps(work)
    def found(*args: P.args, **kwargs: P.kwargs) -> R:
        return kept(spoken(), *args)

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


class Plain(Environment):
    """Data is plain: `each.face` is the item of a dict, for which Jinja would try an attribute first. Globals are, too:
    a template's are put together once instead of at every rendering."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


def environment(**options: Any) -> Environment:
    """Jinja with Django's translations: `{{ _("…") }}` in the active language."""
    made = Plain(extensions=["jinja2.ext.i18n"], **options)
    install: Any = made.install_gettext_callables  # type: ignore[attr-defined]
    install(gettext, ngettext, newstyle=True, pgettext=pgettext)
    made.globals["_"] = said
    return made


@cache
def _renderer(template: str) -> Callable[[dict[str, Any]], str]:
    if template.endswith(".jinja"):
        found: Any = engines["parts"].get_template(template)
        return lambda data: str(found.template.render(data))
    return get_template(template).render


def rendered(part: Part) -> SafeString:
    """The part's HTML in the active language."""
    template, data = part
    key = (template, spoken(), _written(data))
    found = _kept.get(key)
    if found is None:
        found = _kept[key] = SafeString(_renderer(template)(data).strip())
        if len(_kept) > KEPT:
            _kept.popitem(last=False)
    return found


def all_rendered(parts: Parts) -> dict[str, SafeString]:
    return {name: rendered(part) for name, part in parts.items()}
