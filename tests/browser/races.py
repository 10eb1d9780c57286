"""Races in browser tests: opened with options, played by a script in the page, and audited."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from playwright.sync_api import Page

from tests.browser.site import Site
from tests.browser.steps import connected, path, with_cards

# A player in the page at its own pace: lays what fits, else does what is asked.
PLAYER = """(pace) => {
  window.slaps = 0;
  const look = () => {
    const newest = document.querySelector('#flip .newest use')?.getAttribute('href').split('#')[1];
    const hand = [...document.querySelectorAll('#hand button.kind:not([aria-disabled])')];
    const fits = hand.find((card) => card.value === newest)
      || (newest === 'santa' && hand.find((card) => card.value.startsWith('stocking')));
    const act = document.querySelector(
    '#acts button.ho, #acts button[name=swap], #acts button[name=drop], #acts button[name=do]');
    if (act && act.value === 'ho_ho_ho') act.click();
    else if (fits) { window.slaps++; fits.click(); }
    else act?.click();
  };
  setInterval(look, pace);
}"""


# A deal for one person and two bots. A bot flips the first card, and only the person has the card for it.
MINE_FIRST = "race 2582"
# Another such deal, because a site uses each once: the card is the first of the hand and the only one of its kind.
MINE_ALONE = "keeps 58"
# Another one, in which the bots can't lay anything.
MINE_LOOKED_BACK = "looks back 643"
FLIPPED = "#flip .newest > svg"
# Counts the boards that show the result of the viewer's own card.
FATES = """() => {
  window.fates = 0;
  document.addEventListener('board:changed', () => {
    window.fates += document.querySelectorAll('#fate[data-of]').length;
  });
}"""


def open_race(page: Page, cards: str = "", bots: int = 0, seats: int = 3, **rules: float) -> str:
    """Open a race and return its address. A person alone among bots is ready at once.

    `window` and `pause` are in seconds; `with_cards` explains `cards`.
    """
    page.goto("/open/?game=stockings")
    page.select_option("[name=seats]", str(seats))
    page.select_option("[name=bots]", str(bots))
    if rules:
        page.locator(".table-rules > summary").click()
    for name, value in rules.items():
        page.fill(f"[name=rule_{name}]", f"{value:g}")
    if cards:
        with_cards(page, cards)
    page.locator("form[data-salted] button.go").click()
    page.wait_for_url("**/t/*/")
    if bots == seats - 1:
        be_ready(page)
    return page.url


def be_ready(page: Page) -> None:
    """Press the button. Returns when the page shows that it counts."""
    page.locator("#ready button.go").click()
    page.wait_for_selector("#ready button.go[aria-disabled], #flip")


def play_by_script(page: Page, pace: int) -> None:
    """Play every `pace` ms. Returns when the race has begun. A page without its scripts would follow a form to the
    answer and lose the player."""
    connected(page)
    page.evaluate(PLAYER, pace)


def lay_first_card(page: Page) -> None:
    """Lay the first card by its key. Returns when the page has shown the result, which the next flip may have removed
    again."""
    page.evaluate(FATES)
    page.keyboard.press("1")
    page.wait_for_function("() => fates > 0")


def audit(site: Site, table: str) -> str:
    output, _nothing = site._manage("audit", path(table)[3:-1]).communicate()
    return str(output)


def person_moves(site: Site, table: str) -> list[dict[str, Any]]:
    """Return the stored moves of people."""
    query = "SELECT move FROM games_move WHERE table_id = ? AND by = 'person' ORDER BY number"
    with sqlite3.connect(site.var / "unbirthday.sqlite3", timeout=20) as database:
        return [json.loads(move) for (move,) in database.execute(query, [path(table)[3:-1]])]
