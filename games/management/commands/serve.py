"""The site and the steward in one process: migrations applied, Daphne and the steward on one loop."""

from __future__ import annotations

import gc
import socket
import sys
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

# Any number that nothing else locks in this database.
MIGRATING = 414_1014


class Command(BaseCommand):
    help = "Serve the site, its sockets and its steward on one address."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument(
            "--no-steward",
            action="store_true",
            help="web and sockets only; `manage.py steward` runs elsewhere",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = options["host"], options["port"]
        if options["no_steward"] and not settings.CHANNEL_URL:
            raise CommandError(
                "Set CHANNEL_URL: without it this process and the steward's would not hear each other."
            )
        refuse_taken(host, port)
        migrate()
        from daphne.server import Server, twisted_loop

        from config.asgi import application

        # The sockets and the steward share Daphne's loop, so that what the steward does is told at once.
        if not options["no_steward"]:
            from games.post import Poster
            from games.steward import Steward

            # Held here: the loop itself keeps only weak references.
            self.standing = [twisted_loop.create_task(each.run()) for each in (Steward(), Poster())]
        tune()
        address = f"[{host}]" if ":" in host else host
        self.stdout.write(f"Unbirthday is at http://{address}:{port}  (Ctrl-C stops it)")
        self.stdout.flush()
        Server(
            application=application,
            endpoints=[f"tcp:port={port}:interface={host.replace(':', chr(92) + ':')}"],
            verbosity=0,
            websocket_handshake_timeout=10,
        ).run()


def migrate() -> None:
    """One process at a time: two that start together would both make the same tables, and one would fail."""
    with connection.cursor() as cursor:
        several = connection.vendor == "postgresql"
        if several:
            cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
        try:
            call_command("migrate", verbosity=0, interactive=False)
        finally:
            if several:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATING])
    connection.close()


def tune() -> None:
    """What is loaded now stays: the collector needn't look through it after every few pages. And the loop must
    not wait long for the interpreter while a database thread computes."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    sys.setswitchinterval(0.001)


def refuse_taken(host: str, port: int) -> None:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} is taken. Choose another one: make play PORT={port + 1}"
            ) from error
