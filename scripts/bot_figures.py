"""How much better the greedy bots are: of 300 seeded matches a game, the share that one greedy bot wins.

It sits with easy ones, on another seat each match. A shared win counts by its share. Run from the project's root:
python scripts/bot_figures.py [game ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.rules import core, simulation

MATCHES = 300
MOST_SEATS = 4


def share(game: str, matches: int = MATCHES) -> float:
    """The part of the matches, from 0 to 1, that the greedy bot wins."""
    return sum(_win(game, number) for number in range(matches)) / matches


def _win(game: str, number: int) -> float:
    seats = seats_of(game)
    greedy = number % seats
    levels = ["greedy" if seat == greedy else "easy" for seat in range(seats)]
    record = next(simulation.matches(game, levels, 1, f"figures {number}"))
    ranks = record["outcome"]["ranks"]
    return 1 / ranks.count(1) if ranks[greedy] == 1 else 0.0


def seats_of(game: str) -> int:
    return max(seats for seats in core.game(game).SEATS if seats <= MOST_SEATS)


def main(games: list[str]) -> None:
    for game in games or core.names():
        print(f"{game:12} {share(game):6.1%} of {MATCHES}, {seats_of(game)} seats", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
