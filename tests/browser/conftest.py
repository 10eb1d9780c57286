"""One site for all browser tests, a real Chromium, and visitors that report everything that looks wrong."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect

from scripts import chromium
from scripts.picture_index import write_index
from tests.browser import luck
from tests.browser.site import ROOT, Site
from tests.helpers.once import fresh_site

# In ms, far more than anything takes, so that a slow machine doesn't fail a test. Reviews have the lowest priority.
PATIENCE = 300_000
# Leaving a page before its socket is open is no error.
LEFT_EARLY = "WebSocket is closed before the connection is established"
Visitor = Callable[..., Page]


def pytest_configure() -> None:
    expect.set_options(timeout=PATIENCE)


def pytest_sessionfinish() -> None:
    if (folder := ROOT / "screenshots").is_dir():
        write_index(folder)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    arguments = [
        "--disable-gpu",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-dev-shm-usage",
    ]
    if os.geteuid() == 0:
        arguments.append("--no-sandbox")
    return {"executable_path": chromium.find_light(), "args": arguments}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    running = Site(tmp_path_factory.mktemp("site"), fresh_site(tmp_path_factory))
    running.start()
    yield running
    running.kill()
    assert running.troubles() == ""


@pytest.fixture
def complaints() -> list[str]:
    """Return what the visitors' browsers complained of. A test that expects complaints removes them."""
    return []


@pytest.fixture
def visitor(
    browser: Browser, site: Site, complaints: list[str], request: pytest.FixtureRequest
) -> Iterator[Visitor]:
    """Return a function that makes a new person with a browser: `visitor(java_script_enabled=False)`,
    `visitor(viewport=…)`."""
    site.deal_to(request.node.nodeid)
    contexts: list[BrowserContext] = []
    unanswered: set[Request] = set()

    def come(**options: Any) -> Page:
        context = browser.new_context(**({"base_url": site.url, "reduced_motion": "reduce"} | options))
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        context.add_init_script(luck.OF_BROWSERS % {"number": len(contexts)})
        page = context.new_page()
        page.on("console", lambda message: _hear(message, complaints))
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on("request", lambda request: _watch(request, site, complaints))
        page.on("request", lambda request: unanswered.add(request))
        page.on("requestfinished", lambda request: unanswered.discard(request))
        page.on("requestfailed", lambda request: unanswered.discard(request))
        return page

    yield come
    # It is shown if the test fails: whether a button was missed, or the site did not answer.
    print([page.url for context in contexts for page in context.pages])
    print([f"{request.method} {request.url}" for request in unanswered])
    for context in contexts:
        context.close()
    assert complaints == []


def _hear(message: ConsoleMessage, complaints: list[str]) -> None:
    # Violations of the content security policy are logged on the console, too.
    if message.type in ("error", "warning") and LEFT_EARLY not in message.text:
        complaints.append(f"{message.type}: {message.text}")


def _watch(request: Request, site: Site, complaints: list[str]) -> None:
    # The workbench's frames also have names of this machine.
    here = urlsplit(request.url).netloc.endswith(f".localhost:{site.port}")
    if not here and not request.url.startswith((site.url, site.by_name, "data:", "blob:")):
        complaints.append(f"another host: {request.url}")
