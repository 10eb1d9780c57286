"""Wheels of games: copies of Parade and of the race under other names, complete as somebody could publish a game. They
are built and installed without a network, beside the site."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import polib

from games.management.commands import startgame
from tests.packages.copies import ROOT

PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
TEXTS = (".py", ".html", ".jinja", ".js", ".css")


@dataclass(frozen=True)
class Copy:
    """A game of the site (`of`) under another name. `named` has other renamed things, `french` its texts."""

    of: str
    name: str
    named: dict[str, str]
    french: dict[str, str] = field(default_factory=dict)

    @property
    def module(self) -> str:
        return f"unbirthday_{self.name}"

    def renamed(self, text: str) -> str:
        words = {
            f'name = "games.{self.of}"': f'name = "{self.module}"\n    label = "{self.name}"',
            f"games.{self.of}": self.module,
            f"games/{self.of}": self.module,
            f"{self.of}/": f"{self.name}/",
            f'value="{self.of}"': f'value="{self.name}"',
            f'FOLDER = "{self.of}"': f'FOLDER = "{self.name}"',
            f"game={self.of}": f"game={self.name}",
            f"load {self.of} ": f"load {self.name} ",
        } | self.named
        return startgame.put(text, words)


CROQUET = Copy(
    "parade",
    "croquet",
    {
        'NAME = "Parade"': 'NAME = "Croquet"',
        '_("Parade")': '_("Croquet")',
        "Take as little as you can.": "Mallets that fly away.",
        "Parade is a game by": "Croquet is a game by",
        'cloth = "purple"': 'cloth = "orange"',
        "The rules of Parade": "The rules of Croquet",
    },
    {"2 to 6 players. Mallets that fly away.": "2 à 6 joueurs. Des maillets qui s'envolent."},
)
SLEDGES = Copy(
    "stockings",
    "sledges",
    {
        'NAME = "The Stocking Race"': 'NAME = "The Sledge Race"',
        '_("The Stocking Race")': '_("The Sledge Race")',
        "3 to 6 players, all at once.": "3 to 6 sledges, all at once.",
    },
    {"The Sledge Race": "La course des luges"},
)


def write(copy: Copy, folder: Path) -> Path:
    """Write the project of the wheel: the game's own folder, renamed, and a pyproject.toml."""
    package = folder / copy.module
    shutil.copytree(ROOT / "games" / copy.of, package, ignore=shutil.ignore_patterns("__pycache__"))
    for path in package.rglob("*"):
        if path.suffix in TEXTS:
            path.write_text(copy.renamed(path.read_text(encoding="utf-8")), encoding="utf-8")
    for folder_of in (f"static/{copy.of}", f"templates/{copy.of}", f"templatetags/{copy.of}.py"):
        (package / folder_of).rename((package / folder_of).with_stem(copy.name))
    translate(copy, package / "locale/fr/LC_MESSAGES")
    startgame.copy(startgame.TEMPLATES / "package", folder, startgame.words_for(copy.name, copy.module))
    return folder


def translate(copy: Copy, folder: Path) -> None:
    folder.mkdir(parents=True)
    catalogue = polib.POFile()
    catalogue.metadata = {"Content-Type": "text/plain; charset=utf-8"}
    catalogue += [polib.POEntry(msgid=english, msgstr=french) for english, french in copy.french.items()]
    catalogue.save_as_mofile(str(folder / "django.mo"))


def install(projects: Sequence[Path], target: Path) -> None:
    """Build a wheel of each and install them into that folder, beside the site."""
    wheels = target.parent / "wheels"
    pip("wheel", "--no-build-isolation", "--wheel-dir", str(wheels), *map(str, projects))
    pip("install", "--target", str(target), *map(str, sorted(wheels.glob("*.whl"))))


def pip(command: str, *words: str) -> None:
    process = subprocess.run(
        [*PIP, command, "--no-deps", "--no-index", *words],
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
    )
    assert process.returncode == 0, process.stdout
