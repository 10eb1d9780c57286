"""Parade's sentences, judged by the words of its rules page: nothing here is the game's own code."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from tests.coach.claims.cases import Case, Judge

COLOURS = ("red", "blue", "purple", "green", "grey", "orange")
CARD = rf"(?:{'|'.join(COLOURS)}) \d+"
CARDS = rf"{CARD}(?:, {CARD})*(?: and {CARD})?"


def _card(words: str) -> tuple[str, int]:
    colour, value = words.lower().split()
    return colour, int(value)


def _cards(words: str) -> list[tuple[str, int]]:
    return [_card(card) for card in re.findall(CARD, words.lower())]


def _plain(cards: Sequence[str]) -> list[tuple[str, int]]:
    return [_card(card.replace("-", " ")) for card in cards]


def _takes(parade: Sequence[tuple[str, int]], card: tuple[str, int]) -> list[tuple[str, int]]:
    """Of the cards that lie before the last so many those of its colour, and those no higher."""
    reached = parade[: max(0, len(parade) - card[1])]
    return [other_card for other_card in reached if other_card[0] == card[0] or other_card[1] <= card[1]]


def _points(before: Sequence[Sequence[tuple[str, int]]]) -> list[int]:
    total = [0] * len(before)
    for seat, cards in enumerate(before):
        for colour in COLOURS:
            values = [value for card_colour, value in cards if card_colour == colour]
            total[seat] += len(values) if _majority(before, seat, colour) else sum(values)
    return total


def _majority(before: Sequence[Sequence[tuple[str, int]]], seat: int, colour: str) -> bool:
    """Most cards of it, or as many as another; between two seats at least two more."""
    sizes = [sum(card_colour == colour for card_colour, _value in cards) for cards in before]
    mine = sizes.pop(seat)
    return mine > 0 and (mine >= max(sizes) + 2 if len(sizes) == 1 else mine >= max(sizes))


class _Table:
    """The table as the seat sees it, and once a card is played."""

    def __init__(self, case: Case) -> None:
        view = case.view
        self.seat = case.seat
        self.parade = _plain(view["parade"])
        self.before = [_plain(cards) for cards in view["before"]]
        self.hand = _plain(view["hand"])

    @property
    def hidden(self) -> list[tuple[str, int]]:
        visible = {*self.hand, *self.parade, *(card for cards in self.before for card in cards)}
        return [card for colour in COLOURS for value in range(11) if (card := (colour, value)) not in visible]

    def played(self, card: tuple[str, int]) -> tuple[list[Any], list[Any]]:
        """The parade then, and what lies before the seats."""
        took = _takes(self.parade, card)
        before = [[*cards, *took] if seat == self.seat else cards for seat, cards in enumerate(self.before)]
        return [*(other_card for other_card in self.parade if other_card not in took), card], before


def _taken(case: Case, parts: re.Match[str]) -> bool:
    table, card = _Table(case), _card(parts["card"])
    took = _takes(table.parade, card)
    change = _points(table.played(card)[1])[case.seat] - _points(table.before)[case.seat]
    cards = _cards(parts["cards"])
    count = parts.groupdict().get("count") or "1"
    named = card in _listed(case) and sorted(cards) == sorted(took) and int(count) == len(took)
    return named and int(parts["change"].replace("−", "-")) == change


def _both_take(case: Case, parts: re.Match[str]) -> bool:
    table, (first, *others) = _Table(case), _listed(case)
    took, cards = _takes(table.parade, first), _cards(parts["cards"])
    change = _points(table.played(first)[1])[case.seat] - _points(table.before)[case.seat]
    same = took in [_takes(table.parade, card) for card in others]
    return same and sorted(cards) == sorted(took) and int(parts["change"].replace("−", "-")) == change


def _too_few(case: Case, parts: re.Match[str]) -> bool:
    lie, value = len(case.view["parade"]), int(parts["value"])
    return int(parts["count"]) == lie <= value and value in [card[1] for card in _listed(case)]


def _listed(case: Case) -> list[tuple[str, int]]:
    """The cards of the answer: nothing is said of others."""
    return [_card(row["name"]) for row in case.answer["rows"]]


def _others_there(case: Case, parts: re.Match[str]) -> bool:
    table, card = _Table(case), _card(parts["card"])
    reached = len(table.parade) - card[1]
    return (
        reached == int(parts["count"]) and int(parts["value"]) == card[1] and not _takes(table.parade, card)
    )


def _last_round(case: Case, parts: re.Match[str]) -> bool:
    return case.view["left"] is not None and len(case.view["hand"]) == 5


def _last_card(case: Case, parts: re.Match[str]) -> bool:
    return bool(case.view["left"] is None and case.view["deck"] == 1)


def _sixth(case: Case, card: tuple[str, int]) -> bool:
    table = _Table(case)
    after = table.played(card)[1][case.seat]
    there = len({colour for colour, _value in table.before[case.seat]})
    return (
        card in _listed(case)
        and case.view["left"] is None
        and there < len({colour for colour, _value in after}) == 6
    )


def _brings_sixth(case: Case, parts: re.Match[str]) -> bool:
    return _sixth(case, _card(parts["card"]))


def _both_sixth(case: Case, parts: re.Match[str]) -> bool:
    return _sixth(case, _card(case.answer["rows"][0]["name"]))


def _gives(case: Case, parts: re.Match[str]) -> bool:
    return _is_changed(case, parts, case.seat, now=True)


def _costs(case: Case, parts: re.Match[str]) -> bool:
    return _is_changed(case, parts, case.names.index(parts["name"]), now=False)


def _is_changed(case: Case, parts: re.Match[str], seat: int, *, now: bool) -> bool:
    table = _Table(case)
    after = table.played(_card(parts["card"]))[1]
    colour = parts["colour"]
    values = [value for card_colour, value in after[seat] if card_colour == colour]
    crowned = [_majority(before, seat, colour) for before in (table.before, after)]
    figures = (int(parts["cards"]), int(parts["printed"])) == (len(values), sum(values))
    return (
        crowned == [not now, now]
        and figures
        and _card(parts["card"]) == _card(case.answer["rows"][0]["name"])
    )


def _fear(case: Case, card: tuple[str, int]) -> float:
    table = _Table(case)
    parade, before = table.played(card)
    following = (case.seat + 1) % case.seats
    hidden = [hidden_card for hidden_card in table.hidden if hidden_card != card]
    costs = []
    for hidden_card in hidden:
        came = [*before[following], *_takes(parade, hidden_card)]
        then = [came if seat == following else cards for seat, cards in enumerate(before)]
        costs.append(_points(then)[following] - _points(before)[following])
    return sum(costs) / len(costs)


def _feared(case: Case, parts: re.Match[str]) -> bool:
    one, two = _fear(case, _card(case.answer["rows"][0]["name"])), _fear(case, _card(parts["other"]))
    figures = [float(parts[group].replace("−", "-")) for group in ("one", "two")]
    follows = parts["name"] == case.names[(case.seat + 1) % case.seats] and case.view["left"] != 1
    return follows and abs(figures[0] - one) < 0.051 and abs(figures[1] - two) < 0.051 and one > two


def _with_kept_cards(case: Case, parts: re.Match[str]) -> tuple[list[tuple[str, int]], float]:
    """The cards of the named colour before the seat then, and the chance of its majority."""
    table, held, colour = _Table(case), _cards(parts["kept"]), parts["colour"]
    assert len(held) == 2 and all(card in table.hand for card in held)
    mine = [card for card in [*table.before[case.seat], *held] if card[0] == colour]
    others = [
        sum(card_colour == colour for card_colour, _value in cards)
        for seat, cards in enumerate(table.before)
        if seat != case.seat
    ]
    lead = 2 if len(others) == 1 else 0
    room = tuple(len(mine) - lead - count for count in others)
    of_colour = sum(card[0] == colour for card in table.hidden)
    return mine, _within(room, of_colour, len(table.hidden), 2)


@cache
def _within(room: tuple[int, ...], of_colour: int, hidden: int, slots: int) -> float:
    """The chance that nobody gets more cards of the colour than there is room for, card by card: the first seat still
    gets so many, each of the others two."""
    if not room:
        return 1.0
    if room[0] < 0:
        return 0.0
    if not slots:
        return _within(room[1:], of_colour, hidden, 2)
    share = of_colour / hidden
    fewer = (room[0] - 1, *room[1:])
    chance = share and share * _within(fewer, of_colour - 1, hidden - 1, slots - 1)
    return chance + (share < 1 and (1 - share) * _within(room, of_colour, hidden - 1, slots - 1))


def _chance(case: Case, parts: re.Match[str]) -> bool:
    mine, chance = _with_kept_cards(case, parts)
    percent = parts["chance"]
    figure = int(re.findall(r"\d+", percent)[0]) / 100
    near = (
        chance < figure
        if "less" in percent
        else chance > figure
        if "more" in percent
        else abs(chance - figure) < 0.0051
    )
    return near and 0 < chance < 1 and _is_worth(parts, mine)


def _is_worth(parts: re.Match[str], mine: Sequence[tuple[str, int]]) -> bool:
    values = parts.groupdict()
    figures = {"cards": len(mine), "printed": sum(value for _colour, value in mine)}
    return all(int(values[name]) == figure for name, figure in figures.items() if name in values)


def _surely(case: Case, parts: re.Match[str]) -> bool:
    mine, chance = _with_kept_cards(case, parts)
    return chance > 1 - 1e-9 and _is_worth(parts, mine)


def _never(case: Case, parts: re.Match[str]) -> bool:
    mine, chance = _with_kept_cards(case, parts)
    return chance < 1e-9 and _is_worth(parts, mine)


def _alike(case: Case, parts: re.Match[str]) -> bool:
    mine, _chance = _with_kept_cards(case, parts)
    return len(mine) == sum(value for _colour, value in mine) == int(parts["cards"])


KEEP = rf"Keep (?P<kept>{CARDS}): "
COLOUR = rf"(?P<colour>{'|'.join(COLOURS)})"
JUDGES: dict[str, Judge] = {
    rf"(?P<card>[A-Z]\w+ \d+) takes (?:(?P<count>\d+) cards now, )?(?P<cards>{CARDS})(?: now)?: "
    rf"(?P<change>[+−]\d+) pts?\.": _taken,
    rf"Both take (?P<cards>{CARDS}): (?P<change>[+−]\d+) pts?\.": _both_take,
    r"(?P<count>\d+) cards? lies? there: value (?P<value>\d+) (?:does not reach it|reaches none of them)\.": _too_few,
    r"(?P<card>\w+ \d+) reaches (?P<count>\d+) cards?, of (?:another colour|other colours) and above (?P<value>\d+): "
    r"it takes nothing\.": _others_there,
    r"It is the last round: of the other four cards of your hand you keep two, and they count\.": _last_round,
    r"The last card is drawn now: this begins the last round\.": _last_card,
    r"(?P<card>\w+ \d+) brings your sixth colour: this begins the last round\.": _brings_sixth,
    r"Both bring your sixth colour: this begins the last round\.": _both_sixth,
    rf"(?P<card>\w+ \d+) gives you the majority of {COLOUR} for now: it counts (?P<cards>\d+), "
    r"not (?P<printed>\d+)\.": _gives,
    rf"(?P<card>\w+ \d+) costs (?P<name>\w+) the majority of {COLOUR} for now: it counts (?P<printed>\d+), "
    r"not (?P<cards>\d+)\.": _costs,
    r"If (?P<name>\w+) then plays a card that you don't see, it costs (?P=name) (?P<one>−?[\d.]+) points on average; "
    r"after (?P<other>\w+ \d+) it would cost (?P<two>−?[\d.]+)\.": _feared,
    rf"{KEEP}{COLOUR} counts (?P<cards>\d+) with a chance of (?P<chance>(?:less than |more than )?\d+%), else "
    r"(?P<printed>\d+), if the others keep any two of the cards that you don't see\.": _chance,
    rf"{KEEP}you surely have the majority of {COLOUR}, and it counts (?P<cards>\d+)\.": _surely,
    rf"{KEEP}you can't have the majority of {COLOUR}, and it counts (?P<printed>\d+)\.": _never,
    rf"{KEEP}{COLOUR} then counts (?P<cards>\d+), with the majority or without\.": _alike,
}
