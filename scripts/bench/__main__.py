"""Run the benchmarks and print a table for each. The figures are this machine's; compare only rows of one run."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from scripts.bench import (
    crowd,
    days,
    deals,
    growth,
    hints,
    lines,
    move_costs,
    playouts,
    race,
    report,
    reviews,
    server,
    stored,
    thinking,
    webs,
)

Chosen = argparse.Namespace
# The known parts of a move's processor time, set by `shares` for `server`.
SPENT: dict[str, float] = {}
BENCHES: dict[str, Callable[[Chosen], object]] = {
    "playouts": lambda chosen: playouts.main(chosen.seconds),
    "hints": lambda _chosen: hints.main(),
    "reviews": lambda chosen: reviews.main(chosen.game),
    "shares": lambda _chosen: SPENT.update(move_costs.main()),
    "server": lambda chosen: server.main(chosen.seconds, SPENT, chosen.game),
    "thinking": lambda chosen: thinking.main(chosen.seconds),
    "race": lambda chosen: race.main(chosen.seconds),
    "lines": lambda chosen: lines.main(5 * chosen.seconds),
    "days": lambda _chosen: days.main(),
    "stored": lambda _chosen: stored.main(),
    "growth": lambda chosen: growth.main(chosen.matches),
    "deals": lambda chosen: deals.main(chosen.matches),
    "crowd": lambda chosen: crowd.main(chosen.seconds),
    "sockets": lambda chosen: crowd.sockets(chosen.seconds, chosen.sockets),
    "webs": lambda chosen: webs.main(chosen.seconds),
}
# Run only if named, because it takes minutes.
APART = {"lines"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=8.0, help="seconds for each row")
    parser.add_argument("--only", choices=BENCHES, nargs="+", help="run these only")
    parser.add_argument("--game", default="", help="the game with all rows; the first one by default")
    parser.add_argument("--matches", type=int, default=100_000, help="finished matches of the grown site")
    parser.add_argument("--sockets", type=int, default=10_000, help="the most idle sockets")
    parser.add_argument("--json", type=Path, help="a file for the figures, for bench-diff")
    chosen = parser.parse_args()
    try:
        for name in chosen.only or [name for name in BENCHES if name not in APART]:
            report.progress(name)
            BENCHES[name](chosen)
    finally:
        if chosen.json:
            report.write(chosen.json)


if __name__ == "__main__":
    main()
