"""The end of a race: the last card lies on the flipped one, the winner and the reason are shown, then the result. When
a hand grows, none of its cards and no button moves."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.races import FLIPPED, lay_first_card, open_race
from tests.browser.steps import RESULT, connected
from tests.browser.test_followed import ENDED, moving

# A deal for one person and two bots. A bot flips the first card, and only the person has the card for it: the first
# of the hand and the only one of its kind.
LAST = "ends 1259"
LAID = "#flip .laid.yours"
PLACES = (
    "() => [...document.querySelectorAll('#hand > *')].map((each) => each.value ?? each.dataset.kind ?? '')"
)


def test_the_last_card_is_seen_on_the_board_before_the_result(visitor: Visitor) -> None:
    page = moving(visitor)
    # The clock ends it with the second flip.
    open_race(page, LAST, bots=2, window=60, pause=4, limit=1)
    page.wait_for_selector(FLIPPED)
    connected(page)
    _first, *others = page.evaluate(PLACES)
    lay_first_card(page)
    page.wait_for_selector(ENDED)
    # A key meant for a card has no effect.
    page.keyboard.press("2")
    page.locator("#hand > *").nth(1).dispatch_event("pointerdown", {"bubbles": True})
    expect(page.locator(LAID)).to_be_visible()
    expect(page.locator("#flip .first")).to_contain_text("You")
    expect(page.locator(f"{ENDED} small")).to_contain_text("1 flip was made")
    assert page.evaluate(PLACES) == ["", *others]
    expect(page.locator("#hand button, #acts button")).to_have_count(0)
    expect(page.locator(RESULT)).to_have_count(0)
    page.keyboard.press("Shift")
    expect(page.locator(RESULT)).to_have_count(1)


# The places of the first ten cards and of the buttons, with ten kinds in the hand and with fifteen, drawn by the
# page itself; at once, because others may move. Then how many of the rest are out of sight or too small.
GROWN = """() => {
  const hand = document.getElementById('hand'), one = hand.querySelector('button.kind');
  const boxes = (which) => [...document.querySelectorAll(which)].map((each) => each.getBoundingClientRect().toJSON());
  const [few, many] = [10, 15].map((count) => {
    while (hand.querySelectorAll('.kind').length < count) {
      const another = one.cloneNode(true);
      another.value = `kind-${hand.querySelectorAll('.kind').length}`;
      hand.append(another);
    }
    document.dispatchEvent(new Event('board:changed'));
    return boxes('#hand > :nth-child(-n+10), #acts .btn');
  });
  const rest = boxes('#hand > :nth-child(n+11)');
  const missed = rest.filter(({ left, top, right, bottom, width, height }) =>
    left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || width < 43.5 || height < 43.5);
  return [few, many, rest.length, missed];
}"""


@pytest.mark.parametrize("size", [(360, 740), (390, 844), (740, 360), (844, 390), (667, 375), (1280, 720)])
def test_no_card_and_no_button_moves_when_an_eleventh_kind_comes(
    visitor: Visitor, size: tuple[int, int]
) -> None:
    page = visitor(viewport={"width": size[0], "height": size[1]})
    open_race(page, bots=2, window=60)
    page.wait_for_selector("#hand button.kind")
    page.evaluate("document.fonts.ready.then(() => true)")
    few, many, rest, missed = page.evaluate(GROWN)
    assert few == many
    assert (rest, missed) == (5, [])
