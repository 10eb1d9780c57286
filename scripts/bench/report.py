"""Figures by bench and row, for a file (`--json`), and progress on standard error."""

from __future__ import annotations

import json
import math
import platform
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

FIGURES: dict[str, dict[str, dict[str, float]]] = {}
_began = time.monotonic()


def note(bench: str, row: str, **figures: float) -> None:
    """Store a row's figures. NaN was not measured."""
    measured = {name: round(value, 4) for name, value in figures.items() if not math.isnan(value)}
    FIGURES.setdefault(bench, {}).setdefault(row, {}).update(measured)


def progress(text: str) -> None:
    print(f"[{time.monotonic() - _began:5.0f} s] {text}", file=sys.stderr, flush=True)


def write(path: Path) -> None:
    about = {"at": datetime.now(UTC).isoformat(timespec="seconds"), "machine": platform.platform()}
    path.write_text(json.dumps({"about": about, "figures": FIGURES}, indent=1) + "\n")
