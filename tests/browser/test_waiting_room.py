"""The waiting room of a host: bots are added, they and people are sent away, and the button that begins the match stays
in sight."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.sizes import wrong_anywhere
from tests.browser.steps import sit_down
from tests.browser.test_pages import violations
from tests.browser.test_safety import register

# Passes on the room's text while the countdown is there, as it changes.
KEEP_COUNTDOWN = """() => {
  const keep = () => {
    const countdown = document.querySelector("[data-begins]");
    if (countdown) keepText(countdown.closest(".room").innerText);
  };
  new MutationObserver(keep).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def with_a_friend(visitor: Visitor, width: int, height: int) -> tuple[Page, Page]:
    """Return host and friend at a table of four."""
    size = {"width": width, "height": height}
    host, friend = visitor(viewport=size), visitor(viewport=size)
    host.goto("/")
    host.locator("a[href='/with-friends/?game=parade']").click()
    # All of it is loaded then, so nothing moves under the pointer.
    host.wait_for_url("**/with-friends/**")
    expect(host.get_by_label("2", exact=True)).to_be_checked()
    host.get_by_label("4", exact=True).check()
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url("**/t/*/")
    friend.goto(host.locator("#invitation").input_value())
    expect(friend.locator(".begin button.go")).to_be_in_viewport(ratio=1)
    # A made-up name is there to be written over, or to be kept.
    expect(friend.get_by_label("call you?")).to_be_focused()
    friend.keyboard.type("Mathilda")
    expect(friend.get_by_label("call you?")).to_have_value("Mathilda")
    sit_down(friend)
    expect(host.locator(".chair").nth(1)).to_contain_text("Mathilda")
    expect(host.locator(".chair:not(.free)")).to_have_count(2)
    return host, friend


def test_invitation_and_waiting_room_can_be_read_and_pressed_at_every_size(visitor: Visitor) -> None:
    host, friend = visitor(locale="fr-FR"), visitor(locale="fr-FR", color_scheme="dark")
    host.goto("/with-friends/?game=parade")
    wrong = violations(host) + wrong_anywhere(host)
    host.locator("form[data-salted] button.go").click()
    host.wait_for_url("**/t/*/")
    wrong += violations(host) + wrong_anywhere(host)
    friend.goto(host.locator("#invitation").input_value())
    wrong += violations(friend) + wrong_anywhere(friend)
    assert wrong == []


def test_before_a_match_of_invited_people_the_room_counts(visitor: Visitor) -> None:
    host, friend = visitor(viewport={"width": 360, "height": 740}), visitor()
    host.goto("/with-friends/?game=parade")
    host.get_by_role("button", name="Open the table").click()
    expect(host.get_by_role("heading", level=1)).to_have_text("Waiting for 1 more")
    expect(host.locator(".chair.yours")).to_have_count(1)
    expect(host.get_by_role("link", name="Practise a turn meanwhile")).to_be_in_viewport(ratio=1)
    friend.goto(host.locator("#invitation").input_value())
    friend.get_by_label("call you?").fill("Messenger")
    # The room counts for three seconds, which may be over before the next look at it.
    texts: list[str] = []
    host.expose_function("keepText", lambda text: texts.append(text))
    host.evaluate(KEEP_COUNTDOWN)
    sit_down(friend)
    expect(host.locator("#board")).to_be_visible()
    counted = [text for text in texts if re.search(r"^begins in [1-3] s$", text, re.MULTILINE)]
    assert counted
    for text in counted:
        assert "Everybody is here" in text and "Messenger" in text
        assert not re.search("Waiting for|free seat|every seat|Seat a bot|Close the table", text)


def test_the_countdown_has_the_name_of_the_friend_for_whom_the_seat_was_kept(visitor: Visitor) -> None:
    host, friend = visitor(), visitor()
    register(host, "Countess")
    register(friend, "Footman")
    host.goto("/open/?game=parade")
    host.select_option("[name=seats]", "2")
    host.select_option("[name=pace]", "days-quick")
    host.select_option("[name=public]", "no")
    host.fill("[name=invite]", "Footman")
    host.locator("form[data-salted] button.go").click()
    expect(host.locator(".chair.free")).to_contain_text("kept for Footman")
    texts: list[str] = []
    host.expose_function("keepText", lambda text: texts.append(text))
    host.evaluate(KEEP_COUNTDOWN)
    friend.goto(host.url)
    sit_down(friend)
    expect(host.locator("#board")).to_be_visible()
    counted = [text for text in texts if "begins in" in text]
    assert counted
    assert all(re.search("^Footman$", text, re.MULTILINE) for text in counted)


def test_a_name_that_is_being_typed_stays_when_the_host_changes_the_table(visitor: Visitor) -> None:
    host, friend = visitor(), visitor()
    host.goto("/with-friends/?game=parade")
    host.get_by_role("button", name="Open the table").click()
    friend.goto(host.locator("#invitation").input_value())
    expect(friend.get_by_label("call you?")).to_be_focused()
    friend.keyboard.type("Math")
    host.locator(".room-pace summary").click()
    host.locator("[name=seats]").select_option("3")
    host.get_by_role("button", name="Change", exact=True).click()
    expect(friend.locator(".chair")).to_have_count(3)
    # The page was loaded again. It has the focus before a script has put back what was typed.
    expect(friend.get_by_label("call you?")).to_have_value("Math")
    expect(friend.get_by_label("call you?")).to_be_focused()
    friend.keyboard.type("ilda")
    expect(friend.get_by_label("call you?")).to_have_value("Mathilda")


@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360), (1280, 720)])
def test_the_host_chooses_bots_and_what_begins_the_match_stays_in_sight(
    visitor: Visitor, width: int, height: int
) -> None:
    host, friend = with_a_friend(visitor, width, height)
    begin = host.locator(".begin button.go")
    expect(begin).to_have_text("Begin with 2")
    expect(begin).to_be_in_viewport(ratio=1)
    third = host.locator(".chair").nth(2)
    third.locator("summary").click()
    third.get_by_role("button", name="Raven, strongest").click()
    expect(third).to_contain_text("Raven")
    expect(begin).to_have_text("Begin with 3")
    expect(begin).to_be_in_viewport(ratio=1)
    expect(friend.locator(".chair").nth(2)).to_contain_text("Raven")
    assert friend.locator(".chair .menu").count() == 0
    third.locator("summary").click()
    assert third.get_by_role("button", name="Raven, strongest").count() == 0
    third.get_by_role("button", name="Dormouse, gentle").click()
    expect(third).to_contain_text("Dormouse")
    third.locator("summary").click()
    third.get_by_role("button", name="Send the bot away").click()
    expect(third).to_contain_text("a free seat")
    host.locator(".room-pace summary").click()
    expect(begin).to_have_text("Begin with 2")
    expect(begin).to_be_in_viewport(ratio=1)
    host.get_by_role("button", name="Send away Mathilda").click()
    expect(host.locator(".chair").nth(1)).to_contain_text("a free seat")
    expect(friend.locator("main")).to_contain_text("You can't sit down at this table.")
