"""Turns in Tea Time and Wonderland, with the mouse, a finger or only the keyboard."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.steps import RESULT, tab_to

YOURS = "#board:has(#turn.yours):has(input[name=seen])"
NOT_YOURS = "#turn:not(.yours)"
Press = Callable[[Locator], None]


@dataclass(frozen=True)
class Player:
    """`by_pointer` presses with the given method, `Locator.click` or `Locator.tap`, and works without scripts."""

    game: str
    board: str
    by_pointer: Callable[[Page, Press], None]
    by_keyboard: Callable[[Page], None]


def board_number(page: Page) -> str:
    """Return the number of the board on which the next move would be made."""
    return page.locator("#board input[name=seen]").get_attribute("value") or ""


def settled(page: Page, number: str) -> bool:
    """Wait until the move made on board `number` is shown. Returns True if this page has the next move, too."""
    expect(page.locator(f"#board input[name=seen][value='{number}']")).to_have_count(0)
    page.wait_for_selector(f"{YOURS}, {NOT_YOURS}, {RESULT}")
    return page.locator(YOURS).count() == 1


# Tea Time


def chosen_take(page: Page) -> tuple[list[str], str]:
    """Return the cells of one of the longest takes that the server lists, and their text."""
    takes: dict[str, Any] = json.loads(page.locator("#takes").text_content() or "{}")
    cells = max(takes, key=lambda run: (run.count(" "), int(takes[run][2])))
    return cells.split(), takes[cells][0]


def take_by_pointer(page: Page, press: Press) -> None:
    cells, _what = chosen_take(page)
    for cell in cells:
        press(page.locator(f"#c-{cell} label.pick"))
    expect(page.locator("#grid input:checked")).to_have_count(len(cells))
    press(page.locator("#take button.go").first)


def take_by_keyboard(page: Page) -> None:
    cells, words = chosen_take(page)
    tab_to(page, "#grid input[name=cell]")
    for cell in cells:
        walk_to(page, cell)
        page.keyboard.press("Space")
        expect(page.locator(f"#c-{cell} input")).to_be_checked()
    # The effect is shown before the move.
    expect(page.locator("#plaque")).to_contain_text(words)
    tab_to(page, "#take button.go")
    page.keyboard.press("Enter")


def walk_to(page: Page, cell: str) -> None:
    """Walk with the arrow keys: up and down to the row, over gaps, then along the row. Every card can be reached."""
    been = set()
    for _press in range(40):
        here: str = page.evaluate("document.activeElement.value")
        if here == cell:
            return
        down = int(cell.split("-")[0]) - int(here.split("-")[0])
        if down and here not in been:
            page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
        else:
            page.keyboard.press("ArrowRight" if cell > here else "ArrowLeft")
        been.add(here)
    raise AssertionError(f"the arrow keys never come to {cell}")


# Wonderland

TARGETS = {
    "alice": (),
    "rabbit": ("#ring .dig > input[name=pile]",),
    "cat": ("#ring .dig > input[name=pile]",),
    "queen": ("#mine input[name=cover]", "#mine input[name=with]"),
    "hatter": (".seats input[name=seat]", "#ring .dig > input[name=pile]"),
}
POWER, CARD = "#hand input[name=power]", "#hand input[name=card]"
EXPLORE, STOP = "#hand button[value=explore]", "#hand button[value=stop]"


def wanted_power(page: Page) -> tuple[int, str]:
    """Return the place and the character of one of the usable powers, a different one from time to time."""
    values: list[str] = page.locator(POWER).evaluate_all("inputs => inputs.map(input => input.value)")
    place = int(board_number(page)) % len(values)
    return place, values[place].split(":")[-1]


def dig_by_pointer(page: Page, press: Press) -> None:
    """Always choose the first pile, so that the match is short. With a finger, stop when possible."""
    if page.locator(POWER).count():
        use_power_by_pointer(page, press)
    elif page.evaluate("navigator.maxTouchPoints") and page.locator(STOP).count():
        press(page.locator(STOP))
    else:
        press(page.locator("#ring label.pick:has(input[name=pile])").first)
        press(page.locator("#hand label.pick").first)
        press(page.locator(EXPLORE))


def use_power_by_pointer(page: Page, press: Press) -> None:
    place, character = wanted_power(page)
    press(page.locator("#hand .choices label").nth(place))
    for target in TARGETS[character]:
        # A different input may be on top of it.
        inputs = page.locator(target)
        press((inputs.last if "with" in target else inputs.first).locator(".."))
    press(page.locator("#hand button[value=power]"))


def dig_by_keyboard(page: Page) -> None:
    if page.locator(POWER).count():
        use_power_by_keyboard(page)
        return
    tab_to(page, "#ring input[name=pile]")
    page.keyboard.press("Space")
    expect(page.locator("#ring .would:not(.hint):visible .plaque")).to_contain_text("%")
    tab_to(page, CARD)
    page.keyboard.press("Space")
    tab_to(page, EXPLORE)
    page.keyboard.press("Enter")


def use_power_by_keyboard(page: Page) -> None:
    place, character = wanted_power(page)
    tab_to(page, POWER)
    page.keyboard.press("Space")
    for _step in range(place):
        page.keyboard.press("ArrowDown")
    expect(page.locator(POWER).nth(place)).to_be_checked()
    for target in TARGETS[character]:
        tab_to(page, target, "Shift+Tab")
        page.keyboard.press("Space")
        if "with" in target:
            page.keyboard.press("ArrowLeft")
    tab_to(page, "#hand button[value=power]")
    page.keyboard.press("Enter")


PLAYERS = (
    Player("tea_time", "#grid", take_by_pointer, take_by_keyboard),
    Player("wonderland", "#ring", dig_by_pointer, dig_by_keyboard),
)
