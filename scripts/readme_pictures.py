"""The pictures of README.md: docs/img/match.webp, a match of the first game, and the board of every game.

`make pictures` draws them in a browser on a site of its own. Deals and moves are those of the guided matches, so the
cards are always the same. The guide's sentences are hidden.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from games.rules import core
from games.rules.guide import LEARNER, Guide, guide
from scripts import chromium
from scripts.bench.server import served
from scripts.cluster.process import ROOT
from scripts.screenshots import LED, SENT

FOLDER = ROOT / "docs/img"
SIZE = (1280, 800)
# Widths of pictures in pixels; boards are shown in pairs.
WIDTH, BOARD_WIDTH = 900, 640
# How long a picture is shown, in ms: a board, a choice, the beginning of another's move.
LONG, CHOSEN, SHORT = 1500, 1300, 500
# The pause of bots, long enough that every move is seen.
PAUSE = 5000
HIDDEN = "#guide, #guide-shade { display: none !important }"
MOST_BYTES = 2_000_000


def main() -> None:
    os.environ["BOT_PAUSE_MS"] = str(PAUSE)
    with served() as (_pid, port), sync_playwright() as playwright:
        from games import boards

        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        for game in boards.games():
            with guided(browser, f"http://127.0.0.1:{port}", game) as page:
                frames = list(filmed(page, game))
            narrow(frames[-1][0], BOARD_WIDTH).save(FOLDER / f"{game}.webp", quality=82, method=6)
            if game == boards.first_game():
                save(frames)
        browser.close()


@contextmanager
def guided(browser: Browser, site: str, game: str) -> Iterator[Page]:
    """Yield the page of a guided match that has just begun."""
    size = ViewportSize(width=SIZE[0], height=SIZE[1])
    with browser.new_context(base_url=site, locale="en", viewport=size, bypass_csp=True) as context:
        context.set_default_timeout(120_000)
        page = context.new_page()
        page.goto(f"/rules/{game}/")
        page.locator(f"{LED} button").first.click()
        page.wait_for_selector("#board")
        page.add_style_tag(content=HIDDEN)
        yield page


def filmed(page: Page, game: str) -> Iterator[tuple[Image.Image, int]]:
    """Yield the board before the first move, after each choice and after each move of the guide, with its time in
    ms."""
    script = guide(game)
    assert isinstance(script, Guide)
    yield shot(page), LONG
    for number, (seat, move) in enumerate(script.moves):
        if seat == LEARNER:
            if "card" in move and page.locator(f"#h-{move['card']} label.pick").count():
                page.locator(f"#h-{move['card']} label.pick").click()
                yield shot(page), CHOSEN
            page.evaluate(SENT, [move, number])
        page.wait_for_selector(f"#m-{number + 1}", state="attached")
        if not core.game(game).REAL_TIME:
            yield shot(page), SHORT
            page.wait_for_timeout(SHORT)
        page.wait_for_timeout(SHORT)
        yield shot(page), LONG


def shot(page: Page) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def narrow(picture: Image.Image, width: int) -> Image.Image:
    return picture.resize((width, picture.height * width // picture.width), Image.Resampling.LANCZOS)


def save(frames: list[tuple[Image.Image, int]]) -> None:
    path = FOLDER / "match.webp"
    first, *others = [narrow(picture, WIDTH) for picture, _shown in frames]
    durations = [ms for _picture, ms in frames]
    first.save(path, save_all=True, append_images=others, duration=durations, loop=0, quality=70, method=6)
    assert path.stat().st_size < MOST_BYTES, f"{path} is too large: {path.stat().st_size} bytes"


if __name__ == "__main__":
    main()
