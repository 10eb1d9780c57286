"""A browser keeps what it was shown and what it drew, and warns loudly if something else was used."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.steps import open_table, play_now, two_at_a_table


def play_now_and_keep(page: Page) -> None:
    """Open a table and wait until its page has stored what it keeps, which is after the board appears."""
    play_now(page)
    page.wait_for_function(
        "() => Object.keys(localStorage).some((key) => key.startsWith('shuffle:table:'))",
    )


def stored_salts(page: Page) -> dict[str, Any]:
    """Return what it keeps about the only table where it has sat down."""
    salts = page.evaluate(
        "Object.entries(localStorage).filter(([key]) => key.startsWith('shuffle:table:'))"
        ".map(([, value]) => JSON.parse(value))"
    )
    assert len(salts) == 1
    return dict(salts[0])


def keep_instead(page: Page, **other: object) -> None:
    """Replace what was kept, as if the server had used something else."""
    page.evaluate(
        "other => { for (const [key, value] of Object.entries(localStorage)) if (key.startsWith('shuffle:table:'))"
        " localStorage.setItem(key, JSON.stringify({ ...JSON.parse(value), ...other })) }",
        other,
    )


def test_both_at_a_table_keep_what_they_were_shown_and_what_they_drew(visitor: Visitor) -> None:
    first, second = two_at_a_table(visitor(), visitor())
    facts = first.request.get(first.url + "shuffle.json").json()
    mine, other = stored_salts(first), stored_salts(second)
    assert mine["commitment"] == other["commitment"] == facts["commitment"]
    salts = [page["salts"] for page in (mine, other)]
    assert sorted(salts) == sorted([salt] for salt in facts["salts"])
    assert all(len(salt) == 32 for salt in facts["salts"])


def test_another_commitment_than_the_one_shown_is_told_loudly_at_the_table(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, 2)
    expect(page.locator("#kept")).to_be_hidden()
    keep_instead(page, commitment="0" * 64)
    page.reload()
    expect(page.locator("#kept")).to_be_visible()


def test_another_salt_than_the_one_drawn_is_told_loudly(visitor: Visitor) -> None:
    page = visitor()
    play_now_and_keep(page)
    table = page.url
    keep_instead(page, salts=["0" * 32])
    page.goto(f"{table}shuffle/")
    expect(page.locator("[data-say=wrong]")).to_be_visible()
    wrong = page.locator(".checks").get_attribute("data-wrong") or ""
    expect(page.locator(".checks li:visible b")).to_have_text(["right", wrong, "right"])


def test_a_browser_that_kept_nothing_says_so(visitor: Visitor) -> None:
    page = visitor()
    play_now_and_keep(page)
    page.evaluate("localStorage.clear()")
    page.goto(f"{page.url}shuffle/")
    expect(page.locator("[data-say=nothing]")).to_be_visible()
    expect(page.locator("[data-say=wrong]")).to_be_hidden()


def test_without_a_script_the_page_says_that_the_server_drew_the_salt(visitor: Visitor) -> None:
    page = visitor(java_script_enabled=False)
    page.goto("/")
    expect(page.locator("noscript p.help")).to_be_visible()
    page.locator("main form[action='/play-now/'] button").first.click()
    page.goto(f"{page.url}shuffle/")
    expect(page.get_by_text("The server drew your salt")).to_be_visible()


def test_after_a_step_back_another_table_is_opened(visitor: Visitor) -> None:
    page = visitor()
    play_now(page)
    first = page.url
    page.go_back()
    page.locator("main form[action='/play-now/'] button").first.click()
    page.wait_for_selector("#board")
    assert page.url != first
