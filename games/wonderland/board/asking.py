"""The one thing that Wonderland asks of the seat in turn: the choices with what each would do, and the form's move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar, cast

from django.urls import reverse
from django.utils.safestring import SafeString

from games.boards.fragments import Call, Fragment, by_language, ngettext, spoken
from games.boards.fragments import gettext as _
from games.boards.people import Person
from games.boards.scene import Scene
from games.rules import core
from games.wonderland.board.cards import card_name, face, mark
from games.wonderland.board.unseen import falling
from games.wonderland.rules.powers import FIELDS
from games.wonderland.rules.state import CHARACTERS, EVERYONE, KINDS
from games.wonderland.rules.view import explorations

HAND = "wonderland/hand.jinja"
NOTHING = SafeString("")
NO_CARDS: Mapping[int, SafeString] = {}
Found = TypeVar("Found")


class Risk(NamedTuple):
    percent: str
    level: str  # high, some or calm


class Exploration(NamedTuple):
    """What exploring a pile would bring, from which two piles, and the chance that the tunnel collapses."""

    risk: Risk
    piles: tuple[int, ...]
    words: str
    # For whoever is to choose.
    falling: SafeString = NOTHING


class Dig(NamedTuple):
    """The chance that a pile's face-down card makes a tunnel collapse: the rabbit's own; the hatter's, by seat and name."""

    rabbit: Risk | None
    hatter: tuple[tuple[int, str, str], ...]


class Consequences(NamedTuple):
    """What the seat in turn may do would bring as far as a viewer knows: by pile that may be explored, and `moves` with
    all of it, for whoever is to choose."""

    explore: dict[int, Exploration]
    moves: Sequence[tuple[core.Move, dict[str, Any]]] = ()


def consequences(scene: Scene) -> Consequences:
    """The same for all who know the same."""
    view = scene.view
    if not scene.outcome and acts(scene):
        moves = scene.rules.preview(view, view["turn"])
        whats = _explored_by(moves)
        unseen = falling(view, whats) if whats else {}
        return Consequences(_exploring(whats, unseen), moves)
    if scene.outcome or not view["explorable"]:
        return Consequences({})
    return Consequences(_explored(scene))


def explored(found: Consequences) -> dict[int, dict[str, Any]]:
    """By pile that may be explored what the rules' preview says of it; which card is laid changes nothing of that."""
    return _explored_by(found.moves)


def _explored_by(moves: Sequence[tuple[core.Move, dict[str, Any]]]) -> dict[int, dict[str, Any]]:
    return {move["pile"]: what for move, what in moves if move["type"] == "explore"}


def _explored(scene: Scene) -> dict[int, Exploration]:
    """Found once for all of whom a view tells the same."""
    known = {**scene.view, "you": None}
    return once(scene, "explorations", known, lambda: _exploring(explorations(scene.view)))


def once(scene: Scene, what: str, known: object, find: Callable[[], Found]) -> Found:
    """Found once in the moment for all of whom `known`, which holds all that it depends on, is the same."""
    kept = scene.common.made.setdefault(f"{what} {spoken()}", [])
    for each, found in kept:
        if each == known:
            return cast(Found, found)
    new = find()
    kept.append((known, new))
    return new


def acts(scene: Scene) -> bool:
    return scene.own and scene.viewer is not None and scene.viewer in scene.view["to_act"]


def percent(chance: float) -> str:
    """A chance in whole percent; what isn't certain is never said to be."""
    if 0 < chance < 1:
        return str(min(99, max(1, round(100 * chance))))
    return str(round(100 * chance))


def risk(chance: float) -> Risk:
    return Risk(percent(chance), "high" if chance >= 0.5 else "some" if chance >= 0.2 else "calm")


def _exploring(
    whats: Mapping[int, dict[str, Any]], unseen: Mapping[int, SafeString] = NO_CARDS
) -> dict[int, Exploration]:
    return {
        pile: Exploration(
            risk(what["chance"]), tuple(what["piles"]), would(pile, what), unseen.get(pile, NOTHING)
        )
        for pile, what in whats.items()
    }


def would(pile: int, what: dict[str, Any]) -> str:
    return _would(pile, tuple(what["takes"]), tuple(what["piles"]), what["puts_key"])


@by_language
def _would(pile: int, takes: tuple[str | None, ...], piles: tuple[int, ...], puts_key: bool) -> str:
    tops = [_("a card face down") if card is None else card_name(card) for card in takes]
    text = _("Pile %(number)d brings %(first)s from pile %(one)d and %(second)s from pile %(two)d.") % {
        "number": pile + 1,
        "first": tops[0],
        "second": tops[1],
        "one": piles[0] + 1,
        "two": piles[1] + 1,
    }
    return text + (" " + _("It costs a key.") if puts_key else "")


def digging(scene: Scene, found: Consequences) -> dict[int, Dig]:
    """By pile with a face-down card that a power may reach."""
    names = scene.names
    rabbit: dict[int, Risk] = {}
    hatter: dict[int, dict[int, str]] = {}
    for move, what in found.moves:
        if "pile" in move and move["type"] == "power":
            given = hatter.setdefault(move["pile"], {})
            if "seat" in move:
                given[move["seat"]] = percent(what["chance"])
            elif "chance" in what:
                rabbit[move["pile"]] = risk(what["chance"])
    return {
        pile: Dig(rabbit.get(pile), tuple([(seat, names[seat], chance) for seat, chance in given.items()]))
        for pile, given in hatter.items()
    }


def covering(found: Consequences) -> dict[int, str]:
    """By position that a queen may cover: what the tunnel shows afterwards, in words."""
    return {
        move["cover"]: _shown(what["counts"])
        for move, what in found.moves
        if move["type"] == "power" and "cover" in move
    }


def _shown(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{card_name(kind)} {number}" for kind, number in numbers.items() if number)


def hand(scene: Scene, me: Person, found: Consequences) -> Fragment | Call:
    """The choices of the one who may act; for the others their notebook is only to be looked at."""
    view = scene.view
    back = scene.table if me.stand_in else ""
    if not acts(scene):
        return Call(_resting, (view["notebooks"][me.index], scene.own, back))
    stops = [what for move, what in found.moves if move["type"] == "stop"]
    asked = {
        "seen": str(scene.number),
        "phase": view["phase"],
        "powers": _powers(view),
        "stop": _stopping(len(view["tunnels"][me.index]), stops[0]) if stops else "",
    }
    return HAND, _hand(view["notebooks"][me.index], scene.own, back) | asked


def _resting(notebook: Sequence[str], own: bool, back: str) -> Fragment:
    return HAND, _hand(notebook, own, back)


def _hand(notebook: Sequence[str], own: bool, back: str) -> dict[str, Any]:
    """`back`: the table to which its own person may come back, whose seat a bot plays."""
    return {
        "seen": "",
        "own": own,
        "stand_in": back != "",
        "back": reverse("back", args=[back]) if back else "",
        "phase": "",
        "cards": _cards(tuple([notebook.count(kind) for kind in KINDS])),
        "powers": [],
        "stop": "",
    }


@by_language
def _cards(numbers: tuple[int, ...]) -> tuple[dict[str, Any], ...]:
    return tuple(
        {
            "card": kind,
            "face": face(kind) if number else mark(kind),
            "name": card_name(kind),
            "count": str(number) if number else "",
        }
        for kind, number in zip(KINDS, numbers, strict=True)
    )


def _stopping(size: int, what: dict[str, Any]) -> str:
    text = ngettext(
        "Stop and save %(count)d card: %(score)s points in all",
        "Stop and save %(count)d cards: %(score)s points in all",
        size,
    )
    # What lies face down is not known yet, and scores at least nothing.
    score = _("at least %(score)d") % {"score": what["score"]} if what["unseen"] else str(what["score"])
    return text % {"count": size, "score": score}


def _powers(view: core.View) -> list[dict[str, Any]]:
    """The powers of the two cards just taken, each once; an everyone card as any of the five."""
    choices = [(card, character) for card, characters in view["powers"].items() for character in characters]
    return [
        {
            "value": character if card == character else f"{card}:{character}",
            "character": character,
            "mark": _marks(card, character),
            "name": _named(card, character),
            # Where there is little room its marks say that a crowd stands for it.
            "brief": "" if card == character else card_name(character),
            "does": _does(character),
            "asks": _asks(character),
            "only": len(choices) == 1,
        }
        for card, character in choices
    ]


def _marks(card: str, character: str) -> list[SafeString]:
    return [mark(card)] if card == character else [mark(card), mark(character)]


def _named(card: str, character: str) -> str:
    if card == character:
        return card_name(card)
    return _("%(card)s as %(character)s") % {"card": card_name(card), "character": card_name(character)}


def _does(character: str) -> str:
    return {
        "alice": _("take one more key"),
        "rabbit": _("turn a card up, into your tunnel"),
        "cat": _("look at a card"),
        "queen": _("cover one card with another"),
        "hatter": _("give a card, face down"),
    }[character]


def _asks(character: str) -> str:
    """What is still to be picked once that power is chosen."""
    return {
        "alice": "",
        "rabbit": _("Pick a pile"),
        "cat": _("Pick a pile"),
        "queen": _("Pick the two cards"),
        "hatter": _("Pick who gets it, and a pile"),
    }[character]


def move_of_form(form: Mapping[str, Any]) -> core.Move:
    """`type` is the button that was pressed. Of a power's fields only those that it needs are read."""
    kind = form.get("type", "")
    if kind == "stop":
        return {"type": "stop"}
    if kind == "explore":
        return {"type": "explore", "card": _text(form, "card"), "pile": _number(form, "pile")}
    if kind != "power":
        raise core.Refused("malformed")
    card, _colon, named = _text(form, "power").partition(":")
    if card == EVERYONE and not named:
        raise core.Refused("missing_field", field="as")
    character = named if card == EVERYONE else card
    if character not in CHARACTERS:
        raise core.Refused("no_such_character", character=character[:20])
    move: core.Move = {"type": "power", "card": card} | ({"as": named} if card == EVERYONE else {})
    return move | {field: _number(form, field) for field in FIELDS[character]}


def _text(form: Mapping[str, Any], field: str) -> str:
    value = form.get(field)
    if not value:
        raise core.Refused("missing_field", field=field)
    return str(value)


def _number(form: Mapping[str, Any], field: str) -> int:
    value = _text(form, field)
    if not (value.isascii() and value.isdigit() and len(value) < 5):
        raise core.Refused("bad_field", field=field)
    return int(value)
