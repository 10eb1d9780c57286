"""The active language while a board is made and drawn, and helpers for words and HTML in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar, cast

from django.utils import translation
from django.utils.safestring import SafeString
from markupsafe import Markup, escape

from games.play.bot_names import READ_AS

CACHED = 4000  # cached words or small drawings of each kind
SPECIAL = re.compile("[&<>'\"]").search

P = ParamSpec("P")
R = TypeVar("R")
_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)
AS_IT_IS = nullcontext()


def speaking(language: str) -> AbstractContextManager[None]:
    """Activate that language within the block. The module's own variable is faster to read than Django's."""
    return AS_IT_IS if _spoken.get() == language else _speaking(language)


@contextmanager
def _speaking(language: str) -> Iterator[None]:
    token = _spoken.set(language)
    try:
        # Changing Django's language costs more than reading it.
        with AS_IT_IS if translation.get_language() == language else translation.override(language):
            yield
    finally:
        _spoken.reset(token)


def spoken() -> str:
    """Return the active language."""
    return _spoken.get() or translation.get_language() or ""


def by_language(work: Callable[P, R]) -> Callable[P, R]:
    """Cache words and drawings that depend only on their (hashable) arguments and the active language."""

    @lru_cache(maxsize=CACHED)
    def in_language(language: str, *args: Any) -> R:
        return work(*args)  # type: ignore[call-arg]

    @wraps(work)
    def cached(*args: Any) -> R:
        return in_language(_spoken.get() or spoken(), *args)

    return cast(Callable[P, R], cached)


def begun(text: str) -> str:
    """Return a text that may begin with a bot's name with a capital there: the article of a French one has none.

    Names that people chose stay as they are.
    """
    for name in _small_names():
        if text.startswith(name) and not text[len(name) :][:1].isalnum():
            return text[:1].upper() + text[1:]
    return text


@by_language
def _small_names() -> tuple[str, ...]:
    """Return the names of bots that begin with a small letter; none in a language without articles."""
    return tuple(name for name in map(str, READ_AS.values()) if name[:1].islower())


class _Sentence(str):
    """A text that begins with a value. If that is a bot's name, its article has a capital."""

    def __mod__(self, values: Any) -> str:
        return begun(super().__mod__(values))


def _sentence(text: str) -> str:
    return _Sentence(text) if text.startswith("%(") and _small_names() else text


gettext = by_language(lambda text: _sentence(translation.gettext(text)))
ngettext = by_language(lambda one, more, number: _sentence(translation.ngettext(one, more, number)))
pgettext = by_language(lambda context, text: _sentence(translation.pgettext(context, text)))


def escaped(value: Any) -> str:
    """Escape a template's output like markupsafe, but without a new object for values that need none."""
    kind = type(value)
    if kind is str:
        return value if SPECIAL(value) is None else escape(value)
    if kind is SafeString or kind is Markup:
        return value  # type: ignore[no-any-return]
    return str(value) if kind is int else escape(value)


def filled(html: str, *values: Any) -> SafeString:
    """Fill the `{}` of HTML with escaped values: Django's `format_html` at a third of the cost."""
    return SafeString(html.format(*[escaped(value) for value in values]))
