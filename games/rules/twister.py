"""The generator of Python's `Random`, for compiled functions (Matsumoto and Nishimura, Mersenne Twister, 1998).

A state is an array of `getstate()[1]`: the words, and the place of the next one. The functions of games that call these
are not compiled again if this file changes.
"""

from __future__ import annotations

from array import array
from typing import TypeAlias

from games.rules.fast import compiled

State: TypeAlias = "array[int]"  # of 64 bits
WORDS = 624


@compiled
def word(twister: State) -> int:
    """Return the next 32 bits."""
    if twister[WORDS] >= WORDS:
        for at in range(WORDS):
            after = at + 1 if at + 1 < WORDS else 0
            far = at + 397 if at + 397 < WORDS else at + 397 - WORDS
            mixed = (twister[at] & 0x80000000) | (twister[after] & 0x7FFFFFFF)
            twister[at] = twister[far] ^ (mixed >> 1) ^ (0x9908B0DF * (mixed & 1))
        twister[WORDS] = 0
    bits = twister[twister[WORDS]]
    twister[WORDS] += 1
    bits ^= bits >> 11
    bits ^= (bits << 7) & 0x9D2C5680
    bits ^= (bits << 15) & 0xEFC60000
    return bits ^ (bits >> 18)


@compiled
def bits_53(twister: State) -> int:
    """Return `random()` times 2 to the power of 53."""
    high = word(twister) >> 5
    return (high << 26) | (word(twister) >> 6)
