"""A page of the site where there is no connection, in the language of the page before."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor

# The worker has kept its pages and knows the language.
READY = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  return active.state === "activated" && Boolean(await (await caches.match("/language"))?.text());
}"""


@pytest.mark.parametrize(("locale", "head"), [("en-GB", "No connection"), ("fr-FR", "Pas de connexion")])
def test_without_a_connection_a_page_of_the_site_says_so_and_goes_on_by_itself(
    visitor: Visitor, complaints: list[str], locale: str, head: str
) -> None:
    page = visitor(locale=locale, viewport={"width": 360, "height": 740})
    page.goto("/about/")
    while not page.evaluate(READY):
        pass
    page.context.set_offline(True)
    page.goto("/rules/parade/")
    expect(page.locator("h1")).to_have_text(head)
    expect(page.locator("button")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('20px Alegreya'))")
    page.context.set_offline(False)
    expect(page.locator("article.prose h1")).to_be_visible()
    complaints.clear()
