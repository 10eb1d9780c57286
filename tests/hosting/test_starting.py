"""What a process checks before it serves, and how it uses its command line."""

from __future__ import annotations

import re
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest

from scripts.cluster.process import Process, until
from tests.hosting.conftest import Alone
from tests.hosting.observability.test_health import ask
from tests.hosting.test_deploy import COMPOSE
from tests.hosting.test_wrong_settings import sentence
from tests.scale.visitors import Visitor

# Nothing needs to answer there: both check the files and the database first.
CHANNEL = {"CHANNEL_URL": "redis://127.0.0.1:1/0"}


def words(site: Alone, command: str) -> list[str]:
    return [command, "--port", str(site.port)] if command == "serve" else [command]


@pytest.mark.parametrize("command", ["serve", "scheduler"])
def test_without_its_static_files_a_site_does_not_start(alone: Alone, tmp_path: Path, command: str) -> None:
    # As after an upgrade whose files were collected elsewhere.
    text = sentence(alone, *words(alone, command), STATIC_ROOT=str(tmp_path / "elsewhere"), **CHANNEL)
    assert text == (
        f"The static files have not been collected into {tmp_path}/elsewhere. "
        "Run manage.py collectstatic --noinput, and restart the site."
    )


def test_with_some_static_files_missing_a_site_does_not_start(alone: Alone, tmp_path: Path) -> None:
    static = Path(shutil.copytree(alone.static, tmp_path / "static"))
    listed = static / "staticfiles.json"
    # As collected by an older version.
    listed.write_text(re.sub(r'"css/site\.css": "[^"]+", ', "", listed.read_text()))
    text = sentence(alone, *words(alone, "serve"), STATIC_ROOT=str(static))
    assert text.startswith("1 static files are missing, such as css/site.css. Run manage.py collectstatic ")


def test_a_site_whose_static_files_are_gone_is_not_ready_but_stores(alone: Alone, tmp_path: Path) -> None:
    static = Path(shutil.copytree(alone.static, tmp_path / "static"))
    running = alone.serve(STATIC_ROOT=str(static))
    try:
        until("it is ready", lambda: ask(alone, "/readyz") == (200, "ready\n"))
        shutil.rmtree(static)
        assert ask(alone, "/readyz") == (503, f"the static files have not been collected into {static}\n")
        assert ask(alone, "/readyz/store") == (200, "ready\n")
    finally:
        running.stop()


def applied(site: Alone, app: str, name: str) -> None:
    """Record a migration that this code doesn't have."""
    with closing(sqlite3.connect(site.folder / "unbirthday.sqlite3")) as connection, connection:
        row = (app, name, "2031-01-01 00:00:00")
        connection.execute("INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, ?)", row)


@pytest.mark.parametrize("command", ["serve", "scheduler", "audit", "thin"])
def test_code_that_is_older_than_its_database_refuses_it(alone: Alone, command: str) -> None:
    applied(alone, "games", "0999_of_tomorrow")
    assert sentence(alone, *words(alone, command), **CHANNEL) == (
        f"The database {alone.folder}/unbirthday.sqlite3 is of a newer version (games 0999_of_tomorrow) than this one, "
        f"{version(alone)}: start the newer version again, or restore a backup that this one has made."
    )


def test_a_scheduler_that_is_started_first_waits_until_the_database_is_migrated(
    fresh: Alone, tmp_path: Path
) -> None:
    site = Alone(tmp_path / "var", fresh.static)
    words = [sys.executable, "manage.py", "scheduler"]
    running = Process("scheduler", words, site.environment | CHANNEL, tmp_path / "log")
    try:
        until("it says so", lambda: "Waiting until a web process has migrated" in running.log.read_text())
        assert "scheduler_started" not in running.log.read_text()
        assert site.manage("migrate", "-v0").returncode == 0
        until("it runs", lambda: "event=scheduler_started" in running.log.read_text())
        assert "scheduler_round_failed" not in running.log.read_text()
    finally:
        running.stop()


def test_migrations_of_a_removed_game_make_no_database_newer(alone: Alone) -> None:
    applied(alone, "a_game_of_others", "0001_initial")
    assert alone.manage("audit").returncode == 0
    assert alone.manage("doctor", "--only", "migrations").returncode == 0


def version(site: Alone) -> str:
    match = re.fullmatch(r"Unbirthday (\d+\.\d+)\n", site.manage("version").stdout)
    assert match is not None
    return match[1]


def test_the_images_are_tagged_with_the_version_that_the_site_tells(alone: Alone) -> None:
    images = {
        service["image"]
        for service in COMPOSE["services"].values()
        if service["image"].startswith("unbirthday")
    }
    assert images == {f"unbirthday:{version(alone)}", f"unbirthday-proxy:{version(alone)}"}


class Unnamed(Alone):
    """A site whose address isn't set."""

    @property
    def environment(self) -> dict[str, str]:
        return {name: value for name, value in super().environment.items() if name != "SITE_URL"}


def test_links_in_mails_lead_to_the_port_that_is_served(alone: Alone) -> None:
    site = Unnamed(alone.folder, alone.static)
    running = site.serve()
    try:
        web = cast(Any, site)
        visitor = Visitor(web)
        form = {"username": "Ada", "password1": "croquet flamingo 7", "email": "ada@example.org"}
        assert visitor.post(web, "/accounts/signup/", **form)[0] == 200
        until("it is mailed", lambda: "/accounts/confirm-email/" in running.log.read_text())
        links = set(re.findall(r"http://[^/\s]+(?=/accounts/)", running.log.read_text()))
        assert links == {f"http://localhost:{site.port}"}
    finally:
        running.stop()
