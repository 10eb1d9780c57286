"""One flip of a race, looked at closely: which slap is placed first, which comes too late, and what waits."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from games import boards, play, race
from games.models import Move
from games.play import Position
from games.play import position as positions
from games.race import Action
from games.race.shares import MOST
from games.rules.core import Refused
from games.rules.stockings.rules import SPECIALS
from games.threads import DatabaseThread
from tests.games import tables
from tests.games.racing import dealt, faults, with_a_waiting_card


@pytest.fixture(autouse=True)
def at_once(settings: Any) -> None:
    settings.LOADING_MS = settings.COUNTDOWN_MS = 0


def slap(position: Position, seat: int, key: str, received: float) -> Action:
    move = {"type": "slap", "flip": position.state.flip, "card": position.state.stack[-1]}
    return Action(position.table.pk, move, position.seats[seat].user_id, key=key, received=received)


def flipped_at(position: Position) -> float:
    assert position.table.started_at
    return position.table.started_at.timestamp() + position.state.since / 1000


def far(position: Position, seat: int, trip: float) -> None:
    """A measured line of the seat, `trip` s there and back, on which the flip was sent when it was made."""
    line = race.lines.enter(position.table.pk, seat)
    line.pong(line.ping(5.0), 5.0 + trip)
    race.lines.tables[position.table.pk].sent[seat][position.state.flip] = flipped_at(position)


async def at_the_desk(*actions: Action) -> list[Any]:
    race.desk.start(DatabaseThread("race"))
    return await asyncio.gather(*map(race.desk.settle, actions), return_exceptions=True)


def verdicts(position: Position) -> list[tuple[int | None, str]]:
    rows = Move.objects.filter(table=position.table, number__gt=position.table.number).order_by("number")
    return [(row.seat, row.events[0]["event"]) for row in rows]


def test_the_quicker_reaction_on_the_longer_link_is_placed_first(file_database: Path) -> None:
    position, (near, distant, *_) = with_a_waiting_card()
    far(position, near, 0.01)
    far(position, distant, 0.1)
    sent = flipped_at(position)

    # The near seat reacts in 500 ms and the far one in 450; the far one's slap comes 40 ms later.
    asyncio.run(
        at_the_desk(slap(position, near, "n", sent + 0.51), slap(position, distant, "d", sent + 0.55))
    )

    assert verdicts(position) == [(distant, "right"), (near, "late")]
    first, second = Move.objects.filter(table=position.table).order_by("-number")[:2][::-1]
    began = round(1000 * (sent - position.table.started_at.timestamp()))
    assert first.timing == {"received": began + 550, "round_trip": 100, "credited": 450}
    assert second.timing == {"received": began + 510, "round_trip": 10, "credited": 500}
    assert faults(position) == []


def test_a_receipt_counts_whole_milliseconds_as_the_settling_does(file_database: Path) -> None:
    position, (one, *_) = with_a_waiting_card()
    began = round(1000 * (flipped_at(position) - position.table.started_at.timestamp()))

    asyncio.run(at_the_desk(slap(position, one, "a", flipped_at(position) + 0.5507)))

    # Rounded up it could stand in the record after the time at which the slap was settled.
    timing = Move.objects.get(table=position.table, key="a").timing
    assert timing is not None and timing["received"] == began + 550


def test_a_slap_that_comes_after_the_window_finds_the_flip_settled(file_database: Path) -> None:
    position, (one, other, *_) = with_a_waiting_card()
    sent = flipped_at(position)

    asyncio.run(at_the_desk(slap(position, one, "a", sent + 0.9)))
    asyncio.run(at_the_desk(slap(position, other, "b", sent + 0.2)))

    assert verdicts(position) == [(one, "right"), (other, "late")]


def test_the_clock_and_the_flipper_wait_while_slaps_are_held(file_database: Path) -> None:
    position, (one, *_) = with_a_waiting_card()
    far(position, one, 0.05)
    flipper = position.state.flipper
    flip = Action(position.table.pk, {"type": "flip"}, position.seats[flipper].user_id, key="f")
    own = Action(position.table.pk, {"type": "pass", "flip": 1}, position.seats[one].user_id, key="p")

    answers = asyncio.run(at_the_desk(slap(position, one, "s", flipped_at(position) + 0.4), flip, own))

    assert verdicts(position)[0] == (one, "right")
    assert isinstance(answers[2], Refused), "a seat's later action is judged after its slap"
    assert answers[2].code == "nothing_waits"


@pytest.mark.parametrize("field", ["at", "credited", "received", "round_trip", "timing"])
def test_a_slap_that_brings_times_of_its_own_is_refused(file_database: Path, field: str) -> None:
    position, (one, *_) = with_a_waiting_card()
    lying = slap(position, one, "liar", flipped_at(position) + 0.4)

    answer = asyncio.run(at_the_desk(replace(lying, move=lying.move | {field: 1})))[0]

    assert isinstance(answer, Refused) and answer.code == "needless_field"
    assert verdicts(position) == []


def test_the_same_slap_sent_twice_is_judged_once(file_database: Path) -> None:
    position, (one, *_) = with_a_waiting_card()
    far(position, one, 0.02)
    again = slap(position, one, "same", flipped_at(position) + 0.4)

    first, second = asyncio.run(at_the_desk(again, again))
    third = asyncio.run(at_the_desk(again))[0]

    assert first.number == second.number == third.number
    assert verdicts(position) == [(one, "right")]


def test_late_slaps_without_end_are_refused_and_not_stored(file_database: Path) -> None:
    position, (one, other, *_) = with_a_waiting_card()
    asyncio.run(at_the_desk(slap(position, one, "first", flipped_at(position) + 0.4)))
    late = [slap(position, other, f"late {number}", flipped_at(position) + 0.5) for number in range(300)]

    answers = asyncio.run(at_the_desk(*late, late[0]))
    stored = verdicts(position)

    assert stored == [(one, "right")] + [(other, "late")] * MOST
    refused = [answer for answer in answers if isinstance(answer, Refused)]
    assert [str(each) for each in refused] == ["too_many_slaps"] * (len(late) - MOST)
    assert answers[-1].number == answers[0].number, "the same slap sent again has its answer"
    text, status = boards.refusal(refused[0], "stockings")
    assert status == 429 and "wait for the next flip" in text
    assert faults(position) == []


def test_slaps_of_one_window_have_an_end_too_and_the_next_flip_a_new_count(file_database: Path) -> None:
    position, (one, *_) = with_a_waiting_card()
    far(position, one, 0.05)
    flood = [slap(position, one, f"{number}", flipped_at(position) + 0.4) for number in range(300)]

    answers = asyncio.run(at_the_desk(*flood))

    assert sum("too_many_slaps" in str(answer) for answer in answers) == len(flood) - MOST
    assert verdicts(position)[0] == (one, "right")
    play.submit(position.table.pk, position.seats[one].user_id, {"type": "flip"}, key="flip", seen=0)
    after = play.load(position.table.pk)
    again = Action(
        position.table.pk, {"type": "slap", "flip": 1, "card": after.state.hands[one][0]}, flood[0].person
    )
    answer = asyncio.run(at_the_desk(replace(again, key="again")))[0]
    assert verdicts(position)[-1] == (one, "late") and answer.number == after.table.number + 1


def test_slaps_on_a_card_that_another_process_flipped_wait_for_each_other_too(
    file_database: Path, settings: Any
) -> None:
    settings.CHANNEL_URL = "redis://elsewhere"
    position, _ = with_a_waiting_card()
    table = position.table.pk
    memory = positions.remembered(table)
    for _ in range(100):
        # What this process remembers is what it stored itself: the cards before this one.
        tables.rewound(table, 100_000)
        play.tick(table)
        position = play.load(table)
        newest = position.state.stack[-1]
        holders = [seat for seat, hand in enumerate(position.state.hands) if newest in hand]
        if newest not in SPECIALS and len(holders) > 1:
            break
    near, distant = holders[:2]
    positions._newest[table] = memory
    far(position, near, 0.01)
    far(position, distant, 0.1)
    sent = flipped_at(position)

    asyncio.run(
        at_the_desk(slap(position, near, "n", sent + 0.51), slap(position, distant, "d", sent + 0.55))
    )

    assert verdicts(position) == [(distant, "right"), (near, "late")]


def test_a_slap_by_post_is_judged_with_its_own_times(file_database: Path) -> None:
    position, (one, *_) = with_a_waiting_card()
    url = f"/t/{position.table.pk}/move/"
    form = {"card": position.state.stack[-1], "flip": "1", "seen": "1", "key": "by-post"}

    answer = tables.browser(position.seats[one].user).post(url, form)

    assert answer.status_code == 302
    assert verdicts(position) == [(one, "right")]
    row = Move.objects.get(table=position.table, key="by-post")
    assert row.timing.keys() == {"received", "round_trip", "credited"}
    assert row.timing["round_trip"] == 0


def test_nobody_moves_before_the_countdown_is_over(file_database: Path, settings: Any) -> None:
    settings.LOADING_MS, settings.COUNTDOWN_MS = 60_000, 3_000
    position = dealt(3)
    flipper = position.seats[position.state.flipper]
    with pytest.raises(Refused, match="not_begun"):
        play.submit(position.table.pk, flipper.user_id, {"type": "flip"}, key="k", seen=0)
    began = position.table.started_at
    sooner = play.all_ready(position.table.pk).table
    assert sooner.started_at < began - timedelta(seconds=50)
    assert sooner.due_at - sooner.started_at == timedelta(milliseconds=20)
    with pytest.raises(Refused, match="stale"):
        play.all_ready(position.table.pk)
