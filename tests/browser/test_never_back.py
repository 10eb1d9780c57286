"""A board never goes back: neither at a web process that hasn't heard of a move, nor because of late messages."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from scripts.cluster.process import free_port
from tests.browser.conftest import PATIENCE, Visitor
from tests.browser.front import Front
from tests.browser.site import Site
from tests.browser.steps import YOUR_MOVE, YOURS, connected, open_table, play_a_card
from tests.helpers.once import fresh_site

# Records the number of the newest move on the page, each time it changes.
WATCH = """() => {
  let last = -1;
  const look = () => {
    const number = Number(document.querySelector("#log > [id^=m-]")?.id.slice(2) ?? 0);
    if (document.querySelector("#log") && number !== last) window.shows(last = number);
  };
  addEventListener("DOMContentLoaded", () => {
    new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
    look();
  });
}"""


def watched(page: Page) -> list[int]:
    """Return what the page shows from now on, across reloads."""
    numbers: list[int] = []
    page.expose_function("shows", lambda number: numbers.append(number))
    page.add_init_script(f"({WATCH})()")
    return numbers


def play(page: Page) -> None:
    page.wait_for_selector(YOUR_MOVE)
    play_a_card(page)


def shows(pages: list[Page], number: int) -> None:
    for page in pages:
        expect(page.locator(f"#m-{number}")).to_be_attached()


@pytest.fixture
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, Site]]:
    """Two web processes of one site that don't hear of each other, because nothing answers at their channel."""
    nobody = f"redis://127.0.0.1:{free_port()}/0"
    left = Site(tmp_path_factory.mktemp("two"), fresh_site(tmp_path_factory), CHANNEL_URL=nobody)
    right = copy(left)
    right.port, right.lines = free_port(), []
    for process in (left, right):
        process.start()
    yield left, right
    for process in (left, right):
        process.kill()


def test_a_page_whose_socket_leads_to_a_process_that_missed_a_move_shows_no_older_board(
    two: tuple[Site, Site], browser: Browser
) -> None:
    left, right = two
    fronts = Front(left.port), Front(left.port)
    contexts = [browser.new_context(base_url=front.url, reduced_motion="reduce") for front in fronts]
    for context in contexts:
        context.set_default_timeout(PATIENCE)
    first, second = pages = [context.new_page() for context in contexts]
    boards_shown = [watched(page) for page in pages]
    address = open_table(first, seats=2).rsplit(":", 1)[1].partition("/")[2]
    second.goto(f"/{address}")
    second.locator("form[action$='/sit/'] button").click()
    for page in pages:
        page.wait_for_selector("#board")
        connected(page)
    mover, other = (0, 1) if first.locator(YOURS).count() else (1, 0)
    # Boards other than those that the pages were loaded with.
    for number, who in enumerate((mover, other), start=1):
        play(pages[who])
        shows(pages, number)
    # The other one's room is at the right; the move is made at the left.
    fronts[other].lead(right.port)
    pages[other].reload()
    connected(pages[other])
    play(pages[mover])
    shows([pages[mover]], 3)
    fronts[mover].lead(right.port)
    shows(pages, 3)
    play(pages[other])
    shows(pages, 4)
    for context in contexts:
        context.close()
    for front in fronts:
        front.close()
    assert [numbers == sorted(numbers) for numbers in boards_shown] == [True, True], boards_shown


def test_a_page_refuses_an_older_board_and_loads_the_one_that_is_stored(visitor: Visitor) -> None:
    page = visitor()
    numbers, sockets = watched(page), []

    def open_one(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    page.route_web_socket("**/ws/t/**", open_one)
    open_table(page, seats=2, bots=1)
    connected(page)
    play(page)
    shows([page], 1)
    page.wait_for_selector(YOUR_MOVE)
    older = page.locator("#board").evaluate("board => board.outerHTML")
    before = numbers[-1]
    play(page)
    shows([page], before + 1)
    page.wait_for_selector(YOUR_MOVE)
    with page.expect_event("load"):
        sockets[-1].send(older.replace('id="board"', 'id="board" hx-swap-oob="outerMorph"', 1))
    connected(page)
    assert numbers == sorted(numbers), numbers
