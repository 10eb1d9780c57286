"""Bytes that a finished match takes in the database, with its share of pages and indexes (SQLite's dbstat)."""

from __future__ import annotations

from random import Random

from scripts.bench import report, stage

SIZES = "SELECT name, sum(pgsize) FROM dbstat WHERE name LIKE '%games_%' OR name IN ({own}) GROUP BY name"


def sizes() -> dict[str, int]:
    """Return the bytes by table and index of the app."""
    from django.apps import apps
    from django.db import connection

    models = apps.get_app_config("games").get_models()
    own = [index.name for model in models for index in (*model._meta.indexes, *model._meta.constraints)]
    with connection.cursor() as cursor:
        cursor.execute(SIZES.format(own=", ".join(f"'{name}'" for name in own)))
        return dict(cursor.fetchall())


def play(game: str, rng: Random) -> int:
    """Play a match of four to its end, by random legal moves. Return the number of moves."""
    from games.play import storage

    snapshot = storage.load(stage.seat_people(1, game=game)[0][0].table)
    while snapshot.table.is_running:
        seat, move = stage.next_move(snapshot, rng)
        # As long as that of a page.
        snapshot = stage.make_move(snapshot, seat, move, f"{rng.getrandbits(128):032x}")
    return int(snapshot.table.number)


def main(matches: int = 60) -> None:
    stage.prepare()
    from django.db import connection

    with connection.cursor() as cursor:
        # Sizes are measured, not times.
        cursor.execute("PRAGMA synchronous = OFF")
    print(f"\nBytes stored a match of four, any legal moves, rows and indexes ({matches} matches)")
    print(f"  {'':26}{'moves':>9}{'bytes':>9}{'a move':>9}")
    for game in stage.games_to_measure():
        before, rng = sum(sizes().values()), Random(1)
        moves = 0
        for number in range(matches):
            if number % 20 == 0:
                report.progress(f"stored: {game}, match {number} of {matches}")
            moves += play(game, rng)
        added = sum(sizes().values()) - before
        print(f"  {game:26}{moves / matches:9.1f}{added / matches:9.0f}{added / moves:9.0f}")
        report.note("stored", game, bytes=added / matches, bytes_a_move=added / moves)
