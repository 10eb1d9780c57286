"""`python -m scripts.bench.diff OLD NEW`: print the figures of two runs side by side, with ratios."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

Figures = dict[tuple[str, str, str], float]


def read(path: Path) -> Figures:
    figures_by_bench = json.loads(path.read_text())["figures"]
    return {
        (bench, row, name): value
        for bench, rows in figures_by_bench.items()
        for row, figures in rows.items()
        for name, value in figures.items()
    }


def lines(old: Figures, new: Figures) -> Iterator[str]:
    """Yield the figures of both runs, then those of only one of them."""
    for key in (key for key in old if key in new):
        ratio = f"{new[key] / old[key]:9.2f}" if old[key] else f"{'':9}"
        yield f"{key[0]:10}{key[1]:36}{key[2]:14}{old[key]:12.2f}{new[key]:12.2f}{ratio}"
    for name, these, others in (("old", old, new), ("new", new, old)):
        for key in (key for key in these if key not in others):
            yield f"{key[0]:10}{key[1]:36}{key[2]:14}{these[key]:12.2f}  only in the {name} run"


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench-diff", description=__doc__)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    options = parser.parse_args()
    print(f"{'':60}{'old':>12}{'new':>12}{'ratio':>9}")
    print("\n".join(lines(read(options.old), read(options.new))))


if __name__ == "__main__":
    main()
