"""Matches between searching players and the light policy over the tables of loops.py, which numba compiles.

learning.py learns from the starts of their turns. numba compiles this file again only when it changes itself, not when
one that it imports does.
"""

from __future__ import annotations

from typing import NamedTuple

from games.rules.fast import compiled
from games.wonderland.rules.loops import (
    BOOKS,
    CARDS,
    COUNTS,
    DEEPEST,
    DOWN_SIZES,
    DOWNS,
    LENGTH,
    MOST,
    PAIRS,
    PHASE,
    SEATS,
    SPIRITS,
    TUNNEL_SIZES,
    TUNNELS,
    TURN,
    USABLE,
    Floats,
    Ints,
    Move,
    falls,
    free_place,
    ints,
    is_explorable,
    play,
    set_usable,
    uniform,
)
from games.wonderland.rules.playouts import (
    FEATURES,
    Policy,
    Value,
    cards_to_end,
    evaluate,
    finish_turn,
    floats,
    points,
    sensible,
    set_features,
)
from games.wonderland.rules.state import PILES
from games.wonderland.rules.table import (
    ALICE,
    CHOICE,
    EXPLORE,
    FIRST,
    HATTER,
    HATTERS,
    OVER,
    POWER,
    POWERS,
    QUEEN,
    STOP,
)

# The number of the light policy among the players. Others have the number of their value.
LIGHT = -1
# The share of a searcher's moves that are the light policy's, so that other positions occur.
STRAY = 0.03
# Room for the moves of a position, and for the starts of turns of a match.
MOVES, TURNS = 128, 200
# The numbers of a start of a turn: cards until the end, and by seat the features and the points of the moment.
SEAT = FEATURES + 1
START = 1 + MOST * SEAT


class Room(NamedTuple):
    """Room to work in: a guess, a table, hidden cards, moves of five ints, their numbers with the best first, and by
    move the sum of its values; by start of a turn, cards until the end and by seat the features and the points."""

    guess: Ints
    table: Ints
    hidden: Ints
    moves: Ints
    order: Ints
    totals: Floats
    starts: Floats


@compiled
def set_move(moves: Ints, number: int, move: Move) -> int:
    """Write a move. Return the next number."""
    for at in range(5):
        moves[5 * number + at] = move[at]
    return number + 1


@compiled
def set_moves(table: Ints, moves: Ints) -> int:
    """Write the moves of the seat in turn, one of queens that cover the same kind. Return their number."""
    seat, number = table[TURN], 0
    if table[PHASE] == POWERS:
        for pair in range(table[USABLE]):
            card, character = table[PAIRS + 2 * pair], table[PAIRS + 2 * pair + 1]
            if character == ALICE:
                number = set_move(moves, number, (POWER, card, character, 0, 0))
            elif character == QUEEN:
                covered = 0
                for place in range(table[TUNNEL_SIZES + seat]):
                    entry = table[TUNNELS + CARDS * seat + place]
                    if entry < HATTERS and covered >> entry & 1 == 0:
                        covered |= 1 << entry
                        other = free_place(table, 0)
                        if other == place:
                            other = free_place(table, 1)
                        number = set_move(moves, number, (POWER, card, character, place, other))
            else:
                for pile in range(PILES):
                    if table[DOWN_SIZES + pile] == 0:
                        continue
                    if character != HATTER:
                        number = set_move(moves, number, (POWER, card, character, pile, 0))
                        continue
                    for other in range(table[SEATS]):
                        if other != seat:
                            number = set_move(moves, number, (POWER, card, character, other, pile))
        return number
    for pile in range(PILES):
        if is_explorable(table, pile):
            for card in range(SPIRITS):
                if table[BOOKS + SPIRITS * seat + card] > 0:
                    number = set_move(moves, number, (EXPLORE, pile, card, 0, 0))
    if table[PHASE] == CHOICE:
        number = set_move(moves, number, (STOP, 0, 0, 0, 0))
    return number


@compiled
def set_guess(table: Ints, guess: Ints, hidden: Ints, twister: Ints) -> None:
    """Copy the table, and deal the cards anew that the seat in turn can't see. Those that cats have shown it are dealt
    anew, too."""
    seat, number = table[TURN], 0
    for at in range(LENGTH):
        guess[at] = table[at]
    for pile in range(PILES):
        for place in range(table[DOWN_SIZES + pile]):
            hidden[number] = table[DOWNS + DEEPEST * pile + place]
            number += 1
    for place in range(table[TUNNEL_SIZES + seat]):
        entry = table[TUNNELS + CARDS * seat + place]
        if entry & HATTERS:
            hidden[number] = entry & 7
            number += 1
    while True:
        for at in range(number - 1, 0, -1):
            other = int(uniform(twister) * (at + 1))
            hidden[at], hidden[other] = hidden[other], hidden[at]
        left = number
        for kind in range(SPIRITS):
            guess[COUNTS + SPIRITS * seat + kind] = 0
        for place in range(table[TUNNEL_SIZES + seat]):
            entry = table[TUNNELS + CARDS * seat + place]
            if entry & HATTERS:
                left -= 1
                entry = hidden[left] | HATTERS
                guess[TUNNELS + CARDS * seat + place] = entry
            if entry < 2 * HATTERS:
                guess[COUNTS + SPIRITS * seat + (entry & 7)] += 1
        if not falls(guess, seat):
            break
    for pile in range(PILES):
        for place in range(table[DOWN_SIZES + pile]):
            left -= 1
            guess[DOWNS + DEEPEST * pile + place] = hidden[left]
    if guess[PHASE] == POWERS:
        set_usable(guess)


@compiled
def searched(
    table: Ints, room: Room, policy: Policy, value: Value, number: int, playouts: int, twister: Ints
) -> Move:
    """Return the best move of the seat in turn by sequential halving, nearly as `search.search` does."""
    seat, moves, order, totals = table[TURN], room.moves, room.order, room.totals
    left, rounds = set_moves(table, moves), 0
    while 1 << rounds < left:
        rounds += 1
    for at in range(left):
        order[at], totals[at] = at, 0.0
    for _ in range(rounds):
        times = max(1, playouts // (rounds * left))
        for _ in range(times):
            set_guess(table, room.guess, room.hidden, twister)
            for at in range(left):
                for place in range(LENGTH):
                    room.table[place] = room.guess[place]
                play(room.table, move_at(moves, order[at]), twister)
                if room.table[TURN] == seat:
                    finish_turn(room.table, policy, twister)
                evaluate(room.table, value, number)
                lead = value.ends[seat]
                for other in range(table[SEATS]):
                    if other != seat:
                        lead -= value.ends[other] / (table[SEATS] - 1)
                totals[order[at]] += value.chances[seat] + value.margin * lead
        # All that are left have as many playouts.
        for at in range(1, left):
            candidate, place = order[at], at
            while place > 0 and totals[order[place - 1]] < totals[candidate]:
                order[place] = order[place - 1]
                place -= 1
            order[place] = candidate
        left = (left + 1) // 2
    return move_at(moves, order[0])


@compiled
def move_at(moves: Ints, number: int) -> Move:
    at = 5 * number
    return (moves[at], moves[at + 1], moves[at + 2], moves[at + 3], moves[at + 4])


@compiled
def play_match(
    table: Ints, players: Ints, room: Room, policy: Policy, value: Value, playouts: int, twister: Ints
) -> int:
    """Play a match to its end, with a number of a value or LIGHT by seat. Write the starts of turns into the room, and
    return how many there were."""
    count = 0
    while table[PHASE] != OVER:
        if table[PHASE] == FIRST and count < TURNS:
            start = START * count
            room.starts[start] = cards_to_end(table)
            for seat in range(table[SEATS]):
                at = start + 1 + SEAT * seat
                set_features(table, seat, room.starts, at)
                room.starts[at + FEATURES] = points(table, seat)
            count += 1
        player = players[table[TURN]]
        if player == LIGHT or uniform(twister) < STRAY:
            move = sensible(table, policy)
        else:
            move = searched(table, room, policy, value, player, playouts, twister)
        play(table, move, twister)
    return count


def room() -> Room:
    return Room(
        guess=ints(LENGTH),
        table=ints(LENGTH),
        hidden=ints(CARDS),
        moves=ints(5 * MOVES),
        order=ints(MOVES),
        totals=floats(MOVES),
        starts=floats(START * TURNS),
    )
