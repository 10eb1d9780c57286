"""A rated match that ends while its page is open: the page tells what it did, and so does one without scripts."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.steps import YOURS, choose_and_go, connected, open_table
from tests.browser.test_turns import member

PHONE = {"width": 360, "height": 740}


def test_the_result_tells_what_a_match_did_to_ratings(visitor: Visitor) -> None:
    winner, loser = member(visitor(viewport=PHONE), "Winifred"), member(visitor(), "Lorenzo")
    table = open_table(winner, seats=2)
    loser.goto(table)
    expect(loser.locator(".at-stake tbody tr")).to_have_count(2)
    loser.locator("form[action$='/sit/'] button").click()
    winner.wait_for_selector("#board")
    # The page must listen before the match ends, or it would load its result instead.
    winner.wait_for_selector("#rated[data-due]", state="attached")
    for page in (winner, loser):
        connected(page)
    # It is rated, because both have made a move.
    for page in (winner, loser) if winner.locator(YOURS).count() else (loser, winner):
        page.wait_for_selector(YOURS)
        choose_and_go(page)
    loser.goto(f"{table}resign/")
    loser.locator("main form button").first.click()
    rows = winner.locator("#rated li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Winifred")
    expect(rows.first.locator("strong")).to_contain_text("+")
    plain = visitor(java_script_enabled=False)
    plain.goto(table)
    expect(plain.locator("#rated li")).to_have_count(2)
    for path in ("/@Winifred/rating/", "/leaderboard/"):
        winner.goto(path)
        assert winner.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
