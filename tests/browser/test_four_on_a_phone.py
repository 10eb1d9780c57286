"""Wonderland with four seats and clocks on a phone: the ring and the hand keep their places turn after turn."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from scripts.cluster.process import until
from tests.browser.conftest import Visitor
from tests.browser.players import YOURS, board_number, dig_by_pointer, settled
from tests.browser.steps import connected, open_table, sit_down, with_cards
from tests.browser.test_turns import member

PHONE = {"width": 360, "height": 740}
# Names of a usual width, the same in every run, like the cards.
NAMES = ("Humpty Dumpty", "Tweedledee Moss", "Wilhelmina W", "Marchioness")
CARDS = "four at a ring"
MOVES = 8
# Where the first pile's card and the first card of the hand begin. There is none while a power is chosen.
PLACES = """() => ["#pile-0 .stack", "#hand .hand li"].map(each =>
  document.querySelector(each)?.getBoundingClientRect().top)"""
# The piles with a card or a chance that is covered by the hand or above the window.
COVERED = """() => {
  const foot = document.querySelector("#hand").getBoundingClientRect().top;
  return [...document.querySelectorAll("#ring .pile")].filter(pile => {
    const box = pile.querySelector("label").getBoundingClientRect();
    return box.top < 0 || box.bottom > foot;
  }).map(pile => pile.id);
}"""


def four_at_a_table(visitor: Visitor) -> list[Page]:
    pages = [member(visitor(viewport=PHONE, has_touch=True), name) for name in NAMES]
    table = open_table(pages[0], seats=4, game="wonderland", cards=CARDS)
    for page in pages[1:]:
        page.goto(table)
        with_cards(page, CARDS)
        sit_down(page)
        page.wait_for_selector("form[action$='/leave/'], #board")
    for page in pages:
        page.wait_for_selector("#hand")
        connected(page)
        page.evaluate("document.fonts.ready.then(() => true)")
    return pages


def whose_turn(pages: list[Page]) -> Page:
    page_in_turn: Page = until(
        "a turn", lambda: next((page for page in pages if page.locator(YOURS).count()), None)
    )
    return page_in_turn


def tap(place: Locator) -> None:
    place.tap()


def test_ring_and_hand_of_four_with_clocks_are_in_sight_and_do_not_move(visitor: Visitor) -> None:
    pages = four_at_a_table(visitor)
    ring, hand, covered = set(), set(), []
    for _move in range(MOVES):
        mover = whose_turn(pages)
        for page in {pages[0], mover}:
            page.evaluate("scrollTo(0, 0)")
            pile, card = page.evaluate(PLACES)
            ring.add(pile)
            hand.add(card)
            covered += page.evaluate(COVERED)
        number = board_number(mover)
        dig_by_pointer(mover, tap)
        settled(mover, number)
    assert covered == []
    assert len(ring) == len(hand - {None}) == 1
