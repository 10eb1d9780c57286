"""Wonderland's ring, hand and button keep their places through whole turns, and no text of the ring overlaps another
or another pile."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.conftest import Visitor
from tests.browser.players import EXPLORE, POWER, YOURS, board_number, settled, use_power_by_pointer
from tests.browser.steps import RESULT, connected, open_table

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
ON_ITS_SIDE = {"viewport": {"width": 740, "height": 360}, "has_touch": True}
DESK = {"viewport": {"width": 1280, "height": 720}}
MOVES = 9
# Where each pile begins, where the main button is, and the scroll position. A button that is pressed or moving up
# counts as in its place.
PLACES = """() => {
  const button = document.querySelector("#hand .go");
  if (button) Object.assign(button.style, { transition: "none", transform: "none" });
  const places = Object.fromEntries([
    ...[...document.querySelectorAll("#ring .spot, #hand .go")].map((each) => {
      const { left, top } = each.getBoundingClientRect();
      return [each.closest(".pile")?.id ?? "button", `${Math.round(left)} ${Math.round(top)}`];
    }),
    ["scrolled", scrollY],
  ]);
  button?.removeAttribute("style");
  return places;
}"""
# The longest possible text at a pile: who has looked at it, and six cards under the top one.
CROWDED = """() => {
  for (const cap of document.querySelectorAll("#ring .cap")) {
    const mark = document.querySelector(".book-n .mk").outerHTML;
    cap.querySelectorAll(".ups, .eye").forEach((each) => each.remove());
    const eye = "<span class=eye>seen by Bartholomew Butterworth and White Rabbit</span>";
    cap.insertAdjacentHTML("beforeend", `<span class=ups>${mark.repeat(7)}</span>${eye}`);
  }
}"""
# The pairs of texts that overlap, and of a text and the place or the number of another pile. Hidden parts don't count.
OVERLAPPING = """() => {
  const pieces = [...document.querySelectorAll("#ring .spot, #ring .number")].map((each) => {
    const { top, bottom, left, right } = each.getBoundingClientRect(), pile = each.closest(".pile");
    return { text: `${each.className} of ${pile.id}`, pile, top, bottom, left, right };
  });
  const texts = document.createTreeWalker(document.querySelector("#ring .ring"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts, { parentElement: parent } = text;
    if (!text.data.trim() || parent.closest(".vh") || !parent.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const words = range.getBoundingClientRect(), box = parent.getBoundingClientRect();
    // A font's own height is more than that of a line.
    const more = (range.getClientRects()[0].height - parseFloat(getComputedStyle(parent).lineHeight)) / 2;
    pieces.push({
      text: text.data.trim(), isText: true, pile: parent.closest(".pile"), top: words.top + more,
        bottom: words.bottom - more, left: Math.max(words.left, box.left), right: Math.min(words.right, box.right),
    });
  }
  return pieces.flatMap((one, place) => pieces.slice(place + 1)
    .filter((other) => other.isText && (one.isText || one.pile !== other.pile))
    .filter((other) => one.left < other.right && other.left < one.right
        && one.top < other.bottom && other.top < one.bottom)
    .map((other) => `${one.text} / ${other.text}`));
}"""


class Watch:
    """What was seen of a board: the places of its parts, and overlapping texts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.places: dict[str, set[Any]] = {}
        self.overlapping: set[str] = set()

    def look(self) -> None:
        for part, place in self.page.evaluate(PLACES).items():
            self.places.setdefault(part, set()).add(place)
        self.overlapping |= set(self.page.evaluate(OVERLAPPING))

    def press(self, place: Locator) -> None:
        sends = place.evaluate("place => place.matches('button')")
        if self.page.evaluate("navigator.maxTouchPoints"):
            place.tap()
        else:
            place.click()
        if not sends:
            self.look()


def dig(watch: Watch) -> None:
    """Never stop, so that tunnels collapse."""
    page = watch.page
    if page.locator(POWER).count():
        use_power_by_pointer(page, watch.press)
        return
    piles = page.locator("#ring label.pick:has(input[name=pile])")
    watch.press(piles.nth(int(board_number(page)) % piles.count()))
    watch.press(page.locator("#hand label.pick").first)
    watch.press(page.locator(EXPLORE))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("screen", [PHONE, ON_ITS_SIDE, DESK], ids=["phone", "on its side", "desk"])
def test_nothing_moves_and_no_words_meet_through_turns_and_collapses(
    visitor: Visitor, screen: dict[str, Any], language: str
) -> None:
    # A collapse is a scene only with animations.
    page = visitor(locale=language, reduced_motion="no-preference", **screen)
    open_table(page, seats=3, bots=2, game="wonderland", cards=f"nothing moves {language} {screen}")
    page.wait_for_selector("#board")
    connected(page)
    page.evaluate("document.fonts.ready.then(() => true)")
    page.locator("[data-no-guide]").click()
    watch = Watch(page)
    watch.look()
    page.evaluate(CROWDED)
    watch.look()
    page.reload()
    connected(page)
    for _move in range(MOVES):
        page.wait_for_selector(f"{YOURS}, {RESULT}")
        if page.locator(RESULT).count():
            break
        watch.look()
        number = board_number(page)
        dig(watch)
        settled(page, number)
    assert {part: places for part, places in watch.places.items() if len(places) > 1} == {}
    assert watch.places["scrolled"] == {0}
    assert watch.overlapping == set()


@pytest.mark.parametrize("screen", [ON_ITS_SIDE, DESK], ids=["on its side", "desk"])
def test_the_band_cuts_no_number_of_an_advised_pile(visitor: Visitor, screen: dict[str, Any]) -> None:
    page = visitor(**screen)
    open_table(page, seats=3, bots=2, game="wonderland", cards=f"advised {screen}")
    page.wait_for_selector(YOURS)
    connected(page)
    page.get_by_role("button", name="Hint", exact=True).click()
    page.locator("#board .advised").first.wait_for()
    # The top pile need not be among those advised.
    page.evaluate("document.querySelector('#ring .p0').append(document.querySelector('#board .advised'))")
    above = page.evaluate(
        """() => {
          const [band, number] = [".ringband", ".p0 > .advised"].map((each) => document.querySelector(each));
          return number.getBoundingClientRect().top - band.getBoundingClientRect().top - band.clientTop;
        }"""
    )
    assert above >= 0
