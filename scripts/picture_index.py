"""`screenshots/index.html`: the pictures of all pages side by side, of tests and of scripts/screenshots.py."""

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
    """Write the index. It is written anew whenever tests have ended, in any order."""
    pages: dict[str, list[Path]] = {}
    for picture in sorted(folder.glob("*.png")):
        match = NAME.fullmatch(picture.stem)
        pages.setdefault(match["page"] if match else picture.stem, []).append(picture)
    sections = [
        f"<h2>{escape(page)}</h2><section>{_figures(pictures)}</section>" for page, pictures in pages.items()
    ]
    (folder / "index.html").write_text(HEAD + "\n".join(sections), encoding="utf-8")


def _figures(pictures: list[Path]) -> str:
    return "".join(
        f'<figure><a href="{path.name}"><img src="{path.name}" alt=""></a><figcaption>{path.stem}</figcaption></figure>'
        for path in pictures
    )
