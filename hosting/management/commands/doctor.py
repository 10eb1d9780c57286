"""`manage.py doctor`: each check on a line, right, doubtful or wrong, with what to do. The exit status is the worst of
all: 0, 1 or 2, as monitoring systems read it."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from hosting.doctor import CHECKS, Level, examine

WORDS = {Level.RIGHT: "right", Level.DOUBTFUL: "doubtful", Level.WRONG: "WRONG"}


class Command(BaseCommand):
    help = "Look at settings, database, proxies, mail and the rest; say of each whether it is right, and what to do."
    # A doctor that does not come to the sick: what Django checks first would end it.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--only", nargs="+", choices=CHECKS, metavar="CHECK", help=", ".join(CHECKS))
        parser.add_argument("--quiet", action="store_true", help="say nothing of what is right")

    def handle(self, *args: Any, **options: Any) -> None:
        worst = Level.RIGHT
        for name, finding in examine(options["only"] or CHECKS):
            worst = max(worst, finding.level)
            if finding.level or not options["quiet"]:
                todo = f". {finding.todo}" if finding.todo else ""
                self.stdout.write(f"{WORDS[finding.level]:<9} {name}: {finding.said.rstrip('.')}{todo}")
        sys.exit(int(worst))
