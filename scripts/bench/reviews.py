"""Reviews of whole four-seat matches on one core: their time, and how many of the costliest moves a search with
ten times the playouts confirms."""

from __future__ import annotations

import time
from random import Random
from typing import Any

from games.coach.analysis import review
from games.rules import core, match, simulation
from scripts.bench import report, stage
from scripts.review_figures import parts_of

MATCHES, MORE = 2, 10


def reviewed(game: str, document: dict[str, Any], number: int) -> tuple[float, int, int]:
    """Return the seconds of processor time, the number of costliest moves, and how many of them are confirmed."""
    rules = core.game(game)
    states = [rules.dump(state) for _number, state, _events in match.replay(document)]
    began = time.process_time()
    parts = parts_of(rules, document, states, f"bench {number}")
    taken, costliest = time.process_time() - began, review.costliest(parts, 0)
    return taken, len(costliest), sum(confirmed(rules, states[at], parts[at], at) for at in costliest)


def confirmed(rules: core.Game, state: dict[str, Any], part: review.Part, at: int) -> bool:
    """Return True if the better move stays the better one."""
    view = rules.view(rules.load(state), 0)
    problem = rules.problem(view, Random(f"confirm {at}"))
    assert problem is not None
    comparison = review.against(problem, part["best"]["move"], part["played"]["move"], MORE * review.AGAIN)
    return bool(comparison["cost"] > 0)


def main(only: str = "") -> None:
    """Measure that game only, if one is named."""
    stage.prepare()
    print("| game | seconds a review, most | costliest moves | confirmed at ten times the playouts |")
    print("|---|---|---|---|")
    for game in core.names():
        if type(core.game(game)).problem is core.Game.problem or only not in ("", game):
            continue
        report.progress(f"reviews of {game}")
        levels = ["easy", "greedy", "easy", "greedy"]
        documents = list(simulation.matches(game, levels, MATCHES, "reviews"))
        rows = [reviewed(game, document, number) for number, document in enumerate(documents)]
        most, costliest, right = (
            max(row[0] for row in rows),
            sum(row[1] for row in rows),
            sum(row[2] for row in rows),
        )
        print(f"| {game} | {most:.1f} | {costliest} | {right / max(1, costliest):.0%} |", flush=True)
        report.note("reviews", game, seconds=most, costliest=costliest, confirmed=right / max(1, costliest))
