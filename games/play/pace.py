"""How much time a table may give: a bank and an increment per move, both within limits that the pace sets."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.core import Refused

SECOND, MINUTE, HOUR, DAY = 1000, 60_000, 3_600_000, 86_400_000


@dataclass(frozen=True)
class Limits:
    """The least and the most, in ms, and what a table gets that asks for nothing."""

    bank: tuple[int, int]
    increment: tuple[int, int]
    usual: tuple[int, int]


LIVE = Limits((30 * SECOND, 10 * MINUTE), (10 * SECOND, 60 * SECOND), (5 * MINUTE, 30 * SECOND))
DAYS = Limits((12 * HOUR, 14 * DAY), (12 * HOUR, 2 * DAY), (3 * DAY, DAY))


def limits(live: bool) -> Limits:
    return LIVE if live else DAYS


def settled(live: bool, bank_ms: int | None, increment_ms: int | None, weekends_off: bool) -> tuple[int, int]:
    """Bank and increment in ms, the usual ones where None; Refused `unfit_bank`, `unfit_increment` or
    `weekends_live`."""
    allowed = limits(live)
    bank = allowed.usual[0] if bank_ms is None else bank_ms
    increment = allowed.usual[1] if increment_ms is None else increment_ms
    for code, value, (least, most) in (
        ("unfit_bank", bank, allowed.bank),
        ("unfit_increment", increment, allowed.increment),
    ):
        if not least <= value <= most:
            raise Refused(code, live=live, least=least, most=most)
    if live and weekends_off:
        raise Refused("weekends_live")
    return bank, increment
