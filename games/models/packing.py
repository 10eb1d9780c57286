"""Compression of stored states: JSON, deflated with a dictionary of example states, as Base64 text.

zlib's format names the dictionary (RFC 1950, DICTID), so each row can be read by itself. A game's examples are in its
folder (`stored.json`, a list of states). Old rows need them for ever: never change a file, add `stored2.json`. A state
that is packed without examples is about twice as long.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from typing import Any

# A window of 4 kB is larger than any state. Its memory is faster to set up than the usual 256 kB.
LEVEL, WINDOW, MEMORY = 6, 12, 6
HAS_DICTIONARY = 0x20
# The prefix of packed values. No Base64 text begins with it, and no move is such a string.
MARK = "="

# The shortest form of JSON.
written = json.JSONEncoder(separators=(",", ":")).encode

Keys = frozenset[str]
_dictionaries: dict[bytes, bytes] = {}
_packers: dict[Keys | None, Any] = {}
_plain = zlib.compressobj(LEVEL, zlib.DEFLATED, WINDOW, MEMORY)


def learn(examples: str) -> None:
    """Use these examples for states with the same keys as the first of them."""
    states = json.loads(examples)
    dictionary = written(states).encode()
    _dictionaries[zlib.adler32(dictionary).to_bytes(4, "big")] = dictionary
    _packers[frozenset(states[0])] = zlib.compressobj(
        LEVEL, zlib.DEFLATED, WINDOW, MEMORY, zlib.Z_DEFAULT_STRATEGY, dictionary
    )


def pack(value: Mapping[str, Any] | Sequence[Any], text: str) -> str:
    """Pack a value. `text` is its JSON, as returned by `written`."""
    keys = frozenset(value) if isinstance(value, Mapping) else None
    packer = _packers.get(keys, _plain).copy()
    return MARK + b64encode(packer.compress(text.encode()) + packer.flush()).decode()


def packed_length(value: Mapping[str, Any] | Sequence[Any]) -> int:
    """Return the number of stored characters, quotes included."""
    return len(pack(value, written(value))) + 2


def is_packed(stored: Any) -> bool:
    return isinstance(stored, str) and stored.startswith(MARK)


def unpack(packed: str) -> Any:
    """Return the value. LookupError if its dictionary is unknown."""
    data = b64decode(packed.removeprefix(MARK))
    if data[1] & HAS_DICTIONARY:
        dictionary = _dictionaries.get(data[2:6])
        if dictionary is None:
            raise LookupError(
                "a stored state needs a game's examples that are not here: is the game in GAMES?"
            )
        return json.loads(zlib.decompressobj(zdict=dictionary).decompress(data))
    return json.loads(zlib.decompress(data))
