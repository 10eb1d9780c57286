"""What the environment says, read once and doubted: whoever mistypes a setting gets one sentence that names it and says
what would be right. Used by config/settings.py; imports nothing of Django, so that it works before Django does."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from contextlib import suppress
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

# What would else end the host in an address, wherever it stands.
SIGNS = " In a password write % as %25, / as %2F, ? as %3F and # as %23."


class WrongSetting(Exception):
    """One sentence for whoever hosts the site: what is wrong, and what to do."""


class Environment:
    """The settings by name. Each method raises WrongSetting if what is there makes no sense."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self.values = values
        self.env = environ.Env()
        # Of all that were asked for: the doctor compares them with what is set.
        self.names: set[str] = set()

    def text(self, name: str, default: str = "") -> str:
        self.names.add(name)
        return self.values.get(name, default)

    def words(self, name: str, default: list[str]) -> list[str]:
        """Parted by commas."""
        said = self.text(name)
        if name not in self.values:
            return default
        return [word.strip() for word in said.split(",") if word.strip()]

    def apps(self, name: str, default: list[str]) -> list[str]:
        """Python packages that are there."""
        for word in (found := self.words(name, default)):
            with suppress(ModuleNotFoundError, ValueError):
                if find_spec(word):
                    continue
            raise WrongSetting(f"{name} names {word!r}, which is not installed: install it, or leave it out.")
        return found

    def flag(self, name: str, default: bool) -> bool:
        said = self.text(name, "true" if default else "false").strip().lower()
        if said not in YES + NO:
            raise WrongSetting(f"{name} is {said!r}: set it to true or false.")
        return said in YES

    def number(self, name: str, default: int, least: int = 0, most: int | None = None) -> int:
        said = self.text(name, str(default)).strip()
        if (
            not (said.isascii() and said.isdigit())
            or int(said) < least
            or (most is not None and int(said) > most)
        ):
            limit = f" from {least} to {most}" if most is not None else f", {least} or more"
            raise WrongSetting(f"{name} is {said!r}: set it to a whole number{limit}.")
        return int(said)

    def site(self, name: str, default: str) -> str:
        """The public address, without a slash at its end."""
        said = self.text(name, default).rstrip("/")
        with suppress(ValueError):
            parts = urlsplit(said)
            if parts.scheme in ("http", "https") and parts.hostname and not parts.path and parts.port != 0:
                return said
        raise WrongSetting(f"{name} is {said!r}: set it to an address such as https://cards.example.org.")

    def log_level(self, name: str, default: str) -> str:
        level = self.text(name, default)
        if level.upper() not in LOG_LEVELS:
            raise WrongSetting(f"{name} is {level!r}: set it to one of {', '.join(LOG_LEVELS)}.")
        return level.upper()

    def channel(self, name: str) -> str:
        said = self.text(name, "")
        if said and (_scheme(said) not in CHANNELS or not _has_port(said)):
            raise WrongSetting(
                f"{name} is not the address of a Valkey: write it as redis://host:6379/0.{SIGNS}"
            )
        return said

    def mail(self, name: str) -> dict[str, Any]:
        said = self.text(name, "consolemail://")
        if _scheme(said) not in MAILS or not _has_port(said):
            raise WrongSetting(
                f"{name} is not the address of a mail server: write it as smtp+tls://user:password@host:587.{SIGNS}"
            )
        return dict(self.env.email_url_config(said))

    def database(self, name: str, folder: Path) -> dict[str, Any]:
        """Django's description of the database; the password stands in no sentence."""
        said = self.text(name) or f"sqlite:///{folder}/unbirthday.sqlite3"
        if _scheme(said) not in DATABASES or not _has_port(said):
            raise WrongSetting(
                f"{name} is not the address of a database: write it as postgres://user:password@host:5432/name "
                f"or sqlite:////folder/file.sqlite3, or leave it out.{SIGNS}"
            )
        found = dict(self.env.db_url_config(said))
        if _scheme(said) == "sqlite":
            _refuse_no_folder(name, Path(str(found["NAME"])))
        elif not found["NAME"]:
            raise WrongSetting(
                f"{name} names no database: write it after the last slash, as in …@host:5432/name."
            )
        return found


def _scheme(address: str) -> str:
    return address.partition("://")[0].lower() if "://" in address else ""


def _has_port(address: str) -> bool:
    """Whether a port that is given is a number, and no password ends the host; the rest of an address may be
    anything."""
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
    """The folder in which the site keeps what it makes; for its owner only if it is new, empty or already ours."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        names = {each.name for each in path.iterdir()}
    except OSError as error:
        raise WrongSetting(
            f"VAR_DIR is {path}, which can't be used as a folder ({error.strerror}): "
            f"name another one, or make it one that {_who()} may write to."
        ) from None
    if not names or "secret-key" in names:
        _close(path, 0o700)
    return path


def own_database(file: Path) -> None:
    """The database and what SQLite puts beside it, for their owner only: SQLite itself would take what the umask
    leaves. Where the file can't be made or changed, whoever opens it says so."""
    if str(file) == ":memory:" or not file.parent.is_dir():
        return
    with suppress(OSError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    for each in (file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")):
        _close(each, 0o600)


def _close(path: Path, mode: int) -> None:
    """Take from others what they may not have; a folder that all share (/tmp) is nobody's to close."""
    with suppress(OSError):
        found = path.stat()
        if found.st_uid == os.geteuid() and found.st_mode & 0o077 and not found.st_mode & stat.S_ISVTX:
            path.chmod(mode)


def _who() -> str:
    return f"the user with number {os.geteuid()}"
