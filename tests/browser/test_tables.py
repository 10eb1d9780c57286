"""Two people at one table in two browsers: each sees what the other does."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.site import Site
from tests.browser.steps import (
    CARD,
    YOURS,
    close_the_socket,
    connected,
    moves_told,
    open_table,
    play_a_card,
    sit_down_from_the_lobby,
    two_at_a_table,
)

SIGNS_OF_A_KILL = ("WebSocket", "htmx:ws:error", "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET")

LINE = "[data-link-state]"


def test_a_move_is_pushed_to_the_other_browser_which_asks_for_nothing(visitor: Visitor) -> None:
    mover, other = two_at_a_table(visitor(), visitor())
    other.evaluate("window.marked = true")
    requests: list[str] = []
    other.on("request", lambda request: requests.append(request.url))
    before = visible_parts(other)
    play_a_card(mover)
    other.wait_for_selector(YOURS)
    assert other.evaluate("window.marked") is True
    assert requests == []
    assert visible_parts(other)[0] != before[0]
    expect(mover.locator(YOURS)).to_have_count(0)
    assert moves_told(other) == moves_told(mover) == 1
    expect(mover.locator("#log li[id^=m-]")).to_contain_text("You played")
    expect(other.locator("#log li[id^=m-]")).not_to_contain_text("You")


def test_both_boards_come_back_when_the_server_was_killed(
    visitor: Visitor, site: Site, complaints: list[str]
) -> None:
    mover, other = two_at_a_table(visitor(), visitor())
    play_a_card(mover)
    other.wait_for_selector(YOURS)
    expect(mover.locator(CARD)).to_have_count(0)
    boards = [visible_parts(mover), visible_parts(other)]
    for page in (mover, other):
        page.evaluate("window.marked = true")
    site.kill()
    for page in (mover, other):
        page.wait_for_selector("[data-link-state]:visible")
    site.start()
    for page in (mover, other):
        page.wait_for_selector("[data-link-state]", state="hidden")
        connected(page)
    assert [visible_parts(mover), visible_parts(other)] == boards
    play_a_card(other)
    mover.wait_for_selector(YOURS)
    assert [page.evaluate("window.marked") for page in (mover, other)] == [True, True]
    assert complaints and all(
        any(sign in complaint for sign in SIGNS_OF_A_KILL) for complaint in complaints
    ), complaints
    complaints.clear()


def visible_parts(page: Page) -> tuple[str, str, str]:
    """Return the parade, the turn and the hand as a reader sees them."""
    parade = page.locator("#parade li[id^=p-]").evaluate_all("items => items.map(item => item.id).join(' ')")
    hand = page.locator("#hand li[id]").evaluate_all("items => items.map(item => item.id).join(' ')")
    return parade, hand, page.locator("#turn h2").inner_text()


def test_a_spectator_sees_the_moves_and_never_a_hand(visitor: Visitor) -> None:
    mover, other = two_at_a_table(visitor(), visitor())
    spectator = visitor()
    frames: list[str] = []
    spectator.on(
        "websocket", lambda opened: opened.on("framereceived", lambda frame: frames.append(str(frame)))
    )
    spectator.goto(mover.url)
    connected(spectator)
    moves = moves_told(spectator)
    hands = [hand_of(mover), hand_of(other)]
    play_a_card(mover)
    spectator.wait_for_function(f"() => document.querySelectorAll('#log li[id^=m-]').length > {moves}")
    assert spectator.locator("#hand").count() == 0
    assert all(hands)
    played = spectator.locator("#parade li[id^=p-]").last.get_attribute("id") or ""
    text = spectator.content() + "".join(frames)
    secret = [card for hand in hands for card in hand if card != played.removeprefix("p-")]
    assert [card for card in secret if f'"{card}"' in text or f'#{card}"' in text] == []


def hand_of(page: Page) -> list[str]:
    cards: list[str] = page.locator("#hand li[id]").evaluate_all(
        "items => items.map(item => item.id.slice(2))"
    )
    return cards


# Returns null until there is a bubble, then what lies under it, and whether all of it is in the window.
COVERED_BY_WHAT_ONE_SAYS = """() => {
  const bubble = document.querySelector(".bubble");
  if (!bubble?.style.translate) return null;
  const box = bubble.getBoundingClientRect();
  const under = (each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  };
  const needed = [...document.querySelectorAll(
    "#mine, #hand label.pick, #hand button, #parade li, #newest, #next_turn .btn, .say-menu summary, .more summary")];
  return {
    own: bubble.classList.contains("own"),
    covered: needed.filter(under).map((each) => each.id || each.textContent.trim()),
    inside: box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth,
  };
}"""


def test_a_half_made_choice_and_the_focus_survive_somebody_elses_push(visitor: Visitor) -> None:
    mover, other = two_at_a_table(visitor(), visitor())
    connected(other)
    choice = mover.locator(CARD).nth(2)
    choice.focus()
    mover.keyboard.press("Space")
    chosen = choice.get_attribute("value")
    mover.evaluate("window.kept = document.activeElement")
    # Phrases of another player are pushed to everybody.
    other.locator(".say-menu summary").click()
    other.locator("button[name=phrase]").first.click()
    # The bubble covers neither the speaker's cards nor their choice.
    covered = other.wait_for_function(COVERED_BY_WHAT_ONE_SAYS).json_value()
    assert covered == {"own": True, "covered": [], "inside": True}
    mover.wait_for_selector("#log li.said")
    assert mover.locator(f"{CARD}:checked").get_attribute("value") == chosen
    assert mover.evaluate("document.activeElement === window.kept && document.activeElement.value") == chosen


def test_a_new_table_shows_in_the_lobby_without_a_reload(visitor: Visitor) -> None:
    looker, host = visitor(), visitor()
    looker.goto("/lobby/")
    looker.evaluate("window.marked = true")
    table = open_table(host, seats=2)
    looker.wait_for_selector(f"a[href='/t/{table.split('/')[-2]}/']")
    assert looker.evaluate("window.marked") is True
    sit_down_from_the_lobby(looker, table)
    host.wait_for_selector("#board")


def test_a_move_made_while_the_line_is_cut_is_doubted_only_until_the_board_shows_what_became_of_it(
    visitor: Visitor, complaints: list[str]
) -> None:
    mover, other = two_at_a_table(visitor(), visitor())
    cut_the_line(mover)
    play_a_card(mover)
    expect(mover.locator(LINE)).to_contain_text("it is not known whether your move arrived")
    expect(mover.locator("#note")).to_be_hidden()
    expect(mover.locator(f"{CARD}:checked")).to_have_count(1)
    connect_the_line(mover)
    mover.locator("#hand button.go").click()
    other.wait_for_selector(YOURS)
    expect(mover.locator(YOURS)).to_have_count(0)
    expect(mover.locator("#note")).to_be_hidden()
    expect(mover.locator("#log li[id^=m-]")).to_contain_text("You played")
    expect(other.locator("#log li[id^=m-]")).not_to_contain_text("You")
    assert moves_told(other) == 1
    complaints.clear()


def test_why_a_move_is_refused_stays_in_sight_after_a_cut_though_the_board_is_told_anew(
    visitor: Visitor, complaints: list[str]
) -> None:
    mover, other = two_at_a_table(visitor(), visitor())
    # Nothing has changed when the connection is back, so the page isn't told of the board.
    mover.reload()
    connected(mover)
    cut_the_line(mover)
    play_a_card(mover)
    expect(mover.locator(LINE)).to_contain_text("it is not known whether your move arrived")
    expect(mover.locator("#note")).to_be_hidden()
    connect_the_line(mover)
    # At once: a push in between would make the button ask for a card.
    mover.evaluate(
        "document.querySelector('#hand :checked').checked = false, document.querySelector('#hand button.go').click()"
    )
    expect(mover.locator("#note")).to_contain_text("Choose")
    other.locator(".say-menu summary").click()
    other.locator("button[name=phrase]").first.click()
    mover.wait_for_selector("#log li.said")
    expect(mover.locator("#note")).to_contain_text("Choose")
    complaints.clear()


def cut_the_line(page: Page) -> None:
    """Block everything, even what the socket would still have sent."""
    page.context.set_offline(True)
    expect(page.locator("[data-link-state]")).to_be_visible()
    close_the_socket(page)


def connect_the_line(page: Page) -> None:
    page.context.set_offline(False)
    # A missing element would be hidden, too.
    expect(page.locator("[data-link-state]")).to_have_count(1)
    expect(page.locator("[data-link-state]")).to_be_hidden()


def test_why_a_move_is_refused_stays_in_sight_at_the_foot_of_a_phone(visitor: Visitor) -> None:
    page = visitor(viewport={"width": 360, "height": 740}, has_touch=True)
    open_table(page, seats=2, bots=1, game="tea_time")
    page.wait_for_selector("#board:has(#turn.yours) #take button.go")
    # Otherwise it is sent as a request, and the browser complains about the answer.
    connected(page)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    # The button asks for a card first. A form sent without one is refused.
    page.evaluate("document.getElementById('move').requestSubmit()")
    expect(page.locator("#note")).to_contain_text("Choose at least one card.")
    expect(page.locator("#note")).to_be_in_viewport()


def test_the_form_for_a_table_offers_only_bots_that_have_a_seat(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/open/?game=parade")
    bots, level = page.locator("[name=bots]"), page.get_by_label("Gryphon, strong")
    page.get_by_text("Hints, seat by seat").click()
    expect(level).to_be_disabled()
    page.select_option("[name=seats]", "4")
    bots.select_option("3")
    level.check()
    expect(page.locator("[name=seat_3]")).to_be_visible()
    page.select_option("[name=seats]", "2")
    expect(bots).to_have_value("1")
    expect(bots.locator("option:not(:disabled)")).to_have_text(["0", "1"])
    expect(page.locator("[name=seat_1]")).to_be_visible()
    expect(page.locator("[name=seat_2]")).to_be_hidden()
    expect(level).to_be_checked()
