"""Fragments of a board: a template (`.jinja`) and data, rendered once for all viewers to whom it looks the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, cast

from django.template import engines
from django.urls import reverse
from django.utils.safestring import SafeString
from jinja2 import Environment, Template
from jinja2.ext import Extension
from jinja2.runtime import Context
from markupsafe import Markup

from config.trimming import trimmed
from games.boards.language import (
    MANY,
    by_language,
    escaped,
    filled,
    gettext,
    ngettext,
    pgettext,
    speaking,
    spoken,
)

__all__ = [
    "MANY",
    "by_language",
    "escaped",
    "filled",
    "gettext",
    "ngettext",
    "pgettext",
    "speaking",
    "spoken",
]

Fragment = tuple[str, dict[str, Any]]


class Recurring(dict[str, Any]):
    """A fragment's data that come again, in one language: its HTML is kept with them."""

    html: SafeString | None = None


class Call(NamedTuple):
    """A fragment that depends on these arguments and the active language only: where both are as they were for the board
    before, its element is taken from there."""

    work: Callable[..., Fragment]
    args: tuple[Any, ...]


Fragments = dict[str, Fragment | Call]


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


class Direct(Context):
    """Calls a template's texts without asking first what else they want to be given."""

    def call(self, called: Any, *args: Any, **kwargs: Any) -> Any:
        return called(*args, **kwargs) if called is said else super().call(called, *args, **kwargs)


class Quick(Template):
    """A compiled template that writes its values by `escaped`."""

    def render(self, *args: Any, **kwargs: Any) -> str:
        """Without what Jinja does for templates that inherit: ours don't."""
        data = {**self.globals, **args[0], **kwargs} if args else {**self.globals, **kwargs}
        context = self.environment.context_class(self.environment, data, self.name, self.blocks)
        try:
            return "".join(self.root_render_func(context))
        except Exception:
            # Raises it with the template's own lines.
            return self.environment.handle_exception()

    @classmethod
    def from_code(cls, *args: Any, **options: Any) -> Quick:
        found: Any = super().from_code(*args, **options)
        found.root_render_func.__globals__["escape"] = escaped
        return cast(Quick, found)


class Plain(Environment):
    """Data is plain: `each.face` is the item of a dict, for which Jinja would try an attribute first. Globals are, too:
    a template's are put together once instead of at every rendering."""

    template_class = Quick
    context_class = Direct

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
