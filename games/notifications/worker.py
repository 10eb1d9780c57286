"""The loops of notifications: one fans them out, and a few for each channel send.

So a slow mail server delays nothing else. A slow receiver takes one sender of its channel, whatever else waits for it.
One sender is left to receivers that have not failed lately, however many others have.

All state is in the database. Several workers may run at once; each has a database thread of its own.
"""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial

import structlog
from django.db import connections
from django.utils import timezone

from games.notifications import fan_out, outbox, transports
from games.notifications.channels.errors import SendError
from games.notifications.outbox import Batch
from games.notifications.routing import Address, Channel
from games.play.database_thread import DatabaseThread
from games.play.workers import repeat
from hosting.observability import metrics

log = structlog.get_logger("unbirthday.notifications")
# Seconds between two polls, and of pause after a failure.
PAUSE, REST = 2.0, 5.0
# The most messages of one channel that are sent at once, each to another member.
SENDERS = 4
# The most receivers that are asked for at once, besides those whose last message failed.
ASKED = 100
FORGET_EVERY = timedelta(hours=6)
# A member, and one of their addresses.
Receiver = tuple[int, Address]


class Worker:
    def __init__(self) -> None:
        self.database = DatabaseThread("notifications")
        self.senders = {channel: ThreadPoolExecutor(SENDERS, f"send-{channel}") for channel in Channel.values}
        # By channel: the addresses that come next, the last one first, and where something is being sent by member.
        self.queues: dict[str, list[Receiver]] = {channel: [] for channel in Channel.values}
        self.busy: dict[str, dict[int, Address]] = {channel: {} for channel in Channel.values}
        # Those whose last message failed. Forgotten now and then, because addresses may be deleted.
        self.troubled: set[Receiver] = set()
        # By channel: until then nobody asks what is due, by the monotonic clock.
        self.ask_at = dict.fromkeys(Channel.values, 0.0)
        self.next_forget = timezone.now()

    async def run(self) -> None:
        """Run until cancelled."""
        log.info("notifications_started")
        try:
            sending = (partial(self._send_due, channel) for channel in Channel.values for _ in range(SENDERS))
            work = [self._fan_out, *sending]
            again = partial(repeat, failed="notifications_failed", pause=PAUSE, rest=REST)
            await asyncio.gather(*map(again, work))
        finally:
            self.stop()

    def stop(self) -> None:
        self.database.stop()
        for senders in self.senders.values():
            senders.shutdown(wait=False, cancel_futures=True)

    async def _fan_out(self) -> bool:
        """Fan out a batch of notifications. Return True if there may be more."""
        now = timezone.now()
        if now >= self.next_forget:
            self.next_forget = now + FORGET_EVERY
            self.troubled.clear()
            if forgotten := await self.database.run(fan_out.forget, now):
                log.info("notifications_forgotten", count=forgotten)
        return await self.database.run(fan_out.fan_out_due, now) >= fan_out.BATCH

    async def _send_due(self, channel: str) -> bool:
        """Send the next message of a channel. Return True if there was one.

        The channel's senders share its queue, which is read again when nothing is left of it. So they wait neither for
        one another nor for whoever has many messages.
        """
        queue = self.queues[channel]
        if not queue and time.monotonic() >= self.ask_at[channel]:
            # All senders wake together, and one of them asks.
            self.ask_at[channel] = time.monotonic() + PAUSE / 2
            # However many in trouble come first, there are others behind them for the sender that is left.
            limit = ASKED + len(self.troubled)
            due = await self.database.run(outbox.due, channel, timezone.now(), limit)
            metrics.outbox.labels(channel).set(len(due))
            queue[:] = reversed(due)
            if due:
                self.ask_at[channel] = 0.0
        while queue:
            receiver = queue.pop()
            if self._may_send_to(receiver) and await self._send_to(*receiver):
                return True
        return False

    def _may_send_to(self, receiver: Receiver) -> bool:
        """Return True if nothing is being sent to that member, and not too much to others like them."""
        user, address = receiver
        busy = self.busy[address[0]]
        if user in busy:
            return False
        return receiver not in self.troubled or len(busy.items() & self.troubled) < SENDERS - 1

    async def _send_to(self, user: int, address: Address) -> bool:
        """Claim and send one message, so that nothing claimed waits behind a slow one. Return True if there was one."""
        busy = self.busy[address[0]]
        busy[user] = address
        try:
            batch = await self.database.run(claim, user, address)
            if batch is not None:
                await self.send(batch)
            return batch is not None
        finally:
            del busy[user]

    async def send(self, batch: Batch) -> None:
        """Send a claimed batch and store the result. If the process dies in between, the batch stays claimed."""
        send = await self.database.run(prepare, batch)
        if send is not None:
            senders, receiver = self.senders[batch.address[0]], (batch.user.pk, batch.address)
            if await asyncio.get_running_loop().run_in_executor(senders, deliver, send, batch):
                self.troubled.discard(receiver)
            else:
                self.troubled.add(receiver)


def claim(user_id: int, address: Address) -> Batch | None:
    """Claim a batch. After an error of ours, postpone its deliveries, so that they hold up nothing else."""
    now = timezone.now()
    try:
        return outbox.claim(user_id, address, now)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        log.exception("claim_failed", user=user_id, channel=address[0])
        outbox.put_off(user_id, address, now)
        return None


def prepare(batch: Batch) -> transports.Send | None:
    """Return a function that sends the batch; None if there is no message, which is then stored."""
    try:
        return transports.ready(batch, timezone.now())
    except transports.NoAddress as gone:
        outbox.mark_dropped(batch, str(gone))
    except Exception as error:
        log.exception("message_failed", user=batch.user.pk)
        failed(batch, SendError(repr(error)))
    return None


def deliver(send: transports.Send, batch: Batch) -> bool:
    """Send and store the result in one thread. Return True if it was sent.

    A process that stops waits for its threads, so no result is lost.
    """
    try:
        return attempt(send, batch)
    finally:
        connections.close_all()


def attempt(send: transports.Send, batch: Batch) -> bool:
    """Send a batch and store the result. Return True if it was sent."""
    try:
        send()
    except SendError as error:
        failed(batch, error)
    except Exception as error:
        # An unexpected error does not tell whether the message arrived.
        failed(batch, SendError(f"{type(error).__name__}: {error}", doubtful=True))
    else:
        outbox.mark_sent(batch, timezone.now())
        metrics.sent.labels(batch.address[0], "sent").inc()
        log.info("sent", channel=batch.address[0], user=batch.user.pk, notifications=len(batch.deliveries))
        return True
    return False


def failed(batch: Batch, error: SendError) -> None:
    """Store a failure. Remove a browser that has turned push messages off; retry other addresses.

    Nothing is in doubt for a webhook: its receiver knows by the id whether it had the message.
    """
    about = {"channel": batch.address[0], "user": batch.user.pk, "why": str(error)}
    in_doubt = error.doubtful and batch.address[0] != Channel.HOOK
    metrics.sent.labels(batch.address[0], "doubt" if in_doubt else "refused").inc()
    if in_doubt:
        log.warning("send_in_doubt", **about)
        outbox.mark_doubtful(batch, str(error))
    elif error.gone and batch.address[0] == Channel.PUSH:
        outbox.mark_dropped(batch, str(error))
        transports.forget_browser(batch)
    else:
        log.warning("not_sent", attempt=batch.attempts, **about)
        if outbox.mark_failed(
            batch, str(error), now=timezone.now(), permanent=error.permanent, retry_after=error.retry_after
        ):
            transports.given_up(batch)
