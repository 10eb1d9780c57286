"""What ratings hold of a person. Who leaves for good takes their numbers along; of their matches the others' rows and
their own seat's strength stay, under no name, because the others' numbers follow from them."""

from accounts.data.registry import PersonalData

PERSONAL_DATA = PersonalData(
    exported={
        "ratings.Rating.user": "ratings",
        "ratings.Place.user": "rated_matches",
        "ratings.HiddenRating.user": "hidden_ratings",
    },
)
