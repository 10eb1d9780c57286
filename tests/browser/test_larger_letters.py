"""Whoever reads larger letters, by the browser's own setting, has them on every page, and still sees the hand."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.conftest import Visitor
from tests.browser.site import Site
from tests.browser.sizes import wrong_at
from tests.browser.steps import YOUR_MOVE, open_table, play_now

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


# The elements of which another one covers a part, and words on two lines.
COVERED = """all => all.filter(each => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  return [left + 3, (left + right) / 2, right - 3].some(
    x => !each.contains(document.elementFromPoint(x, (top + bottom) / 2)));
}).map(each => each.textContent.trim())"""
EDGE = "(each, side) => each.getBoundingClientRect()[side]"
BROKEN = """all => all.flatMap(each => {
  const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT), broken = [];
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (!text.parentElement.checkVisibility() || text.parentElement.closest(".vh, noscript")) continue;
    for (const word of text.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (range.getClientRects().length > 1) broken.push(word[0]);
    }
  }
  return broken;
})"""


def test_in_french_large_letters_cover_no_button_of_the_head_and_break_no_words(
    browser: Browser, site: Site, browser_type_launch_args: dict[str, Any]
) -> None:
    """The browser's own setting, because widths in `em` follow it and not the root's size."""
    setting = {"args": [*browser_type_launch_args["args"], "--blink-settings=defaultFontSize=24"]}
    larger = browser.browser_type.launch(**(browser_type_launch_args | setting))
    page = larger.new_page(viewport={"width": 360, "height": 740}, locale="fr-FR", base_url=site.url)
    page.goto("/")
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "24px"
    assert page.locator(".cover, .home-deals .what").evaluate_all(BROKEN) == []
    play_now(page)
    page.wait_for_selector("[data-no-guide]:visible")
    assert page.locator(".mast .btn:visible, .guide-offer .btn:visible").evaluate_all(COVERED) == []
    open_table(page, seats=2, bots=1, game="wonderland")
    page.wait_for_selector(YOUR_MOVE)
    title, band = page.locator("#mine h2").first, page.locator(".ringband")
    assert title.evaluate(EDGE, "bottom") <= band.evaluate(EDGE, "top")
    larger.close()
