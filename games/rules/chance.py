"""The only source of chance: a match's committed stream, or the answers that a record holds.

Anybody can check the stream after the match. docs/shuffle.md has the construction and a test vector.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Any, Protocol


class Chance(Protocol):
    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the cards in a new order, top first."""

    def pick(self, n: int) -> int:
        """Return a number of range(n)."""


class Stream:
    """HMAC-SHA-256, keyed by the seed, over the seats' salts, a NUL and a decimal block counter.

    `position` counts the 4-byte words already drawn. A stream with the same seed, salts and position continues this
    one.
    """

    def __init__(self, seed: bytes, salts: Sequence[str], position: int = 0) -> None:
        self.seed = seed
        self.position = position
        self._salts = "\0".join(salts).encode() + b"\0"
        self._block = (-1, b"")

    def _word(self) -> int:
        number, place = divmod(self.position, 8)
        if self._block[0] != number:
            message = self._salts + str(number).encode()
            self._block = (number, hmac.digest(self.seed, message, "sha256"))
        self.position += 1
        return int.from_bytes(self._block[1][4 * place : 4 * place + 4], "big")

    def pick(self, n: int) -> int:
        # Words at or above the largest multiple of n would favour the small numbers.
        fair = 2**32 - 2**32 % n
        while (word := self._word()) >= fair:
            pass
        return word % n

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Shuffle by Fisher-Yates, from the last place down."""
        deck = list(cards)
        for last in range(len(deck) - 1, 0, -1):
            other = self.pick(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)


def commitment(seed: str) -> str:
    """Return the SHA-256 of a seed, which is published before the first card. Both are in hex."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


class Impossible(ValueError):
    """A recorded draw is not possible at this point."""


class Given:
    """Chance that repeats recorded answers in their order. Raises Impossible if an answer does not fit the draw."""

    def __init__(self, answers: Sequence[Any]) -> None:
        self.answers = list(answers)

    def _next(self) -> Any:
        if not self.answers:
            raise Impossible("a draw is missing")
        return self.answers.pop(0)

    def pick(self, n: int) -> int:
        answer = self._next()
        if type(answer) is not int or not 0 <= answer < n:
            raise Impossible("a pick is out of range")
        return answer

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        answer = self._next()
        if not isinstance(answer, tuple) or not all(isinstance(card, str) for card in answer):
            raise Impossible("a shuffle is no list of cards")
        if sorted(answer) != sorted(cards):
            raise Impossible("a shuffle has other cards")
        return answer


class Noted:
    """Chance that records its answers."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.answers: list[Any] = []

    def pick(self, n: int) -> int:
        self.answers.append(answer := self.chance.pick(n))
        return answer

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        self.answers.append(answer := self.chance.shuffle(cards))
        return answer
