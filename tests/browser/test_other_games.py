"""Tea Time and Wonderland: whole matches in two browsers, one of them on a phone, with only the keyboard, and without
JavaScript."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visitor
from tests.browser.players import PLAYERS, YOURS, Player, board_number, chosen_take, settled, take_by_pointer
from tests.browser.races import audit
from tests.browser.site import Site
from tests.browser.sizes import IN_RESULT, wrong_anywhere
from tests.browser.steps import (
    MORE_THAN_ENOUGH,
    RESULT,
    connected,
    open_table,
    sit_down_from_the_lobby,
    tab_to,
)
from tests.browser.test_pages import SCREENSHOTS, look

PHONE = {"width": 360, "height": 740}
LOOKED_AT = 8  # moves after which the match is looked at
# Controls at a table that are too small, in CSS pixels.
TOO_SMALL = """() => [...document.querySelectorAll("#board :is(label:has(input[form=move]), button, .seats label)")]
  .filter((each) => each.checkVisibility())
  .map((each) => [each.getBoundingClientRect(), each.outerHTML.slice(0, 160)])
  .filter(([box]) => box.width < 43.5 || box.height < 43.5)
  .map(([box, html]) => `${box.width} x ${box.height}: ${html}`)"""

# Bytes transferred since the address was entered: the page and everything it loads.
WEIGHT = """() => performance.getEntries().reduce((sum, each) => sum + (each.transferSize || 0), 0)"""
HEAVIEST = 125_000

each_game = pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.game)


# What stands on the cards that can't be chosen, why, once for all; the change, the points, and the chosen
# columns.
SAID = """() => [
  [...document.querySelectorAll("#grid input[aria-disabled=true] ~ .gain")].map((each) => each.textContent).join(""),
  [...document.querySelectorAll("#grid input[aria-disabled=true]")].map((each) => each.ariaLabel),
  document.querySelector("#dimmed:not([hidden])")?.textContent,
  document.getElementById("change").textContent,
  document.querySelector("#mine .pts").textContent,
  [...document.querySelectorAll("#mine .to:not([hidden])")].map((each) => each.textContent),
]"""

# The takes whose cards are not labelled as the plate says: that a card joins, and that one cancels.
LABELLED = """() => Object.keys(JSON.parse(document.getElementById("takes").textContent)).filter((take) => {
  const cells = take.split(" ").map((cell) => document.querySelector(`#c-${cell} input`));
  for (const input of document.querySelectorAll("#grid input")) input.checked = cells.includes(input);
  cells[0].dispatchEvent(new Event("focusin", { bubbles: true }));
  const labels = cells.map((input) => input.parentElement.querySelector(".gain").textContent);
  const told = document.getElementById("effect").textContent;
  return ["join", "cancel"].some((what) => told.includes(what) !== labels.includes(`${what}s`));
})"""


def test_a_choice_says_what_it_makes_of_the_points_and_once_why_cards_are_dimmed(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, seats=2, bots=1, game="tea_time")
    # From the second turn on several cards may be taken.
    page.wait_for_selector(f"{YOURS}:has(#grid [type=radio], #grid [type=checkbox])")
    if page.locator("#grid [type=radio]").count():
        number = board_number(page)
        take_by_pointer(page, Locator.click)
        settled(page, number)
        page.wait_for_selector(YOURS)
    cells, _words = chosen_take(page)
    assert len(cells) > 1
    for count, cell in enumerate(cells, 1):
        page.locator(f"#c-{cell} label.pick").click()
        page.mouse.move(0, 0)
        badges, labels, why, change, points, columns = page.evaluate(SAID)
        assert badges == "" and why
        assert all(": " in label for label in labels)
        now, then = map(int, points.strip().split(" pt")[0].split(" → "))
        assert then - now == int(change.replace("\N{MINUS SIGN}", "-"))
        # The columns add up to that. Two cards that cancel each other change none.
        assert len(columns) <= count
        assert then - now == sum(
            int(end) - int(start) for start, end in (column.split(" → ") for column in columns)
        )


def test_chosen_cards_are_labelled_as_the_plate_says(visitor: Visitor) -> None:
    page, wrong = visitor(), []
    open_table(page, seats=2, bots=1, game="tea_time")
    for _turn in range(6):
        page.wait_for_selector(YOURS)
        wrong += page.evaluate(LABELLED)
        number = board_number(page)
        page.locator("#take [type=reset]").click()
        take_by_pointer(page, Locator.click)
        settled(page, number)
    assert wrong == []


@each_game
def test_two_people_play_a_whole_match_against_one_another(
    player: Player, visitor: Visitor, site: Site
) -> None:
    desk, phone = visitor(), visitor(viewport=PHONE, has_touch=True)
    table = open_table(desk, seats=2, game=player.game)
    sit_down_from_the_lobby(phone, table)
    desk.wait_for_selector("#board")
    for page in (desk, phone):
        connected(page)
        page.evaluate("window.marked = true")
    wrong = played(player, desk, phone)
    for page in (desk, phone):
        page.wait_for_selector(RESULT)
        assert page.evaluate("window.marked") is True
    assert standings(desk) == standings(phone)
    wrong += sideways(phone) + look(desk, f"{player.game}-result") + wrong_anywhere(desk, IN_RESULT)
    assert wrong == []
    assert "0 faults" in audit(site, table)
    replay_steps_through_every_position(desk, player)


def played(player: Player, desk: Page, phone: Page) -> list[str]:
    """Play the whole match, each player in their own way. Returns the problems of both boards on the way."""
    hands = {desk: Locator.click, phone: Locator.tap}
    wrong: list[str] = []
    mover, other = (desk, phone) if desk.locator(YOURS).count() else (phone, desk)
    for move in range(2 * MORE_THAN_ENOUGH):
        mover.wait_for_selector(f"{YOURS}, {RESULT}")
        if mover.locator(RESULT).count():
            return wrong
        if mover is phone:
            wrong += sideways(phone) + phone.evaluate(TOO_SMALL)
            if move < LOOKED_AT:
                phone.evaluate("scrollTo(0, 0)")
                phone.screenshot(path=SCREENSHOTS / f"{player.game}-phone.png", animations="disabled")
        number = board_number(mover)
        player.by_pointer(mover, hands[mover])
        if move == LOOKED_AT:
            wrong += look(desk, f"{player.game}-table")
        again = settled(mover, number)
        a_collapse_is_shown(mover)
        if not again:
            mover, other = other, mover
    raise AssertionError("the match does not end")


def a_collapse_is_shown(page: Page) -> None:
    """Check that a collapse isn't only described: the cards are shown."""
    if page.locator("#ring .newest", has_text="collapses").count():
        expect(page.locator("#ring .fallen .card").first).to_be_visible()


def sideways(phone: Page) -> list[str]:
    wide = phone.evaluate("document.documentElement.scrollWidth")
    return [f"{wide} pixels wide"] if wide > PHONE["width"] else []


def standings(page: Page) -> list[str]:
    """Everybody's places and scores; each browser calls another row its own."""
    return page.locator("#ranking :is(.rank, .tot), #result tbody .tot").all_inner_texts()


def replay_steps_through_every_position(page: Page, player: Player) -> None:
    page.goto(f"{page.url}replay/?move=2")
    boards = []
    for number in (2, 3, 4):
        expect(page.locator(f"#replay[data-number='{number}']")).to_have_count(1)
        boards.append(page.locator(f"{player.board}, #mine, .seat").all_inner_texts())
        page.keyboard.press("ArrowRight")
    assert boards[0] != boards[1] != boards[2]


@each_game
def test_a_guest_plays_a_whole_match_by_keyboard_alone(player: Player, visitor: Visitor) -> None:
    page = visitor()
    open_by_keyboard(page, player.game)
    for _turn in range(MORE_THAN_ENOUGH):
        page.wait_for_selector(f"{YOURS}, {RESULT}")
        if page.locator(RESULT).count():
            break
        number = board_number(page)
        player.by_keyboard(page)
        settled(page, number)
    page.wait_for_selector(RESULT)


def open_by_keyboard(page: Page, game: str) -> None:
    """Go from the game's rules to a table with one bot."""
    page.goto(f"/rules/{game}/")
    tab_to(page, f"a[href='/open/?game={game}']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/open/**")
    for field, value in (("seats", "2"), ("bots", "1")):
        tab_to(page, f"[name={field}]")
        page.keyboard.press(value)
        expect(page.locator(f"[name={field}]")).to_have_value(value)
    tab_to(page, "form[data-salted] button.go")
    page.keyboard.press("Enter")
    page.wait_for_selector("#board")
    connected(page)


@each_game
def test_a_guest_plays_a_whole_match_without_javascript(player: Player, visitor: Visitor) -> None:
    page = visitor(java_script_enabled=False)
    open_table(page, seats=2, bots=1, game=player.game)
    for _reload in range(10 * MORE_THAN_ENOUGH):
        if page.locator(RESULT).count():
            break
        if page.locator(YOURS).count():
            player.by_pointer(page, Locator.click)
            assert page.locator("#note.error").count() == 0
        else:
            page.reload()
    assert page.locator(RESULT).count() == 1


@pytest.mark.parametrize("game", ["parade", *(player.game for player in PLAYERS)])
def test_the_first_visit_to_a_table_is_light(game: str, visitor: Visitor) -> None:
    table = open_table(visitor(), seats=4, bots=3, game=game)
    newcomer = visitor()
    newcomer.goto(table)
    connected(newcomer)
    newcomer.wait_for_load_state("networkidle")
    assert 50_000 < newcomer.evaluate(WEIGHT) <= HEAVIEST
