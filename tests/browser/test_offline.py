"""Pages without a connection: one that says so, in the language of the page before, and those of tables and puzzles
that were kept for the person who is signed in."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.puzzles import files
from scripts.cluster.process import until
from tests.browser.conftest import Visitor
from tests.browser.site import Site
from tests.browser.steps import play_now
from tests.browser.test_pages import violations
from tests.browser.test_push import register

# The worker has kept its pages and knows the language.
READY = """async () => {
  const active = (await navigator.serviceWorker.getRegistration())?.active;
  return active?.state === "activated" && Boolean(await (await caches.match("/language"))?.text());
}"""
# The addresses of the pages that are kept of a kind.
KEPT = """async (kind) => {
  const names = (await caches.keys()).filter((name) => name.startsWith("kept ") && name.endsWith(kind));
  const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return lists.flat().map((request) => new URL(request.url).pathname);
}"""
PUZZLE = next(puzzle for puzzle in files.shipped("parade") if "card" in puzzle["found"][0]["move"])
BEST = PUZZLE["found"][0]["move"]["card"]
ADDRESS = f"/puzzles/parade-{PUZZLE['n']}/"
LINES = "[data-pages] li"


# Makes the kept table an hour older. Returns the time that it has.
AN_HOUR_AGO = """async () => {
  const name = (await caches.keys()).find((each) => each.startsWith("kept ") && each.endsWith("tables"));
  const cache = await caches.open(name);
  const [request] = await cache.keys();
  const page = await cache.match(request, { ignoreVary: true });
  const headers = new Headers(page.headers), html = await page.text();
  headers.set("X-Kept-At", Number(headers.get("X-Kept-At")) - 3600e3);
  await cache.put(request, new Response(html, { headers }));
  return Number(/ data-now="(\\d+)"/.exec(html)[1]);
}"""


@pytest.fixture(scope="module", autouse=True)
def _stored(site: Site) -> None:
    site._manage("puzzles", "load").communicate()


def ready(page: Page, address: str = "/about/") -> None:
    page.goto(address)
    until("the worker is ready", lambda: page.evaluate(READY))


def cached(page: Page, kind: str, count: int) -> list[str]:
    until(f"{count} {kind} are kept", lambda: len(page.evaluate(KEPT, kind)) == count)
    addresses: list[str] = page.evaluate(KEPT, kind)
    return addresses


@pytest.mark.parametrize(("locale", "head"), [("en-GB", "No connection"), ("fr-FR", "Pas de connexion")])
def test_without_a_connection_a_page_of_the_site_says_so_and_goes_on_by_itself(
    visitor: Visitor, complaints: list[str], locale: str, head: str
) -> None:
    page = visitor(locale=locale, viewport={"width": 360, "height": 740})
    ready(page)
    page.context.set_offline(True)
    page.goto("/rules/parade/")
    expect(page.locator("h1")).to_have_text(head)
    expect(page.locator("button")).to_be_in_viewport(ratio=1)
    expect(page.locator(LINES)).to_have_count(0)
    page.locator("summary").first.click()
    expect(page.locator("details[open] li")).to_have_count(5)
    assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('20px Alegreya'))")
    page.context.set_offline(False)
    expect(page.locator("article.prose h1")).to_be_visible()
    complaints.clear()


def test_back_at_a_form_that_failed_there_is_the_form(visitor: Visitor) -> None:
    page = visitor()
    ready(page, "/accounts/login/")
    page.reload()
    page.locator("input[name=login]").fill("Nobody")
    page.locator("input[name=password]").fill("wrong")
    page.locator("main form button.go").first.click()
    expect(page.locator(".errorlist")).to_be_visible()
    page.goto("/accounts/password/reset/")
    page.go_back(wait_until="commit")
    expect(page.locator("h1")).to_have_text("Sign in")


def test_without_a_connection_a_table_is_shown_as_it_was_last_seen(
    visitor: Visitor, complaints: list[str]
) -> None:
    page = visitor(viewport={"width": 360, "height": 740})
    play_now(page)
    ready(page, page.url)
    table = cached(page, "tables", 1)[0]
    hand = page.locator("#hand").inner_text()
    page.context.set_offline(True)
    page.goto("/lobby/")
    line = page.locator(LINES)
    expect(line).to_contain_text("Parade with")
    assert violations(page) == []
    line.locator("a").click()
    page.wait_for_url(f"**{table}")
    expect(page.locator("#hand")).to_have_text(hand, use_inner_text=True)
    expect(page.locator("[data-link-state]")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("[data-link-state]")).to_be_hidden()
    complaints.clear()


def test_the_clocks_of_a_kept_table_have_gone_on(visitor: Visitor, complaints: list[str]) -> None:
    page = visitor()
    play_now(page)
    ready(page, page.url)
    table = cached(page, "tables", 1)[0]
    kept = page.evaluate(AN_HOUR_AGO)
    page.context.set_offline(True)
    page.goto(table)
    now = page.locator("[data-now]:has(#board)").get_attribute("data-now")
    assert kept + 3_600_000 <= int(now or 0) < kept + 7_200_000
    page.context.set_offline(False)
    complaints.clear()


def test_a_puzzle_answered_without_a_connection_is_judged_when_it_is_back(
    visitor: Visitor, complaints: list[str]
) -> None:
    page = visitor(viewport={"width": 360, "height": 740})
    register(page)
    ready(page)
    page.goto(ADDRESS)
    assert ADDRESS in cached(page, "puzzles", 5)
    page.context.set_offline(True)
    page.goto("/puzzles/")
    expect(page.locator(LINES)).to_contain_text("(5)")
    page.goto(ADDRESS)
    page.locator(f"#h-{BEST}").click()
    page.locator("#board button.go[form=move]").click()
    expect(page.locator("[data-answers]")).to_be_visible()
    expect(page.locator(LINES)).to_contain_text("(4)")
    page.context.set_offline(False)
    expect(page.locator("#turn h2")).to_contain_text("Right")
    cached(page, "answers", 0)
    complaints.clear()


def test_nothing_of_a_person_is_kept_after_signing_out(visitor: Visitor, complaints: list[str]) -> None:
    page = visitor(viewport={"width": 1280, "height": 720})
    register(page)
    ready(page)
    page.goto(ADDRESS)
    cached(page, "puzzles", 5)
    play_now(page)
    ready(page, page.url)
    cached(page, "tables", 1)
    page.goto("/accounts/logout/")
    page.locator("main button").click()
    page.wait_for_url("**/")
    assert page.evaluate(KEPT, "") == []
    page.context.set_offline(True)
    page.goto("/lobby/")
    expect(page.locator("h1")).to_have_text("No connection")
    expect(page.locator(LINES)).to_have_count(0)
    complaints.clear()
