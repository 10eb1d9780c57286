"""The loops that carry the post: one that sorts, one for each channel, so that a slow mail server keeps nothing else
waiting. They hold no truth, run beside the steward on a database thread of their own, and several are harmless."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import structlog
from django.db import connections
from django.utils import timezone

from accounts import outgoing
from games.post import claims, mails, senders, sorting
from games.post.channels import Address, Channel
from games.post.claims import Parcel
from games.threads import DatabaseThread

log = structlog.get_logger("unbirthday.post")
# Seconds between two looks at the rows, and before another after a failure.
PAUSE, REST = 2.0, 5.0
# So many messages of one channel are on their way at once.
HANDS = 4
FORGET_EVERY = timedelta(hours=6)


class Poster:
    def __init__(self) -> None:
        self.database = DatabaseThread("post")
        self.hands = {channel: ThreadPoolExecutor(HANDS, f"post-{channel}") for channel in Channel.values}
        self.next_forget = timezone.now()

    async def run(self) -> None:
        """Until cancelled."""
        log.info("post_started")
        try:
            loops = [self._again(self._deliver, channel) for channel in Channel.values]
            await asyncio.gather(self._again(self._sort), *loops)
        finally:
            self.stop()

    def stop(self) -> None:
        self.database.stop()
        for hands in self.hands.values():
            hands.shutdown(wait=False, cancel_futures=True)

    async def _again(self, work: Callable[..., Awaitable[bool]], *given: str) -> None:
        while True:
            try:
                busy = await work(*given)
                await asyncio.sleep(0 if busy else PAUSE)
            except Exception:
                # A post that stops tells nobody anything: say so, and go on.
                log.exception("post_failed")
                await asyncio.sleep(REST)

    async def _sort(self) -> bool:
        """Whether there may be more."""
        now = timezone.now()
        if now >= self.next_forget:
            self.next_forget = now + FORGET_EVERY
            if forgotten := await self.database.run(sorting.forget, now):
                log.info("notices_forgotten", count=forgotten)
        return await self.database.run(sorting.sort, now) >= sorting.BATCH

    async def _deliver(self, channel: str) -> bool:
        """One round of a channel; whether anything was sent."""
        there = await self.database.run(claims.due, channel, timezone.now())
        queue = list(reversed(there))
        sent = await asyncio.gather(*(self._hand(queue) for _ in range(HANDS)))
        return any(sent)

    async def _hand(self, queue: list[tuple[int, Address]]) -> bool:
        """Send one after another: what is claimed is sent at once, and doesn't wait behind a slow one."""
        sent = False
        while queue:
            user, address = queue.pop()
            parcel = await self.database.run(claimed, user, address)
            if parcel is not None:
                await self.carry(parcel)
                sent = True
        return sent

    async def carry(self, parcel: Parcel) -> None:
        """Send a claimed parcel and settle it. Whoever dies on the way leaves it claimed."""
        send = await self.database.run(prepare, parcel)
        if send is not None:
            hands = self.hands[parcel.address[0]]
            await asyncio.get_running_loop().run_in_executor(hands, deliver, send, parcel)


def claimed(user_id: int, address: Address) -> Parcel | None:
    """A claim; what can't be judged is put off, so that it holds up nothing else."""
    now = timezone.now()
    try:
        return claims.claim(user_id, address, now)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        log.exception("claim_failed", user=user_id, channel=address[0])
        claims.put_off(user_id, address, now)
        return None


def prepare(parcel: Parcel) -> senders.Send | None:
    """The letter, ready to be sent; None if there is none, which is settled then."""
    try:
        return senders.ready(parcel, timezone.now())
    except senders.NoAddress as gone:
        claims.drop(parcel, str(gone))
    except Exception as error:
        log.exception("letter_failed", user=parcel.user.pk)
        give_back(parcel, repr(error))
    return None


def deliver(send: senders.Send, parcel: Parcel) -> None:
    """Send and settle in one thread: a process that is told to stop lets its threads end, so nothing stays in doubt."""
    try:
        attempt(send, parcel)
    finally:
        connections.close_all()


def attempt(send: senders.Send, parcel: Parcel) -> None:
    """Send, and store what became of it."""
    try:
        send()
    except (mails.Failed, outgoing.Refused) as error:
        give_back(parcel, str(error), final=getattr(error, "final", True))
    except outgoing.Gone as error:
        nobody_there(parcel, str(error))
    except outgoing.Unreachable as error:
        if error.doubtful:
            in_doubt(parcel, str(error))
        else:
            give_back(parcel, str(error), after=error.retry_after)
    except Exception as error:
        # Not one of those that say what became of it.
        in_doubt(parcel, f"{type(error).__name__}: {error}")
    else:
        taken(parcel)


def taken(parcel: Parcel) -> None:
    claims.settle(parcel, timezone.now())
    log.info("sent", channel=parcel.address[0], user=parcel.user.pk, notices=len(parcel.deliveries))


def give_back(parcel: Parcel, why: str, final: bool = False, after: int | None = None) -> None:
    log.warning("not_sent", channel=parcel.address[0], user=parcel.user.pk, attempt=parcel.attempts, why=why)
    if claims.fail(parcel, why, timezone.now(), final, after):
        senders.given_up(parcel)


def in_doubt(parcel: Parcel, why: str) -> None:
    log.warning("send_in_doubt", channel=parcel.address[0], user=parcel.user.pk, why=why)
    claims.doubt(parcel, why)


def nobody_there(parcel: Parcel, why: str) -> None:
    """A browser that has turned push messages off is removed; a webhook may come back."""
    if parcel.address[0] != Channel.PUSH:
        give_back(parcel, why, final=True)
        return
    claims.drop(parcel, why)
    senders.forget_browser(parcel)
