"""Taps of a finger on a phone, where no pointer rests on a card between them."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.players import YOURS, chosen_take
from tests.browser.steps import connected, open_table


def expect_preview(page: Page, take: list[Any]) -> None:
    """Expect that the plate, the total and the columns show this take."""
    words, _gain, after, held = take
    expect(page.locator("#effect")).to_have_text(words)
    expect(page.locator("#mine .pts")).to_contain_text(f"→ {after}")
    expect(page.locator("#mine .to:visible")).to_have_count(len(held))


def at_a_turn_of_several_cards(page: Page) -> None:
    open_table(page, seats=2, bots=1, game="tea_time")
    page.wait_for_selector(f"{YOURS} #take .go")
    connected(page)
    if page.locator("#grid input[type=radio]").count():
        # The first turn of a round takes one card, which no tap unselects.
        page.locator("#grid label.pick").first.tap()
        page.locator("#take button.go").tap()
    page.wait_for_selector(f"{YOURS} #grid input[type=checkbox]")


def test_a_tap_that_unselects_a_card_takes_its_preview_away(visitor: Visitor) -> None:
    page = visitor(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    at_a_turn_of_several_cards(page)
    takes = json.loads(page.locator("#takes").text_content() or "{}")
    points = page.locator("#mine .pts").inner_text()
    cells, _words = chosen_take(page)
    for cell in cells:
        page.locator(f"#c-{cell} label.pick").tap()
    expect_preview(page, takes[" ".join(cells)])
    # The first card first, because two taps on one card would take the cards.
    while cells:
        page.locator(f"#c-{cells.pop(0)} label.pick").tap()
        if cells:
            expect_preview(page, takes[" ".join(cells)])
    expect(page.locator("#plaque")).to_be_hidden()
    expect(page.locator("#mine .to:visible")).to_have_count(0)
    expect(page.locator("#mine .pts")).to_have_text(points, use_inner_text=True)
