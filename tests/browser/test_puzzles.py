"""Puzzles are answered by mouse, touch and keyboard, and without scripts: right or wrong is told at once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from games.puzzles import files
from tests.browser.conftest import Visitor
from tests.browser.players import PLAYERS
from tests.browser.puzzles import GAMES, GO, choose, give, moves_of, puzzles_of, send
from tests.browser.site import Site
from tests.browser.sizes import TARGET, wrong_at
from tests.browser.steps import (
    RESULT,
    choose_and_go,
    give_up_all_deals,
    open_table,
    play_now,
    tab_to,
    your_turn_or_over,
)
from tests.browser.test_pages import violations

DESK: Any = {"width": 1280, "height": 720}
PHONE: Any = {"width": 360, "height": 740}
SCHEMES: Any = ("light", "dark")
# The decisions that puzzles ask for.
KINDS = [
    ("parade", "play"),
    ("parade", "discard"),
    ("tea_time", "take"),
    ("wonderland", "explore"),
    ("wonderland", "stop"),
    ("wonderland", "power"),
]
TITLE, BANNER, TOLD = "#turn h2", "#turn", ".told-why"
RIGHT, WRONG = "body.answered.right", "body.answered.wrong"
# The turns of a match whose moves are reviewed, and the most matches until a review finds a mistake.
TURNS, MATCHES = 6, 6
# The links of themes that are too small for a finger.
SMALL = f"""() => [...document.querySelectorAll(".themes a")].map((each) => each.getBoundingClientRect())
  .filter(({{ width, height }}) => width && height < {TARGET}).map(({{ height }}) => `${{height}} px`)"""
# The texts of the yellow buttons of a page.
YELLOW = """() => [...document.querySelectorAll('main .btn')].filter((each) => each.checkVisibility()
  && getComputedStyle(each).backgroundColor === 'rgb(255, 203, 31)').map((each) => each.textContent.trim())"""
# What the banner says and does not show.
CUT = f"""() => {{ const {{ bottom }} = document.querySelector('{BANNER}').getBoundingClientRect();
  return [...document.querySelectorAll('{BANNER} > *')].filter((each) => each.getBoundingClientRect().bottom > bottom)
    .map((each) => `cut off: ${{each.textContent}}`); }}"""
SHARE = re.compile(r"^((less|more) than )?\d+%$")


@pytest.fixture(scope="module", autouse=True)
def _stored(site: Site) -> None:
    site._manage("puzzles", "load").communicate()


def press(target: Locator) -> None:
    target.click()


def opened(page: Page, game: str, puzzle: dict[str, Any]) -> Page:
    page.goto(f"/puzzles/{game}-{puzzle['n']}/")
    expect(page.locator(f"body.puzzle-page:not(.answered) {GO}").first).to_be_visible()
    return page


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_the_best_move_is_right_is_told_why_and_is_played_on(visitor: Visitor, game: str, kind: str) -> None:
    page, puzzle = visitor(viewport=DESK), puzzles_of(game, kind)[0]
    give(opened(page, game, puzzle), game, moves_of(puzzle)[0], press)
    expect(page.locator(f"{RIGHT} {TITLE}")).to_contain_text("Right: ")
    best = page.locator(f"{TOLD} tr.best.own-move")
    expect(best.locator("td").last).to_have_text(SHARE)
    expect(best.locator("button")).to_have_attribute("aria-pressed", "true")
    # A second answer is not asked for.
    expect(page.locator("#board button[form=move]:visible")).to_have_count(0)
    address = page.url
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/t/*/")
    expect(page.locator("#turn.yours")).to_be_visible()
    page.get_by_role("link", name="Back to the puzzle").click()
    page.wait_for_url(address)


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_a_wrong_answer_by_touch_is_compared_with_the_best_move(
    visitor: Visitor, game: str, kind: str
) -> None:
    page, puzzle = visitor(viewport=PHONE, has_touch=True), puzzles_of(game, kind)[0]
    opened(page, game, puzzle)
    give(page, game, moves_of(puzzle)[1], Locator.tap)
    expect(page.locator(WRONG)).to_be_visible()
    expect(page.locator(TITLE)).to_contain_text("No, better: ")
    buttons, own = page.locator(f"{TOLD} button.move"), page.locator(f"{TOLD} .own-move button")
    expect(buttons.first).to_have_attribute("aria-pressed", "true")
    own.tap()
    expect(own).to_have_attribute("aria-pressed", "true")
    expect(buttons.first).to_have_attribute("aria-pressed", "false")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"]


@pytest.mark.parametrize("game", GAMES)
def test_the_reasons_are_in_sight_beside_the_board(visitor: Visitor, game: str) -> None:
    page, puzzle = visitor(viewport=DESK, locale="fr"), puzzles_of(game)[0]
    give(opened(page, game, puzzle), game, moves_of(puzzle)[1], press)
    expect(page.locator(WRONG)).to_be_visible()
    for reason in page.locator(".whys li").all()[:2]:
        expect(reason).to_be_in_viewport(ratio=1)


def test_the_button_names_the_move_if_its_pile_is_chosen_before_its_power(visitor: Visitor) -> None:
    powers = puzzles_of("wonderland", "power")
    puzzle = next(each for each in powers if {"queen", "cat"} <= {move["card"] for move in moves_of(each)})
    move = next(move for move in moves_of(puzzle) if move["card"] == "cat")
    page = opened(visitor(viewport=DESK), "wonderland", puzzle)
    for name, value in (("pile", move["pile"]), ("power", "cat")):
        page.locator(f"#board input[form=move][name='{name}'][value='{value}']").locator("..").click()
    expect(page.locator("#hand button[value=power]")).to_have_text("Use this power")


@pytest.mark.parametrize(
    ("game", "kind"), [("parade", "play"), ("tea_time", "take"), ("wonderland", "explore")]
)
def test_a_puzzle_is_answered_by_keyboard_alone(visitor: Visitor, game: str, kind: str) -> None:
    page = opened(visitor(viewport=DESK), game, puzzles_of(game, kind)[0])
    # What would be refused can't be pressed.
    expect(page.locator(GO).first).to_have_attribute("aria-disabled", "true")
    by_game = {player.game: player.by_keyboard for player in PLAYERS} | {"parade": card_by_keyboard}
    by_game[game](page)
    expect(page.locator("body.answered")).to_be_visible()
    tab_to(page, f"{TOLD} tr:not(.best) button.move")
    page.keyboard.press("Enter")
    expect(page.locator(f"{TOLD} .best button")).to_have_attribute("aria-pressed", "false")
    tab_to(page, f"{TOLD} a.go")


def card_by_keyboard(page: Page) -> None:
    tab_to(page, "#hand input[name=card]")
    page.keyboard.press("Space")
    tab_to(page, GO)
    page.keyboard.press("Enter")


def test_a_streak_goes_on_until_the_first_miss(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/puzzles/")
    page.locator("a[href='/puzzles/next/parade/?streak=1']").click()
    for run in (1, 2):
        give_next(page, 0)
        expect(page.locator(f"{RIGHT} {BANNER}")).to_contain_text(f"Streak: {run}")
        page.get_by_role("link", name="Next puzzle").click()
        expect(page.locator(f"body.in-streak {BANNER}")).to_contain_text(f"Streak: {run}")
    give_next(page, 1)
    expect(page.locator(f"{WRONG} {BANNER}")).to_contain_text("The streak is over. Your longest: 2")


def give_next(page: Page, place: int) -> None:
    """Give that move of the puzzle of Parade that is shown."""
    page.wait_for_url(re.compile(r"/puzzles/parade-\d+/"))
    give(page, "parade", moves_of(shipped_puzzle(page.url))[place], press)


def shipped_puzzle(address: str) -> dict[str, Any]:
    """Return the shipped puzzle at that address."""
    game, number = address.split("/puzzles/")[1].split("/")[0].rsplit("-", 1)
    return next(puzzle for puzzle in files.shipped(game) if puzzle["n"] == int(number))


def test_a_puzzle_that_a_visitor_answers_in_two_tabs_counts_once(visitor: Visitor) -> None:
    page, puzzle = visitor(), puzzles_of("parade", "play")[0]
    opened(page, "parade", puzzle)
    tab = opened(page.context.new_page(), "parade", puzzle)
    # The first answer makes a guest of the visitor.
    give(page, "parade", moves_of(puzzle)[0], press)
    expect(page.locator(RIGHT)).to_be_visible()
    banner = page.locator(BANNER).text_content() or ""
    give(tab, "parade", moves_of(puzzle)[1], press)
    expect(tab.locator(f"{RIGHT} {BANNER}")).to_have_text(banner)
    tab.goto("/puzzles/")
    expect(tab.locator(".puzzle-games li", has_text="Parade")).to_contain_text("1 of 1 right")


def test_the_puzzle_of_the_day_is_solved_from_the_front_page(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/")
    address = page.locator(".puzzle-today a").get_attribute("href") or ""
    page.locator(".puzzle-today a").click()
    expect(page.locator("#puzzle-title")).to_have_text("Puzzle of the day")
    give(page, address.split("/")[2].rsplit("-", 1)[0], moves_of(shipped_puzzle(address))[0], press)
    expect(page.locator(RIGHT)).to_be_visible()
    page.goto("/")
    expect(page.locator(".puzzle-today a")).to_have_text("Solved: see why")


def test_the_yellow_button_is_the_next_thing_to_do_today(visitor: Visitor) -> None:
    page = visitor()
    give_up_all_deals(page)
    for address in ("/deals/", "/"):
        page.goto(address)
        assert page.evaluate(YELLOW) == ["Find the best move"]
    address = page.locator(".puzzle-today a").get_attribute("href") or ""
    page.goto(address)
    give(page, address.split("/")[2].rsplit("-", 1)[0], moves_of(shipped_puzzle(address))[0], press)
    expect(page.locator(RIGHT)).to_be_visible()
    page.goto("/")
    assert page.evaluate(YELLOW) == []
    for _table in range(2):
        play_now(page)
    page.goto("/")
    page.wait_for_function(f"""() => document.querySelectorAll('#lobby-own .yours').length === 2
      && ({YELLOW})().join() === 'Play'""")


def points_of_hand(page: Page) -> list[int]:
    """Return how many points each card of a hand of Parade brings to its seat now."""
    texts = page.locator("#hand label.pick .gain").all_text_contents()
    return [int(text.replace("−", "-")) for text in texts]


def lose_a_lead(page: Page) -> None:
    """Play the cheapest cards for half of the turns, then the costliest ones. Resign, and open the review."""
    table = open_table(page, seats=2, bots=1)
    for turn in range(TURNS):
        your_turn_or_over(page)
        points = points_of_hand(page)
        choose_and_go(page, points.index(min(points) if turn < TURNS // 2 else max(points)))
    your_turn_or_over(page)
    page.goto(f"{table}resign/")
    page.locator("main form button").first.click()
    page.locator(RESULT).wait_for()
    page.goto(f"{table}review/")


def test_an_own_mistake_is_a_puzzle_that_comes_until_it_is_solved(visitor: Visitor) -> None:
    page = visitor()
    # A review tells of no mistake that may be luck, so some matches have none.
    practise = page.get_by_role("link", name="Practise these positions")
    for _match in range(MATCHES):
        lose_a_lead(page)
        expect(practise.or_(page.get_by_text("No move clearly cost a chance to win."))).to_be_visible()
        if practise.count():
            break
    practise.click()
    expect(page.locator("#puzzle-title")).to_have_text("Your own mistake")
    mistake = page.url
    # Any move is told beside the best one.
    page.locator("#hand label.pick").first.click()
    page.locator(GO).click()
    expect(page.locator(f"body.answered {BANNER}")).to_contain_text("In the match you chose:")
    best = (page.locator(f"{TOLD} .best").get_attribute("data-places") or "").split()
    page.goto(mistake)
    for place in best:
        if place.startswith("h-"):
            page.locator(f"#{place} label.pick").click()
    page.locator(GO).click()
    expect(page.locator(RIGHT)).to_be_visible()
    page.goto("/puzzles/")
    expect(page.locator(".one-by-one .done")).to_have_count(1)


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_on_a_phone_the_reasons_are_in_sight_and_everything_can_be_pressed(
    visitor: Visitor, locale: str
) -> None:
    page, size = visitor(has_touch=True, locale=locale), (PHONE["width"], PHONE["height"])
    page.goto("/ladder/")
    wrong = wrong_at(page, size)
    page.goto("/puzzles/")
    page.locator(".puzzle-games summary").first.click()
    wrong += wrong_at(page, size) + page.evaluate(SMALL)
    for game in GAMES:
        puzzle = puzzles_of(game)[0]
        wrong += wrong_at(opened(page, game, puzzle), size, GO)
        give(page, game, moves_of(puzzle)[1], press)
        expect(page.locator(WRONG)).to_be_visible()
        wrong += wrong_at(page, size, "#puzzle-title") + page.evaluate(SMALL) + page.evaluate(CUT)
    assert wrong == []


def faults_everywhere(page: Page) -> list[str]:
    """Return what axe finds on both sizes, light and dark."""
    wrong = []
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            wrong += [f"{size['width']} {scheme}: {fault}" for fault in violations(page)]
    return wrong


def test_axe_finds_nothing_on_the_pages_of_puzzles(visitor: Visitor) -> None:
    page = visitor(viewport=DESK)
    page.goto("/puzzles/")
    wrong = faults_everywhere(page)
    for place, game in enumerate(GAMES):
        puzzle = puzzles_of(game)[place]
        opened(page, game, puzzle)
        choose(page, game, moves_of(puzzle)[place % 2], press)
        wrong += faults_everywhere(page)
        send(page, moves_of(puzzle)[place % 2], press)
        expect(page.locator("body.answered")).to_be_visible()
        wrong += faults_everywhere(page)
    assert wrong == []
