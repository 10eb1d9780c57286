"""The texts and HTTP statuses of the coach's refusals."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

STATUS = {"hint_under_way": 429, "too_many_reviews": 429}
TEXTS = {
    "hint_too_late": gettext_lazy("It isn't your turn any more: no hint was given, and none is counted."),
    "no_hints": gettext_lazy("No hints are given at this table."),
    "too_many_reviews": gettext_lazy("%(most)d reviews of yours are under way. Please wait for one of them."),
    "hint_under_way": gettext_lazy(
        "Your last question is still being thought about. Please wait for its answer."
    ),
}
