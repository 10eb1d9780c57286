"""The personal data of the ladder: deleted with the account."""

from accounts.data.registry import PersonalData

PERSONAL_DATA = PersonalData(exported={"ladder.Climb.user": "ladder"})
