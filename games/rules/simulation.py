"""Matches among bots, as match records, without a database or a clock.

Every random number comes from the seed, so the same call gives the same records.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from string import ascii_lowercase, digits
from typing import Any

from games.rules import core, match
from games.rules.budget import FULL, Budget
from games.rules.chance import Stream, commitment
from games.rules.reactions import SHORTEST

# The time that a bot takes for a move of a turn game, in ms: least and most.
THINK = (500, 3000)
ALPHABET = ascii_lowercase + digits


@dataclass(frozen=True, slots=True)
class Bot:
    """One seat's bot with its own random generator."""

    seat: int
    level: str
    rng: Random
    budget: Budget = FULL


@dataclass(slots=True)
class Plans:
    """For each seat the time of its bot's next move, in ms since the match began."""

    rng: Random
    at: dict[int, int] = field(default_factory=dict)

    def renew(self, awaited: Sequence[int], now: int) -> None:
        self.at = {seat: self.at.get(seat) or now + self.rng.randint(*THINK) for seat in awaited}

    def pop(self) -> tuple[int, int]:
        """Remove and return the seat that moves first, and its time."""
        seat = min(self.at, key=lambda seat: (self.at[seat], seat))
        return seat, self.at.pop(seat)


def seed_of(seed: object, number: int) -> bytes:
    """Return the secret seed of match `number` (from 0) of a series: 32 bytes."""
    return hashlib.sha256(f"{seed}:{number}".encode()).digest()


def identify(seed: bytes) -> str:
    """Return a match's name: 8 characters of a-z and 0-9, from a hash of its seed."""
    number = int.from_bytes(hashlib.sha256(b"match " + seed).digest(), "big")
    return "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(8))


def spread(levels: Sequence[str], seats: int) -> list[str]:
    """Return a level for each seat: the list, repeated. Raises Refused if it is longer than `seats`."""
    if not 1 <= len(levels) <= seats:
        raise core.Refused("bad_bots", count=len(levels), seats=seats)
    return [levels[seat % len(levels)] for seat in range(seats)]


def matches(
    game: str,
    levels: Sequence[str],
    count: int,
    seed: object,
    options: Mapping[str, Any] | None = None,
    legal: bool = False,
    budget: Budget = FULL,
) -> Iterator[dict[str, Any]]:
    """Yield the records of `count` matches, one level a seat.

    With `legal`, each move is recorded with all moves that were legal. A `budget` with a time limit makes the records
    depend on the machine. Raises Refused at once for an unknown game, number of seats, level or table rule.
    """
    rules = core.game(game)
    settled = core.settle_options(rules, len(levels), options or {})
    for level in levels:
        if level not in rules.LEVELS:
            raise core.Refused("no_such_level", level=level)
    return (
        one(game, levels, seed=seed, number=number, options=settled, legal=legal, budget=budget)
        for number in range(count)
    )


def one(
    game: str,
    levels: Sequence[str],
    seed: object,
    number: int,
    options: Mapping[str, Any],
    legal: bool = False,
    budget: Budget = FULL,
) -> dict[str, Any]:
    """Return the record of match `number` of a series."""
    secret = seed_of(seed, number)
    salts = [""] * len(levels)
    chance = Stream(secret, salts)
    played = match.begin(game, len(levels), chance, options)
    bots = [Bot(seat, level, Random(f"{seed}:{number}:{seat}"), budget) for seat, level in enumerate(levels)]
    if isinstance(played.rules, core.RealTimeGame):
        run_real_time(played, played.rules, bots=bots, chance=chance, legal=legal)
    else:
        run(played, bots, think=Random(f"{seed}:{number}:think"), chance=chance, legal=legal)
    outcome = played.rules.outcome(played.state)
    return match.record(
        game,
        identify(secret),
        seats=[_seated(bot) for bot in bots],
        options=options,
        setup=played.setup,
        moves=played.moves,
        outcome=match.outcome_record(outcome) if outcome else None,
        shuffle={"commitment": commitment(secret.hex()), "seed": secret.hex(), "salts": salts},
    )


def run(played: match.Match, bots: Sequence[Bot], think: Random, chance: Stream, legal: bool) -> None:
    """Play a turn game to its end. The bot with the earliest plan moves; the others keep theirs."""
    rules, plans, now = played.rules, Plans(think), 0
    while awaited := rules.to_act(played.state):
        plans.renew(awaited, now)
        seat, now = plans.pop()
        move = choose(played, bots[seat])
        assert move is not None, "a bot of a turn game must move"
        played.play(seat, move, now, chance, **_also(played, seat, legal))


def run_real_time(
    played: match.Match, rules: core.RealTimeGame, bots: Sequence[Bot], chance: Stream, legal: bool
) -> None:
    """Play a real-time game to its end. A bot acts one reaction time after its legal moves have changed.

    A bot that makes no move then waits for the next change. The clock moves when it is due, after bots that act in the
    same millisecond.
    """
    race = Race(played, rules, bots)
    while rules.outcome(played.state) is None:
        seat = race.advance()
        move = {"type": "timeout"} if seat is None else choose(played, bots[seat])
        if move is None:
            continue
        extra = race.timing(move) | _also(played, seat, legal)
        race.note(played.play(seat, move, race.now, chance, **extra))


class Race:
    """The times at which the bots of a real-time game act. `now` and `at` are ms since the match began."""

    def __init__(self, played: match.Match, rules: core.RealTimeGame, bots: Sequence[Bot]) -> None:
        self.played, self.rules, self.bots = played, rules, bots
        self.now = self.opened = 0
        self.at: dict[int, int] = {}
        self.could: list[Any] = [None for _ in bots]
        self._look()

    def _look(self) -> None:
        rules, state = self.rules, self.played.state
        for bot in self.bots:
            can = list(rules.legal_moves(state, bot.seat))
            if can != self.could[bot.seat]:
                self.could[bot.seat] = can
                self.at.pop(bot.seat, None)
                if can:
                    view = rules.view(state, bot.seat)
                    self.at[bot.seat] = self.now + rules.reaction(bot.level, view, bot.rng)

    def advance(self) -> int | None:
        """Go on to the next action and return its seat; None for the clock."""
        due = self.rules.due(self.played.state)
        at, seat = min([(at, seat) for seat, at in self.at.items()], default=(None, None))
        if at is None and due is None:
            raise RuntimeError("nobody has anything to do, and the clock doesn't either")
        if at is None or (due is not None and max(due, self.now) < at):
            self.now = max(self.now, due or 0)
            return None
        self.now = at
        del self.at[seat or 0]
        return seat

    def timing(self, move: core.Move) -> dict[str, Any]:
        """Return a claim's times as the server would credit them. A bot has no round trip."""
        if self.rules.claim(move) is None:
            return {}
        credited = max(SHORTEST, self.now - self.opened)
        return {"timing": {"received": self.now, "round_trip": 0, "credited": credited}}

    def note(self, events: Sequence[core.Event]) -> None:
        if any(self.rules.opened(event) is not None for event in events):
            self.opened = self.now
        self._look()


def choose(played: match.Match, bot: Bot) -> core.Move | None:
    """Return a bot's move on its seat's view; None, in real-time games only, if it makes none now."""
    rules = played.rules
    return rules.choose(bot.level, rules.view(played.state, bot.seat), bot.rng, bot.budget)


def _also(played: match.Match, seat: int | None, legal: bool) -> dict[str, Any]:
    return {"legal": list(played.rules.legal_moves(played.state, seat))} if legal else {}


def _seated(bot: Bot) -> dict[str, Any]:
    return {"name": f"{bot.level.capitalize()} bot {bot.seat + 1}", "kind": "bot", "level": bot.level}
