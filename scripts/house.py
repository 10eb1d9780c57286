"""Draw the house: which room of the code imports which, lowest first, as docs/img/house.svg.

usage: scripts/house.py [--check]     --check changes nothing and fails if the picture is not true any more
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs/img/house.svg"
TOPS = ("accounts", "games", "config", "hosting")
# Folders that are no rooms: they hold what Django looks for in each app.
NO_ROOMS = {"migrations", "management", "templatetags", "templates", "static", "locale"}
GAME = "each game"
# What reads the settings, which lies below all; the rest of config/ starts the site.
READS_SETTINGS = {"environment", "stored_secrets", "version"}
BOX, GAP, ROW, LEFT = (150, 38), 22, 84, 24

Ties = dict[str, set[str]]


def games() -> set[str]:
    """The folders of `games` that are games: each has a board and rules."""
    return {path.parent.name for path in ROOT.glob("games/*/rules") if path.parent != ROOT / "games"}


def room(module: str) -> str:
    """The room that a module belongs to: a package of `games`, or a top-level one."""
    parts = module.split(".")
    if parts[0] == "config" and set(parts[1:2]) <= READS_SETTINGS:
        return "environment"
    if parts[0] != "games" or len(parts) == 1:
        return parts[0]
    if parts[1] in games():
        return GAME
    folder = ROOT / "games" / parts[1]
    return parts[1] if parts[1] == "game_app" or (folder.is_dir() and parts[1] not in NO_ROOMS) else "games"


def modules() -> Iterator[tuple[str, str]]:
    """Every module's dotted name and its source, tests and migrations left out."""
    for top in TOPS:
        for path in sorted((ROOT / top).rglob("*.py")):
            if not NO_ROOMS & set(path.parts):
                yield ".".join(path.relative_to(ROOT).with_suffix("").parts), path.read_text()


def imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def ties() -> Ties:
    """By room, the rooms that it imports."""
    found: Ties = defaultdict(set)
    for module, source in modules():
        here = room(module)
        found[here] |= set()
        for name in imported(source):
            if name.split(".")[0] in TOPS and (there := room(name)) != here:
                found[here].add(there)
    return found


def heights(found: Ties) -> dict[str, int]:
    """How many storeys of imports stand below each room; rooms that start everything stand apart."""
    seen: dict[str, int] = {}

    def height(here: str, above: tuple[str, ...] = ()) -> int:
        if here not in seen:
            below = [
                there for there in found[here] if there not in above and there not in ("games", "config")
            ]
            seen[here] = 1 + max((height(there, (*above, here)) for there in below), default=-1)
        return seen[here]

    for here in sorted(found):
        height(here)
    top = max(seen.values())
    return seen | {here: top + 1 for here in ("games", "config") if here in seen}


def reduced(found: Ties) -> Ties:
    """Without the ties that follow from others: who imports a room may import what stands below it."""
    storey = heights(found)

    def below(here: str) -> set[str]:
        down = {there for there in found[here] if storey[there] < storey[here]}
        return down.union(*(below(there) for there in down))

    return {
        here: {there for there in down if not any(there in below(other) for other in down - {there})}
        for here, down in found.items()
    }


def drawn(found: Ties) -> str:
    """The picture: a storey of boxes for each height, an arrow for each tie to a storey below."""
    rows: dict[int, list[str]] = defaultdict(list)
    for name, height in sorted(heights(found).items()):
        rows[height].append(name)
    storeys = [rows[height] for height in sorted(rows)]
    width = 2 * LEFT + max(len(each) for each in storeys) * (BOX[0] + GAP)
    places = {
        name: (LEFT + column * (BOX[0] + GAP), 20 + (len(storeys) - 1 - level) * ROW)
        for level, names in enumerate(storeys)
        for column, name in enumerate(names)
    }
    lines = [
        _line(places[here], places[there]) for here in sorted(found) for there in sorted(reduced(found)[here])
    ]
    boxes = [_box(name, *places[name]) for name in sorted(places)]
    size = f"{width} {20 + len(storeys) * ROW}"
    style = (
        "text{font:15px sans-serif}rect{fill:#fdf6e3;stroke:#5b3a73}"
        "path{stroke:#5b3a73;stroke-opacity:.35;fill:none}"
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img" aria-label="The house">'
    return "\n".join([head, f"<style>{style}</style>", *lines, *boxes, "</svg>", ""])


def _line(above: tuple[int, int], below: tuple[int, int]) -> str:
    (x, y), (end, bottom) = above, below
    start = y + BOX[1] if bottom > y else y
    half, middle = BOX[0] // 2, (start + bottom) // 2
    return f'<path d="M{x + half} {start}C{x + half} {middle} {end + half} {middle} {end + half} {bottom}"/>'


def _box(name: str, x: int, y: int) -> str:
    rect = f'<rect x="{x}" y="{y}" width="{BOX[0]}" height="{BOX[1]}" rx="6"/>'
    return f'{rect}<text x="{x + BOX[0] // 2}" y="{y + 25}" text-anchor="middle">{escape(name)}</text>'


def main() -> None:
    picture = drawn(ties())
    if sys.argv[1:] == ["--check"]:
        if not PICTURE.exists() or PICTURE.read_text() != picture:
            sys.exit("docs/img/house.svg is not true any more: run `make house` and look at it.")
        return
    PICTURE.write_text(picture)
    print(f"drawn: {PICTURE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
