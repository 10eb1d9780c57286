"""The flips of a finished race: everybody's slaps, and what misses cost, found again from the match record alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from games.boards.scene import Entry
from games.rules import core, match, simulation
from games.stockings.board.flips import Flip, Slap, flips, kind_of, most_laid, times
from tests.stockings.tables import table

Records = dict[Sequence[str], dict[str, Any]]
LEVELS = ((core.RANDOM, "easy", "hard"), ("greedy",) * 4, ("gentle", "easy", "greedy", "hard", core.RANDOM))
SPECIALS = {"fireplace", "santa", "elf"}


@pytest.fixture(scope="module")
def records() -> Records:
    """Return the record of a race of each of LEVELS."""
    return {levels: next(simulation.matches("stockings", levels, 1, "flips")) for levels in LEVELS}


def entries_of(document: dict[str, Any], by_bot: bool = False) -> list[Entry]:
    return [
        Entry(move["n"], move["seat"], by_bot, move["move"], move["events"], move.get("timing"), move["at"])
        for move in document["moves"]
    ]


def flips_of(document: dict[str, Any]) -> list[Flip]:
    states = [state for _number, state, _events in match.replay(document)]
    return flips(states, entries_of(document), range(len(document["seats"])))


class Table:
    """The hands of a race, followed by the events of its record alone."""

    def __init__(self, document: dict[str, Any]) -> None:
        seats, first = len(document["seats"]), document["setup"]["first"]
        deck = document["setup"]["deck"]
        self.hands = [deck[8 * ((seat - first) % seats) :][:8] for seat in range(seats)]

    def follow(self, event: dict[str, Any]) -> None:
        kind, seat = event["event"], event.get("seat", -1)
        if kind == "drew":
            self.hands[seat] = [*self.hands[seat], *event["cards"]]
        if kind == "dropped":
            for card in event["cards"]:
                self.hands[seat].remove(card)
        if kind == "right":
            self.hands[seat].remove(event["card"])
        if kind == "swapped":
            one, other = seat, event["with"]
            self.hands[one], self.hands[other] = self.hands[other], self.hands[one]


def rid_of(hand: Sequence[str], flipped: str) -> int:
    """Return the most cards that leave a hand on that flip, by the rules page."""
    counts = [0]
    for card in hand:
        if flipped in ("fireplace", "elf") or (card in SPECIALS and (flipped == "santa" or len(hand) == 1)):
            continue
        if flipped == "santa":
            counts.append(hand.count(card))
        elif card == "santa":
            counts.append(1 + hand.count(flipped))
        elif card == flipped or card in SPECIALS:
            counts.append(1)
    return max(counts)


class Seen(NamedTuple):
    """What the record says of a flip: its card, the seats in the order of their first slaps, and the costs."""

    card: str
    slappers: list[int]
    costs: dict[int, int]


def views_of(document: dict[str, Any]) -> Iterator[Seen]:
    on_table, moves = Table(document), document["moves"]
    begins = [
        at for at, move in enumerate(moves) if any(event["event"] == "flipped" for event in move["events"])
    ]
    for begin, end in zip(begins, [*begins[1:], len(moves)], strict=True):
        for event in moves[begin]["events"]:
            on_table.follow(event)
        flipped = next(event for event in moves[begin]["events"] if event["event"] == "flipped")
        start = [list(hand) for hand in on_table.hands]
        taker, drawn = None, dict[int, int]()
        for move in moves[begin + 1 : end]:
            kinds = {event["event"]: event for event in move["events"]}
            if "right" in kinds:
                taker = move["seat"]
            if move["move"]["type"] == "slap" and ("wrong" in kinds or "returned" in kinds):
                drawn[move["seat"]] = len(kinds.get("drew", {"cards": []})["cards"])
            for event in move["events"]:
                on_table.follow(event)
        costs = {}
        for seat, hand in enumerate(start):
            rid = rid_of(hand, flipped["card"])
            if rid and seat != taker:
                costs[seat] = len(on_table.hands[seat]) - len(hand) + rid
            elif not rid and drawn.get(seat):
                costs[seat] = drawn[seat]
        slaps = [
            move["seat"]
            for move in moves
            if move["move"]["type"] == "slap" and move["move"]["flip"] == flipped["flip"]
        ]
        yield Seen(flipped["card"], list(dict.fromkeys(slaps)), costs)


@pytest.mark.parametrize("levels", LEVELS)
def test_slaps_and_costs_are_those_that_follow_from_the_record_alone(
    levels: tuple[str, ...], records: Records
) -> None:
    document = records[levels]
    ours, expected = flips_of(document), list(views_of(document))
    assert [flip.number for flip in ours] == list(range(1, len(expected) + 1))
    assert [flip.card for flip in ours] == [flip.card for flip in expected]
    assert [[slap.seat for slap in flip.slaps] for flip in ours] == [flip.slappers for flip in expected]
    assert [dict(flip.costs) for flip in ours] == [flip.costs for flip in expected]
    assert any(flip.costs for flip in expected) and any(flip.slappers for flip in expected)


def test_the_times_are_those_of_slaps_that_fitted(records: Records) -> None:
    document = records[LEVELS[0]]
    slaps = {
        (move["seat"], move["move"]["flip"], move["timing"]["credited"])
        for move in document["moves"]
        if move["move"]["type"] == "slap" and any(event["event"] == "right" for event in move["events"])
    }
    times_by_seat = times(flips_of(document), {0, 1, 2})
    right = sorted(ms for _seat, _flip, ms in slaps)
    assert right and not set(right) - {ms for seat_times in times_by_seat.values() for ms in seat_times}


@pytest.mark.parametrize(
    ("hand", "newest", "most"),
    [
        ("4 4 5", "4", 1),
        ("5 6 7", "4", 0),
        ("santa 4 4 5", "4", 3),
        ("fireplace 5", "4", 1),
        ("elf 5", "4", 1),
        ("5 5 6", "santa", 2),
        ("elf santa", "santa", 0),
        ("4 4", "elf", 0),
        ("fireplace fireplace", "fireplace", 0),
        ("4", "4", 1),
        ("santa", "4", 0),
    ],
)
def test_the_best_card_for_a_flip(hand: str, newest: str, most: int) -> None:
    assert most_laid(table([hand, "7 7 8", "8 9 9"], newest), 0) == most


@pytest.mark.parametrize(
    ("card", "flipped", "kind"),
    [
        ("stocking-4", "stocking-4", "same"),
        ("stocking-4", "stocking-5", None),
        ("stocking-4", "santa", "on_santa"),
        ("elf", "santa", None),
        ("elf", "stocking-5", "elf"),
        ("fireplace", "fireplace", None),
    ],
)
def test_kinds_of_laid_cards(card: str, flipped: str, kind: str | None) -> None:
    slap = Slap(0, card, "late", 500)
    assert kind_of(slap, Flip(1, flipped, move=1, slaps=(slap,), costs={})) == kind


def test_what_a_bot_did_in_a_persons_place_is_not_theirs(records: Records) -> None:
    document = records[LEVELS[1]]
    states = [state for _number, state, _events in match.replay(document)]
    entries = entries_of(document, by_bot=True)
    stood_in, bots = flips(states, entries, {0}), flips(states, entries, ())
    assert any(0 in flip.costs for flip in bots) and times(bots, {0})
    assert not any(0 in flip.costs for flip in stood_in) and not times(stood_in, {0})
    assert [flip.costs.get(1) for flip in stood_in] == [flip.costs.get(1) for flip in bots]


def test_a_person_who_is_back_misses_flips_again(records: Records) -> None:
    document = records[LEVELS[2]]
    states = [state for _number, state, _events in match.replay(document)]
    half = len(document["moves"]) // 2
    entries = [replace(entry, by_bot=entry.number < half) for entry in entries_of(document)]
    back = min(entry.number for entry in entries if entry.seat == 0 and not entry.by_bot)
    missed = [flip.move for flip in flips(states, entries, {0}) if 0 in flip.costs]
    every = [flip.move for flip in flips(states, entries, ()) if 0 in flip.costs]
    assert missed and missed == [move for move in every if move >= missed[0]] and len(missed) < len(every)
    assert max(move for move in every if move not in missed) < back


def test_a_race_in_which_nothing_was_flipped_has_no_flips(records: Records) -> None:
    document = records[LEVELS[1]]
    (_number, state, _events), *_rest = match.replay(document)
    assert flips([state], [], {0}) == []
