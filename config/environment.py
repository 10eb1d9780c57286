"""Settings from the environment, checked. A mistyped setting is reported in one sentence with its name and a remedy.

Used by config/settings.py. Imports nothing of Django, so that it works before Django is set up.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from email.utils import parseaddr
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ

LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
YES, NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0", "")
DATABASES = ("sqlite", "postgres", "postgresql")
CHANNELS = ("redis", "rediss", "valkey", "unix")
MAILS = ("consolemail", "filemail", "memorymail", "dummymail", "smtp", "smtps", "smtp+tls", "smtp+ssl")

# Characters that would end the host name.
ESCAPES = " In a password write % as %25, / as %2F, ? as %3F and # as %23."


class WrongSetting(Exception):
    """One sentence for the host: what is wrong, and what to do."""


class Environment:
    """The settings by name. Each method raises WrongSetting if the value makes no sense."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self.values = values
        self.env = environ.Env()
        # The names of all settings. The doctor compares them with the environment.
        self.names: set[str] = set()

    def text(self, name: str, default: str = "") -> str:
        self.names.add(name)
        return self.values.get(name, default)

    def words(self, name: str, default: list[str]) -> list[str]:
        """Return words that are separated by commas."""
        text = self.text(name)
        if name not in self.values:
            return default
        return [word.strip() for word in text.split(",") if word.strip()]

    def apps(self, name: str, default: list[str]) -> list[str]:
        """Return the names of installed Python packages, at least one."""
        packages = self.words(name, default)
        if not packages or len(set(packages)) < len(packages):
            raise WrongSetting(f"{name} is {self.text(name)!r}: name each app once, or leave {name} out.")
        for word in packages:
            with suppress(ImportError, ValueError):
                if find_spec(word):
                    continue
            raise WrongSetting(f"{name} names {word!r}, which is not installed: install it, or leave it out.")
        return packages

    def flag(self, name: str) -> bool:
        text = self.text(name).strip().lower()
        if text not in YES + NO:
            raise WrongSetting(f"{name} is {text!r}: set it to true or false.")
        return text in YES

    def number(self, name: str, default: int, least: int = 0, most: int | None = None) -> int:
        text = self.text(name, str(default)).strip()
        if (
            not (text.isascii() and text.isdigit())
            or int(text) < least
            or (most is not None and int(text) > most)
        ):
            limit = f" from {least} to {most}" if most is not None else f", {least} or more"
            raise WrongSetting(f"{name} is {text!r}: set it to a whole number{limit}.")
        return int(text)

    def site(self, name: str, default: str) -> str:
        """Return the public URL, without a slash at its end."""
        text = self.text(name, default).rstrip("/")
        with suppress(ValueError):
            parts = urlsplit(text)
            is_bare = "@" not in parts.netloc and not (parts.path or parts.query or parts.fragment)
            if parts.scheme in ("http", "https") and parts.hostname and is_bare and parts.port != 0:
                return text
        raise WrongSetting(f"{name} is {text!r}: set it to an address such as https://cards.example.org.")

    def sender(self, name: str, default: str) -> str:
        """Return the sender of mails: an address, alone or after a name."""
        text = self.text(name, default)
        if not all(parseaddr(text)[1].partition("@")):
            raise WrongSetting(
                f"{name} is {text!r}: set it to a sender such as Unbirthday <noreply@cards.example.org>."
            )
        return text

    def log_level(self, name: str) -> str:
        level = self.text(name, "INFO")
        if level.upper() not in LOG_LEVELS:
            raise WrongSetting(f"{name} is {level!r}: set it to one of {', '.join(LOG_LEVELS)}.")
        return level.upper()

    def channel(self, name: str) -> str:
        text = self.text(name, "")
        if text and (_scheme(text) not in CHANNELS or not _has_port(text)):
            raise WrongSetting(
                f"{name} is not the address of a Valkey: write it as redis://host:6379/0.{ESCAPES}"
            )
        return text

    def mail(self, name: str) -> dict[str, Any]:
        text = self.text(name, "consolemail://")
        if _scheme(text) not in MAILS or not _has_port(text):
            raise WrongSetting(
                f"{name} is not the address of a mail server: write it as smtp+tls://user:password@host:587.{ESCAPES}"
            )
        return dict(self.env.email_url_config(text))

    def database(self, name: str, folder: Path) -> dict[str, Any]:
        """Return Django's description of the database. No error sentence contains the password."""
        text = self.text(name) or f"sqlite:///{folder}/unbirthday.sqlite3"
        # What stands in place of SQLite's host is not used: sqlite://file would be a database in memory.
        misses_slash = _scheme(text) == "sqlite" and "///" not in text
        if _scheme(text) not in DATABASES or not _has_port(text) or misses_slash:
            raise WrongSetting(
                f"{name} is not the address of a database: write it as postgres://user:password@host:5432/name "
                f"or sqlite:////folder/file.sqlite3, or leave it out.{ESCAPES}"
            )
        config = dict(self.env.db_url_config(text))
        if _scheme(text) == "sqlite":
            _refuse_no_folder(name, Path(str(config["NAME"])))
        elif not config["NAME"]:
            raise WrongSetting(
                f"{name} names no database: write it after the last slash, as in …@host:5432/name."
            )
        return config


def _scheme(address: str) -> str:
    return address.partition("://")[0].lower() if "://" in address else ""


def _has_port(address: str) -> bool:
    """Return True if the port is missing or a number, and no character of a password ends the host."""
    with suppress(ValueError):
        parts = urlsplit(address)
        after = parts.path + parts.fragment or parts.query
        return (parts.port or 1) > 0 and not (parts.netloc and "@" not in parts.netloc and "@" in after)
    return False


def _refuse_no_folder(name: str, file: Path) -> None:
    if str(file) == ":memory:":
        return
    if not file.parent.is_dir():
        raise WrongSetting(
            f"{name} puts the database into {file.parent}, which is no folder: make it, or name another."
        )
    if file.is_dir():
        raise WrongSetting(
            f"{name} is the folder {file}: name a file in it, such as {file}/unbirthday.sqlite3."
        )


def own_folder(path: Path) -> Path:
    """Create the folder of the site's files. Make it private if it is new, empty or already the site's."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        names = {entry.name for entry in path.iterdir()}
    except OSError as error:
        raise WrongSetting(
            f"VAR_DIR is {path}, which can't be used as a folder ({error.strerror}): "
            f"name another one, or make it one that {_who()} may write to."
        ) from None
    if not names or "secret-key" in names:
        _close(path, 0o700)
    return path


def own_database(file: Path) -> None:
    """Make the database and SQLite's files beside it private. SQLite itself uses the umask.

    If a file can't be created or changed, opening the database reports it.
    """
    if str(file) == ":memory:" or not file.parent.is_dir():
        return
    with suppress(OSError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    for path in (file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")):
        _close(path, 0o600)


def _close(path: Path, mode: int) -> None:
    """Remove the permissions of others, but not of a shared folder such as /tmp."""
    with suppress(OSError):
        status = path.stat()
        if status.st_uid == os.geteuid() and status.st_mode & 0o077 and not status.st_mode & stat.S_ISVTX:
            path.chmod(mode)


def _who() -> str:
    return f"the user with number {os.geteuid()}"
