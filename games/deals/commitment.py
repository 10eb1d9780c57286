"""The commitment to a deal's seed: when the seed becomes public, and what readers check then.

A deal gets its seed when it is drawn (draws.py). Its page shows the commitment from the first (`Deal.commitment` in
models.py), and the seed once the deal is closed (`Deal.is_opened`).
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.deals import days
from games.deals.models import Deal
from games.rules import core
from games.rules.chance import Stream


def close(now: datetime) -> int:
    """Close the deals whose time is over and return their number. Their seeds are public, and no later try counts."""
    last = (now - days.GRACE - days.DAY).date()
    over = Deal.objects.filter(closed_at=None, day__lte=last)
    return over.update(closed_at=now)


def proof(deal: Deal) -> dict[str, Any]:
    """Return the data with which a browser checks that the published seed gives these cards."""
    salts = [""] * (1 + len(deal.levels))
    rules = core.game(deal.game)
    setup = core.deal(rules, len(salts), Stream(bytes.fromhex(deal.seed), salts), {})[1]
    return {
        "table": "",
        "seat": None,
        "commitment": deal.commitment,
        "seed": deal.seed,
        "salts": salts,
        "bots": [],
        "deck": setup["deck"],
        "first": setup["first"],
        "cards": core.unshuffled(rules, len(salts), {}),
    }
