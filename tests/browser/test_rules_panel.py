"""The rules over the board, with the names of the parts of the board."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.players import EXPLORE, YOURS, board_number, settled
from tests.browser.steps import CARD, YOUR_MOVE, connected, number_of, open_table, tab_to, wait_for_move

# The cards of the table and of the hand that the explanation of a part covers.
HIDDEN = """() => {
  const { left, right, top, bottom } = document.getElementById("part").getBoundingClientRect();
  return [...document.querySelectorAll("#parade .card, #hand .card")].map((each) => each.getBoundingClientRect())
    .filter((card) => left < card.right && card.left < right && top < card.bottom && card.top < bottom);
}"""


def test_the_rules_lie_over_the_board_and_leave_it_where_it_is(visitor: Visitor) -> None:
    page = visitor(viewport={"width": 1280, "height": 720})
    page.goto("/")
    page.locator("form[action='/play-now/'] button[value=tea_time]").click()
    # Until the scripts are loaded, the link opens a separate page.
    connected(page)
    table = page.url
    expect(page.locator("#turn .goal")).to_have_text("The most points win")
    page.locator(".mast a[data-rules]").click()
    expect(page.locator("#rules-panel")).to_be_visible()
    # The panel has one summary and one list of contents, although the page that it fetches has them, too.
    expect(page.locator(".in-short")).to_have_count(1)
    expect(page.locator("#rules-contents")).to_have_count(1)
    page.locator("#rules-contents a").nth(2).click()
    expect(page.locator("#rules-whole h2").nth(2)).to_be_in_viewport()
    turn, panel = page.locator("#turn").bounding_box(), page.locator("#rules-panel").bounding_box()
    assert turn is not None and panel is not None
    assert turn["y"] + turn["height"] <= panel["y"]
    page.keyboard.press("Escape")
    expect(page.locator("#rules-panel")).to_be_hidden()
    assert page.url.startswith(table)


def test_a_part_of_the_board_says_what_it_is_where_the_focus_rests(visitor: Visitor) -> None:
    page = visitor(viewport={"width": 1280, "height": 720})
    page.goto("/")
    page.locator("form[action='/play-now/'] button[value=parade]").click()
    page.wait_for_selector(YOUR_MOVE)
    connected(page)
    tab_to(page, CARD)
    expect(page.locator("#part")).to_contain_text("Your hand")
    assert page.evaluate(HIDDEN) == []


def test_a_focus_that_the_page_moves_explains_and_previews_nothing(visitor: Visitor) -> None:
    page = visitor(viewport={"width": 1280, "height": 720})
    page.clock.install()
    page.goto("/")
    page.locator("form[action='/play-now/'] button[value=parade]").click()
    page.wait_for_selector(YOUR_MOVE)
    connected(page)
    number = number_of(page)
    tab_to(page, CARD)
    page.clock.run_for(2000)
    expect(page.locator("#part")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.clock.run_for(2000)
    expect(page.locator("#part")).to_be_hidden()
    page.keyboard.press("Enter")
    wait_for_move(page, number, 1)
    page.wait_for_selector(YOUR_MOVE)
    page.clock.run_for(2000)
    expect(page.locator(f"{CARD}:focus")).to_have_count(1)
    expect(page.locator("#part")).to_be_hidden()
    expect(page.locator("#parade .join.new")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#parade .join.new")).to_have_count(1)


def test_a_part_says_nothing_where_the_board_changes_beneath_a_resting_pointer(visitor: Visitor) -> None:
    page = visitor(viewport={"width": 1280, "height": 720})
    page.clock.install()
    open_table(page, seats=2, bots=1, game="wonderland")
    page.wait_for_selector(YOURS)
    connected(page)
    page.locator("[data-no-guide]").click()
    number = board_number(page)
    page.locator("#ring label.pick").first.click()
    page.locator("#hand label.pick").first.click()
    page.locator(EXPLORE).click()
    settled(page, number)
    page.clock.run_for(2000)
    expect(page.locator("#part")).to_be_hidden()
    page.locator("#pile-3 .spot").hover()
    page.clock.run_for(2000)
    expect(page.locator("#part")).to_contain_text("A pile.")


def test_a_rules_page_begins_with_the_rules_in_short_and_leads_to_its_chapters(visitor: Visitor) -> None:
    page = visitor(viewport={"width": 360, "height": 740})
    page.goto("/rules/parade/")
    expect(page.locator("article .in-short li")).to_have_count(5)
    last = page.locator("#rules-contents a").last
    last.click()
    expect(page.locator("article h2").last).to_be_in_viewport()
    expect(page.locator("article h2").last).to_have_text(last.inner_text())
