"""Games as packages: four wheels are installed beside the site and played in a browser to the end. The site isn't
edited; it only gets their names (GAMES) and their folder (PYTHONPATH)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.races import MINE_FIRST, audit, be_ready, play_by_script
from tests.browser.site import Site
from tests.browser.steps import MORE_THAN_ENOUGH, RESULT, finish, open_table, path, tab_to, with_cards
from tests.browser.test_pages import look
from tests.helpers.once import fresh_site
from tests.packages import wheels
from tests.packages.copies import OWN_GAMES, ROOT, run

PACKAGES = ("unbirthday_croquet", "unbirthday_sledges", "unbirthday_old_maid", "unbirthday_slapjack")
# The games that `startgame` writes, by kind.
BEGUN = {"old_maid": "turns", "slapjack": "simultaneous"}
MOVE = "#moves button[name=choice]"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site with four games: copies of Parade and of the race, and two written by `startgame`."""
    folder = Path(tmp_path_factory.mktemp("packages"))
    projects = [wheels.write(copy, folder / copy.name) for copy in (wheels.CROQUET, wheels.SLEDGES)]
    for name, kind in BEGUN.items():
        words = ("startgame", name, str(folder / name), "--kind", kind)
        run(ROOT, "manage.py", *words, VAR_DIR=str(folder))
    wheels.install([*projects, *(folder / name for name in BEGUN)], folder / "installed")
    games = ",".join((OWN_GAMES, *PACKAGES))
    own = {"GAMES": games, "PYTHONPATH": str(folder / "installed")}
    running = Site(folder / "var", fresh_site(tmp_path_factory), **own)
    running.start()
    yield running
    running.kill()
    assert running.troubles() == ""


def output_of(site: Site, *words: str) -> str:
    """Return the output of a command of that site."""
    return str(site._manage(*words).communicate()[0])


def record_of(page: Page, table: str) -> dict[str, Any]:
    record: dict[str, Any] = page.request.get(f"{table}record.json").json()
    return record


def import_record(page: Page, record: dict[str, Any]) -> None:
    """Import a record as somebody else could do. Returns at its replay."""
    page.goto("/import/")
    page.fill("textarea[name=text]", json.dumps(record))
    page.locator("main form:has(textarea) button").click()
    page.wait_for_url("**/replay/**")
    expect(page.locator("main .badge").first).to_contain_text("imported")


def test_the_games_are_on_every_list_in_both_languages(visitor: Visitor) -> None:
    page, french = visitor(), visitor(locale="fr-FR")
    for address in ("/", "/rules/"):
        page.goto(address)
        for name in ("Croquet", "The Sledge Race", "Old Maid"):
            expect(page.locator(".covers h2", has_text=name)).to_have_count(1)
        expect(page.locator(".covers")).to_contain_text("Mallets that fly away.")
        french.goto(address)
        expect(french.locator(".covers")).to_contain_text("Des maillets qui s'envolent.")
        expect(french.locator(".covers")).to_contain_text("La course des luges")
    page.goto("/rules/croquet/")
    expect(page.locator("h1")).to_have_text("The rules of Croquet")
    expect(page.locator("svg.card").first).to_be_visible()
    page.goto("/about/")
    expect(page.locator("main")).to_contain_text("Croquet is a game by")
    page.goto("/open/?game=sledges")
    expect(page.locator("main")).to_contain_text("The Sledge Race")


@pytest.mark.parametrize("game", ["croquet", "sledges", *BEGUN])
def test_bots_play_a_packages_game_and_their_record_can_be_imported(
    visitor: Visitor, site: Site, game: str
) -> None:
    record = json.loads(output_of(site, "simulate", game, "--matches", "1"))
    assert record["game"] == game
    import_record(visitor(), record)


def test_a_turn_game_from_a_package_is_played_to_its_end(visitor: Visitor, site: Site) -> None:
    page = visitor()
    table = open_table(page, seats=2, bots=1, game="croquet")
    page.wait_for_selector("#board")
    finish(page)
    record = record_of(page, table)
    assert (record["game"], record["outcome"]["reason"]) == ("croquet", "finished")
    assert "0 faults" in audit(site, table)
    page.goto(f"{table}replay/?move=3")
    expect(page.locator("#parade .walk svg.card").first).to_be_visible()
    import_record(page, record)


def test_a_real_time_game_from_a_package_is_played_to_its_end(visitor: Visitor, site: Site) -> None:
    page = visitor()
    page.goto("/open/?game=sledges")
    page.select_option("[name=seats]", "3")
    page.select_option("[name=bots]", "2")
    page.locator(".table-rules > summary").click()
    for rule, seconds in {"window": "1", "pause": "0.3", "limit": "15"}.items():
        page.fill(f"[name=rule_{rule}]", seconds)
    with_cards(page, MINE_FIRST)
    page.locator("form[data-salted] button.go").click()
    page.wait_for_url("**/t/*/")
    table = page.url
    page.wait_for_selector("#board")
    be_ready(page)
    play_by_script(page, 200)
    page.wait_for_selector(RESULT, timeout=120_000)
    record = record_of(page, table)
    own = [entry for entry in record["moves"] if entry["seat"] == 0 and "by" not in entry]
    assert own and any("timing" in entry for entry in own)
    assert "0 faults" in audit(site, table)
    page.goto(f"{table}replay/?move=3")
    expect(page.locator("[data-tempo='1']")).to_be_visible()
    import_record(page, record)


def test_a_game_without_a_board_is_played_on_the_plain_one_to_its_end(visitor: Visitor, site: Site) -> None:
    page = visitor()
    table = open_table(page, seats=3, bots=2, game="old_maid")
    wrong: list[str] = []
    for turn in range(MORE_THAN_ENOUGH):
        page.wait_for_selector(f"{MOVE}, {RESULT}")
        if page.locator(RESULT).count():
            break
        if turn == 1:
            wrong += look(page, "plain")
        press_by_keyboard(page)
    page.wait_for_selector(RESULT)
    wrong += look(page, "plain-result")
    page.goto(f"{table}replay/?move=4")
    wrong += look(page, "plain-replay")
    assert wrong == []
    assert "0 faults" in audit(site, table)
    assert path(table) in page.url


def test_hidden_choices_are_played_from_the_guided_match_to_the_end(visitor: Visitor, site: Site) -> None:
    """A game with simultaneous choices: the script's three rounds, including the cards of its bot, and two more."""
    page = visitor()
    page.goto("/")
    page.locator("form[action='/guided/'] button[value=slapjack]").click()
    step, wrong = page.locator(".led .guide-step:not([hidden])"), []
    for card, after in (
        ("clubs-9", "You took both"),
        ("spades-1", "An 8"),
        ("diamonds-6", "Nobody takes them"),
    ):
        while not page.locator(f"#h-{card}:enabled").is_visible() or "Choose your" not in step.inner_text():
            step.locator("[data-guide='1']").click()
        page.locator(f"#h-{card}").click()
        expect(step.locator("h2")).to_contain_text(after)
    wrong += look(page, "skeleton-simultaneous")
    step.locator("[form=leave-guide]").click()
    choice = page.locator("#hand button[name=card]")
    for left in (2, 1):
        expect(choice).to_have_count(left)
        choice.first.click()
    page.wait_for_selector(RESULT)
    wrong += look(page, "skeleton-simultaneous-result")
    assert wrong == []
    assert "0 faults" in audit(site, page.url)


def press_by_keyboard(page: Page) -> None:
    """Make the first move. Returns when it is shown."""
    number = page.locator("#moves input[name=seen]").get_attribute("value")
    tab_to(page, MOVE)
    page.keyboard.press("Enter")
    expect(page.locator(f"#moves input[name=seen][value='{number}']")).to_have_count(0)


def test_the_plain_board_works_without_a_script(visitor: Visitor) -> None:
    page = visitor(java_script_enabled=False)
    open_table(page, seats=2, bots=1, game="old_maid")
    for _reload in range(10 * MORE_THAN_ENOUGH):
        if page.locator(RESULT).count():
            break
        if page.locator(MOVE).count():
            page.locator(MOVE).first.click()
        else:
            page.reload()
    assert page.locator(RESULT).count() == 1
