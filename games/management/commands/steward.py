"""A steward in a process of its own, for sites with several web processes."""

from __future__ import annotations

import asyncio
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = (
        "Keep time, play the bots and send the post: for sites whose web processes run `serve --no-steward`."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.CHANNEL_URL:
            raise CommandError(
                "Set CHANNEL_URL: without it the web processes would not hear what the steward does."
            )
        from games.post import Poster
        from games.steward import Steward

        async def run() -> None:
            from games.live import hub

            steward = Steward()
            hub.wakes.append(steward.woken.set)
            hub.start()
            await asyncio.gather(steward.run(), Poster().run())

        asyncio.run(run())
