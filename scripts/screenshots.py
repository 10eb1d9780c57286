"""Every game's board at every step, in each language, theme and size, and `screenshots/index.html`: a page of these
pictures and of those that the browser tests take.

Takes ten minutes, on a site of its own. Each game is played to its end against bots: whatever is asked for the
first time is taken as it is asked and once it is chosen, so is what has fallen, and the result; then another's move while
it is shown, and how the guided match begins. No game is named here: a board's controls are fields, a move's button says
what it needs.
"""

from __future__ import annotations

import os
import re
from html import escape
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from scripts import chromium
from scripts.bench import stage
from scripts.bench.server import served
from scripts.cluster.process import ROOT

FOLDER = ROOT / "screenshots"
SIZES = ((360, 740), (1280, 720), (1366, 768), (1440, 900), (1920, 1080))
# What a picture's name has after its page's.
LANGUAGES = {"en": "", "fr": "-fr"}
THEMES = {"light": "", "dark": "-dark"}
PATIENCE, MOMENT = 60_000, 500  # ms
MOST_TURNS, GUIDED = 80, 3
YOURS, RESULT = "#board:has(#turn.yours):has(input[name=seen])", "#result"
PLAYED, LED = "form[action='/play-now/']", "form[action='/guided/']"
GO = "#board button.go[form=move]"
# A step is what the main button asks, which move of how many parts, under another title: the last round has one.
ASKED = f"""() => {{
  const go = document.querySelector('{GO}');
  return [`${{go.value || 'move'}}-${{go.dataset.needs ?? 1}}`, document.querySelector('#turn h2').textContent];
}}"""
# One field of each name, then others, until the button can be pressed.
CHOOSE = f"""() => {{
  const ready = () => document.querySelector('{GO}')?.getAttribute('aria-disabled') !== 'true';
  const tried = new Set();
  while (!ready()) {{
    const fields = [...document.querySelectorAll('#board input[form=move]:not([type=hidden], :checked, :disabled)')];
    const open = fields.filter((each) => !tried.has(each) && (each.labels[0] ?? each).checkVisibility());
    const empty = open.find((each) => !document.querySelector(`#board input[name="${{each.name}}"]:checked`));
    const next = empty ?? open[0];
    if (!next) return;
    tried.add(next);
    next.click();
  }}
}}"""
SEEN = "(document.querySelector('#board input[name=seen]')?.value ?? '')"
# In a race whatever can be pressed is pressed.
RACING = """() => setInterval(() => {
  const able = [...document.querySelectorAll('#acts button, #hand button')];
  const free = able.filter((each) => each.getAttribute('aria-disabled') !== 'true');
  free[Math.floor(Math.random() * free.length)]?.click();
}, 300)"""
# Whether the newest move is another's, and still shown.
OTHERS = """() => {
  const line = document.querySelector('#log > [id^=m-]');
  return Boolean(line && document.getElementById(`seat-${line.dataset.seat}`) && document.querySelector('.ghosts'));
}"""
# Another's move stands still while what it takes is marked.
STILL = """{
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const animation = animate.apply(this, how);
    animation.pause();
    animation.currentTime = 500;
    return animation;
  };
}"""
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
    os.environ["BOT_PAUSE_MS"] = "0"
    with served() as (_pid, port), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        for language in LANGUAGES:
            _take_games(browser, f"http://127.0.0.1:{port}", language)
        browser.close()
    write_index(FOLDER)
    print(FOLDER / "index.html")


def _take_games(browser: Browser, site: str, language: str) -> None:
    """Each game as a guest whose browser speaks that language and who is new to it."""
    races = stage.games_to_measure(real_time=True)
    for game in stage.games_to_measure() + races:
        name = f"board-{game}-{{}}{LANGUAGES[language]}"
        for take, form in ((_take_race if game in races else _take_match, PLAYED), (_take_guide, LED)):
            with browser.new_context(base_url=site, locale=language, reduced_motion="reduce") as context:
                take(_opened(context, game, form), name)
        if game not in races:
            _take_moves(browser, site, language, game, name)


def _opened(context: BrowserContext, game: str, form: str = PLAYED) -> Page:
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"/rules/{game}/")
    page.locator(f"{form} button").first.click()
    # A script says by then what is to be chosen; a race has no such button.
    page.wait_for_selector(f"{YOURS} button.go[form=move][aria-disabled], #hand button.kind")
    return page


def _take_match(page: Page, name: str) -> None:
    """To its end; what is asked for the first time before and after something is chosen."""
    known: list[tuple[str, str]] = []
    for _turn in range(MOST_TURNS):
        page.wait_for_selector(f"{YOURS}, {RESULT}")
        if page.locator(RESULT).count():
            break
        asked, title = page.evaluate(ASKED)
        fresh = (asked, title) not in known
        known += [(asked, title)] * fresh
        step = f"{asked}-{sum(each == asked for each, _title in known)}"
        _take_if(fresh, page, name.format(f"{step}-asked"))
        page.evaluate(CHOOSE)
        _take_if(fresh, page, name.format(f"{step}-chosen"))
        _send(page)
        fallen = page.locator(".fallen").count() > 0
        _take_if(fallen and ("fallen", "") not in known, page, name.format("fallen"))
        known += [("fallen", "")] * fallen
    _take_if(page.locator(RESULT).count() > 0, page, name.format("result"))


def _take_if(wanted: bool, page: Page, name: str) -> None:
    if wanted:
        _take(page, name)


def _send(page: Page) -> None:
    """Until the move has been made."""
    number = page.evaluate(SEEN)
    page.locator(GO).first.click()
    page.wait_for_function(f"number => {SEEN} !== number || document.querySelector('{RESULT}')", arg=number)


def _take_race(page: Page, name: str) -> None:
    """At its beginning and as it goes on; to its end it may take ten minutes, or one resigns."""
    _take(page, name.format("asked"))
    page.evaluate(RACING)
    page.wait_for_selector("#log > [id^=m-]")
    _take(page, name.format("chosen"))
    page.goto(f"{page.url}resign/")
    page.locator("main form button.danger").click()
    page.wait_for_selector(RESULT)
    _take(page, name.format("result"))


def _take_guide(page: Page, name: str) -> None:
    """The first steps of the guided match, as far as nothing has to be done for the next one."""
    for step in range(1, GUIDED + 1):
        page.wait_for_selector(".guide-step:not([hidden])")
        _take(page, name.format(f"guide-{step}"))
        further = page.locator(".guide-step:not([hidden]) [data-guide='1']")
        if not further.count():
            return
        further.click()


def _take_moves(browser: Browser, site: str, language: str, game: str, name: str) -> None:
    """Another's move as it is shown: it lies where it lay at that size, so each size has a match of its own."""
    for width, height in SIZES[:2]:
        options: Any = {"reduced_motion": "no-preference", "viewport": {"width": width, "height": height}}
        with browser.new_context(base_url=site, locale=language, **options) as context:
            context.add_init_script(STILL)
            page = _opened(context, game)
            if _until_others_move(page):
                _take(page, name.format("moved"), ((width, height),))


def _until_others_move(page: Page) -> bool:
    """When one's turn comes, what is shown of the last move is still seen; it may have been one's own."""
    for _turn in range(MOST_TURNS):
        page.evaluate(CHOOSE)
        _send(page)
        _go_on(page)
        if page.evaluate(OTHERS) or page.locator(RESULT).count():
            break
    return bool(page.evaluate(OTHERS))


def _go_on(page: Page) -> None:
    """Until the turn comes: what must be seen, and stands still here, is left by a key."""
    for _moment in range(PATIENCE // MOMENT):
        if page.locator(f"{YOURS}, {RESULT}").count():
            break
        page.keyboard.press("Shift")
        page.wait_for_timeout(MOMENT)


def _take(page: Page, name: str, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
    print(name, flush=True)
    for theme, suffix in THEMES.items():
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("scrollTo(0, 0)")
            page.screenshot(path=FOLDER / f"{name}{suffix}-{width}.png")


if __name__ == "__main__":
    main()
