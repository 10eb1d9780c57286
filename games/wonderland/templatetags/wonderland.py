"""Template tags for Wonderland's rules pages: cards, tunnels, the ring and the count, drawn from real states."""

from __future__ import annotations

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.boards.drawing import Board
from games.boards.elements import frame_of
from games.boards.macros import macros
from games.boards.people import Person
from games.boards.scene import Scene
from games.rules import core
from games.wonderland.board import keys, ring
from games.wonderland.board.cards import face
from games.wonderland.board.count import division_of
from games.wonderland.rules.state import Entry, Pile, State

register = template.Library()
NAMES = ("Ada", "Ben")


@register.simple_tag
def wonder_cards(names: str) -> SafeString:
    """Draw a row of cards: `{% wonder_cards "alice everyone" %}`."""
    row = ((face(card),) for card in names.split())
    return format_html('<div class="cards">{}</div>', format_html_join("", "<span>{}</span>", row))


@register.simple_tag
def wonder_tunnel(cards: str, covers: str = "", hatter: int = -1, viewer: int = 0) -> SafeString:
    """Draw the first seat's tunnel as seat `viewer` sees it. `covers`: `2>0` means that card 2 covers card 0 (from
    0)."""
    over = {int(below): int(above) for above, below in (pair.split(">") for pair in covers.split())}
    entries = tuple(Entry(card, place == hatter, over.get(place)) for place, card in enumerate(cards.split()))
    scene = _scene("12 12 12 12 12", entries, viewer)
    return Board("wonderland", frame_of(scene, "tunnel_figure"), keys.tunnel(scene, 0), {}).whole


@register.simple_tag
def wonder_ring(piles: str, cards: str) -> SafeString:
    """Draw the ring with the odds of the first seat, whose tunnel holds `cards`.

    A pile is `11` cards face down, or `11+cat+queen` with cards laid on it, the newest last.
    """
    scene = _scene(piles, tuple(Entry(card) for card in cards.split()), None)
    elements = keys.public(scene) | {"asks": ring.asks(scene)}
    return Board("wonderland", frame_of(scene, "ring_figure"), elements, {}).whole


@register.simple_tag
def wonder_count(cards: str, groups: str = "linear") -> SafeString:
    """Draw a notebook as the score divides it, under the table rule `groups`."""
    parts = division_of(cards.split(), groups)
    total = parts.everyone_points + parts.sets_points + parts.rest
    return SafeString(macros("wonderland")["count_figure"]("", parts, total))


def _scene(piles: str, entries: tuple[Entry, ...], viewer: int | None) -> Scene:
    """Return a scene of a table for two with these piles and this tunnel; the first seat is in turn."""
    laid = [pile.split("+") for pile in piles.split()]
    state = State(
        piles=tuple(Pile(("alice",) * int(down), tuple(up)) for down, *up in laid),
        notebooks=(("rabbit", "cat", "hatter"), ("alice", "queen", "queen")),
        tunnels=(entries, ()),
        discards=(),
        hall=2,
        hand=2,
        turn=0,
        phase="explore",
        ending=False,
        reuse_keys=True,
        groups="linear",
    )
    return Scene(
        table="",
        game="wonderland",
        number=0,
        viewer=viewer,
        own=False,
        current=False,
        view=core.game("wonderland").view(state, viewer),
        people=tuple([Person(seat, name, awaited=seat == 0) for seat, name in enumerate(NAMES)]),
        entries=(),
        phrases=(),
        outcome=None,
    )
