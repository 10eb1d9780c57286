"""Nothing lies over anything else, and no word is broken, where there is least room."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.steps import (
    RESULT,
    YOUR_MOVE,
    YOURS,
    connected,
    finish,
    open_table,
    play_now,
    two_at_a_table,
)
from tests.browser.test_larger_letters import BROKEN
from tests.browser.test_tables import COVERED_BY_WHAT_ONE_SAYS

EDGE = "(one, side) => one.getBoundingClientRect()[side]"

# In one look, because both move while cards come in.
HANGS_AT_ITS_PLACE = """() => {
    const [place, flag] = ["#join .card", "#join .flag"].map((part) => document.querySelector(part));
    const [around, end] = [place, flag].map((part) => part.getBoundingClientRect());
    const inside = around.left <= end.left && end.right <= around.right + 1;
    return inside && getComputedStyle(place).outlineStyle === "dashed";
}"""

# Promises what the function finds, as soon as it finds something.
FOUND = """((look) => new Promise((done) => {
    const again = () => { const found = look(); found ? done(found) : requestAnimationFrame(again); };
    again();
}))"""


def edge(page: Page, selector: str, side: str) -> float:
    return float(page.locator(selector).first.evaluate(EDGE, side))


def test_on_a_phone_on_its_side_the_seats_are_clear_of_the_buttons_of_the_head(visitor: Visitor) -> None:
    page = visitor(viewport={"width": 740, "height": 360}, locale="fr-FR")
    open_table(page, seats=2, bots=1, game="tea_time")
    page.wait_for_selector(YOURS)
    assert edge(page, ".seat .col", "top") >= edge(page, ".mast .btn:visible", "bottom")


def test_the_sticky_buttons_of_a_french_waiting_room_have_two_lines_at_most(visitor: Visitor) -> None:
    page = visitor(viewport={"width": 360, "height": 740}, locale="fr-FR")
    open_table(page, seats=2, game="wonderland")
    page.wait_for_selector(".row.begin")
    assert edge(page, ".row.begin", "bottom") - edge(page, ".row.begin", "top") < 70


def test_on_a_phone_the_sticky_buttons_of_a_waiting_room_do_not_cover_the_code_to_scan(
    visitor: Visitor,
) -> None:
    page = visitor(viewport={"width": 360, "height": 740}, locale="fr-FR")
    open_table(page, seats=6)
    assert edge(page, ".ask-somebody", "bottom") <= edge(page, ".row.begin", "top")


def test_on_a_phone_the_line_that_says_offline_covers_no_button_of_the_head(
    visitor: Visitor, complaints: list[str]
) -> None:
    page = visitor(viewport={"width": 360, "height": 740}, locale="fr-FR")
    play_now(page)
    connected(page)
    page.context.set_offline(True)
    expect(page.locator("[data-link-state]")).to_be_visible()
    assert edge(page, "[data-link-state]", "top") >= edge(page, ".mast .btn:visible", "bottom")
    complaints.clear()


def test_the_end_of_the_parade_hangs_at_the_place_of_the_next_card(visitor: Visitor) -> None:
    page = visitor(viewport={"width": 360, "height": 740})
    play_now(page)
    page.wait_for_selector(YOUR_MOVE)
    page.wait_for_function(HANGS_AT_ITS_PLACE)


def test_at_320_px_rules_and_a_review_in_french_break_no_word_and_do_not_scroll_sideways(
    visitor: Visitor,
) -> None:
    page = visitor(viewport={"width": 320, "height": 740}, locale="fr-FR")
    page.goto("/rules/tea_time/")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    play_now(page)
    finish(page)
    page.wait_for_selector(RESULT)
    page.goto(f"{page.url}review/")
    page.wait_for_selector(".costliest .gave")
    expect(page.locator("#progress")).to_have_count(0)
    assert page.locator(".costliest :is(.when, .gave)").evaluate_all(BROKEN) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    # The arrow keys lead through the costliest moves, mostly more than one.
    links = page.locator(".one-by-one a")
    expect(links.first).to_have_attribute("aria-current", "true")
    page.keyboard.press("ArrowRight")
    expect(links.nth(min(1, links.count() - 1))).to_have_attribute("aria-current", "true")


@pytest.mark.parametrize("size", [(360, 740), (740, 360), (1280, 720)])
def test_a_phrase_is_in_the_window_and_covers_no_move_no_card_and_no_button(
    visitor: Visitor, size: tuple[int, int]
) -> None:
    first, second = (visitor(viewport={"width": size[0], "height": size[1]}) for _each in range(2))
    mover, other = two_at_a_table(first, second)
    mover.locator("#hand label.pick").first.click()
    mover.locator("#hand button.go").click()
    # On a desk the newest move stands in the log alone.
    other.wait_for_selector("#newest:not(:empty)", state="attached")
    # A bubble goes after four seconds, so both pages look from now on.
    for page in (mover, other):
        page.evaluate(f"() => {{ window.said = {FOUND}({COVERED_BY_WHAT_ONE_SAYS}); }}")
    mover.locator(".say-menu summary").click()
    mover.locator("button[name=phrase]").first.click()
    for page in (mover, other):
        said = page.evaluate("window.said")
        assert said == {"own": page is mover, "covered": [], "inside": True}
