"""Matches that bots play among themselves, as match records, without a database or a clock.

May touch nothing but its arguments: every number comes from the seed, so the same call gives the same records.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from string import ascii_lowercase, digits
from typing import Any

from games.rules import core, match
from games.rules.chance import Stream, commitment

# How long a bot takes over a move of a turn game, in ms.
THINK = (500, 3000)
ALPHABET = ascii_lowercase + digits


@dataclass(frozen=True, slots=True)
class Bot:
    """One seat's bot and its own source of whims."""

    seat: int
    level: str
    rng: Random


@dataclass(slots=True)
class Plans:
    """When each bot will have made up its mind, in ms since the match began, by seat."""

    rng: Random
    at: dict[int, int] = field(default_factory=dict)

    def renew(self, awaited: Sequence[int], now: int) -> None:
        self.at = {seat: self.at.get(seat) or now + self.rng.randint(*THINK) for seat in awaited}

    def pop(self) -> tuple[int, int]:
        """The seat that is ready first, and when."""
        seat = min(self.at, key=lambda each: (self.at[each], each))
        return seat, self.at.pop(seat)


def seed_of(seed: object, number: int) -> bytes:
    """The secret seed of match `number` (from 0) of a series: 32 bytes."""
    return hashlib.sha256(f"{seed}:{number}".encode()).digest()


def identify(seed: bytes) -> str:
    """A match's name: 8 characters of a-z and 0-9 that follow from its seed and don't give it away."""
    number = int.from_bytes(hashlib.sha256(b"match " + seed).digest(), "big")
    return "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(8))


def spread(levels: Sequence[str], seats: int) -> list[str]:
    """A level for every seat: the list repeated round the table. Refused if it is longer than the table."""
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
) -> Iterator[dict[str, Any]]:
    """The records of `count` matches, one level a seat. `legal` notes with every move what was legal then.

    Refused at once for a game, number of seats, level or table rule that doesn't exist.
    """
    rules = core.game(game)
    settled = core.settle_options(rules, len(levels), options or {})
    for level in levels:
        if level not in rules.LEVELS:
            raise core.Refused("no_such_level", level=level)
    if rules.LIVE and not hasattr(rules, "reaction"):
        raise core.Refused("no_reactions", game=game)
    return (one(game, levels, seed, number, settled, legal) for number in range(count))


def one(
    game: str, levels: Sequence[str], seed: object, number: int, options: Mapping[str, Any], legal: bool
) -> dict[str, Any]:
    """The record of match `number` of a series."""
    secret = seed_of(seed, number)
    salts = [""] * len(levels)
    chance = Stream(secret, salts)
    played = match.begin(game, len(levels), chance, options)
    bots = [Bot(seat, level, Random(f"{seed}:{number}:{seat}")) for seat, level in enumerate(levels)]
    run(played, bots, Random(f"{seed}:{number}:think"), chance, legal)
    outcome = played.rules.outcome(played.state)
    return match.record(
        game,
        identify(secret),
        [_seated(bot) for bot in bots],
        options,
        played.setup,
        played.moves,
        match.outcome_record(outcome) if outcome else None,
        {"commitment": commitment(secret), "seed": secret.hex(), "salts": salts},
    )


def run(played: match.Match, bots: Sequence[Bot], think: Random, chance: Stream, legal: bool) -> None:
    """Play to the end: whoever is ready first moves, and the others' plans stand."""
    rules, plans, now = played.rules, Plans(think), 0
    while awaited := rules.to_act(played.state):
        plans.renew(awaited, now)
        seat, now = plans.pop()
        bot = bots[seat]
        move = rules.choose(bot.level, rules.view(played.state, seat), bot.rng)
        extra = {"legal": list(rules.legal_moves(played.state, seat))} if legal else {}
        played.play(seat, move, now, chance, **extra)


def _seated(bot: Bot) -> dict[str, Any]:
    return {"name": f"{bot.level.capitalize()} bot {bot.seat + 1}", "kind": "bot", "level": bot.level}
