"""Draw which package imports which, lowest first, as docs/img/house.svg.

usage: scripts/house.py [--check]     --check changes nothing and fails if the picture is out of date
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
# Folders that are no packages of their own: they hold what Django looks for in each app.
NO_ROOMS = {"migrations", "management", "templatetags", "templates", "static", "locale"}
GAME = "each game"
# Modules that read settings, below all others; the rest of config/ starts the site.
READS_SETTINGS = {"environment", "stored_secrets", "version"}
BOX, GAP, ROW, LEFT = (150, 38), 22, 84, 24

Ties = dict[str, set[str]]


def games() -> set[str]:
    """Return the folders of games: each has a board and rules."""
    return {path.parent.name for path in ROOT.glob("games/*/rules") if path.parent != ROOT / "games"}


def package_of(module: str) -> str:
    """Return the package of a module: one in `games`, or a top-level one."""
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
    """Yield the dotted name and the source of every module, without tests and migrations."""
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
    """Return the imported packages by package."""
    imports: Ties = defaultdict(set)
    for module, source in modules():
        package = package_of(module)
        imports[package] |= set()
        for name in imported(source):
            if name.split(".")[0] in TOPS and (there := package_of(name)) != package:
                imports[package].add(there)
    return imports


def heights(imports: Ties) -> dict[str, int]:
    """Return how many layers of imports are below each package. Packages that start the site are on top."""
    heights_by_name: dict[str, int] = {}

    def height(package: str, above: tuple[str, ...] = ()) -> int:
        if package not in heights_by_name:
            below = [
                there for there in imports[package] if there not in above and there not in ("games", "config")
            ]
            heights_by_name[package] = 1 + max(
                (height(there, (*above, package)) for there in below), default=-1
            )
        return heights_by_name[package]

    for package in sorted(imports):
        height(package)
    top = max(heights_by_name.values())
    return heights_by_name | {
        package: top + 1 for package in ("games", "config") if package in heights_by_name
    }


def reduced(imports: Ties) -> Ties:
    """Return the ties without those that follow from others: a package may import what is below its imports."""
    storey = heights(imports)

    def below(package: str) -> set[str]:
        down = {there for there in imports[package] if storey[there] < storey[package]}
        return down.union(*(below(there) for there in down))

    return {
        here: {there for there in down if not any(there in below(other) for other in down - {there})}
        for here, down in imports.items()
    }


def drawn(imports: Ties) -> str:
    """Return the picture: a row of boxes for each height, and an arrow for each tie to a row below."""
    rows: dict[int, list[str]] = defaultdict(list)
    for name, height in sorted(heights(imports).items()):
        rows[height].append(name)
    storeys = [rows[height] for height in sorted(rows)]
    width = 2 * LEFT + max(len(names) for names in storeys) * (BOX[0] + GAP)
    places = {
        name: (LEFT + column * (BOX[0] + GAP), 20 + (len(storeys) - 1 - level) * ROW)
        for level, names in enumerate(storeys)
        for column, name in enumerate(names)
    }
    lines = [
        _line(places[package], places[there])
        for package in sorted(imports)
        for there in sorted(reduced(imports)[package])
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
            sys.exit("docs/img/house.svg is out of date: run `make house` and look at it.")
        return
    PICTURE.write_text(picture)
    print(f"drawn: {PICTURE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
