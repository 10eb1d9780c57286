"""A new game needs no edit outside its own folders: a fifth one, put into a copy of the site, is on every list and
can be played. It is Parade under another name; nothing else in the copy is changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SITE = ("accounts", "config", "games", "locale", "static", "templates")
# Of each file of Parade's the copy's: what it is called there, and what is named otherwise in it.
OWN = ("games/rules", "games/boards", "templates/games/boards")
SHEETS = ("static/js/parade.js", "static/img/parade.svg", "static/img/covers/parade.svg")
NAMED = {
    "games.rules.parade": "games.rules.croquet",
    "games.boards.parade": "games.boards.croquet",
    "games/boards/parade": "games/boards/croquet",
    'NAME = "Parade"': 'NAME = "Croquet"',
    "Take as little as you can.": "Mallets that fly away.",
    "Parade is a game by": "Croquet is a game by",
    'CLOTH = "purple"': 'CLOTH = "orange"',
}
VISIT = """
import django
django.setup()
from django.core.management import call_command
from django.test import Client
from django.test.utils import setup_test_environment
call_command("migrate", verbosity=0)
setup_test_environment()
from accounts.models import User
from games import boards, play
from games.models import Table

people = [User.objects.create_user(name, is_guest=True) for name in ("Ada", "Ben")]
here = Client()
here.force_login(people[0])

def page(path):
    answer = here.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    return answer.content.decode()

landing, rules = page("/"), page("/rules/")
for listed in (landing, rules):
    assert "<h2>Croquet</h2>" in listed and "Mallets that fly away." in listed
    assert 'class="cover cloth-orange"' in listed and "img/covers/croquet." in listed
assert "Croquet is a game by" in page("/about/")
assert "The mallets" in page("/rules/croquet/")
assert "Croquet" in page("/open/?game=croquet")
here.post("/open/", {"game": "croquet", "seats": "2", "bots": "0", "level": "easy", "pace": "live", "public": "yes"})
table = Table.objects.get(game="croquet").pk
play.join(table, people[1])
assert "Croquet" in page("/lobby/")
while (here_now := play.load(table)).table.is_running:
    assert 'id="board"' in page(f"/t/{table}/")
    seat = here_now.rules.to_act(here_now.state)[0]
    move, number = here_now.rules.legal_moves(here_now.state, seat)[0], here_now.table.number
    play.submit(table, here_now.seats[seat].user_id, move, key=str(number), seen=number)
assert 'id="result"' in page(f"/t/{table}/")
assert "Croquet" in page(f"/t/{table}/replay/")
assert here.get(f"/t/{table}/record.json").json()["game"] == "croquet"
call_command("audit", table)
"""


def renamed(text: str) -> str:
    for old, new in NAMED.items():
        text = text.replace(old, new)
    return text


def add_croquet(site: Path) -> None:
    """As docs/developing.md says: the game's own files, found by its name."""
    for folder in OWN:
        shutil.copytree(site / folder / "parade", site / folder / "croquet")
        for path in (site / folder / "croquet").rglob("*.*"):
            path.write_text(renamed(path.read_text()))
    for sheet in SHEETS:
        shutil.copy(site / sheet, site / sheet.replace("parade", "croquet"))
    (site / "templates/rules/croquet.en.html").write_text("<p>The mallets are flamingos.</p>")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = Path(tmp_path_factory.mktemp("site"))
    for folder in SITE:
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "manage.py", copy)
    add_croquet(copy)
    return copy


def run(site: Path, *words: str) -> str:
    """What that says on the copy; it must end well."""
    environment = os.environ | {
        "VAR_DIR": str(site / "var"),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": "",
        "LOG_LEVEL": "ERROR",
    }
    environment.pop("DATABASE_URL")
    done = subprocess.run(
        [sys.executable, *words],
        cwd=site,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_a_fifth_game_is_on_every_list_and_is_played_to_its_end(site: Path) -> None:
    run(site, "manage.py", "collectstatic", "--noinput", "-v0")
    assert "0 faults" in run(site, "-c", VISIT)


def test_bots_play_a_fifth_game_against_each_other(site: Path) -> None:
    said = run(site, "manage.py", "simulate", "croquet", "--matches", "1")
    assert '"game":"croquet"' in said.replace(" ", "")
