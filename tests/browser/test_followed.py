"""Moves of others are shown one after another, without delaying the player who may act."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visitor
from tests.browser.players import YOURS, board_number, dig_by_pointer, settled
from tests.browser.steps import (
    MORE_THAN_ENOUGH,
    RESULT,
    YOUR_MOVE,
    choose_and_go,
    connected,
    how_many,
    moves_told,
    number_of,
    open_table,
    play_a_card,
    sit_down_from_the_lobby,
    two_at_a_table,
    wait_for_move,
)

# Animations stop at their beginning until the test continues, and what the socket received is kept.
STOPPED = """{
  const animate = Element.prototype.animate;
  window.moved = 0;
  window.came = "";
  Element.prototype.animate = function (...how) {
    const animation = animate.apply(this, how);
    animation.pause();
    window.moved++;
    return animation;
  };
  window.WebSocket = class extends WebSocket {
    constructor(...where) {
      super(...where);
      this.addEventListener("message", ({ data }) => window.came += data);
    }
  };
}"""
SHOWN = ".ghosts"
ENDED = "#turn[data-ends]"
NEWEST = "#log > [id^=m-] >> nth=0"
ROWS = f"{RESULT} tbody tr"
RANKS = "#ranking li"
SEATS = "rows => rows.map((row) => row.dataset.seat)"
OPACITY = "each => getComputedStyle(each).opacity"
# How much wider and higher than it is each thing is drawn that moves.
SCALES = """() => document.getAnimations().flatMap((each) => each.effect.getKeyframes()).flatMap(({ transform }) => {
  const scale = transform?.match(/scale\\(([\\d.e-]+)(?:, ([\\d.e-]+))?\\)/);
  return scale ? [[Number(scale[1]), Number(scale[2] ?? scale[1])]] : [];
})"""
REASON = re.compile("^(its colour|not above [0-9]+)$")

# The labels of the three cards that made a tunnel collapse.
LABELS = [re.compile(f"^{which}(, pile [1-5])?$") for which in ("first", "second", "third")]
# Records if a scene was ever shown.
STOOD = """new MutationObserver((changes) => {
  window.stood ||= changes.some(({ target }) => target.hasAttribute("data-scene"));
}).observe(document, { subtree: true, attributeFilter: ["data-scene"] });"""


def moving(visitor: Visitor, **options: Any) -> Page:
    page = visitor(**({"reduced_motion": "no-preference"} | options))
    page.add_init_script(STOPPED)
    return page


def test_a_move_waits_until_the_one_before_has_been_shown_or_a_key_is_pressed(visitor: Visitor) -> None:
    player, watcher = visitor(), moving(visitor)
    table = open_table(player, seats=2, bots=1)
    # A bot that begins has moved already, so the new page shows its move.
    player.wait_for_selector(YOUR_MOVE)
    watcher.goto(table)
    for page in (player, watcher):
        connected(page)
    first = moves_told(player) + 1
    choose_and_go(player)
    watcher.wait_for_function(f"""() => window.came.includes('id="m-{first + 1}"')""")
    for number in (first, first + 1):
        expect(watcher.locator(NEWEST)).to_have_id(f"m-{number}")
        expect(watcher.locator(SHOWN)).to_have_count(1)
        watcher.keyboard.press("Shift")


def test_the_turn_comes_at_once_and_what_was_taken_says_why(visitor: Visitor) -> None:
    page, other = two_at_a_table(moving(visitor), visitor(), cards="deal 4")
    for card in ("red-8", "purple-0"):
        page.wait_for_selector(YOUR_MOVE)
        before = number_of(page)
        # Moves are possible while another is shown, and the answer of the other player doesn't wait.
        play_a_card(page)
        wait_for_move(page, before, 1)
        other.wait_for_selector(YOUR_MOVE)
        other.locator(f"#h-{card} label").click()
        other.locator("#hand button.go").click()
        page.wait_for_selector(YOUR_MOVE)
        expect(page.locator(SHOWN)).to_have_count(1)
        scales = page.evaluate(SCALES)
        assert scales and all(0.9 < across / down < 1.1 for across, down in scales), (
            "a card changes its shape"
        )
    expect(page.locator(NEWEST)).not_to_contain_text("took nothing")
    reasons = page.locator(f"{SHOWN} .ghost:not(.drawn) > span:last-child").all_inner_texts()
    assert reasons and all(REASON.match(reason) for reason in reasons)


def test_a_collapse_is_a_scene_for_which_the_next_move_waits(visitor: Visitor) -> None:
    digger, other = moving(visitor), visitor()
    table = open_table(digger, seats=2, game="wonderland", cards="deal 3")
    sit_down_from_the_lobby(other, table, cards="deal 3")
    digger.wait_for_selector("#board")
    watcher = moving(visitor, reduced_motion="reduce")
    watcher.add_init_script(STOOD)
    watcher.goto(table)
    for page in (digger, other, watcher):
        connected(page)
    fell = collapsed(digger, other)
    scene = digger.locator("#ring .fallen[data-scene]")
    expect(scene.locator(".three .card")).to_have_count(3)
    expect(scene.locator(".three b")).to_have_text(LABELS)
    expect(scene.locator("dl")).to_contain_text("your notebook is safe")
    expect(scene.locator(".dared")).to_contain_text("The chance of it was")
    # With reduced motion it is shown as well.
    watcher.wait_for_function("() => window.stood")
    assert watcher.evaluate("window.moved") == 0
    other.wait_for_selector(YOURS)
    dig_by_pointer(other, Locator.click)
    digger.wait_for_function(f"""() => window.came.includes('id="m-{fell + 1}"')""")
    expect(digger.locator(NEWEST)).to_have_id(f"m-{fell}")
    expect(scene).to_be_visible()
    scene.get_by_role("button", name="Close").click()
    expect(digger.locator(NEWEST)).to_have_id(f"m-{fell + 1}")
    expect(scene).to_have_count(0)


def collapsed(digger: Page, other: Page) -> int:
    """Return the number of the move in which the digger's tunnel collapses, soon because the player never stops."""
    mover, waiting = (digger, other) if digger.locator(YOURS).count() else (other, digger)
    for _move in range(MORE_THAN_ENOUGH):
        mover.wait_for_selector(YOURS)
        number = board_number(mover)
        dig_by_pointer(mover, Locator.click)
        if not settled(mover, number):
            if mover is digger and "Your tunnel collapses" in mover.locator("#ring").inner_text():
                break
            mover, waiting = waiting, mover
    return int((digger.locator(NEWEST).get_attribute("id") or "")[2:])


@pytest.mark.parametrize("wish", ["reduced motion", "no speed"])
def test_nothing_moves_for_those_who_asked_for_that(visitor: Visitor, wish: str) -> None:
    page = moving(visitor, **({"reduced_motion": "reduce"} if wish == "reduced motion" else {}))
    table = open_table(page, seats=2, bots=1)
    if wish == "no speed":
        page.goto("/preferences/")
        page.select_option("[name=speed]", "none")
        page.locator("main form.form button.go").click()
        page.wait_for_selector("[data-speed=none]")
        page.goto(table)
    page.wait_for_selector(YOUR_MOVE)
    connected(page)
    choose_and_go(page)
    page.wait_for_selector(YOUR_MOVE)
    assert page.evaluate("window.moved") == 0


def test_the_move_that_ends_a_match_is_seen_on_the_board_before_the_result(visitor: Visitor) -> None:
    page = moving(visitor, viewport={"width": 360, "height": 740})
    open_table(page, seats=2, bots=1)
    page.wait_for_selector(YOUR_MOVE)
    connected(page)
    for _turn in range(MORE_THAN_ENOUGH):
        before, count = number_of(page), how_many(page)
        for index in range(count):
            page.locator("#hand label.pick").nth(index).click()
        page.locator("#hand button.go").click()
        wait_for_move(page, before, count)
        if count == 2 and not page.locator(ENDED).count():
            # The bot hasn't discarded yet: its move waits until this one has been shown.
            page.keyboard.press("Shift")
        page.wait_for_selector(f"{YOUR_MOVE}, {ENDED}")
        if page.locator(ENDED).count():
            break
        expect(page.locator(SHOWN)).to_have_count(1)
    expect(page.locator("#parade")).to_be_visible()
    expect(page.locator(f"#board:has({ENDED}) {NEWEST}")).to_contain_text("kept")
    expect(page.locator(RESULT)).to_have_count(0)
    # The banner says why it ended. The winner is named after the count.
    expect(page.locator(f"{ENDED} h2")).to_have_text("The match is over")
    expect(page.locator(f"{ENDED} small")).to_contain_text("one more turn")
    # A phone has no room for the points before the move.
    expect(page.locator("#mine .pts[data-was]")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.keyboard.press("Shift")
    expect(page.locator(RESULT)).to_have_count(1)
    expect(page.locator("#turn h2")).to_be_hidden()
    expect(page.locator(f"{RESULT} .tot").first).to_have_text("…")
    # In the order of the seats, in the count and in the list.
    for rows in (ROWS, RANKS):
        assert page.locator(rows).evaluate_all(SEATS) == ["0", "1"]
    assert {cell.evaluate(OPACITY) for cell in page.locator(f"{RESULT} .cell .n").all()} == {"0"}
    page.keyboard.press("Shift")
    expect(page.locator(f"{RESULT} .tot").first).to_have_text(re.compile("^[0-9]+$"))
    for rows in (ROWS, RANKS):
        totals = [int(text) for text in page.locator(f"{rows} .tot").all_inner_texts()]
        assert totals == sorted(totals)
    expect(page.locator("#turn h2")).to_have_text(re.compile(" wins?$| win$"))
    expect(page.locator("#turn h2")).to_be_visible()
