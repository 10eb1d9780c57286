"""What people do at a table, in the words of the tests."""

from __future__ import annotations

from django.core import signing
from playwright.sync_api import Page, expect

from games.play import tickets

YOURS = "#turn.yours"
# Parts of a board are swapped one after another: a hand that can be played comes with the turn.
YOUR_MOVE = "#board:has(#turn.yours):has(#hand input[name=seen])"
RESULT = "#result"
CARD = "#hand input[name=card]"
# The module that the page has loaded: an import of the same address is the same one.
SOCKET_LINK = "link[rel=modulepreload][href*='/js/socket.']"
SOCKET = f'await import(document.querySelector("{SOCKET_LINK}").href)'
# Nothing in it is awaited: `wait_for_function` takes a promise of anything for a yes.
IS_OPEN = f"""() => {{
  const link = document.querySelector("{SOCKET_LINK}");
  if (link) import(link.href).then((socket) => window.socket = socket);
  return Boolean(window.socket?.isOpen());
}}"""
# What a form for a table sends of the shuffle, as if the server and the browser had drawn just that.
DRAW = """([form], drawn) => Object.entries(drawn).forEach(([name, value]) => {
  if (form.elements[name]) form.elements[name].value = value;
})"""
MORE_THAN_ENOUGH = 120  # moves or reloads; a match of Parade has fewer for one seat


def play_now(page: Page) -> None:
    page.goto("/")
    page.locator("main form[action='/play-now/'] button").first.click()
    page.wait_for_selector("#board")


def open_table(page: Page, seats: int, bots: int = 0, game: str = "parade", cards: str = "") -> str:
    """The address of a new public table; with `cards` see `with_cards`."""
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
    """If everybody at the table does so, the same cards are dealt in every run: those that go by that name, which a
    site gives once."""
    commitment = tickets.commitment_of(tickets.seed_of(cards))
    drawn = {"commitment": commitment, "ticket": signed(cards), "salt": "salt"}
    page.locator("form[data-salted]").evaluate_all(DRAW, drawn)


def signed(number: str) -> str:
    """A ticket as the site signs it."""
    return signing.TimestampSigner(salt=tickets.NAMESPACE).sign(number)


def sit_down_from_the_lobby(page: Page, table: str, cards: str = "") -> None:
    page.goto("/lobby/")
    page.locator(f"#lobby a[href='{path(table)}']").click()
    page.wait_for_url(table)
    if cards:
        with_cards(page, cards)
    sit_down(page)
    page.wait_for_selector("#board")


def sit_down(page: Page) -> None:
    page.locator("form[action$='/sit/'] button").click()


def path(address: str) -> str:
    """`/t/…/` of a table's full address."""
    return "/" + address.split("/", 3)[3]


def two_at_a_table(first: Page, second: Page, cards: str = "") -> tuple[Page, Page]:
    """Two guests at a table of two, the one whose turn it is first."""
    table = open_table(first, seats=2, cards=cards)
    sit_down_from_the_lobby(second, table, cards)
    first.wait_for_selector("#board")
    for page in (first, second):
        connected(page)
    return (first, second) if first.locator(YOURS).count() else (second, first)


def connected(page: Page) -> None:
    """Wait until the page's socket is open, so that what follows is pushed and not fetched."""
    page.wait_for_function(IS_OPEN)


def close_the_socket(page: Page) -> None:
    """As the page itself closes one that has gone silent; returns when it is closed."""
    page.evaluate(f"async () => (window.socket = {SOCKET}).reopen()")
    page.wait_for_function("() => !window.socket.isOpen()")


def tab_to(page: Page, selector: str, key: str = "Tab") -> None:
    """Press Tab (or Shift+Tab) until that has the focus, as somebody does who has no mouse."""
    for _press in range(80):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never comes to {selector}")


def your_turn_or_over(page: Page) -> bool:
    """Wait for the turn, True, or for the end, False."""
    page.wait_for_selector(f"{YOUR_MOVE}, {RESULT}")
    return page.locator(RESULT).count() == 0


def play_a_card(page: Page) -> None:
    page.locator("#hand label.pick").first.click()
    page.locator("#hand button.go").click()


def number_of(page: Page) -> str:
    """The number of the board that the hand would move on; a new one after each of one's turns."""
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


def choose_and_go(page: Page) -> None:
    """The first card, or the first two where two are to be discarded; returns when the move is told."""
    before, count = number_of(page), how_many(page)
    for index in range(count):
        page.locator("#hand label.pick").nth(index).click()
    page.locator("#hand button.go").click()
    told(page, before, count)


def how_many(page: Page) -> int:
    return 2 if page.locator(CARD).first.get_attribute("type") == "checkbox" else 1


def told(page: Page, number: str, cards: int) -> None:
    """Wait until the move of so many cards on board `number` is told. Others discard at the same time, which changes
    the number; but whoever has discarded has no further turn."""
    before = f"#hand input[name=seen][value='{number}']" if cards == 1 else YOUR_MOVE
    expect(page.locator(before)).to_have_count(0)
