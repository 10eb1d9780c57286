"""The personal data of puzzles. It is deleted with the account; the counts of the puzzles stay."""

from accounts.data.registry import PersonalData

PERSONAL_DATA = PersonalData(
    exported={
        "puzzles.Answer.user": "puzzle_answers",
        "puzzles.Hint.user": "puzzle_hints",
        "puzzles.Standing.user": "puzzle_standings",
        "puzzles.WithheldMatches.user": "withheld_matches",
    },
)
