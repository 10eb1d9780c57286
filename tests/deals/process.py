"""Plays the deal whose seed is given, in a process of its own, and prints its record. `busy` plays other tables between
its moves, and lets a thread compete for the processor."""

from __future__ import annotations

import json
import sys
import threading
from typing import Any

import django


def main(seed: str, busy: bool) -> None:
    django.setup()
    stop = threading.Event()
    if busy:
        threading.Thread(target=_turn, args=[stop], daemon=True).start()
    for game in ("parade", "tea_time", "wonderland"):
        print(json.dumps(_record(game, seed, busy)))
    stop.set()


def _record(game: str, seed: str, busy: bool) -> dict[str, Any]:
    from games.deals.models import Deal
    from games.models import Table
    from games.records import export
    from tests.deals import examples

    deal = examples.drawn(game)
    Deal.objects.filter(pk=deal.pk).update(seed=seed)
    with examples.at():
        names = ("Ada", "Ben", "Cleo") if busy else ("Ada",)
        snapshots = [examples.begun(deal, examples.member(name)) for name in names]
        while any(snapshot.table.is_running for snapshot in snapshots):
            for at, snapshot in enumerate(snapshots):
                # Each in its own measure, so that their moves fall between one another's.
                for _ in range(1 + at):
                    if snapshot.table.is_running:
                        snapshot = examples.step(snapshot)
                snapshots[at] = snapshot
    first = Table.objects.get(pk=snapshots[0].table.pk)
    record = export.export(first, list(first.seats.all()), export.rows_of(first), None)
    for move in record["moves"]:
        del move["at"]
    return record | {"match": "", "seats": record["seats"][1:]}


def _turn(stop: threading.Event) -> None:
    while not stop.is_set():
        sum(range(1000))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] == "busy")
