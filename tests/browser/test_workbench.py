"""The workbench for writing games: each seat in its own frame, and a table that begins at a stored position."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Frame, Page, expect

from tests.browser.conftest import Visitor
from tests.browser.site import Site
from tests.helpers.once import fresh_site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    running = Site(tmp_path_factory.mktemp("workbench"), fresh_site(tmp_path_factory), DEBUG="1")
    running.start()
    yield running
    running.kill()
    assert running.troubles() == ""


def seats(page: Page, count: int) -> list[Frame]:
    """Return the frames, each with its board."""
    page.wait_for_url("**/workbench/*/")
    expect(page.locator("iframe")).to_have_count(count)
    frames = []
    for iframe in page.locator("iframe").all():
        frame = iframe.element_handle().content_frame()
        assert frame is not None
        expect(frame.locator("#board")).to_be_visible()
        frames.append(frame)
    return frames


def awaited(frames: list[Frame]) -> Frame:
    """Return the frame whose seat may play."""
    at_turn = [frame for frame in frames if frame.locator("#turn[data-yours]").count()]
    assert len(at_turn) == 1
    return at_turn[0]


def play(frame: Frame) -> None:
    frame.locator("#hand label.pick").first.click()
    frame.locator("#hand button[data-play]").click()
    expect(frame.locator("#turn[data-yours]")).to_have_count(0)


def test_all_seats_are_played_side_by_side_and_again_from_a_position(visitor: Visitor) -> None:
    page = visitor(viewport={"width": 1500, "height": 900})
    page.goto("/workbench/")
    page.select_option("#id_game", "parade")
    page.fill("#id_seats", "2")
    page.click("button[value=new]")
    frames = seats(page, 2)
    hands = [frame.locator("#hand li").evaluate_all("all => all.map(each => each.id)") for frame in frames]
    assert len(set(hands[0] + hands[1])) == 10
    first = awaited(frames)
    play(first)
    # The other frame is updated through its own socket.
    (other,) = set(frames) - {first}
    expect(other.locator("#turn[data-yours]")).to_have_count(1)
    play(other)
    match = page.url.rstrip("/").rpartition("/")[2]
    page.click("header a")
    expect(page.locator("#id_match")).to_have_value(match)
    page.fill("#id_number", "1")
    page.click("button[value=position]")
    again = seats(page, 2)
    assert match not in page.url
    # The first has played its card, and the second is to play once more.
    assert awaited(again).locator("#hand li").count() == 5
    play(awaited(again))
    expect(again[frames.index(first)].locator("#turn[data-yours]")).to_have_count(1)


def test_a_position_that_is_not_there_is_refused_in_words(visitor: Visitor, complaints: list[str]) -> None:
    page = visitor()
    page.goto("/workbench/?match=nothing&number=3")
    page.click("button[value=position]")
    expect(page.locator(".errorlist")).to_contain_text("There is no such table")
    # The console reports the answer 400.
    assert "400" in complaints.pop()
