"""Parse an uploaded match record: arbitrary bytes to a document of a checked shape.

match.replay then judges its moves by the rules.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn, TypeVar

from games.rules import core
from games.rules.match import FORMAT, Unreadable

MOST_BYTES = 2_000_000
MOST_MOVES = 4000
# Commas and opening brackets; 40 a move are more than any game needs. Parsing far more would block the process.
MOST_MARKS = 40 * MOST_MOVES
# A record is 7 levels deep. The rest is room for later versions.
DEEPEST = 32
LARGEST = 2**53 - 1
LONGEST_NAME, LONGEST_SALT = 30, 64
MOST_OPTIONS, MOST_CARDS = 20, 500
DRAWN_BY = ("browser", "server")
KINDS = ("member", "guest", "bot")
LONGEST_MATCH = 10 * 366 * 86_400_000  # ten years in ms
REASONS = ("finished", "resigned", "abandoned")
TIMES = ("received", "round_trip", "credited")

# Matches whole strings, so that brackets inside them don't count. Possessive: never backtracks.
TOKENS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)

T = TypeVar("T")


def read(data: bytes) -> dict[str, Any]:
    """Return a finished match without unknown keys. Raises Unreadable.

    The keys are those of docs/match-record.md; `shuffle`, `hints` and `deal` are optional. Cards are strings and
    numbers are integers, but the rules have not judged anything yet.
    """
    document = parse(data)
    if not isinstance(document, dict):
        raise Unreadable("not_a_record")
    if document.get("format") != FORMAT:
        raise Unreadable("other_format", format=str(document.get("format", ""))[:40])
    return _match(document)


def parse(data: bytes) -> Any:
    """Return the parsed JSON.

    Raises Unreadable if it is too large or too deep, is no Unicode, or has numbers out of range or a key twice.
    """
    if len(data) > MOST_BYTES:
        raise Unreadable("too_large", most=MOST_BYTES)
    if sum(map(data.count, (b",", b"{", b"["))) > MOST_MARKS:
        raise Unreadable("too_many_moves", most=MOST_MOVES)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable("not_text") from error
    if not text.strip():
        raise Unreadable("empty")
    _refuse_depth(text)
    try:
        document = json.loads(
            text, object_pairs_hook=_object, parse_constant=_constant, parse_int=_integer, parse_float=_float
        )
        # JSON can escape a lone surrogate, which no database stores.
        json.dumps(document, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise Unreadable("not_json", line=error.lineno, column=error.colno) from error
    except UnicodeEncodeError as error:
        raise Unreadable("not_text") from error
    return document


def _refuse_depth(text: str) -> None:
    depth = 0
    for token in TOKENS.finditer(text):
        first = text[token.start()]
        depth += (first in "[{") - (first in "]}")
        if depth > DEEPEST:
            raise Unreadable("too_deep", most=DEEPEST)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document: dict[str, Any] = {}
    for key, value in pairs:
        if key in document:
            raise Unreadable("same_key_twice", key=key[:40])
        document[key] = value
    return document


def _constant(word: str) -> NoReturn:
    raise Unreadable("no_number", number=word)


def _integer(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > LARGEST:
        raise Unreadable("no_number", number=digits[:20])
    return int(digits)


def _float(digits: str) -> float:
    if not math.isfinite(value := float(digits)):
        raise Unreadable("no_number", number=digits[:20])
    return value


def _match(document: dict[str, Any]) -> dict[str, Any]:
    game = _take(document, "game", str)
    if game not in core.names():
        raise Unreadable("no_such_game", game=game[:40])
    rules = core.game(game)
    version = _take(document, "rules", int)
    if version != rules.VERSION:
        raise Unreadable("other_rules", told=version, known=rules.VERSION)
    if document.get("outcome", "") is None:
        raise Unreadable("running")
    moves = _take(document, "moves", list)
    if len(moves) > MOST_MOVES:
        raise Unreadable("too_many_moves", most=MOST_MOVES)
    seats = _take(document, "seats", list)
    if len(seats) not in rules.SEATS:
        raise Unreadable("bad_seats", seats=len(seats))
    match: dict[str, Any] = {
        "game": game,
        "rules": version,
        "match": _name_of(document),
        "seats": [_seat(rules, raw, len(moves)) for raw in seats],
        "options": _options(document),
        "setup": _setup(_take(document, "setup", dict), len(seats)),
        "moves": [_numbered(rules, n, raw, len(seats)) for n, raw in enumerate(moves, start=1)],
        "outcome": _outcome(_take(document, "outcome", dict), len(seats)),
    }
    if "shuffle" in document:
        match["shuffle"] = _shuffle(_take(document, "shuffle", dict), len(seats))
    if "hints" in document:
        match["hints"] = _hints(_take(document, "hints", list), len(seats), len(moves))
    if "deal" in document:
        match["deal"] = _deal(_take(document, "deal", dict), len(seats))
        # Nobody adds a salt to the deal of a day.
        salts = match.get("shuffle", {}).get("salts", ())
        _require("day" not in match["deal"] or not any(salts), "salts")
    return match


def _deal(raw: dict[str, Any], seats: int) -> dict[str, Any]:
    """Return the deal that others played, too: that of a day, or that of a match and a seat."""
    if "day" in raw:
        day = _take(raw, "day", str)
        _require(re.fullmatch(r"\d{4}-\d\d-\d\d", day, re.ASCII) is not None, "day")
        return {"day": day}
    seat = _take(raw, "seat", int)
    _require(0 <= seat < seats, "seat")
    return {"match": _name_of(raw), "seat": seat}


def _hints(raw: list[Any], seats: int, moves: int) -> list[dict[str, Any]]:
    """Return the hints that were taken: the seat and the number of the move after each, no pair twice."""
    _require(all(isinstance(hint, dict) for hint in raw), "hints")
    hints = [{"seat": _take(hint, "seat", int), "n": _take(hint, "n", int)} for hint in raw]
    _require(all(0 <= hint["seat"] < seats and 0 < hint["n"] <= moves + 1 for hint in hints), "hints")
    _require(len({(hint["seat"], hint["n"]) for hint in hints}) == len(hints), "hints")
    return hints


def _take(holder: dict[str, Any], key: str, kind: type[T]) -> T:
    """Return the value of a key. Raises Unreadable unless it is exactly of that type, so that `true` is no number."""
    if key not in holder:
        raise Unreadable("missing", key=key)
    value = holder[key]
    if type(value) is not kind:
        raise Unreadable("malformed", key=key)
    return value


def _require(condition: bool, key: str) -> None:
    if not condition:
        raise Unreadable("malformed", key=key)


def _name_of(document: dict[str, Any]) -> str:
    name = _take(document, "match", str)
    _require(re.fullmatch("[a-z0-9]{8}", name) is not None, "match")
    return name


def _seat(rules: core.Game, raw: Any, moves: int) -> dict[str, Any]:
    _require(isinstance(raw, dict), "seats")
    name, kind = _take(raw, "name", str), _take(raw, "kind", str)
    # Refuses control characters and marks that change the direction of writing.
    _require(0 < len(name) <= LONGEST_NAME and name.isprintable() and name.strip() == name, "name")
    _require(kind in KINDS, "kind")
    seat: dict[str, Any] = {"name": name, "kind": kind}
    if kind == "bot":
        seat["level"] = _take(raw, "level", str)
        if seat["level"] not in rules.LEVELS:
            raise Unreadable("no_such_level", level=seat["level"][:40])
    elif "resigned" in raw:
        seat["resigned"] = _take(raw, "resigned", int)
        _require(0 <= seat["resigned"] <= moves, "resigned")
    return seat


def _options(document: dict[str, Any]) -> dict[str, Any]:
    options = _take(document, "options", dict)
    _require(len(options) <= MOST_OPTIONS and all(len(name) <= 40 for name in options), "options")
    return options


def _setup(raw: dict[str, Any], seats: int) -> dict[str, Any]:
    first, deck = _take(raw, "first", int), _take(raw, "deck", list)
    _require(0 <= first < seats, "first")
    _require(len(deck) <= MOST_CARDS and all(isinstance(card, str) for card in deck), "deck")
    return {"first": first, "deck": deck}


def _numbered(rules: core.Game, number: int, raw: Any, seats: int) -> dict[str, Any]:
    """Return move `number`. Raises Unreadable with that number."""
    try:
        _require(isinstance(raw, dict), "moves")
        n = raw.get("n")
        if type(n) is not int or n != number:
            raise Unreadable("not_consecutive")
        return _entry(rules, raw, seats)
    except Unreadable as fault:
        raise Unreadable(fault.code, **(fault.params | {"n": number})) from fault


def _entry(rules: core.Game, raw: dict[str, Any], seats: int) -> dict[str, Any]:
    seat, at = raw.get("seat"), _take(raw, "at", int)
    _require("seat" in raw and (seat is None or (type(seat) is int and 0 <= seat < seats)), "seat")
    _require(0 <= at <= LONGEST_MATCH, "at")
    entry = {"n": raw["n"], "seat": seat, "at": at, "move": _move(rules, _take(raw, "move", dict))}
    entry["events"] = [_event(event) for event in _take(raw, "events", list)]
    if "by" in raw:
        _require(raw["by"] == "bot" and seat is not None, "by")
        entry["by"] = "bot"
    if "timing" in raw:
        entry["timing"] = _timing(_take(raw, "timing", dict))
    return entry


def _move(rules: core.Game, raw: dict[str, Any]) -> core.Move:
    """Return a move without fields that no move of the game has. The rules refuse fields of other moves later."""
    _take(raw, "type", str)
    names = {"type"}.union(*rules.MOVES.values())
    return {name: value for name, value in raw.items() if name in names}


def _event(raw: Any) -> core.Event:
    _require(isinstance(raw, dict) and isinstance(raw.get("event"), str), "events")
    # The rules read the draws from these.
    if "cards" in raw or raw["event"] == "shuffled":
        _take(raw, "cards", list)
    event: core.Event = raw
    return event


def _timing(raw: dict[str, Any]) -> dict[str, Any]:
    for name in TIMES:
        _require(type(raw.get(name)) in (int, float) and raw[name] >= 0, "timing")
    timing = {name: raw[name] for name in TIMES}
    if "reaction" in raw:
        _require(type(raw["reaction"]) in (int, float), "timing")
        timing["reaction"] = raw["reaction"]
    return timing


def _outcome(raw: dict[str, Any], seats: int) -> dict[str, Any]:
    reason = _take(raw, "reason", str)
    _require(reason in REASONS, "reason")
    outcome: dict[str, Any] = {"reason": reason}
    for name in ("scores", "ranks"):
        outcome[name] = values = _take(raw, name, list)
        _require(len(values) == seats and all(type(value) is int for value in values), name)
    return outcome


def _shuffle(raw: dict[str, Any], seats: int) -> dict[str, Any]:
    shuffle: dict[str, Any] = {name: _take(raw, name, str) for name in ("commitment", "seed")}
    for name in shuffle:
        _require(re.fullmatch("[0-9a-f]{64}", shuffle[name]) is not None, name)
    shuffle["salts"] = salts = _take(raw, "salts", list)
    _require(len(salts) == seats and all(isinstance(salt, str) for salt in salts), "salts")
    _require(all(len(salt) <= LONGEST_SALT and salt.isprintable() for salt in salts), "salts")
    if "drawn_by" in raw:
        shuffle["drawn_by"] = drawn_by = _take(raw, "drawn_by", list)
        _require(
            len(drawn_by) == seats and all(who is None or who in DRAWN_BY for who in drawn_by), "drawn_by"
        )
    return shuffle
