"""docs/tutorial.md is correct: its files are written and its commands run, one block after another."""

from __future__ import annotations

import ast
import re
import shlex
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.packages.copies import PLAIN, ROOT, copy_of_the_site, run

TUTORIAL = ROOT / "docs/tutorial.md"
BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Blocks that are shown and not run here.
SHOWN = ("console",)
PLAY = """
import django
django.setup()
from django.core.management import call_command
from django.test import Client
from django.test.utils import setup_test_environment
call_command("migrate", verbosity=0)
setup_test_environment()
from accounts.models import User
from games.play import opening, commands, seating, storage
from games.play.moves import PersonMove

ada, ben = (User.objects.create_user(name, is_guest=True) for name in ("Ada", "Ben"))
here = opening.open_table(ada, opening.Plan("croquet", 2), "salt")
here = seating.join(here.table.pk, ben, "pepper", here.table.invite)
client, seen = Client(), 0
client.force_login(ada)
while here.table.is_running:
    page = client.get(f"/t/{here.table.pk}/").content.decode()
    assert 'id="lawn"' in page
    seen += "worth: " in page
    seat = here.rules.to_act(here.state)[0]
    move, number = here.rules.legal_moves(here.state, seat)[0], here.table.number
    commands.play(here.table.pk, PersonMove(here.seats[seat].user_id, move, str(number), number))
    here = storage.load(here.table.pk)
page = client.get(f"/t/{here.table.pk}/replay/?move={here.table.number}").content.decode()
assert 'id="result"' in page and "takes all." in page
assert seen == 5, seen
assert "Hearts count twice." in Client().get("/").content.decode()
"""


class Block(NamedTuple):
    language: str
    # A file, and what to do with it: "" (write it), "append" or "replace NAME".
    path: str
    how: str
    text: str


def blocks() -> list[Block]:
    code_blocks = []
    for language, words, text in BLOCK.findall(TUTORIAL.read_text(encoding="utf-8")):
        path, _, how = words.strip().partition(" ")
        code_blocks.append(Block(language, path, how, text))
    return code_blocks


def edit(site: Path, block: Block) -> None:
    path = site / block.path
    path.parent.mkdir(parents=True, exist_ok=True)
    text = path.read_text(encoding="utf-8") if block.how else ""
    if block.how.startswith("replace "):
        text = replaced(text, block.how.removeprefix("replace "), block.text)
    elif block.how == "append":
        text += f"\n\n{block.text}"
    else:
        text = block.text
    path.write_text(text, encoding="utf-8")


def replaced(source: str, name: str, text: str) -> str:
    """Return the source with the top-level function or class of that name replaced, or all its `imports`."""
    nodes = [node for node in ast.parse(source).body if is_meant(node, name)]
    assert nodes, f"{name} is not there"
    lines = source.splitlines(keepends=True)
    end = nodes[-1].end_lineno
    assert end is not None
    return "".join([*lines[: nodes[0].lineno - 1], text, *lines[end:]])


def is_meant(node: ast.stmt, name: str) -> bool:
    if name == "imports":
        return isinstance(node, ast.Import | ast.ImportFrom)
    return isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name


def shell(site: Path, lines: str, exported: dict[str, Any]) -> None:
    """Run the lines like a shell. Exported variables stay for the following blocks."""
    for line in filter(None, lines.splitlines()):
        words = shlex.split(line)
        if words[0] == "export":
            name, _, value = words[1].partition("=")
            exported[name] = value
            continue
        assert words[0] == ".venv/bin/python", f"only Python is run, not {words[0]}"
        run(site, *words[1:], *(PLAIN if "pytest" in words else ()), **exported)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_of_the_site(Path(tmp_path_factory.mktemp("site")))


def test_every_step_of_the_tutorial_runs_and_its_game_is_played_to_the_end(site: Path) -> None:
    exported: dict[str, Any] = {}
    for block in blocks():
        if block.language == "sh":
            shell(site, block.text, exported)
        elif block.language not in SHOWN:
            edit(site, block)
    run(site, "-m", "ruff", "format", "--check", "games/croquet")
    run(site, "manage.py", "collectstatic", "--noinput", "-v0", **exported)
    run(site, "-c", PLAY, DJANGO_SETTINGS_MODULE="config.settings", **exported)


def test_every_block_is_run_written_or_only_shown() -> None:
    for block in blocks():
        assert block.language in ("sh", *SHOWN) or block.path.startswith("games/croquet/"), block
