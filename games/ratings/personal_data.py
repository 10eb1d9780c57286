"""The personal data of ratings.

When an account is deleted, its ratings are deleted. Its places in matches stay without the person, because the other
people's ratings are computed from them.
"""

from accounts.data.registry import PersonalData

PERSONAL_DATA = PersonalData(
    exported={
        "ratings.Rating.user": "ratings",
        "ratings.Place.user": "rated_matches",
        "ratings.HiddenRating.user": "hidden_ratings",
    },
)
