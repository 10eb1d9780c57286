"""The only source of luck: drawn from a match's committed stream, or given back from a record.

The stream can be checked by anybody after the match: see docs/shuffle.md for the construction and a test vector.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Any, Protocol


class Chance(Protocol):
    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """The cards in a new order, top first."""

    def pick(self, n: int) -> int:
        """A number from 0 below `n`."""


class Stream:
    """HMAC-SHA-256, keyed by the seed, over the seats' salts, a NUL and a decimal block counter.

    `position` counts the 4-byte words already drawn: it is all that must be kept to go on later.
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
        """Fisher-Yates from the last place down."""
        deck = list(cards)
        for last in range(len(deck) - 1, 0, -1):
            other = self.pick(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)


def commitment(seed: bytes) -> str:
    """What is published before the first card: the SHA-256 of the seed, in hex."""
    return hashlib.sha256(seed).hexdigest()


class Impossible(ValueError):
    """A recorded draw that chance could not have answered."""


class Given:
    """Chance that gives back what it once answered, in the same order; Impossible where that can't be."""

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
    """Chance that remembers its answers."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.answers: list[Any] = []

    def pick(self, n: int) -> int:
        self.answers.append(answer := self.chance.pick(n))
        return answer

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        self.answers.append(answer := self.chance.shuffle(cards))
        return answer
