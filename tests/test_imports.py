"""import-linter checks what may import what (the contracts are in pyproject.toml). These tests check the contracts:
the site passes, and each kind of wrong import, planted in a copy, is found."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("accounts", "config", "games", "hosting")
LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"

Judged = subprocess.CompletedProcess[str]
Lint = Callable[[], Judged]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy only the site's Python files, with the contracts."""
    folder = tmp_path_factory.mktemp("site")
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            there = folder / path.relative_to(ROOT)
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, there)
    (folder / "scripts").mkdir()
    for name in ("pyproject.toml", "scripts/import_contracts.py"):
        shutil.copy(ROOT / name, folder / name)
    return folder


def judged(folder: Path) -> Judged:
    words = [sys.executable, "-c", LINT, "--no-logo", "--config", "pyproject.toml"]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True)


@pytest.fixture
def planted(copy: Path, request: pytest.FixtureRequest) -> Iterator[Judged]:
    """Return the result for the copy with one more module, given by path and source."""
    path, source = request.param
    try:
        (copy / path).write_text(source)
        yield judged(copy)
    finally:
        (copy / path).unlink()


def test_the_site_keeps_to_its_contracts() -> None:
    verdict = judged(ROOT)
    assert verdict.returncode == 0, verdict.stdout + verdict.stderr


UPWARDS = [
    "import games.sockets",
    "from games import sockets",
    "from games.sockets.hub import hub",
    "def late():\n    from games.sockets import announce",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from games import sockets",
]


@pytest.mark.parametrize("planted", [("games/play/wrong.py", source) for source in UPWARDS], indirect=True)
def test_an_import_of_a_higher_layer_is_found(planted: Judged) -> None:
    assert planted.returncode == 1
    assert "games.play.wrong -> games.sockets" in planted.stdout


@pytest.mark.parametrize(
    "planted", [("games/sockets/wrong.py", "from games import scheduler")], indirect=True
)
def test_neighbours_do_not_import_each_other(planted: Judged) -> None:
    assert planted.returncode == 1
    assert "games.sockets.wrong -> games.scheduler" in planted.stdout


@pytest.mark.parametrize("planted", [("games/sockets/right.py", "from games import boards")], indirect=True)
def test_an_import_of_a_lower_layer_is_not_complained_of(planted: Judged) -> None:
    assert planted.returncode == 0, planted.stdout + planted.stderr


IMPURE = ["import django", "import structlog", "from games import models", "import games.play"]


@pytest.mark.parametrize(
    "planted",
    [(f"games/{rules}/wrong.py", source) for rules in ("rules", "parade/rules") for source in IMPURE],
    indirect=True,
)
def test_an_import_that_the_rules_may_not_have_is_found(planted: Judged) -> None:
    assert planted.returncode == 1
    assert "rules.wrong imports " in planted.stdout


@pytest.mark.parametrize(
    "planted",
    [
        (
            "games/parade/rules/right.py",
            "import json\nfrom games.rules import core\nfrom games.rules.core import Refused",
        )
    ],
    indirect=True,
)
def test_the_rules_import_each_other_and_the_standard_library(planted: Judged) -> None:
    assert planted.returncode == 0, planted.stdout + planted.stderr


@pytest.mark.parametrize(
    "planted",
    [("accounts/data/wrong.py", "def late():\n    from games.models import Table\n    return Table")],
    indirect=True,
)
def test_accounts_that_know_of_games_are_found(planted: Judged) -> None:
    assert planted.returncode == 1
    assert "accounts.data.wrong -> games.models" in planted.stdout


@pytest.mark.parametrize(
    "planted",
    [("hosting/doctor/wrong.py", f"import {there}") for there in ("games.models", "accounts.names")],
    indirect=True,
)
def test_hosting_that_knows_of_games_or_accounts_is_found(planted: Judged) -> None:
    assert planted.returncode == 1
    assert "Hosting knows nothing of games and accounts BROKEN" in planted.stdout


@pytest.mark.parametrize(
    "planted",
    [
        (path, "from games.parade.rules import GAME")
        for path in ("games/boards/wrong.py", "games/wonderland/wrong.py", "config/wrong.py")
    ],
    indirect=True,
)
def test_an_import_of_a_game_by_name_is_detected(planted: Judged) -> None:
    assert planted.returncode == 1
    assert "wrong imports games.parade.rules" in planted.stdout


@pytest.mark.parametrize(
    "planted",
    [
        (path, "from games.guided import matches")
        for path in (
            "games/play/wrong.py",
            "games/urls_wrong.py",
            "games/coach/wrong.py",
            "config/wrong.py",
        )
    ],
    indirect=True,
)
def test_an_import_of_a_feature_by_name_is_detected(planted: Judged) -> None:
    assert planted.returncode == 1
    assert "wrong imports games.guided" in planted.stdout


@pytest.mark.parametrize(
    "planted", [("games/parade/board/wrong.py", "from games.models import Table")], indirect=True
)
def test_a_board_that_asks_the_database_is_found(planted: Judged) -> None:
    assert planted.returncode == 1
    assert "games.parade.board.wrong -> games.models" in planted.stdout


@pytest.mark.parametrize(
    "planted", [("games/parade/rules/chance.py", "from games.parade.rules import bot")], indirect=True
)
def test_a_circle_of_files_is_found(planted: Judged, copy: Path) -> None:
    assert planted.returncode == 0, planted.stdout + planted.stderr
    path = copy / "games/parade/rules/bot.py"
    source = path.read_text()
    try:
        path.write_text(f"{source}\nfrom games.parade.rules import chance\n")
        verdict = judged(copy)
    finally:
        path.write_text(source)
    assert verdict.returncode == 1
    assert "No cycles are allowed in games.parade.rules" in verdict.stdout


def test_nobody_imports_relatively(tmp_path: Path) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "wrong.py").write_text("from . import core\n\nprint(core)\n")
    ruff = [sys.executable, "-m", "ruff", "check", "--no-cache", "wrong.py"]
    outcome = subprocess.run(ruff, cwd=tmp_path, capture_output=True, text=True)
    assert outcome.returncode == 1
    assert "TID252" in outcome.stdout
