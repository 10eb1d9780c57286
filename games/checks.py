"""Django's system checks for games. Every command runs them, `serve` included."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from django.apps import AppConfig, apps
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning
from django.template import TemplateDoesNotExist, TemplateSyntaxError
from django.template.loader import get_template

from games.game_app import CLOTHS, GameApp
from games.rules import core

# Limited by `Table.game`, URLs and match records.
LABEL = re.compile(r"[a-z][a-z0-9_]{0,19}")
# Limited by the pages' layout and match records.
SEATS = range(2, 7)


def check_games(app_configs: Sequence[AppConfig] | None, **_options: Any) -> list[CheckMessage]:
    """Return the faults of installed games. It reads their declarations and deals nothing."""
    configs = list(apps.get_app_configs() if app_configs is None else app_configs)
    game_faults = [fault for config in configs if isinstance(config, GameApp) for fault in faults(config)]
    return [*strangers(configs), *game_faults]


def strangers(configs: Sequence[AppConfig]) -> Iterator[CheckMessage]:
    """Yield an error for each app in the setting GAMES that is no game."""
    for config in configs:
        names = (config.name, f"{type(config).__module__}.{type(config).__qualname__}")
        if not isinstance(config, GameApp) and any(name in settings.GAMES for name in names):
            yield Error(
                f"{config.name} is named in GAMES and is no game.",
                hint=f"Put a class into {config.name}/apps.py whose base is games.game_app.GameApp.",
                id="games.E010",
            )


def faults(config: GameApp) -> Iterator[CheckMessage]:
    """Yield the faults of one game. Without rules there are no further checks."""
    if not LABEL.fullmatch(config.label):
        yield _error("E003", config, f"the label {config.label!r} is not 1 to 20 of a-z, 0-9 and _")
    if not config.has("rules", "GAME"):
        yield _error(
            "E001", config, "the game has no GAME in its rules", f"{config.name}.rules must define it"
        )
        return
    if not isinstance(config.rules, core.Game):
        yield _error("E002", config, "GAME of its rules is no games.rules.core.Game")
        return
    yield from _faults_of_rules(config)
    yield from _faults_of_pages(config)


def _faults_of_rules(config: GameApp) -> Iterator[CheckMessage]:
    if not config.seats or any(count not in SEATS for count in config.seats):
        yield _error("E004", config, f"SEATS must be numbers from {SEATS[0]} to {SEATS[-1]}")
    if not set(config.levels) - {core.RANDOM}:
        yield _error(
            "E005",
            config,
            "LEVELS names no bot that can be chosen",
            "A bot sits in for whoever leaves: name one level at least.",
        )
    for option in config.options:
        defaults = [option.default, *option.by_seats.values()]
        if any(value not in option.choices for value in defaults):
            yield _error("E006", config, f"the default of the option {option.name!r} is none of its choices")
    if "timeout" not in config.rules.MOVES and config.real_time:
        yield _error("E009", config, "MOVES of a real-time game must have the clock's move, `timeout`")
    if config.real_time != isinstance(config.rules, core.RealTimeGame):
        yield _error("E011", config, "REAL_TIME is for games whose base is games.rules.core.RealTimeGame")


def _faults_of_pages(config: GameApp) -> Iterator[CheckMessage]:
    from games.boards.contract import GameBoard

    if why := _page_fault(f"{config.label}/rules.en.html"):
        where = f"{config.name.replace('.', '/')}/templates/{config.label}/rules.en.html"
        yield _error("E007", config, f"the game's rules page {why}", f"It is to be {where}.")
    if not isinstance(getattr(import_module(config.board_module), "BOARD", None), GameBoard):
        yield _error("E008", config, "its board has no BOARD that is a games.boards.GameBoard")
    if config.cloth not in CLOTHS:
        yield Warning(f"{config.name}: cloth is none of {', '.join(CLOTHS)}.", id="games.W001")


def _error(code: str, config: GameApp, sentence: str, hint: str | None = None) -> Error:
    return Error(f"{config.name}: {sentence}.", hint=hint, id=f"games.{code}")


def _page_fault(name: str) -> str:
    """Return what is wrong with that template, or ""."""
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return "is not there"
    except TemplateSyntaxError as error:
        return f"can't be read: {str(error).splitlines()[0]}"
    return ""
