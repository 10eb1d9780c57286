"""`manage.py startgame` writes a game of either kind that can be played at once, whose tests pass, and that passes the
contract."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.packages.copies import OWN_GAMES, PLAIN, copy_of_the_site, run

# A name that sorts after the site's own modules, where an import would be in the wrong order, and the tutorial's,
# which sorts before the site's games. One of each kind: the second has simultaneous choices, a board and a guide.
KINDS = {"whist": "turns", "croquet": "simultaneous"}
NAME = "whist"
PACKAGES = {"old_maid": "turns", "slapjack": "simultaneous"}
WITH_BOTH = ",".join((OWN_GAMES, *(f"games.{name}" for name in KINDS)))
PYTEST = ("-m", "pytest", "-q", *PLAIN)
# The tests of all installed games, or of the site beside them.
SUITES = (
    *(f"tests/{folder}" for folder in ("accounts", "boards", "models", "records", "rules", "views")),
    *("tests/sockets/test_leaks.py", "tests/packages/test_checks.py", "tests/guided"),
    *("tests/test_games_apart.py", "tests/test_templates.py"),
)

REFUSED = {
    "Whist": "'Whist' is no name for a game",
    "old-maid": "'old-maid' is no name for a game",
    "7up": "'7up' is no name for a game",
    "a" * 21: "is no name for a game",
    "parade": "There is an app called 'parade' already",
    "accounts": "There is an app called 'accounts' already",
    "boards": "is there already. Choose another name or directory",
    NAME: "is there already. Choose another name or directory",
}
# All names in one process, with the answer to each.
TRY_ALL = """
import json, sys
import django
django.setup()
from django.core.management import CommandError, call_command
said = {}
for name in sys.argv[1:]:
    try:
        said[name] = call_command("startgame", name)
    except CommandError as refused:
        said[name] = str(refused)
print(json.dumps(said))
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = copy_of_the_site(Path(tmp_path_factory.mktemp("site")))
    for name, kind in KINDS.items():
        run(copy, "manage.py", "startgame", name, "--kind", kind)
    return copy


def test_the_written_files_pass_all_checks(site: Path) -> None:
    folders = [f"games/{name}" for name in KINDS]
    run(site, "-m", "ruff", "check", *folders)
    run(site, "-m", "ruff", "format", "--check", *folders)
    # The second kind alone has a board.
    for profile in (("django", *folders), ("jinja", "-e", "jinja", *folders[1:])):
        run(site, "-m", "djlint", "--quiet", "--lint", "--profile", *profile)
    assert "no issues" in run(site, "manage.py", "check", GAMES=WITH_BOTH)


@pytest.mark.parametrize("name", KINDS)
def test_bots_play_it_at_once(site: Path, name: str) -> None:
    output = run(site, "manage.py", "simulate", name, "--seats", "3", "--matches", "2", GAMES=WITH_BOTH)
    assert [json.loads(line)["game"] for line in output.splitlines()] == [name, name]


def test_their_tests_pass_and_whatever_is_asked_of_all_games(site: Path) -> None:
    # Only the smallest and the largest tables.
    of_them = " or ".join(f"({name} and not {name}-3 and not {name}-4 and not {name}-5)" for name in KINDS)
    of_all = "test_rules or test_games_apart or translated_page or its_app_declares or would_have_taken"
    own = [f"games/{name}" for name in KINDS]
    output = run(site, *PYTEST, *own, *SUITES, "-k", f"{of_them} or {of_all}", GAMES=WITH_BOTH)
    assert "passed" in output and "skipped" not in output


def test_packages_are_written_into_directories(site: Path, tmp_path: Path) -> None:
    folders = {name: tmp_path / name for name in PACKAGES}
    for name, folder in folders.items():
        run(site, "manage.py", "startgame", name, str(folder), "--kind", PACKAGES[name])
        assert f'name = "unbirthday-{name.replace("_", "-")}"' in (folder / "pyproject.toml").read_text()
        written = "".join(path.read_text() for path in folder.rglob("*.*"))
        assert not re.search("(?i)high_?card|face_?down", written)
    games: dict[str, Any] = {
        "GAMES": ",".join(f"unbirthday_{name}" for name in folders),
        "PYTHONPATH": ":".join(map(str, folders.values())),
    }
    assert "no issues" in run(site, "manage.py", "check", **games)
    for name in folders:
        assert json.loads(run(site, "manage.py", "simulate", name, **games))["game"] == name
    own = [str(folder / f"unbirthday_{name}") for name, folder in folders.items()]
    assert "passed" in run(site, *PYTEST, *own, **games)


def test_a_name_that_will_not_do_is_refused_and_nothing_is_written(site: Path) -> None:
    before = sorted(path for path in site.rglob("*.py"))
    data = json.loads(run(site, "-c", TRY_ALL, *REFUSED, DJANGO_SETTINGS_MODULE="config.settings"))
    for name, why in REFUSED.items():
        assert why in data[name], name
    assert sorted(path for path in site.rglob("*.py")) == before


def test_a_directory_that_holds_another_package_is_left_as_it_is(site: Path, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("# mine")
    assert "pyproject.toml is there already" in run(
        site, "manage.py", "startgame", "old_maid", str(tmp_path), code=1
    )
    assert [path.name for path in tmp_path.iterdir()] == ["pyproject.toml"]
