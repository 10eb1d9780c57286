"""Every kind of page on a desktop screen and a phone: axe finds no problems, and nothing scrolls sideways."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from games import boards
from tests.browser.conftest import Visitor
from tests.browser.site import ROOT, Site
from tests.browser.steps import connected, finish, open_table, play_now, your_turn_or_over

SCREENSHOTS = ROOT / "screenshots"
WIDTHS = (1280, 360)
BAD = ("serious", "critical")
AXE = Axe().axe_script
IS_DARK = "matchMedia('(prefers-color-scheme: dark)').matches"
# Elements of the site's pages whose digits are not as high as capitals. Mails have the reader's fonts.
LOW_DIGITS = """[...document.querySelectorAll(location.protocol === "about:" ? "none" : "body *")]
  .filter((each) => !getComputedStyle(each).fontFeatureSettings.includes("lnum"))
  .slice(0, 3)
  .map((each) => `low digits in ${each.outerHTML.slice(0, 80)}`)"""
# Only what is wrong comes back, because all that axe has looked at is long. The rule for landmarks would take a sixth
# of the time, and what it finds is moderate.
FAULTS = """async (bad) => (await axe.run({ resultTypes: ["violations"], rules: { region: { enabled: false } } }))
  .violations
  .filter(({ impact }) => bad.includes(impact))
  .flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ target, html }) => `${id} ${target} ${html.slice(0, 120)}`))"""


def test_what_is_folded_is_printed(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/open/")
    folded = page.locator("details:not([open], .menu) > :not(summary)").first
    expect(folded).to_be_hidden()
    page.emulate_media(media="print")
    expect(folded).to_be_visible()


def look(page: Page, name: str) -> list[str]:
    """Return the problems of the page at both widths. Saves a screenshot of each."""
    wrong = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        page.screenshot(path=SCREENSHOTS / f"{name}-{width}.png", full_page=True)
        wide = page.evaluate("document.documentElement.scrollWidth")
        wrong += [f"{name} at {width}: {wide} pixels wide"] if wide > width else []
        wrong += [f"{name} at {width}: {fault}" for fault in violations(page)]
    wrong += page.evaluate(LOW_DIGITS)
    page.set_viewport_size({"width": WIDTHS[0], "height": 800})
    was_dark = page.evaluate(IS_DARK)
    page.emulate_media(color_scheme="dark")
    page.screenshot(path=SCREENSHOTS / f"{name}-dark-{WIDTHS[0]}.png")
    page.emulate_media(color_scheme="dark" if was_dark else "light")
    return wrong


def below(page: Page, selector: str) -> list[str]:
    """Return the elements that aren't on the first screen of a low window."""
    page.set_viewport_size({"width": 1280, "height": 720})
    names: list[str] = page.locator(selector).evaluate_all(
        "all => all.filter(each => each.getBoundingClientRect().bottom > innerHeight).map(each => each.className)"
    )
    return names


def violations(page: Page) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    faults: list[str] = page.evaluate(FAULTS, BAD)
    return faults


PAGES = {
    "landing": "/",
    "lobby": "/lobby/",
    "deals": "/deals/",
    "ladder": "/ladder/",
    "leaderboard": "/leaderboard/",
    "open": "/open/",
    "rules": "/rules/",
    "rules-of-parade": "/rules/parade/",
    "sign-in": "/accounts/login/",
    "register": "/accounts/signup/",
    "help": "/help/",
    "about": "/about/",
}

# What the first screen of a low window contains.
FIRST_SCREEN = {
    "landing": ".cover, .tile:visible, .home-deals .btn, .puzzle-today .btn",
    "open": ".open-form, .open-form .go",
}


def test_the_pages_of_the_house(visitor: Visitor) -> None:
    page = visitor()
    wrong = []
    for name, address in PAGES.items():
        answer = page.goto(address)
        assert answer is not None and answer.ok, address
        wrong += look(page, name) + below(page, FIRST_SCREEN.get(name, "h1"))
    assert wrong == []


def test_a_table_from_the_waiting_room_to_the_replay(visitor: Visitor) -> None:
    page = visitor()
    table = open_table(page, seats=2)
    wrong = look(page, "waiting-room")
    play_now(page)
    assert your_turn_or_over(page)
    page.locator("#hand label.pick").first.click()
    wrong += look(page, "table")
    finish(page)
    wrong += look(page, "result")
    page.goto(f"{page.url}replay/?move=9")
    wrong += look(page, "replay")
    page.goto(page.url.split("replay")[0] + "shuffle/")
    wrong += look(page, "shuffle")
    page.goto(table)
    assert page.locator("#board").count() == 0
    assert wrong == []


def test_a_typed_password_can_be_shown_and_is_sent_as_one(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/accounts/login/")
    page.fill("[name=login]", "Nobody")
    field, box = page.locator("[name=password]"), page.get_by_label("Show the password")
    field.fill("a-rabbit-with-a-watch")
    for action, kind in ((box.check, "text"), (box.uncheck, "password"), (box.check, "text")):
        action()
        expect(field).to_have_attribute("type", kind)
    page.evaluate("addEventListener('submit', (event) => event.preventDefault())")
    page.locator("main form button.go").first.click()
    expect(field).to_have_attribute("type", "password")
    assert look(page, "sign-in") == []


def test_the_pages_of_a_member(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/accounts/signup/")
    page.fill("[name=username]", "Dinah Liddell")
    page.fill("[name=password1]", "a-rabbit-with-a-watch")
    page.locator("main form button.go").click()
    page.get_by_role("button", name="Not now").click()
    page.wait_for_url("/")
    page.goto("/preferences/")
    wrong = look(page, "preferences") + below(page, ".foot")
    page.goto("/preferences/notifications/")
    wrong += below(page, ".foot")
    page.goto("/@Dinah Liddell/")
    wrong += look(page, "profile")
    assert wrong == []


def says_the_bots(page: Page) -> None:
    """Every cover says that its button plays against bots, and which."""
    page.goto("/")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 720})
        against = page.locator(".cover:has(form[action='/play-now/']) .against:visible")
        expect(against.filter(has_text="Bots: Dormouse")).to_have_count(len(boards.games()))


def test_each_cover_says_that_it_is_against_bots_and_which(visitor: Visitor) -> None:
    page = visitor()
    says_the_bots(page)
    play_now(page)
    assert your_turn_or_over(page)
    says_the_bots(page)
    # New to the other games, one has the guided match beside it.
    expect(page.locator(".small .more-doors form button:visible")).to_have_count(len(boards.games()) - 1)


def test_the_dark_pages(visitor: Visitor) -> None:
    page = visitor(color_scheme="dark")
    page.goto("/")
    wrong = violations(page)
    play_now(page)
    assert your_turn_or_over(page)
    assert wrong + violations(page) == []


def test_a_french_browser_gets_french_pages(visitor: Visitor) -> None:
    page = visitor(locale="fr-FR")
    page.goto("/")
    assert page.locator("html").get_attribute("lang") == "fr"
    # With the widest texts.
    assert below(page, ".cover, .tile:visible") == []
    for width in reversed(WIDTHS):
        page.set_viewport_size({"width": width, "height": 800})
        page.screenshot(path=SCREENSHOTS / f"landing-fr-{width}.png", full_page=True)
    for game in ("parade", "tea_time", "wonderland"):
        page.locator(f"form[action='/play-now/'] button[value={game}]").click()
        page.wait_for_selector("#board")
        page.goto("/")
    # Somebody who has been here before sees the deals, the games and their tables.
    assert page.locator("#lobby-own .tabs li:visible").count() == 3
    assert below(page, "#lobby-own li, .cover, .face") == []
    page.locator("button[name=language]:visible").click()
    page.wait_for_selector("html[lang=en]")


def test_one_menu_is_open_until_escape_or_a_press_elsewhere(visitor: Visitor) -> None:
    page = visitor()
    play_now(page)
    connected(page)
    opened = page.locator("details.menu[open]")
    for menu in ("#menu", ".menu.more:not(.after)"):
        # By the keyboard: the first menu may cover the second one's button.
        page.locator(f"{menu} summary").press("Enter")
        expect(opened).to_have_count(1)
        expect(page.locator(f"{menu}[open]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(opened).to_have_count(0)
    expect(page.locator(".menu.more:not(.after) summary")).to_be_focused()
    page.locator("#menu summary").click()
    page.locator("#turn h2").click()
    expect(opened).to_have_count(0)


def test_the_tiles_of_quick_start_tell_all_they_say_on_a_phone(visitor: Visitor) -> None:
    page = visitor(locale="fr-FR", viewport={"width": 360, "height": 740})
    page.goto("/")
    tiles = page.locator(".tile:visible small")
    expect(tiles).to_have_count(3)
    assert tiles.evaluate_all("all => all.filter((each) => each.scrollWidth > each.clientWidth).length") == 0
    # A lower line cuts the tail of a g.
    lines = "all => all.map(getComputedStyle).map((style) => parseFloat(style.lineHeight) / parseFloat(style.fontSize))"
    assert min(tiles.evaluate_all(lines)) >= 1.2


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_all_ways_to_begin_are_on_the_first_screen_of_a_first_visit(
    visitor: Visitor, site: Site, locale: str
) -> None:
    site._manage("puzzles", "load").communicate()
    page = visitor(locale=locale, viewport={"width": 1280, "height": 720})
    page.goto("/")
    lowest = "all => Math.max(...all.map((each) => each.getBoundingClientRect().bottom))"
    # Open tables of others may stand below.
    for part in (".covers", ".home-deals", ".puzzle-today", ".quick"):
        buttons = page.locator(f"{part} .btn")
        expect(buttons.first).to_be_visible()
        assert buttons.evaluate_all(lowest) <= 720, part
