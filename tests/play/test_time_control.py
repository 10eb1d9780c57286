"""The time that a table may give: limits, form and texts."""

from __future__ import annotations

from typing import Any

import pytest

from games.boards import texts
from games.boards.times import clock
from games.forms.time_control import PACES
from games.models import Table
from games.play import opening, time_control
from games.play.opening import Plan
from games.play.time_control import DAY, HOUR, MINUTE, SECOND
from games.rules.core import Refused
from tests.helpers.given import browser, person

pytestmark = pytest.mark.django_db


def posted(**fields: Any) -> tuple[int, str]:
    """Send the form as Ada. Returns the status and the page."""
    form = {"game": "parade", "seats": 2, "bots": 0, "level": "easy", "public": "yes", "pace": "live"}
    answer = browser(person("Ada")).post("/open/", form | fields)
    return answer.status_code, answer.content.decode()


def opened() -> tuple[bool, int, int, bool]:
    table = Table.objects.get()
    return table.is_live, table.bank_ms, table.increment_ms, table.weekends_off


@pytest.mark.parametrize(
    ("live", "bank", "increment"),
    [
        (True, 30 * SECOND, 10 * SECOND),
        (True, 10 * MINUTE, 60 * SECOND),
        (False, 12 * HOUR, 12 * HOUR),
        (False, 14 * DAY, 2 * DAY),
    ],
)
def test_the_limits_themselves_are_allowed(live: bool, bank: int, increment: int) -> None:
    plan = Plan("parade", 2, pace="live" if live else "days", bank_ms=bank, increment_ms=increment)
    table = opening.open_table(person("Ada"), plan).table
    assert (table.bank_ms, table.increment_ms) == (bank, increment)


@pytest.mark.parametrize(
    ("live", "bank", "increment", "code"),
    [
        (True, 30 * SECOND - 1, 10 * SECOND, "unfit_bank"),
        (True, 10 * MINUTE + 1, 10 * SECOND, "unfit_bank"),
        (True, 30 * SECOND, 10 * SECOND - 1, "unfit_increment"),
        (True, 30 * SECOND, 60 * SECOND + 1, "unfit_increment"),
        (True, 14 * DAY, 2 * DAY, "unfit_bank"),
        (False, 12 * HOUR - 1, 12 * HOUR, "unfit_bank"),
        (False, 14 * DAY + 1, 12 * HOUR, "unfit_bank"),
        (False, 12 * HOUR, 12 * HOUR - 1, "unfit_increment"),
        (False, 12 * HOUR, 2 * DAY + 1, "unfit_increment"),
        (False, 0, DAY, "unfit_bank"),
    ],
)
def test_beyond_the_limits_no_table_is_opened(live: bool, bank: int, increment: int, code: str) -> None:
    plan = Plan("parade", 2, pace="live" if live else "days", bank_ms=bank, increment_ms=increment)
    with pytest.raises(Refused) as refused:
        opening.open_table(person("Ada"), plan)
    assert refused.value.code == code
    assert not Table.objects.exists()


@pytest.mark.parametrize("name", PACES)
def test_each_pace_of_the_form_opens_a_table(name: str) -> None:
    assert posted(pace=name)[0] == 302
    assert opened() == (*PACES[name], False)


def test_the_paces_reach_from_the_least_to_the_most() -> None:
    for live in (True, False):
        times = [(bank, increment) for kind, bank, increment in PACES.values() if kind is live]
        limits = time_control.limits(live)
        assert min(times) == (limits.bank[0], limits.increment[0])
        assert max(times) == (limits.bank[1], limits.increment[1])


@pytest.mark.parametrize(
    ("chosen", "bank", "increment", "expected"),
    [
        ("own-live", (90, "s"), (25, "s"), (True, 90 * SECOND, 25 * SECOND, False)),
        ("own-live", (4, "min"), (1, "min"), (True, 4 * MINUTE, MINUTE, False)),
        ("own-days", (36, "h"), (18, "h"), (False, 36 * HOUR, 18 * HOUR, False)),
        ("own-days", (10, "d"), (2, "d"), (False, 10 * DAY, 2 * DAY, False)),
    ],
)
def test_own_times_open_a_table(
    chosen: str, bank: tuple[int, str], increment: tuple[int, str], expected: tuple[bool, int, int, bool]
) -> None:
    own = {"own_bank": bank[0], "own_bank_unit": bank[1]}
    own |= {"own_increment": increment[0], "own_increment_unit": increment[1]}
    assert posted(pace=chosen, **own)[0] == 302
    assert opened() == expected


@pytest.mark.parametrize(
    ("fields", "answer"),
    [
        ({"pace": "own-live", "own_bank": 20}, "At a live table the bank is 30 s to 10 min."),
        (
            {"pace": "own-live", "own_increment": 2, "own_increment_unit": "min"},
            "At a live table each move has 10 s to 60 s.",
        ),
        (
            {"pace": "own-days", "own_bank": 20, "own_bank_unit": "d"},
            "At a table over days the bank is 12 h to 14 days.",
        ),
        (
            {"pace": "own-days", "own_increment": 3, "own_increment_unit": "h"},
            "At a table over days each move has 12 h to 2 days.",
        ),
        ({"pace": "own-days"}, "Fill in how long."),
        ({"pace": "own-live", "own_bank": "soon"}, "Enter a whole number."),
        ({"pace": "own-live", "own_bank": "-5"}, "greater than or equal to 1"),
        ({"pace": "own-live", "own_bank": "9" * 40}, "less than or equal to"),
        ({"pace": "own-live", "own_bank": 3, "own_bank_unit": "moons"}, "Select a valid choice."),
        ({"pace": "live", "own_bank": 3}, "Choose own times here, or leave the fields for them empty."),
        ({"pace": "never"}, "Select a valid choice."),
        ({"pace": "live", "weekends_off": "on"}, "Weekends can be off at tables over days only."),
    ],
)
def test_impossible_times_are_refused_clearly(fields: dict[str, Any], answer: str) -> None:
    status, page = posted(**fields)
    assert status == 400
    assert answer in page
    assert not Table.objects.exists()


def test_weekends_off_is_chosen_and_said() -> None:
    assert posted(pace="days-slow", weekends_off="on")[0] == 302
    assert opened() == (False, 14 * DAY, 2 * DAY, True)
    table = Table.objects.get()
    text = "14 days + 2 days a move, weekends off"
    assert text in browser(person("Ada")).get(f"/t/{table.pk}/").content.decode()
    assert text in browser(None).get("/lobby/").content.decode()


def test_a_race_has_no_pace_to_choose() -> None:
    page = browser(None).get("/open/?game=stockings").content.decode()
    assert "own_bank" not in page
    assert "weekends_off" not in page
    assert posted(game="stockings", seats=4, pace="live")[0] == 302
    assert opened() == (True, 0, 0, False)


@pytest.mark.parametrize(
    ("times", "text"),
    [
        ((True, 10 * MINUTE, 60 * SECOND), "live, 10 min + 60 s a move"),
        ((True, 90 * SECOND, 10 * SECOND), "live, 90 s + 10 s a move"),
        ((True, 0, 60 * SECOND), "live, 60 s a move"),
        ((False, 12 * HOUR, 12 * HOUR), "12 h + 12 h a move"),
        ((False, 36 * HOUR, DAY), "36 h + 1 day a move"),
        ((False, 14 * DAY, 2 * DAY, True), "14 days + 2 days a move, weekends off"),
        ((True, 0, 0), "live, everybody at once"),
    ],
)
def test_a_pace_in_words(times: tuple[Any, ...], text: str) -> None:
    assert texts.pace(*times) == text


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (0, "0:00"),
        (9_001, "0:10"),
        (330_000, "5:30"),
        (HOUR, "1:00:00"),
        (2 * DAY - 1, "2 d 0 h"),
        (2 * DAY - 1001, "47:59:59"),
        (16 * DAY, "16 d 0 h"),
    ],
)
def test_a_clock_that_stands_still(ms: int, text: str) -> None:
    assert clock(ms) == text
