"""Prepare everything: the environment in .venv, the packages, the translations, the collected static files.

`python3 scripts/setup.py play` is for the site, `... test` also for the tests. Only the standard library is used, in
syntax that an old Python can read, so that it can say that it is too old. Finished work leaves a stamp with a hash of
its input, so that the next start does nothing and needs no network.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
OLDEST = (3, 11)
VAR = Path(os.environ.get("VAR_DIR") or str(ROOT / "var"))
STATIC = Path(os.environ.get("STATIC_ROOT") or str(VAR / "static"))


def main() -> None:
    with open(str(ROOT / ".setup.lock"), "w") as lock:
        # Two at once would break each other's environment. The second one finds everything done.
        fcntl.flock(lock, fcntl.LOCK_EX)
        make_ready()


def make_ready() -> None:
    if not works():
        make_environment()
    install("requirements-dev.txt" if "test" in sys.argv[1:] else "requirements.txt")
    compile_translations()
    collect_static()


NAME_IT = "If a newer one is installed, name it: make PYTHON=python3.12 play"
NO_VENV = (
    "Python's venv module is missing or incomplete. "
    "Install it (Debian, Ubuntu: apt install python3-venv) and run make again."
)


def run(*command: object, **kwargs: Any) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run([str(word) for word in command], cwd=str(ROOT), stdin=subprocess.DEVNULL, **kwargs)


def works() -> bool:
    """Return True if .venv holds pip and a Python that is new enough."""
    script = "import importlib.util as i, sys; sys.exit(sys.version_info < {} or not i.find_spec('pip'))"
    return PYTHON.exists() and run(PYTHON, "-c", script.format(OLDEST)).returncode == 0


def make_environment() -> None:
    """Make a new .venv. Remove one that could not be finished."""
    if sys.version_info < OLDEST:
        sys.exit(
            "Python 3.11 or newer is needed, and this is {}.{}. ".format(*sys.version_info[:2]) + NAME_IT
        )
    print("Making .venv ...", flush=True)
    shutil.rmtree(str(VENV), ignore_errors=True)
    outcome = run(sys.executable, "-m", "venv", VENV, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if outcome.returncode or not works():
        shutil.rmtree(str(VENV), ignore_errors=True)
        sys.exit(NO_VENV)


def install(name: str) -> None:
    """Install the pinned packages with their hashes. requirements-dev.txt includes requirements.txt."""
    wanted = digest(ROOT / "requirements.txt", ROOT / "requirements-dev.txt")
    stamps = [VENV / "installed-requirements-dev.txt"]
    stamps += [VENV / "installed-requirements.txt"] if name == "requirements.txt" else []
    if any(stamped(path, wanted) for path in stamps):
        return
    print(f"Installing what {name} names, once; it takes a minute ...", flush=True)
    pip = [PYTHON, "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--quiet"]
    if run(*pip, "--require-hashes", "-r", ROOT / name).returncode:
        sys.exit(f"The packages in {name} could not be installed: pip says above why.")
    stamp(VENV / f"installed-{name}", wanted)


def compile_translations() -> None:
    sources = sorted((ROOT / "locale").glob("*/LC_MESSAGES/*.po"))
    if all(newer(source.with_suffix(".mo"), source) for source in sources):
        return
    if run(PYTHON, ROOT / "scripts" / "translations.py", "compile").returncode:
        sys.exit("The translations could not be compiled: the message above says which line is wrong.")


def newer(target: Path, source: Path) -> bool:
    return target.exists() and target.stat().st_mtime >= source.stat().st_mtime


def collect_static() -> None:
    """Collect static files only if a file, a package or the folder has changed, because it takes seconds."""
    folders = [ROOT / "static"] + sorted(ROOT.glob("games/*/static"))
    files = [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]
    listing = "\n".join(f"{path} {path.stat().st_mtime_ns}" for path in files)
    made_by = digest(ROOT / "requirements.txt", ROOT / "hosting" / "storage.py")
    games = os.environ.get("GAMES", "")
    # DEBUG adds apps with static files of their own.
    wanted = hashlib.sha256((listing + made_by + games + os.environ.get("DEBUG", "")).encode()).hexdigest()
    # Games that pip installs may have changed; their files are not hashed here.
    packages = [name for name in games.split(",") if name and not name.startswith("games.")]
    if not packages and stamped(STATIC / "stamp", wanted):
        return
    print("Collecting the static files ...", flush=True)
    if run(PYTHON, ROOT / "manage.py", "collectstatic", "--noinput", "-v0").returncode:
        sys.exit("The static files could not be collected: the message above says why.")
    stamp(STATIC / "stamp", wanted)


def digest(*paths: Path) -> str:
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in paths)).hexdigest()


def stamped(path: Path, wanted: str) -> bool:
    return path.exists() and path.read_text() == wanted


def stamp(path: Path, text: str) -> None:
    path.write_text(text)


if __name__ == "__main__":
    main()
