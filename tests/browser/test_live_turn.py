"""A live turn while its person is on another page: the band under the head, its clock and its buttons."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.races import be_ready, open_race
from tests.browser.sizes import SIZES, wrong_at
from tests.browser.steps import choose_and_go, connected, open_table, sit_down, two_at_a_table
from tests.browser.test_pages import violations


def test_a_live_turn_is_told_on_another_page_but_under_no_finger_and_beside_no_field(
    visitor: Visitor,
) -> None:
    mover, reader = two_at_a_table(visitor(), visitor(viewport={"width": 360, "height": 740}))
    table = reader.url
    reader.goto("/open/?game=parade")
    band = reader.locator("#live")
    expect(band).to_be_hidden()
    title = re.compile(r"^\(1\) ● Parade: your turn\. · ")
    reader.locator("h1").hover()
    reader.mouse.down()
    choose_and_go(mover)
    # The title says it at once; the band waits for the finger, then for the field.
    expect(reader).to_have_title(title)
    expect(band).to_be_hidden()
    reader.locator("[name=seats]").focus()
    reader.mouse.up()
    expect(band).to_be_hidden()
    reader.locator("[name=seats]").blur()
    expect(band).to_be_visible()
    expect(reader.locator("#live-said[role=status]")).to_have_text("Parade: your turn.")
    assert band.locator("xpath=ancestor-or-self::*[@aria-live or @role='status']").count() == 0
    expect(band.locator(".clock")).to_have_text(re.compile(r"^5:[0-3]\d$"))
    for button in band.locator(".btn").all():
        expect(button).to_be_in_viewport(ratio=1)
    band.get_by_role("button", name="Not now").click()
    expect(band).to_be_hidden()
    # Refused for this turn: the count stays.
    reader.goto("/rules/parade/")
    expect(reader).to_have_title(title)
    expect(band).to_be_hidden()
    # The next turn is told again, and the key leads there.
    reader.goto(table)
    connected(reader)
    choose_and_go(reader)
    reader.goto("/about/")
    expect(reader).not_to_have_title(re.compile("●"))
    choose_and_go(mover)
    expect(band).to_be_visible()
    expect(band).to_contain_text("Parade: your turn.")
    reader.keyboard.press("g")
    reader.wait_for_url(table)
    # A replay has a board, but no time of the server.
    reader.goto(f"{table}replay/")
    expect(band.locator(".clock")).to_have_text(re.compile(r"^5:[0-3]\d$"))


# The parts of the band whose text runs beyond them, into the next part.
RUNS_OVER = """band => [...band.children].filter(each => each.scrollWidth > each.clientWidth + 1)
  .map(each => `${innerWidth}: ${each.textContent.trim()}`)"""


def test_the_band_can_be_read_and_pressed_at_every_size(visitor: Visitor) -> None:
    mover, reader = two_at_a_table(visitor(), visitor(locale="fr-FR"))
    reader.goto("/rules/parade/")
    choose_and_go(mover)
    band = reader.locator("#live")
    expect(band).to_be_visible()
    wrong = violations(reader)
    for size in SIZES:
        wrong += wrong_at(reader, size) + band.evaluate(RUNS_OVER)
    assert wrong == []


def test_a_race_that_begins_and_goes_on_without_its_person_is_told_on_another_page(visitor: Visitor) -> None:
    host, guest = visitor(), visitor(viewport={"width": 360, "height": 740})
    table = open_race(host, seats=3, bots=1, window=60, pause=60)
    host.goto("/rules/parade/")
    guest.goto(table)
    sit_down(guest)
    band = host.locator("#live")
    expect(band).to_contain_text("The Stocking Race begins.")
    expect(band.locator(".clock")).to_have_text(re.compile(r"^0:[0-2]\d$"))
    expect(host).to_have_title(re.compile("● The Stocking Race begins"))
    # The guest is ready; the race begins without the host when their time is over.
    be_ready(guest)
    guest.wait_for_selector("#flip", timeout=60_000)
    host.goto("/about/")
    expect(band).to_contain_text("The Stocking Race goes on without you.")
    band.get_by_role("link").first.click()
    host.wait_for_url(table)
    expect(host.locator("#flip")).to_be_visible()


# Which of the page's texts and buttons lie under something else.
COVERED = """() => [...document.querySelectorAll(".mast .home, .mast nav .btn, #live b, #live .clock, #live .btn, "
    + "#guide-offer .what, #guide-offer .btn, #turn h2, #turn .goal")].filter((each) => {
  const { left, top, right, bottom } = each.getBoundingClientRect();
  const inside = [[left + 2, (top + bottom) / 2], [right - 2, (top + bottom) / 2]];
  const seen = ([x, y]) => each.contains(document.elementFromPoint(x, y));
  return each.checkVisibility() && !inside.every(seen);
}).map((each) => each.textContent.trim())"""


@pytest.mark.parametrize("game", ["wonderland", "stockings"])
def test_beside_a_board_the_band_leaves_head_headline_and_guide_in_sight(visitor: Visitor, game: str) -> None:
    mover, reader = two_at_a_table(
        visitor(), visitor(locale="fr-FR", viewport={"width": 1280, "height": 720})
    )
    open_table(reader, seats=3, bots=2, game=game)
    reader.wait_for_selector("#guide-offer")
    reader.evaluate("document.fonts.ready.then(() => true)")
    assert reader.evaluate(COVERED) == []
    choose_and_go(mover)
    expect(reader.locator("#live")).to_be_visible()
    for width, height in ((1280, 720), (1121, 600), (1440, 900)):
        reader.set_viewport_size({"width": width, "height": height})
        assert reader.evaluate(COVERED) == []
        assert re.search(r"\w", reader.locator("[data-live=not-now]").inner_text())


# The longest title of the band. Returns by how much the band is lower than the edge above the board.
LOWER = """edge => {
  document.querySelector("[data-live=title]").textContent = "Perds pas ta paire de Noël continue sans vous.";
  return document.querySelector("#live").getBoundingClientRect().bottom - edge;
}"""


def test_on_a_phone_the_band_is_no_higher_than_the_head_of_the_page(visitor: Visitor) -> None:
    mover, reader = two_at_a_table(visitor(locale="fr-FR"), visitor(locale="fr-FR"))
    open_table(reader, seats=3, bots=2, game="wonderland")
    reader.locator("[data-no-guide]").click()
    choose_and_go(mover)
    expect(reader.locator("#live")).to_be_visible()
    reader.evaluate("document.fonts.ready.then(() => true)")
    # On its side the head stands in the headline, which is 46 px high.
    for width, height, edge in ((360, 740, 60), (320, 640, 60), (740, 360, 46), (568, 320, 46)):
        reader.set_viewport_size({"width": width, "height": height})
        assert reader.evaluate(LOWER, edge) <= 0
