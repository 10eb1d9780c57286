"""The choice of the seat in turn, with the effect of each option, and the move that the form sends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy

from games.boards.elements import Key
from games.boards.fields import Form, chosen
from games.boards.language import gettext as _
from games.boards.people import Person
from games.boards.scene import Scene
from games.rules import core
from games.wonderland.board.cards import card_name, in_a_list, numbers_of
from games.wonderland.board.count import Part, parts
from games.wonderland.rules.powers import FIELDS
from games.wonderland.rules.state import CHARACTERS, EVERYONE
from games.wonderland.rules.view import explorations

# What each power does, and what it asks for once it is chosen.
DOES = {
    "alice": gettext_lazy("take one more key"),
    "rabbit": gettext_lazy("turn a card up, into your tunnel"),
    "cat": gettext_lazy("look at a card"),
    "queen": gettext_lazy("cover one card with another"),
    "hatter": gettext_lazy("give a card, face down"),
}
ASKS = {
    "rabbit": gettext_lazy("Pick a pile"),
    "cat": gettext_lazy("Pick a pile"),
    "queen": gettext_lazy("Pick the card below, then another on top"),
    "hatter": gettext_lazy("Pick who gets it, and a pile"),
}


class Risk(NamedTuple):
    percent: str
    level: str  # high, some or calm


class Exploration(NamedTuple):
    """The effect of exploring a pile: the cards that it `takes` (None for one face down), the two piles they come
    from, whether it costs a key, and the chance that the tunnel collapses."""

    risk: Risk
    takes: tuple[str | None, ...]
    piles: tuple[int, ...]
    puts_key: bool


# The chances that a pile's face-down card makes a tunnel collapse: with the rabbit the seat's own, with the hatter each
# other seat's with its name.
Dig = tuple[Risk | None, tuple[tuple[int, str, str], ...]]


class Consequences(NamedTuple):
    """The effects of the choices of the seat in turn, as far as a viewer knows them, by pile. `moves` has all details,
    for the seat that chooses."""

    explore: dict[int, Exploration]
    moves: Sequence[tuple[core.Move, dict[str, Any]]] = ()


def consequences(scene: Scene) -> Consequences:
    view = scene.view
    if scene.outcome:
        return Consequences({})
    moves = scene.rules.preview(view, view["turn"]) if scene.acts else ()
    # The effect of exploring a pile doesn't depend on the card that is laid.
    whats = {move["pile"]: what for move, what in moves if move["type"] == "explore"}
    if not scene.acts and view["explorable"]:
        whats = explorations(view)
    return Consequences({pile: exploration(what) for pile, what in whats.items()}, moves)


def exploration(what: Mapping[str, Any]) -> Exploration:
    return Exploration(risk(what["chance"]), tuple(what["takes"]), tuple(what["piles"]), what["puts_key"])


def percent(chance: float) -> str:
    """Return a chance in whole percent, as 0 or 100 only if it is certain."""
    if 0 < chance < 1:
        return str(min(99, max(1, round(100 * chance))))
    return str(round(100 * chance))


def risk(chance: float) -> Risk:
    return Risk(percent(chance), "high" if chance >= 0.5 else "some" if chance >= 0.2 else "calm")


def exploration_text(pile: int, explore: Exploration) -> str:
    """Describe the effect of exploring a pile."""
    tops = [_("a card face down") if card is None else in_a_list(card) for card in explore.takes]
    text = _("Pile %(number)d brings %(first)s from pile %(one)d and %(second)s from pile %(two)d.") % {
        "number": pile + 1,
        "first": tops[0],
        "second": tops[1],
        "one": explore.piles[0] + 1,
        "two": explore.piles[1] + 1,
    }
    return text + (" " + _("It costs a key.") if explore.puts_key else "")


def digging(scene: Scene, consequences: Consequences) -> dict[int, Dig]:
    """Return the chances for each pile with a face-down card that a power can take."""
    names = [person.nameplate.name for person in scene.people]
    rabbit: dict[int, Risk] = {}
    hatter: dict[int, dict[int, str]] = {}
    for move, what in consequences.moves:
        if "pile" in move and move["type"] == "power":
            chances = hatter.setdefault(move["pile"], {})
            if "seat" in move:
                chances[move["seat"]] = percent(what["chance"])
            elif "chance" in what:
                rabbit[move["pile"]] = risk(what["chance"])
    return {
        pile: (rabbit.get(pile), tuple([(seat, names[seat], chance) for seat, chance in chances.items()]))
        for pile, chances in hatter.items()
    }


def covering(consequences: Consequences) -> dict[int, str]:
    """Return, for each position that a queen may cover, the tunnel's cards afterwards as text."""
    return {
        move["cover"]: ", ".join(
            f"{card_name(kind)} {count}" for kind, count in what["counts"].items() if count
        )
        for move, what in consequences.moves
        if move["type"] == "power" and "cover" in move
    }


def hand(scene: Scene, me: Person, consequences: Consequences) -> Key:
    """Return the key of the hand: the choices for the seat that may act, else only the notebook."""
    view = scene.view
    numbers, groups = numbers_of(view["notebooks"][me.seat]), view["options"]["groups"]
    if not scene.acts:
        return "resting_hand", groups, numbers, scene.back
    if view["phase"] == "power":
        # The powers of the two cards just taken, each once. A crowd may be used as any of the five.
        powers = tuple([(card, power) for card, characters in view["powers"].items() for power in characters])
        return "powers_hand", scene.number, groups, powers, numbers, view["scores"][me.seat], scene.back
    stops = [what for move, what in consequences.moves if move["type"] == "stop"]
    stop = (stops[0]["score"], stops[0]["unseen"], _sum(view, me.seat)) if stops else None
    return "choosing_hand", scene.number, view["phase"], groups, numbers, stop, scene.back


def _sum(view: core.View, seat: int) -> tuple[Part, ...]:
    """Return the score of the notebook with the known cards of the tunnel, part by part."""
    loot = [entry["card"] for entry in view["tunnels"][seat] if entry["card"]]
    return parts([*view["notebooks"][seat], *loot], view["options"]["groups"])


def move_of_form(form: Form) -> core.Move:
    """Return the move that a form sends. `type` is the button pressed. Of the fields of a power only the needed ones
    are read."""
    kind = form.get("type", "")
    if kind == "stop":
        return {"type": "stop"}
    if kind == "explore":
        return {"type": "explore", "card": chosen(form, "card"), "pile": _number(form, "pile")}
    if kind != "power":
        raise core.Refused("malformed")
    card, _colon, named = chosen(form, "power").partition(":")
    if card == EVERYONE and not named:
        raise core.Refused("missing_field", field="as")
    character = named if card == EVERYONE else card
    if character not in CHARACTERS:
        raise core.Refused("no_such_character", character=character[:20])
    move: core.Move = {"type": "power", "card": card} | ({"as": named} if card == EVERYONE else {})
    return move | {field: _number(form, field) for field in FIELDS[character]}


def _number(form: Form, field: str) -> int:
    value = chosen(form, field)
    if not (value.isascii() and value.isdigit() and len(value) < 5):
        raise core.Refused("bad_field", field=field)
    return int(value)
