"""A guest plays a whole match against bots, with only the keyboard and without JavaScript. Then the pages of a
finished match."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.steps import (
    CARD,
    MORE_THAN_ENOUGH,
    RESULT,
    YOURS,
    finish,
    how_many,
    number_of,
    play_now,
    tab_to,
    wait_for_move,
    your_turn_or_over,
)
from tests.browser.test_in_sight import out_of_sight_once_chosen


def test_a_guest_plays_the_first_card_within_three_clicks(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/")
    page.locator("form[action='/play-now/'] button").first.click()
    page.wait_for_selector(YOURS)
    before = number_of(page)
    page.locator("#hand label.pick").first.click()
    page.locator("#hand button.go").click()
    wait_for_move(page, before, 1)


def test_a_guest_plays_a_whole_match_by_keyboard_alone(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/")
    tab_to(page, "form[action='/play-now/'] button")
    page.keyboard.press("Enter")
    page.wait_for_selector("#board")
    for _turn in range(MORE_THAN_ENOUGH):
        if not your_turn_or_over(page):
            break
        before, count = number_of(page), how_many(page)
        if count == 2:
            assert out_of_sight_once_chosen(page, "#parade li") == []
            discard_by_keyboard(page)
        else:
            play_by_keyboard(page)
        wait_for_move(page, before, count)
    page.wait_for_selector(RESULT)


def play_by_keyboard(page: Page) -> None:
    tab_to(page, CARD)
    page.keyboard.press("Space")
    if page.locator(CARD).count() > 1:
        page.keyboard.press("ArrowRight")
    expect(page.locator(f"{CARD}:checked")).to_have_count(1)
    tab_to(page, "#hand button.go")
    page.keyboard.press("Enter")


def discard_by_keyboard(page: Page) -> None:
    tab_to(page, f"{CARD}:not(:checked)")
    page.keyboard.press("Space")
    tab_to(page, f"{CARD}:not(:checked)")
    page.keyboard.press("Space")
    expect(page.locator(f"{CARD}:checked")).to_have_count(2)
    assert out_of_sight_once_chosen(page, "#parade li") == []
    tab_to(page, "#hand button.go")
    page.keyboard.press("Enter")


def test_a_guest_plays_a_whole_match_without_javascript(visitor: Visitor) -> None:
    page = visitor(java_script_enabled=False)
    page.goto("/")
    page.locator("form[action='/play-now/'] button").first.click()
    for _reload in range(10 * MORE_THAN_ENOUGH):
        if page.locator(RESULT).count():
            break
        if page.locator(YOURS).count() and page.locator(CARD).count():
            for index in range(how_many(page)):
                page.locator("#hand label.pick").nth(index).click()
            page.locator("#hand button.go").click()
        else:
            page.reload()
    assert page.locator(RESULT).count() == 1


def test_without_scripts_the_hand_of_a_telephone_covers_no_card_of_the_parade(visitor: Visitor) -> None:
    page = visitor(viewport={"width": 360, "height": 740}, java_script_enabled=False)
    play_now(page)
    page.wait_for_load_state()
    bottoms = page.locator("#parade li[id^=p-] .card").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().bottom)"
    )
    assert max(bottoms) <= page.locator("#mine").evaluate("mine => mine.getBoundingClientRect().top")


BELOW = "all => all.filter(each => each.getBoundingClientRect().bottom > innerHeight).length"


def test_a_finished_match_can_be_walked_through_and_its_shuffle_checked(visitor: Visitor) -> None:
    # On a narrow screen with a mouse, because a hand that moves under the pointer couldn't be clicked.
    page = visitor(viewport={"width": 360, "height": 800})
    play_now(page)
    finish(page)
    table = page.url
    replay_answers_keys_slider_and_links(page, table)
    shuffle_is_checked_by_itself(page, table)


def replay_answers_keys_slider_and_links(page: Page, table: str) -> None:
    page.goto(f"{table}replay/?move=3")
    at(page, 3)
    # Near the thumb.
    assert page.locator("#replay [rel=next]").evaluate("each => each.getBoundingClientRect().top") > 650
    page.keyboard.press("ArrowRight")
    at(page, 4)
    page.keyboard.press("ArrowLeft")
    at(page, 3)
    board = page.locator("#parade").inner_html()
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("End")
    at(page, int(page.locator("#replay").get_attribute("data-last") or ""))
    page.locator("#slider").fill("3")
    at(page, 3)
    assert page.locator("#parade").inner_html() == board
    expect(page).to_have_url(re.compile(r"[?&]move=3\b"))
    # The address links to that snapshot.
    page.goto(page.url)
    at(page, 3)
    assert page.locator("#parade").inner_html() == board
    # The controls are in sight on a desktop screen.
    page.set_viewport_size({"width": 1280, "height": 720})
    assert page.locator("#replay > .row .btn").count() == 4
    assert page.locator("#replay > .row .btn").evaluate_all(BELOW) == 0


def at(page: Page, number: int) -> None:
    expect(page.locator(f"#replay[data-number='{number}']")).to_have_count(1)


def shuffle_is_checked_by_itself(page: Page, table: str) -> None:
    page.goto(table)
    expect(page.locator("[data-say=right]")).to_be_visible()
    page.goto(f"{table}shuffle/")
    right = page.locator(".checks").get_attribute("data-right") or ""
    expect(page.locator(".checks li b")).to_have_text([right] * 6)
    expect(page.locator("[data-say]:visible")).to_have_count(0)
