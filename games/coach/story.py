"""A sentence that tells how a match went for the viewed seat, made of the stored chances and the scores."""

from __future__ import annotations

from games.boards.language import gettext as _
from games.boards.language import ngettext, pgettext
from games.coach.reviewed import Reviewed


def headline(reviewed: Reviewed) -> str:
    """Return for example `You led until move 37 and lost by 1 point`."""
    return _("%(course)s and %(end)s") % {"course": _course(reviewed), "end": _end(reviewed)}


def final_scores(reviewed: Reviewed) -> list[dict[str, object]]:
    """Return names with scores, the winner first. Empty if the match wasn't played to its end."""
    if not reviewed.is_counted:
        return []
    scores, ranks = reviewed.outcome["scores"], reviewed.outcome["ranks"]
    order = sorted(range(len(ranks)), key=lambda seat: (ranks[seat], seat))
    return [{"name": reviewed.labels[seat], "score": scores[seat]} for seat in order]


def _course(reviewed: Reviewed) -> str:
    """Describe when or for how long the seat had the best chance."""
    number = len(reviewed.parts)
    led = [at for at, wins in enumerate(reviewed.chances()[:-1], start=1) if wins[reviewed.eyes] >= max(wins)]
    values = {"name": reviewed.names[reviewed.eyes], "all": number}
    own = reviewed.eyes == reviewed.you
    if reviewed.won:
        began = max({*range(1, number + 1)} - {*led}, default=0) + 1
        return _won_course(own, began, number) % (values | {"number": began})
    if led and len(led) == led[-1]:
        text = (
            _("You had the best chance until move %(number)d")
            if own
            else _("%(name)s had the best chance until move %(number)d")
        )
        return text % (values | {"number": led[-1]})
    if led:
        text = (
            _("You had the best chance for %(number)d of %(all)d moves")
            if own
            else _("%(name)s had the best chance for %(number)d of %(all)d moves")
        )
        return text % (values | {"number": len(led)})
    return (_("You never had the best chance") if own else _("%(name)s never had the best chance")) % values


def _won_course(own: bool, began: int, number: int) -> str:
    if began == 1:
        return (
            _("You had the best chance from the first move to the last")
            if own
            else _("%(name)s had the best chance from first to last")
        )
    if began > number:
        return _("You came from behind at the very end") if own else _("%(name)s came from behind at the end")
    return (
        _("You had the best chance from move %(number)d on")
        if own
        else _("%(name)s had the best chance from move %(number)d on")
    )


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
