"""Messages at the start about an incomplete game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import AppConfig, apps
from django.core.checks import CheckMessage
from django.core.management import call_command

from games import boards, checks
from games.game_app import PLAIN, GameApp
from games.rules import core

RULES = """
from games.parade.rules import Parade

class Croquet(Parade):
    {change}

GAME = Croquet()
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty package `croquet_for_checks` on the path, forgotten afterwards."""
    import sys

    folder = tmp_path / "croquet_for_checks"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    for name in [name for name in sys.modules if name.startswith("croquet_for_checks")]:
        del sys.modules[name]


def config(folder: Path, **declared: Any) -> GameApp:
    kind = type(
        "CroquetConfig",
        (GameApp,),
        {"name": folder.name, "label": "parade", "path": str(folder)} | declared,
    )
    app_config: Any = AppConfig.__new__(kind)
    app_config.__init__(folder.name, __import__(folder.name))
    assert isinstance(app_config, GameApp)
    return app_config


def ids(messages: Iterator[CheckMessage]) -> list[str | None]:
    return [message.id for message in messages]


def test_the_games_of_the_site_are_whole() -> None:
    assert checks.check_games(None) == []
    call_command("check")


def test_a_game_without_rules_is_named_and_said_to_have_no_game(package: Path) -> None:
    (message,) = checks.faults(config(package))
    assert message.id == "games.E001"
    assert "croquet_for_checks: the game has no GAME in its rules" in str(message.msg)


def test_a_module_that_fails_while_it_is_imported_says_so_itself(package: Path) -> None:
    (package / "rules.py").write_text("import no_such_module")
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        list(checks.faults(config(package)))


def test_a_game_of_another_kind_is_refused(package: Path) -> None:
    (package / "rules.py").write_text("GAME = object()")
    assert ids(checks.faults(config(package))) == ["games.E002"]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("SEATS = (1, 2)", "games.E004"),
        ("SEATS = ()", "games.E004"),
        ("LEVELS = ()", "games.E005"),
        ("LEVELS = ('random',)", "games.E005"),
        ("REAL_TIME = True", "games.E009"),
    ],
)
def test_the_declarations_of_the_rules_are_checked(package: Path, change: str, fault: str) -> None:
    (package / "rules.py").write_text(RULES.format(change=change))
    assert fault in ids(checks.faults(config(package)))


def test_an_option_whose_default_is_no_choice_is_named(package: Path) -> None:
    option = "from games.rules.core import Option\n    OPTIONS = (Option('hoops', 3, (6, 9)),)"
    (package / "rules.py").write_text(RULES.format(change=option))
    assert ids(checks.faults(config(package))) == ["games.E006"]


@pytest.mark.parametrize(
    ("declared", "fault"),
    [
        ({"label": "Croquet"}, "games.E003"),
        ({"label": "croquet_without_a_page"}, "games.E003"),
        ({"label": "no_page"}, "games.E007"),
        ({"board_module": "games.game_app"}, "games.E008"),
        ({"cloth": "pink"}, "games.W001"),
    ],
)
def test_the_declarations_of_the_app_are_checked(package: Path, declared: dict[str, Any], fault: str) -> None:
    (package / "rules.py").write_text(RULES.format(change="pass"))
    assert fault in ids(checks.faults(config(package, **declared)))


def test_an_app_that_is_no_game_must_not_be_named_in_games(settings: Any) -> None:
    settings.GAMES = ["django.contrib.humanize"]
    messages = checks.check_games(None)
    assert ids(iter(messages)) == ["games.E010"]


def test_a_games_description_is_read_from_its_app() -> None:
    parade, race = boards.config("parade"), boards.config("stockings")
    assert (list(parade.seats), parade.real_time, race.real_time) == ([2, 3, 4, 5, 6], False, True)
    assert list(parade.levels) == list(core.game("parade").LEVELS)
    assert [option.name for option in race.options] == ["window", "pause", "limit"]


def test_a_game_without_a_board_has_the_plain_one(package: Path) -> None:
    (package / "rules.py").write_text(RULES.format(change="pass"))
    assert config(package).board_module == PLAIN
    assert apps.get_app_config("parade") is boards.config("parade")
