"""Random races: right, wrong, late and missing actions, with every number of seats and with odd options."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any, cast

import pytest

from games.rules import core, match
from games.rules.chance import Stream
from games.stockings.rules.deck import drawable
from games.stockings.rules.rules import DECK, State
from tests.stockings.hidden import cards
from tests.stockings.ledger import Ledger
from tests.stockings.tables import RULES, due, outcome

TABLES = [
    {},
    {"window": 500, "pause": 0, "limit": 60},
    {"window": 60000, "pause": 60000, "limit": 150},
    {"window": 8000, "pause": 5000, "limit": 1},
    {"limit": 700},
]
# How likely a table is to lay what fits. The least likely hoards cards until the deck and the discards are empty.
APT = (0.05, 0.5, 1)
WRONG = ("not_waiting", "no_match")


def wish(state: State, seat: int, apt: float, rng: Random) -> core.Move | None:
    """Return what a seat would do now: a late slap, or a legal move except slaps that it sees to be wrong, though it
    lays a last card rashly; None for nothing."""
    if state.flip > 1 and rng.random() < 0.1:
        return {"type": "slap", "flip": rng.randint(1, state.flip - 1), "card": rng.choice(state.hands[seat])}
    can = RULES.preview(RULES.view(state, seat), seat)
    if not can or rng.random() < 0.2:
        return None
    if len(state.hands[seat]) == 1 and can[-1][0]["type"] == "slap" and rng.random() < apt / 2:
        return can[-1][0]
    if rng.random() < apt:
        can = [(move, what) for move, what in can if what.get("why") not in WRONG] or can
    return rng.choice(can)[0]


def race(seats: int, options: dict[str, Any], apt: float, seed: str) -> match.Match:
    """Play a whole race with late slaps on older or settled flips, and the clock whenever nobody was faster."""
    rng, chance = Random(seed), Stream(seed.encode(), [""] * seats)
    played, at = match.begin("stockings", seats, chance, options), 0
    ledger = Ledger(played.setup, seats)
    while RULES.to_act(played.state):
        timeout, at = due(played.state), at + rng.randint(0, 1500)
        person = rng.randrange(seats)
        seat: int | None = person
        move = wish(played.state, person, apt, rng)
        if timeout <= at or move is None:
            seat, move, at = None, {"type": "timeout"}, max(at, timeout)
        for event in played.play(seat, move, at, chance):
            ledger.note(event)
        assert Counter(cards(RULES.dump(played.state))) == Counter(DECK)
        assert ledger.agrees(played.state)
    return played


def record(played: match.Match) -> dict[str, Any]:
    ended = match.outcome_record(outcome(played.state))
    seats = [{"name": f"Seat {seat}", "kind": "guest"} for seat in range(played.seats)]
    document = match.record(
        "stockings",
        "a",
        seats=seats,
        options=played.options,
        setup=played.setup,
        moves=played.moves,
        outcome=ended,
        shuffle=None,
    )
    return cast(dict[str, Any], json.loads(json.dumps(document)))


@pytest.mark.parametrize("seats", RULES.SEATS)
@pytest.mark.parametrize("options", TABLES)
def test_every_race_ends_loses_no_card_and_replays(seats: int, options: dict[str, Any]) -> None:
    for number in range(9):
        played = race(seats, options, APT[number % 3], f"{seats} {number}")
        replayed = list(match.replay(record(played)))
        assert replayed[-1][1] == played.state
        assert [entry["events"] for entry in played.moves] == [events for _, _, events in replayed[1:]]
        event_names = [event["event"] for entry in played.moves for event in entry["events"]]
        assert event_names.count("over") == 1
        assert event_names[-1] == "over"
        end, limit = played.state, played.options["limit"]
        assert end.flip <= limit
        assert () in end.hands or end.flip == limit or not drawable(end)


def test_the_random_races_show_all_that_can_happen() -> None:
    counts = Counter[tuple[str, str, str | None]]()
    for number in (3, 5, 8, 17, 20):
        played = race(4, {"limit": 2000}, APT[number % 3], f"4 {number}")
        for entry in played.moves:
            who = "clock" if entry["seat"] is None else "seat"
            counts.update((who, event["event"], event.get("why")) for event in entry["events"])
    seats = {event for who, event, _ in counts if who == "seat"}
    clock = {event for who, event, _ in counts if who == "clock"}
    spoken = {"flipped", "right", "wrong", "late", "drew", "named", "dropped", "swapped", "called", "passed"}
    assert spoken | {"returned", "discarded", "shuffled", "over"} == seats
    assert clock == {"flipped", "drew", "swapped", "dropped", "shuffled", "over"}
    assert {why for _, _, why in counts} == {None, "not_waiting", "no_match", "special", "no_call"}


def test_a_tampered_race_is_not_believed() -> None:
    document = record(race(3, {}, 0.9, "tampered"))
    slap = next(entry for entry in document["moves"] if entry["events"][0]["event"] == "right")
    slap["events"][0]["card"] = "elf"
    with pytest.raises(match.Unreadable, match="other_events"):
        list(match.replay(document))


def test_a_clock_that_ran_early_is_not_believed() -> None:
    document = record(race(3, {}, 0.9, "early"))
    number = next(n for n, entry in enumerate(document["moves"]) if entry["seat"] is None)
    before = [state for _, state, _ in match.replay(document)][number]
    document["moves"][number]["at"] = due(before) - 1
    with pytest.raises(match.Unreadable) as unreadable:
        list(match.replay(document))
    assert unreadable.value.params["refused"].code == "too_early"


def test_a_clock_that_swaps_a_seat_with_itself_is_not_believed() -> None:
    document = record(race(3, {"limit": 2000}, 0.05, "selfish"))
    swaps = (entry["events"][0] for entry in document["moves"] if entry["seat"] is None)
    swapped = next(event for event in swaps if event["event"] == "swapped")
    swapped["with"] = swapped["seat"]
    with pytest.raises(match.Unreadable, match="impossible_chance"):
        list(match.replay(document))
