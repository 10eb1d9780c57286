"""Lighthouse scores of the landing page, lobby, rules, deals, puzzles, ladder, leaderboard, a deal's result, a person's
ratings, a table of each game and a replay, for a guest who plays. `python -m scripts.lighthouse deal puzzle` measures
only these two.

It needs Node; npx installs Lighthouse if it is missing. A site of its own is served, and caches are cleared. Each score
is the median of three runs, as Lighthouse advises, because a run differs from the next by several points. Nothing else
may run meanwhile. The telephone is four times as slow as a fast desktop computer; a slower machine is slowed down less
(https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md#calibrating-the-cpu-slowdown).
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from statistics import median
from typing import Any, cast

from playwright.sync_api import BrowserContext, sync_playwright

from scripts import chromium
from scripts.bench import stage
from scripts.bench.server import served
from scripts.cluster.process import free_port
from scripts.pictured_deals import people
from scripts.pictured_puzzles import GO
from scripts.pictured_ratings import READER, store_matches
from scripts.pictured_turns import play

LIGHTHOUSE = "lighthouse@12.2.1"
LEAST = 95
RUNS = 3
# Lighthouse's `benchmarkIndex` of a fast desktop computer, and how many times as slow a telephone is.
FAST, SLOWDOWN = 1750, 4
LONGEST = 180  # seconds for one page


def main() -> None:
    if not shutil.which("npx"):
        sys.exit("Lighthouse needs Node: there is no npx here.")
    with tempfile.TemporaryDirectory() as folder, served() as (_pid, port), ExitStack() as stack:
        # The database is not used once a browser runs in this process.
        people([]), store_matches()
        playwright = stack.enter_context(sync_playwright())
        debugged = free_port()
        browser = playwright.chromium.launch_persistent_context(
            f"{folder}/profile",
            executable_path=chromium.find(),
            args=["--no-sandbox", f"--remote-debugging-port={debugged}"],
        )
        pages = _pages(browser, f"http://127.0.0.1:{port}")
        wanted = sys.argv[1:] or list(pages)
        # The first run of a browser takes up to a second longer than the following ones.
        speed = _speed(_lighthouse(pages[wanted[0]], f"--port={debugged}"))
        slowdown = f"--throttling.cpuSlowdownMultiplier={min(SLOWDOWN, SLOWDOWN * speed / FAST):.1f}"
        print(f"benchmark index {speed:.0f}, {slowdown}", flush=True)
        presets = {"telephone": [slowdown], "desk": ["--preset=desktop"]}
        least = min([_least(browser, name, pages[name], debugged, presets) for name in wanted])
        browser.close()
    if least < LEAST:
        sys.exit(f"A score is less than {LEAST}.")


def _pages(browser: BrowserContext, site: str) -> dict[str, str]:
    """Return the URLs of the measured pages by name. The guest sits at the tables."""
    page, urls = browser.pages[0], {"landing": f"{site}/"}
    urls |= {name: f"{site}/{name}/" for name in ("lobby", "deals", "puzzles", "ladder", "leaderboard")}
    urls |= {"rules": f"{site}/rules/{stage.games_to_measure()[0]}/"}
    for game, name in zip(stage.games_to_measure(), ("deal", "result"), strict=False):
        page.goto(f"{site}/deals/{game}/")
        urls[name] = page.url
    page.locator("button.go.big").click()
    page.wait_for_selector(f"{GO}[aria-disabled]")
    play(page)
    urls["rating"] = f"{site}/@{READER}/rating/"
    page.goto(f"{site}/puzzles/next/{stage.games_to_measure()[0]}/")
    urls["puzzle"] = page.url
    for game in stage.games_to_measure() + stage.games_to_measure(real_time=True):
        page.goto(f"{site}/rules/{game}/")
        page.locator("form[action='/play-now/'] button").first.click()
        page.wait_for_selector("#board")
        urls.setdefault("replay", f"{page.url}replay/")
        urls[game] = page.url
    page.goto("about:blank")
    return urls


def _speed(report: dict[str, Any]) -> float:
    return cast(float, report["environment"]["benchmarkIndex"])


def _least(browser: BrowserContext, name: str, address: str, port: int, presets: dict[str, list[str]]) -> int:
    """Print all scores of a page and return the least."""
    least = 100
    for preset, options in presets.items():
        reports = []
        for _run in range(RUNS):
            # Cookies stay, so that the guest stays signed in.
            browser.new_cdp_session(browser.pages[0]).send("Network.clearBrowserCache")
            reports.append(_lighthouse(address, f"--port={port}", *options))
        scores = {
            key: round(100 * median(report["categories"][key]["score"] or 0 for report in reports))
            for key in reports[0]["categories"]
        }
        shifts = [report["audits"]["cumulative-layout-shift"]["numericValue"] for report in reports]
        line = "  ".join(f"{key} {score}" for key, score in scores.items())
        speed = median(map(_speed, reports))
        print(f"{name:12}{preset:11}{line}  shift {median(shifts):.3f}  index {speed:.0f}", flush=True)
        for barrier in sorted({barrier for report in reports for barrier in _barriers(report)}):
            print(f"  {barrier}", flush=True)
        least = min(least, *scores.values())
    return least


def _barriers(report: dict[str, Any]) -> list[str]:
    """Return what keeps a page from full accessibility: the audit and the element."""
    failed = [audit["id"] for audit in report["categories"]["accessibility"]["auditRefs"] if audit["weight"]]
    return [
        f"{name}: {item['node']['snippet']}"
        for name in failed
        if report["audits"][name]["score"] == 0
        for item in report["audits"][name]["details"]["items"]
    ]


def _lighthouse(address: str, *options: str) -> dict[str, Any]:
    command = [
        "npx",
        "--yes",
        LIGHTHOUSE,
        address,
        "--quiet",
        "--disable-storage-reset",
        "--output=json",
        *options,
    ]
    output = subprocess.run(command, capture_output=True, check=True, timeout=LONGEST).stdout
    return cast(dict[str, Any], json.loads(output))


if __name__ == "__main__":
    main()
