"""Backups of a site on SQLite are made while it runs, restored completely, and never replace anything by mistake."""

from __future__ import annotations

import json
import os
import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest

from tests.hosting.conftest import Alone
from tests.scale.house import Process
from tests.scale.visitors import Player, Visitor


def moves(file: Path) -> list[tuple[str, int]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT table_id, number FROM games_move ORDER BY 1, 2").fetchall()


def backup(site: Alone, folder: Path) -> Path:
    process = site.manage("backup", folder)
    assert process.returncode == 0, process.stderr
    return max(folder.glob("*.tar.gz"))


def test_a_backup_made_between_moves_is_restored_and_every_match_judged_right(
    alone: Alone, tmp_path: Path
) -> None:
    running = alone.serve()
    try:
        front = cast(Process, alone)
        ada = Visitor(front)
        table = ada.open_table(front, seats=3, bots=2)
        player = Player(ada, front, table)
        player.play_on(2)
        file = backup(alone, tmp_path / "backups")
        player.play_on(1)
        refused = alone.manage("restore", file, "--replace")
        assert (refused.returncode, "runs on" in refused.stderr) == (1, True)
    finally:
        running.stop()
    database = alone.folder / "unbirthday.sqlite3"
    later = moves(database)
    (alone.folder / "secret-key").unlink()
    restored = alone.manage("restore", file, "--replace")
    assert restored.returncode == 0, restored.stderr
    move_rows = moves(database)
    assert len(move_rows) >= 4
    # The site may open tables of its own, so the rows of the table need not be the first ones.
    assert set(move_rows) < set(later)
    audited = alone.manage("audit")
    assert ", 0 faults" in audited.stdout, audited.stdout + audited.stderr
    assert moves(min(alone.folder.glob("*.sqlite3.before-restore-*"))) == later
    assert {path.stat().st_mode & 0o777 for path in (file, database, alone.folder / "secret-key")} == {0o600}


@pytest.fixture(scope="session")
def empty(fresh: Alone, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a backup of a site without matches."""
    return backup(fresh, tmp_path_factory.mktemp("empty"))


def test_a_file_cut_short_changes_nothing(alone: Alone, empty: Path, tmp_path: Path) -> None:
    file = tmp_path / "cut.tar.gz"
    file.write_bytes(empty.read_bytes()[:2000])
    before = (alone.folder / "unbirthday.sqlite3").read_bytes()
    refused = alone.manage("restore", file, "--replace")
    assert "is no backup, or not a whole one" in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert (alone.folder / "unbirthday.sqlite3").read_bytes() == before


def test_a_database_that_is_there_is_replaced_only_if_told_so(alone: Alone, empty: Path) -> None:
    refused = alone.manage("restore", empty)
    assert refused.returncode == 1
    assert "say --replace" in refused.stderr


def with_migration(name: str, backup: Path, folder: Path) -> Path:
    """Return a copy of the backup whose database had one more migration."""
    with tarfile.open(backup) as archive:
        archive.extractall(folder, filter="data")
    about = json.loads((folder / "about.json").read_text())
    (folder / "about.json").write_text(json.dumps(about | {"migrations": [*about["migrations"], name]}))
    with tarfile.open(folder / "later.tar.gz", "w:gz") as archive:
        for part in ("about.json", "database"):
            archive.add(folder / part, part)
    return folder / "later.tar.gz"


def test_a_backup_of_a_newer_version_is_refused(alone: Alone, empty: Path, tmp_path: Path) -> None:
    refused = alone.manage("restore", with_migration("games.9999_later", empty, tmp_path), "--replace")
    assert "made by a newer version (games 9999_later)" in refused.stderr


def test_a_backup_with_a_game_that_is_no_longer_installed_is_restored(
    alone: Alone, empty: Path, tmp_path: Path
) -> None:
    restored = alone.manage("restore", with_migration("slapjack.0001_initial", empty, tmp_path), "--replace")
    assert restored.returncode == 0, restored.stderr


def test_only_the_newest_are_kept(alone: Alone, tmp_path: Path) -> None:
    old = [tmp_path / f"unbirthday-2020010{day}T000000.tar.gz" for day in (1, 2, 3)]
    for path in old:
        path.touch()
    process = alone.manage("backup", tmp_path, "--keep", "2")
    assert "2 old ones removed" in process.stdout
    left = sorted(tmp_path.glob("*.gz"))
    assert (len(left), left[0]) == (2, old[2])


def test_what_a_killed_backup_has_left_is_removed_a_day_later(alone: Alone, tmp_path: Path) -> None:
    old, new = tmp_path / ".making-old", tmp_path / ".making-new"
    half = tmp_path / ".unbirthday-20200101T000000.tar.gz.half"
    for folder in (old, new):
        folder.mkdir()
        (folder / "database").touch()
    half.touch()
    for path in (old, half):
        os.utime(path, (0, 0))
    assert alone.manage("backup", tmp_path).returncode == 0
    assert [path.exists() for path in (old, new, half)] == [False, True, False]


def test_where_no_backup_can_be_made_one_sentence_says_so(alone: Alone) -> None:
    refused = alone.manage("backup", "/proc/nowhere")
    assert refused.returncode == 1
    assert (
        refused.stderr
        == "CommandError: No backup can be made in /proc/nowhere (No such file or directory): name another folder.\n"
    )
