"""Every mail to people, through a real mail server: its links work, and its HTML is checked on a desktop screen and a
phone. Then the page with the settings for notifications."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scripts.cluster.process import until
from tests.browser.conftest import Visitor
from tests.browser.site import Site
from tests.browser.test_pages import look
from tests.helpers.once import fresh_site
from tests.notifications.servers import Box, mail_server

PASSWORD = "a-rabbit-with-a-watch"
HOUR = timedelta(hours=1)


@pytest.fixture(scope="module")
def box() -> Iterator[Box]:
    with mail_server() as (box, _port):
        yield box


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, box: Box) -> Iterator[Site]:
    """A site that sends its mails to that box."""
    fresh = fresh_site(tmp_path_factory)
    running = Site(tmp_path_factory.mktemp("mails"), fresh, EMAIL_URL=f"smtp://127.0.0.1:{box.port}")
    running.settings["SITE_URL"] = running.url
    running.start()
    yield running
    running.kill()
    assert running.troubles() == ""


class Rows:
    """The site's database, for changes that would take days."""

    def __init__(self, site: Site) -> None:
        self.path = Path(site.var) / "unbirthday.sqlite3"

    def run(self, statement: str, *values: Any) -> list[Any]:
        with sqlite3.connect(self.path, timeout=20) as connection:
            parameters = [
                value.strftime("%Y-%m-%d %H:%M:%S.%f") if isinstance(value, datetime) else value
                for value in values
            ]
            result = connection.execute(statement, parameters).fetchall()
        connection.close()
        return result

    def nobody_looks(self) -> None:
        self.run("UPDATE games_seat SET present_at = NULL")

    def sort(self, which: str = "kind != 'time_short'") -> None:
        """Wait until all notifications have been sorted, as if nobody had looked and enough time had passed. Leaving a
        page is stored a moment later and would delay them."""
        news = f"fanned_out_at IS NULL AND {which}"

        def sorted_out() -> bool:
            self.nobody_looks()
            self.run(f"UPDATE games_notification SET due_at = ? WHERE {news}", datetime.now(UTC))
            return not self.run(f"SELECT 1 FROM games_notification WHERE {news}")

        until("all is sorted", sorted_out)


@pytest.fixture
def rows(site: Site) -> Rows:
    return Rows(site)


def arrived(box: Box, name: str, words: str) -> EmailMessage:
    """Wait for a mail to that member with these words in its subject, and take it out of the box."""

    def newest_mail() -> EmailMessage | None:
        for mail in box.mails:
            if address(name) == mail["To"] and words in mail["Subject"]:
                box.mails.remove(mail)
                return mail
        return None

    mail: EmailMessage = until(f"{words!r} to {name}", newest_mail)
    return mail


def address(name: str) -> str:
    return f"{name.lower()}@example.org"


def body(mail: EmailMessage, kind: str) -> str:
    part = mail.get_body((kind,))
    assert part is not None
    return str(part.get_content())


def link(mail: EmailMessage, path: str) -> str:
    """Return the address in a mail's text that contains this path."""
    match = re.search(rf"http://\S*{path}\S*", body(mail, "plain"))
    assert match
    return match[0]


def registered(page: Page, box: Box, name: str) -> EmailMessage:
    """Register a member and confirm the address with the link in the mail, which is returned."""
    page.goto("/accounts/signup/")
    page.fill("[name=username]", name)
    page.fill("[name=email]", address(name))
    page.fill("[name=password1]", PASSWORD)
    page.locator("main form button.go").click()
    page.wait_for_url("/")
    mail = arrived(box, name, "Confirm")
    page.goto(link(mail, "/confirm-email/"))
    page.locator("main form button.go").click()
    page.wait_for_url(lambda url: "/confirm-email/" not in url)
    return mail


def opened(page: Page, invite: str, seats: int = 2) -> str:
    """Open a table over days with a seat for that member."""
    page.goto("/open/?game=parade")
    page.select_option("[name=seats]", str(seats))
    page.select_option("[name=pace]", "days-quick")
    page.locator("[name=invite]").fill(invite)
    page.locator("form[data-salted] button.go").click()
    page.wait_for_url("**/t/*/")
    return page.url.rstrip("/").rsplit("/", 1)[1]


def faults_of(page: Page, mail: EmailMessage, name: str) -> list[str]:
    """Return the problems of a mail's HTML as displayed. Saves a screenshot at both widths."""
    page.goto("about:blank")
    page.set_content(body(mail, "html"))
    return look(page, f"mail-{name}")


def elsewhere(*pages: Page) -> None:
    for page in pages:
        page.goto("/rules/")


def test_the_mails_of_a_match_from_the_invitation_to_the_rematch(
    visitor: Visitor, box: Box, rows: Rows
) -> None:
    ada, ben, reader = visitor(), visitor(), visitor(java_script_enabled=True)
    registered(ada, box, "Ada")
    wrong = faults_of(reader, registered(ben, box, "Ben"), "confirm")
    table = opened(ada, "Ben")
    elsewhere(ada)

    mail = arrived(box, "Ben", "Ada invites you to play Parade")
    wrong += faults_of(reader, mail, "invitation")
    ben.goto(link(mail, "/go/"))
    ben.locator("form[action$='/sit/'] button").click()
    ben.wait_for_selector("#board")
    elsewhere(ben)

    # The player who begins gets a mail; the other one after the first move.
    awaited = "SELECT name FROM games_seat WHERE table_id = ? AND awaited_since IS NOT NULL"
    begins = rows.run(awaited, table)[0][0]
    other = "Ben" if begins == "Ada" else "Ada"
    pages = {"Ada": ada, "Ben": ben}
    rows.sort()
    mail = arrived(box, begins, "Your turn: Parade")
    wrong += faults_of(reader, mail, "your-turn")

    # The link asks visitors to sign in once, and leads to the table.
    stranger = visitor()
    stranger.goto(link(mail, "/go/"))
    stranger.fill("[name=login]", begins)
    stranger.fill("[name=password]", PASSWORD)
    stranger.locator("main form button.go").first.click()
    stranger.wait_for_url(f"**/t/{table}/")
    elsewhere(stranger)

    long_ago = datetime.now(UTC) - 20 * HOUR
    bank = "UPDATE games_seat SET bank_ms=?, awaited_since=?, deadline=? WHERE table_id=? AND awaited_since NOTNULL"
    rows.run("UPDATE games_table SET increment_ms = 43200000 WHERE id = ?", table)
    rows.run(bank, 43_200_000, long_ago, long_ago + 24 * HOUR, table)
    rows.sort(f"kind = 'time_short' AND table_id = '{table}'")
    mail = arrived(box, begins, "Your time is short")
    assert "3 hours left" in body(mail, "plain")
    wrong += faults_of(reader, mail, "time-short")

    rows.run(
        "UPDATE games_table SET warned_at = ?, touched_at = ? WHERE id = ?",
        datetime.now(UTC),
        datetime.now(UTC) - 54 * 24 * HOUR,
        table,
    )
    rows.run(
        "INSERT INTO games_notification (user_id, table_id, kind, about, facts, due_at)"
        " SELECT user_id, table_id, 'abandoned', 'now', ?, ? FROM games_seat WHERE table_id = ? AND name = ?",
        f'{{"at": "{datetime.now(UTC).isoformat()}"}}',
        datetime.now(UTC),
        table,
        other,
    )
    wrong += faults_of(reader, arrived(box, other, "A match that nobody plays"), "abandoned")

    page = pages[begins]
    page.goto(f"/t/{table}/resign/")
    page.locator("main form button.danger").click()
    page.wait_for_selector("#result")
    wrong += faults_of(reader, arrived(box, other, "The match is over"), "match-over")
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(re.compile(rf"/t/(?!{table})\w+/$"))
    elsewhere(page)
    mail = arrived(box, other, f"{begins} wants to play Parade with you again")
    wrong += faults_of(reader, mail, "rematch")
    assert wrong == []


def test_a_daily_mail_of_several_tables_and_the_way_out_of_it(
    visitor: Visitor, box: Box, rows: Rows, site: Site
) -> None:
    cleo, dan, reader = visitor(), visitor(), visitor()
    registered(cleo, box, "Cleo"), registered(dan, box, "Dan")
    for page in (cleo, dan):
        page.goto("/preferences/notifications/")
        page.locator("[name=rhythm][value=daily]").check()
        page.get_by_label("Somebody sat down at your table: email").check()
        page.locator("main form button.go").click()
        expect(page.locator(".note.success")).to_be_visible()
    tables = [opened(cleo, "Dan") for _ in range(4)]
    for table in tables[:2]:
        dan.goto(f"/t/{table}/")
        dan.locator("form[action$='/sit/'] button").click()
        dan.wait_for_selector("#board")
    elsewhere(cleo, dan)
    rows.sort()
    rows.run("UPDATE games_delivery SET due_at = ? WHERE status = 'waiting'", datetime.now(UTC))
    waits = rows.run(
        "SELECT table_id, name FROM games_seat WHERE awaited_since IS NOT NULL ORDER BY table_id"
    )
    name = next(name for table, name in waits if table in tables)
    mail = arrived(box, name, "")
    # Cleo is also told that her matches have begun, whoever has the turn.
    mine = [table for table, awaited in waits if awaited == name]
    assert body(mail, "plain").count("Your turn:") == len(mine)
    assert all(f"/go/{table}/" in body(mail, "plain") for table in mine)
    assert all((f"/go/{table}/" in body(mail, "plain")) == (name == "Dan") for table in tables[2:])
    wrong = faults_of(reader, mail, "daily")

    way_out = link(mail, "/unsubscribe/")
    reader.goto(way_out)
    wrong += look(reader, "unsubscribe")
    reader.get_by_role("button", name="No mails about tables at all").click()
    expect(reader.locator(".note.success")).to_contain_text(f"{name} gets no more mails about tables.")
    wrong += look(reader, "unsubscribed")
    preferences = rows.run("SELECT channels FROM games_notificationpreferences")
    assert any('"mail"' not in channels for (channels,) in preferences)
    assert wrong == []


def test_the_mail_that_somebody_sat_down_comes_to_who_asked_for_it(
    visitor: Visitor, box: Box, rows: Rows
) -> None:
    gus, hal, reader = visitor(), visitor(), visitor()
    registered(gus, box, "Gus")
    gus.goto("/preferences/notifications/")
    gus.get_by_label("Somebody sat down at your table: email").check()
    gus.locator("main form button.go").click()
    expect(gus.locator(".note.success")).to_be_visible()
    table = opened(gus, "", seats=3)
    elsewhere(gus)
    hal.goto(f"/t/{table}/")
    hal.locator("form[action$='/sit/'] button").click()
    hal.wait_for_selector("form[action$='/leave/']")
    rows.sort()
    mail = arrived(box, "Gus", "sat down")
    assert faults_of(reader, mail, "sat-down") == []


def test_the_page_of_what_is_told(visitor: Visitor, box: Box, rows: Rows) -> None:
    page = visitor(timezone_id="Europe/Paris")
    registered(page, box, "Eve")
    opened(page, "")
    page.goto("/preferences/notifications/")
    assert {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}["zone"] == "Europe/Paris"
    wrong = look(page, "notifications")
    page.locator("[name=quiet_from]").focus()
    page.keyboard.type("22")
    page.keyboard.press("Tab")
    page.keyboard.type("7")
    page.locator("main form button.go").click()
    expect(page.locator(".note.success")).to_be_visible()
    assert page.locator("[name=quiet_to]").input_value() == "7"
    rows.run(
        "UPDATE games_notificationpreferences SET daily_at = 9 WHERE user_id ="
        " (SELECT id FROM accounts_user WHERE username = 'Eve')"
    )
    plain = visitor(java_script_enabled=False, storage_state=page.context.storage_state())
    plain.goto("/preferences/notifications/")
    assert plain.locator("[name=daily_at]").input_value() == "9"
    plain.get_by_label("It is your turn: email").uncheck()
    plain.locator("main form button.go").click()
    expect(plain.locator(".note.success")).to_be_visible()
    expect(plain.get_by_label("It is your turn: email")).not_to_be_checked()
    assert wrong == []


def test_a_page_says_when_it_is_shown_and_hidden(visitor: Visitor, box: Box, rows: Rows) -> None:
    page = visitor()
    registered(page, box, "Finn")
    table = opened(page, "")
    query = "SELECT present_at IS NOT NULL FROM games_seat WHERE table_id = ? AND name = 'Finn'"
    until("its loading counts", lambda: rows.run(query, table)[0][0])
    rows.run("UPDATE games_seat SET present_at = NULL")
    until("being open counts within thirty seconds", lambda: rows.run(query, table)[0][0])
