"""Every page without a board, on a phone and on a low desk: no target under 44 px and no text under 14 px."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.urls import get_resolver
from playwright.sync_api import Page

from games import boards
from tests.browser.conftest import Visitor
from tests.browser.sizes import IN_RESULT, wrong_anywhere
from tests.browser.steps import MORE_THAN_ENOUGH, finish, play_now
from tests.browser.test_turns import member

PHONE_AND_DESK = ((360, 740), (1280, 720))
# Django's own.
NOT_OURS = ("admin/",)
OPENED = "document.querySelectorAll('main details').forEach((each) => { each.open = true; })"


def addresses(patterns: Iterable[Any], before: str = "") -> Iterator[str]:
    """Yield the addresses of the site that have no parameters."""
    for pattern in patterns:
        address = before + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            yield from addresses(pattern.url_patterns, address)
        elif "<" not in address and not address.startswith(NOT_OURS):
            yield f"/{address}"


def is_page(page: Page, address: str) -> bool:
    """Return True if the address answers by a page of its own: no form's target, file or redirection."""
    answer = page.request.get(address)
    return answer.ok and "html" in answer.headers["content-type"] and answer.url.endswith(address)


def wrong_on(page: Page, pages: Iterable[str]) -> list[str]:
    """Return what is too small on these pages, with everything unfolded."""
    wrong = []
    for address in pages:
        page.goto(address)
        page.evaluate(OPENED)
        wrong += [f"{address} {fault}" for fault in wrong_anywhere(page, sizes=PHONE_AND_DESK)]
    return wrong


def pages_of(page: Page) -> list[str]:
    return [path for path in addresses(get_resolver().url_patterns) if is_page(page, path)]


def deals(page: Page) -> list[str]:
    """Return the addresses of today's deals. A new site draws them soon after its start."""
    links = page.locator(".face .btn[href^='/deals/']")
    for _reload in range(MORE_THAN_ENOUGH):
        page.goto("/deals/")
        if links.count() == len(boards.games()):
            break
    addresses = [link.get_attribute("href") or "" for link in links.all()]
    assert len(addresses) == len(boards.games())
    return addresses


# French has the longest words.
def test_nothing_is_small_on_a_visitors_pages_in_french(visitor: Visitor) -> None:
    page = visitor(locale="fr")
    pages = pages_of(page)
    assert {"/", "/lobby/", "/ladder/", "/accounts/login/"} <= set(pages)
    wrong = wrong_on(page, [*pages, *(f"/rules/{game}/" for game in boards.games())])
    assert wrong + wrong_on(page, deals(page)) == []


def test_nothing_is_small_on_a_members_pages(visitor: Visitor) -> None:
    page = member(visitor(), "Thumb")
    play_now(page)
    finish(page)
    assert wrong_anywhere(page, IN_RESULT) == []
    table, pages = page.url, pages_of(page)
    assert {"/", "/yours/", "/preferences/notifications/", "/friends/"} <= set(pages)
    own = ["/@Thumb/", "/@Thumb/rating/", f"{table}replay/", f"{table}shuffle/"]
    assert wrong_on(page, [*pages, *own]) == []
