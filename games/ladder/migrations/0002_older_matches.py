"""Notes the matches that were played before there was a ladder, as `climbs.py` notes those that end."""

from collections import defaultdict
from itertools import groupby

from django.db import migrations
from django.db.models import Exists, OuterRef, Q

LEVELS = ("gentle", "easy", "greedy", "hard")
NEEDED, LAST = 6, 10
FIELDS = ("table", "index", "level", "user", "rank", "resigned", "mark", "table__game", "table__ended_at", "table__outcome")


def note(apps, schema_editor):
    using = schema_editor.connection.alias
    climbs = apps.get_model("ladder", "Climb").objects.using(using)
    results = defaultdict(str)
    passed = {rung(each): each.passed_at for each in climbs.exclude(passed_at=None)}
    for seats in matches(apps, using):
        for seat, level, ahead in noted(seats):
            key = seat["user"], seat["table__game"], level
            results[key] = (results[key] + ("+" if ahead else "-"))[-LAST:]
            if results[key].count("+") >= NEEDED:
                passed.setdefault(key, seat["table__ended_at"])
    climbs.all().delete()
    climbs.bulk_create(
        (
            climbs.model(user_id=user, game=game, level=level, results=signs, passed_at=passed.get((user, game, level)))
            for (user, game, level), signs in results.items()
        ),
        batch_size=500,
    )


def rung(climb):
    return climb.user_id, climb.game, climb.level


def matches(apps, using):
    """Yield the seats of each match that counts and had a bot, the oldest match first."""
    tables, seats, hints = (apps.get_model("games", name).objects.using(using) for name in ("Table", "Seat", "Hint"))
    counted = tables.filter(status="over", guide="", begun_from__isnull=True)
    counted = counted.filter(deal__isnull=True, origin__isnull=True)
    counted = counted.filter(
        Exists(seats.filter(table=OuterRef("pk"), level__in=LEVELS)),
        ~Exists(hints.filter(table=OuterRef("pk"))),
        Q(outcome__isnull=False),
    )
    rows = seats.filter(table__in=counted).order_by("table__ended_at", "table", "index").values(*FIELDS)
    for _table, of_table in groupby(rows.iterator(2000), key=lambda row: row["table"]):
        yield list(of_table)


def noted(seats):
    """Yield each person's seat with each bot's level, and whether the person was ahead."""
    bots = {}
    for seat in seats:
        if seat["level"] in LEVELS:
            bots.setdefault(seat["level"], seat)
    for seat in seats:
        is_played = seat["table__outcome"].get("reason") == "finished" or seat["resigned"] is not None
        if seat["user"] is None or seat["mark"] or not is_played:
            continue
        for level, bot in bots.items():
            has_ranks = seat["resigned"] is None and seat["rank"] is not None and bot["rank"] is not None
            yield seat, level, has_ranks and seat["rank"] < bot["rank"]


class Migration(migrations.Migration):
    dependencies = [("ladder", "0001_initial"), ("games", "0030_table_deal")]

    operations = [migrations.RunPython(note, migrations.RunPython.noop)]
