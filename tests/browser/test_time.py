"""Time in a browser: clocks run down by themselves, times without scripts, and a vacation that everybody sees."""

from __future__ import annotations

import json
import re
from functools import partial
from typing import Any, cast

from playwright.sync_api import Page, Request, expect

from scripts.cluster.process import until
from tests.browser.conftest import Visitor
from tests.browser.steps import connected, two_at_a_table
from tests.browser.test_pages import look
from tests.browser.test_turns import member

REFUSED = "the server responded with a status of 400"


def seat_by_seat(page: Page) -> list[str]:
    return page.locator(":is(.seat, .mine) time.left").all_inner_texts()


def _note(requests: list[str], request: Request) -> None:
    requests.append(request.url)


def open_over_days(page: Page, **own: str) -> None:
    """Send the form for a table over days for two with weekends off."""
    page.goto("/open/")
    page.select_option("[name=seats]", "2")
    page.select_option("[name=pace]", "own-days")
    page.locator("summary", has_text="Own times").click()
    for name, value in own.items():
        field = page.locator(f"[name=own_{name}]")
        field.select_option(value) if name.endswith("unit") else field.fill(value)
    page.check("[name=weekends_off]")
    page.locator("form[data-salted] button.go").click()


def test_a_script_writes_the_first_day_of_a_month_as_french_does(visitor: Visitor) -> None:
    page = visitor(locale="fr-FR", timezone_id="Europe/Paris")
    page.goto("/about/")
    times = " ".join(f'<time data-local="{kind}" datetime="{{0}}"></time>' for kind in ("day", "moment"))
    for at, shown in (
        ("2026-11-30T23:05:00Z", "1er décembre 2026 mar. 1er déc., 0\xa0h\xa005"),
        ("2026-12-11T13:01:00Z", "11 décembre 2026 ven. 11 déc., 14\xa0h\xa001"),
    ):
        page.locator("main").evaluate("(main, html) => (main.innerHTML = html)", times.format(at))
        expect(page.locator("main")).to_have_text(shown)


def test_clocks_run_down_without_a_request_and_only_for_whom_the_table_waits(visitor: Visitor) -> None:
    mine, theirs = two_at_a_table(visitor(), visitor())
    watching = visitor()
    watching.goto(mine.url)
    connected(watching)
    for page in (mine, theirs, watching):
        requests: list[str] = []
        page.on("request", partial(_note, requests))
        running = page.locator(":is(.seat, .mine) .left[data-deadline]")
        still = page.locator(":is(.seat, .mine) time.left:not([data-deadline])")
        expect(running).to_have_count(1)
        expect(still).to_have_text("5:30")
        time_left = running.inner_text()
        assert re.fullmatch(r"[1-5]:\d\d", time_left)
        expect(running).not_to_have_text(time_left)
        assert len(seat_by_seat(page)) == 2
        expect(page.locator("#turn time.clock")).to_have_text(re.compile(r"[1-5]:\d\d"))
        assert requests == []
        # A timer isn't read out as it changes.
        assert running.get_attribute("role") == "timer"
        assert running.locator("xpath=ancestor::*[@aria-live]").count() == 0


def test_own_times_and_weekends_off_without_scripts(visitor: Visitor, complaints: list[str]) -> None:
    page = visitor(java_script_enabled=False)
    open_over_days(page, bank="20", bank_unit="d", increment="18", increment_unit="h")
    expect(page.locator(".errorlist")).to_have_text("At a table over days the bank is 12 h to 14 days.")
    page.fill("[name=own_bank]", "10")
    page.locator("form[data-salted] button.go").click()
    expect(page.locator("main")).to_contain_text("10 days + 18 h a move, weekends off")
    complaints[:] = [complaint for complaint in complaints if REFUSED not in complaint]


def test_the_others_at_the_table_see_who_is_on_vacation_until_when(visitor: Visitor) -> None:
    ada, ben = member(visitor(), "Ada of June"), member(visitor(), "Ben of June")
    open_over_days(ada, bank="2", bank_unit="d", increment="1", increment_unit="d")
    ada.wait_for_url("**/t/*/")
    ben.goto(ada.url)
    ben.locator("form[action$='/sit/'] button").click()
    ben.wait_for_selector("#board")
    ada.wait_for_selector("#board")
    away = visitor()
    away.context.add_cookies(cast(Any, ada.context.cookies()))
    away.goto("/vacation/")
    wrong = look(away, "vacation")
    away.get_by_role("button", name="Start my vacation now").click()
    until = away.locator("main .note b").inner_text().removeprefix("You are ")
    expect(ben.locator(".vacation")).to_have_text(until.removesuffix("."))
    # Her own row has no room for it on a phone; the board says that the clock stands still.
    expect(ada.locator("#turn")).to_contain_text("The clock stands still during the vacation.")
    expect(ada.locator(".vacation")).to_have_count(0)
    wrong += look(away, "vacation-on") + look(ben, "table-vacation") + look(ada, "table-days")
    away.get_by_role("button", name="I am back: end the vacation").click()
    expect(away.locator("main")).to_contain_text("29 days left")
    ada.goto("/open/")
    ada.locator("summary", has_text="Own times").click()
    wrong += look(ada, "open-own-times")
    assert wrong == []


def test_a_page_before_an_empty_chair_is_looked_at_by_nobody(visitor: Visitor) -> None:
    mine, _theirs = two_at_a_table(visitor(), visitor())
    messages: list[str] = []
    answers: list[str] = []
    page = mine.context.new_page()
    page.on("websocket", partial(_overhear, messages, answers))
    page.clock.install()
    page.goto(mine.url)
    connected(page)
    pass_time(page, messages, answers)
    page.mouse.move(10, 10)
    pass_time(page, messages, answers)
    expect(page.locator("#board")).to_be_visible()
    hears(page, messages, 1)
    assert looks(messages) == [{"present": True, "idle": 0}]
    pass_time(page, messages, answers)
    page.mouse.move(20, 20)
    hears(page, messages, 3)
    looked, gone, back = looks(messages)
    assert looked == back == {"present": True, "idle": 0}
    assert not gone["present"]
    assert 180 <= gone["idle"] <= 195


def _overhear(messages: list[str], answers: list[str], line: Any) -> None:
    line.on("framesent", lambda frame: messages.append(str(frame)))
    line.on("framereceived", lambda frame: answers.append(str(frame)))


def pass_time(page: Page, messages: list[str], answers: list[str]) -> None:
    """Let 100 seconds of the page's clock pass, in steps so short that it gets each answer before it asks again."""
    for _ in range(25):
        page.clock.run_for(4000)
        until("the line is alive", lambda: page.evaluate("true") and asked(messages) == asked(answers))


def asked(messages: list[str]) -> int:
    return sum(message.startswith('{"alive"') for message in messages)


def hears(page: Page, messages: list[str], count: int) -> None:
    """Wait until the page has reported that often if it is looked at. Playwright hears of it a little later."""
    until("it is said", lambda: page.evaluate("true") and len(looks(messages)) >= count)


def looks(messages: list[str]) -> list[dict[str, int]]:
    return [json.loads(message) for message in messages if "present" in message]
