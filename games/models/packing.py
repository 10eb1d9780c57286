"""How stored states are made small: JSON, deflated with examples of such states as the dictionary, as text.

zlib's own form says which dictionary it was (RFC 1950, DICTID), so rows are read by themselves. A game's examples lie
in its folder (`stored.json`, a list of states); what has ever been one is needed for ever: never change a file, add
`stored2.json`. A state packed without any is about twice as long.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from typing import Any

# A window of 4 kB, more than any state takes; the memory that goes with it is faster to set up than the usual 256 kB.
LEVEL, WINDOW, MEMORY = 6, 12, 6
HAS_DICTIONARY = 0x20
# What is packed begins with it; no Base64 does, and no move is such a string.
MARK = "="

# As short as JSON gets.
written = json.JSONEncoder(separators=(",", ":")).encode

Keys = frozenset[str]
_dictionaries: dict[bytes, bytes] = {}
_packers: dict[Keys | None, Any] = {}
_plain = zlib.compressobj(LEVEL, zlib.DEFLATED, WINDOW, MEMORY)


def learn(examples: str) -> None:
    """States with the same keys as the first of these examples are packed by them from now on."""
    states = json.loads(examples)
    dictionary = written(states).encode()
    _dictionaries[zlib.adler32(dictionary).to_bytes(4, "big")] = dictionary
    _packers[frozenset(states[0])] = zlib.compressobj(
        LEVEL, zlib.DEFLATED, WINDOW, MEMORY, zlib.Z_DEFAULT_STRATEGY, dictionary
    )


def pack(value: Mapping[str, Any] | Sequence[Any], text: str) -> str:
    """`text` is the value as `written` has it."""
    keys = frozenset(value) if isinstance(value, Mapping) else None
    packer = _packers.get(keys, _plain).copy()
    return MARK + b64encode(packer.compress(text.encode()) + packer.flush()).decode()


def packed_length(value: Mapping[str, Any] | Sequence[Any]) -> int:
    """Characters that it takes, quotes included."""
    return len(pack(value, written(value))) + 2


def is_packed(stored: Any) -> bool:
    return isinstance(stored, str) and stored.startswith(MARK)


def unpack(packed: str) -> Any:
    """The value; LookupError if its examples are not here."""
    data = b64decode(packed.removeprefix(MARK))
    if data[1] & HAS_DICTIONARY:
        dictionary = _dictionaries.get(data[2:6])
        if dictionary is None:
            raise LookupError(
                "a stored state needs a game's examples that are not here: is the game in GAMES?"
            )
        return json.loads(zlib.decompressobj(zdict=dictionary).decompress(data))
    return json.loads(zlib.decompress(data))
