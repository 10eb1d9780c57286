"""A guided match in the browser: its steps use the real board."""

from __future__ import annotations

import pytest
from playwright.sync_api import FloatRect, Page, expect

from games.rules import core
from games.rules.guide import guide
from tests.browser.conftest import Visitor
from tests.browser.test_pages import violations

STEP = ".led .guide-step:not([hidden])"
# Returns true if the shade covers the point.
SHADED = """([x, y]) => {
  const path = document.getElementById("guide-shade").style.clipPath.match(/"(.*)"/)[1];
  return document.createElement("canvas").getContext("2d").isPointInPath(new Path2D(path), x, y);
}"""

# Waits until an element of each selector is visible and its middle is lit, and returns true. Some are only on one of
# the two screens, as the notebook of a neighbour: there one element of the step is enough.
LIT = (
    """([selectors, all]) => {
  const shaded = %s;
  const isLit = ({ left, right, top, bottom, width }) => width && !shaded([(left + right) / 2, (top + bottom) / 2]);
  const lit = (selector) => [...document.querySelectorAll(selector)].some(
    (each) => each.checkVisibility({ visibilityProperty: true }) && isLit(each.getBoundingClientRect()));
  return all ? selectors.every(lit) : selectors.some(lit);
}"""
    % SHADED
)
# Makes the move of a step, whatever the game's controls are.
MOVE = """async (move) => {
  const form = document.getElementById("move");
  const seen = Number(document.querySelector("input[form=move][name=seen]").value);
  const headers = {
    "Content-Type": "application/json", "X-CSRFToken": form.elements.csrfmiddlewaretoken.value,
  };
  const answer = await fetch(form.action, {
    method: "POST", headers, body: JSON.stringify({ move, key: crypto.randomUUID(), seen }),
  });
  return answer.status;
}"""


def begin(page: Page, game: str) -> None:
    page.goto("/")
    page.locator(f"form[action='/guided/'] button[value={game}]").click()


def heading(page: Page, words: str) -> None:
    expect(page.locator(f"{STEP} h2")).to_have_text(words)


def test_a_guided_match_leads_from_step_to_step_and_is_resumed(visitor: Visitor) -> None:
    page = visitor(viewport={"width": 1280, "height": 720})
    begin(page, "parade")
    heading(page, "The parade")
    # It has the focus already.
    expect(page.locator(f"{STEP} [data-guide='1']")).to_be_focused()
    page.keyboard.press("Enter")
    heading(page, "What a card would cost")
    page.reload()
    heading(page, "What a card would cost")
    page.locator(f"{STEP} [data-guide='-1']").click()
    heading(page, "The parade")
    for _step in range(2):
        page.locator(f"{STEP} [data-guide='1']").click()
    heading(page, "A high card reaches few")
    # A different move than the guide's is refused, and nothing is lost.
    page.locator("#h-grey-9 label").click()
    page.locator("#hand button[data-play]").click()
    expect(page.locator("#note")).to_contain_text("Here the guide asks for another move")
    page.locator("#h-green-9 label").click()
    page.locator("#hand button[data-play]").click()
    heading(page, "The parade grows")
    page.reload()
    heading(page, "The parade grows")
    page.locator(f"{STEP} [form=leave-guide]").click()
    expect(page.locator("#guide")).to_have_count(0)
    expect(page.locator("#board #hand")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (360, 740)])
def test_the_words_hide_neither_what_they_are_about_nor_the_button(
    visitor: Visitor, width: int, height: int
) -> None:
    page = visitor(viewport={"width": width, "height": height})
    begin(page, "parade")
    for _step in range(2):
        page.locator(f"{STEP} [data-guide='1']").click()
    heading(page, "A high card reaches few")
    beside_the_words(page, "#h-green-9")
    page.locator("#h-grey-9 label").click()
    page.locator("#hand button[data-play]").click()
    expect(page.locator("#note")).to_be_visible()
    beside_the_words(page, "#h-green-9")
    not_under_the_words(page, "#note")
    page = visitor(viewport={"width": width, "height": height})
    begin(page, "wonderland")
    heading(page, "The notebook")
    beside_the_words(page, "#n-queen")
    for _step in range(2):
        page.locator(f"{STEP} [data-guide='1']").click()
    heading(page, "Nothing can go wrong yet")
    beside_the_words(page, "#pile-1")
    page.locator("#pile-1 label.pick:not(.dig)").click()
    page.locator("#n-queen label").click()
    page.locator("#hand button[value=explore]").click()
    heading(page, "A power of one of the two")
    beside_the_words(page, "#tunnel-0")
    assert violations(page) == []


def beside_the_words(page: Page, about: str) -> None:
    """The subject of the step and the main button are neither under the words nor in the shade."""
    # They are placed in the next frame.
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    for selector in (about, "#hand .act button.go"):
        box = not_under_the_words(page, selector)
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        assert not page.evaluate(SHADED, middle), selector


def not_under_the_words(page: Page, selector: str) -> FloatRect:
    words, box = page.locator(STEP).bounding_box(), page.locator(selector).bounding_box()
    assert words is not None and box is not None and words["x"] >= 0
    below = words["y"] + words["height"] <= box["y"] or box["y"] + box["height"] <= words["y"]
    aside = words["x"] + words["width"] <= box["x"] or box["x"] + box["width"] <= words["x"]
    assert below or aside, selector
    return box


def test_without_a_script_the_steps_of_the_board_are_read_in_a_row(visitor: Visitor) -> None:
    page = visitor(java_script_enabled=False)
    begin(page, "parade")
    expect(page.locator(".guide-step:visible h2")).to_have_text(
        ["The parade", "What a card would cost", "A high card reaches few"]
    )
    page.locator("#h-green-9 label").click()
    page.locator("#hand button[data-play]").click()
    expect(page.locator("#board")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (360, 740)])
def test_a_guided_race_waits_for_whoever_is_guided(visitor: Visitor, width: int, height: int) -> None:
    page = visitor(viewport={"width": width, "height": height})
    begin(page, "stockings")
    page.locator(f"{STEP} [data-guide='1']").click()
    heading(page, "Turn a card over")
    page.locator("#acts [value=flip]").click()
    heading(page, "You have the same")
    page.locator("#hand [value=stocking-10]").click()
    heading(page, "And again")


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (360, 740)])
@pytest.mark.parametrize("game", [name for name in core.names() if guide(name)])
def test_each_step_lights_what_it_speaks_of_on_its_board(
    visitor: Visitor, game: str, width: int, height: int
) -> None:
    script = guide(game)
    assert script is not None
    page = visitor(viewport={"width": width, "height": height})
    begin(page, game)
    for _number, step in script.steps:
        heading(page, str(step.title))
        page.wait_for_function(LIT, arg=[step.points_at.split(", "), width > 700])
        if step.move is not None:
            assert page.evaluate(MOVE, step.move) == 200
        elif step is not script.script[-1]:
            page.locator(f"{STEP} [data-guide='1']").click()
