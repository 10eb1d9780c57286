"""The run of the day: the deal of a real-time game. Runs are ranked by place, then by time, and compared by the number
of cards left at each second."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.names import shown
from games.boards.elements import Elements
from games.boards.scene import Scene
from games.deals import bot_matches
from games.deals.models import Count, Deal, Try
from games.models import Move, Seat
from games.rules import core

# The most friends whose lines are drawn.
LINES = 3
# Ms since the match began, and the cards that were left then.
Step = tuple[int, int]


def is_run(game: str) -> bool:
    return core.game(game).REAL_TIME


def places(deal: Deal) -> int:
    """Return the number of places in a run; 0 for any other deal."""
    return 1 + len(deal.levels) if is_run(deal.game) else 0


def is_own(seat: Seat) -> bool:
    """Return True unless a bot has played for the person meanwhile."""
    return not seat.lapses


def progress(table: str, rules: core.Game) -> list[Step]:
    """Return each change of the person's score, which is the number of cards left, from the deal to the end."""
    steps: list[Step] = []
    at = 0
    rows = Move.objects.filter(table_id=table).values_list("at", "state")
    for at, state in rows.iterator(200):
        cards = rules.standings(rules.load(state)).scores[bot_matches.SEAT]
        if not steps or steps[-1][1] != cards:
            steps.append((at, cards))
    return [*steps, (at, steps[-1][1])] if steps else []


def clock(ms: int) -> str:
    """Return a time as minutes and seconds: 1:32."""
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"


class Line(NamedTuple):
    """A run in the picture. `kind` is `you`, `friend`, `best` or `median`."""

    kind: str
    name: str
    steps: Sequence[Step]


def elements(scene: Scene) -> Elements:
    """Return the place on a run's board where the page shows how many cards others had left at that time."""
    if not (scene.shared and scene.rules.REAL_TIME and scene.own and scene.current and scene.number):
        return {}
    return {"runs": ("runs", scene.table)}


def lines(deal: Deal, own: Try, friends: Sequence[Try]) -> dict[str, Any] | None:
    """Return the picture of one's own run beside those of others; None if one's own is not known."""
    if not own.progress:
        return None
    return _picture([Line("you", _("You"), own.progress), *_others(deal, own, friends)])


def lines_so_far(deal: Deal, own: Try, friends: Sequence[Try], now: int) -> dict[str, Any] | None:
    """Return the same for a running run, up to `now` (in ms since it began), without anything that others did later.
    None if the run has not begun."""
    steps = progress(own.table_id, core.game(deal.game)) if own.table_id and now > 0 else []
    if not steps:
        return None
    cut = [line._replace(steps=_until(line.steps, now)) for line in _others(deal, own, friends)]
    return _picture([Line("you", _("You"), [*steps, (now, steps[-1][1])]), *cut])


def _until(steps: Sequence[Step], now: int) -> list[Step]:
    """Return the steps up to that time, and the time itself unless the run was over by then."""
    past = [step for step in steps if step[0] <= now]
    return past if len(past) == len(steps) else [*past, (now, past[-1][1])]


def _others(deal: Deal, own: Try, friends: Sequence[Try]) -> list[Line]:
    """Return a line for each other run. A friend's that is also the best or the middle one has both names."""
    named = [
        ("friend", shown(attempt.user.username) if attempt.user else "", attempt)
        for attempt in friends[:LINES]
    ]
    by_run: dict[int, Line] = {}
    for kind, name, attempt in [*named, *_marks(deal)]:
        if attempt is None or attempt.pk == own.pk or not attempt.progress:
            continue
        if (line := by_run.get(attempt.pk)) is not None:
            by_run[attempt.pk] = line._replace(name=f"{line.name}, {name}")
        else:
            by_run[attempt.pk] = Line(kind, name, attempt.progress)
    return list(by_run.values())


def _marks(deal: Deal) -> list[tuple[str, str, Try | None]]:
    best = _ranked(deal).order_by("weight", "finished_at").first()
    return [("best", _("the best"), best), ("median", _("the middle"), _median(deal))]


def _ranked(deal: Deal) -> QuerySet[Try]:
    return Try.objects.filter(deal=deal, kind=Try.Kind.RANKED, weight__isnull=False)


def _median(deal: Deal) -> Try | None:
    """Return a run in the middle. The counts tell which one it is, so not all runs are read."""
    counts = list(
        Count.objects.filter(deal=deal, ranked=True).order_by("weight").values_list("weight", "people")
    )
    half, before = sum(people for _weight, people in counts) / 2, 0
    for weight, people in counts:
        before += people
        if before >= half:
            return _ranked(deal).filter(weight=weight).first()
    return None


class _Scale:
    """The picture's own units: 740 wide; no card is left at the bottom."""

    WIDTH, HIGH, TOP = 740, 190, 14

    def __init__(self, runs: Sequence[Sequence[Step]]) -> None:
        self.longest = max(1, *(run[-1][0] for run in runs))
        self.most = max(1, *(cards for run in runs for _at, cards in run))

    def x(self, at: int) -> float:
        return 24 + (self.WIDTH - 110) * at / self.longest

    def y(self, cards: int) -> float:
        return self.TOP + (self.HIGH - self.TOP) * (1 - cards / self.most)

    def path(self, run: Sequence[Step]) -> str:
        text = f"M{self.x(run[0][0]):.0f} {self.y(run[0][1]):.0f}"
        return text + "".join(f"H{self.x(at):.0f}V{self.y(cards):.0f}" for at, cards in run[1:])


def _picture(runs: Sequence[Line]) -> dict[str, Any]:
    scale = _Scale([run.steps for run in runs])
    stride = next(step for step in (1, 2, 5, 10, 20, 50, 100) if scale.most <= 6 * step or step == 100)
    names: list[tuple[float, float]] = []
    drawn = []
    for kind, name, run in runs:
        # A name near the right edge ends there, because there is no room beside it.
        x = scale.x(run[-1][0]) + 6
        is_last = x > scale.WIDTH - 180
        x, y = _free(scale.WIDTH - 2 if is_last else x, scale.y(run[-1][1]) - 3, names)
        drawn.append(
            {
                "kind": kind,
                "name": name,
                "path": scale.path(run),
                "x": f"{x:.0f}",
                "y": f"{y:.0f}",
                "anchor": "end" if is_last else "start",
                "time": clock(run[-1][0]),
                "left": run[-1][1],
            }
        )
    return {
        "runs": drawn[::-1],
        "cards": [
            {"y": f"{scale.y(cards):.0f}", "text": cards} for cards in range(0, scale.most + 1, stride)
        ],
        "floor": scale.HIGH,
        "high": scale.HIGH + 44,
        "end": {"x": f"{scale.x(scale.longest):.0f}", "text": clock(scale.longest)},
    }


def _free(x: float, y: float, taken: list[tuple[float, float]]) -> tuple[float, float]:
    """Return the next place upwards at which a name covers no other."""
    while any(abs(y - other_y) < 30 and abs(x - other_x) < 180 for other_x, other_y in taken):
        y -= 30
    taken.append((x, y))
    return x, y
