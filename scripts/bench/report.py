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


def grown(
    bench: str, title: str, few: int, many: int, before: dict[str, float], after: dict[str, float]
) -> None:
    """Print and store the ms of processor time before and after a database has grown from `few` to `many`."""
    print(f"\n{title}\n  {'':26}{few:>9}{many:>9}{'ratio':>8}")
    for name, ms in before.items():
        print(f"  {name:26}{ms:9.2f}{after[name]:9.2f}{after[name] / ms:8.2f}")
        note(bench, name, few=ms, many=after[name], ratio=after[name] / ms)


def progress(text: str) -> None:
    print(f"[{time.monotonic() - _began:5.0f} s] {text}", file=sys.stderr, flush=True)


def write(path: Path) -> None:
    about = {"at": datetime.now(UTC).isoformat(timespec="seconds"), "machine": platform.platform()}
    path.write_text(json.dumps({"about": about, "figures": FIGURES}, indent=1) + "\n")
