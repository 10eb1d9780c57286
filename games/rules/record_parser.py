"""A match record from outside: bytes that may hold anything, to a document whose shape is certain.

Whether it tells a match that the rules allow is for match.replay to judge. May touch nothing but its arguments.
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
# What parts values from each other; no move holds as many. Reading far more of them would take a second of everybody's.
MOST_MARKS = 40 * MOST_MOVES
# A record is seven deep; keys that later versions may add have some room.
DEEPEST = 32
LARGEST = 2**53 - 1
LONGEST_NAME, LONGEST_SALT = 30, 64
MOST_OPTIONS, MOST_CARDS = 20, 500
DRAWN_BY = ("browser", "server")
KINDS = ("member", "guest", "bot")
REASONS = ("finished", "resigned", "abandoned")
TIMES = ("received", "round_trip", "credited")

# Strings whole, so that brackets within them don't count. Possessive: one pass, however it is broken off.
TOKENS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)

T = TypeVar("T")


def read(data: bytes) -> dict[str, Any]:
    """The finished match that the bytes tell, without the keys that we don't know; Unreadable otherwise.

    Its keys are those of docs/match-record.md; `shuffle` is there if the record has one. Cards are text and
    numbers are whole, but nothing is judged by the rules yet.
    """
    document = parse(data)
    if not isinstance(document, dict):
        raise Unreadable("not_a_record")
    if document.get("format") != FORMAT:
        raise Unreadable("other_format", format=str(document.get("format", ""))[:40])
    return _match(document)


def parse(data: bytes) -> Any:
    """What the JSON text says. Refused: too much, too deep, no Unicode, numbers that are none, a key said twice."""
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
        found = json.loads(
            text, object_pairs_hook=_object, parse_constant=_none, parse_int=_whole, parse_float=_float
        )
        # Half a character can be written as an escape, but never stored or shown.
        json.dumps(found, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise Unreadable("not_json", line=error.lineno, column=error.colno) from error
    except UnicodeEncodeError as error:
        raise Unreadable("not_text") from error
    return found


def _refuse_depth(text: str) -> None:
    depth = 0
    for token in TOKENS.finditer(text):
        first = text[token.start()]
        depth += (first in "[{") - (first in "]}")
        if depth > DEEPEST:
            raise Unreadable("too_deep", most=DEEPEST)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Unreadable("same_key_twice", key=key[:40])
        found[key] = value
    return found


def _none(word: str) -> NoReturn:
    raise Unreadable("no_number", number=word)


def _whole(digits: str) -> int:
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
    found = {
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
        found["shuffle"] = _shuffle(_take(document, "shuffle", dict), len(seats))
    if "hints" in document:
        found["hints"] = _hints(_take(document, "hints", list), len(seats), len(moves))
    return found


def _hints(raw: list[Any], seats: int, moves: int) -> list[dict[str, Any]]:
    """Which seats had taken a hint before which move, each once."""
    _hold(all(isinstance(each, dict) for each in raw), "hints")
    found = [{"seat": _take(each, "seat", int), "n": _take(each, "n", int)} for each in raw]
    _hold(all(0 <= each["seat"] < seats and 0 < each["n"] <= moves + 1 for each in found), "hints")
    _hold(len({(each["seat"], each["n"]) for each in found}) == len(found), "hints")
    return found


def _take(holder: dict[str, Any], key: str, kind: type[T]) -> T:
    """What stands under a key, being exactly of that kind: `true` is no number here."""
    if key not in holder:
        raise Unreadable("missing", key=key)
    value = holder[key]
    if type(value) is not kind:
        raise Unreadable("malformed", key=key)
    return value


def _hold(right: bool, key: str) -> None:
    if not right:
        raise Unreadable("malformed", key=key)


def _name_of(document: dict[str, Any]) -> str:
    name = _take(document, "match", str)
    _hold(re.fullmatch("[a-z0-9]{8}", name) is not None, "match")
    return name


def _seat(rules: core.Game, raw: Any, moves: int) -> dict[str, Any]:
    _hold(isinstance(raw, dict), "seats")
    name, kind = _take(raw, "name", str), _take(raw, "kind", str)
    # Nothing that doesn't show: no control characters, no marks that turn the writing round.
    _hold(0 < len(name) <= LONGEST_NAME and name.isprintable() and name.strip() == name, "name")
    _hold(kind in KINDS, "kind")
    found: dict[str, Any] = {"name": name, "kind": kind}
    if kind == "bot":
        found["level"] = _take(raw, "level", str)
        if found["level"] not in rules.LEVELS:
            raise Unreadable("no_such_level", level=found["level"][:40])
    elif "resigned" in raw:
        found["resigned"] = _take(raw, "resigned", int)
        _hold(0 <= found["resigned"] <= moves, "resigned")
    return found


def _options(document: dict[str, Any]) -> dict[str, Any]:
    options = _take(document, "options", dict)
    _hold(len(options) <= MOST_OPTIONS and all(len(name) <= 40 for name in options), "options")
    return options


def _setup(raw: dict[str, Any], seats: int) -> dict[str, Any]:
    first, deck = _take(raw, "first", int), _take(raw, "deck", list)
    _hold(0 <= first < seats, "first")
    _hold(len(deck) <= MOST_CARDS and all(isinstance(card, str) for card in deck), "deck")
    return {"first": first, "deck": deck}


def _numbered(rules: core.Game, number: int, raw: Any, seats: int) -> dict[str, Any]:
    """Move `number`; what is wrong with it is raw under that number."""
    try:
        _hold(isinstance(raw, dict), "moves")
        n = raw.get("n")
        if type(n) is not int or n != number:
            raise Unreadable("not_consecutive")
        return _entry(rules, raw, seats)
    except Unreadable as fault:
        raise Unreadable(fault.code, **(fault.params | {"n": number})) from fault


def _entry(rules: core.Game, raw: dict[str, Any], seats: int) -> dict[str, Any]:
    seat, at = raw.get("seat"), _take(raw, "at", int)
    _hold("seat" in raw and (seat is None or (type(seat) is int and 0 <= seat < seats)), "seat")
    _hold(at >= 0, "at")
    found = {"n": raw["n"], "seat": seat, "at": at, "move": _move(rules, _take(raw, "move", dict))}
    found["events"] = [_event(event) for event in _take(raw, "events", list)]
    if "by" in raw:
        _hold(raw["by"] == "bot" and seat is not None, "by")
        found["by"] = "bot"
    if "timing" in raw:
        found["timing"] = _timing(_take(raw, "timing", dict))
    return found


def _move(rules: core.Game, raw: dict[str, Any]) -> core.Move:
    """Without the fields that no move of this game has. Another move's field stays, for the rules to refuse."""
    _take(raw, "type", str)
    known = {field for fields in rules.MOVES.values() for field in fields}
    return {key: value for key, value in raw.items() if key == "type" or key in known}


def _event(raw: Any) -> core.Event:
    _hold(isinstance(raw, dict) and isinstance(raw.get("event"), str), "events")
    # The rules look here for what chance has answered.
    if "cards" in raw or raw["event"] == "shuffled":
        _take(raw, "cards", list)
    event: core.Event = raw
    return event


def _timing(raw: dict[str, Any]) -> dict[str, Any]:
    for name in TIMES:
        _hold(type(raw.get(name)) in (int, float) and raw[name] >= 0, "timing")
    found = {name: raw[name] for name in TIMES}
    if "reaction" in raw:
        _hold(type(raw["reaction"]) in (int, float), "timing")
        found["reaction"] = raw["reaction"]
    return found


def _outcome(raw: dict[str, Any], seats: int) -> dict[str, Any]:
    reason = _take(raw, "reason", str)
    _hold(reason in REASONS, "reason")
    found: dict[str, Any] = {"reason": reason}
    for name in ("scores", "ranks"):
        found[name] = _take(raw, name, list)
        _hold(len(found[name]) == seats and all(type(value) is int for value in found[name]), name)
    return found


def _shuffle(raw: dict[str, Any], seats: int) -> dict[str, Any]:
    found: dict[str, Any] = {name: _take(raw, name, str) for name in ("commitment", "seed")}
    for name in found:
        _hold(re.fullmatch("[0-9a-f]{64}", found[name]) is not None, name)
    found["salts"] = salts = _take(raw, "salts", list)
    _hold(len(salts) == seats and all(isinstance(salt, str) for salt in salts), "salts")
    _hold(all(len(salt) <= LONGEST_SALT and salt.isprintable() for salt in salts), "salts")
    if "drawn_by" in raw:
        found["drawn_by"] = drawn = _take(raw, "drawn_by", list)
        _hold(len(drawn) == seats and all(who is None or who in DRAWN_BY for who in drawn), "drawn_by")
    return found
