"""Clocks on a board: each person's time is on their panel and runs while the match waits for them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from games.play import timeouts
from games.play.snapshot import Snapshot
from tests.helpers import given
from tests.helpers.given import awaited, browser, person, running

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 6, 5, 12, tzinfo=UTC)
TIMES: dict[str, Any] = {"bank_ms": 120_000, "increment_ms": 60_000}


def panels(snapshot: Snapshot, name: str = "") -> dict[str, str]:
    """Return for each panel what it shows about time, to that person or a spectator."""
    page = browser(person(name) if name else None).get(f"/t/{snapshot.table.pk}/").content.decode()
    matches = re.findall(r'<section id="(seat-\d+|mine)"(.*?)</section>', page, re.S)
    return {panel: "".join(re.findall(r"<time.*?</time>", text)) for panel, text in matches}


def ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


@pytest.mark.parametrize("game", ["parade", "tea_time", "wonderland"])
def test_every_seats_time_is_shown_and_runs_for_the_awaited_one_alone(game: str) -> None:
    with time_machine.travel(NOON, tick=False):
        snapshot = running(3, game=game, **TIMES)
        seat = awaited(snapshot)
        deadline = ms(NOON + timedelta(minutes=3))
        for name in ("", "Ada", "Cleo"):
            times = panels(snapshot, name)
            assert len(times) == 3
            own = "mine" if name == snapshot.seats[seat].name else f"seat-{seat}"
            assert f'role="timer" data-deadline="{deadline}"' in times.pop(own)
            assert [re.sub("<.*?>", "", text) for text in times.values()] == ["3:00", "3:00"]


def test_in_the_discard_everybodys_time_runs() -> None:
    with time_machine.travel(NOON, tick=False):
        snapshot = given.play_until(running(3, **TIMES), "discard")
        assert all("data-deadline" in text for text in panels(snapshot, "Ada").values())
        given.step(snapshot)
        assert sum("data-deadline" in text for text in panels(snapshot).values()) == 2


def test_a_bots_seat_has_no_time_and_one_that_a_bot_plays_neither() -> None:
    with time_machine.travel(NOON, tick=False):
        snapshot = running(2, bots=("easy",), **TIMES)
        while snapshot.seats[awaited(snapshot)].is_bot:
            given.step(snapshot)
            snapshot = given.now(snapshot)
    seat = awaited(snapshot)
    with time_machine.travel(NOON + timedelta(minutes=3), tick=False):
        timeouts.time_out(snapshot.table.pk, seat)
        times = panels(snapshot)
    assert (times[f"seat-{seat}"], times["seat-2"]) == ("", "")
    assert "3:00" in times[f"seat-{1 - seat}"]


def test_the_race_has_no_clocks_of_seats() -> None:
    assert set(panels(running(3, game="stockings")).values()) == {""}


def test_the_page_is_told_when_time_stands_still() -> None:
    day = 86_400_000
    with time_machine.travel(NOON, tick=False):
        snapshot = running(2, pace="days", weekends_off=True, bank_ms=day, increment_ms=day)
    saturday = datetime(2026, 6, 6, tzinfo=UTC)
    stop = f"{ms(saturday)}-{ms(saturday + timedelta(days=2))}"
    assert f'data-stops="{stop}"' in panels(snapshot)[f"seat-{awaited(snapshot)}"]


def test_without_scripts_a_clock_says_until_when() -> None:
    day = 86_400_000
    with time_machine.travel(NOON, tick=False):
        snapshot = running(2, pace="days", bank_ms=day, increment_ms=day)
        assert ">7 Jun 12:00 UTC</time>" in panels(snapshot)[f"seat-{awaited(snapshot)}"]
