"""Many concurrent requests on PostgreSQL: legal moves are stored in order, and nobody gets a server error."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

from scripts.cluster.process import until
from tests.scale.conftest import Site
from tests.scale.house import APPLICATION
from tests.scale.test_crashes import faults, newest, unpacked
from tests.scale.visitors import Player, Visitor

SUBMITTERS = 16
MOVES = 24
HAND = 5
POOLS = 3 * 16


def storm(site: Site, table: str, people: list[Visitor], number: int) -> list[int]:
    """Submit moves to either process for a random seat, often stale or twice. Returns the statuses."""
    rng = Random(number)
    numbers: list[int] = []
    web = (site.left, site.right)[number % 2]
    with site.house.sql() as connection:
        while True:
            board_number, state = connection.execute(
                "SELECT number, state::text FROM games_move WHERE table_id = %s ORDER BY number DESC LIMIT 1",
                [table],
            ).fetchone() or (0, "")
            hands = unpacked(state)["hands"]
            # In the last round nobody draws, and later moves aren't plays.
            if board_number >= MOVES or min(map(len, hands)) < HAND:
                return numbers
            seat = rng.randrange(len(people))
            card = rng.choice(hands[seat])
            key = f"{seat}-{board_number}" if rng.random() < 0.5 else f"{number}-{len(numbers)}"
            for _ in range(1 + (rng.random() < 0.3)):
                move = {"type": "play", "card": card}
                numbers.append(
                    people[seat].submit(web, table, move, key, board_number - (rng.random() < 0.2))
                )


def test_sixteen_submitters_at_two_processes_store_exactly_the_legal_sequence(site: Site) -> None:
    people = [Visitor(site.left) for _ in range(3)]
    table = people[0].open_table(site.left, seats=3)
    for other in people[1:]:
        other.sit(site.right, table)
    order = [
        next(person for person in people if person.get(site.left, f"/t/{table}/").count(f'id="h-{hand[0]}"'))
        for hand in newest(site, table)["hands"]
    ]
    with ThreadPoolExecutor(SUBMITTERS) as pool:
        by_submitter = list(pool.map(lambda number: storm(site, table, order, number), range(SUBMITTERS)))
    statuses = {status for codes in by_submitter for status in codes}
    assert {200, 409} <= statuses <= {200, 400, 409}, statuses
    numbers = [
        number
        for (number,) in site.house.rows(
            "SELECT number FROM games_move WHERE table_id = %s ORDER BY number", table
        )
    ]
    assert numbers == list(range(len(numbers)))
    assert len(numbers) > len(people)
    assert sum(codes.count(200) for codes in by_submitter) >= len(numbers) - 1
    assert faults(site.house, table) == ""


def test_connections_stay_within_the_pools_however_many_matches_are_played(site: Site) -> None:
    def play(number: int) -> int:
        ada = Visitor(site.left)
        table = ada.open_table(site.left, seats=3, bots=2)
        player = Player(ada, (site.left, site.right)[number % 2], table)
        player.play_on(1)
        player.close()
        return open_connections(site)

    # More matches than the pools of three processes have connections, to detect one that keeps its connection.
    with ThreadPoolExecutor(6) as pool:
        counted = list(pool.map(play, range(POOLS + 6)))
    assert 0 < max(counted) <= POOLS
    # Recently busy transactions end by themselves.
    until("no transaction is left open", lambda: busy_connections(site) == [])


def open_connections(site: Site) -> int:
    query = "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s"
    return int(site.house.rows(query, APPLICATION)[0][0])


def busy_connections(site: Site) -> list[str]:
    """Return queries whose transaction was left open."""
    rows = site.house.rows(
        "SELECT query FROM pg_stat_activity WHERE datname = 'site' AND state LIKE 'idle in transaction%%'"
        " AND now() - state_change > interval '1 second'"
    )
    return [query for (query,) in rows]
