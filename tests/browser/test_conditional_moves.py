"""Conditional moves in two browsers: given, carried out, dropped, taken back; with the mouse, the keyboard, without
scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import APIResponse, Page, Route, WebSocketRoute, expect

from tests.browser.conftest import Visitor
from tests.browser.site import Site
from tests.browser.steps import (
    YOURS,
    connected,
    open_table,
    path,
    play_a_card,
    sit_down_from_the_lobby,
    two_at_a_table,
)
from tests.browser.test_pages import SCREENSHOTS, look
from tests.browser.test_tables import SIGNS_OF_A_KILL

GIVEN = "#conditional:has-text('Your next move, decided ahead:')"
DROPPED = "#conditional:has-text('was not made')"


def ask(page: Page) -> None:
    page.locator("a[data-conditional]").click()
    page.wait_for_selector("#conditional-place .conditional-form, main .conditional-form")


def give(page: Page, condition: str, card: str = "") -> str:
    """Give a conditional move with that card or the form's first one. Returns the card's name."""
    ask(page)
    choice = page.locator(f"input[form=conditional_move][name=card]{f'[value={card}]' if card else ''}").first
    choice.check()
    page.locator(f"input[form=conditional_move][name=if][value={condition}]").check()
    name = choice.get_attribute("value") or ""
    page.locator("button[form=conditional_move][value=give]").click()
    page.wait_for_selector(GIVEN)
    # The form is removed last, which moves everything, so wait before the next click.
    expect(page.locator(".conditional-form")).to_have_count(0)
    return name


def take_back(page: Page) -> None:
    page.locator("button[form=conditional_move][value=revoke]").click()
    expect(page.locator(GIVEN)).to_have_count(0)


def hand(page: Page) -> list[str]:
    return list(page.locator("#hand li[id]").evaluate_all("items => items.map(item => item.id.slice(2))"))


def test_a_conditional_move_is_given_seen_by_its_owner_alone_and_carried_out(visitor: Visitor) -> None:
    mover, other = two_at_a_table(visitor(), visitor())
    frames: list[str] = []
    mover.on("websocket", lambda opened: opened.on("framereceived", lambda frame: frames.append(str(frame))))
    mover.reload()
    connected(mover)
    other.evaluate("window.marked = true")
    card = give(other, "always")
    assert card in hand(other)
    other.screenshot(path=SCREENSHOTS / "conditional-given-1280.png", full_page=True)
    assert "decided ahead" not in mover.content()
    play_a_card(mover)
    mover.wait_for_selector(f"#p-{card}")
    mover.wait_for_selector(YOURS)
    expect(other.locator(f"#h-{card}")).to_have_count(0)
    expect(other.locator(GIVEN)).to_have_count(0)
    assert other.evaluate("window.marked") is True
    assert not [frame for frame in frames if "decided ahead" in frame]


def test_a_conditional_move_is_taken_back(visitor: Visitor) -> None:
    mover, other = two_at_a_table(visitor(), visitor())
    give(other, "always")
    take_back(other)
    play_a_card(mover)
    other.wait_for_selector(YOURS)
    other.locator("#hand input[name=card]").first.wait_for(state="attached")


def test_a_page_that_comes_back_shows_what_was_decided_elsewhere(visitor: Visitor) -> None:
    _mover, other = two_at_a_table(visitor(), visitor())
    lines: list[WebSocketRoute] = []
    cut: list[WebSocketRoute] = []

    def carry(line: WebSocketRoute) -> None:
        def pass_on(said: str | bytes) -> None:
            if line not in cut:
                line.send(said)

        lines.append(line)
        line.connect_to_server().on_message(pass_on)

    other.route_web_socket("**/ws/t/**", carry)
    other.reload()
    connected(other)
    elsewhere = other.context.new_page()
    elsewhere.goto(other.url)
    connected(elsewhere)
    for change in (lambda: give(elsewhere, "always"), lambda: take_back(elsewhere)):
        cut.append(lines[-1])
        change()
        cut[-1].close(code=1012)
        expect(other.locator(GIVEN)).to_have_count(elsewhere.locator(GIVEN).count())
    assert len(lines) == 3


def test_an_answer_that_comes_late_shows_no_older_board(visitor: Visitor) -> None:
    _mover, other = two_at_a_table(visitor(), visitor())
    ask(other)
    late: list[tuple[Route, APIResponse]] = []
    other.route("**/conditional/", lambda route: late.append((route, route.fetch())))
    other.evaluate(
        "document.addEventListener('conditional:given', () => window.given = (window.given ?? 0) + 1)"
    )
    other.locator("input[form=conditional_move][name=card]").first.check()
    other.locator("button[form=conditional_move][value=give]").click()
    # Both are pushed before the answers arrive.
    other.wait_for_selector(GIVEN)
    other.locator("button[form=conditional_move][value=revoke]").click()
    expect(other.locator(GIVEN)).to_have_count(0)
    # The push may come before the second answer.
    while len(late) < 2:
        other.evaluate("() => new Promise(requestAnimationFrame)")
    for count, (route, answer) in enumerate(reversed(late), 1):
        route.fulfill(response=answer)
        other.wait_for_function("done => window.given === done", arg=count)
    assert other.locator(GIVEN).count() == 0


def test_a_dropped_conditional_move_says_why_until_it_is_read(visitor: Visitor) -> None:
    mover, other = two_at_a_table(visitor(), visitor(), cards="deal 5")
    # Any card played before it takes that one from the parade.
    give(other, "nothing", card="purple-0")
    play_a_card(mover)
    other.wait_for_selector(DROPPED)
    assert "The move that you decided ahead was not made" in other.locator("#conditional").inner_text()
    assert mover.locator("#conditional .note").count() == 0
    other.set_viewport_size({"width": 360, "height": 740})
    other.screenshot(path=SCREENSHOTS / "conditional-dropped-360.png", full_page=True)
    other.locator("button[form=conditional_move][value=read]").click()
    expect(other.locator(DROPPED)).to_have_count(0)


def test_a_conditional_move_survives_a_server_that_was_killed(
    visitor: Visitor, site: Site, complaints: list[str]
) -> None:
    mover, other = two_at_a_table(visitor(), visitor())
    card = give(other, "always")
    site.kill()
    for page in (mover, other):
        page.wait_for_selector("[data-link-state]:visible")
    site.start()
    for page in (mover, other):
        page.wait_for_selector("[data-link-state]", state="hidden")
        connected(page)
    play_a_card(mover)
    mover.wait_for_selector(f"#p-{card}")
    mover.wait_for_selector(YOURS)
    assert all(any(sign in complaint for sign in SIGNS_OF_A_KILL) for complaint in complaints), complaints
    complaints.clear()


def test_a_conditional_move_is_given_without_scripts(visitor: Visitor) -> None:
    first, second = visitor(), visitor(java_script_enabled=False)
    table = open_table(first, seats=2)
    sit_down_from_the_lobby(second, table)
    first.wait_for_selector("#board")
    if second.locator(YOURS).count():
        second.locator("#hand input[name=card]").first.check()
        second.locator("#hand button.go").click()
        first.wait_for_selector(YOURS)
        second.goto(table)
    card = give(second, "always")
    assert path(second.url) == path(table)
    second.locator("button[form=conditional_move][value=revoke]").click()
    expect(second.locator(GIVEN)).to_have_count(0)
    card = give(second, "always", card=hand(second)[1])
    play_a_card(first)
    first.wait_for_selector(f"#p-{card}")
    first.wait_for_selector(YOURS)
    second.reload()
    assert second.locator(GIVEN).count() == 0


def test_a_conditional_move_is_given_by_keyboard(visitor: Visitor) -> None:
    _mover, other = two_at_a_table(visitor(), visitor())
    other.locator("a[data-conditional]").focus()
    other.keyboard.press("Enter")
    other.wait_for_selector("#conditional-place .conditional-form")
    # The first card has the focus. The condition and the button follow.
    other.keyboard.press("Space")
    other.keyboard.press("Tab")
    other.keyboard.press("ArrowDown")
    other.keyboard.press("Tab")
    other.keyboard.press("Enter")
    other.wait_for_selector(GIVEN)
    assert "takes nothing" in other.locator("#conditional").inner_text()


# The parts that players look at during a choice. Wonderland's form is longer than a phone's screen and scrolls below
# its ring.
BESIDE = {"parade": "#parade li", "tea_time": "#mine header"}
# The parts of a phone's form that are covered or outside the window, and the parts above it that aren't visible.
OUT_OF_SIGHT = """beside => {
  const box = (each) => each.getBoundingClientRect();
  const form = document.querySelector("#conditional-place .conditional-form"), foot = form.querySelector(".act");
  const within = (top, bottom) => (each) => box(each).top < top || box(each).bottom > bottom;
  const parts = [...form.querySelectorAll("label")].filter(within(box(form).top, box(foot).top));
  const above = [...document.querySelectorAll(beside)].filter(
    (each) => within(0, box(form).top)(each) || box(each).left < 0 || box(each).right > innerWidth);
  const rest = [...foot.children].filter(within(0, innerHeight));
  return [...parts, ...above, ...rest].map((each) => each.outerHTML.slice(0, 90));
}"""


@pytest.mark.parametrize("game", ["parade", "tea_time", "wonderland"])
def test_the_forms_are_sound_on_a_desk_and_on_a_telephone(visitor: Visitor, game: str) -> None:
    pages = [visitor(), visitor()]
    table = open_table(pages[0], seats=2, game=game)
    sit_down_from_the_lobby(pages[1], table)
    pages[0].wait_for_selector("#board")
    for page in pages:
        connected(page)
    waiting = next(page for page in pages if page.locator("a[data-conditional]").count())
    assert look(waiting, f"conditional-none-{game}") == []
    waiting.set_viewport_size({"width": 360, "height": 740})
    if game == "parade":
        # Nobody has moved yet, so the panel for the newest move is empty.
        expect(waiting.locator("#newest")).to_be_hidden()
    ask(waiting)
    if game in BESIDE:
        assert waiting.evaluate(OUT_OF_SIGHT, BESIDE[game]) == []
    assert look(waiting, f"conditional-form-{game}") == []
    waiting.locator("[data-not-now]").click()
    expect(waiting.locator("a[data-conditional]")).to_be_focused()
    ask(waiting)
    if game == "tea_time":
        waiting.locator("input[form=conditional_move][name=cell]").first.check()
        assert waiting.locator("[data-conditional-effect]").inner_text()
    for name in ("pile", "card"):
        if waiting.locator(f"input[form=conditional_move][name={name}]").count():
            waiting.locator(f"input[form=conditional_move][name={name}]").first.check()
    waiting.locator("button[form=conditional_move][value=give]").click()
    waiting.wait_for_selector(GIVEN)
    assert look(waiting, f"conditional-given-{game}") == []
    waiting.goto(f"{table}conditional/")
    assert look(waiting, f"conditional-page-{game}") == []
    other = next(page for page in pages if page is not waiting)
    other.reload()
    assert "decided ahead" not in other.content()
