"""The search of Parade's hard bot: each card of its hand is played out on guesses at the hidden ones.

The functions use nothing but their arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

from games.parade.rules import kernel, policy
from games.parade.rules.compiled import LOOPS, compiled_rounds
from games.parade.rules.kernel import PLACE, Table
from games.parade.rules.rules import COLOURS, DECK, HAND, PLAYS
from games.rules import core
from games.rules.budget import FULL, Budget
from games.rules.search import Candidate, Problem, Result, Rounds
from games.rules.search import search as searched

# The playouts of the coach, and of the hard bot; compiled ones of the hard bot, which take no longer.
PLAYOUTS, HARD_PLAYOUTS, FAST_PLAYOUTS = 600, 800, 16000
# The share of the hard bot's moves in them that is any card.
ASTRAY = 0.5
# A table that fits the view, and the strays of its playouts (policy.py).
Guess = tuple[Table, Sequence[int]]


class Worlds:
    """Tables that fit a view of an awaited seat. Its hidden cards are dealt anew each time."""

    def __init__(self, view: core.View, rng: Random) -> None:
        self.view, self.random = view, rng.random
        self.seats, self.you = len(view["hands"]), int(view["you"])
        gone = view["discard"] or ()
        self.hand = [PLACE[card] for card in view["hand"] if card not in gone]
        self.parade = bytes([PLACE[card] for card in view["parade"]])
        self.held = [0] * len(COLOURS)
        before = [[PLACE[card] for card in cards] for cards in view["before"]]
        for seat, cards in enumerate(before):
            kernel.lay(self.held, seat, cards)
        seen = {
            *(PLACE[card] for card in view["hand"]),
            *self.parade,
            *(card for cards in before for card in cards),
        }
        self.hidden = [card for card in range(len(DECK)) if card not in seen]
        self.left = -1 if view["left"] is None else view["left"]

    def guess(self) -> Table:
        random = self.random
        return self.table(sorted(self.hidden, key=lambda _: random()))

    def table(self, hidden: list[int]) -> Table:
        """Return the table with the hidden cards dealt in that order."""
        hands, at = [], 0
        for seat, size in enumerate(self.view["hands"]):
            if seat == self.you:
                hands.append(self.hand[:])
            else:
                hands.append(hidden[at : at + size])
                at += size
        deck = hidden[at : at + self.view["deck"]]
        return Table(
            hands=hands,
            parade=self.parade,
            held=self.held[:],
            deck=deck,
            turn=self.view["turn"],
            left=self.left,
        )

    def strays(self, share: float) -> list[int]:
        """Return the strays of a playout, which all moves that are compared have in common. Whoever plays has a full
        hand."""
        random = self.random
        moves = range(self.view["deck"] + self.seats)
        return [int(place) if (place := random() * HAND / share) < HAND else -1 for _ in moves]


def problem(view: core.View, rng: Random, playouts: int = PLAYOUTS, astray: float = 0.0) -> Problem:
    """Return the choices of the view's seat, each played out to the end of the match by the light policy, but for a
    share `astray` of the moves, which are made at random."""
    worlds = Worlds(view, rng)
    seats, you = worlds.seats, worlds.you
    discards = view["phase"] == "discard"

    def guess() -> Guess:
        return worlds.guess(), worlds.strays(astray) if astray else policy.SENSIBLE

    def playout(guess: Guess, move: Any) -> Result:
        table = guess[0].copy()
        if discards and move:
            table.hands[you] = list(move)
        elif move is not None:
            kernel.play(table, move)
        policy.play_sensibly(table, guess[1])
        policy.keep_sensibly(table)
        return kernel.result(kernel.final(table), you)

    def compiled() -> Rounds | None:
        if (loops := LOOPS.ready()) is None:
            return None
        return compiled_rounds(loops, worlds.table(worlds.hidden), worlds.hidden, you, astray, rng)

    moves: list[Any] = list(combinations(worlds.hand, 2)) if discards else worlds.hand
    return Problem(
        moves=moves if you in view["to_act"] else [],
        seats=seats,
        guess=guess,
        playout=playout,
        playouts=playouts,
        move_of=lambda choice: played_move(view, choice),
        form=lambda move: _form(view, move),
        compiled=compiled,
    )


def search(view: core.View, rng: Random, budget: Budget = FULL) -> list[Candidate]:
    """Return the moves of the view's seat, best first.

    It finds better ones if nobody is taken for a greedy bot that never strays. With a clock, there are more
    playouts if they are compiled; without one the answer must not depend on whether numba is installed.
    """
    is_fast = budget.clock is not None and LOOPS.ready()
    playouts = FAST_PLAYOUTS if is_fast else HARD_PLAYOUTS
    return searched(problem(view, rng, playouts, ASTRAY), budget)


def _form(view: core.View, move: core.Move) -> Any:
    if move["type"] == "play":
        return PLACE[move["card"]]
    return tuple([PLACE[card] for card in view["hand"] if card not in move["cards"]])


def played_move(view: core.View, choice: Any) -> core.Move:
    if view["phase"] == "play":
        return PLAYS[DECK[choice]]
    cards = {DECK[card] for card in choice}
    return {"type": "discard", "cards": [card for card in view["hand"] if card not in cards]}
