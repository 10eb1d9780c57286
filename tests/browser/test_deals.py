"""Two people play the deal of the day in two browsers and compare; one of them without scripts."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.steps import finish
from tests.browser.test_pages import violations


def begin(page: Page) -> None:
    page.goto("/deals/")
    page.locator("form[action^='/deals/parade/'] button").click()
    page.wait_for_selector("#board")


def test_two_people_play_the_same_deal_and_compare(visitor: Visitor) -> None:
    first, second = visitor(), visitor()
    begin(first)
    table = first.url
    # Another tab goes on with the same try.
    begin(first)
    assert first.url == table
    finish(first)
    first.locator("#foot a", has_text="See how the others did").click()
    result = first.locator(".deal-head h1").text_content()
    expect(first.locator(".frs .me .p")).to_have_text((result or "").split()[0])
    # The other one sees nothing of it before their own, and has the same with the same moves.
    assert second.request.get(table).status == 404
    begin(second)
    finish(second)
    second.locator("#foot a", has_text="See how the others did").click()
    expect(second.locator(".deal-head h1")).to_have_text(result or "")
    expect(second.locator(".hist .mine circle")).to_have_count(2)
    second.goto(table)
    expect(second.locator("#result")).to_be_visible()
    first.reload()
    assert violations(first) == []


def test_without_scripts_a_deal_is_begun_and_left(visitor: Visitor) -> None:
    page = visitor(java_script_enabled=False)
    page.goto("/")
    page.locator("form[action^='/deals/tea_time/'] button").click()
    page.wait_for_url("**/t/*/")
    expect(page.locator("#board")).to_be_visible()
    page.goto("/")
    expect(page.locator("form[action^='/deals/tea_time/'] button")).to_contain_text("Go on, turn 1")
