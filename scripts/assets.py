"""Checks of styles and scripts: `make lint` checks them, `scripts/assets.py format` formats them.

The tool is deno, which is installed as a wheel. It formats CSS and JavaScript, lints, and checks types by JSDoc. No
page needs it and nothing is built with it. deno.json configures it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DENO = Path(sys.executable).with_name("deno")
FOLDERS = [ROOT / "static", *sorted(ROOT.glob("games/*/static"))]
# Browsers see all static folders as one, and so must the type checks.
DECLARATIONS = ROOT / "scripts" / "browser.d.ts"


def main() -> int:
    files = [path for folder in FOLDERS for path in folder.rglob("*") if _is_ours(path)]
    if sys.argv[1:] == ["format"]:
        return deno("fmt", *files, DECLARATIONS)
    scripts = [path for path in files if path.suffix == ".js"]
    return (
        deno("fmt", "--check", *files, DECLARATIONS)
        or deno("lint", "--quiet", *scripts)
        or check_types(scripts)
    )


def _is_ours(path: Path) -> bool:
    return path.suffix in (".css", ".js") and path.parent.name != "vendor"


def deno(*words: str | Path, at: Path = ROOT) -> int:
    environment = os.environ | {"DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
    process = subprocess.run([DENO, words[0], "--quiet", *words[1:]], cwd=at, env=environment)
    return process.returncode


def check_types(scripts: list[Path]) -> int:
    with tempfile.TemporaryDirectory() as place:
        together = Path(place)
        for folder in FOLDERS:
            shutil.copytree(folder, together, dirs_exist_ok=True, ignore=shutil.ignore_patterns("vendor"))
        shutil.copy(ROOT / "deno.json", together)
        shutil.copy(DECLARATIONS, together)
        names = [path.relative_to(folder) for path in scripts for folder in FOLDERS if folder in path.parents]
        return deno("check", DECLARATIONS.name, *names, at=together)


if __name__ == "__main__":
    sys.exit(main())
