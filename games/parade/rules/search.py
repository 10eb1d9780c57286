"""The searches of Parade. The coach's plays each move out to the end of the match, on guesses at the hidden cards. The
hard bot's plays its likely cards on to its next turn, and takes the learnt worth of its best card there (value.py).

The functions use nothing but their arguments.
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

from games.parade.rules import kernel, policy, value
from games.parade.rules.compiled import LOOPS, compiled_rounds
from games.parade.rules.kernel import PLACE, Table
from games.parade.rules.rules import COLOURS, DECK, PLAYS
from games.rules import core
from games.rules.budget import FULL, Budget
from games.rules.search import Candidate, Problem, Result, Rounds, shares
from games.rules.search import search as searched

# The playouts of the coach, and of the hard bot.
PLAYOUTS, HARD_PLAYOUTS = 600, 800
# The factor of playouts in a hint. With 8 the best move found was within a hundredth of the best in 94 of 100
# positions, with 2 in 82. More would take longer than a person should wait.
HINT = 12
# A look ahead to the seat's next turn takes as long as that many playouts for each seat, and counts as them.
LOOK = 11
# The hard bot looks ahead from that many of its cards at most, which are worth at most so much less than the best. The
# worth of the card itself has this share in the result.
LIKELY, CLOSE, FIRST_SIGHT = 3, 0.04, 0.4


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


def problem(view: core.View, rng: Random) -> Problem:
    """Return the choices of the view's seat, each played out to the end of the match by the light policy."""
    worlds = Worlds(view, rng)
    seats, you = worlds.seats, worlds.you
    discards = view["phase"] == "discard"

    def playout(guess: Table, move: Any) -> Result:
        table = guess.copy()
        if discards and move:
            table.hands[you] = list(move)
        elif move is not None:
            kernel.play(table, move)
        policy.play_sensibly(table)
        policy.keep_sensibly(table)
        return kernel.result(kernel.final(table), you)

    def compiled() -> Rounds | None:
        if (loops := LOOPS.ready()) is None:
            return None
        return compiled_rounds(loops, worlds.table(worlds.hidden), worlds.hidden, you, rng)

    moves: list[Any] = list(combinations(worlds.hand, 2)) if discards else worlds.hand
    return Problem(
        moves=lambda: moves if you in view["to_act"] else [],
        seats=seats,
        guess=worlds.guess,
        playout=playout,
        playouts=PLAYOUTS,
        hint=HINT,
        move_of=lambda choice: played_move(view, choice),
        form=lambda move: _form(view, move),
        compiled=compiled,
    )


def lookahead(view: core.View, rng: Random) -> Problem:
    """Return the likely cards of a seat in turn, each played on to the seat's next turn.

    Each other seat plays the card that is worth most to it, and the result is the worth of the seat's best card then.
    """
    worlds = Worlds(view, rng)
    you = worlds.you
    worths = dict(zip(worlds.hand, value.chances(worlds.guess()), strict=True))
    close = [card for card in worlds.hand if worths[card] > max(worths.values()) - CLOSE]

    def playout(guess: Table, card: int) -> Result:
        table = guess.copy()
        kernel.play(table, card)
        while table.left and table.turn != you:
            kernel.play(table, value.best(table))
        if table.left:
            worth = max(value.chances(table))
        else:
            policy.keep_sensibly(table)
            worth = shares(kernel.final(table))[you]
        return (), (), FIRST_SIGHT * worths[card] + (1 - FIRST_SIGHT) * worth

    return Problem(
        moves=lambda: sorted(close, key=worths.__getitem__, reverse=True)[:LIKELY],
        seats=worlds.seats,
        guess=worlds.guess,
        playout=playout,
        playouts=HARD_PLAYOUTS // (LOOK * worlds.seats),
        move_of=lambda card: played_move(view, card),
        form=lambda move: _form(view, move),
    )


def search(view: core.View, rng: Random, budget: Budget = FULL) -> list[Candidate]:
    """Return the hard bot's moves, best first: its likely cards, or its discards, which are played out."""
    playouts = budget.playouts or HARD_PLAYOUTS
    if view["phase"] == "discard":
        return searched(problem(view, rng), budget._replace(playouts=playouts))
    choices = lookahead(view, rng)
    looks = playouts // (LOOK * choices.seats) if len(choices.moves()) > 1 else 1
    return searched(choices, budget._replace(playouts=looks))


def _form(view: core.View, move: core.Move) -> Any:
    if move["type"] == "play":
        return PLACE[move["card"]]
    return tuple([PLACE[card] for card in view["hand"] if card not in move["cards"]])


def played_move(view: core.View, choice: Any) -> core.Move:
    if view["phase"] == "play":
        return PLAYS[DECK[choice]]
    cards = {DECK[card] for card in choice}
    return {"type": "discard", "cards": [card for card in view["hand"] if card not in cards]}
