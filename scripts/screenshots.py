"""Pictures of every game's board at every step, in each language, theme and size, and `screenshots/index.html`.

It takes most of an hour, on a site of its own. `python -m scripts.screenshots GAME --language en` takes those of one
game. Each game is played to its end against bots. Pictures show each new decision, before and after choosing, taken
cards, the result, another player's move, puzzles, and the guided match step by step with a refusal. No game is named
here: a board's controls are fields, and a move's button says what it needs.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from games.rules import core
from games.rules.guide import guide
from scripts import chromium
from scripts.bench.server import served
from scripts.cluster.process import ROOT
from scripts.picture_index import write_index
from scripts.pictured_deals import people, take_member, take_visitor
from scripts.pictured_puzzles import CHOOSE, GO, take_mistake, take_puzzles
from scripts.pictured_ratings import Stored, store_matches, take_ratings
from scripts.pictured_turns import MOST_TURNS, RESULT, SEEN, YOURS, is_over, send

FOLDER = ROOT / "screenshots"
SIZES = ((360, 740), (390, 844), (740, 360), (820, 1180), (1280, 720), (1440, 900))
# The suffix of a picture's name.
LANGUAGES = {"en": "", "fr": "-fr"}
THEMES = {"light": "", "dark": "-dark"}
PATIENCE, MOMENT = 60_000, 500  # ms
BEGAN = time.monotonic()
# The value for table rules that are counted in hundreds, so that a race ends within a minute.
FLIPS = 8
# Pages of the daily features, as visitors see them.
PAGES = {
    "puzzles": "/puzzles/",
    "ladder": "/ladder/",
    "leaderboard": "/leaderboard/",
}
PLAYED, LED = "form[action='/play-now/']", "form[action='/guided/']"
STEP = ".guide-step:not([hidden])"
# A step: what the main button asks for, the number of parts, and the title, which differs in a last round.
ASKED = f"""() => {{
  const go = document.querySelector('{GO}');
  return [`${{go.value || 'move'}}-${{go.dataset.needs ?? 1}}`, document.querySelector('#turn h2').textContent];
}}"""
# Send the guide's move as programs do.
SENT = """([move, number]) => {
  const form = document.getElementById('move');
  const headers = {'Content-Type': 'application/json', 'X-CSRFToken': form.elements.csrfmiddlewaretoken.value};
  fetch(form.action, {method: 'POST', headers, body: JSON.stringify({move, key: `guide-${number}`, seen: number})});
}"""
# In a race press any enabled button.
RACING = """() => setInterval(() => {
  const able = [...document.querySelectorAll('#acts button, #hand button')];
  const free = able.filter((each) => each.getAttribute('aria-disabled') !== 'true');
  free[Math.floor(Math.random() * free.length)]?.click();
}, 300)"""
# True if the newest move is another player's and still shown.
OTHERS = """() => {
  const line = document.querySelector('#log > [id^=m-]');
  return Boolean(line && document.getElementById(`seat-${line.dataset.seat}`) && document.querySelector('.ghosts'));
}"""
# Stop the animation of another's move while the taken cards are marked.
STILL = """{
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const animation = animate.apply(this, how);
    animation.pause();
    animation.currentTime = 500;
    return animation;
  };
}"""


def main() -> None:
    options = _options()
    FOLDER.mkdir(exist_ok=True)
    os.environ["BOT_PAUSE_MS"] = "0"
    with served() as (_pid, port):
        sessions = people(list(LANGUAGES))
        stored = None if options.games else store_matches()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
            for language in options.language:
                studio = Studio(browser, f"http://127.0.0.1:{port}", language, "")
                _take_language(studio, options.games, sessions, stored)
            browser.close()
    write_index(FOLDER)
    print(FOLDER / "index.html")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="screenshots", description="Pictures of boards, in screenshots/.")
    parser.add_argument("games", nargs="*", help="of these games alone")
    parser.add_argument("--language", nargs="+", choices=list(LANGUAGES), default=list(LANGUAGES))
    return parser.parse_args()


class Studio(NamedTuple):
    """The browser and site for the pictures of one game in one language."""

    browser: Browser
    site: str
    language: str
    game: str

    @property
    def name(self) -> str:
        return f"board-{self.game}-{{}}{LANGUAGES[self.language]}"

    @contextmanager
    def guest(self, form: str = "", size: tuple[int, int] = SIZES[4], **options: Any) -> Iterator[Page]:
        """Yield a page of a new guest, at a match that the form has begun."""
        options = {"reduced_motion": "reduce"} | options
        size_of = ViewportSize(width=size[0], height=size[1])
        with self.browser.new_context(
            base_url=self.site, locale=self.language, viewport=size_of, **options
        ) as context:
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            if form:
                _begin(page, self.game, form)
            yield page


def _take_language(studio: Studio, games: list[str], sessions: dict[str, str], stored: Stored | None) -> None:
    """Take the pages, if something is stored for them, and the games."""
    from games import boards

    if stored is not None:
        name = f"page-{{}}{LANGUAGES[studio.language]}"
        _take_pages(studio, sessions[studio.language])
        with studio.guest() as page:
            take_ratings(page, studio.site, stored, lambda step: _take(page, name.format(step)))
    for game in games or boards.games():
        _take_game(studio._replace(game=game))


def _take_pages(studio: Studio, session: str) -> None:
    def take(name: str) -> None:
        _take(page, f"page-{name}{LANGUAGES[studio.language]}")

    with studio.guest() as page:
        for name, address in PAGES.items():
            page.goto(address)
            take(name)
        take_visitor(page, take)
    with studio.guest() as page:
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": studio.site}])
        take_member(page, take)


def _take_game(studio: Studio) -> None:
    name, real_time = studio.name, core.game(studio.game).REAL_TIME
    if not real_time:
        with studio.guest(PLAYED) as page:
            _take_match(page, name)
            take_mistake(page, lambda step: _take(page, name.format(step)))
        with studio.guest() as page:
            take_puzzles(page, studio.game, lambda step: _take(page, name.format(step)))
    # A match for each size, because animations and the guide's texts depend on the size.
    for size in SIZES:
        with studio.guest(LED, size) as page:
            _take_guide(page, name, studio.game, size)
        if real_time:
            with studio.guest("", size) as page:
                _take_race(page, name, studio.game, size)
        else:
            with studio.guest("", size, reduced_motion="no-preference") as page:
                page.add_init_script(STILL)
                _begin(page, studio.game, PLAYED)
                if _until_others_move(page):
                    _take(page, name.format("moved"), (size,))


def _begin(page: Page, game: str, form: str) -> None:
    page.goto(f"/rules/{game}/")
    page.locator(f"{form} button").first.click()
    # By then the script has marked what can be chosen; a race has no such button.
    page.wait_for_selector(f"{YOURS} button.go[form=move][aria-disabled], #hand button.kind")
    # The scripts of the guide and of a race take clicks then.
    page.wait_for_load_state()


def _take_match(page: Page, name: str) -> None:
    """Play to the end, and take each new decision before and after choosing."""
    decisions: list[tuple[str, str]] = []
    for _turn in range(MOST_TURNS):
        if is_over(page):
            break
        button, title = page.evaluate(ASKED)
        fresh = (button, title) not in decisions
        decisions += [(button, title)] * fresh
        step = f"{button}-{sum(name == button for name, _title in decisions)}"
        _take_if(fresh, page, name.format(f"{step}-asked"))
        page.evaluate(CHOOSE)
        _take_if(fresh, page, name.format(f"{step}-chosen"))
        send(page)
        fallen = page.locator(".fallen").count() > 0
        _take_if(fallen and ("fallen", "") not in decisions, page, name.format("fallen"))
        decisions += [("fallen", "")] * fallen
    _take_if(page.locator(RESULT).count() > 0, page, name.format("result"))


def _take_if(wanted: bool, page: Page, name: str) -> None:
    if wanted:
        _take(page, name)


def _take_race(page: Page, name: str, game: str, size: tuple[int, int]) -> None:
    """Take the beginning, a waiting card, one's own claim, and the result of a short race."""
    page.goto(f"/open/?game={game}")
    page.select_option("[name=bots]", str(core.game(game).SEATS[0] - 1))
    page.select_option("[name=seats]", str(core.game(game).SEATS[0]))
    for fold in page.locator(".table-rules > summary").all():
        fold.click()
    for rule in page.locator("[name^=rule_][placeholder]").all():
        if float(rule.get_attribute("placeholder") or 0) >= 100:
            rule.fill(str(FLIPS))
    page.locator("form[data-salted] button.go").click()
    page.wait_for_selector("#ready button.go")
    # Drawings come from a file of their own.
    page.wait_for_load_state("networkidle")
    _take(page, name.format("ready"), (size,))
    page.locator("#ready button.go").click()
    page.wait_for_selector("#hand button.kind")
    _take(page, name.format("begins"), (size,))
    page.evaluate(RACING)
    for step, selector in (("flipped", "#flip .newest"), ("slapped", "#fate[data-of]"), ("result", RESULT)):
        page.wait_for_selector(f"{selector}, {RESULT}", state="attached")
        if step == "result":
            page.wait_for_selector(RESULT)
        _take(page, name.format(step), (size,))


def _take_guide(page: Page, name: str, game: str, size: tuple[int, int]) -> None:
    """Take each step of the guide, and one refusal."""
    script = guide(game)
    moves = {number: step.move for number, step in script.steps if step.move} if script else {}
    refused = False
    for step in range(1, len(script.steps) + 1 if script else 1):
        page.wait_for_function(
            f"step => document.querySelector('{STEP} .guide-mark')?.firstChild.data.trim() === String(step)",
            arg=step,
        )
        _take(page, name.format(f"guide-{step:02}"), (size,))
        further = page.locator(f"{STEP} [data-guide='1']")
        if further.count():
            further.click()
            continue
        number = int(page.locator(STEP).get_attribute("data-at") or 0)
        if number not in moves or not page.locator(f"{STEP}[data-does]").count():
            return
        if not refused and (refused := _is_refused(page)):
            _take(page, name.format("refused"), (size,))
            # The refusal stays visible until the page's own form has sent something else.
            page.reload()
            page.wait_for_selector(STEP)
        page.evaluate(SENT, [moves[number], number])


def _is_refused(page: Page) -> bool:
    """Try the first choice. Return True if the guide refuses it."""
    number = page.evaluate(SEEN)
    if page.locator(GO).count():
        page.evaluate(CHOOSE)
        page.locator(GO).first.click()
    else:
        page.locator("#hand button.kind").first.click()
    page.wait_for_function(
        f"number => document.querySelector('#note:not([hidden])') || {SEEN} !== number", arg=number
    )
    return page.locator("#note:not([hidden])").count() > 0


def _until_others_move(page: Page) -> bool:
    """Play until the last move is another's and still shown. Return True if there is one."""
    for _turn in range(MOST_TURNS):
        page.evaluate(CHOOSE)
        send(page)
        _go_on(page)
        if page.evaluate(OTHERS) or page.locator(RESULT).count():
            break
    return bool(page.evaluate(OTHERS))


def _go_on(page: Page) -> None:
    """Wait for one's turn. A key skips what stands still here."""
    for _moment in range(PATIENCE // MOMENT):
        if page.locator(f"{YOURS}, {RESULT}").count():
            break
        page.keyboard.press("Shift")
        page.wait_for_timeout(MOMENT)


def _take(page: Page, name: str, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
    print(
        f"{int(time.monotonic() - BEGAN):5} s  {name}  {sizes[0][0] if len(sizes) == 1 else ''}", flush=True
    )
    for theme, suffix in THEMES.items():
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("scrollTo(0, 0)")
            page.screenshot(path=FOLDER / f"{name}{suffix}-{width}.png")


if __name__ == "__main__":
    main()
