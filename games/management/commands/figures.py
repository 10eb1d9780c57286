"""`manage.py figures`: build everybody's figures anew from the stored matches. They come out the same to the digit."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User
from games.models import Figures
from games.play import figures


class Command(BaseCommand):
    help = "Build everybody's figures anew from the stored matches."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing, and fail if stored figures differ"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        people = list(
            User.objects.filter(seats__isnull=False).order_by("pk").distinct().values_list("pk", flat=True)
        )
        if not options["check"]:
            for person in people:
                figures.store(person)
            self.stdout.write(f"Figures of {len(people)} people are built.")
            return
        wrong = [person for person in people if not is_right(person)]
        if wrong:
            raise CommandError(
                f"The figures of {len(wrong)} people are not what their matches say: {wrong[:20]}"
            )
        self.stdout.write(f"The figures of {len(people)} people are what their matches say.")


def is_right(person: int) -> bool:
    """Return True if the stored figures are right. Missing ones are built when they are first shown."""
    stored = {(row.game, row.public): row.data for row in Figures.objects.filter(user=person)}
    games = {game for game, _public in stored}
    return stored == {key: data for key, data in figures.built(person).items() if key[0] in games}
