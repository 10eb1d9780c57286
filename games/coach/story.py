"""A sentence that tells how a match went for the viewed seat, made of the stored chances and the scores."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext_noop

from games.boards.language import gettext as _
from games.boards.language import ngettext, pgettext
from games.coach.reviewed import Reviewed

# A lead of fewer moves isn't told: chances are estimates, and at first all are about equal.
SHORTEST = 3
# The share of the moves from which a lead counts as one, although it was lost for a moment.
MOSTLY = 0.8

# Sentences about the course: of another seat, and of the reader's own.
ALWAYS = (
    gettext_noop("%(name)s had the best chance from first to last"),
    gettext_noop("You had the best chance from the first move to the last"),
)
FOR_MOST = (
    gettext_noop("%(name)s had the best chance for most of the match"),
    gettext_noop("You had the best chance for most of the match"),
)
SINCE = (
    gettext_noop("%(name)s had the best chance from move %(number)d on"),
    gettext_noop("You had the best chance from move %(number)d on"),
)
MOSTLY_SINCE = (
    gettext_noop("%(name)s mostly had the best chance from move %(number)d on"),
    gettext_noop("You mostly had the best chance from move %(number)d on"),
)
UNTIL = (
    gettext_noop("%(name)s had the best chance until move %(number)d"),
    gettext_noop("You had the best chance until move %(number)d"),
)
MOSTLY_UNTIL = (
    gettext_noop("%(name)s mostly had the best chance until move %(number)d"),
    gettext_noop("You mostly had the best chance until move %(number)d"),
)
SOMETIMES = (
    gettext_noop("%(name)s had the best chance for %(number)d of %(all)d moves"),
    gettext_noop("You had the best chance for %(number)d of %(all)d moves"),
)
FROM_BEHIND = (
    gettext_noop("%(name)s came from behind at the end"),
    gettext_noop("You came from behind at the very end"),
)
NEVER = (
    gettext_noop("%(name)s never had the best chance"),
    gettext_noop("You never had the best chance"),
)


def headline(reviewed: Reviewed) -> str:
    """Return for example `You led until move 37 and lost by 1 point`."""
    course, end = _course(reviewed), _end(reviewed)
    if course:
        return _("%(course)s and %(end)s") % {"course": course, "end": end}
    if reviewed.eyes == reviewed.you or reviewed.is_abandoned:
        return capfirst(end)
    return _("%(name)s: %(end)s") % {"name": reviewed.names[reviewed.eyes], "end": end}


def final_scores(reviewed: Reviewed) -> list[dict[str, object]]:
    """Return names with scores, the winner first. Empty if the match wasn't played to its end."""
    if not reviewed.is_counted:
        return []
    scores, ranks = reviewed.outcome["scores"], reviewed.outcome["ranks"]
    order = sorted(range(len(ranks)), key=lambda seat: (ranks[seat], seat))
    return [{"name": reviewed.labels[seat], "score": scores[seat]} for seat in order]


def _course(reviewed: Reviewed) -> str:
    """Describe when or for how long the seat had the best chance; "" if nothing simple is true."""
    leads = [wins[reviewed.eyes] >= max(wins) for wins in reviewed.chances()[:-1]]
    text, number = (_won_course if reviewed.won else _lost_course)(leads, reviewed.eyes == reviewed.you)
    name = reviewed.names[reviewed.eyes]
    return text % {"name": name, "number": number, "all": len(leads)}


def _won_course(leads: Sequence[bool], own: bool) -> tuple[str, int]:
    if all(leads):
        return _(ALWAYS[own]), 0
    if length := _mostly(leads[::-1]):
        began = len(leads) - length + 1
        return _since(all(leads[began - 1 :]), began, own), began
    return ("" if any(leads[-SHORTEST:]) else _(FROM_BEHIND[own])), 0


def _lost_course(leads: Sequence[bool], own: bool) -> tuple[str, int]:
    if not any(leads):
        return _(NEVER[own]), 0
    if length := _mostly(leads):
        return _until(all(leads[:length]), length, len(leads), own), length
    return (_(SOMETIMES[own]) if sum(leads) >= SHORTEST else ""), sum(leads)


def _mostly(leads: Sequence[bool]) -> int:
    """Return the number of the first moves that were nearly all a lead, up to one of them; 0 if they are too few."""
    ends = (end for end in range(len(leads), 0, -1) if leads[end - 1] and sum(leads[:end]) >= MOSTLY * end)
    length = next(ends, 0)
    return length if sum(leads[:length]) >= SHORTEST else 0


def _since(is_always: bool, began: int, own: bool) -> str:
    if is_always:
        return _(SINCE[own])
    return _(FOR_MOST[own]) if began == 1 else _(MOSTLY_SINCE[own])


def _until(is_always: bool, length: int, number: int, own: bool) -> str:
    if is_always:
        return _(UNTIL[own])
    return _(FOR_MOST[own]) if length == number else _(MOSTLY_UNTIL[own])


def _end(reviewed: Reviewed) -> str:
    """Describe by how much it won or lost, if points decided the match."""
    if reviewed.is_abandoned:
        return _("the match was abandoned")
    if not reviewed.is_counted:
        return _("won by resignation") if reviewed.won else _("resigned")
    scores, ranks, eyes = reviewed.outcome["scores"], reviewed.outcome["ranks"], reviewed.eyes
    others = [score for seat, score in enumerate(scores) if seat != eyes]
    fewest = reviewed.texts.FEWEST
    lead = min(others) - scores[eyes] if fewest else scores[eyes] - max(others)
    gap = {"gap": abs(lead)}
    if reviewed.won and ranks.count(1) > 1:
        return _("shared the win")
    if lead == 0:
        return _("won with as many points") if reviewed.won else _("lost with as many points")
    if reviewed.won != (lead > 0):
        return pgettext("how a match ended", "won") if reviewed.won else pgettext("how a match ended", "lost")
    if reviewed.won:
        return ngettext("won by %(gap)d point", "won by %(gap)d points", gap["gap"]) % gap
    return ngettext("lost by %(gap)d point", "lost by %(gap)d points", gap["gap"]) % gap
