"""Draw which package imports which, lowest first, as docs/img/house.svg.

usage: scripts/house.py [--check]     --check changes nothing and fails if the picture is out of date
"""

from __future__ import annotations

import sys
from collections import defaultdict
from graphlib import TopologicalSorter
from html import escape
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs/img/house.svg"
TOPS = ("accounts", "games", "config", "hosting")
# Folders that are no packages of their own: they hold what Django looks for in each app.
NO_ROOMS = {"migrations", "management", "templatetags", "templates", "static", "locale"}
GAME = "each game"
# Modules that read settings, below all others; the rest of config/ starts the site.
READS_SETTINGS = {"environment", "stored_secrets", "version"}
# Packages that start the site.
STARTS = {"games", "config"}
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


def ties() -> Ties:
    """Return the imported packages by package, without tests and migrations."""
    sys.path.insert(0, str(ROOT))
    # With lint-imports' folder it would take its own old imports for new ones.
    graph = grimp.build_graph(*TOPS, cache_dir=None)
    imports: Ties = defaultdict(set)
    for module in graph.modules:
        if not NO_ROOMS & set(module.split(".")):
            package = package_of(module)
            imports[package] |= {package_of(name) for name in graph.find_modules_directly_imported_by(module)}
    return {package: there - {package} for package, there in imports.items()}


def heights(imports: Ties) -> dict[str, int]:
    """Return how many layers of imports are below each package. Packages that start the site are on top."""
    sorter = TopologicalSorter({package: there - STARTS for package, there in imports.items()})
    sorter.prepare()
    heights_by_name: dict[str, int] = {}
    while sorter.is_active():
        height = max(heights_by_name.values(), default=-1) + 1
        for package in (ready := sorter.get_ready()):
            heights_by_name[package] = height
        sorter.done(*ready)
    return heights_by_name | dict.fromkeys(STARTS, height + 1)


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
