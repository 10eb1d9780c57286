"""What Wonderland's coach says of powers, judged by the words of its rules page; and the words for cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from games.rules import core
from tests.coach.claims.cases import Case, Judge

KINDS = ("Alice", "rabbit", "cat", "queen", "hatter", "crowd")
OWN = {"Alice": "alice", "crowd": "everyone"}
CARDS = {kind: 8 if kind == "crowd" else 12 for kind in KINDS}
NAMED = {OWN.get(kind, kind): kind for kind in KINDS}


def falls(cards: Sequence[str]) -> bool:
    """Three cards show one character; a crowd shows all."""
    counts = Counter(cards)
    return any(counts[kind] + counts["crowd"] >= 3 for kind in KINDS[:5]) or counts["crowd"] >= 3


def listed(words: str) -> Counter[str]:
    cards: Counter[str] = Counter()
    for part in re.split(r", | and ", words):
        if several := re.fullmatch(r"(\d+)\s(\w+)s", part):
            cards[several[2]] += int(several[1])
        else:
            cards[part] += 1
    return cards


def _uses(case: Case, parts: re.Match[str], character: str) -> core.Move:
    move = case.listed(parts["move"])
    assert character == move.get("as", move["card"])
    return move


def _adds_nothing(events: Sequence[core.Event]) -> bool:
    """The seat's tunnel gets no card."""
    return not any(event["event"] in ("took", "revealed") for event in events)


def _sees(case: Case, parts: re.Match[str]) -> bool:
    """The view shows a card of the pile that it did not show before, or one that it did."""
    pile = _uses(case, parts, "cat")["pile"]
    card = case.view["piles"][pile]["peeked"]
    seen = {parts["card"]} if "card" in parts.groupdict() else set()
    return seen == ({NAMED[card]} if card else set()) and all(
        case.rules.view(after, case.seat)["piles"][pile]["peeked"] == (card or guess.piles[pile].down[0])
        and _adds_nothing(events)
        for guess, after, events in case.after(case.listed(parts["move"]))
    )


def _after_covering(case: Case, parts: re.Match[str]) -> list[str]:
    """The cards that count then: none that the seat doesn't see may be there."""
    cover = _uses(case, parts, "queen")["cover"]
    tunnel = case.view["tunnels"][case.seat]
    left = [entry["card"] for at, entry in enumerate(tunnel) if at != cover and not entry["covered"]]
    assert all(left) and not case.view["ending"]
    return [NAMED[card] for card in left]


def _dangers(case: Case, parts: re.Match[str]) -> bool:
    left, words = _after_covering(case, parts), parts.groupdict().get("cards")
    falling = [kind for kind in KINDS if falls([*left, kind])]
    return falling == (sorted(listed(words), key=KINDS.index) if words else [])


def _covers(case: Case, parts: re.Match[str]) -> bool:
    tunnel = case.view["tunnels"][case.seat]
    covered = tunnel[_uses(case, parts, "queen")["cover"]]
    return parts["card"] == NAMED[covered["card"]] and any(entry["card"] is None for entry in tunnel)


def _turn_ends(case: Case, parts: re.Match[str]) -> bool:
    """The notebook grows by all cards of the tunnel."""
    before, tunnel = case.view["notebooks"][case.seat], len(case.view["tunnels"][case.seat])
    return all(
        (after.turn != case.seat or after.phase == "over")
        and len(after.notebooks[case.seat]) >= len(before) + tunnel
        and _adds_nothing(events)
        for _before, after, events in case.after(case.listed(parts["move"]))
    )


MOVE = r"“(?P<move>[^“”]+)”"
JUDGES: dict[str, Judge] = {
    rf"{MOVE} shows you (?P<card>\w+), which you have seen already; no card joins your tunnel\.": _sees,
    rf"{MOVE} shows you a card that you haven't seen yet; none joins your tunnel\.": _sees,
    rf"After {MOVE} each of these cards would make your tunnel collapse: (?P<cards>.+)\.": _dangers,
    rf"After {MOVE} no single card can make your tunnel collapse\.": _dangers,
    rf"{MOVE} covers (?P<card>\w+): it counts no more when your tunnel is checked\.": _covers,
    rf"After {MOVE} your turn ends, and your tunnel goes into your notebook\.": _turn_ends,
}
