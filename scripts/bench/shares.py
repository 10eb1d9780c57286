"""Where one move's processor time goes, in one process without a server: judging, storing, rendering."""

from __future__ import annotations

import time
from collections import defaultdict

from scripts.bench import stage

MOVES = 400


def main() -> dict[str, float]:
    """Print and give back the ms of processor time that a move spends on each."""
    stage.prepare()
    from games import play
    from games.live.rooms import Room, difference, extended, render
    from games.play import position as positions
    from games.rules import core

    spent: dict[str, float] = defaultdict(float)

    def timed(name, work):
        def measured(*args, **kwargs):
            began = time.process_time()
            try:
                return work(*args, **kwargs)
            finally:
                spent[name] += time.process_time() - began

        return measured

    play.committed.clear()
    from games.play import moves

    moves.load = timed("reading the table", positions.load)
    moves.save = timed("storing and committing", positions.save)
    core.play, judged = timed("judging", core.play), core.play
    audiences = [(viewer, "en") for viewer in range(4)]
    moved = 0
    rendering = 0.0
    while moved < MOVES:
        places = stage.seat_people(1)[0]
        table = places[0].table
        room = Room()
        room.position = play.load(table, recent=12)
        while room.position.table.is_running and moved < MOVES:
            position = room.position
            seat = position.rules.to_act(position.state)[0]
            move = position.rules.legal_moves(position.state, seat)[0]
            person = position.seats[seat].user_id
            settled = play.submit(
                table, person, move, key=str(position.table.number), seen=position.table.number
            )
            start = time.process_time()
            room.position = extended(room.position, settled.position)
            for audience, board in render(room.position, audiences).items():
                difference(room.shown.get(audience), board)
                room.shown[audience] = board
            rendering += time.process_time() - start
            moved += 1
    core.play = judged
    spent["rendering for 4 seats"] = rendering
    shares = {name: 1000 * seconds / moved for name, seconds in spent.items()}
    print(f"\nProcessor time of a move without a server, ms ({moved} moves)")
    for name, ms in sorted(shares.items(), key=lambda item: -item[1]):
        print(f"  {name:26}{ms:8.3f}")
    return shares
