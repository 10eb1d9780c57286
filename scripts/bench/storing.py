"""The cost of storing a move by plain statements (games/play/statements.py) and by the ORM, in turns."""

from __future__ import annotations

from collections.abc import Sequence

from scripts.bench import move_costs, stage

ROUNDS = 4
STORING = "storing and committing"


def main() -> None:
    stage.prepare()
    from django.db.models import Model

    from games.play import statements

    def insert_all(rows: Sequence[Model]) -> None:
        type(rows[0])._base_manager.bulk_create(rows)

    def update_all(model: type[Model], updates: Sequence[statements.Update]) -> int:
        return sum(model._base_manager.filter(**where).update(**values) for values, where in updates)

    ways = {
        "statements": (statements.insert_all, statements.update_all),
        "the ORM": (insert_all, update_all),
    }
    spent: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(ROUNDS):
        for way, (statements.insert_all, statements.update_all) in ways.items():
            spent[way].append(move_costs.main()[STORING])
    statements.insert_all, statements.update_all = ways["statements"]
    print("\nProcessor time of storing a move, ms, least and most of the rounds")
    for way, times in spent.items():
        print(f"  {way:12}{min(times):8.3f}{max(times):8.3f}")
