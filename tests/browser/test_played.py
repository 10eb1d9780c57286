"""Other ways to play than to choose and press the button; the focus, sounds, and what is said at a table."""

from __future__ import annotations

import re
from functools import partial

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.players import YOURS, board_number, chosen_take, settled
from tests.browser.steps import (
    CARD,
    YOUR_MOVE,
    connected,
    number_of,
    open_table,
    tab_to,
    two_at_a_table,
    wait_for_move,
)
from tests.browser.test_race_page import LISTENER

SIDEWAYS = 30  # px


def at_a_table_with_a_bot(page: Page) -> Page:
    open_table(page, seats=2, bots=1)
    page.wait_for_selector(YOUR_MOVE)
    connected(page)
    return page


def test_a_card_is_played_by_a_double_click_or_dragged_to_the_parade(visitor: Visitor) -> None:
    page = at_a_table_with_a_bot(visitor())
    before, card = number_of(page), page.locator(CARD).first.get_attribute("value")
    page.locator("#hand label.pick").first.dblclick()
    wait_for_move(page, before, 1)
    expect(page.locator(f"{CARD}[value={card}]")).to_have_count(0)
    page.wait_for_selector(YOUR_MOVE)
    before = number_of(page)
    page.locator("#hand label.pick").nth(1).drag_to(page.locator("#parade .walk"))
    wait_for_move(page, before, 1)
    expect(page.locator(".dragged")).to_have_count(0)


def test_a_card_that_is_dropped_elsewhere_is_only_chosen(visitor: Visitor) -> None:
    page = at_a_table_with_a_bot(visitor())
    before = number_of(page)
    page.locator("#hand label.pick").nth(1).drag_to(page.locator("#turn"))
    expect(page.locator(CARD).nth(1)).to_be_checked()
    assert number_of(page) == before


def test_the_focus_comes_to_the_next_choice_after_the_turns_of_others(visitor: Visitor) -> None:
    page = at_a_table_with_a_bot(visitor())
    for _turn in range(2):
        before = number_of(page)
        if not page.evaluate("wanted => document.activeElement.matches(wanted)", CARD):
            assert _turn == 0
            tab_to(page, CARD)
        play_by_keyboard(page)
        wait_for_move(page, before, 1)
        page.wait_for_selector(YOUR_MOVE)
        expect(page.locator(f"{CARD}:focus")).to_have_count(1)


def play_by_keyboard(page: Page) -> None:
    """Play the card that has the focus."""
    page.keyboard.press("Space")
    tab_to(page, "#hand button.go")
    page.keyboard.press("Enter")


def test_who_waits_keeps_the_focus_and_hears_the_own_turn(visitor: Visitor) -> None:
    mover, other = two_at_a_table(visitor(), visitor())
    tab_to(mover, CARD)
    play_by_keyboard(mover)
    expect(mover.locator("#turn:not(.yours)")).to_be_focused()
    expect(mover.locator("#spoken")).to_have_text(re.compile(r"^You played .*\.$"))
    expect(other.locator("#spoken")).to_have_text(re.compile(" played .* Your turn$"))
    tab_to(other, CARD)
    play_by_keyboard(other)
    expect(mover.locator("#spoken")).to_have_text(re.compile(" played .* Your turn$"))
    expect(mover.locator(f"{CARD}:focus")).to_have_count(1)


def test_a_turn_that_lasts_while_others_move_is_heard_once(visitor: Visitor) -> None:
    page = at_a_table_with_a_bot(visitor())
    heard = page.evaluate(
        """async () => {
          const { changed } = await import(document.querySelector("link[href*='/js/board']").href);
          document.querySelector("#turn h2").textContent = "Discard two cards";
          return [901, 902].map((number) => {
            const line = document.createElement("li");
            line.id = `m-${number}`;
            line.textContent = `Line ${number}.`;
            document.getElementById("newest-line").after(line);
            changed();
            return document.getElementById("spoken").textContent;
          });
        }"""
    )
    assert heard == ["Line 901. Discard two cards", "Line 902."]


def test_a_phrase_appears_at_its_seat_and_a_move_is_heard_once_sound_is_on(visitor: Visitor) -> None:
    mover, other = visitor(), visitor()
    for page in (mover, other):
        page.add_init_script(LISTENER)
    mover, other = two_at_a_table(mover, other)
    other.locator(".more:not(.after) > summary").click()
    other.locator("[data-sound]").click()
    other.wait_for_function("() => loudest() > 0.05")
    other.evaluate("listen()")
    mover.locator("#hand label.pick").first.dblclick()
    other.wait_for_function("() => loudest() > 0.05")
    assert mover.evaluate("opened") == 0
    mover.locator(".say-menu summary").press("Enter")
    mover.locator("button[value=hello]").press("Enter")
    expect(other.locator(".bubble")).to_have_text("Hello.")
    expect(mover.locator(".say-menu summary")).to_be_focused()


def test_a_finger_that_begins_sideways_takes_the_card_to_the_parade(visitor: Visitor) -> None:
    page = at_a_table_with_a_bot(visitor(viewport={"width": 360, "height": 740}, has_touch=True))
    before = number_of(page)
    drag_by_finger(page, "#hand label.pick", "#parade .walk")
    wait_for_move(page, before, 1)
    page.wait_for_selector(YOUR_MOVE)


def test_cards_of_the_grid_are_taken_by_dragging_one_of_them_to_ones_own(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, seats=2, bots=1, game="tea_time")
    page.wait_for_selector(YOURS)
    connected(page)
    before = board_number(page)
    cells, _what = chosen_take(page)
    for cell in cells:
        page.locator(f"#c-{cell} label.pick").click()
    page.locator(f"#c-{cells[0]} label.pick").drag_to(page.locator("#mine"))
    settled(page, before)
    expect(page.locator("#log")).to_contain_text("You took")


def drag_by_finger(page: Page, source: str, goal: str) -> None:
    """Drag with a finger, first sideways. The browser decides whether it scrolls."""
    boxes = [page.locator(selector).first.bounding_box() for selector in (source, goal)]
    (x, y), (to_x, to_y) = [
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box
    ]
    finger = page.context.new_cdp_session(page)
    send = partial(finger.send, "Input.dispatchTouchEvent")
    send({"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    send({"type": "touchMove", "touchPoints": [{"x": x + SIDEWAYS, "y": y}]})
    for step in range(1, 11):
        point = {"x": x + (to_x - x) * step / 10, "y": y + (to_y - y) * step / 10}
        send({"type": "touchMove", "touchPoints": [point]})
    send({"type": "touchEnd", "touchPoints": []})


def test_what_a_match_did_on_the_ladder_is_hidden_while_the_result_is_counted(visitor: Visitor) -> None:
    page = at_a_table_with_a_bot(visitor())
    page.goto(f"{page.url}resign/")
    page.locator("main button.danger").click()
    expect(page.locator("#climbed")).to_be_visible()
    page.evaluate("document.getElementById('turn').classList.add('counts')")
    expect(page.locator("#climbed")).to_be_hidden()
    page.evaluate("document.getElementById('turn').classList.remove('counts')")
    expect(page.locator("#climbed")).to_be_visible()


def test_the_hint_in_the_head_leads_to_its_price_first_and_then_asks_at_once(visitor: Visitor) -> None:
    page = at_a_table_with_a_bot(visitor(viewport={"width": 360, "height": 740}))
    page.locator(".to-coach").click()
    expect(page.locator("#hint-counts")).to_be_in_viewport()
    expect(page.locator("#hint .advice")).to_have_count(0)
    page.locator("#coach [name=seen]").click()
    expect(page.locator("#hint .advice")).to_be_visible()
    page.locator("[data-log]").click()
    page.locator(".to-coach").click()
    expect(page.locator("#hint .advice")).to_be_in_viewport()
