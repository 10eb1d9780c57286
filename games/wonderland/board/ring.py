"""The middle of Wonderland's board: the ring of piles with their chances, the keys, and what has just fallen."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from games.boards import texts as shared
from games.boards.fragments import PLACE, Part, by_language, escaped, framed, marked_part, ngettext, part
from games.boards.log import sentence
from games.boards.scene import Scene
from games.wonderland.board.asking import Consequences, Dig, Exploration, acts, digging, exploring
from games.wonderland.board.cards import back, card_name, face, key, mark, notebook
from games.wonderland.board.collapse import Fallen, fallen
from games.wonderland.board.panels import top_name
from games.wonderland.rules.state import Cards


class Spot(NamedTuple):
    """A pile as a viewer may know it: how many cards lie face `down`, `seen` is the first of them if a cat has
    shown it, `peekers` the others who looked, in words. Whoever is asked may choose it to `explore` there, or for a
    power to `dig`; `to` are the piles to whose explorer its top card goes."""

    place: int
    card: str
    down: int
    up: Cards
    key: bool
    seen: str | None
    peekers: str
    to: str
    explore: bool
    dig: bool


def ring(scene: Scene, found: Consequences) -> dict[str, Any]:
    """The piles, what exploring each would bring, the keys, and what has just fallen."""
    view = scene.view
    newest = scene.entries[-1] if scene.entries else None
    asked = acts(scene)
    explore, dig = exploring(found), digging(scene, found) if asked else {}
    mine = scene.current and view["turn"] == scene.viewer
    # In a replay that its own explorer reads.
    yours = bool(explore) and view["turn"] == scene.you
    return {
        "piles": [
            _pile(_spot(scene, place, explore, dig), explore.get(place), dig.get(place))
            for place in range(len(view["piles"]))
        ],
        "keys": _keys(view["keys"]["hall"], view["keys"]["hand"], mine),
        "says": _says(
            view["phase"] if asked or yours else "",
            scene.name(view["turn"]) if explore and not asked and not yours else "",
            tuple(sorted(explore.items())) if asked else (),
            # As the log writes it: what calls the reader *you* looks for it.
            escaped(sentence(scene.game, newest, scene.names)) if newest else "",
            tuple(fallen(scene)),
            notebook(view["discards"]) if view["discards"] else "",
        ),
    }


def _says(
    asked: str,
    explorer: str,
    explore: tuple[tuple[int, Exploration], ...],
    last: str,
    collapsed: tuple[Fallen, ...],
    discards: str,
) -> Part:
    """What is to be chosen, what exploring each pile would bring, and what has just happened."""
    would = [_would(place, each) for place, each in explore]
    return framed(
        _frame_of_says(len(explore), collapsed),
        [_hint(asked, explorer), *would, _newest(last), _gone(discards)],
    )


@by_language
def _frame_of_says(piles: int, fallen: tuple[Fallen, ...]) -> Part:
    places = {"hint": PLACE, "explore": [PLACE] * piles, "newest": PLACE, "gone": PLACE}
    return part("wonderland/says.jinja", "says", fallen=fallen, **places)


@by_language
def _hint(asked: str, explorer: str) -> Part:
    return part("wonderland/hint.jinja", "asks", asked=asked, explorer=explorer)


@by_language
def _gone(discards: str) -> Part:
    return part("wonderland/gone.jinja", "gone", discards=discards)


@by_language
def _would(place: int, explore: Exploration) -> Part:
    return part("wonderland/would.jinja", f"would-{place}", place=str(place), each=explore)


@by_language
def _newest(last: str) -> Part:
    return marked_part("newest", f'<p id="newest" class="newest">{last}</p>')


@by_language
def _keys(hall: int, held: int, mine: bool) -> Part:
    drawn = {"key": key(), "hall": "x" * hall, "held": "x" * held}
    texts = {"hall_text": _keys_text(hall), "held_text": _keys_text(held)}
    return part("wonderland/keys.jinja", "keys", mine=mine, **drawn, **texts)


@by_language
def _keys_text(count: int) -> str:
    return ngettext("%(count)d key", "%(count)d keys", count) % {"count": count}


def _spot(scene: Scene, place: int, explore: dict[int, Exploration], dig: dict[int, Dig]) -> Spot:
    pile, seen, asks = scene.view["piles"][place], _looked_at(scene, place), acts(scene)
    others = [] if seen else [shared.called(scene, seat) for seat in pile["peekers"] if seat != scene.viewer]
    return Spot(
        place=place,
        card=top_name(scene, place),
        down=pile["down"],
        up=tuple(pile["up"]),
        key=pile["key"],
        seen=seen,
        peekers=shared.names(others),
        to=" ".join(str(each) for each, what in explore.items() if place in what.piles) if asks else "",
        explore=asks and place in explore,
        dig=place in dig,
    )


def _looked_at(scene: Scene, place: int) -> str | None:
    """What a cat has shown this viewer; after the match, what it showed anybody."""
    if scene.opened:
        pile = scene.opened["piles"][place]
        return pile["down"][0] if pile["seen"] else None
    seen: str | None = scene.view["piles"][place]["peeked"]
    return seen


@by_language
def _pile(spot: Spot, explore: Exploration | None, dig: Dig | None) -> Part:
    """The chances change more often than what lies there."""
    return framed(_frame_of_pile(spot), [_odds(spot.place, explore, dig)])


@by_language
def _odds(place: int, explore: Exploration | None, dig: Dig | None) -> Part:
    return part("wonderland/odds.jinja", f"odds-{place}", explore=explore, dig=dig)


@by_language
def _frame_of_pile(spot: Spot) -> Part:
    data = spot._asdict() | {
        "number": str(spot.place + 1),
        "top": _top(spot),
        "known": bool(spot.seen) and not spot.up,
        "under": card_name(spot.seen) if spot.seen and spot.up else "",
        "up": [mark(card) for card in spot.up[::-1]],
        "key": key() if spot.key else "",
        "empty": not spot.down and not spot.up,
        "odds": PLACE,
    }
    return part("wonderland/pile.jinja", f"pile-{spot.place}", **data)


def _top(spot: Spot) -> SafeString | str:
    if spot.up:
        return face(spot.up[-1])
    if not spot.down:
        return ""
    return face(spot.seen) if spot.seen else back()
