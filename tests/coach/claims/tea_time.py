"""Tea Time's sentences, judged by the words of its rules page: nothing here is the game's own code but the moves."""

from __future__ import annotations

import re
from collections import Counter

from games.rules import core
from tests.coach.claims.cases import Case, Judge

WORTH = (5, 1, 3, 6, 10, 15)


def _points(view: core.View, seat: int) -> int:
    """Of a seat: by character its cards of one face, and Alice."""
    held = Counter({held_column["character"]: held_column["count"] for held_column in view["held"][seat]})
    characters = ("hatter", "cat", "rabbit", "caterpillar", "queen", "hare")
    return sum(WORTH[min(held[character], 5)] for character in characters) + 4 * int(view["alice"] == seat)


def _then(case: Case, move: core.Move) -> list[core.View]:
    """What the seat sees after the move, by guess."""
    return [case.rules.view(after, case.seat) for _before, after, _events in case.after(move)]


def _now(case: Case, parts: re.Match[str]) -> bool:
    before = _points(case.view, case.seat)
    after = {_points(view, case.seat) for view in _then(case, case.listed(parts["name"]))}
    return after == {int(parts["after"])} and int(parts.groupdict().get("before") or before) == before


def _changes(parts: re.Match[str]) -> bool:
    return parts["before"] != parts["after"]


def _moves(case: Case, parts: re.Match[str]) -> bool:
    return _changes(parts) and _now(case, parts)


def _stays(case: Case, parts: re.Match[str]) -> bool:
    return _now(case, parts) and _points(case.view, case.seat) == int(parts["after"])


def _pairs(case: Case, parts: re.Match[str]) -> bool:
    """Of the best move: so many cards of the character meet their other face."""
    character = parts["who"].lower()
    pairs = {after["gone"][character] - case.view["gone"][character] for after in _then(case, case.best)}
    return pairs == {int(parts["count"])}


def _most(case: Case, move: core.Move) -> int:
    """The most that the next seat's score can change by a take."""
    (_before, after, _events), *_others = case.after(move)
    (seat,) = case.rules.to_act(after)
    now = _points(case.rules.view(after, seat), seat)
    return max(
        _points(case.rules.view(case.rules.apply(after, seat, next_move, 0, None)[0], seat), seat) - now  # type: ignore[arg-type]
        for next_move in case.rules.legal_moves(after, seat)
    )


def _left(case: Case, parts: re.Match[str]) -> bool:
    one, two = _most(case, case.best), _most(case, case.listed(parts["other"]))
    figures = parts.groupdict()
    first = int(figures["one"].replace("−", "-")) if figures.get("one") else -int(figures["lost"])
    follows = parts["name"] == case.names[(case.seat + 1) % case.seats]
    return follows and (first, int(parts["two"].replace("−", "-"))) == (one, two) and one < two


def _last_round(case: Case, parts: re.Match[str]) -> bool:
    left = {
        sum(card is not None for row in view["grid"] for card in row)
        for view in _then(case, case.listed(parts["name"]))
    }
    return case.view["round"] == case.view["rounds"] and left == {int(parts["count"])}


def _is_over(case: Case, parts: re.Match[str]) -> bool:
    return all(view["over"] for view in _then(case, case.listed(parts["name"])))


def _is_dealt(case: Case, parts: re.Match[str]) -> bool:
    views = _then(case, case.listed(parts["name"]))
    return all(view["round"] == case.view["round"] + 1 for view in views)


def _begins(case: Case, parts: re.Match[str]) -> bool:
    return case.view["round"] < case.view["rounds"] and _takes_alice(case, parts)


def _ranks_above(case: Case, parts: re.Match[str]) -> bool:
    return case.view["round"] == case.view["rounds"] and _takes_alice(case, parts)


def _takes_alice(case: Case, parts: re.Match[str]) -> bool:
    cells = case.listed(parts["name"])["cells"]
    return any(case.view["grid"][row][column] == "alice" for row, column in cells)


NAME = r"“(?P<name>[^“”]+)”"
JUDGES: dict[str, Judge] = {
    rf"{NAME} takes your score from (?P<before>\d+) to (?P<after>\d+) at once\.": _moves,
    rf"{NAME} leaves your score at (?P<after>\d+) for now\.": _stays,
    r"(?P<who>\w+): (?P<count>\d+) pairs? cancels?\.": _pairs,
    r"The most that (?P<name>\w+) can gain then is (?P<one>[+−]\d+), after “(?P<other>[^“”]+)” "
    r"(?P<two>[+−]\d+)\.": _left,
    r"Whatever (?P<name>\w+) takes then, it costs at least (?P<lost>\d+) pts?; after “(?P<other>[^“”]+)” the most is "
    r"(?P<two>[+−]\d+)\.": _left,
    rf"It is the last round: after {NAME} (?P<count>\d+) cards? (?:is|are) left\.": _last_round,
    rf"{NAME} takes all that lies there: the match is over\.": _is_over,
    rf"{NAME} takes all that lies there: a new grid is dealt\.": _is_dealt,
    rf"{NAME} takes Alice: you then begin the next round\.": _begins,
    rf"{NAME} takes Alice: at equal scores you then rank above the others\.": _ranks_above,
}
