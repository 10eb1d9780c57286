"""One's turns at a board, for whoever takes pictures of them."""

from __future__ import annotations

from playwright.sync_api import Page

from scripts.pictured_puzzles import CHOOSE, GO

YOURS, RESULT = "#board:has(#turn.yours):has(input[name=seen])", "#result"
SEEN = "(document.querySelector('#board input[name=seen]')?.value ?? '')"
MOST_TURNS = 80


def is_over(page: Page) -> bool:
    """Wait for the turn or the end. Return True if it is the end."""
    page.wait_for_selector(f"{YOURS}, {RESULT}")
    return page.locator(RESULT).count() > 0


def send(page: Page) -> None:
    """Send the move and wait until it is made."""
    number = page.evaluate(SEEN)
    page.locator(GO).first.click()
    page.wait_for_function(f"number => {SEEN} !== number || document.querySelector('{RESULT}')", arg=number)


def play(page: Page) -> None:
    """Play to the end."""
    for _turn in range(MOST_TURNS):
        if is_over(page):
            return
        page.evaluate(CHOOSE)
        send(page)
