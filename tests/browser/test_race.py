"""Three real browsers race a seeded match to the end, and what a race needs of a page on the way."""

from __future__ import annotations

import hashlib
import sqlite3

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.site import Site
from tests.browser.steps import path

# A player in the page: it lays what fits, else does what is asked, each page at a pace of its own.
PLAYER = """(pace) => {
  window.slaps = 0;
  const look = () => {
    const newest = document.querySelector('#flip .newest use')?.getAttribute('href').split('#')[1];
    const hand = [...document.querySelectorAll('#hand button.kind:not([aria-disabled])')];
    const fits = hand.find((card) => card.value === newest)
      || (newest === 'santa' && hand.find((card) => card.value.startsWith('stocking')));
    const act = document.querySelector('#acts button.ho, #acts button[name=swap], #acts button[name=drop], #acts button[name=do]');
    if (act && act.value === 'ho_ho_ho') act.click();
    else if (fits) { window.slaps++; fits.click(); }
    else act?.click();
  };
  setInterval(look, pace);
}"""


def open_race(page: Page, site: Site, seed: str, bots: int = 0, **rules: int) -> str:
    page.goto("/open/?game=stockings")
    page.select_option("[name=seats]", "3")
    page.select_option("[name=bots]", str(bots))
    for name, value in rules.items():
        page.fill(f"[name=rule_{name}]", str(value))
    page.locator("form[data-salted] button.go").click()
    page.wait_for_url("**/t/*/")
    if seed:
        with sqlite3.connect(site.var / "unbirthday.sqlite3", timeout=20) as database:
            drawn = hashlib.sha256(seed.encode()).hexdigest()
            database.execute("UPDATE games_table SET seed = ? WHERE id = ?", (drawn, path(page.url)[3:-1]))
    return page.url


def audit(site: Site, table: str) -> str:
    said, _nothing = site._manage("audit", path(table)[3:-1]).communicate()
    return str(said)


def test_three_browsers_race_a_seeded_match_to_the_end(visitor: Visitor, site: Site) -> None:
    pages = [visitor(), visitor(), visitor(viewport={"width": 360, "height": 740}, has_touch=True)]
    table = open_race(pages[0], site, "three browsers", window=1200, pause=300, limit=30)
    for page in pages[1:]:
        page.goto(table)
        page.locator("form[action$='/sit/'] button").click()
        page.wait_for_load_state()
    for page, pace in zip(pages, (210, 260, 330), strict=True):
        page.wait_for_selector("#board")
        page.evaluate(PLAYER, pace)
    for page in pages:
        page.wait_for_selector("#result", timeout=120_000)
    told = [page.locator("#result tbody").inner_text().replace("(you)", "").split() for page in pages]
    assert told[0] == told[1] == told[2]
    assert sum(page.evaluate("window.slaps") for page in pages) > 0
    assert "0 faults" in audit(site, table)
    seen_again_at_double_speed(pages[0], table)


def seen_again_at_double_speed(page: Page, table: str) -> None:
    page.goto(f"{table}replay/?move=0")
    page.click("[data-tempo='2']")
    page.wait_for_function("() => Number(document.getElementById('replay').dataset.number) > 4")
    page.click("[data-tempo='2']")
    expect(page.locator("[data-tempo='2']")).to_have_attribute("aria-pressed", "false")
    record = page.request.get(f"{table}record.json").json()
    slap = next(entry for entry in record["moves"] if "timing" in entry)
    page.goto(f"{table}replay/?move={slap['n']}")
    expect(page.locator(".caption small")).to_contain_text(f"{slap['timing']['credited']} ms")


def test_a_guest_races_two_bots_with_one_click(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/rules/stockings/")
    page.locator("form[action='/play-now/'] button").click()
    page.wait_for_selector("#flip .newest > svg")
    expect(page.locator(".runners .seat")).to_have_count(2)


def test_days_per_move_are_not_offered_and_the_form_says_so(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/open/?game=stockings")
    assert page.locator("[name=pace] option").count() == 1
    expect(page.locator("main")).to_contain_text("days per move are not possible here")


def test_the_fairness_page_says_what_lying_gains(visitor: Visitor) -> None:
    page = visitor(locale="fr-FR")
    page.goto("/fairness/")
    expect(page.locator("main")).to_contain_text("120 ms")


def test_the_first_card_comes_after_a_countdown_and_one_tap_lays_a_card(visitor: Visitor, site: Site) -> None:
    page = visitor()
    open_race(page, site, "", bots=2, window=60_000)
    expect(page.locator("#flip .countdown")).to_be_visible()
    page.wait_for_selector("#flip .newest > svg")
    expect(page.locator("#flip .countdown")).to_have_count(0)
    page.keyboard.press("1")
    page.wait_for_selector("#fate[data-of]")


def test_without_a_script_the_same_actions_are_forms(visitor: Visitor, site: Site) -> None:
    page = visitor(java_script_enabled=False)
    table = open_race(page, site, "", bots=2, window=60_000)
    # Nobody says that this page is loaded: the race begins when the wait for it is over.
    for _ in range(60):
        page.goto(table)
        if page.locator("#flip .newest > svg").count():
            break
        page.wait_for_timeout(500)
    before = page.locator("#log li").count()
    page.locator("#hand button.kind").first.click()
    page.wait_for_load_state()
    assert page.locator("#log li").count() >= before
    assert "/t/" in page.url


def test_a_lost_connection_shows_at_once_and_comes_back_to_the_right_board(
    visitor: Visitor, site: Site, complaints: list[str]
) -> None:
    page, watcher = visitor(), visitor()
    table = open_race(page, site, "", bots=2, window=2000, pause=500)
    page.wait_for_selector("#flip .newest > svg")
    page.context.set_offline(True)
    expect(page.locator("[data-link-state]")).to_be_visible(timeout=1000)
    page.evaluate("socket.close(4000)")
    page.wait_for_timeout(3000)
    page.context.set_offline(False)
    expect(page.locator("[data-link-state]")).to_be_hidden(timeout=20_000)
    watcher.goto(table)
    page.wait_for_function(
        "(flip) => Number(document.getElementById('flip').dataset.flip) >= flip",
        arg=int(watcher.locator("#flip").get_attribute("data-flip") or 0),
    )
    complaints.clear()


def test_twenty_five_cards_stay_usable_at_360_px(visitor: Visitor, site: Site) -> None:
    page = visitor(viewport={"width": 360, "height": 740}, has_touch=True)
    open_race(page, site, "", bots=2, window=60_000)
    page.wait_for_selector("#hand button.kind")
    # Every kind there can be, as a hand of 25 cards has at most.
    page.evaluate(
        """() => {
          const hand = document.getElementById('hand'), one = hand.querySelector('button.kind');
          while (hand.children.length < 15) hand.append(one.cloneNode(true));
        }"""
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for button in page.locator("#hand button.kind").all():
        box = button.bounding_box()
        assert box is not None
        assert box["width"] >= 44 and box["height"] >= 44
        assert box["y"] >= 0 and box["y"] + box["height"] <= 740
    card = page.locator("#flip .newest").bounding_box()
    assert card is not None and card["y"] + card["height"] < page.locator("#hand").bounding_box()["y"] + 40
