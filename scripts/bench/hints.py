"""The time for hints at many positions of each game, by the clock and of the processor; and that of the first hint,
for which the process starts and loads the game."""

from __future__ import annotations

import os
import time
from typing import Any

from games.coach.analysis import best_moves
from games.rules import core
from scripts.bench import report, stage
from scripts.bench.server import percentile
from scripts.hint_figures import positions

# Positions at each number of seats.
EACH = 60


def measured(game: str, view: core.View, number: int) -> tuple[float, float]:
    """Return the seconds by the clock and of the processor."""
    clock, spent = time.perf_counter(), time.process_time()
    best_moves.find(core.game(game), view, number)
    return time.perf_counter() - clock, time.process_time() - spent


def first(game: str, view: core.View) -> float:
    """Return the seconds by the clock of the first hint from a new process."""
    from games.coach.questions import Coach

    coach, began = Coach(), time.perf_counter()
    coach.think(best_moves.find, core.game(game), view, 1)
    taken = time.perf_counter() - began
    coach.processes.stop()
    return taken


def main() -> None:
    stage.prepare()
    print("\nThe coach's answer, in ms; load average before", *(f"{load:.1f}" for load in os.getloadavg()))
    print(f"  {'':12}{'positions':>10}{'clock p50':>11}{'p99':>7}{'processor p50':>15}{'p99':>7}{'first':>8}")
    for game in core.names():
        if type(core.game(game)).problem is core.Game.problem:
            continue
        report.progress(f"hints of {game}")
        show(game, [each.view for seats in range(2, 5) for each in positions(game, seats, EACH)])


def show(game: str, views: list[Any]) -> None:
    rows = [measured(game, view, number) for number, view in enumerate(views)]
    clock, spent = ([row[at] for row in rows] for at in (0, 1))
    times = [percentile(values, share) for values in (clock, spent) for share in (0.5, 0.99)]
    cold = 1000 * first(game, views[0])
    print(
        f"  {game:12}{len(views):10}{times[0]:11.0f}{times[1]:7.0f}{times[2]:15.0f}{times[3]:7.0f}{cold:8.0f}",
        flush=True,
    )
    report.note("hints", game, p50=times[0], p99=times[1], cpu_p50=times[2], cpu_p99=times[3], first=cold)
