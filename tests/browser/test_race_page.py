"""A race's page: fields and keys, sound, a lost connection, a small screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.races import (
    FATES,
    FLIPPED,
    MINE_ALONE,
    MINE_FIRST,
    lay_first_card,
    open_race,
    person_moves,
)
from tests.browser.site import Site
from tests.browser.sizes import IN_RESULT, wrong_anywhere
from tests.browser.steps import close_the_socket
from tests.browser.test_pages import look, violations

# Hears what the page plays. The sound goes through an analyser first, which remembers eight seconds, however seldom
# it is read.
LISTENER = """{
  const Real = window.AudioContext;
  window.opened = 0;
  window.AudioContext = class extends Real {
    constructor() {
      super({ sampleRate: 4000 });
      window.opened++;
      window.audio = this;
      window.listen();
    }
    get destination() { return window.heard ?? super.destination; }
    get speaker() { return super.destination; }
  };
  // From now on: what was begun before is heard no more.
  window.listen = () => {
    window.heard = new AnalyserNode(window.audio, { fftSize: 32768 });
    window.heard.connect(window.audio.speaker);
  };
  window.loudest = () => {
    const wave = new Float32Array(32768);
    window.heard?.getFloatTimeDomainData(wave);
    return window.heard?.context.state === 'running' ? Math.max(...wave) : 0;
  };
}"""


# The three seconds may be over before a busy machine looks, so the page itself records that a countdown was shown.
COUNTED = """{
  window.counted = false;
  const look = () => {
    window.counted ||= document.querySelector('#flip .countdown')?.checkVisibility() ?? false;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def test_the_first_card_comes_after_a_countdown_and_one_tap_lays_a_card(visitor: Visitor) -> None:
    page = visitor()
    page.add_init_script(COUNTED)
    open_race(page, bots=2, window=60)
    page.wait_for_function("() => counted")
    page.wait_for_selector(FLIPPED)
    expect(page.locator("#flip .countdown")).to_have_count(0)
    lay_first_card(page)


# Records the cards of the hand that move, at each board.
MOVED = """() => {
  window.moved = [];
  document.addEventListener('board:changed', () => {
    const cards = document.getAnimations().map((each) => each.effect.target.closest('#hand .kind'));
    window.moved.push(...cards.filter(Boolean).map((each) => each.value));
  });
}"""


def test_a_card_that_keeps_its_place_does_not_move(visitor: Visitor) -> None:
    page = visitor(reduced_motion="no-preference")
    open_race(page, MINE_ALONE, bots=2, window=60)
    page.wait_for_selector(FLIPPED)
    page.evaluate(MOVED)
    held = page.locator("#hand button.kind").count()
    lay_first_card(page)
    expect(page.locator("#hand > :first-child")).to_have_class(re.compile("gap"))
    expect(page.locator("#hand button.kind")).to_have_count(held - 1)
    assert page.evaluate("moved") == []


def test_keys_act_by_their_place(visitor: Visitor, site: Site) -> None:
    page = visitor()
    table = open_race(page, bots=2, window=60)
    page.wait_for_selector(FLIPPED)
    page.evaluate(FATES)
    # At once: other players may change the hand.
    card = page.evaluate(
        """() => {
          const card = document.querySelectorAll('#hand button.kind')[1].value;
          document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'é', code: 'Digit2', bubbles: true}));
          return card;
        }"""
    )
    page.wait_for_function("() => fates > 0")
    assert person_moves(site, table)[0]["card"] == card


def test_without_a_script_the_same_actions_are_forms(visitor: Visitor, site: Site) -> None:
    page = visitor(java_script_enabled=False)
    # A bot may forget to flip. Then the clock flips, long before a bot takes this seat (20 s after the beginning).
    table = open_race(page, MINE_FIRST, bots=2, window=60, pause=5)
    # This page doesn't report that it is loaded: the race begins when the wait is over.
    spectator = visitor()
    spectator.goto(table)
    spectator.wait_for_selector(FLIPPED)
    page.goto(table)
    card = page.locator("#hand button.kind").first.get_attribute("value")
    fields = page.locator("#move input, input[form=move]").all()
    form = {str(field.get_attribute("name")): field.input_value() for field in fields}
    with page.expect_navigation():
        page.locator("#hand button.kind").first.click()
    assert [(move["type"], move["card"]) for move in person_moves(site, table)] == [("slap", card)]
    # The result is shown to the person and to everybody.
    expect(page.locator("#fate")).not_to_be_empty()
    expect(page.locator("#log")).to_contain_text(re.compile("w(as|ere) first|a wrong card|came too late"))
    # The same form sent again makes no second move.
    assert page.request.post(f"{table}move/", form={**form, "card": str(card)}).ok
    assert len(person_moves(site, table)) == 1


def test_sound_is_off_until_asked_for_and_stays_as_it_was_chosen(visitor: Visitor) -> None:
    page = visitor()
    page.add_init_script(LISTENER)
    open_race(page, bots=2, window=60)
    page.wait_for_selector(FLIPPED)
    lay_first_card(page)
    assert page.evaluate("opened") == 0, "nobody has asked for sound"
    page.click("[data-sound]")
    expect(page.locator("[data-sound]")).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => loudest() > 0.05")
    page.reload()
    expect(page.locator("[data-sound]")).to_have_attribute("aria-pressed", "true")
    # Chromium keeps a page silent until it has been touched.
    page.keyboard.press("Shift")
    page.wait_for_function("() => window.heard?.context.state === 'running'")
    page.evaluate(
        "document.getElementById('flip').dataset.flip = 999, document.dispatchEvent(new Event('board:changed'))"
    )
    page.wait_for_function("() => loudest() > 0.05")
    page.click("[data-sound]")
    page.reload()
    expect(page.locator("[data-sound]")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Shift")
    assert page.evaluate("opened") == 0


# Records if the page showed it at the moment the browser reported it.
OFFLINE = """() => {
  window.toldOffline = false;
  addEventListener('offline', () => window.toldOffline = document.querySelector('[data-link-state]').checkVisibility());
}"""


def test_a_lost_connection_shows_at_once_and_comes_back_to_the_right_board(
    visitor: Visitor, complaints: list[str]
) -> None:
    page, watcher = visitor(), visitor()
    table = open_race(page, bots=2, window=2, pause=0.5)
    page.wait_for_selector(FLIPPED)
    page.evaluate(OFFLINE)
    page.context.set_offline(True)
    # A socket stays open here, and any message removes the sign again.
    page.wait_for_function("() => toldOffline")
    close_the_socket(page)
    expect(page.locator("[data-link-state]")).to_be_visible()
    before = int(page.locator("#flip").get_attribute("data-flip") or 0)
    watcher.goto(table)
    watcher.wait_for_function(f"() => Number(document.getElementById('flip').dataset.flip) > {before}")
    page.context.set_offline(False)
    expect(page.locator("[data-link-state]")).to_be_hidden()
    page.wait_for_function(
        "(flip) => Number(document.getElementById('flip').dataset.flip) >= flip",
        arg=int(watcher.locator("#flip").get_attribute("data-flip") or 0),
    )
    complaints.clear()


@pytest.mark.parametrize("seats", [3, 6])
def test_twenty_five_cards_stay_usable_at_360_px_and_leave_the_flipped_card_free(
    visitor: Visitor, seats: int
) -> None:
    page = visitor(viewport={"width": 360, "height": 740}, has_touch=True)
    open_race(page, bots=seats - 1, seats=seats, window=60)
    page.wait_for_selector(FLIPPED)
    # The most kinds there can be, as in a hand of 25 cards; measured at once, before anybody moves.
    wide, newest, racer, kinds = page.evaluate(
        """() => {
          const hand = document.getElementById('hand'), one = hand.querySelector('button.kind');
          while (hand.children.length < 15) hand.append(one.cloneNode(true));
          const box = (element) => element.getBoundingClientRect().toJSON();
          return [document.documentElement.scrollWidth, box(document.querySelector('#flip .newest > svg')),
            box(document.querySelector('.racer')), [...hand.children].map(box)];
        }"""
    )
    assert wide <= 360
    assert newest["top"] >= 0 and newest["bottom"] <= racer["top"]
    assert newest["width"] >= 100
    for kind in kinds:
        assert kind["width"] >= 44 and kind["height"] >= 44
        assert kind["left"] >= 0 and kind["right"] <= 360
        assert kind["top"] >= racer["top"] and kind["bottom"] <= 740


# Lays cards that never fit.
WRONG = """() => {
  const flipped = document.querySelector('#flip .newest use').getAttribute('href').split('#')[1];
  const plain = [...document.querySelectorAll('#hand button.kind')].filter(each => each.value.startsWith('stocking'));
  plain.find(each => each.value !== flipped).click();
}"""
# Where they begin and end: the flipped card, the viewer's own result, the place of the line of times, the hand.
BANDS = """() => ["#flip .newest > svg", "#fate.bad", "#flip", ".racer"].map(each => {
  const {top, bottom} = document.querySelector(each).getBoundingClientRect();
  return [top, bottom];
})"""


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_a_refusal_on_a_telephone_covers_neither_the_flipped_card_nor_the_line_of_times(
    visitor: Visitor, seats: int
) -> None:
    page = visitor(viewport={"width": 360, "height": 740}, has_touch=True, locale="fr")
    # A bot flips a card first that not every stocking fits.
    open_race(page, f"refused {seats}", bots=seats - 1, seats=seats, window=60)
    page.wait_for_selector(FLIPPED)
    page.evaluate("document.fonts.ready.then(() => true)")
    page.evaluate(WRONG)
    page.wait_for_selector("#fate.bad:not(:empty)")
    (_, card), (refusal, end), (_, flip), (hand, _) = page.evaluate(BANDS)
    assert card <= refusal
    assert end <= flip - 38  # the height of the line of times
    assert flip <= hand + 1


def faults(page: Page, name: str) -> list[str]:
    """Return the problems of the page, and what axe finds where it is dark."""
    wrong = look(page, name)
    page.emulate_media(color_scheme="dark")
    wrong += [f"{name} in the dark: {fault}" for fault in violations(page)]
    page.emulate_media(color_scheme="light")
    return wrong


def test_axe_finds_nothing_on_the_race_and_its_result(visitor: Visitor) -> None:
    page = visitor()
    open_race(page, bots=5, seats=6, window=60)
    wrong = faults(page, "race-countdown")
    page.wait_for_selector(FLIPPED)
    wrong += faults(page, "race")
    lay_first_card(page)
    wrong += faults(page, "race-slapped")
    table = open_race(page, bots=2, window=0.5, pause=0, limit=1)
    page.wait_for_selector("#result")
    wrong += [*faults(page, "race-result"), *wrong_anywhere(page, IN_RESULT)]
    page.goto(f"{table}replay/?move=1")
    wrong += faults(page, "race-replay")
    page.goto("/fairness/")
    wrong += faults(page, "fairness")
    page.goto("/open/?game=stockings")
    wrong += faults(page, "open-race")
    assert wrong == []
