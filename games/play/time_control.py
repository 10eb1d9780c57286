"""Time controls of tables: a bank and an increment per move, both within limits that the pace sets."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.core import Refused

SECOND, MINUTE, HOUR, DAY = 1000, 60_000, 3_600_000, 86_400_000


@dataclass(frozen=True)
class Limits:
    """The least and the most, and the usual bank and increment of a table, in ms."""

    bank: tuple[int, int]
    increment: tuple[int, int]
    usual: tuple[int, int]


LIVE = Limits((30 * SECOND, 10 * MINUTE), (10 * SECOND, 60 * SECOND), (5 * MINUTE, 30 * SECOND))
DAYS = Limits((12 * HOUR, 14 * DAY), (12 * HOUR, 2 * DAY), (3 * DAY, DAY))


def limits(live: bool) -> Limits:
    return LIVE if live else DAYS


def settled(live: bool, bank_ms: int | None, increment_ms: int | None) -> tuple[int, int]:
    """Return bank and increment in ms, the usual ones where None. Refused `unfit_bank` or `unfit_increment`."""
    usual = limits(live).usual
    bank = check(live, "bank", usual[0] if bank_ms is None else bank_ms)
    return bank, check(live, "increment", usual[1] if increment_ms is None else increment_ms)


def check(live: bool, what: str, ms: int) -> int:
    """Return that time of a `bank` or an `increment`. Refused if it is outside its limits."""
    least, most = limits(live).bank if what == "bank" else limits(live).increment
    if not least <= ms <= most:
        raise Refused(f"unfit_{what}", live=live, least=least, most=most)
    return ms
