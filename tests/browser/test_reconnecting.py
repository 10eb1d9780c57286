"""A closed socket is opened again soon if the site restarts, and ever more slowly if it is refused."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, WebSocket, WebSocketRoute, expect

from tests.browser.conftest import PATIENCE, Visitor
from tests.browser.front import Front
from tests.browser.races import FLIPPED, open_race
from tests.browser.site import Site
from tests.browser.steps import YOUR_MOVE, connected, open_table, play_a_card

COME_BACK, FLOODED = 4012, 4429
# Seconds.
STEP = 2
STATE = "[data-link-state]"
SAID = f"{STATE} [data-say]:visible"
LOOK_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"
# How many sockets the page has opened that it doesn't know to be closed.
UNDER_WAY = """{
  window.underWay = 0;
  window.WebSocket = class extends WebSocket {
    constructor(...where) {
      super(...where);
      window.underWay++;
      this.addEventListener("close", () => window.underWay--);
    }
  };
}"""


def closing(page: Page, address: str, code: int) -> list[WebSocketRoute]:
    """Open the page, and close its sockets with this code at their first message. The test controls its time from then
    on."""
    opened: list[WebSocketRoute] = []

    def open_one(socket: WebSocketRoute) -> None:
        opened.append(socket)
        socket.on_message(lambda _said: socket.close(code=code))

    page.route_web_socket("**/ws/**", open_one)
    page.add_init_script(UNDER_WAY)
    page.clock.install(time=0)
    page.goto(address)
    # Its time stands still from here on, however busy the machine is.
    page.clock.pause_at(3600)
    page.reload()
    while not opened:
        page.clock.run_for(100)
    all_closed(page)
    return opened


def all_closed(page: Page) -> None:
    """Wait until the sockets are closed; the page's time stands still meanwhile."""
    page.wait_for_function("() => underWay === 0")


def within(page: Page, seconds: int, opened: list[WebSocketRoute]) -> int:
    """Return how many more are opened in that time."""
    before = len(opened)
    for _ in range(seconds // STEP):
        page.clock.run_for(1000 * STEP)
        all_closed(page)
    return len(opened) - before


def test_a_page_that_is_sent_elsewhere_comes_back_at_once_and_then_every_few_seconds(
    visitor: Visitor,
) -> None:
    page = visitor()
    opened = closing(page, open_table(page, seats=2), COME_BACK)
    assert within(page, 8, opened) >= 3
    expect(page.locator(SAID)).to_contain_text("Offline since")
    # If it is refused each time, as in an outage: every three seconds, give or take a third.
    assert within(page, 60, opened) < 60 // STEP


def test_a_page_that_is_refused_says_why_and_tries_again_more_and_more_seldom(visitor: Visitor) -> None:
    page = visitor()
    opened = closing(page, open_table(page, seats=2, bots=1), FLOODED)
    expect(page.locator(SAID)).to_contain_text("Too many pages are open here")
    # Half a minute, give or take a third.
    assert within(page, 16, opened) == 0
    assert within(page, 24, opened) == 1
    assert within(page, 100, opened) in (1, 2)


@pytest.fixture
def front(site: Site) -> Iterator[Front]:
    front = Front(site.port)
    yield front
    front.close()


@pytest.fixture
def behind(browser: Browser, front: Front) -> Iterator[tuple[Page, list[WebSocket]]]:
    """A page behind the front, and its sockets."""
    context = browser.new_context(base_url=front.url, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    sockets: list[WebSocket] = []
    page.on("websocket", lambda socket: sockets.append(socket))
    yield page, sockets
    context.close()


def test_a_page_whose_line_is_dead_has_another_one_within_seconds(
    behind: tuple[Page, list[WebSocket]], front: Front
) -> None:
    """A browser waits a minute for the end of a socket whose other end does not answer."""
    page, sockets = behind
    open_race(page, bots=2, window=2, pause=0.5)
    page.wait_for_selector(FLIPPED)
    before, heard = len(sockets), int(page.locator("#flip").get_attribute("data-flip") or 0)
    front.silence()
    page.wait_for_function(
        "(flip) => Number(document.getElementById('flip').dataset.flip) > flip + 1", arg=heard
    )
    assert len(sockets) == before + 1 and not sockets[0].is_closed()


def on_the_move(page: Page) -> None:
    """Open a table with a bot, on a page whose clock the test moves."""
    page.clock.install()
    page.goto(open_table(page, seats=2, bots=1))
    page.wait_for_selector(YOUR_MOVE)
    connected(page)


def test_a_page_that_was_silent_for_a_minute_has_another_line_when_it_is_looked_at_again(
    behind: tuple[Page, list[WebSocket]], front: Front
) -> None:
    page, sockets = behind
    on_the_move(page)
    before = len(sockets)
    front.silence()
    page.evaluate(LOOK_AGAIN)
    assert len(sockets) == before
    page.clock.fast_forward(61_000)
    with page.expect_websocket():
        page.evaluate(LOOK_AGAIN)
    connected(page)
    assert len(sockets) == before + 1


def test_a_page_that_is_looked_at_asks_a_silent_line_and_leaves_a_dead_one(
    behind: tuple[Page, list[WebSocket]], front: Front
) -> None:
    page, sockets = behind
    on_the_move(page)
    before = len(sockets)
    with sockets[-1].expect_event("framereceived", lambda frame: frame == '{"alive": true}'):
        page.clock.fast_forward(66_000)
    assert len(sockets) == before
    front.silence()
    # Each jump fires a timer once: the page asks, and then it gives the line up.
    page.clock.fast_forward(66_000)
    with page.expect_websocket():
        page.clock.fast_forward(6000)
    connected(page)
    assert len(sockets) == before + 1


def test_a_move_that_is_answered_with_neither_a_board_nor_a_refusal_loads_the_page_again(
    visitor: Visitor, complaints: list[str]
) -> None:
    page = visitor()
    page.goto(open_table(page, seats=2, bots=1))
    page.wait_for_selector(YOUR_MOVE)
    page.route_web_socket("**/ws/**", lambda socket: socket.close(code=COME_BACK))
    page.reload()
    page.route("**/move/", lambda route: route.fulfill(status=403, body=""))
    with page.expect_navigation():
        play_a_card(page)
    page.close()
    complaints.clear()
