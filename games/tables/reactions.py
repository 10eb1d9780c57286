"""When a real-time match is over: how each seat reacted there, and whether a person's reactions are no person's, or a
page's answers were held back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import cast

from games.models import Move, Seat, Table
from games.rules import core, reactions

# A reaction in ms, and the game's verdict on that claim.
Claim = tuple[int, int]


def note(table: Table, seats: Sequence[Seat]) -> None:
    """Within the transaction that ends the match, once its last move is stored."""
    rules, found = cast(core.RealTimeGame, core.game(table.game)), _Claims()
    for seat, by, move, events, timing in _rows(table.pk):
        if seat is not None and timing is not None and "reaction" in timing:
            verdict = sum(rules.verdict(event) for event in events)
            found.add(seat, rules.claim(move), by == Move.By.PERSON, (timing["reaction"], verdict))
    # The seats may be from before one was marked.
    marked = set(Seat.objects.filter(table=table, mark=reactions.HELD_BACK).values_list("pk", flat=True))
    for each in seats:
        each.mark = reactions.HELD_BACK if each.pk in marked else ""
        _note(each, found.all[each.index], found.people[each.index])


def mark_held_back(table: str, seats: Collection[int]) -> None:
    """The answers of the pages of those seats don't fit their browsers'. It is said when the match is over."""
    running = Seat.objects.filter(table=table, table__status=Table.Status.RUNNING, index__in=seats)
    running.update(mark=reactions.HELD_BACK)


def _rows(table: str) -> Sequence[tuple[int | None, str, core.Move, list[core.Event], dict[str, int] | None]]:
    claims = Move.objects.filter(table_id=table, timing__isnull=False).order_by("number")
    return list(claims.values_list("seat", "by", "move", "events", "timing"))


class _Claims:
    """By seat. Of a contest only the first claim tells how long somebody took."""

    def __init__(self) -> None:
        self.all: dict[int, list[Claim]] = defaultdict(list)
        self.people: dict[int, list[int]] = defaultdict(list)
        self._known: set[tuple[int, int | None]] = set()

    def add(self, seat: int, contest: int | None, person: bool, claim: Claim) -> None:
        if (seat, contest) in self._known:
            return
        self._known.add((seat, contest))
        self.all[seat].append(claim)
        if person:
            self.people[seat].append(claim[0])


def _note(seat: Seat, claims: list[Claim], persons: list[int]) -> None:
    seat.claims = claims
    if judged := reactions.judged(persons):
        seat.usual_ms, seat.best_ms = judged.usual, judged.best
        seat.mark = judged.mark or seat.mark
    changed = {each: getattr(seat, each) for each in ("claims", "usual_ms", "best_ms", "mark")}
    Seat.objects.filter(pk=seat.pk).update(**changed)
