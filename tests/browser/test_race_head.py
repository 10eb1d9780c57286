"""The race's head on a narrow screen has the same height at every flip, whatever the names of the cards."""

from __future__ import annotations

import pytest
from django.utils import translation
from django.utils.translation import gettext as _
from playwright.sync_api import Page

from accounts.names import shown
from games.stockings.board.cards import CARD_NAMES
from tests.browser.conftest import Visitor
from tests.browser.races import open_race, play_by_script

PHONE = {"width": 360, "height": 740}
# The bot with the longest name, and all others at a table of four.
BOT, OTHERS = "March Hare", ("White Rabbit", "Caterpillar", "March Hare")
# By how much the middle of the name of the seat that flips is off that of its number.
NAME_OFF = """() => {
  const seat = document.querySelector('.seat.flips');
  const [name, number] = ['h2', '.pts'].map(each => seat.querySelector(each).getBoundingClientRect());
  return Math.abs(name.top + name.bottom - number.top - number.bottom) / 2;
}"""
Words = tuple[str, str, str]
# The height of the head with these words.
HEIGHTS = """all => {
  const head = document.getElementById('turn');
  const [title, after, goal] = ['h2', 'small', '.goal'].map(each => head.querySelector(each));
  return all.map(words => {
    [title.textContent, after.textContent, goal.textContent] = words;
    return head.offsetHeight;
  });
}"""
# When a card is laid: how far the middle of the words beside it is from the middle of their place, across and down.
# At once, because the next flip removes it.
OFF_CENTRE = """() => {
  const [laid, words, goal] = ['#flip .laid', '#flip .first', '#turn .goal'].map(each => document.querySelector(each));
  if (!laid || !words || !goal) return null;
  const [card, box] = [laid.firstElementChild, words].map(each => each.getBoundingClientRect());
  const edge = goal.getBoundingClientRect().right;
  return [box.left + box.right - card.right - edge, box.top + box.bottom - card.top - card.bottom]
    .map(each => Math.abs(each / 2));
}"""


def heads(flip: int) -> list[Words]:
    """Return the possible heads in the active language."""
    goal = _("flip %(flip)d · %(goal)s") % {"flip": flip, "goal": _("The first without a card wins")}
    cards = [str(name) for name in CARD_NAMES.values()]
    bot, others = shown(BOT), ", ".join(shown(other) for other in OTHERS)
    headlines = [(_("%(name)s swaps hands") % {"name": bot}, _("and chooses with whom"), goal)]
    awaited = _("%(several)s and %(last)s") % {"several": others, "last": _("you")}
    waiting = _("waiting for %(names)s") % {"names": awaited}
    for card in cards:
        headlines.append((_("Drop: %(card)s") % {"card": card}, waiting, goal))
        for after in (_("lay any stocking, no special card"), _("you are locked out until the next flip")):
            headlines.append((_("Flipped: %(card)s") % {"card": card}, after, goal))
        for flipped in cards:
            after = _("%(card)s on %(flipped)s") % {"card": card, "flipped": flipped}
            headlines.append((_("%(name)s was first") % {"name": bot}, after, goal))
    return headlines


def too_high(page: Page, words: list[Words]) -> list[Words]:
    heights: list[int] = page.evaluate(HEIGHTS, words)
    return [word for word, height in zip(words, heights, strict=True) if height > min(heights)]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_flip_makes_the_head_higher(visitor: Visitor, language: str) -> None:
    page = visitor(viewport=PHONE, locale=language)
    open_race(page, bots=2, window=60, pause=60)
    page.wait_for_selector("#turn .goal")
    page.evaluate("document.fonts.ready.then(() => true)")
    with translation.override(language):
        assert too_high(page, heads(1) + heads(104)) == []


def test_name_and_time_stand_in_the_middle_beside_the_winning_card(visitor: Visitor) -> None:
    page = visitor(viewport=PHONE, locale="fr")
    open_race(page, bots=2, window=1.2, pause=0.3)
    page.evaluate("document.fonts.ready.then(() => true)")
    play_by_script(page, 150)
    assert max(page.wait_for_function(OFF_CENTRE).json_value()) <= 4


def test_on_its_side_the_seat_that_flips_has_its_name_level_with_its_number(visitor: Visitor) -> None:
    page = visitor(viewport={"width": 740, "height": 360})
    open_race(page, bots=2, window=60, pause=60)
    page.wait_for_selector(".seat.flips")
    page.evaluate("document.fonts.ready.then(() => true)")
    assert page.evaluate(NAME_OFF) <= 2
