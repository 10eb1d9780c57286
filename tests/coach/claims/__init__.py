"""Judges of what the coach says: they read its English sentences and know the rules, nothing of the code that made
them."""

from collections.abc import Mapping

from tests.coach.claims import parade, tea_time, wonderland
from tests.coach.claims.cases import Judge

JUDGES: Mapping[str, Mapping[str, Judge]] = {
    "parade": parade.JUDGES,
    "tea_time": tea_time.JUDGES,
    "wonderland": wonderland.JUDGES,
}
