"""Tables that wait for the browsers of two members: the number on every page, the next table, invitations by name."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visitor
from tests.browser.steps import choose_and_go, connected, open_table, path, play_a_card
from tests.browser.test_pages import look

PASSWORD = "a-rabbit-with-a-watch"
REGISTER = "/accounts/signup/"
REFUSED = "the server responded with a status of 403"
LOST = "the server responded with a status of {}"
ICON = "() => document.querySelector('link[rel=icon]').href.startsWith('data:')"


def member(page: Page, name: str) -> Page:
    """Register a member of that name. No page is shown: those of registering have their own tests."""
    page.request.get(REGISTER)
    token = next(cookie for cookie in page.context.cookies() if cookie["name"] == "csrftoken")["value"]
    answer = page.request.post(
        REGISTER,
        form={"username": name, "password1": PASSWORD, "csrfmiddlewaretoken": token},
        max_redirects=0,
    )
    assert "/offer/" in answer.headers["location"]
    return page


def invite(host: Page, name: str, *, seats: int = 2) -> str:
    """Open a table with a seat for that member and return its address."""
    host.goto(f"/open/?game=parade&invite={name}")
    host.select_option("[name=seats]", str(seats))
    host.locator("form[data-salted] button.go").click()
    host.wait_for_url("**/t/*/")
    return host.url


def accept(page: Page, table: str) -> None:
    page.goto("/lobby/")
    page.locator(f"#invitations a[href='{path(table)}']").click()
    page.locator("form[action$='/sit/'] button").click()
    page.wait_for_selector("#board")


def waiting_for(*pages: Page) -> Page:
    """Return the page of the player in turn at the table that all of them show."""
    for page in pages:
        page.wait_for_selector("#board")
        connected(page)
    return next(page for page in pages if page.locator("#turn.yours").count())


def counts(page: Page, number: int) -> None:
    """The page shows that number of waiting tables: in its title, its icon, and where players look for it."""
    # A live turn is named in the title, too, as soon as the page's socket tells it.
    title = re.sub("^● .*?[.] · ", "", plain(page))
    expect(page).to_have_title(
        re.compile(rf"^\({number}\) (● .* · )?{re.escape(title)}$") if number else title
    )
    page.wait_for_function(ICON if number else "() => !(" + ICON[6:] + ")")


def plain(page: Page) -> str:
    # Read once, because the number may change between two reads.
    title = page.title()
    return title.split(") ", 1)[-1] if title.startswith("(") else title


@pytest.fixture
def refused(complaints: list[str]) -> Iterator[None]:
    """The browser logs an error for a page with an error status, which is expected here."""
    yield
    assert [complaint for complaint in complaints if REFUSED not in complaint] == []
    assert complaints
    complaints.clear()


def test_the_number_changes_on_every_open_page_and_next_table_leads_on(visitor: Visitor) -> None:
    white, black = member(visitor(), "Lily White"), member(visitor(), "Bill Black")
    tables = [invite(white, "Bill Black") for _ in range(2)]
    for table in tables:
        accept(black, table)
    # The host's last waiting room becomes the board by itself, which would interrupt the next navigation.
    white.wait_for_selector("#board")
    # Play until both tables wait for Bill.
    for table in tables:
        white.goto(table)
        black.goto(table)
        if waiting_for(white, black) is white:
            choose_and_go(white)
    about = black.context.new_page()
    about.goto("/lobby/")
    connected_lobby(about)
    counts(about, 2)
    expect(about.locator("#turns b")).to_have_text("2")
    first = about.locator("#lobby li.yours time.until").first
    expect(first).to_have_text(re.compile(r"^(\d+ d \d+ h|(\d+:)?\d+:\d\d)$"))
    # The board says that it is his turn, and leads to the other table after his move.
    black.goto(tables[0])
    connected(black)
    expect(black).to_have_title(re.compile(r"^\(2\) ● "))
    wrong = look(black, "board-with-next-table")
    choose_and_go(black)
    expect(about.locator("#turns b")).to_have_text("1")
    expect(about).to_have_title(re.compile(r"^\(1\) "))
    counts(black, 1)
    wrong += look(about, "lobby-your-turn")
    # The band of a live turn lies over the number.
    black.locator("#live a[data-live=go]").click()
    black.wait_for_url(tables[1])
    connected(black)
    play_a_card(black)
    expect(about.locator("#turns")).to_be_hidden()
    counts(about, 0)
    expect(black.locator("#turns")).to_be_hidden()
    counts(black, 0)
    about.goto("/next/")
    about.wait_for_url("**/lobby/")
    expect(about.locator(".note")).to_have_text("No table is waiting for you.")
    assert wrong == []


def connected_lobby(page: Page) -> None:
    page.wait_for_selector("#lobby")
    page.wait_for_load_state("networkidle")


def test_a_member_is_invited_by_name_declines_and_is_invited_no_more(visitor: Visitor, refused: None) -> None:
    host, other = member(visitor(), "Hester Host"), member(visitor(), "Otto Other")
    other.goto("/lobby/")
    connected_lobby(other)
    wrong = []
    table = invite(host, "Otto Other", seats=3)
    wrong += look(host, "waiting-room-kept")
    # Pushed, because the lobby was open.
    other.wait_for_selector("#invitations")
    wrong += look(other, "lobby-invitation")
    other.locator("#invitations a.btn").first.click()
    other.wait_for_url(table)
    expect(other.locator("main")).to_contain_text("Hester Host invites you to this table.")
    wrong += look(other, "invited")
    other.locator("form[action$='/decline/'] button").click()
    other.wait_for_url("**/lobby/")
    expect(other.locator("#invitations")).to_have_count(0)
    expect(host.locator("main")).to_contain_text("Otto Other has declined.")
    wrong += look(host, "waiting-room-declined")
    host.fill("#invite-name", "Otto Other")
    host.locator("form[action$='/invite/'] button").click()
    expect(host.locator(".note.error:visible")).to_have_text("Otto Other can't be invited to this table.")
    assert wrong == []


def test_the_host_invites_at_the_table_withdraws_and_finds_friends_without_scripts(visitor: Visitor) -> None:
    host = member(visitor(java_script_enabled=False), "Nora Noscript")
    member(visitor(), "Fred Friend")
    host.goto("/friends/")
    host.fill("#add-name", "fred friend")
    host.locator("form[action='/friends/add/'] button").click()
    expect(host.locator(".people")).to_contain_text("Fred Friend")
    expect(host.locator(".people")).to_contain_text("here now")
    host.locator(".people a.btn").click()
    expect(host.locator("[name=invite]")).to_have_value("Fred Friend")
    host.goto("/open/?game=parade")
    host.select_option("[name=seats]", "3")
    host.locator("form[data-salted] button.go").click()
    host.wait_for_url("**/t/*/")
    host.fill("#invite-name", "Fred Friend")
    host.locator("form[action$='/invite/'] button").click()
    expect(host.locator(".chairs")).to_contain_text("kept for Fred Friend")
    host.locator("form[action$='/withdraw/'] button").click()
    expect(host.locator(".chairs")).not_to_contain_text("kept for")


def test_an_invitation_is_accepted_and_declined_without_scripts(visitor: Visitor) -> None:
    host, other = member(visitor(), "Ines Inviter"), member(visitor(java_script_enabled=False), "Plain Paul")
    tables = [invite(host, "Plain Paul") for _ in range(2)]
    for table, action in zip(tables, ("sit", "decline"), strict=True):
        other.goto("/lobby/")
        other.locator(f"#invitations a[href='{path(table)}']").click()
        other.locator(f"form[action$='/{action}/'] button").click()
        other.wait_for_selector("#board" if action == "sit" else "#lobby")
    expect(other.locator("#invitations")).to_have_count(0)


def test_the_pages_of_ones_people_and_of_the_token(visitor: Visitor) -> None:
    page = member(visitor(), "Tilly Token")
    member(visitor(), "Vera Well Known")
    page.goto("/friends/")
    wrong = look(page, "friends-none")
    page.goto("/@Vera Well Known/")
    wrong += look(page, "profile-of-another")
    page.locator("form[action='/friends/add/'] button").click()
    page.goto("/friends/")
    page.fill("#block-name", "Vera Well Known")
    wrong += look(page, "friends")
    page.locator("form[action='/friends/block/'] button").click()
    expect(page.locator("main")).to_contain_text("Unblock")
    wrong += look(page, "blocked")
    page.goto("/preferences/token/")
    page.locator("button[value=make]").click()
    token = page.input_value("#token")
    assert token.startswith("ub_")
    wrong += look(page, "token")
    answer = page.request.get("/api/turns/", headers={"Authorization": f"Bearer {token}"})
    assert answer.json() == {"count": 0, "tables": []}
    guest = visitor()
    open_table(guest, seats=2)
    wrong += look(guest, "waiting-room-of-a-guest")
    guest.goto("/friends/")
    wrong += look(guest, "friends-guest")
    assert wrong == []


def test_a_blocked_person_cannot_sit_down_and_is_not_told_why(visitor: Visitor, refused: None) -> None:
    # With scripts the page in front of the other one would lose its button by itself.
    host = member(visitor(), "Bertha Blocker")
    other = member(visitor(java_script_enabled=False), "Carl Kept Away")
    table = open_table(host, seats=3)
    other.goto(table)
    host.goto("/@Carl Kept Away/")
    host.locator("form[action='/friends/block/'] button").click()
    other.locator("form[action$='/sit/'] button").click()
    expect(other.locator(".note.error:visible")).to_have_text("You can't sit down at this table.")
    other.goto("/lobby/")
    expect(other.locator(f"a[href='{path(table)}']")).to_have_count(0)


BADGES = """
window.badges = [];
navigator.setAppBadge = async (count) => badges.push(count);
navigator.clearAppBadge = async () => badges.push(0);
"""


def test_a_page_without_a_socket_asks_when_it_is_looked_at_again_but_once_a_minute(visitor: Visitor) -> None:
    one, two = member(visitor(), "Wanda Waits"), member(visitor(), "Moritz Moves")
    table = invite(one, "Moritz Moves")
    accept(two, table)
    mover = waiting_for(one, two)
    page = (two if mover is one else one).context.new_page()
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url) if "/api/" in request.url else None)
    page.add_init_script(BADGES)
    page.clock.install()
    page.goto("/about/")
    counts(page, 0)
    choose_and_go(mover)
    looked_at_again(page)
    assert requests == []
    page.clock.fast_forward(61_000)
    looked_at_again(page)
    counts(page, 1)
    looked_at_again(page)
    assert len(requests) == 1
    assert page.evaluate("badges") == [0, 1]


def looked_at_again(page: Page) -> None:
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


# All texts shown above the board. Some are removed after a second.
NOTES = """() => {
  window.notes = [];
  const line = document.querySelector('[data-link-state]');
  new MutationObserver(() => line.checkVisibility() && notes.push(line.textContent))
    .observe(line, { attributes: true, childList: true, subtree: true });
}"""


@pytest.mark.parametrize("status", [502, 429])
def test_a_move_that_a_proxy_did_not_pass_on_is_sent_again_and_counts_once(
    visitor: Visitor, complaints: list[str], status: int
) -> None:
    page = visitor()
    page.route_web_socket("**/ws/**", lambda socket: socket.close())
    open_table(page, seats=2, bots=1)
    while not page.locator("#hand label.pick").count():
        # The bot begins, and nothing is pushed here.
        page.reload()
    sent: list[str] = []

    def proxy(route: Route) -> None:
        """Lose the first request, and the answer to the second."""
        sent.append(route.request.post_data or "")
        if len(sent) == 1:
            route.fulfill(status=status, body="")
        elif len(sent) == 2:
            route.fetch()
            route.fulfill(status=status, body="")
        else:
            route.continue_()

    # The bot's move may be there already.
    lines = page.locator("#log li[id^='m-']")
    before = lines.count()
    page.route("**/move/", proxy)
    page.evaluate(NOTES)
    page.locator("#hand label.pick").first.click()
    page.locator("#hand button[data-play]").click()
    page.wait_for_function("() => notes.some((words) => words.includes('being sent again'))")
    expect(page.locator("#note")).to_be_hidden()
    expect(lines).not_to_have_count(before)
    expect(page.locator("[data-say=doubt]")).to_be_hidden()
    assert len(sent) == 3
    assert len(set(sent)) == 1
    # A closed page logs no more errors.
    page.close()
    assert [complaint for complaint in complaints if LOST.format(status) not in complaint] == []
    complaints.clear()
