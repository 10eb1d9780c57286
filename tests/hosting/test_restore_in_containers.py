"""Backup and restore can write only where the containers can."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from scripts.cluster.process import PATIENCE, ROOT
from tests.hosting.conftest import Alone
from tests.hosting.test_deploy import DOCUMENTED, SERVICES
from tests.hosting.test_wrong_settings import as_others

VAR_DIR, BACKUPS = "/var/lib/unbirthday", "/backups"
# The command in the documentation: the service and its arguments.
RESTORE = re.compile(r"docker compose run --rm (\w+) restore /backups/\S+ (--replace)")


def in_container(site: Alone, name: str, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the service of compose.yaml with folders as its volumes. It can't write to read-only mounts."""
    volumes, closed = {}, []
    for line in SERVICES[name]["volumes"]:
        volume, place, *mode = line.split(":")
        volumes[place] = folder / volume
        if mode == ["ro"]:
            closed.append(folder / volume)
    # The database is elsewhere.
    environment = site.environment | {
        "VAR_DIR": str(volumes[VAR_DIR]),
        "DATABASE_URL": f"sqlite:///{site.folder}/unbirthday.sqlite3",
    }
    for closed_folder in closed:
        closed_folder.chmod(0o500)
    try:
        return subprocess.run(
            [
                sys.executable,
                "manage.py",
                *(re.sub(f"^{BACKUPS}", str(volumes[BACKUPS]), word) for word in words),
            ],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            preexec_fn=as_others,
        )
    finally:
        for closed_folder in closed:
            closed_folder.chmod(0o700)


def test_a_backup_of_the_container_is_restored_by_the_documented_command(
    alone: Alone, tmp_path: Path
) -> None:
    for volume in ("backups", "static", "keys"):
        (tmp_path / volume).mkdir(mode=0o700)
    for name in ("secret-key", "vapid-key"):
        shutil.copy(alone.folder / name, tmp_path / "keys")
    key = (alone.folder / "secret-key").read_text()
    once = SERVICES["backup"]["command"][2:]
    process = in_container(alone, "backup", tmp_path, *once[: once.index("--every-hours")])
    assert process.returncode == 0, process.stderr
    (file,) = (tmp_path / "backups").glob("*.tar.gz")
    (tmp_path / "keys" / "secret-key").write_text("another key, which is not the one of the backup\n")

    match = RESTORE.search(DOCUMENTED)
    assert match
    restored = in_container(alone, match[1], tmp_path, "restore", f"{BACKUPS}/{file.name}", match[2])
    assert restored.returncode == 0, restored.stderr
    assert restored.stdout.count("What was there before is now") == 2
    assert (tmp_path / "keys" / "secret-key").read_text() == key
    # The other containers have no volume for it, which one sentence says.
    refused = in_container(alone, "backup", tmp_path, "restore", f"{BACKUPS}/{file.name}", match[2])
    assert refused.stderr.startswith("CommandError: Nothing can be restored into VAR_DIR")
