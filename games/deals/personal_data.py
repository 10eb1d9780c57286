"""The personal data of deals: tries. The rows stay without the person, because the figures of the deals need them."""

from __future__ import annotations

from accounts.data.registry import PersonalData

PERSONAL_DATA = PersonalData(exported={"deals.Try.user": "deals"})
