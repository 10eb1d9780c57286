"""The keys of moves: each is one of its seat's, and says who has made the move that has it."""

from __future__ import annotations

from base64 import b64encode
from hashlib import blake2b

from games.rules import core

KEY_LENGTH, LONGEST = 11, 36
# How those begin of moves that were given as conditional ones. Stored rows begin so.
CONDITIONAL = "order-"
# How the keys begin that the site itself gives to moves of a seat, a bot's in a person's place too: a person's move
# that had one would keep that move from being stored.
OWN = ("bot-", "before-", "import-", CONDITIONAL)


def stored_key(key: str) -> str:
    """What is stored of a key that a page has made: a long one's hash, of 64 bits, tells a seat's moves apart as
    well."""
    if len(key) <= KEY_LENGTH:
        return key
    return b64encode(blake2b(key.encode(), digest_size=8).digest()).decode()[:KEY_LENGTH]


def check_key(key: str) -> None:
    """Refused `malformed` if it can't be that of a person's move."""
    if not (0 < len(key) <= LONGEST and key.isascii() and key.isprintable()) or key.startswith(OWN):
        raise core.Refused("malformed")


def conditional_key(pk: int, number: int, condition: str) -> str:
    """Of the move after `number` moves that the conditional one with that id makes. What its game notes of its
    condition stands at the end: the row itself goes."""
    return f"{CONDITIONAL}{pk}-{number}-{condition}"[:LONGEST]


def is_conditional(key: str) -> bool:
    return key.startswith(CONDITIONAL)


def condition_of(key: str) -> str:
    """What `conditional_key` has noted there; "" of other moves."""
    parts = key.removeprefix(CONDITIONAL).split("-", 2) if is_conditional(key) else []
    return parts[2] if len(parts) > 2 else ""
