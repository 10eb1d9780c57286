"""`manage.py serve`: apply migrations, then run the web server and the scheduler on one event loop."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from games.scheduler import processes
from hosting.lock import hold_database
from hosting.server.collector import collect_when_quiet, tune
from hosting.startup import (
    allow_many_connections,
    measure,
    refuse_foreign_database,
    refuse_missing_static_files,
    refuse_newer_database,
)

# An arbitrary key of an advisory lock.
MIGRATING = 414_1014
# In bytes. A page never sends a message of nearly this length.
LONGEST_MESSAGE = 65_536


class Command(BaseCommand):
    help = "Serve the site, its sockets and its scheduler on one address."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", default="8000")
        parser.add_argument(
            "--no-scheduler",
            action="store_true",
            help="web and sockets only; `manage.py scheduler` runs elsewhere",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = options["host"], port_of(str(options["port"]))
        if options["no_scheduler"] and not settings.CHANNEL_URL:
            raise CommandError(
                "Set CHANNEL_URL: without it this process and the scheduler's would not hear each other."
            )
        allow_many_connections()
        if "SITE_URL" not in os.environ:
            settings.SITE_URL = f"http://localhost:{port}"
        refuse_taken(host, port)
        if port == settings.METRICS_PORT:
            raise CommandError(f"METRICS_PORT is {port}, the port of the site itself: choose another one.")
        refuse_missing_static_files()
        self.held = hold_database()
        migrate()
        measure(settings.METRICS_HOST, settings.METRICS_PORT, settings.TRACES_URL)
        # The event loop holds only weak references to tasks.
        self.background = background(scheduling=not options["no_scheduler"])
        tune()
        address = f"[{host}]" if ":" in host else host
        self.stdout.write(f"Unbirthday is at http://{address}:{port}  (Ctrl-C stops it)")
        self.stdout.flush()
        serve(host, port)
        processes.stop_all()


def background(scheduling: bool) -> list[asyncio.Task[None]]:
    """Start what runs on Daphne's loop beside the sockets, so that changes by the scheduler are pushed at once."""
    from daphne.server import twisted_loop

    work = [collect_when_quiet()]
    if scheduling:
        from games.notifications import Worker
        from games.scheduler import hooks
        from games.scheduler.loop import Scheduler

        work += [Scheduler().run(), Worker().run(), *(worker() for worker in hooks.workers)]
    return [twisted_loop.create_task(coroutine) for coroutine in work]


def serve(host: str, port: int) -> None:
    """Serve until the process is told to end."""
    from config.asgi import application
    from games.sockets.ending import end_sockets
    from hosting.server.server import DirectServer

    DirectServer(
        application=application,
        ending=end_sockets,
        endpoints=[f"tcp:port={port}:interface={host.replace(':', chr(92) + ':')}"],
        verbosity=0,
        websocket_handshake_timeout=10,
        ping_interval=30,
        websocket_max_message_size=LONGEST_MESSAGE,
        websocket_max_frame_size=LONGEST_MESSAGE,
    ).run()


def port_of(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or not 0 < int(text) < 65536:
        raise CommandError(f"The port is {text!r}: choose one from 1 to 65535.")
    return int(text)


def migrate() -> None:
    """Apply migrations, one process at a time: two at once would both create the same tables, and one would fail."""
    refuse_foreign_database()
    with connection.cursor() as cursor:
        several = connection.vendor == "postgresql"
        if several:
            cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
        try:
            refuse_newer_database()
            call_command("migrate", verbosity=0, interactive=False)
        finally:
            if several:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATING])
    connection.close()


def refuse_taken(host: str, port: int) -> None:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(refusal(host, port, error)) from None


def refusal(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is taken. Choose another one, as make play PORT={port % 65535 + 1} or --port does."
        )
    if error.errno == errno.EACCES:
        return f"Port {port} is for root only: choose one above 1023, and let a reverse proxy have that one."
    return f"Nobody can listen at {host} ({error.strerror}): choose another --host, such as 127.0.0.1."
