"""Three real browsers race a seeded match to the end, and what a race needs of a page on the way."""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.site import Site
from tests.browser.steps import path
from tests.browser.test_pages import SCREENSHOTS, look

# ms by which a replay's position may come later than its time
SLACK = 30
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
# Hears what the page plays: what goes to the loudspeaker goes through an analyser first.
LISTENER = """{
  const Real = window.AudioContext;
  window.opened = 0;
  window.AudioContext = class extends Real {
    constructor() {
      super();
      window.opened++;
      window.heard = new AnalyserNode(this, { fftSize: 32768 });
      window.heard.connect(super.destination);
    }
    get destination() { return window.heard ?? super.destination; }
  };
  window.loudest = () => {
    const wave = new Float32Array(32768);
    window.heard?.getFloatTimeDomainData(wave);
    return window.heard?.context.state === 'running' ? Math.max(...wave) : 0;
  };
}"""
FLIPPED = "#flip .newest > svg"


def open_race(page: Page, site: Site, seed: str = "", bots: int = 0, seats: int = 3, **rules: float) -> str:
    """The table's address. `window` and `pause` are in seconds."""
    page.goto("/open/?game=stockings")
    page.select_option("[name=seats]", str(seats))
    page.select_option("[name=bots]", str(bots))
    for name, value in rules.items():
        page.fill(f"[name=rule_{name}]", f"{value:g}")
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


def person_moves(site: Site, table: str) -> list[dict[str, Any]]:
    """The moves that people have made, as they are stored."""
    query = "SELECT move FROM games_move WHERE table_id = ? AND by = 'person' ORDER BY number"
    with sqlite3.connect(site.var / "unbirthday.sqlite3", timeout=20) as database:
        return [json.loads(move) for (move,) in database.execute(query, [path(table)[3:-1]])]


def test_three_browsers_race_a_seeded_match_to_the_end(visitor: Visitor, site: Site) -> None:
    pages = [visitor(), visitor(), visitor(viewport={"width": 360, "height": 740}, has_touch=True)]
    table = open_race(pages[0], site, "three browsers", window=1.2, pause=0.3, limit=30)
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
    for tempo in (1, 2):
        seen_again(visitor(), table, tempo)


def seen_again(page: Page, table: str, tempo: int) -> None:
    """The replay by a clock that only goes when it is told to: each move comes in its time and not before it, and
    the reactions that counted stand beside the card."""
    moves = page.request.get(f"{table}record.json").json()["moves"]
    page.clock.install(time=0)
    page.goto(f"{table}replay/?move=0")
    page.clock.pause_at(60)
    page.click(f"[data-tempo='{tempo}']")
    now, shown, seen = 0.0, 0, 0
    # So many are enough, at either tempo.
    for group in islice(bursts(moves, 3 * SLACK * tempo), 15):
        for when, number in (
            (group[0]["at"] / tempo - SLACK, shown),
            (group[-1]["at"] / tempo + SLACK, group[-1]["n"]),
        ):
            page.clock.run_for(max(0, when - now))
            now = max(now, when) + comes(page, number)
        shown = group[-1]["n"]
        for reaction in reactions(group):
            seen += 1
            expect(page.locator(".slaps")).to_contain_text(f"{reaction} ms")
    assert seen > 0
    page.click(f"[data-tempo='{tempo}']")
    expect(page.locator(f"[data-tempo='{tempo}']")).to_have_attribute("aria-pressed", "false")


def bursts(moves: list[dict[str, Any]], ms: int) -> Iterator[list[dict[str, Any]]]:
    """The moves in groups that are at least so far from each other."""
    group = moves[:1]
    for before, move in pairwise(moves):
        if move["at"] - before["at"] >= ms:
            yield group
            group = []
        group.append(move)
    yield group


def reactions(moves: list[dict[str, Any]]) -> list[int]:
    """Those that counted, of the slaps since the newest flip among these moves."""
    found: list[int] = []
    for move in moves:
        if any(event["event"] == "flipped" for event in move["events"]):
            found = []
        elif "timing" in move:
            found.append(move["timing"]["credited"])
    return found


def comes(page: Page, number: int) -> int:
    """Until that position is shown, letting the clock go on a little for what had to wait for the server: by how
    many ms."""
    for ms in range(SLACK // 2):
        try:
            expect(page.locator("#replay")).to_have_attribute("data-number", str(number), timeout=1000)
            return ms
        except AssertionError:
            page.clock.run_for(1)
    raise AssertionError(f"position {number} never comes")


def test_a_guest_races_two_bots_with_one_click(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/rules/stockings/")
    page.locator("form[action='/play-now/'] button").click()
    page.wait_for_selector(FLIPPED)
    expect(page.locator(".runners .seat")).to_have_count(2)


def test_days_per_move_are_not_offered_and_the_form_says_so(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/open/?game=stockings")
    assert page.locator("[name=pace] option").count() == 1
    expect(page.locator("main")).to_contain_text("days per move are not possible here")


def test_the_fairness_page_says_what_lying_gains(visitor: Visitor) -> None:
    page = visitor(locale="fr-FR")
    page.goto("/fairness/")
    expect(page.locator("main")).to_contain_text("200 ms")


def test_the_first_card_comes_after_a_countdown_and_one_tap_lays_a_card(visitor: Visitor, site: Site) -> None:
    page = visitor()
    open_race(page, site, bots=2, window=60)
    expect(page.locator("#flip .countdown")).to_be_visible()
    page.wait_for_selector(FLIPPED)
    expect(page.locator("#flip .countdown")).to_have_count(0)
    page.keyboard.press("1")
    page.wait_for_selector("#fate[data-of]")


def test_the_digits_of_a_french_keyboard_lay_cards_without_shift(visitor: Visitor, site: Site) -> None:
    page = visitor()
    table = open_race(page, site, bots=2, window=60)
    page.wait_for_selector(FLIPPED)
    card = page.locator("#hand button.kind").nth(1).get_attribute("value")
    page.evaluate(
        """() => document.body.dispatchEvent(
          new KeyboardEvent('keydown', {key: 'é', code: 'Digit2', bubbles: true}))"""
    )
    page.wait_for_selector("#fate[data-of]")
    assert person_moves(site, table)[0]["card"] == card


def test_without_a_script_the_same_actions_are_forms(visitor: Visitor, site: Site) -> None:
    page = visitor(java_script_enabled=False)
    table = open_race(page, site, bots=2, window=60)
    # Nobody says that this page is loaded: the race begins when the wait for it is over.
    for _ in range(60):
        page.goto(table)
        if page.locator(FLIPPED).count():
            break
        page.wait_for_timeout(500)
    card = page.locator("#hand button.kind").first.get_attribute("value")
    fields = page.locator("#move input, input[form=move]").all()
    form = {str(each.get_attribute("name")): each.input_value() for each in fields}
    with page.expect_navigation():
        page.locator("#hand button.kind").first.click()
    assert [(move["type"], move["card"]) for move in person_moves(site, table)] == [("slap", card)]
    # What came of it is told, to the person and to everybody.
    expect(page.locator("#fate")).not_to_be_empty()
    expect(page.locator("#log")).to_contain_text(re.compile("was first|a wrong card|came too late"))
    # The same form sent again makes no second move of it.
    assert page.request.post(f"{table}move/", form=form | {"card": str(card)}).ok
    assert len(person_moves(site, table)) == 1


def test_sound_is_off_until_asked_for_and_stays_as_it_was_chosen(visitor: Visitor, site: Site) -> None:
    page = visitor()
    page.add_init_script(LISTENER)
    open_race(page, site, bots=2, window=60)
    page.wait_for_selector(FLIPPED)
    page.keyboard.press("1")
    page.wait_for_selector("#fate[data-of]")
    assert page.evaluate("opened") == 0, "nobody has asked for sound"
    page.click("[data-sound]")
    expect(page.locator("[data-sound]")).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => loudest() > 0.05")
    page.reload()
    expect(page.locator("[data-sound]")).to_have_attribute("aria-pressed", "true")
    # Chromium keeps a page silent until it has been touched; then the next thing that happens is heard.
    page.keyboard.press("Shift")
    page.wait_for_function("() => window.heard?.context.state === 'running'")
    page.evaluate("document.getElementById('flip').dataset.flip = 999; boardChanged()")
    page.wait_for_function("() => loudest() > 0.05")
    page.click("[data-sound]")
    page.reload()
    expect(page.locator("[data-sound]")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Shift")
    assert page.evaluate("opened") == 0


def test_a_lost_connection_shows_at_once_and_comes_back_to_the_right_board(
    visitor: Visitor, site: Site, complaints: list[str]
) -> None:
    page, watcher = visitor(), visitor()
    table = open_race(page, site, bots=2, window=2, pause=0.5)
    page.wait_for_selector(FLIPPED)
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


@pytest.mark.parametrize("seats", [3, 6])
def test_twenty_five_cards_stay_usable_at_360_px_and_leave_the_flipped_card_free(
    visitor: Visitor, site: Site, seats: int
) -> None:
    page = visitor(viewport={"width": 360, "height": 740}, has_touch=True)
    open_race(page, site, bots=seats - 1, seats=seats, window=60)
    page.wait_for_selector(FLIPPED)
    # Every kind there can be, as a hand of 25 cards has at most; measured at once, before anybody moves.
    wide, newest, racer, kinds = page.evaluate(
        """() => {
          const hand = document.getElementById('hand'), one = hand.querySelector('button.kind');
          while (hand.children.length < 15) hand.append(one.cloneNode(true));
          const box = (element) => element.getBoundingClientRect().toJSON();
          return [document.documentElement.scrollWidth, box(document.querySelector('#flip .newest > svg')),
            box(document.querySelector('.racer')), [...hand.children].map(box)];
        }"""
    )
    assert wide <= 360
    assert newest["top"] >= 0 and newest["bottom"] <= racer["top"]
    assert newest["width"] >= 100
    for kind in kinds:
        assert kind["width"] >= 44 and kind["height"] >= 44
        assert kind["left"] >= 0 and kind["right"] <= 360
        assert kind["top"] >= racer["top"] and kind["bottom"] <= 740


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_race_and_its_result(visitor: Visitor, site: Site, scheme: str) -> None:
    SCREENSHOTS.mkdir(exist_ok=True)
    page = visitor(color_scheme=scheme)
    open_race(page, site, bots=5, seats=6, window=60)
    wrong = look(page, f"race-countdown-{scheme}")
    page.wait_for_selector(FLIPPED)
    wrong += look(page, f"race-{scheme}")
    page.keyboard.press("1")
    page.wait_for_selector("#fate[data-of]")
    wrong += look(page, f"race-slapped-{scheme}")
    table = open_race(page, site, bots=2, window=0.5, pause=0, limit=1)
    page.wait_for_selector("#result")
    wrong += look(page, f"race-result-{scheme}")
    page.goto(f"{table}replay/?move=1")
    wrong += look(page, f"race-replay-{scheme}")
    page.goto("/fairness/")
    wrong += look(page, f"fairness-{scheme}")
    page.goto("/open/?game=stockings")
    wrong += look(page, f"open-race-{scheme}")
    assert wrong == []
