"""`manage.py scheduler`: the scheduler in a process of its own, for sites with several web processes."""

from __future__ import annotations

import asyncio
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from hosting.startup import (
    measure,
    refuse_foreign_database,
    refuse_missing_static_files,
    refuse_newer_database,
    wait_for_migrations,
)


class Command(BaseCommand):
    help = "Keep time, play the bots and send notifications, for sites whose web processes run `serve --no-scheduler`."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.CHANNEL_URL:
            raise CommandError(
                "Set CHANNEL_URL: without it the web processes would not hear what the scheduler does."
            )
        from games.notifications import Worker
        from games.scheduler import hooks
        from games.scheduler.loop import Scheduler

        async def run() -> None:
            from games.sockets import hub

            scheduler = Scheduler()
            hub.wakes.append(scheduler.wake)
            hub.start()
            await asyncio.gather(scheduler.run(), Worker().run(), *(worker() for worker in hooks.workers))

        refuse_missing_static_files()
        refuse_foreign_database()
        refuse_newer_database()
        wait_for_migrations()
        measure(settings.METRICS_HOST, settings.METRICS_PORT, settings.TRACES_URL)
        asyncio.run(run())
