"""Positions of self-play, what the coach says there, and the sentences that judges of any game share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from games.coach import advice as coach
from games.coach.analysis import best_moves
from games.rules import core, match, simulation
from games.rules.budget import Budget
from games.rules.chance import Stream
from games.rules.search import Result

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")
CHEAP = ("greedy", "easy", "gentle")
# Of one match; and the playouts of the search and of the comparison.
POSITIONS, PLAYOUTS = 15, 40
# Two counts of so many playouts agree if they are this many standard errors apart.
AGREE = 5
Judge = Callable[["Case", Any], bool]


@dataclass
class Case:
    """One position with what was said in it."""

    name: str
    state: Any
    seat: int
    found: dict[str, Any]

    @cached_property
    def rules(self) -> core.Game:
        return core.game(self.name)

    @cached_property
    def view(self) -> core.View:
        return self.rules.view(self.state, self.seat)

    @property
    def seats(self) -> int:
        return len(self.view["scores"])

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.seats]

    @cached_property
    def answer(self) -> dict[str, Any]:
        return coach.answer(self.name, self.view, self.found, self.names)

    @cached_property
    def moves(self) -> dict[str, core.Move]:
        """Every legal move by its name, as a sentence may begin with it."""
        own = coach.texts_of(self.name)
        assert own is not None
        legal = self.rules.legal_moves(self.state, self.seat)
        moves = {own.name(self.view, move, self.names).lower(): move for move in legal}
        assert len(moves) == len(legal), "two moves have one name"
        return moves

    def move(self, name: str) -> core.Move:
        return self.moves[name.lower()]

    def listed(self, name: str) -> core.Move:
        """One of the moves that the answer lists: nothing is said of others."""
        assert name.lower() in {row["name"].lower() for row in self.answer["rows"]}
        return self.move(name)

    @property
    def best(self) -> core.Move:
        return self.move(self.answer["rows"][0]["name"])

    @cached_property
    def guesses(self) -> list[Any]:
        """The true table, and others that look the same to the seat."""
        return [self.state, *(self.rules.determinize(self.view, Random(f"judge {n}")) for n in range(5))]

    def after(self, move: core.Move) -> Iterator[tuple[Any, Any, list[core.Event]]]:
        """Each guess before the move and after it, and what happened."""
        for number, guess in enumerate(self.guesses):
            chance = Stream(f"judge {number}".encode(), [""])
            yield guess, *core.play(self.rules, guess, self.seat, move, 0, chance)

    @cached_property
    def playouts(self) -> Mapping[str, list[Result]]:
        """Of the moves of the answer by name, played out again with other luck."""
        problem = self.rules.problem(self.view, Random(f"judge {self.seat}"))
        assert problem is not None
        forms = {row["name"]: problem.form(self.move(row["name"])) for row in self.answer["rows"]}
        results: dict[str, list[Result]] = {name: [] for name in forms}
        for _each in range(PLAYOUTS):
            guess = problem.guess()
            for name, form in forms.items():
                results[name].append(problem.playout(guess, form))
        return results

    def figures(self, name: str, figure: int, seat: int) -> list[float]:
        (same,) = [playout for playout in self.playouts if playout.lower() == name.lower()]
        return [result[figure][seat] for result in self.playouts[same]]  # type: ignore[index]


SCORES, WINS = 0, 1


def self_play(name: str, number: int) -> Iterator[Case]:
    """So many positions of matches of cheap bots, at every number of seats and from the deal to the end."""
    rules = core.game(name)
    for match_number in range(-(-number // POSITIONS)):
        seats = rules.SEATS[match_number % len(rules.SEATS)]
        levels = [CHEAP[(match_number + seat) % len(CHEAP)] for seat in range(seats)]
        document = next(iter(simulation.matches(name, levels, 1, f"claims {match_number}")))
        states = [state for _number, state, _events in match.replay(document)][:-1]
        for at in range(min(POSITIONS, number - match_number * POSITIONS)):
            state = states[at * len(states) // POSITIONS]
            seat = rules.to_act(state)[-1]
            yield Case(name, state, seat, _advised(rules, rules.view(state, seat), at))


def _advised(rules: core.Game, view: core.View, seed: int) -> dict[str, Any]:
    return best_moves.find(rules, view, seed, Budget(PLAYOUTS), Budget(PLAYOUTS * best_moves.MOST_MOVES))


def judged(case: Case, sentence: str, judges: Mapping[str, Judge]) -> bool:
    """Whether the sentence is of exactly one known kind, and true."""
    matches = [
        (parts, judge)
        for pattern, judge in {**ANY, **judges}.items()
        if (parts := re.fullmatch(pattern, sentence))
    ]
    return len(matches) == 1 and matches[0][1](case, matches[0][0])


# What is said of every game: figures of playouts, which are here made again.


def _means(values: list[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, (spread / len(values)) ** 0.5


def _apart(case: Case, one: str, two: str, figure: int, seat: int) -> tuple[float, float]:
    pairs = zip(case.figures(one, figure, seat), case.figures(two, figure, seat), strict=True)
    return _means([a - b for a, b in pairs])


def _is_share(case: Case, words: str, name: str) -> bool:
    mean, error = _means(case.figures(name, WINS, case.seat))
    figure = int(re.findall(r"\d+", words)[0]) / 100
    room = AGREE * 1.5 * max(error, 1 / PLAYOUTS) + 0.1
    if words.startswith("less"):
        return mean <= figure + room
    return mean >= figure - room if words.startswith("more") else abs(mean - figure) <= room


def _is_score(case: Case, figure: str, name: str, seat: int) -> bool:
    mean, error = _means(case.figures(name, SCORES, seat))
    return abs(mean - int(figure.replace("−", "-"))) <= AGREE * 1.5 * error + max(1, error)


def _best(case: Case) -> str:
    return str(case.answer["rows"][0]["name"])


def _is_fewest(case: Case) -> bool:
    return case.name == "parade"


def _is_even(case: Case, parts: re.Match[str]) -> bool:
    wins, error = _apart(case, _best(case), parts["other"], WINS, case.seat)
    return abs(wins) <= 1.5 * AGREE * max(error, 1 / PLAYOUTS)


def _others(case: Case, parts: re.Match[str]) -> bool:
    seat = case.names.index(parts["name"])
    more, error = _apart(case, _best(case), parts["other"], SCORES, seat)
    sign = 1 if parts["way"] == "higher" else -1
    right = (parts["way"] == "higher") == _is_fewest(case)
    return right and abs(sign * more - int(parts["points"])) <= AGREE * 1.5 * error + max(1, error)


def _rival(case: Case, parts: re.Match[str]) -> bool:
    rival = case.names.index(parts["name"])
    return all(
        _is_score(case, parts[part], name, seat)
        for part, name, seat in (
            ("mine", _best(case), case.seat),
            ("rivals", _best(case), rival),
            ("mine_then", parts["other"], case.seat),
            ("rivals_then", parts["other"], rival),
        )
    )


def _chances(case: Case, parts: re.Match[str]) -> bool:
    more, error = _apart(case, _best(case), parts["other"], WINS, case.seat)
    shares = _is_share(case, parts["one"], _best(case)) and _is_share(case, parts["two"], parts["other"])
    return shares and more > -AGREE * error


def _better(case: Case, parts: re.Match[str]) -> bool:
    more, error = _apart(case, _best(case), parts["other"], WINS, case.seat)
    return more > -AGREE * error


def _points(case: Case, parts: re.Match[str]) -> bool:
    one, two = int(parts["one"].replace("−", "-")), int(parts["two"].replace("−", "-"))
    scores = _is_score(case, str(one), _best(case), case.seat) and _is_score(
        case, str(two), parts["other"], case.seat
    )
    return scores and (one < two) == _is_fewest(case)


def _further(case: Case, name: str) -> tuple[float, float]:
    leads = []
    for one, two in zip(
        *[
            zip(*[case.figures(move_name, SCORES, seat) for seat in range(case.seats)], strict=True)
            for move_name in (_best(case), name)
        ],
        strict=True,
    ):
        mine = [row[case.seat] - (sum(row) - row[case.seat]) / (case.seats - 1) for row in (one, two)]
        leads.append((mine[1] - mine[0]) if _is_fewest(case) else (mine[0] - mine[1]))
    return _means(leads)


def _lead(case: Case, parts: re.Match[str]) -> bool:
    more, error = _further(case, parts["other"])
    if "points" in parts.groupdict():
        return abs(more - int(parts["points"])) <= AGREE * 1.5 * error + max(1, error)
    return more > -AGREE * error


def _only(case: Case, parts: re.Match[str]) -> bool:
    return len(case.moves) == 1


def _same(case: Case, parts: re.Match[str]) -> bool:
    """Queens that cover cards of one kind."""
    covered = {
        (case.view["tunnels"][case.seat][move["cover"]]["card"], move["card"]) for move in case.moves.values()
    }
    return len(case.moves) > 1 and len(covered) == 1


SHARE = r"(?:less than |more than )?\d+%"
ANY: dict[str, Judge] = {
    r"“(?P<other>.+)” is about as good\.": _is_even,
    r"On average (?P<name>\w+) ends about (?P<points>\d+) points? (?P<way>higher|lower) "
    r"than after “(?P<other>.+)”\.": _others,
    r"On average you end with (?P<mine>−?\d+) and (?P<name>\w+) with (?P<rivals>−?\d+); after “(?P<other>.+)” "
    r"you with (?P<mine_then>−?\d+) and \w+ with (?P<rivals_then>−?\d+)\.": _rival,
    rf"Your chance to win is estimated at (?P<one>{SHARE}), after “(?P<other>.+)” at (?P<two>{SHARE})\.": _chances,
    r"Your chance to win is a little better than after “(?P<other>.+)”\.": _better,
    r"You end with about (?P<one>−?\d+) points on average, after “(?P<other>.+)” with (?P<two>−?\d+)\.": _points,
    r"Compared with the others you end about (?P<points>\d+) points? better than after “(?P<other>.+)”\.": _lead,
    r"Compared with the others you end a little better than after “(?P<other>.+)”\.": _lead,
    r"It is the only move\.": _only,
    r"All moves do the same\.": _same,
}
