"""The race's board says what the race waits for, offers what helps, and how the race ended."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import pytest
from django.utils import translation

from games import boards
from games.boards import Entry, Scene, texts
from games.boards.language import speaking
from games.stockings.board.headlines import headline
from games.stockings.board.keys import CHOICES, KEYS, own_race
from games.stockings.board.reactions import lines
from games.stockings.rules import GAME
from games.stockings.rules.rules import State
from tests.helpers.seated import seated
from tests.stockings.tables import play, slap, table

NAMES = ("Ada", "Ben", "Cleo")


def scene(state: State, viewer: int | None = 0, **changed: Any) -> Scene:
    result = GAME.outcome(state)
    view: dict[str, Any] = {
        "table": "abcd1234",
        "game": "stockings",
        "number": 7,
        "viewer": viewer,
        "you": viewer,
        "own": viewer is not None and result is None,
        "current": True,
        "view": GAME.view(state, viewer),
        "people": tuple(seated(seat, name) for seat, name in enumerate(NAMES)),
        "entries": (),
        "phrases": (),
        "outcome": None if result is None else asdict(result),
        "spectator": None if viewer is None else scene(state, None, **changed),
    }
    return Scene(**view | changed)


def test_a_flipped_santa_says_what_goes_on_it() -> None:
    flip = boards.board(scene(table(("4 5", "4 6", "7 8"), "santa"))).drawn["flip"]
    assert "Any stocking goes on it and names its design." in flip and "of that design" not in flip


def offered(state: State, viewer: int) -> list[str]:
    html = boards.board(scene(state, viewer)).drawn["acts"]
    return re.findall(r'name="do" value="(\w+)"', html)


def why(state: State, viewer: int | None) -> str:
    """Return what the result says about the end of the race."""
    return texts.reason(scene(state, viewer))


def question_and_button(hands: Sequence[str], viewer: int | None) -> tuple[str, str]:
    """Return what a viewer reads after Ada has laid a Santa on stocking 4."""
    state, _events = slap(table(hands, "4"), 0, "santa")
    return headline(scene(state, viewer))


def test_the_reader_who_is_asked_for_stockings_is_called_you() -> None:
    hands = ("santa 4 5", "4 6", "7 8")
    assert question_and_button(hands, 0) == ("Drop: star stocking", "waiting for Ben and you")
    assert question_and_button(hands, 2) == ("Santa asks: star stocking", "waiting for Ada and Ben")
    assert question_and_button(("santa 5 6", "4 6", "7 8"), 1)[1] == "waiting for you"


def test_a_seat_with_a_wrong_card_is_not_asked_to_pass() -> None:
    state = table(("4 5", "4 6", "7 8"), "4")
    assert offered(state, 0) == ["pass"]
    state, _events = slap(state, 0, "5")
    assert offered(state, 0) == []
    assert offered(state, 1) == ["pass"]


def test_a_special_card_says_what_it_does_and_as_the_only_card_what_it_costs() -> None:
    captions = [
        re.findall(r'class="does"[^>]*>([^<]*)<', boards.board(scene(table(hands), 0)).drawn["hand"])
        for hands in (("elf 4", "4", "5"), ("elf", "4", "5"))
    ]
    assert [[text.strip() for text in each] for each in captions] == [["swap"], ["costs 2"]]


def test_the_winner_of_a_race_has_no_card_left_and_the_others_some() -> None:
    state = table(("4", "4 6", "7 8 9"), "4", called=(0,))
    over, _events = slap(state, 0, "4")
    assert headline(scene(over, 0)) == ("You win", "You had no card left.")
    assert headline(scene(over, None)) == ("Ada wins", "Ada had no card left.")
    assert headline(scene(over, 1, current=False, you=0))[0] == "You win"
    assert headline(scene(over, 0, current=False, you=None))[0] == "Ada wins"
    assert why(over, 0) == "You had no card left."
    assert why(over, 1) == "Ada had no card left."


def test_a_race_that_ran_out_of_flips_is_won_with_cards() -> None:
    state = table(("4 5", "4 6 7", "7 8 9"), "", flip=400, since=1000)
    over, _events = play(state, 0, {"type": "flip"})
    assert headline(scene(over, 0)) == ("You win", "You have 1 fewer than Ben")
    assert why(over, 0) == "All 400 flips were made, and nobody was rid of all cards: the fewest win."


def test_the_end_of_a_line_of_slaps_is_written_as_the_language_does() -> None:
    ada = seated(0, "Ada", claims=((2100, 1),))
    assert [line.end for line in lines([ada], 8000)] == ["2.5 s"]
    assert [line.end for line in lines([ada], 2000)] == ["2 s"]
    with speaking("fr"):
        assert [line.end for line in lines([ada], 8000)] == ["2,5\N{NO-BREAK SPACE}s"]


@pytest.mark.parametrize(("helped", "own"), [(False, (1, 956, 956, 0, "0")), (True, None)])
def test_slaps_of_a_bot_in_ones_place_are_not_ones_own_race(
    helped: bool, own: tuple[int, int, int, int, str] | None
) -> None:
    ada = seated(0, "Ada", claims=((956, 1),), helped=helped)
    over, _events = slap(table(("4", "4 6", "7 8 9"), "4", called=(0,)), 0, "4")
    assert own_race(scene(over, 0, people=(ada, seated(1, "Ben")))) == own


def keys(html: str) -> dict[str, str]:
    """Return what each key's button means."""
    return {key: value for value, key in re.findall(r'name="\w+" value="([^"]*)" data-key="([^"]*)"', html)}


def test_each_choice_at_a_swap_or_a_drop_has_a_key_that_no_card_has() -> None:
    swapping = boards.board(scene(table(("4 5", "4 6", "7 8"), "elf"), 0)).drawn
    assert keys(swapping["acts"]) == {"a": "1", "b": "2"}
    named, _events = slap(table(("santa 4 4 5", "6", "7"), "4"), 0, "santa")
    assert keys(boards.board(scene(named, 0)).drawn["acts"]) == {
        "a": "stocking-4 2",
        "b": "stocking-4 1",
        "c": "stocking-4 0",
    }
    assert not set(CHOICES) & set(KEYS + "hp ")


@pytest.mark.parametrize(
    ("newest", "hand", "card", "because"),
    [
        ("4", "4 6", "4", "The same stocking lay there."),
        ("4", "elf 6", "elf", "A special card goes on any stocking."),
        ("santa", "6 7", "6", "Any stocking goes on Santa."),
        ("4", "6 7", "6", "It does not go on the card that lay there."),
        ("elf", "6 7", "6", "Nothing is laid on that card."),
        ("4", "4", "4", "Ho! Ho! Ho! is called before the last card."),
        ("4", "santa", "santa", "A special card can't be the last."),
    ],
)
def test_the_log_says_why_a_card_was_right_or_came_back(
    newest: str, hand: str, card: str, because: str
) -> None:
    state = table([hand, "1 2", "3 5"], newest=newest)
    _, events = slap(state, 0, card)
    entry = Entry(
        8, seat=0, by_bot=False, move={"type": "slap", "flip": 7, "card": card}, events=tuple(events)
    )
    assert boards.board_of("stockings").why(entry) == because


def test_the_call_is_spelled_as_the_language_does() -> None:
    state = table(("4", "5", "7 8 9"), "4", called=(1,))
    with translation.override("fr"), speaking("fr"):
        drawn = boards.board(scene(state, 0)).drawn
    html = "".join(drawn[part] for part in ("flip", "acts", "seat-1"))
    assert "Ho!" not in html
    assert html.count("Ho\N{NARROW NO-BREAK SPACE}! Ho") == 3


def test_the_number_of_the_flip_and_what_wins_are_two_things() -> None:
    html = boards.board(scene(table(("4 5", "4 6", "7 8"), "4"))).drawn["turn"]
    assert "flip 7 · The first without a card wins" in html


def test_the_first_seat_and_its_time_are_told_only_afterwards() -> None:
    before = table(("4 5", "4 6", "7 8"), "4")
    move = {"type": "slap", "flip": before.flip, "card": "4"}
    state, events = slap(before, 0, "4")
    entry = Entry(number=7, seat=0, by_bot=False, move=move, events=tuple(events), timing={"credited": 412.4})
    assert "412 ms" not in boards.board(scene(before, None, entries=(entry,))).drawn["flip"]
    flip = boards.board(scene(state, None, entries=(entry,))).drawn["flip"]
    assert re.search(r'<i class="tag">first</i><span>Ada</span> <small>412 ms', flip)
    own = boards.board(scene(state, 0, entries=(entry,))).drawn["flip"]
    assert re.search(r'<i class="tag">first</i><span>You</span> <small>412 ms', own)
    assert "You were first: star stocking" in own and "Ada" not in own
    assert 'class="laid" data-of="7"' in flip


def test_a_late_seat_reads_its_delay_as_soon_as_another_was_first() -> None:
    before = table(("4 5", "4 6", "7 8"), "4")
    move = {"type": "slap", "flip": before.flip, "card": "4"}
    flipped = Entry(
        6,
        seat=None,
        by_bot=False,
        move={"type": "timeout"},
        events=({"event": "flipped", "seat": 0, "card": "stocking-4"},),
    )
    state, events = slap(before, 0, "4")
    first = Entry(number=7, seat=0, by_bot=False, move=move, events=tuple(events), timing={"credited": 412})
    state, events = slap(state, 1, "4")
    late = Entry(number=8, seat=1, by_bot=False, move=move, events=tuple(events), timing={"credited": 438})
    entries = (flipped, first, late)
    drawn = boards.board(scene(state, 0, entries=entries)).drawn
    assert "26 ms late" in drawn["seat-1"] and "late" not in drawn["seat-2"]
    assert "You were first" in drawn["turn"] and "star stocking on star stocking" in drawn["turn"]
    rows = re.findall(r'<li class="(\w+)"><span>(\w+)', drawn["flip"])
    assert rows == [("right", "You"), ("late", "Ben"), ("none", "Cleo")]
    assert "26 ms too late" in boards.board(scene(state, 1, entries=entries)).drawn["fate"]
    waiting = boards.board(scene(before, 0, entries=(flipped,))).drawn
    assert not any("slaps" in text or "late" in text for text in waiting.values())


def test_keys_reach_the_race_past_a_screen_reader_which_is_told_once_who_was_first() -> None:
    before = table(("4 4 5", "4 6", "7 8"), "4")
    whole = str(boards.board(scene(before, 0)).whole)
    assert re.search(r'role="application" aria-label="[^"]+">\s*<p id="fate"', whole)
    # The log, which is read out, has the same.
    assert "role" not in boards.board(scene(before, 0)).drawn["fate"]


def test_a_first_seat_that_laid_another_card_too_reads_that_it_was_first() -> None:
    before = table(("4 4 5", "4 6", "7 8"), "4")
    move = {"type": "slap", "flip": before.flip, "card": "4"}
    state, events = slap(before, 0, "4")
    first = Entry(number=7, seat=0, by_bot=False, move=move, events=tuple(events), timing={"credited": 412})
    state, events = slap(state, 0, "4")
    again = Entry(number=8, seat=0, by_bot=False, move=move, events=tuple(events), timing={"credited": 438})
    assert [event["event"] for event in events] == ["late"]
    fate = boards.board(scene(state, 0, entries=(first, again))).drawn["fate"]
    assert "You were first" in fate and "late" not in fate


def test_the_last_board_shows_the_winning_card_and_names_it_before_the_result_is_counted() -> None:
    before = table(("4", "4 6", "7 8 9"), "4", called=(0,))
    over, events = slap(before, 0, "4")
    move = {"type": "slap", "flip": before.flip, "card": "4"}
    won = Entry(number=7, seat=0, by_bot=False, move=move, events=tuple(events), timing={"credited": 412})
    last = boards.board(scene(over, 1, entries=(won,), on_the_board=True))
    assert (last.frame.macro, "result" in last.drawn) == ("play", False)
    assert "The match is over" in last.drawn["turn"] and "wins" not in last.drawn["turn"]
    assert "The last card: star stocking." in last.drawn["turn"]
    assert 'class="laid" data-of="7"' in last.drawn["flip"] and "412 ms" in last.drawn["flip"]
    assert "<button" not in last.drawn["hand"] + last.drawn["acts"]
    assert boards.board(scene(over, 1, entries=(won,))).frame.macro == "result"


def test_before_the_first_card_everybody_reads_who_else_plays_and_is_ready() -> None:
    people = tuple(seated(seat, name, ready=seat == 1) for seat, name in enumerate(NAMES))
    state = table(("4 5", "6 7", "8 9"), "4")
    html = boards.board(scene(state, 0, people=people, number=0)).drawn["ready"]
    text = re.sub(r" · <small.*?</small>", "", html)
    assert 'against ✓\N{NO-BREAK SPACE}Ben and Cleo<span class="vh">ready: Ben</span></p>' in text


def test_once_all_are_ready_the_seat_with_the_first_flip_is_asked_for_it() -> None:
    people = tuple(seated(seat, name, ready=True) for seat, name in enumerate(NAMES))
    state = table(("4 5", "6 7", "8 9"), phase="pause")
    for seat in range(len(NAMES)):
        before = scene(state, seat, people=people, number=0)
        flips = 'value="flip"' in boards.board(before).drawn["acts"]
        assert flips == (seat == state.flipper)
        title = "Flip the first card" if flips else "Get ready"
        assert headline(before)[0] == title
