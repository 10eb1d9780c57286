"""A finger that swipes over a card scrolls the page and never plays the card, in any game."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visitor
from tests.browser.players import YOURS
from tests.browser.races import open_race
from tests.browser.steps import connected, open_table

PHONE = {"width": 360, "height": 740}
# Where a finger swipes. Tea Time has no hand, its cards are in the grid.
CARDS = {
    "parade": "#hand label.pick",
    "tea_time": "#grid label.pick",
    "wonderland": "#hand label.pick",
    "stockings": "#hand button.kind",
}
FAR = 200  # px
DIRECTIONS = ((0, -1), (0, 1), (0.6, -0.8), (-0.6, -0.8), (0.8, -0.6), (-0.8, -0.6))
STEPS = 8
LISTENER = """() => {
  window.submits = window.ended = 0;
  document.addEventListener("submit", () => window.submits++, true);
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => window.ended++);
}"""
# A click comes after the finger is lifted, before the next frame.
ENDED = """number => window.ended >= number
  && new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"""


def open_board(page: Page, game: str) -> None:
    if game == "stockings":
        open_race(page, bots=2, window=20, pause=20)
    else:
        open_table(page, seats=6 if game == "parade" else 3, bots=5 if game == "parade" else 2, game=game)
        page.wait_for_selector(YOURS)
    page.wait_for_selector(CARDS[game])
    connected(page)
    page.evaluate(LISTENER)


def flick(page: Page, selector: str, across: float, down: float) -> None:
    """Swipe from the middle of a card in the middle of its row. The browser decides whether it scrolls."""
    cards = page.locator(selector)
    box = cards.nth(min(2, cards.count() - 1)).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = page.context.new_cdp_session(page)
    send = partial(finger.send, "Input.dispatchTouchEvent")
    send({"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, STEPS + 1):
        far = FAR * step / STEPS
        send({"type": "touchMove", "touchPoints": [{"x": x + across * far, "y": max(1, y + down * far)}]})
    send({"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("game", CARDS)
def test_a_flick_never_plays_a_card(game: str, visitor: Visitor) -> None:
    page = visitor(viewport=PHONE, has_touch=True)
    open_board(page, game)
    for number, direction in enumerate(DIRECTIONS, 1):
        page.evaluate("scrollTo(0, 0)")
        flick(page, CARDS[game], *direction)
        page.wait_for_function(ENDED, arg=number)
        assert page.evaluate("submits") == 0, direction
