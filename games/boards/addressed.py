"""What is drawn once for everybody, told to one of them: where it names the reader, it says *you*.

A line of the log names few people. So the common HTML is taken as it is, and only where the reader's name stands in it
are the reader's own lines put in the place of everybody's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.utils.html import escape
from django.utils.safestring import SafeString

from games.boards.fragments import Element, speaking

# What everybody reads, and what the reader reads there.
Forms = Iterable[tuple[str, str]]


class Addressed(Element):
    """An element as one seat reads it. `forms` are found when they are needed, in the element's language."""

    __slots__ = ("common", "forms", "name")

    def __init__(self, common: Element, name: str, forms: Callable[[], Forms]) -> None:
        self.common, self.name, self.forms = common, escape(name), forms
        self.language = common.language

    def change_since(self, before: Element) -> str:
        return self._told(
            self.common.change_since(before.common if isinstance(before, Addressed) else before)
        )

    @property
    def html(self) -> SafeString:
        return SafeString(self._told(self.common.html))

    def _told(self, html: str) -> str:
        if self.name not in html:
            return html
        with speaking(self.language):
            for theirs, yours in self.forms():
                html = html.replace(theirs, yours)
        return html
