"""Invalid moves: every way to spoil a legal move that a careless or malicious page could send."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from games.rules import core

JUNK: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 2, 99, 10**30, -(10**30), 0.0, 1.5, float("nan"), float("inf")),
    *(
        "",
        "x",
        "\0",
        "joker-11",
        "timeout",
        "é" * 5000,
        [],
        [[]],
        [None],
        [[0]],
        [[0, 0], [0, 0]],
        [True],
        {},
    ),
    *({"type": "play"}, [{}], ["x"] * 500, [10**30]),
)
GARBAGE: tuple[Any, ...] = (
    *(None, True, 7, 1.5, "", "play", [], ["play"], [[]], {}, {"type": None}, {"type": []}, {"type": {}}),
    *(
        {"type": ""},
        {"type": "cheat"},
        {"type": "x" * 5000},
        {"type": 1},
        {"kind": "play"},
        {"type": {"a": 1}},
    ),
)


def mutations(rules: core.Game, move: core.Move, pool: Sequence[Any], rng: Random) -> Iterator[Any]:
    """Yield spoiled copies of `move`. `pool` has values of the fields of the match's other moves."""
    yield from GARBAGE
    yield [move]
    yield {**move, "type": rng.choice(JUNK)}
    for kind in rules.MOVES:
        yield {**move, "type": kind}
    yield {**move, rng.choice(("seat", "at", "extra", "", "__class__")): rng.choice(JUNK)}
    for name, value in move.items():
        yield {key: other for key, other in move.items() if key != name}
        if name != "type":
            for spoiled in (*rng.sample(JUNK, 8), *rng.sample(pool, min(4, len(pool))), *_near(value, rng)):
                yield {**move, name: spoiled}


def _near(value: Any, rng: Random) -> Iterator[Any]:
    """Yield values similar to `value`."""
    yield [value]
    if isinstance(value, int):
        yield from (value + 1, value - 1, -value - 1, float(value), str(value))
    elif isinstance(value, str):
        yield from (value.upper(), value + " ", value[:-1], "")
    elif isinstance(value, list):
        yield from ([*value, rng.choice(JUNK)], value[:-1], value * 2, [[*value]], dict(enumerate(value)))
        if value:
            yield [rng.choice(JUNK), *value[1:]]
            yield [value[0]] * len(value)
            yield from ([near, *value[1:]] for near in _near(value[0], rng))
