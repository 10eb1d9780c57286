"""Players against whom the bots are measured."""

from __future__ import annotations

from random import Random

from games.rules import core
from games.rules.search import Problem, Result, margin, search, shares
from games.tea_time.rules import kernel, policy, value
from games.tea_time.rules.kernel import BOARDS, Table
from games.tea_time.rules.rules import INDEX, MOST
from games.tea_time.rules.search import Worlds
from games.tea_time.rules.value import Values
from scripts.sparring.uct import Rules

# The playouts of the earlier hard bot, the runs that it played out, and the worth of a point of lead in wins.
PLAYOUTS, WIDTH, MARGIN = 300, 16, 0.01
# The beginner takes any run that brings at most this many points less than the best.
TERRIBLE = 5.0
# The part of the next seat's best gain that a player counts against a run.
DENIED, FEARED = 0.6, 2.0


def beginner(view: core.View, rng: Random) -> core.Move:
    """Any run that is not terrible."""
    table = Worlds(view, rng).table
    gains = policy.gains(table, value.greedy(table))
    most = max(gain for gain, _ in gains)
    return move_of(table, rng.choice([number for gain, number in gains if gain >= most - TERRIBLE]))


def denying(view: core.View, rng: Random) -> core.Move:
    """Prefer moves that bring much and leave the next seat little."""
    return against_the_next(view, rng, DENIED)


def defensive(view: core.View, rng: Random) -> core.Move:
    """Prefer moves that leave the next seat least; its own cards matter half as much."""
    return against_the_next(view, rng, FEARED)


def against_the_next(view: core.View, rng: Random, weight: float) -> core.Move:
    table = Worlds(view, rng).table
    return move_of(table, policy.wary_run(table, value.greedy(table), weight))


def daring(view: core.View, rng: Random) -> core.Move:
    """Five of a kind and nothing else: a card is worth more the more there are of it."""
    table = Worlds(view, rng).table
    points = [float(count * count) for count in range(MOST + 1)]
    values = Values([value.mirrored(points)] * len(INDEX), 0.5, 0.0)
    return move_of(table, max(policy.gains(table, values))[1])


def earlier(view: core.View, rng: Random) -> core.Move:
    """The hard bot as it was: flat halving, with playouts in which everybody plays as the greedy bot does."""
    return search(flat(view, rng))[0].move


def flat(view: core.View, rng: Random) -> Problem:
    worlds, you = Worlds(view, rng), view["you"]

    def playout(table: Table, number: int) -> Result:
        table = kernel.after(table, number)
        while table.legal:
            policy.play_round(table, value.greedy(table), 1)
        wins, scores = shares(kernel.final(table)), kernel.scores(table)
        return scores, wins, wins[you] + MARGIN * margin(scores, you)

    return Problem(
        moves=lambda: policy.promising(worlds.table, value.greedy(worlds.table))[:WIDTH],
        seats=len(view["held"]),
        guess=worlds.guess,
        playout=playout,
        playouts=PLAYOUTS,
        move_of=kernel.BOARDS[len(view["held"])].moves.__getitem__,
        form=lambda move: move,
    )


def tree(view: core.View, rng: Random) -> Rules:
    """Return what the partner `uct` needs."""

    def finish(table: kernel.Table) -> list[int]:
        kernel.play_at_random(table, rng.random)
        return kernel.final(table)

    worlds = Worlds(view, rng)
    deck = len(worlds.table.deck)
    return Rules(
        guess=worlds.guess,
        seat=lambda table: table.seat,
        # The moves of the next round depend on cards that nobody knows.
        moves=lambda table: kernel.legal_runs(table) if len(table.deck) == deck else [],
        play=kernel.take,
        finish=finish,
        move_of=kernel.BOARDS[len(view["held"])].moves.__getitem__,
    )


def move_of(table: Table, number: int) -> core.Move:
    return BOARDS[len(table.held)].moves[number]


PLAYERS = {
    "beginner": beginner,
    "denying": denying,
    "defensive": defensive,
    "daring": daring,
    "earlier": earlier,
}
