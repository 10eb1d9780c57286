"""`screenshots/index.html`: every page's pictures side by side, of whoever took them."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

NAME = re.compile(r"(?P<page>.+?)(-fr)?(-dark|-light)?-(\d+|phone)")
HEAD = """<!doctype html>
<meta charset="utf-8">
<title>Unbirthday, every page</title>
<style>
body { font: 16px sans-serif; }
section { display: flex; flex-wrap: wrap; gap: 12px; align-items: start; }
figure { margin: 0; }
img { width: 320px; border: 1px solid #888; }
</style>
"""


def write_index(folder: Path) -> None:
    """Each page's pictures side by side; written anew whenever tests have ended, in whichever order they ran."""
    pages: dict[str, list[Path]] = {}
    for picture in sorted(folder.glob("*.png")):
        found = NAME.fullmatch(picture.stem)
        pages.setdefault(found["page"] if found else picture.stem, []).append(picture)
    sections = [
        f"<h2>{escape(page)}</h2><section>{_figures(found)}</section>" for page, found in pages.items()
    ]
    (folder / "index.html").write_text(HEAD + "\n".join(sections), encoding="utf-8")


def _figures(pictures: list[Path]) -> str:
    return "".join(
        f'<figure><a href="{each.name}"><img src="{each.name}" alt=""></a><figcaption>{each.stem}</figcaption></figure>'
        for each in pictures
    )
