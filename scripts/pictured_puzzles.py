"""Pictures of puzzles: asked, in a streak, answered right and wrong, and one's own mistake."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

GO = "#board button.go[form=move]"
# Check one field of each name, then others, until the button can be pressed.
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
ANSWERED = "body.answered"
# Puzzles that are answered until one answer is right and one is wrong.
MOST_PUZZLES = 40
Take = Callable[[str], None]


def take_puzzles(page: Page, game: str, take: Take) -> None:
    """Take a puzzle that is asked, in a streak too, and the first right and the first wrong answer."""
    missing = {"right", "wrong"}
    for number in range(MOST_PUZZLES):
        page.goto(f"/puzzles/next/{game}/")
        page.wait_for_selector(f"{GO}[aria-disabled]")
        if not number:
            take("puzzle-asked")
        _answer(page)
        state = "right" if page.locator(f"{ANSWERED}.right").count() else "wrong"
        if state in missing:
            missing.remove(state)
            take(f"puzzle-{state}")
        if not missing:
            break
    page.goto(f"/puzzles/next/{game}/?streak=1")
    take("puzzle-streak")


def take_mistake(page: Page, take: Take) -> None:
    """Take an own mistake of the match whose result the page shows, if its review finds one."""
    page.goto(f"{page.url}review/")
    # The first move that it tells may be folded away.
    page.wait_for_selector("#told:not(:has(#progress)) a[href*='/replay/']", state="attached")
    practise = page.locator("a[href*='/puzzles/mistakes/']")
    if not practise.count():
        return
    practise.first.click()
    page.wait_for_selector(f"{GO}[aria-disabled]")
    take("mistake-asked")
    _answer(page)
    take("mistake-told")
    page.goto("/puzzles/")
    take("mistakes")


def _answer(page: Page) -> None:
    page.evaluate(CHOOSE)
    page.locator(GO).first.click()
    page.wait_for_selector(ANSWERED)
