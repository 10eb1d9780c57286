"""The middle of Wonderland's board: the ring of piles with their chances, the keys, and what has just fallen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from markupsafe import Markup

from games.boards import texts as shared
from games.boards.fragments import (
    PLACE,
    Part,
    by_language,
    escaped,
    filled,
    framed,
    marked_part,
    ngettext,
    part,
    rendered,
    template,
)
from games.boards.fragments import gettext as _
from games.boards.log import sentence
from games.boards.scene import Scene
from games.wonderland.board.asking import Consequences, Dig, Exploration, Risk, acts, digging, once
from games.wonderland.board.cards import back, card_name, face, key, mark, notebook
from games.wonderland.board.collapse import Fallen, fallen
from games.wonderland.board.panels import top_name
from games.wonderland.rules.state import Cards

# Where in a pile's HTML something of its choice comes.
CHOICE = Markup("<choice/>")


class Spot(NamedTuple):
    """A pile as a viewer may know it: how many cards lie face `down`, `seen` is the first of them if a cat has
    shown it, `peekers` the others who looked, in words."""

    place: int
    card: str
    down: int
    up: Cards
    key: bool
    seen: str | None
    peekers: str


class Choice(NamedTuple):
    """What a pile is to whoever is asked: to be chosen to `explore` there, or for a power to `dig`; `to` are the piles
    to whose explorer its top card goes."""

    to: str = ""
    explore: bool = False
    dig: bool = False


NO_CHOICE = Choice()


def ring(scene: Scene, found: Consequences) -> dict[str, Any]:
    """The piles, what exploring each would bring, the keys, and what has just fallen."""
    view = scene.view
    newest = scene.entries[-1] if scene.entries else None
    asked = acts(scene)
    explore = found.explore
    mine = scene.current and view["turn"] == scene.viewer
    # In a replay that its own explorer reads.
    yours = bool(explore) and view["turn"] == scene.you
    return {
        "piles": _choices(scene, found) if asked else _piles(scene, explore),
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


def _choices(scene: Scene, found: Consequences) -> list[Part]:
    """The piles of whoever is asked."""
    explore, dig = found.explore, digging(scene, found)
    spots = [_spot(scene, place) for place in range(len(scene.view["piles"]))]
    return [
        _pile(spot, _choice(spot.place, explore, dig), explore.get(spot.place), dig.get(spot.place))
        for spot in spots
    ]


def _choice(place: int, explore: Mapping[int, Exploration], dig: Mapping[int, Dig]) -> Choice:
    to = [str(each) for each, what in explore.items() if place in what.piles]
    return Choice(" ".join(to), place in explore, place in dig)


def _piles(scene: Scene, explore: Mapping[int, Exploration]) -> list[Part]:
    """Those that only wait are shown one pile alike wherever they know the same of it; whoever has looked into it is told
    so otherwise than the others."""
    return [_waiting(scene, place, explore.get(place)) for place in range(len(scene.view["piles"]))]


def _waiting(scene: Scene, place: int, explore: Exploration | None) -> Part:
    pile = scene.view["piles"][place]
    opened = scene.opened["piles"][place] if scene.opened else None
    looked = [seat if seat in pile["peekers"] else None for seat in (scene.viewer, scene.you)]
    known = place, pile, opened, explore, looked
    return once(scene, "piles", known, lambda: _pile(_spot(scene, place), NO_CHOICE, explore, None))


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
    return part("wonderland/says.jinja", "says", fallen=[_collapse(each) for each in fallen], **places)


@by_language
def _collapse(fallen: Fallen) -> SafeString:
    return rendered(("wonderland/fallen.jinja", {"each": fallen}))


@by_language
def _hint(asked: str, explorer: str) -> Part:
    return part("wonderland/hint.jinja", "asks", asked=asked, explorer=explorer)


@by_language
def _gone(discards: str) -> Part:
    return part("wonderland/gone.jinja", "gone", discards=discards)


@by_language
def _would(place: int, explore: Exploration) -> Part:
    html = '<p id="{}" class="would w{}">{} {} {}</p>'
    id = f"would-{place}"
    return marked_part(id, filled(html, id, place, _plaque(explore.risk), explore.words, explore.falling))


@by_language
def _plaque(risk: Risk) -> SafeString:
    text = _("Collapse: %(percent)s%%") % {"percent": risk.percent}
    return filled('<span class="plaque {}">{}</span>', risk.level, text)


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


def _spot(scene: Scene, place: int) -> Spot:
    pile, seen = scene.view["piles"][place], _looked_at(scene, place)
    # Who knows the card has looked; of those who don't, the others are told.
    others = [] if seen else [shared.called(scene, seat) for seat in pile["peekers"] if seat != scene.viewer]
    up = tuple(pile["up"])
    return Spot(place, top_name(scene, place), pile["down"], up, pile["key"], seen, shared.names(others))


def _looked_at(scene: Scene, place: int) -> str | None:
    """What a cat has shown this viewer; after the match, what it showed anybody."""
    if scene.opened:
        pile = scene.opened["piles"][place]
        return pile["down"][0] if pile["seen"] else None
    seen: str | None = scene.view["piles"][place]["peeked"]
    return seen


def _pile(spot: Spot, choice: Choice, explore: Exploration | None, dig: Dig | None) -> Part:
    """The chances change more often than what lies there."""
    return framed(_frame_of_pile(spot, choice), [_odds(spot.place, explore, dig)])


@by_language
def _odds(place: int, explore: Exploration | None, dig: Dig | None) -> Part:
    found = [_risk("", explore.risk, f" {explore.words}")] if explore else []
    if dig and dig.rabbit:
        found.append(_risk("for-rabbit", dig.rabbit, ""))
    if dig and dig.hatter:
        found.append(_risks(dig.hatter))
    id = f"odds-{place}"
    return marked_part(id, f'<span id="{id}" class="odds">{"".join(found)}</span>')


@by_language
def _risk(power: str, risk: Risk, words: str) -> str:
    """A chance as a bar and in percent. `power` is whose it is; what it is of is said in words."""
    before, after = _bar(power, risk).split(PLACE)
    return f"{before}{escaped(words)}{after}"


@by_language
def _bar(power: str, risk: Risk) -> str:
    """With a place for the words."""
    return template("wonderland/risk.jinja").render(power=power, risk=risk, words=PLACE)


@by_language
def _risks(chances: tuple[tuple[int, str, str], ...]) -> str:
    return template("wonderland/risks.jinja").render(chances=chances)


@by_language
def _frame_of_pile(spot: Spot, choice: Choice) -> Part:
    id, place, input = f"pile-{spot.place}", spot.place, ""
    css = " pick" if choice.explore else " pick dig" if choice.dig else ""
    if choice.explore:
        input = f'<input type="radio" form="move" name="pile" value="{place}" required>'
    elif choice.dig:
        input = f'<input type="radio" form="move" name="pile" value="{place}" data-for="rabbit cat hatter">'
    pieces = choice.to, css, " data-drop" if choice.explore else "", input, ""
    lying = zip(_lying(spot).split(CHOICE), pieces, strict=True)
    return marked_part(id, "".join([before + piece for before, piece in lying]))


@by_language
def _lying(spot: Spot) -> str:
    """With places for what a choice says of it, and one for the chances."""
    return template("wonderland/pile.jinja").render(
        id=f"pile-{spot.place}",
        number=str(spot.place + 1),
        top=_top(spot),
        known=bool(spot.seen) and not spot.up,
        under=card_name(spot.seen) if spot.seen and spot.up else "",
        marks=[mark(card) for card in spot.up[::-1]],
        stood=key() if spot.key else "",
        empty=not spot.down and not spot.up,
        choice=CHOICE,
        odds=PLACE,
        spot=spot._asdict(),
    )


def _top(spot: Spot) -> SafeString | str:
    if spot.up:
        return face(spot.up[-1])
    if not spot.down:
        return ""
    return face(spot.seen) if spot.seen else back()
