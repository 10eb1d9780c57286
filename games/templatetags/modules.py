"""Scripts of a page, as ES modules: each imports what it needs, in any order and without globals."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from hosting.storage import MODULE

register = template.Library()

IMPORT = re.compile(MODULE)


@register.simple_tag
def modules(*names: str | Sequence[str]) -> SafeString:
    """Script elements of those static paths, and of what they import a hint each, so that the browser fetches all
    at once instead of finding one in the other."""
    pages = [path for name in names for path in ([name] if isinstance(name, str) else name)]
    hints = dict.fromkeys(module for path in pages for module in imported(path) if module not in pages)
    return format_html_join(
        "\n", '<link rel="modulepreload" href="{}">', ((static(module),) for module in hints)
    ) + format_html_join(
        "\n", '<script type="module" src="{}"></script>', ((static(path),) for path in pages)
    )


@cache
def imported(path: str) -> tuple[str, ...]:
    """The static paths of all that the script at this one needs, nearest first."""
    direct = tuple(_named_in(path))
    return tuple(dict.fromkeys((*direct, *(module for name in direct for module in imported(name)))))


def _named_in(path: str) -> Iterator[str]:
    file = finders.find(path)
    if not file:
        raise ValueError(f"There is no static file {path!r}.")
    for found in IMPORT.finditer(Path(file).read_text()):
        yield posixpath.normpath(posixpath.join(posixpath.dirname(path), found["url"]))
