"""The format of a backup: a compressed tar archive of `about.json`, `database` and the keys."""

from __future__ import annotations

import json
import os
import shutil
import tarfile
import zlib
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings

FORMAT = "unbirthday-backup/1"
ABOUT, DATABASE, KEYS = "about.json", "database", ("secret-key", "vapid-key")


class Unusable(Exception):
    """No backup can be made or restored. The message is one sentence with the reason and what to do."""


@dataclass(frozen=True)
class Backup:
    """The content of `about.json`.

    `made` is in ISO 8601, `engine` is sqlite or postgresql, `migrations` are app.name.
    """

    format: str
    made: str
    engine: str
    migrations: list[str]


def engine() -> str:
    return "sqlite" if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3") else "postgresql"


def pack(target: Path, about: Backup, database: Path) -> None:
    """Write the archive atomically. It is on the disk when this returns."""
    half = target.with_name(f".{target.name}.half")
    note = database.with_name(ABOUT)
    note.write_text(json.dumps(asdict(about), indent=1))
    try:
        with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            with tarfile.open(fileobj=file, mode="w:gz", compresslevel=3) as archive:
                archive.add(note, ABOUT)
                archive.add(database, DATABASE)
                for name in KEYS:
                    if (Path(settings.VAR_DIR) / name).exists():
                        archive.add(Path(settings.VAR_DIR) / name, name)
            file.flush()
            os.fsync(file.fileno())
        half.replace(target)
    finally:
        half.unlink(missing_ok=True)


def refuse_damaged(archive: tarfile.TarFile) -> None:
    """Read the archive to its end, where the checksum is, which tarfile ignores. Raises the reader's errors."""
    source = archive.fileobj
    assert source is not None
    while source.read(1_048_576):
        pass
    source.seek(0)


def unpack(source: Path, folder: Path) -> Backup:
    """Unpack the parts as files of these names in the folder. Unusable if it is no backup, or not a whole one."""
    try:
        opened = source.open("rb")
    except FileNotFoundError:
        raise Unusable(f"There is no file {source}.") from None
    except OSError as error:
        raise Unusable(
            f"{source} can't be read ({error.strerror}): let it belong to the site's user."
        ) from None
    try:
        with opened, tarfile.open(fileobj=opened, mode="r:gz") as archive:
            refuse_damaged(archive)
            parts = {member.name: member for member in archive.getmembers() if member.isfile()}
            for name in (ABOUT, DATABASE, *KEYS):
                if name in parts and (part := archive.extractfile(parts[name])):
                    with part, (folder / name).open("wb") as file:
                        shutil.copyfileobj(part, file)
        about = Backup(**json.loads((folder / ABOUT).read_text()))
    except FileNotFoundError as error:
        raise Unusable(f"{source} is no backup: {Path(error.filename).name} is missing.") from None
    except (OSError, EOFError, tarfile.TarError, zlib.error, ValueError, TypeError) as error:
        # Errors of the operating system have numbers; those of the archive's reader have none.
        if number := getattr(error, "errno", None):
            raise Unusable(
                f"{source} can't be unpacked in {folder.parent} ({os.strerror(number)})."
            ) from None
        raise Unusable(f"{source} is no backup, or not a whole one ({error}): take another one.") from None
    if about.format != FORMAT:
        raise Unusable(
            f"{source} is a backup of another kind ({about.format}): restore it with the version that made it."
        )
    return about
