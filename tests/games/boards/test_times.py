"""The clocks on a board: every person's time on their panel, running where they are awaited."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from games import play
from games.play import Position
from tests.games import tables
from tests.games.tables import awaited, browser, person, running

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 6, 5, 12, tzinfo=UTC)
TIMES = {"bank_ms": 120_000, "increment_ms": 60_000}


def panels(position: Position, name: str = "") -> dict[str, str]:
    """By the id of the panel, what it says of time, as that person or a spectator sees it."""
    page = browser(person(name) if name else None).get(f"/t/{position.table.pk}/").content.decode()
    found = re.findall(r'<section id="(seat-\d+|mine)"(.*?)</section>', page, re.S)
    return {
        panel: "".join(re.findall(r'<span class="left">.*?</span></time>|<time.*?</time>', text))
        for panel, text in found
    }


def ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


@pytest.mark.parametrize("game", ["parade", "tea_time", "wonderland"])
def test_every_seats_time_is_shown_and_runs_for_the_awaited_one_alone(game: str) -> None:
    with time_machine.travel(NOON, tick=False):
        position = running(3, game=game, **TIMES)
        seat = awaited(position)
        deadline = ms(NOON + timedelta(minutes=3))
        for name in ("", "Ada", "Cleo"):
            found = panels(position, name)
            assert len(found) == 3
            own = "mine" if name == position.seats[seat].name else f"seat-{seat}"
            assert f'role="timer" data-deadline="{deadline}"' in found.pop(own)
            assert [re.sub("<.*?>", "", text) for text in found.values()] == ["3:00", "3:00"]


def test_in_the_discard_everybodys_time_runs() -> None:
    with time_machine.travel(NOON, tick=False):
        position = tables.play_until(running(3, **TIMES), "discard")
        assert all("data-deadline" in text for text in panels(position, "Ada").values())
        tables.step(position)
        assert sum("data-deadline" in text for text in panels(position).values()) == 2


def test_a_bots_seat_has_no_time_and_one_that_a_bot_plays_neither() -> None:
    with time_machine.travel(NOON, tick=False):
        position = running(2, bots=("easy",), **TIMES)
        while position.seats[awaited(position)].is_bot:
            tables.step(position)
            position = tables.now(position)
    seat = awaited(position)
    with time_machine.travel(NOON + timedelta(minutes=3), tick=False):
        play.time_out(position.table.pk, seat)
        found = panels(position)
    assert (found[f"seat-{seat}"], found["seat-2"]) == ("", "")
    assert "3:00" in found[f"seat-{1 - seat}"]


def test_the_race_has_no_clocks_of_seats() -> None:
    assert set(panels(running(3, game="stockings")).values()) == {""}


def test_the_page_is_told_when_time_stands_still() -> None:
    day = 86_400_000
    with time_machine.travel(NOON, tick=False):
        position = running(2, live=False, weekends_off=True, bank_ms=day, increment_ms=day)
    saturday = datetime(2026, 6, 6, tzinfo=UTC)
    stop = f"{ms(saturday)}-{ms(saturday + timedelta(days=2))}"
    assert f'data-stops="{stop}"' in panels(position)[f"seat-{awaited(position)}"]


def test_without_scripts_a_clock_says_until_when() -> None:
    day = 86_400_000
    with time_machine.travel(NOON, tick=False):
        position = running(2, live=False, bank_ms=day, increment_ms=day)
        assert ">7 Jun 12:00 UTC</time>" in panels(position)[f"seat-{awaited(position)}"]
