"""`check --deploy` of a public site reports only what was decided (config/settings.py)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from config.stored_secrets import password

ROOT = Path(__file__).parents[2]


def test_a_public_site_passes_djangos_own_check(tmp_path: Path) -> None:
    public = {
        "HTTPS": "true",
        "ALLOWED_HOSTS": "cards.example.org",
        "SITE_URL": "https://cards.example.org",
        "SECRET_KEY": password(),
        "VAR_DIR": str(tmp_path),
    }
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    ran = subprocess.run(command, cwd=ROOT, env=os.environ | public, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "(3 silenced)" in ran.stdout + ran.stderr
