"""All records fit docs/match-record.schema.json, and spoiled ones don't."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from games.rules import core, simulation
from games.rules.budget import Budget

DOCS = Path(__file__).parents[2] / "docs"
SCHEMA = json.loads((DOCS / "match-record.schema.json").read_text())
VALIDATOR = Draft202012Validator(SCHEMA)
Record = dict[str, Any]
TINY = Budget(playouts=8)

# The games that the schema describes completely. For others it has what all records have in common.
DESCRIBED = sorted(
    condition["if"]["properties"]["game"]["const"]
    for condition in SCHEMA["allOf"]
    if "game" in str(condition["if"])
)

every_game = pytest.mark.parametrize("name", core.names())
every_described_game = pytest.mark.parametrize("name", DESCRIBED)


@cache
def simulated(name: str) -> tuple[Record, ...]:
    """Return matches of every level at every size of table, with every value of on/off and word options."""
    rules = core.game(name)
    records: list[Record] = []
    # A race has many similar moves.
    short = {"limit": 24} if rules.REAL_TIME else {}
    for seats in rules.SEATS:
        for level in rules.LEVELS:
            records += simulation.matches(
                name, [level] * seats, count=1, seed=f"schema {level} {seats}", options=short, budget=TINY
            )
    for option in rules.OPTIONS:
        for value in option.choices if len(option.choices) < 10 else option.choices[:2]:
            records += simulation.matches(
                name,
                ["easy"] * rules.SEATS[-1],
                count=1,
                seed="option",
                options=short | {option.name: value},
                legal=True,
            )
    return tuple(json.loads(json.dumps(record)) for record in records)


def running(record: Record, viewer: int | None, moves: int) -> Record:
    """Return what `viewer` may have of a match after its first `moves` moves."""
    rules = core.game(record["game"])
    running_record = deepcopy(record)
    del running_record["setup"]["deck"], running_record["shuffle"]["seed"]
    running_record["outcome"] = None
    running_record["moves"] = running_record["moves"][:moves]
    for entry in running_record["moves"]:
        redacted_entry = rules.redacted(entry["seat"], entry["move"], entry["events"], viewer)
        entry["move"], entry["events"] = json.loads(json.dumps(redacted_entry))
    return running_record


def faults(record: Any) -> list[str]:
    return [f"{fault.json_path}: {fault.message[:200]}" for fault in VALIDATOR.iter_errors(record)]


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert set(DESCRIBED) <= set(core.names())


def test_a_game_that_the_schema_does_not_know_may_have_a_record() -> None:
    record = deepcopy(simulated("parade")[0]) | {"game": "croquet"}
    record["moves"][0]["move"] = {"type": "hit", "hoop": 3}
    assert faults(record) == []
    assert faults(record | {"game": "Croquet!"})


@every_game
def test_finished_records_fit(name: str) -> None:
    for record in simulated(name):
        assert faults(record) == []


@every_game
def test_running_records_fit_for_every_viewer(name: str) -> None:
    for record in simulated(name)[::3]:
        for viewer in (*range(len(record["seats"])), None):
            for moves in (0, min(40, len(record["moves"]) - 1)):
                assert faults(running(record, viewer, moves)) == []


@every_game
def test_keys_that_are_not_known_are_allowed_everywhere(name: str) -> None:
    assert faults(_with_more(simulated(name)[0])) == []


def _with_more(thing: Any) -> Any:
    if isinstance(thing, dict):
        return {key: _with_more(value) for key, value in thing.items()} | {"later": {"version": 2}}
    return [_with_more(item) for item in thing] if isinstance(thing, list) else thing


@every_described_game
def test_no_key_may_be_missing(name: str) -> None:
    record = simulated(name)[0]
    for key in ("format", "game", "rules", "match", "seats", "options", "setup", "moves", "outcome"):
        assert faults({other: value for other, value in record.items() if other != key})
    for entry in {_shape(entry): entry for entry in record["moves"]}.values():
        for path, key in _keys(entry, ()):
            if not _may_lack(entry["move"], path, key):
                spoiled = deepcopy(entry)
                del _at(spoiled, path)[key]
                assert faults({**record, "moves": [spoiled]}), f"{key} of {path} could be left out of {entry}"


def _shape(entry: Any) -> tuple[Any, ...]:
    """Return a shape that is the same for entries with the same keys."""
    return entry["move"]["type"], tuple(event["event"] for event in entry["events"]), *_keys(entry, ())


def _may_lack(move: Record, path: tuple[Any, ...], key: str) -> bool:
    """A power's own fields are checked by the rules, and the seat whose turn ended may be given once."""
    if path == ("move",):
        return move["type"] == "power" and key not in ("type", "card")
    return path[:1] == ("events",) and key == "seat" and move["type"] in ("stop", "explore", "power")


def _at(thing: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        thing = thing[step]
    return thing


def _keys(thing: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Yield every key of an entry with its path, also those of its move and events. `timing` may be missing."""
    if isinstance(thing, dict):
        for key, value in thing.items():
            if key != "timing":
                yield path, key
                yield from _keys(value, (*path, key))
    elif isinstance(thing, list):
        for place, item in enumerate(thing):
            yield from _keys(item, (*path, place))


def _set(*path: Any) -> Callable[[Record], None]:
    """Put the last item of `path` at the place that the rest leads to."""

    def spoil(record: Record) -> None:
        _at(record, path[:-2])[path[-2]] = path[-1]

    return spoil


SPOILED: dict[str, Callable[[Record], None]] = {
    "another format": _set("format", "match-record/2"),
    "no name of a game": _set("game", "Chess 960"),
    "no rules version": _set("rules", 0),
    "a long name": _set("match", "c7k2m9qxx"),
    "a seat too many": lambda record: record["seats"].extend(record["seats"][:1] * 7),
    "one seat": lambda record: record["seats"].__delitem__(slice(1, None)),
    "a bot without a level": lambda record: record["seats"][0].pop("level"),
    "another kind of player": _set("seats", 0, "kind", "ghost"),
    "no first seat": lambda record: record["setup"].pop("first"),
    "a first seat that isn't": _set("setup", "first", 6),
    "no deck after the end": lambda record: record["setup"].pop("deck"),
    "a card short": lambda record: record["setup"]["deck"].pop(),
    "a strange card": _set("setup", "deck", 0, "joker"),
    "an unknown card": _set("setup", "deck", 0, None),
    "a move number 0": _set("moves", 0, "n", 0),
    "a half move": _set("moves", 0, "n", 1.5),
    "time before the match": _set("moves", 0, "at", -1),
    "a seat 6": _set("moves", 0, "seat", 6),
    "a strange move": _set("moves", 0, "move", "type", "cheat"),
    "no move": _set("moves", 0, "move", None),
    "a strange event": _set("moves", 0, "events", [{"event": "won"}]),
    "moved by somebody": _set("moves", 0, "by", "person"),
    "half a timing": _set("moves", 0, "timing", {"received": 1}),
    "another reason": _set("outcome", "reason", "bored"),
    "no winner": _set("outcome", "ranks", [2, 2, 3]),
    "half a point": _set("outcome", "scores", [0.5, 1, 2]),
    "an end that isn't told": lambda record: record.pop("outcome"),
    "the seed while it runs": _set("outcome", None),
    "no seed after the end": lambda record: record["shuffle"].pop("seed"),
    "a short seed": _set("shuffle", "seed", "abc"),
    "no commitment": lambda record: record["shuffle"].pop("commitment"),
    "salts that are none": _set("shuffle", "salts", [None, None, None]),
}


@every_described_game
@pytest.mark.parametrize("how", SPOILED)
def test_a_spoiled_record_does_not_fit(name: str, how: str) -> None:
    record = simulated(name)[0]
    record = deepcopy({**record, "moves": record["moves"][:3]})
    assert faults(record) == []
    SPOILED[how](record)
    assert faults(record)


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("wonderland", "reuse_keys", 1),
        ("wonderland", "groups", "cubic"),
        ("stockings", "window", "long"),
        ("stockings", "limit", 0),
    ],
)
def test_a_table_rule_has_its_own_values(name: str, key: str, value: Any) -> None:
    record = deepcopy(simulated(name)[0])
    record["options"][key] = value
    assert faults(record)


def test_the_clock_moves_in_the_race_alone_and_nobody_moves_for_it() -> None:
    turns = deepcopy(simulated("parade")[0])
    turns["moves"][0]["seat"] = None
    assert faults(turns)
    race = deepcopy(simulated("stockings")[0])
    entry = next(entry for entry in race["moves"] if entry["seat"] is None)
    entry["seat"] = 0
    assert faults(race)
    entry.update(seat=None, move={"type": "flip"})
    assert faults(race)


@every_described_game
def test_a_card_may_be_unknown_only_while_the_match_runs(name: str) -> None:
    hidden = [(r, i) for r in simulated(name) for i, entry in enumerate(r["moves"]) if _hides(r, entry)]
    assert bool(hidden) == (name != "tea_time")
    for record, place in hidden[:20]:
        moves = running(record, None, place + 1)["moves"][place]
        assert faults({**record, "moves": [record["moves"][place]]}) == []
        assert faults({**record, "moves": [moves]})


def test_a_secret_discard_may_be_unknown_only_while_the_match_runs() -> None:
    record = simulated("parade")[0]
    place = len(record["moves"]) - 2
    running_record = running(record, None, place + 1)
    assert running_record["moves"][place]["move"] == {"type": "discard", "cards": [None, None]}
    assert faults(running_record) == []
    assert faults({**record, "moves": running_record["moves"][place:]})
    running_record["moves"][place]["move"]["cards"] = [None, record["moves"][place]["move"]["cards"][1]]
    assert faults(running_record)


def _hides(record: Record, entry: dict[str, Any]) -> bool:
    redacted_entry = core.game(record["game"]).redacted(entry["seat"], entry["move"], entry["events"], None)
    return bool(json.loads(json.dumps(redacted_entry)) != [entry["move"], entry["events"]])


def test_the_page_shows_a_record_that_fits() -> None:
    example = (DOCS / "match-record.md").read_text().split("```json\n")[1].split("```")[0]
    record = json.loads(example)
    record["setup"]["deck"] = simulated("parade")[0]["setup"]["deck"]
    assert faults(record) == []
