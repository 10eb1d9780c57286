"""Importing something that is no match record, or no match: it is refused in one sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from django.test import Client

from games.boards import unreadable
from games.records import importing
from games.rules import record_parser
from games.rules.match import Unreadable
from tests.helpers.given import browser, person
from tests.helpers.importing import Record, every_game, refusal, refused, sent, simulated

pytestmark = pytest.mark.django_db
FILES: dict[str, tuple[bytes, int, str]] = {
    "empty": (b"", 400, "The record is empty"),
    "blank": (b" \n\t ", 400, "The record is empty"),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00\xff\xfe", 400, "not UTF-8 text"),
    "UTF-16": ("{}".encode("utf-16"), 400, "not UTF-8 text"),
    "prose": (b"Dear site,", 400, "from line 1, character 1 on it is not JSON."),
    "PGN": (b'[Event "Tea"]\n1. e4 e5', 400, "from line 1, character 2 on it is not JSON."),
    "cut off": (b'{"format": "match-record/1", "moves": [', 400, "not JSON"),
    "an open string": (b'"' + b'\\"' * 500_000, 400, "not JSON"),
    "two documents": (b"{}\n{}", 400, "from line 2, character 1 on it is not JSON"),
    "a list": (b"[]", 400, "not a match record"),
    "a number": (b"7", 400, "not a match record"),
    "null": (b"null", 400, "not a match record"),
    "an empty object": (b"{}", 400, "“format” is missing"),
    "huge": (b" " * 2_000_001, 413, "too large"),
    "very huge": (b" " * 5_000_000, 413, "too large"),
    "deep": (b"[" * 100_000, 400, "nested too deeply"),
    "deep and closed": (b"[" * 100_000 + b"]" * 100_000, 400, "nested too deeply"),
    "deep objects": (b'{"a":' * 100_000, 400, "nested too deeply"),
    "a million values": (b"[" + b"{}," * 600_000 + b"1]", 413, "too long"),
    "NaN": (b'{"format": NaN}', 400, "“NaN” is not a number"),
    "Infinity": (b'{"a": -Infinity}', 400, "“-Infinity” is not a number"),
    "infinite": (b'{"a": 1e999}', 400, "“1e999” is not a number"),
    "a long number": (b'{"a": ' + b"9" * 100_000 + b"}", 400, "is not a number"),
    "a key twice": (b'{"format": "match-record/1", "format": "x"}', 400, "“format” appears twice"),
    "half a character": (b'{"format": "\\ud800"}', 400, "not UTF-8 text"),
    "another format": (b'{"format": "match-record/2"}', 400, "does not know the format “match-record/2”"),
    "a format that is none": (b'{"format": [[]]}', 400, "does not know the format “[[]]”"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_no_record_is_refused_in_one_sentence(name: str) -> None:
    data, expected, sentence = FILES[name]
    status, text = refused(data)
    assert (status, sentence in text) == (expected, True), text


def test_after_many_files_that_are_no_records_the_next_is_not_looked_at(
    settings: Any, client: Client
) -> None:
    settings.FAILED_IMPORTS = 2
    good = {"text": json.dumps(simulated("parade"))}
    statuses = [
        client.post("/import/", form).status_code for form in ({"text": "no"}, good, {"text": "no"}, good)
    ]
    assert statuses == [400, 302, 400, 429]


def test_no_file_and_no_text_is_refused() -> None:
    response = browser(person("Ada")).post("/import/")
    assert response.status_code == 400
    assert refusal(response) == "The record is empty. Choose a file or paste a record."


def test_too_long_pasted_text_is_refused_like_a_file() -> None:
    response = browser(person("Ada")).post("/import/", {"text": " " * 3_000_000})
    assert response.status_code == 413
    assert "too large" in refusal(response)


def put(*path: Any) -> Callable[[Record], None]:
    """Put the last item of `path` at the place that the rest leads to."""

    def spoil(record: Record) -> None:
        *way, key, value = path
        for step in way:
            record = record[step]
        record[key] = value

    return spoil


def drop(*path: Any) -> Callable[[Record], None]:
    def spoil(record: Record) -> None:
        *way, key = path
        for step in way:
            record = record[step]
        del record[key]

    return spoil


def _swapped(record: Record) -> None:
    moves = record["moves"]
    moves[3], moves[4] = moves[4], moves[3]


def _one_more(record: Record) -> None:
    last = record["moves"][-1]
    record["moves"].append(last | {"n": last["n"] + 1})


def _too_many(record: Record) -> None:
    record["moves"] += record["moves"][:1] * record_parser.MOST_MOVES


def _other_card(record: Record) -> None:
    # A card at the bottom of the deck is in nobody's hand yet.
    record["moves"][9]["move"]["card"] = record["setup"]["deck"][-1]


def _double_card(record: Record) -> None:
    record["setup"]["deck"][0] = record["setup"]["deck"][1]


def _other_order(record: Record) -> None:
    deck = record["setup"]["deck"]
    deck[-1], deck[-2] = deck[-2], deck[-1]


def _other_score(record: Record) -> None:
    record["outcome"]["scores"][0] += 1


def _other_ranks(record: Record) -> None:
    record["outcome"]["ranks"] = [1, 1, 1]


def _cut_short(record: Record) -> None:
    del record["moves"][-1]


def _says_resigned(record: Record) -> None:
    record["moves"] = record["moves"][:4]
    record["seats"][0] = {"name": "Ada", "kind": "member", "resigned": 4}
    record["outcome"] = {"reason": "resigned", "scores": [0, 0, 0], "ranks": [2, 1, 1]}


def _false_standing(record: Record) -> None:
    record["moves"] = record["moves"][:4]
    record["outcome"] = {"reason": "abandoned", "scores": [1, 2, 3], "ranks": [1, 2, 3]}


SPOILED: dict[str, tuple[Callable[[Record], None], int, str]] = {
    "an unknown game": (put("game", "chess"), 400, "does not have: “chess”"),
    "a way out": (put("game", "../x"), 400, "does not have: “../x”"),
    "a game that is a list": (put("game", []), 400, "“game” has a value"),
    "markup for a game": (put("game", "<b>x</b>"), 400, "does not have: “<b>x</b>”"),
    "no game": (drop("game"), 400, "“game” is missing"),
    "other rules": (
        put("rules", 99),
        422,
        "under version 99 of the rules; this site can only check version 1",
    ),
    "true rules": (put("rules", True), 400, "“rules” has a value"),
    "a running match": (put("outcome", None), 422, "The match is still running"),
    "no seat": (put("seats", []), 422, "can't be played by 0"),
    "one seat": (put("seats", [{"name": "A", "kind": "member"}]), 422, "can't be played by 1"),
    "99 seats": (put("seats", [{"name": "A", "kind": "member"}] * 99), 422, "can't be played by 99"),
    "seats that are none": (put("seats", [1, 2, 3]), 400, "“seats” has a value"),
    "a ghost": (put("seats", 0, "kind", "ghost"), 400, "“kind” has a value"),
    "a clever bot": (put("seats", 0, "level", "x" * 999), 422, "There is no bot “xxx"),
    "a bot without a level": (drop("seats", 0, "level"), 400, "“level” is missing"),
    "no name": (put("seats", 0, "name", ""), 400, "“name” has a value"),
    "a long name": (put("seats", 0, "name", "a" * 31), 400, "“name” has a value"),
    "a NUL in a name": (put("seats", 0, "name", "A\0da"), 400, "“name” has a value"),
    "a turned name": (put("seats", 0, "name", "A\u202eda"), 400, "“name” has a value"),
    "half a character in a name": (put("seats", 0, "name", "A\ud800"), 400, "not UTF-8 text"),
    "resigned too late": (
        put("seats", 0, {"name": "A", "kind": "guest", "resigned": 999}),
        400,
        "“resigned”",
    ),
    "an unknown option": (put("options", "cheating", True), 422, "no table rule “cheating”"),
    "a long option": (put("options", "x" * 5000, True), 400, "“options” has a value"),
    "options that are none": (put("options", None), 400, "“options” has a value"),
    "a match without a name": (put("match", "../../etc"), 400, "“match” has a value"),
    "a wrong card": (put("setup", "deck", 0, "joker-1"), 422, "has “joker-1” instead"),
    "a missing card": (drop("setup", "deck", 0), 422, "The deck is not this game's: it lacks “"),
    "an extra card": (
        lambda record: record["setup"]["deck"].append("red-1"),
        422,
        "it has too many of “red-1”",
    ),
    "a card twice": (_double_card, 422, "The deck is not this game's: it lacks “"),
    "an unknown card": (put("setup", "deck", 3, None), 400, "“deck” has a value"),
    "an endless deck": (lambda record: record["setup"]["deck"].extend(["red-1"] * 9999), 400, "“deck”"),
    "another order": (_other_order, 422, "The seed and the salts give another deal"),
    "another first": (lambda r: r["setup"].update(first=(r["setup"]["first"] + 1) % 3), 422, "another deal"),
    "no such first": (put("setup", "first", 3), 400, "“first” has a value"),
    "another seed": (put("shuffle", "seed", "00" * 32), 422, "does not match the fingerprint"),
    "another fingerprint": (put("shuffle", "commitment", "00" * 32), 422, "does not match the fingerprint"),
    "another salt": (put("shuffle", "salts", 0, "pepper"), 422, "The seed and the salts give another deal"),
    "no seed": (drop("shuffle", "seed"), 400, "“seed” is missing"),
    "a salt too many": (lambda record: record["shuffle"]["salts"].append(""), 400, "“salts” has a value"),
    "moves out of order": (_swapped, 400, "Move 4: Moves are numbered from 1 without a gap"),
    "a word for a number": (put("moves", 2, "n", "3"), 400, "Move 3: Moves are numbered"),
    "true for a number": (put("moves", 0, "n", True), 400, "Move 1: Moves are numbered"),
    "a half number": (put("moves", 1, "n", 2.0), 400, "Move 2: Moves are numbered"),
    "no number": (drop("moves", 1, "n"), 400, "Move 2: Moves are numbered"),
    "time running back": (put("moves", 9, "at", 0), 422, "Move 10: This move has an earlier time"),
    "time before the match": (put("moves", 0, "at", -1), 400, "Move 1: “at” has a value"),
    "the end of time": (put("moves", 0, "at", 10**15), 400, "Move 1: “at” has a value"),
    "a time beyond all": (put("moves", 0, "at", 10**400), 400, "is not a number"),
    "a seat 3": (put("moves", 4, "seat", 3), 400, "Move 5: “seat” has a value"),
    "a true seat": (put("moves", 4, "seat", True), 400, "Move 5: “seat” has a value"),
    "no seat in a move": (drop("moves", 4, "seat"), 400, "Move 5: “seat” has a value"),
    "the clock": (
        put("moves", 4, "seat", None),
        422,
        "Move 5, by the clock, is not possible. It was the turn of",
    ),
    "a move that is none": (put("moves", 4, "move", 7), 400, "Move 5: “move” has a value"),
    "an entry that is none": (put("moves", 4, None), 400, "Move 5: “moves” has a value"),
    "a strange move": (put("moves", 4, "move", {"type": "cheat"}), 422, "Move 5, by "),
    "an impossible move": (_other_card, 422, "is not possible. You don't hold "),
    "another move's field": (put("moves", 4, "move", "cards", []), 422, "Move 5, by "),
    "a card that is a list": (put("moves", 4, "move", "card", [[]]), 422, "Move 5, by "),
    "moved by somebody": (put("moves", 4, "by", "person"), 400, "Move 5: “by” has a value"),
    "half a timing": (put("moves", 4, "timing", {"received": 1}), 400, "Move 5: “timing” has a value"),
    "a move after the end": (_one_more, 422, "The match was already over."),
    "too many moves": (_too_many, 413, "The match is too long"),
    "no events": (put("moves", 16, "events", []), 422, "Move 17: The record has other events"),
    "other events": (put("moves", 16, "events", 0, "seat", 9), 422, "Move 17: The record has other events"),
    "true events": (
        put("moves", 16, "events", 0, "seat", True),
        422,
        "Move 17: The record has other events",
    ),
    "events that are none": (put("moves", 16, "events", ["took"]), 400, "Move 17: “events” has a value"),
    "a shuffle of nothing": (put("moves", 16, "events", [{"event": "shuffled"}]), 400, "Move 17: “cards”"),
    "an unknown shuffle": (put("moves", 16, "events", [{"event": "shuffled", "cards": []}]), 422, "Move 17"),
    "another score": (_other_score, 422, "another result than the rules give: scores "),
    "wrong ranks": (_other_ranks, 422, "another result than the rules give"),
    "true ranks": (put("outcome", "ranks", [True, 2, 3]), 400, "“ranks” has a value"),
    "a score too few": (put("outcome", "scores", [1, 2]), 400, "“scores” has a value"),
    "another reason": (put("outcome", "reason", "abandoned"), 422, "another reason for the end"),
    "a bored end": (put("outcome", "reason", "bored"), 400, "“reason” has a value"),
    "no end": (_cut_short, 422, "but under the rules the match is not over"),
    "no moves": (put("moves", []), 422, "but under the rules the match is not over"),
    "resigned by one of three": (_says_resigned, 422, "but under the rules the match is not over"),
    "a false standing": (_false_standing, 422, "another result than the rules give"),
}


@pytest.mark.parametrize("name", SPOILED)
def test_a_spoiled_record_is_refused_in_one_sentence(name: str) -> None:
    spoil, expected, sentence = SPOILED[name]
    document = simulated()
    spoil(document)
    status, text = refused(document)
    assert (status, sentence in text) == (expected, True), text
    assert len(text) <= 300


def test_the_impossible_move_is_named_with_its_player_and_the_games_own_words() -> None:
    document = simulated()
    _other_card(document)
    _status, text = refused(document)
    name = document["seats"][document["moves"][9]["seat"]]["name"]
    assert text.startswith(f"Move 10, by {name}, is not possible. You don't hold ")


@every_game
def test_in_every_game_a_move_that_is_left_out_is_missed(game: str) -> None:
    document = simulated(game)
    del document["moves"][5]
    for number, entry in enumerate(document["moves"], start=1):
        entry["n"] = number
    status, text = refused(document)
    assert status == 422
    assert text.startswith("Move ")


@every_game
def test_in_every_game_any_value_may_be_junk(game: str) -> None:
    """Any value may be anything: a record is refused with a sentence or it is valid, but nothing fails."""
    document = simulated(game)
    ways = [way for way in _ways(document) if "deck" not in way or way[-1] in ("deck", 0)]
    for place, way in enumerate(ways[:: max(1, len(ways) // 300)]):
        spoiled = deepcopy(document)
        put(*way, JUNK[place % len(JUNK)])(spoiled)
        try:
            importing.judge(sent(spoiled))
        except Unreadable as fault:
            assert unreadable.sentence(fault)[0]


JUNK: tuple[Any, ...] = (None, True, -1, 10**15, 1.5, "", "x", "\0", [], [None], [[]], {}, {"type": "play"})


def _ways(thing: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = thing.items() if isinstance(thing, dict) else enumerate(thing) if isinstance(thing, list) else ()
    return [*([way] if way else []), *(place for key, value in inner for place in _ways(value, (*way, key)))]
