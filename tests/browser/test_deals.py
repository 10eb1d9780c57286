"""Two people play the deal of the day in two browsers and compare; one of them without scripts."""

from __future__ import annotations

import json
import re
import sqlite3

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.races import be_ready
from tests.browser.site import Site
from tests.browser.steps import begin_deal, connected, finish
from tests.browser.test_pages import violations


def begin(page: Page) -> None:
    begin_deal(page, "parade")
    page.wait_for_selector("#board")


def test_two_people_play_the_same_deal_and_compare(visitor: Visitor) -> None:
    first, second = visitor(), visitor()
    begin(first)
    table = first.url
    # Another tab goes on with the same try.
    begin(first)
    assert first.url == table
    # Both begin before either plays, so that a day that ends meanwhile does not give them different deals.
    begin(second)
    finish(first)
    first.locator("#foot a", has_text="See how the others did").click()
    result = first.locator(".deal-head h1").text_content()
    expect(first.locator(".frs .me .p")).to_have_text((result or "").split()[0])
    # The other one sees nothing of it before their own, and has the same with the same moves.
    assert second.request.get(table).status == 404
    finish(second)
    second.locator("#foot a", has_text="See how the others did").click()
    # The strongest bot may have finished meanwhile.
    expect(second.locator(".deal-head h1")).to_contain_text((result or "").split(", ahead")[0])
    expect(second.locator(".hist .mine circle")).to_have_count(2)
    second.goto(table)
    expect(second.locator("#result")).to_be_visible()
    first.reload()
    for width, theme in ((1280, "light"), (360, "dark")):
        first.set_viewport_size({"width": width, "height": 740})
        first.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        assert first.evaluate("document.documentElement.scrollWidth") <= width
        assert violations(first) == []


def test_on_a_phone_on_its_side_the_menu_leads_to_the_deal_that_is_played(visitor: Visitor) -> None:
    page = visitor(viewport={"width": 360, "height": 740})
    begin(page)
    page.locator("#menu summary").click()
    link = page.get_by_role("link", name="Deal of the day", exact=True)
    expect(link).to_have_count(1)
    page.set_viewport_size({"width": 740, "height": 360})
    expect(link).to_have_count(1)
    page.locator("#menu").locator(link).click()
    expect(page).to_have_url(re.compile("/deals/parade/"))


def test_without_scripts_a_deal_is_begun_and_left(visitor: Visitor) -> None:
    page = visitor(java_script_enabled=False)
    page.goto("/")
    # Whoever is new to a game comes to the deal's page first.
    page.locator(".btn[href^='/deals/tea_time/']").click()
    page.locator("form[action^='/deals/tea_time/'] button").click()
    page.wait_for_url("**/t/*/")
    expect(page.locator("#board")).to_be_visible()
    page.goto("/")
    expect(page.locator("form[action^='/deals/tea_time/'] button")).to_contain_text("Go on, turn 1")


def somebody_ran(site: Site, steps: list[tuple[int, int]]) -> None:
    """Store a ranked run of today's race that had so many cards left at these times, in ms."""
    run = "SELECT id FROM deals_deal WHERE game = 'stockings' AND day = date('now')"
    names = "deal_id, kind, began_at, finished_at, on_its_day, score, weight, progress"
    values = f"({run}), 'ranked', datetime('now'), datetime('now'), 1, 1, 1030, ?"
    with sqlite3.connect(site.var / "unbirthday.sqlite3", timeout=20) as database:
        database.execute(f"INSERT INTO deals_try ({names}) VALUES ({values})", [json.dumps(steps)])


def test_while_a_run_goes_on_its_board_shows_what_the_best_one_had_left_by_then(
    visitor: Visitor, site: Site
) -> None:
    never = 3_600_000
    somebody_ran(site, [(0, 8), (4000, 5), (never, 0)])
    page = visitor(viewport={"width": 360, "height": 740})
    begin_deal(page, "stockings")
    page.wait_for_selector("#ready")
    connected(page)
    # Nothing is told before the run begins.
    expect(page.locator("#runs")).to_have_count(0)
    be_ready(page)
    best = page.locator("#runs li.best")
    expect(best).to_have_text("the best 5")
    expect(best).to_be_in_viewport(ratio=1)
    # Its line and one's own end at the same place, which is now: nothing that came later is sent.
    ends = page.locator("#runs path:is(.best, .you)").evaluate_all(
        "paths => paths.map((path) => /H(\\d+)V\\d+$/.exec(path.getAttribute('d'))[1])"
    )
    assert len(ends) == 2 and len(set(ends)) == 1
    assert violations(page) == []


def test_at_midnight_an_open_page_offers_the_new_day_and_stays_as_it_is(visitor: Visitor) -> None:
    page = visitor()
    page.clock.install()
    page.goto("/deals/")
    before = page.locator("main").inner_text().split()
    offered = page.locator("#new-day a")
    expect(offered).to_be_hidden()
    page.clock.fast_forward("24:00:00")
    expect(offered).to_be_visible()
    assert page.locator("main").inner_text().replace(offered.inner_text(), "").split() == before
    assert violations(page) == []
    offered.click()
    expect(page.locator("h1")).to_have_text("Today")
