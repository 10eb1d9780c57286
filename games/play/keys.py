"""Keys of moves. A key is unique for a seat, and tells who made its move."""

from __future__ import annotations

from base64 import b64encode
from hashlib import blake2b

from games.rules import core

KEY_LENGTH, LONGEST = 11, 36
# The prefix of keys of conditional moves. Stored rows begin with it.
CONDITIONAL = "order-"
# Prefixes of the keys that the site itself makes for moves of a seat, also for a bot in a person's place. A person's
# move with such a key would keep the site's move from being stored.
OWN = ("bot-", "before-", "import-", CONDITIONAL)


def stored_key(key: str) -> str:
    """Return the key as it is stored. A long key of a page is replaced by its 64-bit hash, which is enough to tell the
    moves of a seat apart."""
    if len(key) <= KEY_LENGTH:
        return key
    return b64encode(blake2b(key.encode(), digest_size=8).digest()).decode()[:KEY_LENGTH]


def check_key(key: str) -> None:
    """Refused `malformed` if the key can't be that of a person's move."""
    if not (0 < len(key) <= LONGEST and key.isascii() and key.isprintable()) or key.startswith(OWN):
        raise core.Refused("malformed")


def conditional_key(pk: int, number: int, condition: str) -> str:
    """Return the key of the move that conditional move `pk` makes after `number` moves.

    It ends with the game's note of the condition that was met, because the row of the conditional move is deleted.
    """
    return f"{CONDITIONAL}{pk}-{number}-{condition}"[:LONGEST]


def is_conditional(key: str) -> bool:
    return key.startswith(CONDITIONAL)


def condition_of(key: str) -> str:
    """Return the condition that is noted in a key by `conditional_key`; "" for other moves."""
    parts = key.removeprefix(CONDITIONAL).split("-", 2) if is_conditional(key) else []
    return parts[2] if len(parts) > 2 else ""
