"""From the first page to the first card in every game: two clicks, and every visible control works."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visitor
from tests.browser.races import be_ready
from tests.browser.steps import connected, open_table, sit_down, two_at_a_table
from tests.browser.test_pages import violations

# The first control at a table, by game.
FIRST_CARD = {
    "parade": "#hand label.pick:has(input[name=card])",
    "stockings": "#hand button.kind, #acts button",
    "tea_time": "#grid label.pick:has(input[name=cell]:not([aria-disabled=true]))",
    "wonderland": "#hand label.pick:has(input[name=card])",
}


# Layout shifts since the page was loaded, as browsers measure them.
SHIFTS = """() => new Promise((done) => new PerformanceObserver((list) => done(
  list.getEntries().filter((each) => !each.hadRecentInput).reduce((sum, each) => sum + each.value, 0)
)).observe({ type: "layout-shift", buffered: true }) || setTimeout(() => done(0), 200))"""
MOST_SHIFTED = 0.05


def test_nothing_jumps_while_a_page_loads(visitor: Visitor) -> None:
    newcomer, page = visitor(), visitor()
    shifts = [shifted(newcomer, "/"), shifted(newcomer, "/lobby/")]
    # Use people, because a bot's move would move cards.
    two_at_a_table(page, newcomer)
    table = page.url
    shifts += [shifted(page, "/"), shifted(page, table)]
    assert page.locator("#board").count() == 1
    assert [shift for shift in shifts if shift >= MOST_SHIFTED] == []


def shifted(page: Page, address: str) -> float:
    page.goto(address)
    page.wait_for_load_state("networkidle")
    moved: float = page.evaluate(SHIFTS)
    return moved


# The width of the first cover with all covers and without the others: a page is painted before it is complete.
WIDTHS = """() => {
  const [first, ...rest] = document.querySelectorAll('.covers > li');
  const wide = first.offsetWidth;
  for (const each of rest) each.remove();
  return [rest.length, wide, first.offsetWidth];
}"""


def test_a_cover_stays_where_it_is_when_the_next_is_read(visitor: Visitor) -> None:
    page = visitor()
    for address in ("/", "/rules/"):
        page.goto(address)
        rest, wide, alone = page.evaluate(WIDTHS)
        assert rest == 3
        assert alone == wide


@pytest.mark.parametrize("game", FIRST_CARD)
def test_two_clicks_from_the_landing_page_to_the_first_card(visitor: Visitor, game: str) -> None:
    page = visitor()
    page.goto("/")
    page.locator(f"form[action='/play-now/'] button[value={game}]").click()
    if game == "stockings":
        # A race waits until its person is ready, and begins after a countdown.
        be_ready(page)
        page.wait_for_selector("#flip .newest > svg")
    page.locator(FIRST_CARD[game]).first.click()
    assert page.locator("#board").count() == 1
    expect(page.locator("#note")).to_be_hidden()


def test_a_rules_page_starts_its_game(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/rules/tea_time/")
    page.locator("form[action='/play-now/'] button").first.click()
    page.wait_for_selector("#grid")


def test_friends_come_by_a_link_that_is_copied_by_a_button(visitor: Visitor) -> None:
    host, friend = visitor(permissions=["clipboard-read", "clipboard-write"]), visitor()
    host.goto("/")
    host.locator("a[href='/with-friends/?game=tea_time']").click()
    host.get_by_label("3", exact=True).check()
    host.get_by_role("button", name="Open the table").click()
    host.locator("button[data-copy]").click()
    expect(host.locator("button[data-copy]")).to_have_text("Copied")
    link = host.evaluate("navigator.clipboard.readText()")
    assert link == host.locator("#invitation").input_value()
    # The address of the page may be passed on as well.
    expect(host).to_have_url(link)
    assert host.locator(".ask-somebody svg path").count() == 1
    friend.goto(link)
    expect(friend.locator("h1")).to_have_text("Tea Time")
    sit_down(friend)
    host.wait_for_function("document.querySelectorAll('.chair:not(.free)').length === 2")
    host.get_by_role("button", name="Begin with 2").click()
    for page in (host, friend):
        page.wait_for_selector("#board")
        assert page.locator(".board .seat").count() == 1
        expect(page).to_have_url(link)


def test_a_button_that_cannot_be_used_yet_says_what_to_choose(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/")
    page.locator("form[action='/play-now/'] button[value=parade]").click()
    connected(page)
    button = page.locator("#hand button[data-play]")
    expect(button).to_have_text("Choose a card")
    expect(button).to_have_attribute("aria-disabled", "true")
    sent = posted_addresses(page)
    button.click(force=True)
    page.locator("#hand label.pick").first.click()
    expect(button).to_contain_text("Play ")
    expect(button).not_to_have_attribute("aria-disabled", "true")
    assert sent == []
    button.click()
    expect(page.locator("#note")).to_be_hidden()


def posted_addresses(page: Page) -> list[str]:
    """Return a list of the moves that the page sends from now on, by fetch or as a form."""
    questions: list[str] = []
    page.on("request", lambda request: questions.append(request.url) if request.method == "POST" else None)
    return questions


def test_a_result_says_first_who_won_and_what_can_be_done_then(visitor: Visitor) -> None:
    page = visitor(permissions=["clipboard-read", "clipboard-write"])
    open_table(page, seats=2, bots=1)
    page.wait_for_selector("#board")
    table = page.url
    page.goto(f"{table}resign/")
    page.locator("main form button").click()
    page.wait_for_selector("#result")
    # Copying needs the scripts.
    page.wait_for_load_state()
    # On a desk the count stands beside them.
    parts = ("#turn h2", "#foot button.go", "#ranking", ".after a[href*='/register/']")
    places = [top(page, part) for part in parts]
    assert places == sorted(places) and page.locator("main a[href*='/register/']").count() == 1
    page.locator("details.after summary").click()
    page.locator("button[data-link]").click()
    expect(page.locator("button[data-link]")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == f"{table}replay/?move=0"
    page.locator("details.after a[href$='/replay/?move=0']").click()
    expect(page).to_have_url(f"{table}replay/?move=0")


def top(page: Page, selector: str) -> float:
    """Return where the element begins on the page."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["y"]


def coach_of(page: Page, game: str) -> Locator:
    """Begin a match from the page of the rules. Return the button that asks the coach, once it is the reader's turn."""
    page.goto(f"/rules/{game}/")
    page.locator("form[action='/play-now/'] button").first.click()
    connected(page)
    ask = page.get_by_role("button", name="Hint", exact=True)
    # Bots may move first.
    expect(ask).to_be_enabled()
    return ask


def test_the_coach_is_asked_and_answers_by_keyboard(visitor: Visitor) -> None:
    page = visitor()
    ask = coach_of(page, "tea_time")
    ask.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#hint .best th")).not_to_be_empty()
    assert page.locator("#hint ul li").count() >= 1
    assert page.locator(".cells .advised .first").count() >= 1
    expect(ask).to_be_focused()
    expect(page.locator("#log")).to_be_hidden()
    page.get_by_role("button", name="What happened").click()
    expect(page.locator("#log")).to_be_visible()
    assert page.locator(".advised").count() == 0
    expect(page.locator("#note")).to_be_hidden()
    assert page.locator("#board").count() == 1
    # On a phone it is below the grid: the head has a link, which asks again, and the answer scrolls into view above the
    # button.
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_role("link", name="Hint").click()
    expect(page.locator("#hint .best")).to_be_in_viewport(ratio=1)
    assert top(page, "#hint .best") < top(page, "#take")
    assert violations(page) == []


# What rows may say in each column. How exact an answer is depends on the machine that looks for it.
LONGEST = """(rows) => rows.forEach((row) => {
  row.querySelector(".move > span:last-child").textContent = "orange 10";
  row.querySelectorAll("td").forEach((cell) => cell.remove());
  row.insertAdjacentHTML("beforeend", "<td>about equal</td><td>more than 90%</td>");
})"""


# By how many pixels the rank of a move begins above its card.
ABOVE = """(ranks) => ranks.map((rank) =>
  rank.parentNode.querySelector(".card").getBoundingClientRect().top - rank.getBoundingClientRect().top)"""


def test_the_coachs_answer_has_room_for_the_longest_names_and_figures(visitor: Visitor) -> None:
    page = visitor()
    ask = coach_of(page, "parade")
    ask.click()
    rows = page.locator(".advice tbody tr")
    expect(rows.first).to_be_visible()
    # The ranks lie on their cards, in the hand and in the parade.
    assert page.locator("#hand .advised").count() >= 1
    assert [gap for gap in page.locator("#board .advised").evaluate_all(ABOVE) if gap > 10] == []
    rows.evaluate_all(LONGEST)
    wide = page.locator(".advice, .advice tbody th").evaluate_all(
        "(all) => all.map((each) => each.scrollWidth - each.clientWidth)"
    )
    assert wide == [0] * len(wide)


# What stands in the column beside the board, from top to bottom, while others move. Their moves take no time here.
COLUMN = """() => {
  document.getElementById("next_turn").innerHTML = '<a class="btn plain">Decide your next turn now</a>';
  return [...document.querySelectorAll(".two-tabs, #hint-counts, .told, #next_turn > a, .table-foot")]
    .filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect()).flatMap(({ top, bottom }) => [top, bottom]);
}"""


def test_after_a_hint_the_column_beside_wonderland_has_room_for_what_it_shows(visitor: Visitor) -> None:
    page = visitor(viewport={"width": 1280, "height": 720})
    coach_of(page, "wonderland").click()
    expect(page.locator("#hint .best")).to_be_visible()
    page.get_by_role("button", name="What happened").click()
    places = page.evaluate(COLUMN)
    assert len(places) >= 8
    assert places == sorted(places)
