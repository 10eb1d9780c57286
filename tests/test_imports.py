"""What may import what. The layers of `games`, from the lowest up: rules, models, play and records, boards, waiting,
post, history, race, live and steward, views. Each may import what stands below it; `rules` nothing but itself and the standard library."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LAYERS = [
    {"rules"},
    {"models"},
    {"play", "records"},
    {"boards"},
    {"waiting"},
    {"post"},
    {"history"},
    {"race"},
    {"live", "steward"},
    {"views"},
]
HEIGHT = {name: height for height, names in enumerate(LAYERS) for name in names}


def modules(folder: str) -> list[Path]:
    return sorted(path for path in (ROOT / folder).rglob("*.py") if "migrations" not in path.parts)


def imported(source: str) -> Iterator[str]:
    """Every module that a source names, inside functions and type checks too: `from games import play` is games.play."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{'.' * node.level}{node.module or ''}.{alias.name}" for alias in node.names)


def layer_of(path: Path) -> str:
    return path.relative_to(ROOT).with_suffix("").parts[1]


def too_high(layer: str, source: str) -> list[str]:
    """The imports of other layers of `games` that do not stand below `layer`."""
    parts = [name.split(".") for name in imported(source) if name.startswith("games.")]
    others = {part[1] for part in parts if part[1] in HEIGHT and part[1] != layer}
    return sorted(other for other in others if HEIGHT[other] >= HEIGHT[layer])


def impure(source: str) -> list[str]:
    """The imports that are neither of the standard library nor of games.rules."""
    tops = [name for name in imported(source) if not name.startswith("games.rules.")]
    return sorted({name for name in tops if name.split(".")[0] not in sys.stdlib_module_names})


@pytest.mark.parametrize("path", [path for path in modules("games") if layer_of(path) in HEIGHT], ids=str)
def test_a_layer_imports_only_those_below_it(path: Path) -> None:
    assert too_high(layer_of(path), path.read_text()) == []


@pytest.mark.parametrize("path", [path for path in modules("games/rules") if path.name != "apps.py"], ids=str)
def test_the_rules_import_only_themselves_and_the_standard_library(path: Path) -> None:
    assert impure(path.read_text()) == []


@pytest.mark.parametrize("path", modules("games"), ids=str)
def test_nobody_imports_relatively(path: Path) -> None:
    assert [name for name in imported(path.read_text()) if name.startswith(".")] == []


def test_every_layer_exists() -> None:
    there = {layer_of(path) for path in modules("games")}
    assert HEIGHT.keys() <= there


@pytest.mark.parametrize(
    "source",
    [
        "import games.live",
        "from games import live",
        "from games.live.hub import hub",
        "def late():\n    from games.live import announce",
        "if TYPE_CHECKING:\n    from games import live",
    ],
)
def test_an_import_of_a_higher_layer_is_seen(source: str) -> None:
    assert too_high("play", source) == ["live"]


def test_neighbours_do_not_import_each_other() -> None:
    assert too_high("live", "from games import steward") == ["steward"]
    assert too_high("live", "from games import boards, history") == []


@pytest.mark.parametrize(
    "source", ["import django", "from games import models", "from . import core", "import games.play"]
)
def test_an_import_that_the_rules_may_not_have_is_seen(source: str) -> None:
    assert impure(source) != []
    assert impure("import json\nfrom games.rules import core\nfrom games.rules.core import Refused") == []
