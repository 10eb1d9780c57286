"""Collected static files: hashed names, compression, and imports in styles and scripts.

Browsers can load the files of `static/` as they are; this only saves requests.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from servestatic.storage import CompressedManifestStaticFilesStorage

STYLE = r'(?P<matched>@import "(?P<url>[\w./-]+\.css)" layer\((?P<layer>\w+)\);)'
# Django's own patterns for modules also match comments and strings of scripts of other packages.
MODULE = r'(?P<matched>\b(?P<verb>import|from) "(?P<url>\.{1,2}/[\w./-]+\.js)";)'
# A dynamic import.
LATER = r'(?P<matched>\bawait import\("(?P<url>\.{1,2}/[\w./-]+\.js)"\))'
# Lines of a script that only have a comment, 9 kB of what a table's page would load.
REMARK = r"(?P<matched>(?m:^) *(?://[^\n]*|/\*(?:[^*]|\*(?!/))*\*/)\n)"
# Files that only admin pages use, or none. Compressing them takes ten times as long as all others.
STAFF = ("admin/", "django_htmx/")
# Comments and indentation of styles, a quarter of what a page would load.
UNUSED = re.compile(r"/\*.*?\*/\s*|^[ ]+", re.DOTALL | re.MULTILINE)
CONTENTS = "the file's contents stand in place of the import"
GONE = "nothing stands in place of the comment"
# Scripts of others keep their comments.
OTHERS = (*STAFF, "account/", "mfa/", "vendor/")


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """A storage that follows imports of modules and styles.

    A module imports others by their hashed names: `from "./clock.js"` becomes `from "./clock.1f2e….js"`. Lines
    that only have a comment are left out.

    A style that imports others, each into a layer, gets their contents in place of the imports, so that browsers make
    one request. Their comments and indentation are left out. An imported style is in the same folder and imports
    nothing.
    """

    patterns: ClassVar[Any] = (
        ("*.css", ((STYLE, CONTENTS),)),
        ("*.js", ((REMARK, GONE), (MODULE, '%(verb)s "%(url)s";'), (LATER, 'await import("%(url)s")'))),
        *CompressedManifestStaticFilesStorage.patterns,
    )

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[re.Match[str]], str]:
        if template == CONTENTS:
            return lambda found: self._layer(posixpath.dirname(name), found["url"], found["layer"])
        if template == GONE:
            return lambda found: found["matched"] if name.startswith(OTHERS) else ""
        converter: Callable[[re.Match[str]], str] = super().url_converter(name, hashed_files, template)
        return converter

    def compress_files(self, paths: set[str]) -> Iterator[tuple[str, str]]:
        ours = {path for path in paths if not path.startswith(STAFF)}
        yield from super().compress_files(ours)

    def _layer(self, folder: str, name: str, layer: str) -> str:
        with self.open(posixpath.join(folder, name)) as file:
            return f"@layer {layer} {{\n{UNUSED.sub('', file.read().decode())}}}"
