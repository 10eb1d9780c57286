"""Reviews that are under way, and requests for the coach, while the site restarts or turns visitors away."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visitor
from tests.browser.steps import RESULT, open_table, your_turn_or_over
from tests.browser.test_first_hour import coach_of


def resigned(page: Page) -> str:
    """Play a match that the visitor gives up. Return its address."""
    table = open_table(page, seats=2, bots=1)
    your_turn_or_over(page)
    page.goto(f"{table}resign/")
    page.locator("main form button").first.click()
    page.locator(RESULT).wait_for()
    return table


def outage(route: Route, status: int) -> None:
    """Answer as a proxy does if no process of the site answers."""
    route.fulfill(
        status=status, content_type="text/html", body="<h1>Not at the moment</h1>" if status > 500 else ""
    )


@pytest.mark.parametrize("status", [429, 502])
def test_a_review_goes_on_after_an_outage(visitor: Visitor, complaints: list[str], status: int) -> None:
    page = visitor()
    table = resigned(page)
    unanswered: list[str] = []

    def once(route: Route) -> None:
        if "hx-request" in route.request.headers and not unanswered:
            unanswered.append(route.request.url)
            outage(route, status)
        else:
            route.continue_()

    page.route("**/review/*", once)
    page.goto(f"{table}review/")
    expect(page.locator("#told")).to_be_visible()
    expect(page.locator("#progress")).to_have_count(0)
    assert unanswered and "Not at the moment" not in page.inner_text("main")
    complaints.clear()


def test_the_coach_says_that_no_answer_came(visitor: Visitor, complaints: list[str]) -> None:
    page = visitor()
    ask, note = coach_of(page, "tea_time"), page.locator("#note")
    for fail in (
        lambda route: route.abort(),
        lambda route: outage(route, 502),
        lambda route: outage(route, 429),
    ):
        page.route("**/hint/", fail)
        ask.click()
        expect(note).to_have_text("No answer came. Please ask again.")
        expect(page.locator("#hint")).to_be_empty()
        page.unroute("**/hint/")
    ask.click()
    expect(page.locator("#hint .best th")).not_to_be_empty()
    expect(note).to_be_hidden()
    complaints.clear()
