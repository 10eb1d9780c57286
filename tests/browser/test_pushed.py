"""Pushes, element by element, lead to the same board as loading the page anew."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.conftest import Visitor
from tests.browser.players import board_number, dig_by_pointer, take_by_pointer
from tests.browser.steps import choose_and_go

# What scripts write is left out: buttons name the choice, and previews come and go.
BOARD = """
(root) => {
  const board = root.querySelector('#board').cloneNode(true);
  board.querySelectorAll('button, [hidden], [data-after], .plaque, .reach, #join, .to, .dared').forEach(
    (each) => each.remove());
  return [...board.querySelectorAll('*')]
    .filter((each) => !each.firstElementChild)
    .map((each) => `${each.id} ${each.textContent.replace(/\\s+/g, ' ').trim()}`);
}
"""
FRESH = f"""
async () => {{
  const html = await (await fetch(location.href)).text();
  return ({BOARD})(new DOMParser().parseFromString(html, 'text/html'));
}}
"""


def take(page: Page) -> None:
    take_by_pointer(page, Locator.click)


def dig(page: Page) -> None:
    dig_by_pointer(page, Locator.click)


@pytest.mark.parametrize("game, move", [("parade", choose_and_go), ("tea_time", take), ("wonderland", dig)])
def test_after_some_turns_the_page_shows_what_a_fresh_one_does(
    visitor: Visitor, game: str, move: Callable[[Page], None]
) -> None:
    page = visitor()
    page.goto("/")
    page.locator(f"form[action='/play-now/'] button[value={game}]").click()
    for _turn in range(4):
        page.wait_for_selector("#turn.yours")
        number = board_number(page)
        move(page)
        page.wait_for_function(
            "before => Number(document.querySelector('input[name=seen]')?.value) > Number(before)", arg=number
        )
    page.mouse.move(0, 0)
    assert page.evaluate(f"() => ({BOARD})(document)") == page.evaluate(FRESH)
