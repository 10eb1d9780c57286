"""Steps of people at a table."""

from __future__ import annotations

from django.core import signing
from playwright.sync_api import Page, expect

from games import boards
from games.play import tickets
from games.rules import chance
from scripts.cluster.process import until

YOURS = "#turn.yours"
# Parts of a board are swapped one after another. The playable hand comes with the turn.
YOUR_MOVE = "#board:has(#turn.yours):has(#hand input[name=seen])"
RESULT = "#result"
CARD = "#hand input[name=card]"
# The module that the page has loaded; importing the same address gives the same module.
SOCKET_LINK = "link[rel=modulepreload][href*='/js/socket.']"
SOCKET = f'await import(document.querySelector("{SOCKET_LINK}").href)'
# Without await, because `wait_for_function` takes any promise for true.
IS_OPEN = f"""() => {{
  const link = document.querySelector("{SOCKET_LINK}");
  if (link) import(link.href).then((socket) => window.socket = socket);
  return Boolean(window.socket?.isOpen());
}}"""
# Sets what a form sends about the shuffle, as if the server and the browser had drawn these values.
DRAW = """([form], drawn) => Object.entries(drawn).forEach(([name, value]) => {
  if (form.elements[name]) form.elements[name].value = value;
})"""
MORE_THAN_ENOUGH = 120  # moves or reloads; a seat has fewer in a match of Parade


def play_now(page: Page) -> None:
    page.goto("/")
    page.locator("main form[action='/play-now/'] button").first.click()
    page.wait_for_selector("#board")


def open_table(page: Page, seats: int, bots: int = 0, game: str = "parade", cards: str = "") -> str:
    """Open a public table and return its address; `with_cards` explains `cards`."""
    page.goto(f"/open/?game={game}")
    page.select_option("[name=seats]", str(seats))
    page.select_option("[name=bots]", str(bots))
    page.select_option("[name=public]", "yes")
    if cards:
        with_cards(page, cards)
    page.locator("form[data-salted] button.go").click()
    page.wait_for_url("**/t/*/")
    return page.url


def with_cards(page: Page, cards: str) -> None:
    """Deal the cards of this name. If everybody at the table does so, each run has the same cards. A site uses a name
    once."""
    commitment = chance.commitment(tickets.seed_of(cards))
    drawn = {"commitment": commitment, "ticket": signed(cards), "salt": "salt"}
    page.locator("form[data-salted]").evaluate_all(DRAW, drawn)


def signed(number: str) -> str:
    """Return a ticket as the site signs it."""
    return signing.TimestampSigner(salt=tickets.NAMESPACE).sign(number)


def sit_down_from_the_lobby(page: Page, table: str, cards: str = "") -> None:
    """Sit down by the list's own button, or with chosen cards on the table's page."""
    page.goto("/lobby/")
    if cards:
        page.locator(f"#lobby a[href='{path(table)}']").click()
        page.wait_for_url(table)
        with_cards(page, cards)
        sit_down(page)
    else:
        page.locator(f"#lobby button[formaction='{path(table)}sit/']").click()
        page.wait_for_url(table)
    page.wait_for_selector("#board")


def sit_down(page: Page) -> None:
    page.locator("form[action$='/sit/'] button").click()


def path(address: str) -> str:
    """Return `/t/…/` of a table's full address."""
    return "/" + address.split("/", 3)[3]


def two_at_a_table(first: Page, second: Page, cards: str = "") -> tuple[Page, Page]:
    """Open a table for two guests and return them, the one in turn first."""
    table = open_table(first, seats=2, cards=cards)
    sit_down_from_the_lobby(second, table, cards)
    first.wait_for_selector("#board")
    for page in (first, second):
        connected(page)
    return (first, second) if first.locator(YOURS).count() else (second, first)


def begin_deal(page: Page, game: str) -> None:
    """Begin the game's deal of today, or continue it."""
    # A new site draws its deals soon after its start.
    until(f"the deal of {game}", lambda: page.request.get(f"/deals/{game}/").ok)
    page.goto(f"/deals/{game}/")
    page.locator("form[action$='/begin/'] button").click()


def give_up_all_deals(page: Page) -> None:
    """Begin each deal of today, and resign."""
    for game in boards.games():
        begin_deal(page, game)
        page.wait_for_url("**/t/*/")
        page.goto(f"{page.url}resign/")
        page.locator("main form button").first.click()
        page.locator(RESULT).wait_for()


def connected(page: Page) -> None:
    """Wait until the page's socket is open, so that updates are pushed and not fetched."""
    page.wait_for_function(IS_OPEN)


def close_the_socket(page: Page) -> None:
    """Close the socket as the page does when it has gone silent. Returns when it is closed."""
    page.evaluate(f"async () => (window.socket = {SOCKET}).reopen()")
    page.wait_for_function("() => !window.socket.isOpen()")


def tab_to(page: Page, selector: str, key: str = "Tab") -> None:
    """Press Tab (or Shift+Tab) until the element has the focus, like somebody without a mouse."""
    for _press in range(80):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never comes to {selector}")


def your_turn_or_over(page: Page) -> bool:
    """Wait for the turn or the end. Returns True if it is the turn."""
    page.wait_for_selector(f"{YOUR_MOVE}, {RESULT}")
    return page.locator(RESULT).count() == 0


def play_a_card(page: Page) -> None:
    page.locator("#hand label.pick").first.click()
    page.locator("#hand button.go").click()


def number_of(page: Page) -> str:
    """Return the number of the board on which the hand would move. It changes after each of one's turns."""
    return page.locator("#hand input[name=seen]").get_attribute("value") or ""


def moves_told(page: Page) -> int:
    return page.locator("#log li[id^=m-]").count()


def finish(page: Page) -> None:
    """Play to the end with the mouse."""
    for _turn in range(MORE_THAN_ENOUGH):
        if not your_turn_or_over(page):
            return
        choose_and_go(page)
    raise AssertionError("the match does not end")


def choose_and_go(page: Page, first: int = 0) -> None:
    """Play the card at place `first` in the hand, or discard it and the next one. Returns when the move is shown."""
    before, count = number_of(page), how_many(page)
    for index in range(count):
        page.locator("#hand label.pick").nth(first + index).click()
    page.locator("#hand button.go").click()
    wait_for_move(page, before, count)


def how_many(page: Page) -> int:
    return 2 if page.locator(CARD).first.get_attribute("type") == "checkbox" else 1


def wait_for_move(page: Page, number: str, cards: int) -> None:
    """Wait until the move of that many cards on board `number` is shown. Others discard at the same time, which
    changes the number, but whoever has discarded has no further turn."""
    before = f"#hand input[name=seen][value='{number}']" if cards == 1 else YOUR_MOVE
    expect(page.locator(before)).to_have_count(0)
