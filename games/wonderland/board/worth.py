"""The coach's claims about a notebook's worth: after stopping, and without a card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.boards.contract import Claim
from games.boards.language import gettext as _
from games.boards.trials import Trial, Trials
from games.rules import core
from games.wonderland.board.cards import card_name
from games.wonderland.rules import GAME
from games.wonderland.rules.odds import UNKNOWN
from games.wonderland.rules.scoring import ALL_FIVE, SET, score
from games.wonderland.rules.state import CHARACTERS, EVERYONE, KINDS, NOTEBOOK, cards_of
from games.wonderland.rules.view import known


def stopping(view: core.View) -> Claim:
    """The notebook with the tunnel; of cards that the seat doesn't see it is known that each counts at least 1."""
    you, groups = view["you"], view["options"]["groups"]
    tunnel = cards_of(known(view).tunnels[you])
    cards = [*view["notebooks"][you], *(card for card in tunnel if card != UNKNOWN)]
    hidden = tunnel.count(UNKNOWN)
    drawn = min(max(0, NOTEBOOK - len(cards) - hidden), len(view["discards"]))
    least = score(cards, groups) + hidden + drawn
    if hidden:
        text = _("Stopping makes your notebook worth at least %(score)d: you don't see the hatter's cards.")
    elif drawn:
        text = _("Stopping makes your notebook worth at least %(score)d: you then draw from the discards.")
    else:
        text = _("Stopping makes your notebook worth %(score)d.")

    def holds(trial: Trial) -> bool:
        points = score(trial.after.notebooks[you], groups)
        return points >= least if hidden or drawn else points == least

    return Trials(GAME, view, {"type": "stop"}).claim(text % {"score": least}, holds)


def laid(view: core.View, card: str, other: str) -> Iterable[Claim]:
    """Which card the notebook misses less, where that speaks for the better move."""
    you, groups = view["you"], view["options"]["groups"]
    lefts = [list(view["notebooks"][you]) for _each in range(2)]
    for left, gone in zip(lefts, (card, other), strict=True):
        left.remove(gone)
    worths = [score(left, groups) for left in lefts]
    if worths[0] <= worths[1]:
        return
    text = _("Without %(card)s your notebook is worth %(one)d by itself, without %(other)s %(two)d.")
    values = {"card": card_name(card), "other": card_name(other), "one": worths[0], "two": worths[1]}

    def holds() -> bool:
        return all(
            points == _divided([cards.count(kind) for kind in KINDS], groups)
            for cards, points in zip(lefts, worths, strict=True)
        )

    yield Claim(text % values, holds, argues=True)


def _divided(counts: Sequence[int], groups: str) -> int:
    """The most points: with one more set of the five characters, or with the cards as they are."""
    *characters, crowds = counts
    apart = sum(count * count if groups == "square" else count for count in characters) + ALL_FIVE * crowds
    if not all(characters):
        return apart
    return max(apart, SET + _divided([*(count - 1 for count in characters), crowds], groups))


def is_third(cards: Sequence[str], kind: str) -> bool:
    """Return True if a tunnel of these uncovered cards falls when a card of that kind joins it."""
    crowds = cards.count(EVERYONE) + (kind == EVERYONE)
    return any(cards.count(character) + (kind == character) + crowds >= 3 for character in CHARACTERS)
