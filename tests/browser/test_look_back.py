"""The page on which a race is looked back at: opened from the result, on a desktop screen and a phone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.races import FLIPPED, MINE_LOOKED_BACK, lay_first_card, open_race
from tests.browser.steps import RESULT, connected
from tests.browser.test_pages import look, violations


def test_a_race_is_looked_back_at_from_its_result(visitor: Visitor) -> None:
    page = visitor()
    open_race(page, MINE_LOOKED_BACK, bots=2, window=60, pause=1, limit=1)
    page.wait_for_selector(FLIPPED)
    connected(page)
    lay_first_card(page)
    page.wait_for_selector(RESULT, timeout=60_000)
    page.get_by_role("link", name="Review").click()
    expect(page.locator("h1")).to_contain_text("You: first 1 time")
    flips = page.locator(".contested > li")
    expect(flips).to_have_count(1)
    expect(flips.first.locator("li.own")).to_contain_text("ms")
    wrong = look(page, "look-back")
    page.set_viewport_size({"width": 740, "height": 360})
    assert page.evaluate("document.documentElement.scrollWidth") <= 740
    page.emulate_media(color_scheme="dark")
    assert wrong + violations(page) == []
    page.locator(".review .menu > summary").click()
    for width, height in ((1280, 720), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".review .sheet")).to_be_in_viewport(ratio=1)
    page.locator(".eyes a").nth(1).click()
    expect(page.locator("h1")).not_to_contain_text("You")
    flips.first.locator("a.when").click()
    expect(page).to_have_url(page.url.split("?")[0] + "?move=1&eyes=1")
    expect(page.locator("#board")).to_be_visible()
