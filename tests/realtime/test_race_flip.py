"""One flip of a race in detail: which slap is placed first, which comes too late, and what waits."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from games import boards, realtime
from games.models import Move
from games.play import commands, real_time, storage
from games.play.database_thread import DatabaseThread
from games.play.moves import BotMove, PersonMove, clock_move
from games.play.snapshot import Snapshot
from games.play.storage import load, memory
from games.realtime import Action
from games.rules.core import RealTimeGame, Refused
from games.stockings.rules.rules import SPECIALS
from hosting.limits.all_limits import LIMITS
from tests.helpers import given
from tests.helpers.not_none import not_none
from tests.helpers.racing import dealt, faults, with_a_waiting_card

pytestmark = pytest.mark.usefixtures("at_once")
MOST = int(LIMITS["claim"]["seat"].number)


def race(snapshot: Snapshot) -> RealTimeGame:
    assert isinstance(snapshot.rules, RealTimeGame)
    return snapshot.rules


def slap(
    snapshot: Snapshot, seat: int, key: str, received: float, link: realtime.Link | None = None
) -> Action:
    move = {"type": "slap", "flip": snapshot.state.flip, "card": snapshot.state.stack[-1]}
    person = snapshot.seats[seat].user_id
    return Action(snapshot.table.pk, race(snapshot), move, person, key=key, received=received, link=link)


def flipped_at(snapshot: Snapshot) -> float:
    assert snapshot.table.started_at
    return float(not_none(snapshot.table.started_at).timestamp() + snapshot.state.since / 1000)


def far(snapshot: Snapshot, seat: int, trip: float) -> realtime.Link:
    """Return a measured link of the seat, `trip` s there and back, on which the flip was sent when it was made."""
    link = realtime.latency.enter(snapshot.table.pk, seat)
    link.pong(link.ping(5.0), 5.0 + trip)
    realtime.latency.tables[snapshot.table.pk].sent[seat][snapshot.state.flip] = flipped_at(snapshot)
    return link


async def settled(*actions: Action) -> list[Any]:
    realtime.contests.start(commands.CommandQueue(DatabaseThread("race")))
    return await asyncio.gather(*map(realtime.contests.play, actions), return_exceptions=True)


def verdicts(snapshot: Snapshot) -> list[tuple[int | None, str]]:
    rows = Move.objects.filter(table=snapshot.table, number__gt=snapshot.table.number).order_by("number")
    return [(row.seat, row.events[0]["event"]) for row in rows]


def test_the_quicker_reaction_on_the_longer_link_is_placed_first(file_database: Path) -> None:
    snapshot, (near, distant, *_) = with_a_waiting_card()
    short, long = far(snapshot, near, 0.01), far(snapshot, distant, 0.1)
    sent = flipped_at(snapshot)

    # The near seat reacts in 500 ms and the far one in 450; the far one's slap comes 40 ms later.
    slaps = (
        slap(snapshot, near, key="n", received=sent + 0.51, link=short),
        slap(snapshot, distant, key="d", received=sent + 0.55, link=long),
    )
    asyncio.run(settled(*slaps))

    assert verdicts(snapshot) == [(distant, "right"), (near, "late")]
    first, second = Move.objects.filter(table=snapshot.table).order_by("-number")[:2][::-1]
    began = round(1000 * (sent - not_none(snapshot.table.started_at).timestamp()))
    assert first.timing == {"received": began + 550, "round_trip": 100, "credited": 450, "reaction": 450}
    assert second.timing == {"received": began + 510, "round_trip": 10, "credited": 500, "reaction": 500}
    assert faults(snapshot) == []


def test_a_slap_that_comes_by_another_way_than_was_measured_gets_nothing_off(file_database: Path) -> None:
    """Otherwise a seat could answer pings from far away and slap from near."""
    snapshot, (one, *_) = with_a_waiting_card()
    far(snapshot, one, 0.2)
    unmeasured = realtime.latency.enter(snapshot.table.pk, one)
    by_post = slap(snapshot, one, "post", flipped_at(snapshot) + 0.4)
    elsewhere = slap(snapshot, one, key="socket", received=flipped_at(snapshot) + 0.4, link=unmeasured)

    asyncio.run(settled(by_post, elsewhere))

    rows = Move.objects.filter(table=snapshot.table, timing__isnull=False)
    timings = [not_none(row.timing) for row in rows]
    assert [(timing["round_trip"], timing["credited"]) for timing in timings] == [(0, 400), (0, 400)]


def test_a_receipt_counts_whole_milliseconds_as_the_settling_does(file_database: Path) -> None:
    snapshot, (one, *_) = with_a_waiting_card()
    began = round(1000 * (flipped_at(snapshot) - not_none(snapshot.table.started_at).timestamp()))

    asyncio.run(settled(slap(snapshot, one, "a", flipped_at(snapshot) + 0.5507)))

    # Rounded up, it could be later in the record than the time at which the slap was settled.
    timing = Move.objects.get(table=snapshot.table, key="a").timing
    assert timing is not None and timing["received"] == began + 550


def test_a_slap_that_comes_after_the_window_finds_the_flip_settled(file_database: Path) -> None:
    snapshot, (one, other, *_) = with_a_waiting_card()
    sent = flipped_at(snapshot)

    asyncio.run(settled(slap(snapshot, one, "a", sent + 0.9)))
    asyncio.run(settled(slap(snapshot, other, "b", sent + 0.2)))

    assert verdicts(snapshot) == [(one, "right"), (other, "late")]


def test_the_clock_and_the_flipper_wait_while_slaps_are_held(file_database: Path) -> None:
    snapshot, (one, *_) = with_a_waiting_card()
    far(snapshot, one, 0.05)
    flipper = snapshot.state.flipper
    person = snapshot.seats[flipper].user_id
    flip = Action(snapshot.table.pk, race(snapshot), {"type": "flip"}, person, key="f")
    own = Action(
        snapshot.table.pk, race(snapshot), {"type": "pass", "flip": 1}, snapshot.seats[one].user_id, key="p"
    )

    answers = asyncio.run(settled(slap(snapshot, one, "s", flipped_at(snapshot) + 0.4), flip, own))

    assert verdicts(snapshot)[0] == (one, "right")
    assert isinstance(answers[2], Refused), "a seat's later action is judged after its slap"
    assert answers[2].code == "nothing_waits"


@pytest.mark.parametrize("field", ["at", "credited", "received", "round_trip", "timing"])
def test_a_slap_that_brings_times_of_its_own_is_refused(file_database: Path, field: str) -> None:
    snapshot, (one, *_) = with_a_waiting_card()
    lying = slap(snapshot, one, "liar", flipped_at(snapshot) + 0.4)

    answer = asyncio.run(settled(replace(lying, move=lying.move | {field: 1})))[0]

    assert isinstance(answer, Refused) and answer.code == "needless_field"
    assert verdicts(snapshot) == []


def test_the_same_slap_sent_twice_is_judged_once(file_database: Path) -> None:
    snapshot, (one, *_) = with_a_waiting_card()
    far(snapshot, one, 0.02)
    again = slap(snapshot, one, "same", flipped_at(snapshot) + 0.4)

    first, second = asyncio.run(settled(again, again))
    third = asyncio.run(settled(again))[0]

    assert first.number == second.number == third.number
    assert verdicts(snapshot) == [(one, "right")]


def test_late_slaps_without_end_are_refused_and_not_stored(file_database: Path) -> None:
    snapshot, (one, other, *_) = with_a_waiting_card()
    asyncio.run(settled(slap(snapshot, one, "first", flipped_at(snapshot) + 0.4)))
    late = [slap(snapshot, other, f"late {number}", flipped_at(snapshot) + 0.5) for number in range(300)]

    answers = asyncio.run(settled(*late, late[0]))
    stored = verdicts(snapshot)

    assert stored == [(one, "right")] + [(other, "late")] * MOST
    refused = [answer for answer in answers if isinstance(answer, Refused)]
    assert [str(refusal) for refusal in refused] == ["too_many_claims"] * (len(late) - MOST)
    assert answers[-1].number == answers[0].number, "the same slap sent again has its answer"
    text, status = boards.refusal(refused[0], "stockings")
    assert status == 429 and "wait for the next flip" in text
    assert faults(snapshot) == []


def test_one_slap_sent_again_without_end_is_refused_whatever_its_key(file_database: Path) -> None:
    snapshot, (one, other, *_) = with_a_waiting_card()
    asyncio.run(settled(slap(snapshot, one, "first", flipped_at(snapshot) + 0.4)))
    late = slap(snapshot, other, "same", flipped_at(snapshot) + 0.5)

    answers = asyncio.run(settled(*[late] * 300))

    assert verdicts(snapshot) == [(one, "right"), (other, "late")]
    assert sum("too_many_claims" in str(answer) for answer in answers) == 300 - MOST - 1


def test_slaps_of_one_window_have_an_end_too_and_the_next_flip_a_new_count(file_database: Path) -> None:
    snapshot, (one, *_) = with_a_waiting_card()
    far(snapshot, one, 0.05)
    flood = [slap(snapshot, one, f"{number}", flipped_at(snapshot) + 0.4) for number in range(300)]

    answers = asyncio.run(settled(*flood))

    assert sum("too_many_claims" in str(answer) for answer in answers) == len(flood) - MOST
    assert verdicts(snapshot)[0] == (one, "right")
    given.submit(snapshot.table.pk, snapshot.seats[one].user_id, {"type": "flip"}, key="flip", seen=0)
    after = load(snapshot.table.pk)
    again = Action(
        snapshot.table.pk,
        race(snapshot),
        {"type": "slap", "flip": 1, "card": after.state.hands[one][0]},
        flood[0].person,
    )
    answer = asyncio.run(settled(replace(again, key="again")))[0]
    assert verdicts(snapshot)[-1] == (one, "late") and answer.number == after.table.number + 1


def test_slaps_on_a_card_that_another_process_flipped_wait_for_each_other_too(
    file_database: Path, settings: Any
) -> None:
    settings.CHANNEL_URL = "redis://elsewhere"
    snapshot, _ = with_a_waiting_card()
    table = snapshot.table.pk
    snapshot_before = storage.remembered(table)
    for _ in range(100):
        # This process remembers what it stored itself: the cards before this one.
        given.rewound(table, 100_000)
        given.tick(table)
        snapshot = load(table)
        newest = snapshot.state.stack[-1]
        holders = [seat for seat, hand in enumerate(snapshot.state.hands) if newest in hand]
        if newest not in SPECIALS and len(holders) > 1:
            break
    near, distant = holders[:2]
    memory.forget(table)
    memory.remember(not_none(snapshot_before))
    short, long = far(snapshot, near, 0.01), far(snapshot, distant, 0.1)
    sent = flipped_at(snapshot)

    slaps = (
        slap(snapshot, near, key="n", received=sent + 0.51, link=short),
        slap(snapshot, distant, key="d", received=sent + 0.55, link=long),
    )
    asyncio.run(settled(*slaps))

    assert verdicts(snapshot) == [(distant, "right"), (near, "late")]


def test_a_slap_by_post_is_judged_with_its_own_times(file_database: Path) -> None:
    snapshot, (one, *_) = with_a_waiting_card()
    url = f"/t/{snapshot.table.pk}/move/"
    form = {"card": snapshot.state.stack[-1], "flip": "1", "seen": "1", "key": "by-post"}

    answer = given.browser(snapshot.seats[one].user).post(url, form)

    assert answer.status_code == 302
    assert verdicts(snapshot) == [(one, "right")]
    row = Move.objects.get(table=snapshot.table, key="by-post")
    assert not_none(row.timing).keys() == {"received", "round_trip", "credited", "reaction"}
    assert not_none(row.timing)["round_trip"] == 0


def test_nobody_moves_before_the_countdown_is_over(file_database: Path, settings: Any) -> None:
    settings.READY_MS, settings.COUNTDOWN_MS = 60_000, 3_000
    snapshot = dealt(3)
    flipper = snapshot.seats[snapshot.state.flipper]
    with pytest.raises(Refused, match="not_begun"):
        given.submit(snapshot.table.pk, flipper.user_id, {"type": "flip"}, key="k", seen=0)
    began, (*first, last) = snapshot.table.started_at, snapshot.people
    for person in first:
        assert real_time.be_ready(snapshot.table.pk, person).table.started_at == began
    sooner = real_time.be_ready(snapshot.table.pk, last).table
    assert not_none(sooner.started_at) < not_none(began) - timedelta(seconds=50)
    assert not_none(sooner.due_at) - not_none(sooner.started_at) == timedelta(milliseconds=20)
    # Who presses twice changes nothing.
    assert real_time.be_ready(snapshot.table.pk, last).table.version == sooner.version


def test_against_bots_nothing_is_flipped_before_the_person_is_ready_whatever_restarts(
    file_database: Path,
) -> None:
    snapshot = given.running(1, game="stockings", bots=("greedy", "greedy"))
    memory.forget(snapshot.table.pk)
    waiting = storage.load(snapshot.table.pk)
    assert waiting.table.due_at is None
    assert [seat.deadline for seat in waiting.seats] == [None] * 3
    # It is nobody's turn, so it stands in no list of turns.
    assert not any(seat.is_awaited for seat in waiting.seats)
    with pytest.raises(Refused, match="stale"):
        commands.play(snapshot.table.pk, clock_move)
    flip = {"type": "flip"}
    for command in (PersonMove(snapshot.people[0], flip, "k", 0), BotMove(1, flip), BotMove(2, flip)):
        with pytest.raises(Refused, match="not_begun"):
            commands.play(snapshot.table.pk, command)
    begun = real_time.be_ready(snapshot.table.pk, snapshot.people[0])
    assert begun.table.due_at is not None and begun.seats[0].ready_at
    assert any(seat.deadline for seat in begun.seats)
    # It is no move: the record and the rules know nothing of it.
    assert (begun.table.number, begun.state) == (0, waiting.state)
    assert Move.objects.filter(table=snapshot.table).count() == 1
