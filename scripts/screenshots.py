"""Every game's board in each language, theme and size, and `screenshots/index.html`: a page of these pictures and of those
that the browser tests take.

Takes a minute or two, on a site of its own; against bots, at the beginning of a match.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from scripts import chromium
from scripts.bench import stage
from scripts.bench.server import served
from scripts.cluster.process import ROOT

FOLDER = ROOT / "screenshots"
SIZES = ((360, 740), (1280, 720), (1366, 768), (1440, 900), (1920, 1080))
# What a picture's name has after its page's.
LANGUAGES = {"en": "", "fr": "-fr"}
THEMES = {"light": "", "dark": "-dark"}
PATIENCE = 60_000  # ms
NAME = re.compile(r"(?P<page>.+?)(-fr)?(-dark|-light)?-(\d+|phone)")
HEAD = """<!doctype html>
<meta charset="utf-8">
<title>Unbirthday, every page</title>
<style>
body { font: 16px sans-serif; }
section { display: flex; flex-wrap: wrap; gap: 12px; align-items: start; }
figure { margin: 0; }
img { width: 320px; border: 1px solid #888; }
</style>
"""


def write_index(folder: Path) -> None:
    """Each page's pictures side by side; written anew whenever tests have ended, in whichever order they ran."""
    pages: dict[str, list[Path]] = {}
    for picture in sorted(folder.glob("*.png")):
        found = NAME.fullmatch(picture.stem)
        pages.setdefault(found["page"] if found else picture.stem, []).append(picture)
    sections = [
        f"<h2>{escape(page)}</h2><section>{_figures(found)}</section>" for page, found in pages.items()
    ]
    (folder / "index.html").write_text(HEAD + "\n".join(sections), encoding="utf-8")


def _figures(pictures: list[Path]) -> str:
    return "".join(
        f'<figure><a href="{each.name}"><img src="{each.name}" alt=""></a><figcaption>{each.stem}</figcaption></figure>'
        for each in pictures
    )


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with served() as (_pid, port), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        for language in LANGUAGES:
            _take_boards(browser, f"http://127.0.0.1:{port}", language)
        browser.close()
    write_index(FOLDER)
    print(FOLDER / "index.html")


def _take_boards(browser: Browser, site: str, language: str) -> None:
    """As a guest whose browser speaks that language."""
    context = browser.new_context(base_url=site, locale=language, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    turns, races = stage.games_to_measure(), stage.games_to_measure(real_time=True)
    for game in turns + races:
        page.goto(f"/rules/{game}/")
        page.locator("form[action='/play-now/'] button").first.click()
        page.wait_for_selector("#turn.yours" if game in turns else "#hand button")
        _take(page, f"board-{game}{LANGUAGES[language]}")
    context.close()


def _take(page: Page, name: str) -> None:
    for theme, suffix in THEMES.items():
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.screenshot(path=FOLDER / f"{name}{suffix}-{width}.png")


if __name__ == "__main__":
    main()
