"""`manage.py startgame` writes a game that can be played at once, whose tests pass, and that the contract takes in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.packages.copies import OWN_GAMES, PLAIN, copy_of_the_site, run

# A name that sorts behind the site's own modules, where an import would be out of order.
NAME = "whist"
# The tutorial's, which lies beside it: it comes before the site's own games in every list.
FIRST = "croquet"
WITH_WHIST = f"{OWN_GAMES},games.{NAME}"
PYTEST = ("-m", "pytest", "-q", *PLAIN)
# Where something is asked of every game that is installed, or of the site beside which it lies.
SUITES = (
    *(f"tests/{folder}" for folder in ("accounts", "boards", "models", "records", "rules", "views")),
    *("tests/sockets/test_leaks.py", "tests/packages/test_checks.py"),
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
# All names in one process: what each is answered.
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
    for name in (NAME, FIRST):
        run(copy, "manage.py", "startgame", name)
    return copy


def test_what_it_writes_is_in_order(site: Path) -> None:
    folder = f"games/{NAME}"
    run(site, "-m", "ruff", "check", folder)
    run(site, "-m", "ruff", "format", "--check", folder)
    run(site, "-m", "djlint", "--quiet", "--lint", "--profile", "django", folder)
    assert "no issues" in run(site, "manage.py", "check", GAMES=WITH_WHIST)


def test_bots_play_it_at_once(site: Path) -> None:
    said = run(site, "manage.py", "simulate", NAME, "--seats", "3", "--matches", "2", GAMES=WITH_WHIST)
    assert [json.loads(line)["game"] for line in said.splitlines()] == [NAME, NAME]


def test_its_tests_pass_and_whatever_is_asked_of_all_games(site: Path) -> None:
    # Of the sizes of a table the smallest and the largest.
    of_it = f"{NAME} and not {NAME}-3 and not {NAME}-4 and not {NAME}-5"
    of_all = "test_rules or test_games_apart or translated_page or its_app_declares or would_have_taken"
    games = f"{WITH_WHIST},games.{FIRST}"
    said = run(site, *PYTEST, f"games/{NAME}", *SUITES, "-k", f"{of_it} or {of_all}", GAMES=games)
    assert "passed" in said and "skipped" not in said


def test_a_package_is_written_into_a_directory(site: Path, tmp_path: Path) -> None:
    run(site, "manage.py", "startgame", "old_maid", str(tmp_path))
    assert 'name = "unbirthday-old-maid"' in (tmp_path / "pyproject.toml").read_text()
    assert "games/high_card" not in "".join(path.read_text() for path in tmp_path.rglob("*.py"))
    games = {"GAMES": "unbirthday_old_maid", "PYTHONPATH": str(tmp_path)}
    assert "no issues" in run(site, "manage.py", "check", **games)
    assert json.loads(run(site, "manage.py", "simulate", "old_maid", **games))["game"] == "old_maid"
    assert "passed" in run(site, *PYTEST, str(tmp_path / "unbirthday_old_maid"), **games)


def test_a_name_that_will_not_do_is_refused_and_nothing_is_written(site: Path) -> None:
    before = sorted(path for path in site.rglob("*.py"))
    said = json.loads(run(site, "-c", TRY_ALL, *REFUSED, DJANGO_SETTINGS_MODULE="config.settings"))
    for name, why in REFUSED.items():
        assert why in said[name], name
    assert sorted(path for path in site.rglob("*.py")) == before


def test_a_directory_that_holds_another_package_is_left_as_it_is(site: Path, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("# mine")
    assert "pyproject.toml is there already" in run(
        site, "manage.py", "startgame", "old_maid", str(tmp_path), code=1
    )
    assert [path.name for path in tmp_path.iterdir()] == ["pyproject.toml"]
