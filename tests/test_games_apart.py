"""No file outside a game's folder and its tests names a game of the site. import-linter checks imports
(test_imports.py)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.helpers.own_games import OWN

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (".ci", "accounts", "config", "deploy", "games", "hosting", "scripts", "static", "templates")
FILES = ("Makefile", "deno.json", "manage.py", "pyproject.toml")
# Not searched: docs and README, which describe the games, and locale, which has the file of each text.
ALLOWED = {
    "config/settings.py": "the setting GAMES lists those that are installed",
    "pyproject.toml": "djlint is wrong about a template of two of them, and takes such exceptions nowhere else",
}
NOT_TEXT = {".woff2", ".png", ".ico", ".jpg"}
# Python writes and renames files there while this test reads.
COMPILED = "__pycache__"


def games() -> list[Path]:
    """Return the folders of the games: those of the site, and others beside them."""
    return [path.parent.parent for path in sorted((ROOT / "games").glob("*/rules/__init__.py"))]


def pattern() -> re.Pattern[str]:
    """Return a pattern for the names of the site's games in code, addresses and texts: `tea_time`, `tea-time`,
    `TeaTime`, `Tea Time`."""
    names = (game.replace("_", "[-_ ]?") for game in OWN)
    return re.compile(rf"(?<![a-z])({'|'.join(names)})(?![a-z])", re.IGNORECASE)


def naming(root: Path) -> set[str]:
    """Return the files below that folder, outside those of the games, that name one."""
    name = pattern()
    return {
        path.relative_to(root).as_posix()
        for path in files(root)
        if name.search(path.relative_to(root).as_posix() + "\n" + path.read_text(encoding="utf-8"))
    }


def files(root: Path) -> Iterator[Path]:
    own = {game.relative_to(ROOT) for game in games()}
    for path in (
        *(root / name for name in FILES),
        *(file for name in FOLDERS for file in (root / name).rglob("*")),
    ):
        inside = own & set(path.relative_to(root).parents)
        if COMPILED not in path.parts and path.is_file() and not inside and path.suffix not in NOT_TEXT:
            yield path


def test_nothing_outside_its_folder_names_a_game() -> None:
    assert {game.name for game in games()} >= set(OWN)
    assert naming(ROOT) == set(ALLOWED)


def test_they_are_the_games_that_the_setting_lists_by_itself() -> None:
    settings = (ROOT / "config/settings.py").read_text(encoding="utf-8")
    listed = re.search(r'"GAMES", default=\[(.*)\]', settings)
    assert listed and re.findall(r"games\.(\w+)", listed[1]) == list(OWN)


def test_a_name_that_was_planted_is_found(tmp_path: Path) -> None:
    planted = {
        "games/views/pages.py": 'if game == "parade":',
        "templates/home.html": "<h1>Play Tea Time</h1>",
        "static/js/table.js": 'import "./wonderland.js";',
        "static/css/stockings.css": "",
        "scripts/bench/race.py": 'core.game("stockings")',
        "Makefile": "simulate: tea_time",
    }
    innocent = {
        "games/parade/rules/rules.py": "parade",
        "games/play/moves.py": "a masquerade, teatimes, stocking",
        "docs/playing.md": "Parade",
    }
    for name, text in (planted | innocent).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert naming(tmp_path) == set(planted)
