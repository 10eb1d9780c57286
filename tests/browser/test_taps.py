"""Taps of a finger on a phone, where no pointer rests on a card between them."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.players import YOURS, chosen_take
from tests.browser.steps import connected, open_table

# What the page shows of a choice: the cards chosen, the plate, the score after it, the columns that would change, and
# the button.
SHOWN = """() => [
  [...document.querySelectorAll("#grid input:checked")].map((input) => input.value).join(" "),
  document.getElementById("plaque").checkVisibility() && document.getElementById("plaque").innerText,
  document.querySelector("#mine .pts").innerText,
  [...document.querySelectorAll("#mine .to")].filter((slip) => slip.checkVisibility()).map((slip) => slip.innerText),
  document.querySelector("#take .go").innerText,
]"""


def shown(page: Page) -> object:
    return page.evaluate(SHOWN)


def test_a_tap_that_unselects_a_card_takes_its_preview_away(visitor: Visitor) -> None:
    page = visitor(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    open_table(page, seats=2, bots=1, game="tea_time")
    page.wait_for_selector(f"{YOURS} #take .go")
    connected(page)
    while page.locator("#grid input[type=radio]").count():
        # The first turn of a round takes one card, which no tap unselects.
        page.locator("#grid label.pick").first.tap()
        page.locator("#take button.go").tap()
        expect(page.locator("#grid input[type=radio]")).to_have_count(0)
        page.wait_for_selector(f"{YOURS} #grid input[type=checkbox]")
    cells, _words = chosen_take(page)
    states = [shown(page)]
    for cell in cells:
        page.locator(f"#c-{cell} label.pick").tap()
        states.append(shown(page))
    assert len({str(state) for state in states}) == len(cells) + 1
    for cell, state in zip(reversed(cells), reversed(states[:-1]), strict=True):
        page.locator(f"#c-{cell} label.pick").tap()
        assert shown(page) == state
