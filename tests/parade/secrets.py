"""Parade's secrets: the deck, the others' hands and so their secret discards. Each card exists once, so nothing may
name a hidden card."""

from __future__ import annotations

from typing import Any


def secrets(data: dict[str, Any], viewer: int | None) -> list[str]:
    hidden = list(data["deck"])
    hidden += [card for seat, hand in enumerate(data["hands"]) if seat != viewer for card in hand]
    return [name for card in hidden for name in (card, card.replace("-", " "))]
