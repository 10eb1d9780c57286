"""The expected difference between two moves, as far as it is larger than luck: figures, and sentences with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.boards.contract import Claim
from games.boards.figures import (
    Rounded,
    before_and_after,
    estimate,
    estimated_points,
    estimated_share,
    is_near,
    whole,
)
from games.boards.language import gettext as _
from games.boards.language import ngettext
from games.coach.analysis.errors import BEYOND, UNCOUNTED
from games.coach.analysis.review import lead
from games.rules import core

# The others' results must differ by this many points to be mentioned.
TELLING = 0.5
# What is left of an error in figures that playouts always give alike, because the coach's data are rounded.
ROUNDED = {"scores": 0.005, "wins": 0.00005, "leads": 0.005}
# A difference between chances to win that needs an explanation.
LARGE = 0.15


@dataclass(frozen=True)
class EvaluatedMove:
    """A move that the search has tried: each seat's expected score, and its share of the win."""

    move: core.Move
    scores: Sequence[float]
    wins: Sequence[float]
    # The standard errors of both, and of their differences to the move with which it was compared: by name as
    # games/coach/analysis/errors.py has them, empty where they were not counted.
    errors: Mapping[str, Sequence[float]] = field(default_factory=dict)
    difference_errors: Mapping[str, Sequence[float]] = field(default_factory=dict)
    # The seat's chance to win as it is shown beside those of other moves; None where the move stands alone.
    shown: Rounded | None = None


def error_of(finding: EvaluatedMove, name: str, seat: int) -> float:
    """Return the standard error of one of its figures."""
    return finding.errors[name][seat] if finding.errors else UNCOUNTED[name]


def difference_error(other: EvaluatedMove, name: str, seat: int) -> float:
    """Return the standard error of the difference between the best move and another one for a seat."""
    errors = other.difference_errors
    return max(errors[name][seat], ROUNDED[name]) if errors else UNCOUNTED[name]


def chance_of(move: EvaluatedMove, seat: int) -> Rounded:
    """Return its chance to win as it is shown."""
    return move.shown or estimated_share(move.wins[seat], error_of(move, "wins", seat))


def rounded_alike(moves: Sequence[EvaluatedMove], seat: int) -> list[EvaluatedMove]:
    """Return the moves of one list with their shown chances. All are rounded to the same steps, those of the largest
    error: else a worse move could show the higher chance."""
    error = max(error_of(move, "wins", seat) for move in moves)
    return [replace(move, shown=estimated_share(move.wins[seat], error)) for move in moves]


def rounded_apart(best: EvaluatedMove, other: EvaluatedMove, seat: int) -> list[EvaluatedMove]:
    """Return both moves with shown chances that differ by just what the other one costs. The cost is known more exactly
    than each chance, so the chances are rounded as finely."""
    error = difference_error(other, "wins", seat)
    chances = before_and_after(best.wins[seat], best.wins[seat] - other.wins[seat], error)
    return [replace(move, shown=shown) for move, shown in zip((best, other), chances, strict=True)]


class Gap:
    """The differences between two compared moves for one seat. Above 0 they speak for the first move."""

    def __init__(self, best: EvaluatedMove, other: EvaluatedMove, seat: int, fewest: bool) -> None:
        self.best, self.other, self.seat, self.fewest = best, other, seat, fewest
        sign = -1 if fewest else 1
        self.wins = self._told("wins", best.wins[seat] - other.wins[seat])
        self.scores = self._told("scores", sign * (best.scores[seat] - other.scores[seat]))
        self.leads = self._told("leads", lead(best.scores, seat, fewest) - lead(other.scores, seat, fewest))

    def _told(self, name: str, difference: float) -> float:
        """Return the difference, 0 if it may be luck."""
        return difference if abs(difference) > BEYOND * self.error(name) else 0.0

    def error(self, name: str) -> float:
        return difference_error(self.other, name, self.seat)

    @property
    def is_even(self) -> bool:
        return not (self.wins or self.leads)


def figures(candidate: EvaluatedMove, you: int) -> dict[str, str]:
    """Return the expected score and the chance to win."""
    return {
        "score": estimated_points(candidate.scores[you], error_of(candidate, "scores", you)),
        "wins": str(chance_of(candidate, you)),
    }


def compared_figures(gap: Gap) -> dict[str, str]:
    """Return those of the second move that differ from the first's. A chance that differs by less than the figures show
    is told in words."""
    one, two = (figures(move, gap.seat) for move in (gap.best, gap.other))
    wins = two["wins"]
    if wins == one["wins"]:
        wins = _("a little lower") if gap.wins > 0 else _("a little higher")
    return {
        "score": two["score"] if gap.scores and two["score"] != one["score"] else "",
        "wins": wins if gap.wins else "",
    }


def verdict(gap: Gap) -> str:
    """Return how good the second move is where its own score and its chance to win are about equal."""
    if gap.leads <= 0:
        return _("about equal")
    points = estimate(gap.leads, gap.error("leads"))
    if not points:
        return _("a little worse")
    text = ngettext("about %(points)s point worse", "about %(points)s points worse", points)
    return text % {"points": estimated_points(gap.leads, gap.error("leads"))}


def expected(
    best: EvaluatedMove, other: EvaluatedMove, fewest: bool, you: int, names: Sequence[str], name: str
) -> Iterable[Claim]:
    """Yield what the others and the seat itself gain or lose. `name` is the other move within a sentence."""
    gap = Gap(best, other, you, fewest)
    if gap.is_even:
        text = _("%(other)s is about as good.") % {"other": name}
        yield Claim(text, lambda: abs(best.wins[you] - other.wins[you]) <= BEYOND * gap.error("wins"))
        return
    yield from (
        claim._replace(argues=True)
        for claims in (
            _rival(gap, names, name) if gap.wins >= LARGE else _others(gap, names, name),
            _own(gap, name),
        )
        for claim in claims
    )


def _rival(gap: Gap, names: Sequence[str], name: str) -> Iterable[Claim]:
    """Yield the scores of the seat and of its strongest opponent after the worse move."""
    best, other, you = gap.best, gap.other, gap.seat
    sign = 1 if gap.fewest else -1
    rival = min(
        (seat for seat in range(len(names)) if seat != you), key=lambda seat: sign * other.scores[seat]
    )
    mine, rivals, mine_then, rivals_then = scores = [
        _Score(move, seat) for move in (best, other) for seat in (you, rival)
    ]
    if (mine.points, rivals.points) == (mine_then.points, rivals_then.points):
        return
    text = _(
        "On average you end with %(mine)s and %(name)s with %(rivals)s; "
        "after %(other)s you with %(mine_then)s and %(name)s with %(rivals_then)s."
    )
    text %= {
        "mine": mine,
        "name": names[rival],
        "rivals": rivals,
        "other": name,
        "mine_then": mine_then,
        "rivals_then": rivals_then,
    }
    yield Claim(text, lambda: all(score.is_near for score in scores))


class _Score:
    """A seat's expected score after a move, as it is shown."""

    def __init__(self, move: EvaluatedMove, seat: int) -> None:
        self.value, self.error = move.scores[seat], error_of(move, "scores", seat)
        self.points = estimate(self.value, self.error)

    @property
    def is_near(self) -> bool:
        return is_near(self.points, self.value, self.error)

    def __str__(self) -> str:
        return whole(self.points)


def _others(gap: Gap, names: Sequence[str], name: str) -> Iterable[Claim]:
    """Yield how much worse the opponent ends who loses most by the first move."""
    gaps = [Gap(gap.best, gap.other, seat, gap.fewest) for seat in range(len(names)) if seat != gap.seat]
    worst = min(gaps, key=lambda seat_gap: seat_gap.scores)
    seat, error = worst.seat, worst.error("scores")
    points = estimate(-worst.scores, error)
    if -worst.scores < TELLING or not points:
        return
    text = (
        ngettext(
            "On average %(name)s ends about %(points)s point higher than after %(other)s.",
            "On average %(name)s ends about %(points)s points higher than after %(other)s.",
            points,
        )
        if gap.fewest
        else ngettext(
            "On average %(name)s ends about %(points)s point lower than after %(other)s.",
            "On average %(name)s ends about %(points)s points lower than after %(other)s.",
            points,
        )
    )
    change = points if gap.fewest else -points
    yield Claim(
        text % {"name": names[seat], "points": whole(points), "other": name},
        lambda: is_near(change, gap.best.scores[seat] - gap.other.scores[seat], error),
    )


def _own(gap: Gap, name: str) -> Iterable[Claim]:
    """Yield the chance to win, or points if it is about the same. Only what speaks for the first move."""
    you, best, other = gap.seat, gap.best, gap.other
    if gap.wins > 0:
        one, two = (chance_of(move, you) for move in (best, other))
        text = (
            _("Your chance to win is estimated at %(one)s, after %(other)s at %(two)s.")
            if str(one) != str(two)
            else _("Your chance to win is a little better than after %(other)s.")
        )
        yield Claim(text % {"one": one, "two": two, "other": name}, lambda: one.share >= two.share)
        return
    mine, mine_then = _Score(best, you), _Score(other, you)
    if gap.scores > 0 and mine.points != mine_then.points:
        text = _("You end with about %(one)s points on average, after %(other)s with %(two)s.")
        text %= {"one": mine, "two": mine_then, "other": name}
        yield Claim(text, lambda: mine.is_near and mine_then.is_near)
    elif gap.leads > 0:
        error = gap.error("leads")
        yield _closer(gap, name, estimate(gap.leads, error), error)


def _closer(gap: Gap, name: str, points: int, error: float) -> Claim:
    """Return by how many points the seat ends better compared with its strongest opponent; a little for 0."""
    you, best, other = gap.seat, gap.best, gap.other
    text = _("Compared with the others you end a little better than after %(other)s.")
    if points:
        text = ngettext(
            "Compared with the others you end about %(points)s point better than after %(other)s.",
            "Compared with the others you end about %(points)s points better than after %(other)s.",
            points,
        )
    further = lead(best.scores, you, gap.fewest) - lead(other.scores, you, gap.fewest)
    return Claim(text % {"points": whole(points), "other": name}, lambda: is_near(points, further, error))
