"""At every important size and number of seats, the hand and the main button are visible without scrolling, at every
step of a few turns and with a choice made. Words and targets are large enough, and none lie over others.

On a desktop screen and a tablet the parade, the grid, the ring and the flipped card are visible too, and on a phone in
landscape if the board has columns.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.conftest import Visitor
from tests.browser.players import NOT_YOURS, YOURS, board_number, dig_by_pointer, settled, take_by_pointer
from tests.browser.races import open_race, play_by_script
from tests.browser.sizes import CUT, SIZES, wrong_anywhere, wrong_at
from tests.browser.steps import RESULT, connected, how_many, open_table

Size = tuple[int, int]
LOW = (1121, 610)
DESKS = ((1280, 720), (1366, 768), (1440, 900), (1920, 1080), LOW)
PHONES = ((360, 740), (740, 360))
# Phones in landscape: the head, the seats and the player's own things are beside the table.
SIDES = ((740, 360), (844, 390), (667, 375))
TABLET, LOW_TABLET = (820, 1180), (768, 1024)
AROUND = "#turn, .seat, #mine, #mine .pts"
HAND = "#hand li, #hand label, #hand button, #take button, #acts button"
STAGE = {
    "parade": "#parade li",
    "tea_time": "#grid li",
    "wonderland": "#ring label",
    "stockings": "#flip .card",
}
# The viewer's score and what it counts, and what else a choice needs beside the hand.
OWN = {
    "parade": "#mine .pts, #mine .col",
    "tea_time": "#mine .pts, #mine .col, #values li",
    "wonderland": "#mine .pts, #mine .tunnel li, #mine .book-n li, #hand .book-n li, .worth",
    "stockings": "#mine",
}
BESIDE = {"tea_time": "#grid li", "wonderland": "#ring label"}
# The games, their seats, and how many turns are looked at.
MATCHES = (
    ("parade", 2, 1),
    ("parade", 3, 1),
    ("parade", 4, 1),
    ("parade", 5, 1),
    ("parade", 6, 3),
    ("tea_time", 2, 1),
    ("tea_time", 3, 1),
    ("tea_time", 4, 3),
    ("wonderland", 2, 3),
    ("wonderland", 3, 1),
    ("wonderland", 4, 4),
)
NARROWEST = 59.5  # px of a card of the parade


def play_by_pointer(page: Page, press: Callable[[Locator], None]) -> None:
    for index in range(how_many(page)):
        press(page.locator("#hand label.pick").nth(index))
    press(page.locator("#hand button.go").first)


MOVES = {"parade": play_by_pointer, "tea_time": take_by_pointer, "wonderland": dig_by_pointer}

# The elements that are outside the window or below the edge of the foot while the page isn't scrolled.
HIDDEN = """selector => [...document.querySelectorAll(selector)].filter(each => each.checkVisibility()).filter(each => {
  const box = each.getBoundingClientRect(), foot = document.querySelector(".handbox");
  const covers = foot && !foot.contains(each) && ["fixed", "sticky"].includes(getComputedStyle(foot).position);
  const edge = covers ? Math.min(innerHeight, foot.getBoundingClientRect().top) : innerHeight;
  return box.top < 0 || box.left < 0 || box.bottom > edge + 1 || box.right > innerWidth + 1;
}).map(each => `${each.tagName} ${each.id || each.className} ${Math.round(each.getBoundingClientRect().bottom)}`)"""

# A pile's number over the text of a choice, and lines of the log that are cut off.
COVERED = """() => [
  ...[...document.querySelectorAll("#ring .tag")].filter((tag) => {
    const [at, number] = [tag, tag.parentElement.querySelector(".number")].map((each) => each.getBoundingClientRect());
    return at.width && at.left < number.right && number.left < at.right
          && at.top < number.bottom && number.top < at.bottom;
  }).map((tag) => `the number over “${tag.textContent}”`),
  ...[...document.querySelectorAll(".wl .margin #log")]
    .filter((log) => innerWidth > 1120 && (log.clientHeight % 24 || !log.clientHeight))
    .map((log) => `a log of ${log.clientHeight}`),
]"""


UNCUT = ("parade", "tea_time", "stockings")
FIRST_SCREENS = (PHONES[0], (390, 844))


def cut(page: Page, size: Size) -> list[str]:
    """Return the lines that the foot cuts at this size of a phone while the page isn't scrolled."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("scrollTo(0, 0)")
    return [f"cut at {size[0]}: {element}" for element in page.evaluate(CUT)]


def hidden(page: Page, size: Size, selector: str) -> list[str]:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("scrollTo(0, 0)")
    wide = page.evaluate("document.documentElement.scrollWidth")
    names: list[str] = page.evaluate(HIDDEN, selector)
    # On a desktop screen nothing is below the window's edge: the links of the foot are in the menu.
    high = page.evaluate("document.documentElement.scrollHeight") if size in DESKS else 0
    scrolls = [f"{size}: {wide} by {high}"] if wide > size[0] or high > size[1] else []
    return [f"{size}: {element}" for element in names] + scrolls


def out_of_sight(page: Page, game: str) -> list[str]:
    needed = in_sight_on_its_side(STAGE[game])
    needed |= dict.fromkeys(DESKS, f"{HAND}, {STAGE[game]}, #mine .pts")
    needed |= dict.fromkeys(FIRST_SCREENS, f"{HAND}, {BESIDE.get(game, HAND)}, {OWN[game]}")
    # Only the ring is made for the lowest desktop window.
    low = (LOW,) if game == "wonderland" else ()
    needed |= dict.fromkeys((TABLET, LOW_TABLET), f"{HAND}, {STAGE[game]}, {OWN[game]}, .seat")
    wrong = []
    # Each size once, because a page is laid out anew at each.
    for size in dict.fromkeys((*needed, *SIZES)):
        wrong += hidden(page, size, needed[size]) if size in needed else []
        wrong += cut(page, size) if game in UNCUT and size in FIRST_SCREENS else []
        wrong += wrong_at(page, size) if size in (*SIZES, LOW_TABLET, *low) else []
    return wrong


def in_sight_on_its_side(stage: str) -> dict[Size, str]:
    """Return what a phone in landscape shows, by size."""
    return dict.fromkeys(SIDES, f"{HAND}, {stage}, {AROUND}, #values li, .worth")


def out_of_sight_once_chosen(page: Page, stage: str) -> list[str]:
    """Return what is wrong with a choice made, at every size; only the tightest ones must have everything in sight. The
    desktop's size is kept."""
    needed = {PHONES[0]: HAND} | in_sight_on_its_side(stage) | {DESKS[0]: f"{HAND}, {stage}"}
    wrong = []
    for size in sorted({*needed, *SIZES}, key=lambda size: size == DESKS[0]):
        wrong += hidden(page, size, needed[size]) if size in needed else []
        wrong += page.evaluate(COVERED) if size in (PHONES[0], DESKS[0]) else []
        wrong += wrong_at(page, size) if size in SIZES else []
    return wrong


@pytest.mark.parametrize(("game", "seats", "turns"), MATCHES)
def test_hand_and_button_are_in_sight_at_every_step(
    game: str, seats: int, turns: int, visitor: Visitor
) -> None:
    page = visitor()
    open_table(page, seats=seats, bots=seats - 1, game=game)
    wrong: list[str] = []

    def look_and_press(place: Locator) -> None:
        if place.evaluate("place => place.matches('button')"):
            wrong.extend(out_of_sight_once_chosen(page, STAGE[game]))
        place.click()

    for _turn in range(turns):
        page.wait_for_selector(f"{YOURS}, {RESULT}")
        if page.locator(RESULT).count():
            break
        wrong += out_of_sight(page, game)
        page.set_viewport_size({"width": 1280, "height": 720})
        number = board_number(page)
        MOVES[game](page, look_and_press)
        settled(page, number)
    assert wrong == []


# Lets the parade grow to so many cards.
GROW = """cards => {
  const walk = document.querySelector("#parade .walk"), card = walk.querySelector("[id^=p-]");
  while (walk.children.length <= cards) walk.prepend(card.cloneNode(true));
}"""


def test_a_parade_of_any_length_stays_in_sight(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, seats=2, bots=1)
    page.wait_for_selector(YOURS)
    page.locator("#hand label.pick").first.click()
    wrong: list[str] = []
    # The most that two rows hold of cards of one size. Six are dealt, and two people have fifty turns.
    for cards in (7, 9, 11, 13, 15, 17, 19, 21, 25, 31, 39, 56):
        page.evaluate(GROW, cards)
        for size in (DESKS[0], PHONES[0]):
            wrong += [f"{cards} cards, {element}" for element in hidden(page, size, f"{HAND}, #parade li")]
    assert wrong == []


# The lowest line of the text of a choice, where the player's own line begins, and how wide a card of the parade is.
TOLD = """() => [
  Math.max(...[...document.querySelectorAll("#parade li, #within, #safe, #says")].map(
        (each) => each.getBoundingClientRect().bottom)),
  document.getElementById("mine").getBoundingClientRect().top,
  document.querySelector("#parade li .card").getBoundingClientRect().width,
]"""


def test_among_six_what_a_choice_tells_stands_above_the_hand_of_a_telephone(visitor: Visitor) -> None:
    page = visitor(viewport={"width": 360, "height": 740}, has_touch=True)
    open_table(page, seats=6, bots=5)
    page.locator("[data-no-guide]").click()
    for card in range(2):
        page.wait_for_selector(f"{YOURS} #hand label.pick")
        page.evaluate("document.fonts.ready.then(() => true)")
        page.locator("#hand label.pick").nth(card).tap()
        page.wait_for_selector("#within:visible")
        effect, mine, wide = page.evaluate(TOLD)
        assert effect <= mine
        assert wide >= NARROWEST
        number = board_number(page)
        page.locator("#hand button.go").first.tap()
        settled(page, number)


def test_on_a_desk_a_parade_of_one_row_tells_what_is_safe_on_its_rail(visitor: Visitor) -> None:
    page = visitor(viewport={"width": 1280, "height": 720})
    open_table(page, seats=2, bots=1)
    page.wait_for_selector(f"{YOURS} #hand label.pick")
    for card in page.locator("#hand label.pick").all():
        card.click()
        page.wait_for_selector("#within:visible")
        effect, mine, _wide = page.evaluate(TOLD)
        assert effect <= mine


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_on_a_phone_on_its_side_the_ring_says_that_a_pile_costs_a_key(locale: str, visitor: Visitor) -> None:
    page = visitor(viewport={"width": 740, "height": 360}, locale=locale)
    open_table(page, seats=2, bots=1, game="wonderland")
    page.wait_for_selector(YOURS)
    costs = page.locator("#keys .costs")
    assert not costs.is_visible()
    page.locator("#ring label.pick:has(input[name=pile])").first.click()
    costs.wait_for()
    assert wrong_anywhere(page, "#keys .costs", sizes=(PHONES[1],)) == []


@pytest.mark.parametrize("seats", [3, 6])
def test_the_race_is_in_sight_at_its_beginning_and_after_some_slaps(seats: int, visitor: Visitor) -> None:
    page = visitor()
    open_race(page, seats=seats, bots=seats - 1, window=1.2, pause=0.3)
    page.wait_for_selector("#hand .kind")
    wrong = out_of_sight(page, "stockings")
    play_by_script(page, 150)
    for slaps in (1, 3):
        page.wait_for_function("slaps => window.slaps >= slaps", arg=slaps)
        # The next flip takes the place of the laid card.
        page.wait_for_selector("#flip .newest:not(:has(.laid))")
        wrong += out_of_sight(page, "stockings")
    assert wrong == []


# The first card to choose. Tea Time has no hand, its cards are in the grid.
KEPT = {"parade": "#hand li", "tea_time": "#grid li", "wonderland": "#hand .hand li"}
# Returns true if a finger can reach its middle on a phone: the foot covers what is below.
IN_SIGHT = """place => {
  if (innerWidth > 700) return true;
  const box = place.getBoundingClientRect(), middle = (box.top + box.bottom) / 2;
  const foot = place.closest(".handbox") ? null : document.querySelector(".handbox");
  return middle > 0 && middle < (foot?.getBoundingClientRect().top ?? innerHeight);
}"""
PLACE = "selector => document.querySelector(selector).getBoundingClientRect().top"


@pytest.mark.parametrize("game", KEPT)
def test_the_hand_of_a_phone_does_not_move_between_turns(game: str, visitor: Visitor) -> None:
    page, other = visitor(viewport={"width": 360, "height": 740}, has_touch=True), visitor(has_touch=True)
    open_table(page, seats=2, game=game)
    other.goto(page.locator("#invitation").input_value())
    other.locator("form[action$='/sit/'] button").click()
    for tab in (page, other):
        tab.wait_for_selector(KEPT[game])
        connected(tab)
    # Until the web fonts are loaded, the foot may grow.
    page.evaluate("document.fonts.ready.then(() => true)")
    before = page.evaluate(PLACE, KEPT[game])
    began = page.locator(YOURS).count()
    mover = page if began else other
    missed: list[str] = []

    def tap(place: Locator) -> None:
        if not place.evaluate(IN_SIGHT):
            missed.append(str(place))
        place.tap()

    while page.locator(YOURS).count() == began:
        number = board_number(mover)
        MOVES[game](mover, tap)
        settled(mover, number)
        page.wait_for_selector(f"{YOURS}, {NOT_YOURS}")
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(PLACE, KEPT[game]) == before
    # Everything that a choice needs next can be reached without scrolling.
    assert missed == []


# Like a swap of the hand when the first kind of cards has been laid.
LAID = """document.querySelector('#hand button.kind').remove(); document.dispatchEvent(new Event('board:changed'))"""
PLACES = """buttons => Object.fromEntries(buttons.map(each =>
  [each.value, [each.dataset.key, Math.round(each.offsetLeft), Math.round(each.offsetTop)]]))"""


def test_in_the_race_cards_keep_their_places_and_keys_as_long_as_they_are_held(visitor: Visitor) -> None:
    page = visitor()
    open_race(page, seats=4, bots=3)
    page.wait_for_selector("#hand button.kind .card")
    before, after = page.evaluate(f"""() => {{
      const places = {PLACES};
      const now = () => places([...document.querySelectorAll('#hand button.kind')]);
      const before = now();
      {LAID};
      return [before, now()];
    }}""")
    assert len(after) == len(before) - 1
    assert after == {kind: place for kind, place in before.items() if kind in after}
