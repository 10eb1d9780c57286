"""Where one move's processor time goes, in one process without a server: judging, storing, rendering."""

from __future__ import annotations

import time
from collections import defaultdict

from scripts.bench import report, stage

MOVES = 400


def main() -> dict[str, float]:
    """Print and give back the ms of processor time that a move spends on each."""
    stage.prepare()
    from games import tables
    from games.rules import core
    from games.sockets.rendering import render
    from games.sockets.room import extended
    from games.tables import snapshot as snapshots

    spent: dict[str, float] = defaultdict(float)

    def timed(name, work):
        def measured(*args, **kwargs):
            began = time.process_time()
            try:
                return work(*args, **kwargs)
            finally:
                spent[name] += time.process_time() - began

        return measured

    tables.committed.clear()
    from games.tables import moves

    moves.load = timed("reading the table", snapshots.load)
    moves.save = timed("storing and committing", snapshots.save)
    core.play, judged = timed("judging", core.play), core.play
    audiences = [(viewer, "en") for viewer in range(4)]
    moved = 0
    rendering = 0.0
    while moved < MOVES:
        places = stage.seat_people(1)[0]
        table = places[0].table
        snapshot, shown = tables.load(table, recent=12), {}
        while snapshot.table.is_running and moved < MOVES:
            seat = snapshot.rules.to_act(snapshot.state)[0]
            move = snapshot.rules.legal_moves(snapshot.state, seat)[0]
            person = snapshot.seats[seat].user_id
            settled = tables.submit(
                table, person, move, key=str(snapshot.table.number), seen=snapshot.table.number
            )
            start = time.process_time()
            snapshot = extended(snapshot, settled.snapshot)
            render(snapshot, audiences, shown)
            rendering += time.process_time() - start
            moved += 1
    core.play = judged
    spent["rendering for 4 seats"] = rendering
    shares = {name: 1000 * seconds / moved for name, seconds in spent.items()}
    print(f"\nProcessor time of a move without a server, ms ({moved} moves)")
    for name, ms in sorted(shares.items(), key=lambda item: -item[1]):
        print(f"  {name:26}{ms:8.3f}")
        report.note("shares", name, ms=ms)
    return shares
