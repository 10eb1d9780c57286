"""The coach's texts for Tea Time: the points of a run, the pairs that cancel, Alice, and what is left for the next
seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from django.utils.safestring import SafeString

from games.boards import texts
from games.boards.contract import Cards, Claim, CoachTexts, SmallCard
from games.boards.language import begun, ngettext
from games.boards.language import gettext as _
from games.boards.trials import Trial, Trials
from games.rules import core
from games.rules.chance import Given
from games.tea_time.board.cards import drawing_of, face, named
from games.tea_time.board.texts import cancels, listed
from games.tea_time.rules import GAME, rules
from games.tea_time.rules.view import determinize, preview
from games.tea_time.rules.view import view as seen


class TeaTimeCoach(CoachTexts):
    RULES = GAME

    def name(self, view: core.View, move: core.Move, names: Sequence[str]) -> str:
        """Return the names of the cards, with their places if there are others like them."""
        takes = _consequence(view, move)["takes"]
        kinds = _kinds(takes)
        alike = [what for _each, what in preview(view, view["you"]) if _kinds(what["takes"]) == kinds]
        if len(alike) == 1:
            return listed(takes)
        lying = zip(takes, sorted(move["cells"]), strict=True)
        return texts.names([f"{named(drawing_of(card))} ({_cell(*cell)})" for card, cell in lying])

    def claims(
        self, view: core.View, best: core.Move, other: core.Move, names: Sequence[str]
    ) -> Iterable[Claim]:
        one, two = (Trials(GAME, view, move) for move in (best, other))
        called = self.name(view, best, names), self.name(view, other, names)
        you = view["you"]
        more = _consequence(view, best)["scores"][you] > _consequence(view, other)["scores"][you]
        yield _now(view, called[0], one)._replace(argues=more)
        yield _now(view, called[1], two)._replace(argues=more)
        yield from _left(view, best, other, called[1], names)
        yield from _alice(view, called, (one, two))
        yield from _end_of_round(view, called[0], one)
        yield from _cancels(view, best, one)

    def faces(self, view: core.View, move: core.Move) -> Sequence[SafeString]:
        return [face(card) for card in _consequence(view, move)["takes"]]

    def places(self, view: core.View, move: core.Move) -> Sequence[str]:
        return [f"c-{row}-{column}" for row, column in move["cells"]]

    def table(self, view: core.View) -> Cards:
        cells = [
            SmallCard(f"c-{row}-{column}", face(card) if card else SafeString(""))
            for row, cards in enumerate(view["grid"])
            for column, card in enumerate(cards)
        ]
        return Cards(_("The table"), cells, columns=len(view["grid"][0]))

    def hand(self, view: core.View) -> Cards:
        return Cards(_("Your cards"), _held(view)[view["you"]])

    def position(self, view: core.View, names: Sequence[str]) -> Sequence[Cards]:
        return [
            self.table(view),
            *(Cards(begun(names[seat]), held) for seat, held in enumerate(_held(view)) if held),
        ]


def _kinds(takes: Sequence[Any]) -> list[str]:
    """Return the names of the cards, the same for all orders."""
    return sorted([named(drawing_of(card)) for card in takes])


def _cell(row: int, column: int) -> str:
    return _("row %(row)d, column %(column)d") % {"row": row + 1, "column": column + 1}


def _held(view: core.View) -> list[list[SmallCard]]:
    """Return for each seat a card of each character that it holds, with their number."""
    rows = [[SmallCard("", face(card), str(card["count"])) for card in held] for held in view["held"]]
    if view["alice"] is not None:
        rows[view["alice"]].append(SmallCard("", face(rules.ALICE)))
    return rows


def _consequence(view: core.View, move: core.Move) -> dict[str, Any]:
    cells = sorted(move["cells"])
    return next(what for other, what in preview(view, view["you"]) if sorted(other["cells"]) == cells)


def _now(view: core.View, name: str, trials: Trials) -> Claim:
    you = view["you"]
    before, after = view["scores"][you], _consequence(view, trials.move)["scores"][you]
    text = (
        _("“%(cards)s” leaves your score at %(after)d for now.")
        if after == before
        else _("“%(cards)s” takes your score from %(before)d to %(after)d at once.")
    )

    def holds(trial: Trial) -> bool:
        scores = [_points(state, you) for state in (trial.before, trial.after)]
        return scores == [before, after]

    text %= {"cards": name, "before": before, "after": after}
    return trials.claim(text, holds)


def _points(state: rules.State, seat: int) -> int:
    return rules.score(state.held[seat], state.alice == seat)


def _cancels(view: core.View, move: core.Move, trials: Trials) -> Iterable[Claim]:
    for pairs in _consequence(view, move)["cancelled"]:

        def holds(trial: Trial, pairs: dict[str, Any] = pairs) -> bool:
            place = rules.INDEX[pairs["character"]]
            return bool(trial.after.gone[place] - trial.before.gone[place] == pairs["pairs"])

        yield trials.claim(f"{cancels(pairs)}.", holds)


def _end_of_round(view: core.View, name: str, trials: Trials) -> Iterable[Claim]:
    """Yield claims about the grid: the move empties it, or so many cards of the last round are left."""
    cards = sum(card is not None for row in view["grid"] for card in row)
    # Alice is laid in the place of the first card.
    left = cards - len(trials.move["cells"]) + (view["turn"] == 1)
    last = view["round"] == view["rounds"]
    if not left:
        text = (
            _("“%(cards)s” takes all that lies there: the match is over.")
            if last
            else _("“%(cards)s” takes all that lies there: a new grid is dealt.")
        )
        yield trials.claim(text % {"cards": name}, _is_emptied)
    elif last:
        text = ngettext(
            "It is the last round: after “%(cards)s” %(count)d card is left.",
            "It is the last round: after “%(cards)s” %(count)d cards are left.",
            left,
        )

        def holds(trial: Trial) -> bool:
            return not trial.after.deck and sum(card is not None for card in trial.after.grid) == left

        yield trials.claim(text % {"cards": name, "count": left}, holds)


def _is_emptied(trial: Trial) -> bool:
    return any(event["event"] in ("round", "over") for event in trial.events)


def _alice(view: core.View, called: Sequence[str], both: Sequence[Trials]) -> Iterable[Claim]:
    """Yield a claim about the one move that takes Alice: what she brings besides her points."""
    you = view["you"]
    taking = [_consequence(view, trials.move)["alice"] == you and view["alice"] != you for trials in both]
    for name, trials, takes in zip(called, both, taking, strict=True):
        if takes and not all(taking):
            text = (
                _("“%(cards)s” takes Alice: at equal scores you then rank above the others.")
                if view["round"] == view["rounds"]
                else _("“%(cards)s” takes Alice: you then begin the next round.")
            )
            yield trials.claim(
                text % {"cards": name}, lambda trial: trial.after.alice == you, argues=trials is both[0]
            )


def _left(
    view: core.View, best: core.Move, other: core.Move, name: str, names: Sequence[str]
) -> Iterable[Claim]:
    """Yield a claim about the most that the next seat can gain, if it is less after the better move."""
    one, two = _most(view, best), _most(view, other)
    if one is None or two is None or one >= two:
        return
    text = (
        _("Whatever %(name)s takes then, it costs at least %(lost)s; after “%(other)s” the most is %(two)s.")
        if one < 0
        else _("The most that %(name)s can gain then is %(one)s, after “%(other)s” %(two)s.")
    )
    values = {"one": texts.change(one), "two": texts.change(two), "lost": texts.few_points(-one)}
    text %= {**values, "name": names[(view["you"] + 1) % len(names)], "other": name}
    yield Claim(text, lambda: _is_most(view, best, one) and _is_most(view, other, two), argues=True)


def _is_most(view: core.View, move: core.Move, most: int) -> bool:
    """Return True if the best take of the next seat changes its score by exactly `most`."""

    def holds(trial: Trial) -> bool:
        after = trial.after
        seat = after.seat
        changes = [
            _points(rules.apply(after, seat, take, 0, Given([]))[0], seat) - _points(after, seat)
            for take in rules.legal_moves(after, seat)
        ]
        return max(changes) == most

    return Trials(GAME, view, move).always(holds)


def _most(view: core.View, move: core.Move) -> int | None:
    """Return by how much the next seat's score can rise in this round's grid, None if the move empties the grid.

    The grid is public, so the result doesn't depend on the guessed order of the deck.
    """
    state = determinize(view, Random(0))
    after, _events = rules.apply(state, view["you"], move, 0, Given([]))
    if rules.round_of(after) != view["round"] or not any(after.grid):
        return None
    view_after = seen(after, after.seat)
    score = view_after["scores"][after.seat]
    previews = [effect for _move, effect in preview(view_after, after.seat)]
    return int(max(effect["scores"][after.seat] for effect in previews) - score)
