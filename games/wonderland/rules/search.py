"""The search of Wonderland's hard bot: its moves and the rest of its turn by the light policy, on guesses at hidden
cards.

The worth of the notebooks then was learnt (value.py). The functions use nothing but their arguments.
"""

from __future__ import annotations

from random import Random

from games.rules import core
from games.rules.budget import FULL, Budget
from games.rules.search import Candidate, Problem, Result, margin
from games.rules.search import search as searched
from games.rules.spread import chances
from games.wonderland.rules import kernel, policy, rules, value
from games.wonderland.rules.odds import UNKNOWN, unknown
from games.wonderland.rules.state import KINDS, State
from games.wonderland.rules.table import (
    EXPLORE,
    HATTERS,
    POWER,
    POWERS,
    STOPPING,
    Move,
    Table,
    table_of,
    usable,
)
from games.wonderland.rules.view import known

PLAYOUTS = 1000
# The factors of playouts in a review and in a hint.
THOROUGH, HINT = 1.5, 6.0
# The worth of a point of lead over the others, in wins.
MARGIN = 0.005
PLACE = {kind: place for place, kind in enumerate(KINDS)} | {UNKNOWN: -1}


class Worlds:
    """Tables that fit a view. The cards that its seat can't see are dealt anew each time."""

    def __init__(self, view: core.View, rng: Random) -> None:
        self.random = rng.random
        state = known(view)
        self.hidden = [kind for kind, count in enumerate(unknown(state)) for _ in range(count)]
        self.gaps = [
            (seat, place)
            for seat, tunnel in enumerate(state.tunnels)
            for place, entry in enumerate(tunnel)
            if entry.card == UNKNOWN
        ]
        self.known = [[PLACE[card] for card in pile.down if card != UNKNOWN] for pile in state.piles]
        self.depths = [len(pile.down) for pile in state.piles]
        self.table = table_of(_without_unknown(state))

    def guess(self) -> Table:
        random, table = self.random, self.table.copy()
        hidden = sorted(self.hidden, key=lambda _: random())
        if not _fill(table, self.gaps, hidden):
            raise ValueError("no cards fit the tunnels of this view")
        for pile, depth in enumerate(self.depths):
            missing = depth - len(self.known[pile])
            table.downs[pile] = hidden[:missing] + self.known[pile]
            del hidden[:missing]
        if table.phase == POWERS:
            # The powers depend on face-down cards.
            table.powers = usable(table)
        return table


def _fill(table: Table, gaps: list[tuple[int, int]], hidden: list[int]) -> bool:
    """Fill each gap with the first hidden card that leaves its tunnel standing and cards for the other gaps.

    Return False if that is impossible.
    """
    if not gaps:
        return True
    seat, place = gaps[0]
    counts, tunnel = table.counts[seat], table.tunnels[seat]
    for card in dict.fromkeys(hidden):
        counts[card] += 1
        if not kernel.falls(counts):
            at = hidden.index(card)
            del hidden[at]
            tunnel.insert(place, card | HATTERS)
            if _fill(table, gaps[1:], hidden):
                return True
            del tunnel[place]
            hidden.insert(at, card)
        counts[card] -= 1
    return False


def _without_unknown(state: State) -> State:
    """Return the state without face-down cards and without unknown tunnel cards."""
    piles = tuple(pile._replace(down=()) for pile in state.piles)
    tunnels = tuple(tuple(e for e in tunnel if e.card != UNKNOWN) for tunnel in state.tunnels)
    return state._replace(piles=piles, tunnels=tunnels)


def problem(view: core.View, rng: Random) -> Problem:
    """Return the choices of the seat in turn, each played out to the end of that turn. Of queens that cover the same
    kind there is one."""
    worlds = Worlds(view, rng)
    you, seats, random = int(view["you"]), len(view["notebooks"]), rng.random

    def playout(table: Table, move: Move | None) -> Result:
        table = table.copy()
        seat = table.turn
        if move is not None:
            kernel.play(table, move, random)
        if table.turn == seat:
            policy.finish_turn(table, random)
        scores, spread = value.ends(table)
        wins = chances(scores, spread)
        return scores, wins, wins[you] + MARGIN * margin(scores, you)

    moves = distinct(view) if you in view["to_act"] else {}
    return Problem(
        moves=lambda: list(moves),
        seats=seats,
        guess=worlds.guess,
        playout=playout,
        playouts=PLAYOUTS,
        thorough=THOROUGH,
        hint=HINT,
        move_of=moves.__getitem__,
        form=kernel_move,
    )


def search(view: core.View, rng: Random, budget: Budget = FULL) -> list[Candidate]:
    """Return the moves of the seat in turn, best first; of queens that cover the same kind there is one."""
    return searched(problem(view, rng), budget)


def distinct(view: core.View) -> dict[Move, core.Move]:
    """Return the legal moves by the kernel's move; of queens that cover the same kind only the first."""
    state = known(view)
    by_effect: dict[object, tuple[Move, core.Move]] = {}
    for move in rules.legal_moves(state, state.turn):
        key: object = str(move)
        if "cover" in move:
            key = (move["card"], state.tunnels[state.turn][move["cover"]].card)
        by_effect.setdefault(key, (kernel_move(move), move))
    return dict(by_effect.values())


def kernel_move(move: core.Move) -> Move:
    if move["type"] == "stop":
        return STOPPING
    if move["type"] == "explore":
        return (EXPLORE, move["pile"], PLACE[move["card"]])
    character = PLACE[move["as"] if "as" in move else move["card"]]
    fields = [move[name] for name in ("cover", "with", "seat", "pile") if name in move]
    a, b = (*fields, 0, 0)[:2]
    return (POWER, PLACE[move["card"]], character, a, b)
