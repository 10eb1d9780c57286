"""Whoever reads larger letters, by the browser's own setting, has them on every page, and still sees the hand."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.conftest import Visitor
from tests.browser.sizes import wrong_at
from tests.browser.steps import YOUR_MOVE, open_table

PHONE = (360, 740)
LARGER = 1.25
# As the browser's setting does: the root's size is what `rem` is counted in.
LARGE = f"document.documentElement.style.fontSize = '{LARGER * 100}%'"
NEEDED = "#mine .pts, #hand label, #hand button"


def too_small(page: Page) -> list[str]:
    page.evaluate(LARGE)
    return wrong_at(page, PHONE, NEEDED, text=14 * LARGER)


def test_letters_are_as_large_as_the_browser_is_told(visitor: Visitor) -> None:
    page = visitor(viewport={"width": PHONE[0], "height": PHONE[1]})
    for address in ("/lobby/", "/open/?game=parade"):
        page.goto(address)
        assert [element for element in too_small(page) if " x " not in element] == []
    open_table(page, seats=3, bots=2)
    page.wait_for_selector(YOUR_MOVE)
    assert too_small(page) == []
