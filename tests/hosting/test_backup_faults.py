"""Errors of backups and restores: each is reported in one sentence, nothing is lost, and a process that makes backups
for ever continues."""

from __future__ import annotations

import resource
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from config.environment import WrongSetting
from hosting.backups import Backup, due
from hosting.backups.archive import FORMAT, pack, unpack
from scripts.cluster.process import PATIENCE, ROOT, Process, until
from tests.hosting.conftest import Alone
from tests.hosting.test_backups import backup, moves
from tests.hosting.test_wrong_settings import sentence

# In bytes: enough for the files beside an SQLite database, too few for a copy of one.
LITTLE = 100_000


def named(moment: datetime) -> str:
    return f"unbirthday-{moment:%Y%m%dT%H%M%S}.tar.gz"


def test_without_the_settings_of_the_site_no_backup_of_an_empty_one_is_made(
    alone: Alone, tmp_path: Path
) -> None:
    folder = tmp_path / "elsewhere"
    text = sentence(alone, "backup", str(tmp_path / "backups"), VAR_DIR=str(folder))
    assert text == (
        f"The database {folder}/unbirthday.sqlite3 has no tables: run this with the settings of the site, "
        "or start the site first."
    )
    assert not (tmp_path / "backups").exists()


@pytest.mark.parametrize("command", [["backup", "/nowhere"], ["audit"], ["thin"], ["thin", "--restore"]])
def test_the_inspection_refuses_a_database_of_another_program(
    command: list[str], file_database: Path
) -> None:
    MigrationRecorder(connection).record_unapplied("hosting", "0001_initial")
    with pytest.raises(WrongSetting, match=r"is not up to date \(1 migrations are not applied\)"):
        call_command(*command)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations")
    with pytest.raises(WrongSetting, match=f"The database {file_database} has no tables"):
        call_command(*command)


def damage(file: Path) -> None:
    """Damage the file except its first pages, so that it can be opened and its tables listed."""
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2] + b"\xff" * (len(whole) // 2))


def test_a_damaged_database_is_told_and_the_backups_that_are_there_stay(alone: Alone, tmp_path: Path) -> None:
    good = backup(alone, tmp_path)
    file = alone.folder / "unbirthday.sqlite3"
    damage(file)
    text = sentence(alone, "backup", str(tmp_path), "--keep", "1")
    assert text.startswith(f"The database {file} is damaged")
    assert list(tmp_path.glob("*.tar.gz")) == [good]


@pytest.mark.parametrize("keep", ["-1", "two"])
def test_only_a_number_of_backups_can_be_kept(keep: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=f"argument --keep: {keep} is no number of backups"):
        call_command("backup", tmp_path, "--keep", keep)


@pytest.mark.parametrize("spoil", [damage, lambda file: file.write_text("a shopping list\n" * 500)])
def test_a_backup_is_restored_in_place_of_a_damaged_database(
    spoil: Callable[[Path], None], alone: Alone, tmp_path: Path
) -> None:
    good, file = backup(alone, tmp_path), alone.folder / "unbirthday.sqlite3"
    spoil(file)
    spoilt = file.read_bytes()
    restored = alone.manage("restore", good, "--replace")
    assert restored.returncode == 0, restored.stderr
    # Its journal files have longer names.
    assert min(alone.folder.glob("*.sqlite3.before-restore-*")).read_bytes() == spoilt
    assert moves(file) == []
    assert alone.manage("audit").returncode == 0


def limited(site: Alone, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command where no file can grow beyond a few bytes, as on a full disk."""
    return subprocess.run(
        [sys.executable, "manage.py", *map(str, words)],
        cwd=ROOT,
        env=site.environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (LITTLE, LITTLE)),
    )


def test_a_folder_without_room_is_told_and_holds_nothing_in_part(alone: Alone, tmp_path: Path) -> None:
    process = limited(alone, "backup", tmp_path / "full")
    assert (process.returncode, process.stderr.count("\n")) == (1, 1), process.stderr
    assert "can't be copied" in process.stderr
    assert list((tmp_path / "full").iterdir()) == []


def test_where_there_is_no_room_to_restore_nothing_is_changed(alone: Alone, tmp_path: Path) -> None:
    good, file = backup(alone, tmp_path), alone.folder / "unbirthday.sqlite3"
    before = sorted(path.name for path in alone.folder.iterdir())
    process = limited(alone, "restore", good, "--replace")
    assert (process.returncode, process.stderr.count("\n")) == (1, 1), process.stderr
    assert f"can't be unpacked in {alone.folder} (File too large)" in process.stderr
    assert "take another" not in process.stderr
    assert {path.name for path in alone.folder.iterdir()} - {*before, file.name + ".lock"} == set()
    assert moves(file) == []


def test_a_backup_that_is_missing_or_that_the_sites_user_may_not_read_is_told(
    alone: Alone, tmp_path: Path
) -> None:
    file = tmp_path / "unbirthday-20260101T041500.tar.gz"
    assert sentence(alone, "restore", str(file), "--replace") == f"There is no file {file}."
    file.write_bytes(b"")
    file.chmod(0)
    text = sentence(alone, "restore", str(file), "--replace")
    assert text == f"{file} can't be read (Permission denied): let it belong to the site's user."


def test_a_folder_in_which_nothing_can_be_written_is_told(alone: Alone, tmp_path: Path) -> None:
    good = backup(alone, tmp_path)
    alone.folder.chmod(0o500)
    try:
        text = sentence(alone, "restore", str(good), "--replace")
    finally:
        alone.folder.chmod(0o700)
    assert text.startswith(
        f"The folder of the database {alone.folder}/unbirthday.sqlite3 can't be written to ("
    )


def test_a_file_that_is_damaged_within_changes_nothing(alone: Alone, tmp_path: Path) -> None:
    good = backup(alone, tmp_path)
    whole = bytearray(good.read_bytes())
    whole[len(whole) // 2 : len(whole) // 2 + 64] = bytes(64)
    good.write_bytes(whole)
    assert "is no backup, or not a whole one" in sentence(alone, "restore", str(good), "--replace")


def test_a_backup_is_unpacked_by_the_oldest_python_that_will_do(
    monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path
) -> None:
    """Before Python 3.11.4 an archive's members can't be extracted with a filter."""
    settings.VAR_DIR = tmp_path
    (tmp_path / "secret-key").write_text("a key")
    (tmp_path / "copy").write_bytes(b"a database")
    about = Backup(FORMAT, "2026-05-04T12:00:00+00:00", "sqlite", [])
    pack(tmp_path / "backup.tar.gz", about, tmp_path / "copy")

    def old(
        self: Any, member: Any, path: Any = "", set_attrs: bool = True, *, numeric_owner: bool = False
    ) -> None:
        raise AssertionError("unfiltered")

    monkeypatch.setattr(tarfile.TarFile, "extract", old)
    monkeypatch.setattr(tarfile.TarFile, "extractall", old)
    (tmp_path / "place").mkdir()
    assert unpack(tmp_path / "backup.tar.gz", tmp_path / "place") == about
    contents = {path.name: path.read_bytes() for path in (tmp_path / "place").iterdir() if path.suffix == ""}
    assert contents == {"database": b"a database", "secret-key": b"a key"}


def test_old_backups_that_cannot_be_removed_are_told(alone: Alone, tmp_path: Path) -> None:
    (tmp_path / named(datetime(2020, 1, 1, tzinfo=UTC))).mkdir()
    text = sentence(alone, "backup", str(tmp_path), "--keep", "1")
    assert text.startswith(f"A backup is made, and old ones in {tmp_path} can't be removed (")


def test_the_next_backup_is_made_so_long_after_the_newest(tmp_path: Path) -> None:
    now, day = datetime(2026, 5, 4, 12, tzinfo=UTC), timedelta(days=1)
    assert due(tmp_path / "nowhere", day, now) == due(tmp_path, day, now) == now
    (tmp_path / named(now - timedelta(hours=5))).touch()
    assert due(tmp_path, day, now) == now + timedelta(hours=19)
    (tmp_path / named(now + timedelta(days=400))).touch()
    assert due(tmp_path, day, now) == now + day


@contextmanager
def for_ever(site: Alone, folder: Path) -> Iterator[Process]:
    """Run what the container `backup` runs, until the end of the block."""
    words = [sys.executable, "manage.py", "backup", str(folder), "--keep", "14", "--every-hours", "24"]
    process = Process("backup", words, site.environment, site.folder.parent / "backup.log")
    try:
        yield process
    finally:
        process.stop()


def test_a_repeating_backup_makes_none_at_its_start(alone: Alone, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    for _ in range(3):
        with for_ever(alone, folder) as process:
            until("it waits", lambda process=process: "The next backup is made" in process.log.read_text())  # type: ignore[misc]
            process.log.unlink()
    assert len(list(folder.glob("*.tar.gz"))) == 1


def test_a_repeating_backup_goes_on_after_a_fault(alone: Alone, tmp_path: Path) -> None:
    damage(alone.folder / "unbirthday.sqlite3")
    with for_ever(alone, tmp_path / "backups") as process:
        until("it waits", lambda: "The next backup is made" in process.log.read_text())
        assert process.runs
        lines = [line for line in process.log.read_text().splitlines() if "event=backup_failed" in line]
        assert [line.count("is damaged") for line in lines] == [1]
        assert "Traceback" not in process.log.read_text()
