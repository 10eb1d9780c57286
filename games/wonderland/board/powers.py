"""The coach's claims about the powers that take no card into the own tunnel: what is seen, covered or given away, and
whether the turn ends then."""

from __future__ import annotations

from collections.abc import Iterable

from games.boards import texts
from games.boards.contract import Claim
from games.boards.language import gettext as _
from games.boards.trials import Trial, Trials
from games.rules import core
from games.wonderland.board import worth
from games.wonderland.board.cards import in_a_list
from games.wonderland.rules.powers import character_of
from games.wonderland.rules.state import KINDS, Entry, stands


def used(view: core.View, move: core.Move, name: str, trials: Trials) -> Iterable[Claim]:
    """Yield what the power does to the tunnel, or what it shows."""
    character = character_of(move)
    if character == "rabbit":
        return
    if not _goes_on(trials.played[0]):
        text = _("After “%(move)s” your turn ends, and your tunnel goes into your notebook.")
        yield trials.claim(text % {"move": name}, lambda trial: _is_banked(trial, view["you"]))
    elif character == "queen":
        yield _covered(view, move, name, trials)
    if character == "cat":
        yield _looked(view, move, name, trials)


def do_the_same(view: core.View, one: core.Move, other: core.Move) -> bool:
    """Return True if `used` would say the same of both powers."""
    characters = character_of(one), character_of(other)
    return characters[0] == characters[1] and (
        characters[0] != "queen" or _dangers(view, one) == _dangers(view, other)
    )


def _goes_on(trial: Trial) -> bool:
    return bool(trial.after.turn == trial.before.turn and trial.after.phase == "choice")


def _is_banked(trial: Trial, seat: int) -> bool:
    return any(event["event"] == "banked" and event["seat"] == seat for event in trial.events)


def _looked(view: core.View, move: core.Move, name: str, trials: Trials) -> Claim:
    card, values = view["piles"][move["pile"]]["peeked"], {"move": name}
    if card:
        text = _("“%(move)s” shows you %(card)s, which you have seen already; no card joins your tunnel.")
        values["card"] = in_a_list(card)
    else:
        text = _("“%(move)s” shows you a card that you haven't seen yet; none joins your tunnel.")

    def holds(trial: Trial) -> bool:
        shown = [event["card"] for event in trial.events if event["event"] == "peeked"]
        joined = any(event["event"] in ("took", "revealed") for event in trial.events)
        return not joined and (shown == [card] if card else len(shown) == 1)

    return trials.claim(text % values, holds)


def _dangers(view: core.View, move: core.Move) -> list[str] | None:
    """Return the kinds that make the tunnel collapse once the queen has covered a card; None if it has cards that the
    seat doesn't see."""
    left = [
        entry["card"]
        for place, entry in enumerate(view["tunnels"][view["you"]])
        if not entry["covered"] and place != move["cover"]
    ]
    return None if None in left else [kind for kind in KINDS if worth.is_third(left, kind)]


def _covered(view: core.View, move: core.Move, name: str, trials: Trials) -> Claim:
    you, dangers = view["you"], _dangers(view, move)
    if dangers is None:
        text = _("“%(move)s” covers %(card)s: it counts no more when your tunnel is checked.")
        text %= {"move": name, "card": in_a_list(view["tunnels"][you][move["cover"]]["card"])}
        return trials.claim(text, lambda trial: trial.after.tunnels[you][move["cover"]].by == move["with"])
    text = (
        _("After “%(move)s” each of these cards would make your tunnel collapse: %(cards)s.")
        if dangers
        else _("After “%(move)s” no single card can make your tunnel collapse.")
    )
    text %= {"move": name, "cards": texts.names([in_a_list(kind) for kind in dangers])}

    def holds(trial: Trial) -> bool:
        tunnel = trial.after.tunnels[you]
        return [kind for kind in KINDS if not stands((*tunnel, Entry(kind)))] == dangers

    return trials.claim(text, holds)
