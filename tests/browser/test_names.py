"""Names aren't cut off on a desktop screen, while the points beside them change, and in the choice of a replay's
viewer, nor on a phone on its side."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visitor
from tests.browser.steps import RESULT, open_table

DESK = {"width": 1280, "height": 720}
# As its script marks a seat's points while a move is shown. In one step, because a bot's move may replace the seats
# at any time.
CUT_OFF = """name => {
  const names = [...document.querySelectorAll('.seats .seat h2')];
  for (const each of names) each.textContent = name;
  for (const each of document.querySelectorAll('.seats .pts')) each.dataset.was = '12';
  return names.filter(each => each.scrollWidth > each.clientWidth).map(each => each.clientWidth);
}"""
# `document.fonts.ready` may resolve before the first text requests its typeface, and other typefaces are wider.
LOADED = "document.fonts.load('700 1em Alegreya').then((faces) => faces.length > 0)"
# The longest possible name.
LONGEST = "Bartholomew Butterworth"
# By how many pixels the select is narrower than its longest name needs.
TOO_NARROW = """(choice, name) => {
  choice.options[1].textContent = name;
  const whole = choice.cloneNode(true);
  whole.style.cssText = 'position: absolute; width: max-content; max-width: none';
  document.body.append(whole);
  return whole.offsetWidth - choice.offsetWidth;
}"""


def ready(page: Page, game: str, seats: int) -> str:
    table = open_table(page, seats=seats, bots=seats - 1, game=game)
    page.wait_for_selector("#board")
    assert page.evaluate(LOADED)
    return table


@pytest.mark.parametrize(
    ("game", "seats", "name"),
    [
        ("parade", 4, "Bartholomew"),
        ("parade", 6, "Mercutio"),
        ("tea_time", 4, "Bartholomew"),
        ("wonderland", 2, "Bartholomew"),
        ("wonderland", 4, "Bartholomew"),
    ],
)
def test_a_name_is_not_cut_off_while_its_points_change(
    visitor: Visitor, game: str, seats: int, name: str
) -> None:
    page = visitor(viewport=DESK)
    ready(page, game, seats)
    assert page.evaluate(CUT_OFF, name) == []


@pytest.mark.parametrize("seats", [4, 6])
def test_on_a_narrow_phone_on_its_side_names_of_bots_are_whole(visitor: Visitor, seats: int) -> None:
    page = visitor(viewport={"width": 640, "height": 360})
    ready(page, "parade", seats)
    assert page.evaluate(CUT_OFF, "Lièvre de Mars") == []


@pytest.mark.parametrize("game", ["parade", "wonderland"])
def test_the_reader_of_a_replay_is_named_in_full(visitor: Visitor, game: str) -> None:
    page = visitor(viewport=DESK)
    table = ready(page, game, 4)
    page.goto(f"{table}resign/")
    page.locator("main form button").first.click()
    page.wait_for_selector(RESULT)
    page.goto(f"{table}replay/")
    assert page.evaluate(LOADED)
    assert page.locator("#eyes").evaluate(TOO_NARROW, LONGEST) <= 0
    assert page.evaluate("document.documentElement.scrollWidth") <= DESK["width"]
