"""`make soak`: run all parts, with a line of progress for each step. The exit status is 1 if something was wrong."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from scripts.bench import report
from scripts.soak import alone, full, innocents, lasting, outages
from scripts.soak.floods import KINDS

PARTS: dict[str, Callable[[float], list[str]]] = {
    "floods": lambda minutes: innocents.main(max(5.0, 60 * minutes / len(KINDS) / 3), list(KINDS)),
    "troubles": lambda minutes: outages.main(60 * minutes),
    "database": lambda minutes: full.main(60 * minutes / len(full.TROUBLES)),
    "alone": lambda minutes: alone.main(60 * minutes),
    "lasting": lambda minutes: lasting.main(60 * minutes),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0, help="for each part; 1 is enough to try it")
    parser.add_argument("--only", choices=PARTS, nargs="+", help="run these only")
    parser.add_argument("--json", type=Path, help="a file for the figures, for bench-diff")
    chosen = parser.parse_args()
    wrong: list[str] = []
    for name in chosen.only or PARTS:
        report.progress(f"{name}, for about {chosen.minutes:g} min")
        wrong += [f"{name}: {fault}" for fault in PARTS[name](chosen.minutes)]
    if chosen.json:
        report.write(chosen.json)
    print("\n" + ("\n".join(wrong) if wrong else "Nothing was wrong."))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
