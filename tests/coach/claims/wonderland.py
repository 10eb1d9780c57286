"""Wonderland's sentences, judged by the words of its rules page: the chances by going through every way in which the
unseen cards can turn out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

from games.rules import core
from tests.coach.claims import wonderland_powers
from tests.coach.claims.cases import Case, Judge
from tests.coach.claims.wonderland_powers import CARDS, KINDS, MOVE, NAMED, falls, listed


def _unseen(view: core.View) -> tuple[int, ...]:
    visible = [card for cards in (*view["notebooks"], view["discards"]) for card in cards]
    visible += [card for pile in view["piles"] for card in pile["up"]]
    visible += [pile["peeked"] for pile in view["piles"] if pile["peeked"]]
    visible += [entry["card"] for tunnel in view["tunnels"] for entry in tunnel if entry["card"]]
    counts = Counter(NAMED[card] for card in visible)
    return tuple(CARDS[kind] - counts[kind] for kind in KINDS)


@cache
def _ways(
    unseen: tuple[int, ...],
    mine: tuple[str, ...],
    own: int,
    tops: tuple[str | None, ...],
    other: tuple[str, ...] | None,
) -> tuple[int, int]:
    """In how many ways the unseen cards of the own tunnel and of the piles' tops turn out, and in how many a tunnel
    falls: the own one, or an `other`. The own tunnel stands before."""
    if own:
        return _sum(unseen, lambda rest, kind: _ways(rest, (*mine, kind), own - 1, tops, other))
    if falls(mine):
        return 0, 0
    return _turned(unseen, mine if other is None else other, tops)


def _turned(
    unseen: tuple[int, ...], tunnel: tuple[str, ...], tops: tuple[str | None, ...]
) -> tuple[int, int]:
    if not tops:
        return 1, int(falls(tunnel))
    if tops[0] is not None:
        return _turned(unseen, (*tunnel, tops[0]), tops[1:])
    return _sum(unseen, lambda rest, kind: _turned(rest, (*tunnel, kind), tops[1:]))


def _sum(unseen: tuple[int, ...], then: Any) -> tuple[int, int]:
    total = fallen = 0
    for place, number in enumerate(unseen):
        if number:
            rest = (*unseen[:place], number - 1, *unseen[place + 1 :])
            ways, bad = then(rest, KINDS[place])
            total, fallen = total + number * ways, fallen + number * bad
    return total, fallen


def _uncovered(view: core.View, seat: int) -> tuple[list[str], int]:
    """The cards of a tunnel that count, and how many of them aren't seen."""
    cards = [entry["card"] for entry in view["tunnels"][seat] if not entry["covered"]]
    return sorted(NAMED[card] for card in cards if card), cards.count(None)


def _tops(case: Case, move: core.Move) -> list[str | None]:
    """The cards that the move turns up or takes, None for one that isn't seen."""
    piles = case.view["piles"]
    if move["type"] == "power":
        return [_named(piles[move["pile"]]["peeked"])]
    there = [place for place, pile in enumerate(piles) if pile["down"] + len(pile["up"])]
    at = there.index(move["pile"])
    return [_top(piles[there[at - 1]]), _top(piles[there[(at + 1) % len(there)]])]


def _named(card: str | None) -> str | None:
    return card and NAMED[card]


def _top(pile: dict[str, Any]) -> str | None:
    return _named(pile["up"][-1] if pile["up"] else pile["peeked"])


def _risk(case: Case, move: core.Move) -> float:
    mine, own = _uncovered(case.view, case.seat)
    other = None
    if "seat" in move:
        cards, unseen = _uncovered(case.view, move["seat"])
        assert not unseen
        other = tuple(cards)
    ways, bad = _ways(_unseen(case.view), tuple(mine), own, tuple(_tops(case, move)), other)
    return bad / ways


def _is(chance: float, words: str) -> bool:
    figure = int(re.findall(r"\d+", words)[0]) / 100
    if "less" in words:
        return 0 < chance < figure
    return figure < chance < 1 if "more" in words else abs(chance - figure) < 0.0051


def _at_risk(case: Case, parts: re.Match[str]) -> bool:
    move = case.listed(parts["move"])
    return "seat" not in move and _is(_risk(case, move), parts["chance"])


def _surely(case: Case, parts: re.Match[str]) -> bool:
    return "seat" not in case.listed(parts["move"]) and _risk(case, case.listed(parts["move"])) == 1


def _safe(case: Case, parts: re.Match[str]) -> bool:
    return "seat" not in case.listed(parts["move"]) and _risk(case, case.listed(parts["move"])) == 0


def _other_at_risk(case: Case, parts: re.Match[str]) -> bool:
    move = case.listed(parts["move"])
    return case.names.index(parts["name"]) == move["seat"] and _is(_risk(case, move), parts["chance"])


def _same(case: Case, parts: re.Match[str]) -> bool:
    """Of the best move and another that is listed."""
    others = [case.move(row["name"]) for row in case.answer["rows"][1:]]
    risks = [_risk(case, move) for move in others if "pile" in move and "seat" not in move]
    best = _risk(case, case.best)
    return any(abs(risk - best) < 1e-9 for risk in risks) and _is(best, parts["chance"])


def _neither(case: Case, parts: re.Match[str]) -> bool:
    """Nor another that is listed."""
    others = [case.move(row["name"]) for row in case.answer["rows"][1:]]
    return _is_harmless(case, case.best) and any(_is_harmless(case, move) for move in others)


def _is_harmless(case: Case, move: core.Move) -> bool:
    return "pile" in move and "seat" not in move and _risk(case, move) == 0


def _others_safe(case: Case, parts: re.Match[str]) -> bool:
    move = case.listed(parts["move"])
    return case.names.index(parts["name"]) == move["seat"] and _risk(case, move) == 0


def _worth(cards: Sequence[str], groups: str) -> int:
    """The best of all numbers of sets."""
    counts = Counter(cards)
    crowds, apart = 5 * counts["crowd"], [counts[kind] for kind in KINDS[:5]]
    return crowds + max(
        15 * sets + sum((count - sets) ** (2 if groups == "square" else 1) for count in apart)
        for sets in range(min(apart) + 1)
    )


def _notebook(case: Case, view: core.View) -> list[str]:
    return [NAMED[card] for card in view["notebooks"][case.seat]]


def _stopped(case: Case) -> list[int]:
    groups = case.view["options"]["groups"]
    return [
        _worth(_notebook(case, case.rules.view(after, case.seat)), groups)
        for _before, after, _events in case.after({"type": "stop"})
    ]


def _stop(case: Case, parts: re.Match[str]) -> bool:
    return set(_stopped(case)) == {int(parts["score"])} and not _uncovered(case.view, case.seat)[1]


def _at_least(case: Case, parts: re.Match[str]) -> bool:
    """The least is no less than what is seen, and never too much."""
    groups = case.view["options"]["groups"]
    tunnel = [NAMED[entry["card"]] for entry in case.view["tunnels"][case.seat] if entry["card"]]
    points = _worth([*_notebook(case, case.view), *tunnel], groups)
    return points <= int(parts["score"]) <= min(_stopped(case))


def _hidden(case: Case, parts: re.Match[str]) -> bool:
    unseen = any(entry["card"] is None for entry in case.view["tunnels"][case.seat])
    return unseen and _at_least(case, parts)


def _draws(case: Case, parts: re.Match[str]) -> bool:
    refilled = [
        any(event["event"] == "refilled" for event in events)
        for _before, _after, events in case.after({"type": "stop"})
    ]
    return all(refilled) and _at_least(case, parts)


def _came(event: core.Event) -> Sequence[str]:
    if event["event"] == "revealed":
        return [event["card"]]
    return event["cards"] if event["event"] == "took" else []


def _takes(case: Case, parts: re.Match[str]) -> bool:
    cards = listed(parts["cards"])
    return cards == Counter(card for card in _tops(case, case.listed(parts["move"])) if card) and all(
        cards <= Counter(NAMED[card] for event in events for card in _came(event))
        for _before, _after, events in case.after(case.listed(parts["move"]))
    )


def _keys(case: Case, parts: re.Match[str]) -> bool:
    views = [
        case.rules.view(after, case.seat)
        for _before, after, _events in case.after(case.listed(parts["move"]))
    ]
    return all(view["turn"] == case.seat and view["keys"]["hand"] == int(parts["count"]) for view in views)


def _without(case: Case, parts: re.Match[str]) -> bool:
    worths = []
    for kind in (parts["card"], parts["other"]):
        cards = _notebook(case, case.view)
        cards.remove(kind)
        worths.append(_worth(cards, case.view["options"]["groups"]))
    return worths == [int(parts["one"]), int(parts["two"])] and worths[0] > worths[1]


def _ends(case: Case, parts: re.Match[str]) -> bool:
    needed = 1 if case.seats == 2 else 2
    number = int(parts["count"])
    empty = set()
    for _before, after, events in case.after(case.listed(parts["move"])):
        piles = case.rules.view(after, case.seat)["piles"]
        empty.add(sum(pile["down"] + len(pile["up"]) == 0 for pile in piles))
        if not any(event["event"] == "ending" for event in events):
            return False
    return empty == {number} and number >= needed and not case.view["ending"]


CHANCE = r"(?P<chance>(?:less than |more than )?\d+%)"
JUDGES: dict[str, Judge] = {
    **wonderland_powers.JUDGES,
    rf"Both moves make your tunnel collapse at once with the same chance, {CHANCE}\.": _same,
    rf"{MOVE} makes your tunnel collapse at once with a chance of {CHANCE}\.": _at_risk,
    rf"{MOVE} surely makes your tunnel collapse\.": _surely,
    rf"{MOVE} can't make your tunnel collapse at once\.": _safe,
    r"Neither move can make your tunnel collapse at once\.": _neither,
    rf"{MOVE} can't make (?P<name>\w+)'s tunnel collapse\.": _others_safe,
    rf"{MOVE} makes (?P<name>\w+)'s tunnel collapse with a chance of {CHANCE}\.": _other_at_risk,
    r"Stopping makes your notebook worth (?P<score>\d+)\.": _stop,
    r"Stopping makes your notebook worth at least (?P<score>\d+): you don't see the hatter's cards\.": _hidden,
    r"Stopping makes your notebook worth at least (?P<score>\d+): you then draw from the discards\.": _draws,
    rf"{MOVE} takes (?P<cards>.+) for certain\.": _takes,
    rf"After {MOVE} you have (?P<count>\d+) keys? to put on (?:a pile|piles)\.": _keys,
    r"Without (?P<card>\w+) your notebook is worth (?P<one>\d+) by itself, without (?P<other>\w+) "
    r"(?P<two>\d+)\.": _without,
    rf"After {MOVE} (?P<count>\d+) piles? (?:is|are) empty: this is the last turn of the match\.": _ends,
}
