"""The table of the stocking race: its cards, its state, the deal, and what follows from the hands alone.

The functions use nothing but their arguments. Cards are strings such as `stocking-4`; a hand may hold several alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from games.rules import core
from games.rules.chance import Chance

STOCKINGS = tuple(f"stocking-{design}" for design in range(1, 13))
FIREPLACE, SANTA, ELF = "fireplace", "santa", "elf"
COPIES = dict.fromkeys(STOCKINGS, 8) | {FIREPLACE: 8, SANTA: 10, ELF: 6}
PLACE = {card: place for place, card in enumerate(COPIES)}
DECK = tuple(card for card, copies in COPIES.items() for _ in range(copies))
SPECIALS = frozenset({FIREPLACE, SANTA, ELF})
HAND = 8

Cards = tuple[str, ...]
Seats = tuple[int, ...]


class State(NamedTuple):
    """A state of the match.

    Phases are `pause` (the flipper may flip), `wait` (a stocking or a santa waits for a slap), `swap` (the flipper
    must swap), `naming` (started by the flipper; `pending` seats must answer) and `over`. The newest flip is settled
    by a right slap if and only if the stack is empty.
    """

    hands: tuple[Cards, ...]
    deck: Cards  # top first
    stack: Cards  # newest last
    discards: Cards  # newest last
    flipper: int
    flip: int  # the newest flip's number; 0 before the first
    phase: str
    since: int  # in ms since the match began: the move from which `window` or `pause` runs
    called: Seats  # seats with a valid Ho! Ho! Ho!; all tuples of seats are sorted
    passed: Seats  # on the newest flip
    locked: Seats  # out of the newest flip
    named: str | None  # the design, while a naming runs
    pending: Seats
    window: int  # ms
    pause: int  # ms
    limit: int  # flips


def setup(seats: int, chance: Chance, options: Mapping[str, Any]) -> State:
    deck = chance.shuffle(DECK)
    first = chance.pick(seats)
    hands = [deck[HAND * k : HAND * (k + 1)] for k in range(seats)]
    return State(
        hands=tuple(hands[(seat - first) % seats] for seat in range(seats)),
        deck=deck[HAND * seats :],
        stack=(),
        discards=(),
        flipper=first,
        flip=0,
        phase="pause",
        since=0,
        called=(),
        passed=(),
        locked=(),
        named=None,
        pending=(),
        window=options["window"],
        pause=options["pause"],
        limit=options["limit"],
    )


def to_act(state: State) -> Seats:
    """Return all seats, because everybody plays at once."""
    return () if state.phase == "over" else tuple(range(len(state.hands)))


def outcome(state: State) -> core.Outcome | None:
    return standings(state) if state.phase == "over" else None


def standings(state: State) -> core.Outcome:
    left = tuple(len(hand) for hand in state.hands)
    return core.Outcome("finished", left, core.ranks(left))


def order(state: State, seat: int) -> tuple[int, int]:
    return len(state.hands[seat]), 0


def in_order(cards: Iterable[str]) -> list[str]:
    """Return the cards in the order of the rules page: by design, then fireplace, santa, elf."""
    return sorted(cards, key=PLACE.__getitem__)


def clockwise(state: State, seat: int) -> list[int]:
    """Return all seats in clockwise order, `seat` first."""
    seats = len(state.hands)
    return [(seat + step) % seats for step in range(seats)]


def others(state: State, seat: int) -> list[int]:
    """Return the other seats in seat order."""
    return [other for other in range(len(state.hands)) if other != seat]


def joined(seats: Seats, seat: int) -> Seats:
    return tuple(sorted({*seats, seat}))


def without(seats: Seats, seat: int) -> Seats:
    return tuple(other for other in seats if other != seat)


def closed(state: State) -> bool:
    """Return True if every seat has passed or is locked out, which ends a wait."""
    return len({*state.passed, *state.locked}) == len(state.hands)


def may_flip(state: State) -> bool:
    return state.phase == "pause" or (state.phase == "wait" and closed(state))


def take_from_hand(state: State, seat: int, cards: Sequence[str]) -> State:
    """Remove these cards from the hand. A changed hand must call Ho! Ho! Ho! again."""
    hand = list(state.hands[seat])
    for card in cards:
        hand.remove(card)
    return with_hand(state, seat, tuple(hand)) if cards else state


def with_hand(state: State, seat: int, hand: Cards) -> State:
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    return state._replace(hands=hands, called=without(state.called, seat))


def resolved(state: State, at: int) -> State:
    """Settle the card at `at`: the flipper may flip, and the clock flips `pause` later."""
    return state._replace(phase="pause", since=at, named=None, pending=())


def ended(state: State, events: list[core.Event]) -> State:
    events.append({"event": "over"})
    return state._replace(phase="over", named=None, pending=())


def dump(state: State) -> dict[str, Any]:
    data = state._asdict()
    data["hands"] = [list(hand) for hand in state.hands]
    return {key: list(value) if isinstance(value, tuple) else value for key, value in data.items()}


def load(data: Mapping[str, Any]) -> State:
    hands = tuple(tuple(hand) for hand in data["hands"])
    rest: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in data.items()
    }
    return State(**{**rest, "hands": hands})
