"""The coach's texts for Wonderland: the risk of a collapse, the points for stopping, the gain of a move, and the end of
the match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.safestring import SafeString

from games.boards.contract import Cards, Claim, CoachTexts, SmallCard
from games.boards.figures import chance
from games.boards.language import gettext as _
from games.boards.language import ngettext, pgettext
from games.boards.trials import Trial, Trials
from games.rules import core
from games.wonderland.board import powers, worth
from games.wonderland.board.cards import back, card_name, face, in_a_list
from games.wonderland.board.texts import cards_text
from games.wonderland.rules import GAME
from games.wonderland.rules.odds import Odds
from games.wonderland.rules.powers import character_of
from games.wonderland.rules.state import KINDS
from games.wonderland.rules.view import known, preview


class WonderlandCoach(CoachTexts):
    RULES = GAME

    def name(self, view: core.View, move: core.Move, names: Sequence[str]) -> str:
        if move["type"] == "stop":
            return _("stop")
        number = move.get("pile", 0) + 1
        if move["type"] == "explore":
            return _("%(card)s on pile %(number)d") % {"card": in_a_list(move["card"]), "number": number}
        values = {"card": in_a_list(move["card"]), "number": number}
        if "as" in move:
            values["card"] = _("%(card)s as %(character)s") % {
                "card": values["card"],
                "character": card_name(move["as"]),
            }
        if "cover" in move:
            cards = {field: _tunnel_card(view, move[field]) for field in ("cover", "with")}
            return _("%(card)s: %(with)s over %(cover)s") % {**values, **cards}
        if "seat" in move and len(names) > 2:
            return _("%(card)s: pile %(number)d, to %(name)s") % {**values, "name": names[move["seat"]]}
        return (
            _("%(card)s: pile %(number)d") if "pile" in move else pgettext("a power", "%(card)s")
        ) % values

    def claims(
        self, view: core.View, best: core.Move, other: core.Move, names: Sequence[str]
    ) -> Iterable[Claim]:
        risk, its = _risk(view, best), _risk(view, other)
        same = [_same_risk(view, best, other)] if risk is not None and risk == its else []
        alike, safer = _is_alike(view, best, other), (risk or 0.0) < (its or 0.0)
        # That nothing can fall is less telling than what is taken.
        yield from same if risk else ()
        if not same:
            yield from self._falls(view, best, names, argues=safer or "seat" in best)
        for claim in self._now(view, best, names):
            yield claim._replace(argues=not alike)
        if best["type"] == "power":
            yield from powers.used(view, best, self.name(view, best, names), Trials(GAME, view, best))
        yield from () if risk else same
        if not alike:
            yield from () if same else self._falls(view, other, names, argues=safer)
            yield from self._now(view, other, names)
        if best["type"] == other["type"] == "explore":
            yield from worth.laid(view, best["card"], other["card"])
        if best["type"] == other["type"] == "power" and not powers.do_the_same(view, best, other):
            yield from powers.used(view, other, self.name(view, other, names), Trials(GAME, view, other))

    def _falls(
        self, view: core.View, move: core.Move, names: Sequence[str], *, argues: bool
    ) -> Iterable[Claim]:
        """Yield the chance that the move makes a tunnel collapse, and whether that speaks for the better move."""
        name = self.name(view, move, names)
        if "seat" in move:
            risk = _consequence(view, move)["chance"]
            yield _risk_elsewhere(view, move, name, names)._replace(argues=argues and risk > 0)
        elif _risk(view, move) is not None:
            yield _own_risk(view, move, name)._replace(argues=argues)

    def _now(self, view: core.View, move: core.Move, names: Sequence[str]) -> Iterable[Claim]:
        """Yield what else the move does at once."""
        what, name, trials = _consequence(view, move), self.name(view, move, names), Trials(GAME, view, move)
        if move["type"] == "stop":
            yield worth.stopping(view)
            return
        yield from _end(view, name, trials)
        cards = what["takes"] if "takes" in what else [what["card"]] if _turns_up(move) else []
        if cards := [card for card in cards if card]:
            text = _("“%(move)s” takes %(cards)s for certain.")
            text %= {"move": name, "cards": cards_text(cards)}
            yield trials.claim(text, lambda trial: not Counter(cards) - Counter(_taken(trial)))
        goes_on = view["notebooks"][view["you"]] and not view["ending"]
        if (keys := what.get("keys")) and goes_on:
            text = ngettext(
                "After “%(move)s” you have %(count)d key to put on a pile.",
                "After “%(move)s” you have %(count)d keys to put on piles.",
                keys,
            )
            text %= {"move": name, "count": keys}
            yield trials.claim(text, lambda trial: _has_keys(trial, keys))

    def faces(self, view: core.View, move: core.Move) -> Sequence[SafeString]:
        return [face(move["card"])] if "card" in move else ()

    def places(self, view: core.View, move: core.Move) -> Sequence[str]:
        laid = [f"n-{move['card']}"] if move["type"] == "explore" else []
        piles = [f"pile-{move['pile']}"] if "pile" in move else []
        tunnel = [f"t-{view['you']}-{move[field]}" for field in ("cover", "with") if field in move]
        return [*laid, *piles, *tunnel]

    def table(self, view: core.View) -> Cards:
        return Cards(_("The piles"), [_pile(place, pile) for place, pile in enumerate(view["piles"])])

    def hand(self, view: core.View) -> Cards:
        """Return the tunnel, which a turn may lose; before its first card the notebook, of which one is laid."""
        if tunnel := view["tunnels"][view["you"]]:
            return Cards(_("Your tunnel"), _tunnel(view["you"], tunnel))
        return Cards(_("Your notebook"), _notebook(view))

    def position(self, view: core.View, names: Sequence[str]) -> Sequence[Cards]:
        tunnels = [
            Cards(_("%(name)s: tunnel") % {"name": names[seat]}, _tunnel(seat, tunnel))
            for seat, tunnel in enumerate(view["tunnels"])
            if tunnel
        ]
        return [self.table(view), *tunnels, Cards(_("Notebook"), _notebook(view))]


def _tunnel_card(view: core.View, place: int) -> str:
    """Return the name of a card of the own tunnel, with its number if a card beside it has the same name."""
    tunnel = view["tunnels"][view["you"]]
    name = in_a_list(tunnel[place]["card"])
    alike = [entry for entry in tunnel if not entry["covered"] and in_a_list(entry["card"]) == name]
    return name if len(alike) == 1 else _("%(card)s (card %(number)d)") % {"card": name, "number": place + 1}


def _pile(place: int, pile: dict[str, Any]) -> SmallCard:
    """Return the top card and the number of cards."""
    number = pile["down"] + len(pile["up"])
    top = pile["up"][-1] if pile["up"] else pile["peeked"]
    drawn = SafeString("") if not number else face(top) if top else back()
    return SmallCard(f"pile-{place}", drawn, str(number))


def _notebook(view: core.View) -> list[SmallCard]:
    own = view["notebooks"][view["you"]]
    return [SmallCard(f"n-{kind}", face(kind), str(own.count(kind))) for kind in KINDS if kind in own]


def _tunnel(seat: int, tunnel: Sequence[dict[str, Any]]) -> list[SmallCard]:
    return [
        SmallCard(f"t-{seat}-{place}", face(entry["card"]) if entry["card"] else back())
        for place, entry in enumerate(tunnel)
    ]


def _risk(view: core.View, move: core.Move) -> float | None:
    """Return the chance that the move's cards make the seat's own tunnel collapse, None if none of them can join it."""
    what = _consequence(view, move)
    return what["chance"] if "chance" in what and "seat" not in move else None


def _own_risk(view: core.View, move: core.Move, name: str) -> Claim:
    risk = _risk(view, move) or 0.0
    if risk == 1:
        text = _("“%(move)s” surely makes your tunnel collapse.")
    elif risk:
        text = _("“%(move)s” makes your tunnel collapse at once with a chance of %(chance)s.")
    else:
        text = _("“%(move)s” can't make your tunnel collapse at once.")
    return Claim(text % {"move": name, "chance": chance(risk)}, lambda: _is_chance(view, move, risk))


def _risk_elsewhere(view: core.View, move: core.Move, name: str, names: Sequence[str]) -> Claim:
    risk = _consequence(view, move)["chance"]
    text = (
        _("“%(move)s” makes %(name)s's tunnel collapse with a chance of %(chance)s.")
        if risk
        else _("“%(move)s” can't make %(name)s's tunnel collapse.")
    )
    text %= {"move": name, "name": names[move["seat"]], "chance": chance(risk)}
    return Claim(text, lambda: _is_chance_elsewhere(view, move, risk))


def _same_risk(view: core.View, best: core.Move, other: core.Move) -> Claim:
    risk = _risk(view, best) or 0.0
    text = (
        _("Both moves make your tunnel collapse at once with the same chance, %(chance)s.")
        if risk
        else _("Neither move can make your tunnel collapse at once.")
    )
    return Claim(
        text % {"chance": chance(risk)},
        lambda: _is_chance(view, best, risk) and _is_chance(view, other, risk),
    )


def _is_alike(view: core.View, best: core.Move, other: core.Move) -> bool:
    """Return True if both moves do the same at once: explore one pile, bring as many keys, or give the same chance to
    the same tunnel."""
    return (
        _consequence(view, best) == _consequence(view, other)
        and best.get("seat") == other.get("seat")
        and _empty_after(view, best) == _empty_after(view, other)
    )


def _turns_up(move: core.Move) -> bool:
    return move["type"] == "power" and character_of(move) == "rabbit"


def _is_chance(view: core.View, move: core.Move, risk: float) -> bool:
    """Check the chance by adding up all cards that may turn out."""
    what, odds = _consequence(view, move), Odds(known(view), view["you"])
    cards = what["takes"] if "takes" in what else [what["card"]]
    ways = odds.outlook([card or "" for card in cards]).values()
    return abs(sum(bad for _all, bad in ways) / sum(every for every, _bad in ways) - risk) < 1e-9


def _is_chance_elsewhere(view: core.View, move: core.Move, risk: float) -> bool:
    """Check the same for another seat's tunnel, whose cards are all seen."""
    cards = [entry["card"] for entry in view["tunnels"][move["seat"]] if not entry["covered"]]
    what, odds = _consequence(view, move), Odds(known(view), view["you"])
    ways = odds.outlook([what["card"] or ""])
    falls = {kind: worth.is_third(cards, kind) for (kind,) in ways}
    bad = sum(every for (kind,), (every, _own) in ways.items() if falls[kind])
    return abs(bad / sum(every for every, _own in ways.values()) - risk) < 1e-9


def _taken(trial: Trial) -> list[str]:
    return [card for event in trial.events for card in _cards(event)]


def _cards(event: core.Event) -> Sequence[str]:
    """Return the cards that came into the tunnel of the seat in turn."""
    if event["event"] == "revealed":
        return [event["card"]]
    return event["cards"] if event["event"] == "took" else ()


def _has_keys(trial: Trial, keys: int) -> bool:
    """Return whether the seat has so many keys. If the power ends its turn, the keys go back."""
    return bool(trial.after.turn == trial.before.turn and trial.after.hand == keys)


def _end(view: core.View, name: str, trials: Trials) -> Iterable[Claim]:
    """Yield that the move brings the end of the match."""
    empty = _empty_after(view, trials.move)
    if view["ending"] or empty < (1 if view["seats"] == 2 else 2):
        return
    text = ngettext(
        "After “%(move)s” %(count)d pile is empty: this is the last turn of the match.",
        "After “%(move)s” %(count)d piles are empty: this is the last turn of the match.",
        empty,
    )
    text %= {"move": name, "count": empty}

    def holds(trial: Trial) -> bool:
        return any(event["event"] == "ending" and len(event["piles"]) == empty for event in trial.events)

    yield trials.claim(text, holds)


def _empty_after(view: core.View, move: core.Move) -> int:
    """Return how many piles are empty after the move."""
    left = [pile["down"] + len(pile["up"]) for pile in view["piles"]]
    if move["type"] == "explore":
        left[move["pile"]] += 1
        for pile in _consequence(view, move)["piles"]:
            left[pile] -= 1
    elif (move.get("as") or move["card"]) in ("rabbit", "hatter"):
        left[move["pile"]] -= 1
    return left.count(0)


def _consequence(view: core.View, move: core.Move) -> dict[str, Any]:
    return next(what for other, what in preview(view, view["you"]) if other == move)
