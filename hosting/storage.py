"""How static files are collected: under names that change with their contents, compressed, and with the imports of
styles and scripts followed. Browsers load the files of `static/` just as they are; this only saves requests."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from servestatic.storage import CompressedManifestStaticFilesStorage

STYLE = r'(?P<matched>@import "(?P<url>[\w./-]+\.css)" layer\((?P<layer>\w+)\);)'
# Django's own patterns for modules also read comments and strings of other packages' scripts; ours name a file.
MODULE = r'(?P<matched>\b(?P<verb>import|from) "(?P<url>\.{1,2}/[\w./-]+\.js)";)'
# What is needed seldom is fetched then.
LATER = r'(?P<matched>\bawait import\("(?P<url>\.{1,2}/[\w./-]+\.js)"\))'
# What only the staff's pages load, or nobody's: to compress it takes ten times as long as all the rest.
STAFF = ("admin/", "django_htmx/")
CONTENTS = "the file's contents stand in place of the import"


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """A module imports others by their hashed names: `from "./clock.js"` becomes `from "./clock.1f2e….js"`.

    A style that imports others, each into a layer, gets their contents in place of the imports: one request, and no
    waiting for one file to name the next. What is imported stands in the same folder and imports nothing itself."""

    patterns: ClassVar[Any] = (
        ("*.css", ((STYLE, CONTENTS),)),
        ("*.js", ((MODULE, '%(verb)s "%(url)s";'), (LATER, 'await import("%(url)s")'))),
        *CompressedManifestStaticFilesStorage.patterns,
    )

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[re.Match[str]], str]:
        if template == CONTENTS:
            return lambda found: self._layer(posixpath.dirname(name), found["url"], found["layer"])
        converter: Callable[[re.Match[str]], str] = super().url_converter(name, hashed_files, template)
        return converter

    def compress_files(self, paths: set[str]) -> Iterator[tuple[str, str]]:
        ours = {path for path in paths if not path.startswith(STAFF)}
        yield from super().compress_files(ours)

    def _layer(self, folder: str, name: str, layer: str) -> str:
        with self.open(posixpath.join(folder, name)) as file:
            return f"@layer {layer} {{\n{file.read().decode()}}}"
