"""Coming back to a table over days: what has happened is shown above the board until it is folded away."""

from __future__ import annotations

import sqlite3

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.site import Site
from tests.browser.steps import SOCKET, YOUR_MOVE, choose_and_go, connected, sit_down_from_the_lobby, tab_to

# The parts of the board under the panel.
COVERED = """() => {
  const panel = document.querySelector("#since").getBoundingClientRect();
  return [...document.querySelectorAll("#turn, .board .seat, #parade, #hand li, #mine")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.height && box.top < panel.bottom - 1 && box.bottom > panel.top + 1;
  }).map((each) => each.id);
}"""


def two_over_days(first: Page, second: Page) -> tuple[Page, Page]:
    """Open a table over days for two guests and return them, the one in turn first."""
    first.goto("/open/?game=parade")
    first.select_option("[name=seats]", "2")
    first.select_option("[name=bots]", "0")
    first.select_option("[name=public]", "yes")
    first.select_option("[name=pace]", "days-quick")
    first.locator("form[data-salted] button.go").click()
    first.wait_for_url("**/t/*/")
    sit_down_from_the_lobby(second, first.url)
    first.wait_for_selector("#board")
    for page in (first, second):
        connected(page)
    return (first, second) if first.locator(YOUR_MOVE).count() else (second, first)


def leave(page: Page) -> None:
    """Go to another page and look at the table no longer."""
    page.evaluate(f"async () => ({SOCKET}).send({{present: false, idle: 0}})")
    page.goto("/yours/")


def one_comes_back(visitor: Visitor, width: int, height: int) -> tuple[Page, Page, str]:
    """Let the waiting player leave and the other one move. Returns the one who came back, the other, and the card
    played."""
    size = {"width": width, "height": height}
    mover, reader = two_over_days(visitor(viewport=size), visitor(viewport=size))
    table = reader.url
    expect(reader.locator("#since")).to_have_count(0)
    leave(reader)
    card = mover.locator("#hand li[id]").first.get_attribute("id") or ""
    choose_and_go(mover)
    reader.goto(table)
    connected(reader)
    return reader, mover, card


def test_the_summary_covers_nothing_and_is_numbered_on_the_board(visitor: Visitor, site: Site) -> None:
    reader, _mover, card = one_comes_back(visitor, 360, 740)
    were_away_for_long(site)
    for width, height in ((360, 740), (820, 1180), (1280, 720), (1920, 1080)):
        reader.set_viewport_size({"width": width, "height": height})
        # What isn't folded away is shown again.
        reader.reload()
        connected(reader)
        expect(reader.locator("#since li")).to_have_count(1)
        expect(reader.locator("#parade .joined")).to_have_text("1")
        played = card.removeprefix("h-")
        assert reader.locator(f"#p-{played} .joined").count() == 1
        taken = reader.locator("#since .taken .card").count()
        assert reader.locator(".board .seat .fresh").count() == taken
        assert reader.evaluate(COVERED) == []
        expect(reader.locator("#since button.go")).to_be_in_viewport(ratio=1)


def were_away_for_long(site: Site) -> None:
    """Let all seats have been away for long; people who were away for a moment get no summary."""
    with sqlite3.connect(site.var / "unbirthday.sqlite3", timeout=20) as database:
        database.execute("UPDATE games_seat SET left_at = datetime('now', '-1 hour')")


def test_it_is_folded_by_keyboard_stays_so_and_can_be_seen_again(visitor: Visitor, site: Site) -> None:
    reader, _mover, _card = one_comes_back(visitor, 360, 740)
    were_away_for_long(site)
    panel, again = reader.locator("#since"), reader.get_by_role("button", name="Show it again")
    # What wasn't folded away is shown again.
    reader.reload()
    connected(reader)
    expect(panel).to_be_visible()
    tab_to(reader, "#since button.go")
    reader.keyboard.press("Enter")
    expect(panel).to_be_hidden()
    expect(reader.locator("#hand input[name=card]").first).to_be_focused()
    assert reader.locator(".joined, .fresh").count() == 0
    expect(reader.locator("#hand button.go")).to_be_in_viewport(ratio=1)
    reader.reload()
    connected(reader)
    expect(again).to_be_visible()
    expect(panel).to_be_hidden()
    again.click()
    expect(panel).to_be_visible()
    expect(again).to_have_count(0)
    expect(reader.locator("#parade .joined")).to_have_count(1)
    reader.keyboard.press("Escape")
    expect(panel).to_be_hidden()


def test_a_move_closes_the_summary_and_the_next_one_is_shown_anew(visitor: Visitor) -> None:
    reader, mover, _card = one_comes_back(visitor, 1280, 720)
    table = reader.url
    reader.locator("#since button.go").click()
    leave(mover)
    choose_and_go(reader)
    reader.reload()
    connected(reader)
    expect(reader.locator("#since")).to_have_count(0)
    mover.goto(table)
    connected(mover)
    expect(mover.locator("#since")).to_be_visible()
    leave(reader)
    # The panel isn't folded away first.
    choose_and_go(mover)
    expect(mover.locator("#since")).to_be_hidden()
    reader.goto(table)
    expect(reader.locator("#since")).to_be_visible()


def test_without_a_script_it_folds_away_too(visitor: Visitor) -> None:
    mover, reader = two_over_days(visitor(), visitor())
    table, cookies = reader.url, reader.context.cookies()
    leave(reader)
    choose_and_go(mover)
    plain = visitor(java_script_enabled=False)
    plain.context.add_cookies(cookies)  # type: ignore[arg-type]
    plain.goto(table)
    expect(plain.locator("#since")).to_be_visible()
    assert plain.evaluate(COVERED) == []
    plain.locator("#since button.go").click()
    expect(plain.locator("#since")).to_be_hidden()
