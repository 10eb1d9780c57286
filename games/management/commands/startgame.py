"""`manage.py startgame NAME`: write a small whole game to begin one's own from.

High Card has turns. In Face Down everybody chooses in secret (`--kind simultaneous`).
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.checks import LABEL

TEMPLATES = Path(__file__).parents[1] / "startgame"
SUFFIX = "-tpl"
# The title of the written game by kind, which is the folder of its templates.
GAMES = {"turns": "High Card", "simultaneous": "Face Down"}


class Command(BaseCommand):
    help = (
        "Write a small whole game under that name: into games/NAME, or as a package of its own into a directory. "
        "High Card has turns and the plain board; Face Down has hidden choices at the same time, a board and a guide."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="1 to 20 of a-z, 0-9 and _, such as croquet or old_maid")
        parser.add_argument("directory", nargs="?", help="write a package that pip can install here instead")
        parser.add_argument(
            "--kind", choices=[*GAMES], default="turns", help="turns (the default) or simultaneous"
        )

    def handle(self, *args: Any, name: str, directory: str | None, kind: str, **options: Any) -> None:
        refuse(name)
        package = Path(directory) if directory else None
        module = f"unbirthday_{name}" if package else f"games.{name}"
        folder = (package or Path(settings.BASE_DIR)).joinpath(*module.split("."))
        # Refuse before anything is written.
        refuse_taken(folder, *([package / "pyproject.toml"] if package else []))
        words = words_for(name, module)
        copy(TEMPLATES / kind, folder, words)
        if package:
            copy(TEMPLATES / "package", package, words)
        self.stdout.write(next_steps(GAMES[kind], folder, module, package))


def refuse(name: str) -> None:
    if not LABEL.fullmatch(name):
        raise CommandError(
            f"{name!r} is no name for a game. It is 1 to 20 of a-z, 0-9 and _, a letter first: croquet, old_maid."
        )
    if apps.is_installed(f"games.{name}") or name in {config.label for config in apps.get_app_configs()}:
        raise CommandError(f"There is an app called {name!r} already. Choose another name.")


def refuse_taken(*paths: Path) -> None:
    for path in paths:
        if path.exists():
            raise CommandError(f"{path} is there already. Choose another name or directory, or remove it.")


def words_for(name: str, module: str) -> dict[str, str]:
    """Return the replacements in templates. The module comes first, because it contains the name."""
    title = name.replace("_", " ").title()
    words: dict[str, str] = {}
    for game in GAMES.values():
        label = game.lower().replace(" ", "_")
        words |= {
            f"games.{label}": module,
            f"unbirthday_{label}": module,
            f"unbirthday-{label.replace('_', '-')}": f"unbirthday-{name.replace('_', '-')}",
            label: name,
            game.replace(" ", ""): title.replace(" ", ""),
            game: title,
        }
    return words


def copy(source: Path, target: Path, words: dict[str, str]) -> None:
    """Copy every template below `source`, with replacements in its path and its text."""
    for template in sorted(source.rglob(f"*{SUFFIX}")):
        path = target / put(template.relative_to(source).as_posix().removesuffix(SUFFIX), words)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(sorted_imports(put(template.read_text(encoding="utf-8"), words)), encoding="utf-8")


def put(text: str, words: dict[str, str]) -> str:
    for old, new in words.items():
        text = text.replace(old, new)
    return text


def sorted_imports(text: str) -> str:
    """Sort the imports of the game's own modules and of the rules. Their order depends on the game's name."""
    lines = text.splitlines(keepends=True)
    places = [
        number for number, line in enumerate(lines) if line.startswith(("from games.", "from unbirthday_"))
    ]
    for place, line in zip(places, sorted(lines[place] for place in places), strict=True):
        lines[place] = line
    return "".join(lines)


def next_steps(game: str, folder: Path, module: str, package: Path | None) -> str:
    games = ",".join([*settings.GAMES, module])
    first = f"pip install --editable {package}\n  " if package else ""
    return (
        f"{game} is in {folder}. Play it, and run its tests:\n"
        f"  {first}export GAMES={games}\n"
        f"  make play\n"
        f"  .venv/bin/python -m pytest {folder}\n"
        "docs/tutorial.md goes on from here."
    )
