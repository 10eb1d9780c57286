"""Reviews matches one after another in its own process. Results are stored as they come, so another worker can
continue if this one is killed."""

from __future__ import annotations

import os
import secrets
from time import monotonic

import structlog
from django.utils import timezone

from games.coach import advice, reviews
from games.coach.analysis import review
from games.coach.models import Review
from games.models import Move, Seat, Table
from games.play.database_thread import DatabaseThread
from games.play.workers import repeat
from games.records import export
from games.rules import core
from games.scheduler.processes import Processes

log = structlog.get_logger("unbirthday.reviews")
# In seconds: the pause between two searches for a review, between two writes of the one in progress, and after an
# error.
LOOK, KEEP_EVERY, REST = 1.0, 1.0, 5.0
NICE = 15
NOBODY = -1  # the index of no seat
Job = tuple[Review, Table, list[Move]]


class Reviewer:
    """Takes reviews that no other worker has. Several reviewers may run, in several processes."""

    def __init__(self) -> None:
        self.name = f"{os.getpid()}-{secrets.token_hex(4)}"
        self.database = DatabaseThread("reviews")
        self.processes = Processes(1, NICE)
        self.kept_at = monotonic()

    async def run(self) -> None:
        """Run until cancelled."""
        try:
            await repeat(self.round, failed="reviews_failed", pause=LOOK, rest=REST)
        finally:
            self.stop()

    def stop(self) -> None:
        self.database.stop()
        self.processes.stop()

    async def round(self) -> bool:
        """Work on the next review. Returns False if there was none."""
        job = await self.database.run(self._claim)
        if job is None:
            return False
        try:
            await self._work(*job)
        except Exception:
            # It would fail again and hold up the reviews behind it, so it isn't retried.
            log.exception("review_failed", table=job[1].pk, seat=job[0].seat)
            await self.database.run(reviews.fail, job[0], self.name)
        return True

    def _claim(self) -> Job | None:
        claimed = reviews.claim(self.name, timezone.now())
        if claimed is None:
            return None
        table = Table.objects.get(pk=claimed.table_id)
        return claimed, table, export.rows_of(table)

    async def _work(self, claimed: Review, table: Table, rows: list[Move]) -> None:
        rules, parts = core.game(table.game), list(claimed.parts)
        is_bots = await self.database.run(_is_bots, table, claimed.seat)
        for number in range(len(parts) + 1, len(rows)):
            # What a bot has played for a person is no mistake of theirs.
            compares = is_bots or rows[number].by != Move.By.BOT
            eyes = claimed.seat if compares else NOBODY
            parts.append(await self._part(rules, table, rows=rows, number=number, eyes=eyes))
            if not await self._keep(claimed, parts):
                return
        for look, at in review.second_looks(parts, claimed.seat):
            question = (rules, rows[at].state, parts[at], seed_of(table, at + 1))
            parts[at] = await self.processes.ask(look, *question)
            if not await self._keep(claimed, parts):
                return
        cost = review.cost_a_move(parts, claimed.seat, advice.texts_of(table.game).FEWEST)
        await self.database.run(reviews.finish, claimed, self.name, parts, cost)

    async def _keep(self, claimed: Review, parts: list[review.Part]) -> bool:
        """Store the results so far, unless that was done a moment ago. Returns False if another worker has taken the
        review."""
        now = monotonic()
        if now - self.kept_at < KEEP_EVERY:
            return True
        self.kept_at = now
        return await self.database.run(reviews.keep, claimed, self.name, parts)

    async def _part(
        self, rules: core.Game, table: Table, rows: list[Move], number: int, eyes: int
    ) -> review.Part:
        row, before = rows[number], rows[number - 1]
        seed = seed_of(table, number)
        assert row.seat is not None, "a clock moves in real time only, and no race is reviewed"
        question = (rules, before.state, row.seat, row.move, eyes, seed)
        part: review.Part = await self.processes.ask(review.part, *question)
        return part


def _is_bots(table: Table, seat: int) -> bool:
    return Seat.objects.get(table=table, index=seat).is_bot


def seed_of(table: Table, number: int) -> str:
    """Return the seed for a move. It depends only on the match, so that the same review is found wherever it is
    made."""
    return f"{table.pk} {number}"
