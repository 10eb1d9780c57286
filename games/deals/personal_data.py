"""What deals hold of a person: their tries. The rows stay without them, for the figures of their deals."""

from __future__ import annotations

from accounts.data.registry import PersonalData

PERSONAL_DATA = PersonalData(exported={"deals.Try.user": "deals"})
