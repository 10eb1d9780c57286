"""On narrow and low screens the headline is never cut off, and each seat shows at least eight letters of its name."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Visitor
from tests.browser.steps import YOURS, open_table
from tests.browser.test_turns import member

# As long as names may be, less a letter that distinguishes the games' people.
NAMES = ("Wilhelmina Wonderworth ", "Maximilian Mockingwood ", "Bartholomew Butterwood ")
PHONE = {"width": 360, "height": 780}
# Elements that are cut off or overflow their place.
CUT_OFF = "all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.innerText)"

# Of the cut ones, those with fewer than eight letters before the dots, and those in smaller letters.
SHORT = """all => all.filter(each => {
  const letters = document.createRange();
  letters.setStart(each.firstChild, 0);
  letters.setEnd(each.firstChild, 8);
  const dots = parseFloat(getComputedStyle(each).fontSize);
  const cut = each.scrollWidth > each.clientWidth && letters.getBoundingClientRect().width + dots > each.clientWidth;
  return cut || dots < 16;
}).map(each => each.innerText)"""


@pytest.mark.parametrize("game", ["parade", "wonderland"])
def test_long_names_are_not_cut_off_at_360_pixels(visitor: Visitor, game: str) -> None:
    names = [name + game[0] for name in NAMES]
    pages = [member(visitor(viewport=PHONE), name) for name in names]
    table = open_table(pages[0], seats=3, game=game)
    for page in pages[1:]:
        page.goto(table)
        page.locator("form[action$='/sit/'] button").click()
        page.wait_for_selector("form[action$='/leave/'], #board")
    for page in pages:
        # It appears when the last player sits down.
        page.wait_for_selector("#board")
        words = page.locator("#turn :is(h2, small)")
        assert any(name in " ".join(words.all_inner_texts()) for name in names)
        assert words.evaluate_all(CUT_OFF) == []
        assert page.locator(".seat h2").evaluate_all(SHORT) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


# A phone on its side, and a desk's window that is enlarged four times.
LOW = ((640, 360), (320, 256))
# By how many pixels titles go beyond the foot of the headline.
BEYOND = "all => all.map(each => each.getBoundingClientRect().bottom - each.parentNode.getBoundingClientRect().bottom)"


@pytest.mark.parametrize("game", ["stockings", "wonderland"])
def test_beside_the_guides_offer_long_titles_are_whole_on_low_screens(visitor: Visitor, game: str) -> None:
    page = visitor(locale="fr")
    page.goto("/")
    page.locator(f"form[action='/play-now/'] button[value={game}]").click()
    title = page.locator(f"{YOURS} h2")
    title.wait_for()
    assert page.locator(".guide-offer").count() == 1
    for width, height in LOW:
        page.set_viewport_size({"width": width, "height": height})
        assert title.evaluate_all(CUT_OFF) == []
        (beyond,) = title.evaluate_all(BEYOND)
        assert beyond < 0
