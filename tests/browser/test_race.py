"""Three real browsers race a seeded match to the end, with the texts before the start."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Any

from playwright.sync_api import Page, expect

from games.play.snapshot import RECENT
from tests.browser.conftest import Visitor
from tests.browser.races import FLIPPED, audit, be_ready, open_race, play_by_script
from tests.browser.site import Site
from tests.browser.steps import connected, sit_down, with_cards
from tests.browser.test_in_sight import hidden

# All three have the first flipped card.
CARDS = "three browsers 10"
# Everything that teaches the race, and the screens that must show all of it.
TAUGHT = "#turn, .teach li, .specials dt, .specials .call, #ready button.go"
SIZES = ((360, 740), (390, 844), (740, 360), (820, 1180), (1280, 720), (1440, 900))
# in ms: how late a replay's snapshot may come
SLACK = 30


def test_three_browsers_race_a_seeded_match_to_the_end(visitor: Visitor, site: Site) -> None:
    pages = [visitor(), visitor(), visitor(viewport={"width": 360, "height": 740}, has_touch=True)]
    table = open_race(pages[0], CARDS, window=1.2, pause=0.3, limit=14)
    for page in pages[1:]:
        page.goto(table)
        with_cards(page, CARDS)
        sit_down(page)
        page.wait_for_selector("form[action$='/leave/'], #board")
    for page, pace in zip(pages, (210, 260, 330), strict=True):
        page.wait_for_selector("#board")
        be_ready(page)
        play_by_script(page, pace)
    for page in pages:
        page.wait_for_selector("#result", timeout=120_000)
    rankings = [page.locator("#ranking :is(.rank, .tot)").all_inner_texts() for page in pages]
    assert rankings[0] == rankings[1] == rankings[2]
    assert sum(page.evaluate("window.slaps") for page in pages) > 0
    # On a phone the last card is beside the words about its player, too.
    last = pages[2].locator(".ended .count .newest > .card").bounding_box()
    assert last and last["x"] >= 0 and last["width"] < 180
    assert "0 faults" in audit(site, table)
    for tempo in (1, 2):
        seen_again(visitor(), table, tempo)


def seen_again(page: Page, table: str, tempo: int) -> None:
    """Replay with a clock that the test moves: each move comes at its time and not earlier, and the reactions that
    counted are beside the card."""
    moves = page.request.get(f"{table}record.json").json()["moves"]
    page.clock.install(time=0)
    page.goto(f"{table}replay/?move=0")
    page.clock.pause_at(60)
    page.click(f"[data-tempo='{tempo}']")
    now, newest, again = 0.0, 0, 0
    # This number is enough at either tempo.
    for group in islice(bursts(moves, 3 * SLACK * tempo), 15):
        for when, number in (
            (group[0]["at"] / tempo - SLACK, newest),
            (group[-1]["at"] / tempo + SLACK, group[-1]["n"]),
        ):
            page.clock.run_for(max(0, when - now))
            now = max(now, when) + comes(page, number)
        newest = group[-1]["n"]
        for reaction in reactions(moves[:newest]):
            again += 1
            expect(page.locator(".slaps")).to_contain_text(f"{reaction} ms")
    assert again > 0
    # A replay stops at its end, and would begin again.
    if newest < moves[-1]["n"]:
        page.click(f"[data-tempo='{tempo}']")
    expect(page.locator(f"[data-tempo='{tempo}']")).not_to_have_text("Pause")


def bursts(moves: list[dict[str, Any]], ms: int) -> Iterator[list[dict[str, Any]]]:
    """Return the moves in groups that are at least that far apart."""
    group = moves[:1]
    for before, move in pairwise(moves):
        if move["at"] - before["at"] >= ms:
            yield group
            group = []
        group.append(move)
    yield group


def reactions(moves: list[dict[str, Any]]) -> list[int]:
    """Return each seat's first slap on the newest card, if the moves that a board shows go back to its flip."""
    recent_moves = moves[-RECENT:]
    flips = [
        at
        for at, move in enumerate(recent_moves)
        if any(event["event"] == "flipped" for event in move["events"])
    ]
    times: dict[int, int] = {}
    for move in recent_moves[flips[-1] :] if flips else []:
        if "timing" in move:
            times.setdefault(move["seat"], move["timing"]["credited"])
    return list(times.values())


def comes(page: Page, number: int) -> int:
    """Wait until that snapshot is shown, moving the clock a little for what waits for the server. Returns by how many
    ms."""
    for ms in range(SLACK // 2):
        try:
            expect(page.locator("#replay")).to_have_attribute("data-number", str(number), timeout=1000)
            return ms
        except AssertionError:
            page.clock.run_for(1)
    raise AssertionError(f"snapshot {number} never comes")


def test_a_guest_races_two_bots_with_one_click(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/rules/stockings/")
    page.locator("form[action='/play-now/'] button").first.click()
    page.wait_for_selector("#ready button.go")
    assert [element for size in SIZES for element in hidden(page, size, TAUGHT)] == []
    connected(page)
    # A key that is pressed tells what is printed on it: here Dvorak's L where others have P.
    page.evaluate(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'l', code: 'KeyP', bubbles: true}))"
    )
    expect(page.locator("#ready [data-letter=p]")).to_have_text("L")
    page.keyboard.press("Enter")
    page.wait_for_selector(FLIPPED)
    expect(page.locator(".runners .seat")).to_have_count(2)


def test_the_first_card_comes_once_both_people_are_ready(visitor: Visitor) -> None:
    first, second = visitor(), visitor(locale="fr")
    table = open_race(first, seats=3, bots=1, window=60)
    second.goto(table)
    sit_down(second)
    for page, label in ((first, "Ready (0 of 2)"), (second, "Joueurs prêts : 0 sur 2")):
        expect(page.locator("#ready button.go")).to_contain_text(label)
        connected(page)
    be_ready(first)
    expect(second.locator("#ready button.go")).to_contain_text("1 sur 2")
    expect(second.locator("#ready .with")).to_contain_text("✓")
    be_ready(second)
    for page in (first, second):
        page.wait_for_selector(FLIPPED)


def test_days_per_move_are_not_offered_and_the_form_says_so(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/open/?game=stockings")
    assert page.locator("[name=pace] option").count() == 1
    expect(page.locator("main")).to_contain_text("days per move are not possible here")


def test_the_fairness_page_says_what_lying_gains(visitor: Visitor) -> None:
    page = visitor(locale="fr-FR")
    page.goto("/fairness/")
    expect(page.locator("main")).to_contain_text("un tel programme gagne 46 cartes sur cent")
