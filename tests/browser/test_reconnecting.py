"""A closed socket is opened again soon if the site restarts, and ever more slowly if it is refused."""

from __future__ import annotations

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Visitor
from tests.browser.steps import open_table

COME_BACK, FLOODED = 4012, 4429
# Seconds.
STEP = 2
STATE = "[data-link-state]"
SAID = f"{STATE} span:visible"
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
