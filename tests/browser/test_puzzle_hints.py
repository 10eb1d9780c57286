"""A hint of a puzzle."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.puzzles import choose, give, moves_of, puzzles_of, send
from tests.browser.site import Site
from tests.browser.test_puzzles import BANNER, KINDS, TOLD, opened, press


@pytest.fixture(scope="module", autouse=True)
def _stored(site: Site) -> None:
    site._manage("puzzles", "load").communicate()


def test_without_scripts_a_hint_is_taken_and_the_answer_is_not_rated(visitor: Visitor) -> None:
    page, puzzle = visitor(java_script_enabled=False), puzzles_of("parade", "play")[0]
    opened(page, "parade", puzzle)
    page.get_by_role("button", name="A hint, unrated").click()
    expect(page.locator(".puzzle-panel [role=status]")).to_contain_text("It is one of these:")
    give(page, "parade", moves_of(puzzle)[0], press)
    expect(page.locator(BANNER)).to_contain_text("Unrated, because you took a hint.")
    expect(page.locator(f"{TOLD} tbody tr")).to_have_count(len(puzzle["found"]))


def test_on_a_phone_a_hint_comes_into_sight(visitor: Visitor) -> None:
    page, puzzle = visitor(viewport={"width": 360, "height": 740}), puzzles_of("parade", "play")[0]
    opened(page, "parade", puzzle)
    page.get_by_role("button", name="A hint, unrated").click()
    expect(page.locator(".puzzle-panel [role=status]")).to_be_in_viewport(ratio=1)


# Nothing is chosen before one stops.
@pytest.mark.parametrize(("game", "kind"), [each for each in KINDS if each[1] != "stop"])
def test_what_was_chosen_stays_chosen_with_a_hint(visitor: Visitor, game: str, kind: str) -> None:
    page, puzzle = visitor(), next(puzzle for puzzle in puzzles_of(game, kind) if len(puzzle["found"]) > 2)
    move, chosen = moves_of(puzzle)[0], "#board input[form=move]:checked"
    opened(page, game, puzzle)
    choose(page, game, move, press)
    number = page.locator(chosen).count()
    page.get_by_role("button", name="A hint, unrated").click()
    expect(page.locator(".puzzle-panel [role=status]")).to_be_visible()
    expect(page.locator(chosen)).to_have_count(number)
    send(page, move, press)
    expect(page.locator(BANNER)).to_contain_text("Right: ")
    expect(page.locator(BANNER)).to_contain_text("Unrated, because you took a hint.")


def test_what_was_played_on_is_not_chosen_for_whoever_answers_the_puzzle_next(visitor: Visitor) -> None:
    page, puzzle = visitor(), puzzles_of("parade", "play")[0]
    give(opened(page, "parade", puzzle), "parade", moves_of(puzzle)[0], press)
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/t/*/")
    # Somebody else in the same tab.
    page.context.clear_cookies()
    opened(page, "parade", puzzle)
    expect(page.locator("#board input[form=move]:checked")).to_have_count(0)
