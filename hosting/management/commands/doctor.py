"""`manage.py doctor`: print each check on a line as right, doubtful or wrong, with what to do.

The exit status is the worst finding: 0, 1 or 2, as monitoring systems read it.
"""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from hosting.doctor import CHECKS, Level, examine

WORDS = {Level.RIGHT: "right", Level.DOUBTFUL: "doubtful", Level.WRONG: "WRONG"}


class Command(BaseCommand):
    help = (
        "Check settings, database, proxies, mail and more; say of each whether it is right, and what to do."
    )
    # Django's checks would end the doctor when something is wrong.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--only", nargs="+", choices=CHECKS, metavar="CHECK", help=", ".join(CHECKS))
        parser.add_argument("--quiet", action="store_true", help="print only what is not right")

    def handle(self, *args: Any, **options: Any) -> None:
        worst = Level.RIGHT
        for name, finding in examine(options["only"] or CHECKS):
            worst = max(worst, finding.level)
            if finding.level or not options["quiet"]:
                todo = f". {finding.todo}" if finding.todo else ""
                self.stdout.write(f"{WORDS[finding.level]:<9} {name}: {finding.sentence.rstrip('.')}{todo}")
        sys.exit(int(worst))
