"""Push messages in a real browser: the worker shows one for each turn, and a press opens the table. Then the pages
that turn them on, with and without scripts."""

from __future__ import annotations

import itertools
import json
import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, CDPSession, Page

from scripts import chromium
from scripts.cluster.process import PATIENCE, until
from tests.browser.conftest import Visitor
from tests.browser.site import Site
from tests.browser.test_pages import look

# In seconds: a worker that the browser has ended would leave `evaluate` waiting for ever.
pytestmark = pytest.mark.timeout(2 * PATIENCE)
NUMBERS = itertools.count(1)
# Messages to a worker that isn't activated yet may be lost. The page doesn't wait for it: one that fails to install is
# never ready, without a word.
ACTIVATED = """async () =>
    (await navigator.serviceWorker.getRegistration())?.active?.state === "activated"
"""
# Without a desktop the browser removes notifications after a while, so the worker records them.
NOTED = """() => {
    self.shown = [];
    self.badges = [];
    navigator.setAppBadge = async (count) => badges.push(count);
    const really = registration.showNotification.bind(registration);
    registration.showNotification = async (title, options) => {
        await really(title, options);
        const { body, tag, renotify, data } = options;
        shown.push({ title, body, tag, renotify, url: new URL(data.url).pathname });
    };
}"""
# Returns everything that was shown when there are `count`, or after a long time.
SHOWN = """async (count) => {
    for (let round = 0; round < 3000 && shown.length < count; round++)
        await new Promise((done) => setTimeout(done, 20));
    return shown;
}"""


@pytest.fixture(scope="module")
def browser(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """A browser that has notifications."""
    with browser_type.launch(**browser_type_launch_args | {"executable_path": chromium.find()}) as chrome:
        yield chrome


@pytest.fixture
def member(visitor: Visitor) -> Page:
    page = visitor()
    register(page)
    return page


def register(page: Page) -> str:
    """Register a member and return the name."""
    name = f"Lorina {next(NUMBERS)}"
    page.goto("/accounts/signup/")
    page.fill("[name=username]", name)
    page.fill("[name=email]", f"{name.replace(' ', '.')}@example.org")
    page.fill("[name=password1]", "a-rabbit-with-a-watch")
    page.locator("main form button.go").click()
    page.wait_for_url("/")
    return name


class Worker:
    """The service worker of a page's site, and the browser's tools to push to it."""

    def __init__(self, page: Page, site: Site) -> None:
        page.context.grant_permissions(["notifications"], origin=site.url)
        self.page, self.site = page, site
        self.tools: CDPSession = page.context.new_cdp_session(page)
        self.registered: list[str] = []
        self.tools.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self.tools.send("ServiceWorker.enable")
        page.goto("/preferences/push/")
        until("the worker is activated", lambda: page.evaluate(ACTIVATED))
        there = page.context.service_workers
        self.inside = there[0] if there else page.context.wait_for_event("serviceworker")
        self.inside.evaluate(NOTED)

    def _note(self, event: dict[str, Any]) -> None:
        self.registered += [
            registration["registrationId"]
            for registration in event["registrations"]
            if not registration["isDeleted"]
        ]

    def push(self, data: str) -> None:
        self.tools.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": self.site.url, "registrationId": self.registered[-1], "data": data},
        )

    def tell(self, **message: Any) -> None:
        self.push(json.dumps(message))

    def shown(self, count: int) -> list[dict[str, Any]]:
        """Return everything that was shown, oldest first, when there are `count`."""
        notifications: list[dict[str, Any]] = self.inside.evaluate(SHOWN, count)
        assert len(notifications) == count
        return notifications


@pytest.fixture
def worker(member: Page, site: Site) -> Iterator[Worker]:
    yield Worker(member, site)


def test_a_message_is_shown(worker: Worker) -> None:
    worker.tell(title="Your turn", body="Parade", url="/t/abc/", tag="turn-abc", count=2)
    [notification] = worker.shown(1)
    assert notification == {
        "title": "Your turn",
        "body": "Parade",
        "tag": "turn-abc",
        "renotify": True,
        "url": "/t/abc/",
    }
    assert worker.inside.evaluate("badges") == [2]
    assert worker.page.url.endswith("/preferences/push/")


def test_one_table_shows_one_message(worker: Worker) -> None:
    for count, title in enumerate(("First", "Again"), start=1):
        worker.tell(title=title, tag="turn-abc")
        worker.shown(count)
    left = "async (tag) => (await registration.getNotifications({ tag })).map(({ title }) => title)"
    assert "First" not in worker.inside.evaluate(left, "turn-abc")


def test_an_unreadable_message_is_shown_by_name_alone(worker: Worker) -> None:
    for data in ("nonsense", "null", "[]", "7"):
        worker.push(data)
    assert {(message["title"], message["url"]) for message in worker.shown(4)} == {("Unbirthday", "/")}


def test_no_message_leads_to_another_site(worker: Worker) -> None:
    for number, url in enumerate(["https://evil.example/", "//evil.example/t/", "javascript:alert(1)", 7]):
        worker.tell(title="Look", url=url, tag=str(number))
    assert {message["url"] for message in worker.shown(4)} == {"/"}


def test_a_press_opens_the_page_or_comes_back_to_it(worker: Worker) -> None:
    assert press(worker, "/about/#credits") == ["opened /about/", "closed"]
    worker.page.context.new_page().goto(f"{worker.site.url}/about/")
    assert press(worker, "/about/#credits") == ["focused /about/", "closed"]


def press(worker: Worker, url: str) -> list[str]:
    """Press a notification that leads to `url`, and return what the worker does. A browser opens and raises windows
    only for real presses, which a script can't make, so its calls are recorded."""
    went: list[str] = worker.inside.evaluate(
        """async (url) => {
            const went = [];
            const note = (what) => async (url) => went.push(`${what} ${new URL(url).pathname}`);
            clients.openWindow = note("opened");
            WindowClient.prototype.focus = function () { return note("focused")(this.url); };
            let notification;
            for (let round = 0; round < 500 && !notification; round++) {
                await show({ title: "Your turn", url, tag: "turn-abc" });
                [notification] = await registration.getNotifications({ tag: "turn-abc" });
            }
            let closed = false;
            notification.close = () => (closed = true);
            const event = new NotificationEvent("notificationclick", { notification });
            let work;
            event.waitUntil = (promise) => (work = promise);
            self.dispatchEvent(event);
            await work;
            return closed ? [...went, "closed"] : went;
        }""",
        url,
    )
    return went


def test_the_page_of_browsers_says_what_to_do(visitor: Visitor, site: Site) -> None:
    member = visitor()
    name = register(member)
    member.context.grant_permissions(["notifications"], origin=site.url)
    member.goto("/preferences/push/")
    member.locator("#turn-on button").wait_for()
    assert member.locator("[data-state]:visible").count() == 1
    with_browsers(site, name)
    member.reload()
    member.locator("#turn-on button").wait_for()
    assert look(member, "push") == []


def test_a_browser_is_turned_on_and_off(visitor: Visitor, site: Site) -> None:
    page = visitor()
    page.add_init_script(MESSAGE_SERVICE)
    register(page)
    page.context.grant_permissions(["notifications"], origin=site.url)
    page.goto("/preferences/push/")
    page.locator("#turn-on button").click()
    page.locator("[data-state=on]").wait_for()
    assert page.locator("[data-endpoint] [data-this]:visible").count() == 1
    wrong = look(page, "push-on")
    page.locator("button[value=remove]").click()
    page.locator(".empty").wait_for()
    page.locator("#turn-on button").wait_for()
    assert page.evaluate("localStorage.endpoint") is None
    assert wrong == []


# A browser's push service is on the network, which tests don't use. This one records the subscription of the page.
MESSAGE_SERVICE = """
const text = (bytes) =>
    btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0)).buffer;
const subscription = () => localStorage.endpoint && {
    endpoint: localStorage.endpoint,
    options: { applicationServerKey: bytes(localStorage.siteKey) },
    toJSON: () => ({ endpoint: localStorage.endpoint, keys: JSON.parse(localStorage.browserKeys) }),
    unsubscribe: async () => localStorage.clear(),
};
PushManager.prototype.getSubscription = async () => subscription() || null;
PushManager.prototype.subscribe = async (options) => {
    const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
    const p256dh = text(new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)));
    const keys = { p256dh, auth: text(crypto.getRandomValues(new Uint8Array(16))) };
    localStorage.browserKeys = JSON.stringify(keys);
    localStorage.siteKey = options.applicationServerKey;
    localStorage.endpoint = "https://8.8.8.8/push/" + crypto.randomUUID();
    return subscription();
};
"""


def with_browsers(site: Site, name: str) -> None:
    """Store two browsers with push messages."""
    with sqlite3.connect(site.var / "unbirthday.sqlite3", timeout=20) as database:
        [number] = database.execute("SELECT id FROM accounts_user WHERE username = ?", [name]).fetchone()
        for name_of_browser in ("Firefox, Linux", "Safari, iPhone"):
            database.execute(
                "INSERT INTO games_pushsubscription (user_id, endpoint, endpoint_hash, p256dh, auth, browser, made_at)"
                " VALUES (?, 'https://push.example/', ?, '', '', ?, '2026-07-04 10:00:00')",
                [number, name + name_of_browser, name_of_browser],
            )
    database.close()


def test_without_scripts_a_browser_can_be_removed(visitor: Visitor, site: Site) -> None:
    page = visitor(java_script_enabled=False)
    name = register(page)
    page.goto("/preferences/push/")
    assert page.locator("[data-state]:visible").count() == 1
    with_browsers(site, name)
    page.reload()
    page.locator("button[value=remove]").first.click()
    page.locator(".notes .success").wait_for()
    assert page.locator("[data-endpoint]").count() == 1


def test_the_page_of_webhooks(member: Page, complaints: list[str]) -> None:
    member.goto("/preferences/webhooks/")
    wrong = look(member, "webhooks-none")
    member.fill("[name=url]", "https://10.0.0.1/hook")
    member.locator("main .form button").click()
    member.locator(".errorlist").wait_for()
    wrong += look(member, "webhooks-refused")
    # Nothing is sent there until somebody presses a button.
    member.fill(
        "[name=url]", "https://8.8.8.8/hooks/unbirthday/with/a/rather/long/path?token=0123456789abcdef"
    )
    member.locator("main .form button").click()
    member.locator(".hash").wait_for()
    member.locator("summary.link").click()
    wrong += look(member, "webhooks")
    member.locator("button[value=remove]").click()
    member.locator(".notes .success").wait_for()
    assert wrong == []
