"""Wrong settings are reported in one sentence that says what to do, without a traceback."""

from __future__ import annotations

import ctypes
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from config.environment import Environment, WrongSetting, own_database, own_folder
from config.stored_secrets import password, read_signing_key, stored
from scripts.cluster.process import PATIENCE, ROOT, free_port
from tests.hosting.conftest import Alone

# Root's capabilities to read and write files of others (linux/capability.h), and the call that drops one.
PR_CAPBSET_DROP, READING_OTHERS = 24, (1, 2)
# Looked up here, because between fork and exec another thread's locks stay locked.
PRCTL = ctypes.CDLL(None).prctl


def sentence(site: Alone, *words: str, **settings: str) -> str:
    """Return the one line that a command prints before it exits with status 1."""
    process = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=site.environment | settings,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        preexec_fn=as_others,
    )
    assert process.returncode == 1, process.stdout + process.stderr
    assert process.stderr.count("\n") == 1, process.stderr
    return process.stderr.removesuffix("\n").removeprefix("CommandError: ")


def as_others() -> None:
    """Drop root's right to read all files, which a site's user doesn't have."""
    for right in READING_OTHERS:
        PRCTL(PR_CAPBSET_DROP, right)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"DATABASE_URL": "mysqll://cards"}, "DATABASE_URL is not the address of a database: write it as "),
        (
            {"DATABASE_URL": "postgres://a:b@host:port/cards"},
            "DATABASE_URL is not the address of a database: ",
        ),
        ({"DATABASE_URL": "postgres://a:b@host:5432"}, "DATABASE_URL names no database: "),
        # Otherwise each would be a host, or a port, or nothing.
        (
            {"DATABASE_URL": "postgres://ada:1/2@host/cards"},
            "DATABASE_URL is not the address of a database: ",
        ),
        (
            {"DATABASE_URL": "postgres://ada:1?2@host/cards"},
            "DATABASE_URL is not the address of a database: ",
        ),
        (
            {"DATABASE_URL": "postgres://ada:1#2@host/cards"},
            "DATABASE_URL is not the address of a database: ",
        ),
        ({"DATABASE_URL": "postgres://ada:[2@host/cards"}, "DATABASE_URL is not the address of a database: "),
        (
            {"DATABASE_URL": "sqlite:////nowhere/at/all.sqlite3"},
            "DATABASE_URL puts the database into /nowhere/at, ",
        ),
        ({"DATABASE_URL": "sqlite://cards.sqlite3"}, "DATABASE_URL is not the address of a database: "),
        ({"DATABASE_URL": "sqlite:////tmp"}, "DATABASE_URL is the folder /tmp: name a file in it"),
    ],
)
def test_a_misspelt_database_is_told(settings: dict[str, str], message: str) -> None:
    with pytest.raises(WrongSetting) as wrong:
        Environment(settings).database("DATABASE_URL", Path("/tmp"))
    assert str(wrong.value).startswith(message)
    assert "a:b" not in str(wrong.value)


@pytest.mark.parametrize(
    ("read", "value", "message"),
    [
        (lambda env: env.flag("X"), "ja", "X is 'ja': set it to true or false."),
        (lambda env: env.number("X", 1), "many", "X is 'many': set it to a whole number, 0 or more."),
        (
            lambda env: env.number("X", 1, most=65535),
            "70000",
            "X is '70000': set it to a whole number from 0 to 65535.",
        ),
        (
            lambda env: env.site("X", ""),
            "cards.example.org",
            "X is 'cards.example.org': set it to an address",
        ),
        (
            lambda env: env.site("X", ""),
            "https://cards.example.org/x",
            "X is 'https://cards.example.org/x': set it",
        ),
        (
            lambda env: env.site("X", ""),
            "https://cards.example.org?x=1",
            "X is 'https://cards.example.org?x=1': set",
        ),
        (
            lambda env: env.site("X", ""),
            "https://cards.example.org/#x",
            "X is 'https://cards.example.org/#x': set",
        ),
        (
            lambda env: env.site("X", ""),
            "https://ada@cards.example.org",
            "X is 'https://ada@cards.example.org': set",
        ),
        (lambda env: env.apps("X", []), " ", "X is ' ': name each app once, or leave X out."),
        (
            lambda env: env.apps("X", []),
            "games.parade,games.parade",
            "X is 'games.parade,games.parade': name",
        ),
        (lambda env: env.apps("X", []), "../parade", "X names '../parade', which is not installed"),
        (lambda env: env.sender("X", ""), "", "X is '': set it to a sender such as"),
        (lambda env: env.sender("X", ""), "Unbirthday", "X is 'Unbirthday': set it to a sender"),
        (lambda env: env.sender("X", ""), "Unbirthday <noreply@>", "X is 'Unbirthday <noreply@>': set it"),
        (lambda env: env.channel("X"), "http://host", "X is not the address of a Valkey: "),
        (lambda env: env.mail("X"), "smtp+lts://host", "X is not the address of a mail server: "),
        (lambda env: env.channel("X"), "redis://:1/2@host:6379/0", "X is not the address of a Valkey: "),
        (lambda env: env.mail("X"), "smtp+tls://ada:1#2@host:587", "X is not the address of a mail server: "),
    ],
)
def test_a_setting_that_makes_no_sense_is_told(
    read: Callable[[Environment], object], value: str, message: str
) -> None:
    with pytest.raises(WrongSetting) as wrong:
        read(Environment({"X": value}))
    assert str(wrong.value).startswith(message)


def test_signs_that_end_a_host_may_stand_where_they_belong(tmp_path: Path) -> None:
    read = Environment({"X": "postgres://ada:1%2F2%3F3%234@host:5432/cards?application_name=a@b"})
    database = read.database("X", tmp_path)
    assert (database["HOST"], database["PASSWORD"], database["NAME"]) == ("host", "1/2?3#4", "cards")
    assert Environment({"X": "redis://:a%2Fb@host:6379/0"}).channel("X")
    assert Environment({"X": f"sqlite:///{tmp_path}/a@b.sqlite3"}).database("X", tmp_path)


def test_a_port_of_metrics_that_is_the_sites_own_is_told(alone: Alone) -> None:
    port = str(alone.port)
    text = sentence(alone, "serve", "--port", port, METRICS_PORT=port)
    assert text == f"METRICS_PORT is {port}, the port of the site itself: choose another one."


def test_a_level_that_is_none_is_told() -> None:
    with pytest.raises(WrongSetting, match="LOG_LEVEL is 'loud': set it to one of DEBUG, "):
        Environment({"LOG_LEVEL": "loud"}).log_level("LOG_LEVEL")


@pytest.mark.parametrize("key", ["", "short", "A" * 43, "_" * 43, "é" * 43])
def test_a_vapid_key_that_is_none_is_told(key: str) -> None:
    with pytest.raises(WrongSetting, match="The VAPID key is none"):
        read_signing_key(key)


@pytest.mark.parametrize("content", [b"", b"\n", b"\xff\xfe"])
def test_a_key_file_that_is_empty_or_no_text_is_told(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "secret-key").write_bytes(content)
    with pytest.raises(WrongSetting, match=r"The key in .*/secret-key "):
        stored(tmp_path / "secret-key", password)


def test_a_folder_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "var").touch()
    with pytest.raises(WrongSetting, match=r"VAR_DIR is .*/var, which can't be used as a folder"):
        own_folder(tmp_path / "var")


def test_the_folder_and_the_database_are_for_their_owner_only(tmp_path: Path) -> None:
    folder, file = tmp_path / "var", tmp_path / "var" / "site.sqlite3"
    own_folder(folder)
    own_database(file)
    assert (folder.stat().st_mode & 0o777, file.stat().st_mode & 0o777) == (0o700, 0o600)
    (folder / "secret-key").touch()
    folder.chmod(0o755)
    file.chmod(0o644)
    own_folder(folder)
    own_database(file)
    assert (folder.stat().st_mode & 0o777, file.stat().st_mode & 0o777) == (0o700, 0o600)


def test_a_folder_that_others_use_too_is_left_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "something of others").touch()
    own_folder(tmp_path)
    assert tmp_path.stat().st_mode & 0o777 == 0o755


def test_a_mail_server_that_has_no_time_to_answer_is_told(alone: Alone) -> None:
    text = sentence(alone, "check", EMAIL_TIMEOUT="0")
    assert text == "EMAIL_TIMEOUT is '0': set it to a whole number, 1 or more."


def test_an_unreadable_folder_is_told(alone: Alone) -> None:
    alone.folder.chmod(0o000)
    try:
        text = sentence(alone, "check")
    finally:
        alone.folder.chmod(0o700)
    assert text.startswith(
        f"VAR_DIR is {alone.folder}, which can't be used as a folder (Permission denied): "
    )


def test_a_database_that_cannot_be_written_is_told(alone: Alone) -> None:
    (alone.folder / "unbirthday.sqlite3").chmod(0o000)
    assert " can't be opened: " in sentence(alone, "migrate")


def test_a_postgresql_that_is_not_there_is_told_at_once(alone: Alone) -> None:
    port = free_port()
    text = sentence(
        alone, "serve", "--port", str(alone.port), DATABASE_URL=f"postgres://ada:tea@127.0.0.1:{port}/cards"
    )
    assert text == f"PostgreSQL at 127.0.0.1:{port} can't be reached: start it, or mend DATABASE_URL."


@pytest.mark.parametrize(
    "option", ["connect_timeout=soon", "colour=red", "sslmode=maybe", "keepalives=often"]
)
def test_a_wrong_option_of_the_database_is_told(alone: Alone, option: str) -> None:
    text = sentence(
        alone, "migrate", DATABASE_URL=f"postgres://ada:tea@127.0.0.1:{free_port()}/cards?{option}"
    )
    assert text.startswith("DATABASE_URL has a wrong option after its question mark: ")


def test_a_game_that_is_an_app_of_the_site_is_told(alone: Alone) -> None:
    assert sentence(alone, "check", GAMES="games.coach").startswith("GAMES names an app that the site has")


def test_a_truncated_database_is_told(alone: Alone) -> None:
    file = alone.folder / "unbirthday.sqlite3"
    file.write_bytes(file.read_bytes()[:8192])
    text = sentence(alone, "serve", "--port", str(alone.port))
    assert text == f"The database {file} is damaged: stop the site and restore a backup (manage.py restore)."


def test_a_file_that_is_no_database_is_told(alone: Alone) -> None:
    file = alone.folder / "unbirthday.sqlite3"
    file.write_text("a shopping list, and a long one\n" * 100)
    text = sentence(alone, "serve", "--port", str(alone.port))
    assert text == f"{file} is no SQLite database: name another file in DATABASE_URL, or restore a backup."


def test_another_programs_database_is_told_and_left_as_it_is(alone: Alone) -> None:
    file = alone.folder / "unbirthday.sqlite3"
    file.unlink()
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE recipes (name text)")
    text = sentence(alone, "serve", "--port", str(alone.port))
    assert (
        text
        == f"The database {file} holds another program's tables (recipes): name an empty one in DATABASE_URL."
    )
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]


@pytest.mark.parametrize("port", ["70000", "-1", "tea"])
def test_a_port_that_is_none_is_told(alone: Alone, port: str) -> None:
    assert sentence(alone, "serve", f"--port={port}") == f"The port is {port!r}: choose one from 1 to 65535."


def test_a_second_site_on_the_same_database_is_told_which_one_runs(alone: Alone) -> None:
    running = alone.serve()
    try:
        same = sentence(alone, "serve", "--port", str(alone.port))
        other = sentence(alone, "serve", "--port", str(free_port()))
    finally:
        running.stop()
    assert same.startswith(f"Port {alone.port} is taken. ")
    assert other == (
        f"A site runs on {alone.folder}/unbirthday.sqlite3 already (process {running.popen.pid}): "
        "use that one, or stop it first."
    )
