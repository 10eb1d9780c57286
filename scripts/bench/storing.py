"""What a move's rows cost to store by plain statements (games/tables/statements.py) and by the ORM, turn about."""

from __future__ import annotations

from typing import Any

from scripts.bench import move_costs, stage

ROUNDS = 4
STORING = "storing and committing"


def main() -> None:
    stage.prepare()
    from django.db.models import Model

    from games.tables import statements

    def insert(row: Model) -> None:
        row.save(force_insert=True)

    def update(model: type[Model], values: dict[str, Any], where: dict[str, Any]) -> int:
        return model._base_manager.filter(**where).update(**values)

    ways = {"statements": (statements.insert, statements.update), "the ORM": (insert, update)}
    spent: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(ROUNDS):
        for way, (statements.insert, statements.update) in ways.items():
            spent[way].append(move_costs.main()[STORING])
    statements.insert, statements.update = ways["statements"]
    print("\nProcessor time of storing a move, ms, least and most of the rounds")
    for way, each in spent.items():
        print(f"  {way:12}{min(each):8.3f}{max(each):8.3f}")
