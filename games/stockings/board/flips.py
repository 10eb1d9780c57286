"""A finished race flip by flip: who laid what and how fast, and how many cards each seat's misses cost it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from games.boards.scene import Entry
from games.stockings.rules.rules import ELF, FIREPLACE, SANTA, State
from games.stockings.rules.slap import judge

# The kinds of laid cards, in the order in which they are shown. A stocking on Santa is "on_santa", any other is "same".
KINDS = ("same", "on_santa", FIREPLACE, SANTA, ELF)
# The verdict on a slap by its event.
VERDICTS = {"right": "right", "wrong": "wrong", "returned": "wrong", "late": "late"}


class Slap(NamedTuple):
    """A seat's first slap on a flip. `verdict` is `right`, `wrong` or `late`, `ms` is None if it wasn't stored.
    `stood_in` is True if a bot made it in a person's place."""

    seat: int
    card: str
    verdict: str
    ms: int | None
    stood_in: bool = False


class Flip(NamedTuple):
    """A flip and its slaps in the order of their ranks. `move` is the number of the move that flipped the card.

    `costs` has the cards that a seat's miss cost it. Only seats that missed the flip are in it.
    """

    number: int
    card: str
    move: int
    slaps: tuple[Slap, ...]
    costs: Mapping[int, int]

    @property
    def first(self) -> Slap | None:
        """The slap that took the flip."""
        return next((slap for slap in self.slaps if slap.verdict == "right"), None)


def flips(states: Sequence[State], entries: Sequence[Entry], people: Collection[int]) -> list[Flip]:
    """Return the flips of a race. `states[n]` is the state after move n, `people` are the seats that aren't bots'."""
    opened = [(entry, event) for entry in entries for event in entry.events if event["event"] == "flipped"]
    slaps, ends = _slaps(entries, people), [entry.number for entry, _event in opened[1:]]
    flips = []
    for (entry, event), end in zip(opened, [*ends, len(states)], strict=False):
        on_it = tuple(slaps.get(event["flip"], {}).values())
        drawn = _drawn(entries[entry.number : end - 1])
        costs = _costs(states[entry.number], states[end - 1], on_it, drawn)
        for seat in _stood_in_for(entries, people, end):
            costs.pop(seat, None)
        flips.append(Flip(event["flip"], event["card"], move=entry.number, slaps=on_it, costs=costs))
    return flips


def _slaps(entries: Iterable[Entry], people: Collection[int]) -> dict[int, dict[int, Slap]]:
    """Return by flip each seat's first slap on it."""
    slaps: dict[int, dict[int, Slap]] = {}
    for entry in entries:
        if entry.seat is not None and entry.move["type"] == "slap":
            of_flip = slaps.setdefault(entry.move["flip"], {})
            of_flip.setdefault(entry.seat, _slap(entry, entry.seat, people))
    return slaps


def _slap(entry: Entry, seat: int, people: Collection[int]) -> Slap:
    verdict = next(VERDICTS[event["event"]] for event in entry.events if event["event"] in VERDICTS)
    ms = None if entry.timing is None else round(entry.timing["credited"])
    return Slap(seat, entry.move["card"], verdict, ms, stood_in=entry.by_bot and seat in people)


def _drawn(entries: Iterable[Entry]) -> dict[int, int]:
    """Return by seat the cards that were drawn for cards that came back."""
    drawn: dict[int, int] = {}
    for entry in entries:
        came_back = any(VERDICTS.get(event["event"]) == "wrong" for event in entry.events)
        if entry.seat is not None and entry.move["type"] == "slap" and came_back:
            drawn[entry.seat] = len(entry.cards("drew"))
    return drawn


def _stood_in_for(entries: Sequence[Entry], people: Collection[int], end: int) -> set[int]:
    """Return the people whose last move before move `end` was made by a bot in their place; of those who had made none,
    their first one counts."""
    by_bot: dict[int, bool] = {}
    for entry in entries:
        seat = entry.seat
        if seat is not None and seat in people and (entry.number < end or seat not in by_bot):
            by_bot[seat] = entry.by_bot
    return {seat for seat, is_bots in by_bot.items() if is_bots}


def _costs(before: State, after: State, slaps: Sequence[Slap], drawn: Mapping[int, int]) -> dict[int, int]:
    """Return the costs of the seats that missed a flip. `before` is the state when it was flipped, `after` the last one
    before the next flip.

    A seat that could have laid a card has so many cards more than if it had been first with its best one. A seat whose
    card came back though none fitted has drawn so many.
    """
    takers = {slap.seat for slap in slaps if slap.verdict == "right"}
    costs = {}
    for seat, hand in enumerate(before.hands):
        if (most := most_laid(before, seat)) and seat not in takers:
            costs[seat] = len(after.hands[seat]) - (len(hand) - most)
        elif not most and drawn.get(seat):
            costs[seat] = drawn[seat]
    return costs


def most_laid(state: State, seat: int) -> int:
    """Return how many cards the seat can be rid of by being first on the newest flip, and 0 if no card of its hand
    fits. It may call first. The swap of an elf isn't counted."""
    called = state._replace(called=tuple(range(len(state.hands))))
    hand, flipped = state.hands[seat], state.stack[-1]
    return max(
        (_laid(hand, card, flipped) for card in set(hand) if judge(called, seat, card)[0] == "right"),
        default=0,
    )


def _laid(hand: Sequence[str], card: str, flipped: str) -> int:
    """Return how many cards leave the hand with this card: Santa lets all of one design be dropped."""
    if SANTA not in (card, flipped):
        return 1
    return 1 + hand.count(flipped) if card == SANTA else hand.count(card)


def kind_of(slap: Slap, flip: Flip) -> str | None:
    """Return the kind of the laid card, None if it did not fit."""
    if flip.card in (FIREPLACE, ELF):
        return None
    if flip.card == SANTA:
        return None if slap.card in (FIREPLACE, SANTA, ELF) else "on_santa"
    if slap.card in KINDS:
        return slap.card
    return "same" if slap.card == flip.card else None


def times(flips: Iterable[Flip], seats: Collection[int]) -> dict[str, list[int]]:
    """Return by kind the reactions of these seats with cards that fitted."""
    reactions: dict[str, list[int]] = {}
    for flip in flips:
        for slap in flip.slaps:
            kind = kind_of(slap, flip)
            if kind is not None and slap.ms is not None and slap.seat in seats and not slap.stood_in:
                reactions.setdefault(kind, []).append(slap.ms)
    return reactions
