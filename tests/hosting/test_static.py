"""Collecting static files beside a running site."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from pathlib import Path

import pytest

from hosting.management.commands.collectstatic import KEPT, put_in_place
from tests.hosting.conftest import Alone


def stylesheets(static: Path) -> list[Path]:
    listed = json.loads((static / "staticfiles.json").read_text())["paths"]
    return [static / name for source, name in listed.items() if source.startswith("css/")]


def test_files_are_all_there_at_every_moment_of_being_collected_again(alone: Alone, tmp_path: Path) -> None:
    static = tmp_path / "static"
    first = alone.manage("collectstatic", "--noinput", STATIC_ROOT=str(static))
    assert first.returncode == 0, first.stderr
    names = [*stylesheets(static), static / "staticfiles.json"]
    is_collected = threading.Event()
    missing: list[Path] = []

    def look() -> None:
        while not is_collected.is_set():
            missing.extend(path for path in names if not path.exists() or not path.stat().st_size)

    watcher = threading.Thread(target=look)
    watcher.start()
    again: list[subprocess.CompletedProcess[str]] = []
    try:
        # An old habit, which clears nothing here.
        again.append(alone.manage("collectstatic", "--noinput", "--clear", STATIC_ROOT=str(static)))
    finally:
        is_collected.set()
        watcher.join()
    assert again[0].returncode == 0, again[0].stderr
    assert missing == []
    assert [path.name for path in static.iterdir() if path.name.startswith(".collecting-")] == []


def test_the_list_is_put_in_place_when_all_that_it_names_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready, root = tmp_path / "ready", tmp_path / "root"
    (ready / "css").mkdir(parents=True)
    for name in ("css/site.1.css", "a.js", "zebra.svg"):
        (ready / name).write_text(name)
    (ready / "staticfiles.json").write_text('{"paths": {}, "stats": {"of": "elsewhere"}}')
    moved: list[str] = []
    replace = Path.replace

    def noted(self: Path, target: Path) -> Path:
        moved.append(self.name)
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", noted)
    put_in_place(ready, root, 0)
    assert moved[-1] == "staticfiles.json"
    sizes = json.loads((root / "staticfiles.json").read_text())["stats"]
    assert {name: stat[6] for name, stat in sizes.items()} == {
        "css/site.1.css": 14,
        "a.js": 4,
        "zebra.svg": 9,
    }
    assert sorted(path.name for path in root.rglob("*.*")) == [
        "a.js",
        "site.1.css",
        "staticfiles.json",
        "zebra.svg",
    ]


def collect(root: Path, now: float, *names: str) -> list[str]:
    """Collect these files and no others, and return the files that exist then."""
    ready = root / ".collecting-now"
    for name in names:
        (ready / name).parent.mkdir(parents=True, exist_ok=True)
        (ready / name).write_text(name)
        os.utime(ready / name, (now, now))
    (ready / "staticfiles.json").write_text(
        json.dumps({"paths": {name: name for name in names}, "stats": {}})
    )
    put_in_place(ready, root, now)
    return sorted(str(path.relative_to(root)) for path in root.rglob("*.css"))


def test_a_file_goes_a_month_after_it_was_last_in_use(tmp_path: Path) -> None:
    day = 24 * 3600
    assert collect(tmp_path, 0, "css/site.11aa22bb33cc.css", "css/both.css") == [
        "css/both.css",
        "css/site.11aa22bb33cc.css",
    ]
    both = ["css/both.css", "css/site.11aa22bb33cc.css", "css/site.22aa22bb33cc.css"]
    # Pages of half a year ago still use the first one.
    assert collect(tmp_path, 180 * day, "css/site.22aa22bb33cc.css", "css/both.css") == both
    # Whatever else is in the folder is not ours.
    (tmp_path / "css").joinpath("foreign.css").write_text("")
    os.utime(tmp_path / "css" / "foreign.css", (0, 0))
    both.append("css/foreign.css")
    both.sort()
    assert collect(tmp_path, 180 * day + KEPT - 1, "css/site.22aa22bb33cc.css", "css/both.css") == both
    assert collect(tmp_path, 180 * day + KEPT + 1, "css/site.22aa22bb33cc.css", "css/both.css") == [
        "css/both.css",
        "css/foreign.css",
        "css/site.22aa22bb33cc.css",
    ]
