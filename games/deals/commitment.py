"""The commitment to a deal, and the proof that it was kept. draws.py draws and closes deals; a deal's page shows its
commitment from the first (`Deal.commitment` in models.py), and its seed once it is closed (`Deal.is_opened`)."""

from __future__ import annotations

from typing import Any

from games.deals.models import Deal
from games.rules import core
from games.rules.chance import Stream


def proof(deal: Deal) -> dict[str, Any]:
    """Return the data with which a browser checks that the published seal gives these cards."""
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
