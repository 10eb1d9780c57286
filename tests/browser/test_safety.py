"""Passkeys with Chromium's authenticator, recovery codes, the list of sessions, download and deletion: with the mouse,
the keyboard, without scripts, and a screenshot of each page."""

from __future__ import annotations

import json
from zipfile import ZipFile

import pytest
from playwright.sync_api import Page, expect

from scripts.cluster.process import until
from tests.browser.conftest import Visitor
from tests.browser.site import Site
from tests.browser.steps import play_a_card, two_at_a_table
from tests.browser.test_pages import look
from tests.browser.test_turns import member

PASSWORD = "a-rabbit-with-a-watch"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}

# Like closing the browser's own dialog.
REFUSE = "navigator.credentials.get = async () => { throw new DOMException('no', 'NotAllowedError') }"


def press(page: Page, name: str) -> None:
    page.locator("main").get_by_role("button", name=name, exact=True).click()


def follow(page: Page, name: str) -> None:
    page.locator("main").get_by_role("link", name=name, exact=True).click()


def register(page: Page, name: str) -> None:
    """Register up to the offer of recovery codes."""
    page.goto("/accounts/signup/")
    page.fill("[name=username]", name)
    page.fill("[name=password1]", PASSWORD)
    press(page, "Register")
    page.wait_for_url("**/offer/**")


def codes_of(page: Page) -> list[str]:
    return page.locator(".codes code").all_inner_texts()


def sign_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    press(page, "Sign out")
    page.wait_for_url("/")


def sign_in(page: Page, name: str) -> None:
    page.goto("/accounts/login/")
    page.fill("[name=login]", name)
    page.fill("[name=password]", PASSWORD)
    press(page, "Sign in")


def confirm(page: Page) -> None:
    """Confirm the password."""
    page.fill("[name=password]", PASSWORD)
    press(page, "Go on")


def carry_passkeys(page: Page) -> None:
    """Let this page's browser make and use passkeys from now on."""
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    device.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})


@pytest.fixture
def dinah(visitor: Visitor, site: Site) -> Page:
    """A member without recovery codes, at an address and in a browser with passkeys."""
    page = visitor(base_url=site.by_name)
    carry_passkeys(page)
    return page


def test_a_passkey_is_added_and_signs_in_by_itself(dinah: Page) -> None:
    page = dinah
    register(page, "Dinah Passkey")
    wrong = look(page, "offer-codes")
    press(page, "Not now")
    page.wait_for_url("/")
    page.goto("/preferences/")
    follow(page, "Passkeys, codes, sessions")
    wrong += look(page, "safety")
    follow(page, "Add a passkey")
    wrong += look(page, "reauthenticate")
    confirm(page)
    page.wait_for_selector("form[data-passkey]:not([hidden])")
    wrong += look(page, "passkey-add")
    press(page, "Add a passkey")
    page.wait_for_selector(".codes")
    wrong += look(page, "recovery-codes")
    codes = codes_of(page)
    assert len(codes) == 10
    page.goto("/accounts/safety/passkeys/")
    wrong += look(page, "passkeys")
    sign_out(page)
    page.goto("/accounts/login/")
    wrong += look(page, "sign-in-passkey")
    press(page, "Sign in with a passkey")
    page.wait_for_url("/")
    sign_out(page)
    sign_in(page, "Dinah Passkey")
    page.wait_for_url("**/second-factor/")
    wrong += look(page, "second-factor")
    press(page, "Use a passkey")
    page.wait_for_url("/")
    page.goto("/accounts/reauthenticate/passkey/")
    wrong += look(page, "reauthenticate-passkey")
    press(page, "Use a passkey")
    page.wait_for_url("/")
    sign_out(page)
    sign_in(page, "Dinah Passkey")
    page.fill("[name=code]", codes[0])
    press(page, "Sign in")
    page.wait_for_url("/")
    assert wrong == []


def test_a_browser_without_passkeys_says_so_and_other_ways_stay(visitor: Visitor, site: Site) -> None:
    page = visitor(base_url=site.by_name)
    page.add_init_script("delete window.PublicKeyCredential")
    register(page, "Bill")
    page.goto("/accounts/safety/passkeys/add/")
    confirm(page)
    expect(page.locator("[data-no-passkeys]")).to_be_visible()
    assert page.locator("form[data-passkey]").is_hidden()


def test_a_passkey_that_is_not_shown_leaves_the_page_as_it_was(dinah: Page) -> None:
    page = dinah
    page.goto("/accounts/login/")
    page.add_init_script(REFUSE)
    page.reload()
    press(page, "Sign in with a passkey")
    page.wait_for_selector("[data-failed]:not([hidden])")
    assert page.locator("[data-failed]").get_attribute("role") == "alert"
    assert page.locator("[name=login]").is_visible()


def test_an_app_is_set_up_and_the_list_of_sessions_is_looked_at(visitor: Visitor) -> None:
    page = visitor()
    register(page, "Alice Codes")
    page.goto("/accounts/safety/app/")
    confirm(page)
    wrong = look(page, "app-set-up")
    page.goto("/accounts/safety/codes/new/")
    wrong += look(page, "codes-new")
    other = visitor(user_agent="Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0")
    frames: list[object] = []
    other.on("websocket", lambda opened: opened.on("framereceived", lambda frame: frames.append(frame)))
    sign_in(other, "Alice Codes")
    other.wait_for_url("/")
    # Only a lobby with an open socket can learn that its session is over.
    until("its socket is open", lambda: other.evaluate("true") and frames)
    page.goto("/accounts/sessions/")
    wrong += look(page, "sessions")
    page.get_by_role("button", name="Sign out Firefox, Windows at 127.0.0.1").click()
    page.wait_for_selector(".note.success")
    # The lobby's socket was closed with the session, and its page has been requested again.
    other.get_by_role("link", name="Sign in").first.wait_for()
    assert wrong == []


def test_the_dark_pages(visitor: Visitor) -> None:
    page = visitor(color_scheme="dark")
    register(page, "Owl Dark")
    wrong = look(page, "offer-codes-dark")
    press(page, "Make recovery codes")
    wrong += look(page, "recovery-codes-dark")
    for name, address in {"app-set-up-dark": "safety/app/", "sessions-dark": "sessions/"}.items():
        page.goto(f"/accounts/{address}")
        wrong += look(page, name)
    assert wrong == []


def test_all_by_keyboard(dinah: Page) -> None:
    page = dinah
    page.goto("/accounts/signup/")
    page.focus("[name=username]")
    page.keyboard.type("Dormouse Keys")
    tab_to(page, "[name=password1]")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/offer/**")
    tab_to(page, "main button.go")
    page.keyboard.press("Enter")
    page.wait_for_selector(".codes")
    page.goto("/accounts/safety/")
    tab_to(page, "main a[href$='/passkeys/add/']")
    page.keyboard.press("Enter")
    page.wait_for_selector("form[data-passkey]:not([hidden])")
    tab_to(page, "main button.go")
    page.keyboard.press("Space")
    page.wait_for_url("**/accounts/safety/")
    sign_out(page)
    page.goto("/accounts/login/")
    tab_to(page, "form[data-passkey] button")
    page.keyboard.press("Enter")
    page.wait_for_url("/")


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the element has the focus."""
    target = page.locator(selector).first
    for _ in range(60):
        page.keyboard.press("Tab")
        if target.evaluate("(element) => element === document.activeElement"):
            return
    raise AssertionError(f"{selector} is not reached by Tab")


def test_a_form_that_comes_back_has_the_focus_at_its_fault(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/accounts/signup/")
    page.fill("[name=username]", "Pat")
    page.fill("[name=password1]", "short")
    press(page, "Register")
    expect(page.locator("[name=password1][aria-invalid]")).to_be_focused()
    sign_in(page, "Pat")
    expect(page.locator(".errorlist.nonfield")).to_be_focused()


def test_lost_password_and_deletion_without_a_script(visitor: Visitor) -> None:
    page = visitor(java_script_enabled=False)
    register(page, "Gryphon Plain")
    press(page, "Make recovery codes")
    codes = codes_of(page)
    follow(page, "I have kept them, go on")
    page.wait_for_url("/")
    sign_out(page)
    page.goto("/accounts/password/reset/")
    follow(page, "No email address? Use a recovery code")
    page.fill("[name=username]", "gryphon plain")
    page.fill("[name=code]", codes[4])
    press(page, "Use the code")
    page.fill("[name=password1]", PASSWORD + "-new")
    page.fill("[name=password2]", PASSWORD + "-new")
    press(page, "Set the password")
    page.wait_for_url("/")
    page.goto("/accounts/delete/")
    page.fill("[name=password]", PASSWORD + "-new")
    press(page, "Go on")
    page.fill("main form.form [name=username]", "Gryphon Plain")
    press(page, "Delete everything")
    page.wait_for_url("/")
    assert "Your account is deleted." in page.inner_text(".note")


def test_a_name_that_was_deleted_goes_from_the_open_table(visitor: Visitor) -> None:
    stays, leaves = member(visitor(), "Leo Stays"), member(visitor(), "Anne Leaves")
    first, _second = two_at_a_table(stays, leaves)
    play_a_card(first)
    leaves.goto("/accounts/delete/")
    confirm(leaves)
    leaves.fill("main form.form [name=username]", "Anne Leaves")
    press(leaves, "Delete everything")
    expect(stays.locator("#ranking")).to_contain_text("Former player")
    expect(stays.locator("main")).not_to_contain_text("Anne Leaves", use_inner_text=True)


def test_whoever_has_taken_another_name_is_offered_as_a_friend_on_the_open_table(visitor: Visitor) -> None:
    stays, renamed = member(visitor(), "Tom Stays"), member(visitor(), "Anne Before")
    two_at_a_table(stays, renamed)
    table = renamed.url
    renamed.goto("/preferences/")
    renamed.fill("[name=username]", "Anne Since")
    renamed.locator("form:has([name=username]) button").first.click()
    renamed.wait_for_load_state()
    renamed.goto(f"{table}resign/")
    press(renamed, "Resign")
    expect(stays.locator("#ranking")).to_contain_text("Anne Before")
    stays.reload()
    add = stays.get_by_role("button", name="Add Anne Since to friends")
    expect(add).to_be_visible()
    # What a push does.
    stays.evaluate("""document.dispatchEvent(new CustomEvent("htmx:ws:after:message:incoming", {
        detail: {message: {json: () => Promise.reject()}},
    }))""")
    expect(add).to_be_visible()


def test_the_pages_for_lost_passwords_and_for_leaving(visitor: Visitor) -> None:
    page = visitor()
    register(page, "Mock Farewell")
    press(page, "Make recovery codes")
    codes = codes_of(page)
    page.goto("/preferences/")
    wrong = look(page, "preferences-yours")
    with page.expect_download() as download:
        press(page, "Download everything")
    with ZipFile(download.value.path()) as archive:
        assert json.loads(archive.read("account.json"))["username"] == "Mock Farewell"
    page.goto("/accounts/delete/")
    wrong += look(page, "delete")
    sign_out(page)
    page.goto("/accounts/recover/")
    wrong += look(page, "recover")
    page.fill("[name=username]", "Mock Farewell")
    page.fill("[name=code]", codes[0])
    press(page, "Use the code")
    wrong += look(page, "recover-password")
    assert wrong == []
