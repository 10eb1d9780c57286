"""Wonderland's board: each seat's secrets, the chances it shows, and the moves of its forms."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict
from html import unescape
from random import Random
from typing import Any, cast

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from games import boards
from games.boards import Entry, Scene
from games.boards.texts import options
from games.forms.tables import OpenTableForm, option_field
from games.models import Table
from games.rules import core
from games.rules.chance import Stream
from games.wonderland.board import ring
from games.wonderland.board.asking import consequences
from games.wonderland.board.count import division_of
from games.wonderland.board.keys import knows_more, own, public
from games.wonderland.rules import scoring
from games.wonderland.rules.state import KINDS, Pile, State
from games.wonderland.rules.state import Entry as Card
from tests.helpers import given
from tests.helpers.seated import seated
from tests.wonderland.tables import moments

AROUND = re.compile(r'<(section|ol) id="(?P<id>ring|mine|seat-\d|log)".*?</\1>', re.DOTALL)
NAMES = ("Ada", "Ben", "Cleo", "Dan")
GAME = core.game("wonderland")


def table(**changed: Any) -> State:
    """Return a table with three seats where Ada is in turn and has just taken a rabbit and a queen, or as `changed`
    says."""
    state = State(
        piles=tuple(Pile(("cat", "hatter", "alice")) for _ in range(5)),
        notebooks=(("rabbit", "alice"), ("hatter", "alice", "alice"), ("rabbit", "rabbit", "alice")),
        tunnels=((Card("rabbit"), Card("hatter")), (), ()),
        discards=(),
        hall=2,
        hand=1,
        turn=0,
        phase="power",
        ending=False,
        reuse_keys=True,
        groups="linear",
    )
    return state._replace(**changed)


def scene(state: State, viewer: int | None = 0, entries: Iterable[Entry] = (), **changed: Any) -> Scene:
    view = GAME.view(state, viewer)
    result = GAME.outcome(state)
    fields: dict[str, Any] = {
        "table": "abcd1234",
        "game": "wonderland",
        "number": 7,
        "viewer": viewer,
        "own": viewer is not None and result is None,
        "current": True,
        "view": view,
        "people": tuple(
            seated(seat, NAMES[seat], awaited=seat in view["to_act"]) for seat in range(len(state.notebooks))
        ),
        "entries": tuple(entries),
        "phrases": (),
        "outcome": None if result is None else asdict(result),
        "spectator": None if viewer is None else scene(state, None, entries, **changed),
    }
    return Scene(**fields | changed)


def parts(
    state: State, viewer: int | None = 0, entries: Iterable[Entry] = (), **changed: Any
) -> dict[str, str]:
    """Return the HTML of the board's elements and of what its frame places around them, by id."""
    board = boards.board(scene(state, viewer, entries, **changed))
    around = {match["id"]: match[0] for match in AROUND.finditer(board.whole)}
    return {id: unescape(html) for id, html in (board.drawn | around).items()}


def after(state: State, move: core.Move, viewer: int | None) -> tuple[State, Entry]:
    """Return the table after Ada's move, and the move as that viewer may know it."""
    new, events = core.play(GAME, state, seat=0, move=move, at=0, chance=Stream(bytes(32), []))
    move, redacted_events = GAME.redacted(0, move, events, viewer)
    return new, Entry(1, seat=0, by_bot=False, move=move, events=tuple(redacted_events))


def percents(html: str) -> list[str]:
    return re.findall(r"<b>(\d+)%</b>", html)


def test_a_hatters_card_is_shown_to_the_other_seats_only() -> None:
    state = table(tunnels=((Card("rabbit"), Card("rabbit")), (Card("queen", hatter=True),), ()))
    assert 'aria-label="queen"' in parts(state, 0)["seat-1"].split("tunnel", 1)[1]
    assert 'aria-label="queen"' in parts(state, 2)["seat-1"].split("tunnel", 1)[1]
    for viewer, name in ((1, "mine"), (None, "seat-1")):
        html = parts(state, viewer)[name].split('id="tunnel-1"', 1)[1].split("book-n")[0]
        tunnel, counted = html.split("</ol>", 1)
        assert "a hatter's card, face down" in tunnel
        assert "queen" not in tunnel
        assert 'class="there"' not in counted


def test_no_part_of_the_board_tells_the_holder_or_a_spectator_of_a_hatters_card() -> None:
    state = table(piles=(Pile(("queen",)), *table().piles[1:]))
    move = {"type": "power", "card": "hatter", "seat": 1, "pile": 0}
    boards_by_card = {}
    for viewer in (0, 1, 2, None):
        new, entry = after(state, move, viewer)
        boards_by_card[viewer] = parts(new, viewer, [entry])
    assert "queen from pile 1 went face down to Ben" in boards_by_card[0]["log"]
    assert "queen from pile 1 went face down to Ben" in boards_by_card[2]["ring"]
    for viewer in (1, None):
        assert "a card from pile 1 went face down to Ben" in boards_by_card[viewer]["log"]
        assert "a card from pile 1 went face down to Ben" in boards_by_card[viewer]["ring"]


def test_a_cats_card_belongs_to_the_seat_that_looked() -> None:
    state = table(
        tunnels=((Card("cat"), Card("hatter")), (), ()), piles=(Pile(("queen", "cat")), *table().piles[1:])
    )
    move = {"type": "power", "card": "cat", "pile": 0}
    for viewer in (0, 1, 2, None):
        new, entry = after(state, move, viewer)
        elements = parts(new, viewer, [entry], you=viewer)
        pile = elements["ring"].split('id="pile-0"')[1].split('id="pile-1"')[0]
        assert ('aria-label="queen"' in pile) is (viewer == 0)
        assert ("looked at queen" in elements["log"]) is (viewer == 0)
        assert f"seen by {'you' if viewer == 0 else 'Ada'}" in pile
    after_the_match = parts(new, None, [entry], opened=GAME.dump(new))["ring"]
    assert 'aria-label="queen"' in after_the_match and "seen by Ada" in after_the_match


def test_the_chances_are_the_same_for_everybody_who_knows_the_same() -> None:
    state = table(phase="explore", hand=2, tunnels=((Card("cat"), Card("cat")), (), ()))
    chances = {viewer: percents(parts(state, viewer)["ring"]) for viewer in (0, 1, 2, None)}
    assert len(chances[0]) == 5
    assert chances[0] != ["0"] * 5
    assert chances[0] == chances[1] == chances[2] == chances[None]


def test_a_seat_that_knows_a_hatters_card_is_shown_another_chance() -> None:
    tunnel = (Card("everyone", hatter=True), Card("cat"), Card("rabbit"))
    state = table(phase="choice", tunnels=(tunnel, (), ()))
    chances = {viewer: percents(parts(state, viewer)["ring"]) for viewer in (0, 1, 2, None)}
    assert chances[0] == chances[None]
    assert chances[1] == chances[2]
    assert chances[0] != chances[1]


def test_each_pile_says_which_neighbours_come_and_skips_an_empty_one() -> None:
    piles = (*table().piles[:1], Pile(()), *table().piles[2:])
    elements = parts(table(phase="explore", hand=2, piles=piles))
    assert 'data-to="2 4"' in elements["spot-0"]
    assert 'data-to="2 4"' in elements["spot-3"]
    words = "Pile 3 brings a card face down from pile 1 and a card face down from pile 4. It costs a key."
    assert words in elements["odds-2"]
    assert words in elements["would-2"]


def test_a_card_keeps_its_name_on_the_way_from_the_pile_into_the_tunnel() -> None:
    state = table(phase="explore", hand=2, tunnels=((), (), ()))
    before = parts(state)["ring"]
    new, entry = after(state, {"type": "explore", "pile": 1, "card": "rabbit"}, 0)
    elements = parts(new, 0, [entry])
    for name in ("p0-3", "p2-3"):
        assert f'data-card="{name}"' in before
        assert f'data-card="{name}"' in elements["mine"]
        assert f'data-card="{name}"' not in elements["ring"]


def test_the_turn_strip_asks_for_one_thing() -> None:
    assert "Use one card's power" in parts(table())["turn"]
    assert "Lay a card and pick a pile" in parts(table(phase="explore"))["turn"]
    assert "Go on or stop" in parts(table(phase="choice"))["turn"]
    assert "It is Ada's turn" in parts(table(), 1)["turn"]


def test_only_the_seat_in_turn_gets_something_to_choose() -> None:
    for phase in ("explore", "power", "choice"):
        state = table(phase=phase)
        assert 'form="move"' in "".join(parts(state, 0).values())
        for viewer in (1, 2, None):
            assert 'form="move"' not in "".join(parts(state, viewer).values())
        replayed = parts(state, 0, own=False, current=False)
        assert 'form="move"' not in "".join(replayed.values())


def test_a_collapse_stays_on_the_board_until_the_turn_after_it_is_over() -> None:
    tunnel = (Card("cat"), Card("cat"))
    fallen, entry = after(
        table(phase="choice", tunnels=(tunnel, (), ())),
        {"type": "explore", "pile": 0, "card": "rabbit"},
        None,
    )
    later = Entry(2, seat=1, by_bot=False, move={"type": "explore", "pile": 1, "card": "alice"}, events=())
    over = Entry(3, seat=1, by_bot=False, move={"type": "stop"}, events=())
    assert "Ada's tunnel collapses" in parts(fallen, None, [entry])["ring"]
    assert "Ada's tunnel collapses" in parts(fallen, None, [entry, later])["ring"]
    assert 'class="fallen"' not in parts(fallen._replace(turn=2), None, [entry, later, over])["ring"]


@pytest.mark.parametrize("seed", range(4))
def test_every_move_is_told_in_words_to_everybody(seed: int) -> None:
    for state, move, events in moments(seed, seats=2 + seed % 3):
        for viewer in (None, *range(len(state.notebooks))):
            redacted_move, redacted_events = GAME.redacted(state.turn, move, events, viewer)
            entry = Entry(1, seat=state.turn, by_bot=False, move=redacted_move, events=tuple(redacted_events))
            text = boards.sentence("wonderland", entry, NAMES)
            assert text.startswith(NAMES[state.turn])
            why = boards.board_of("wonderland").why(entry)
            assert ("beside" in why) == (move["type"] == "explore")
            assert "None" not in text
            assert "%(" not in text


def test_every_moment_of_a_match_is_rendered_for_everybody() -> None:
    for state, _move, _events in moments(11):
        for viewer in (0, 1, 2, None):
            assert boards.board(scene(state, viewer)).whole.startswith('<div id="board"')


@pytest.mark.parametrize("groups", ["linear", "square"])
def test_the_count_adds_up_to_the_score(groups: str) -> None:
    rng = Random(5)
    for _ in range(200):
        cards = rng.choices(KINDS, k=rng.randrange(20))
        division = division_of(cards, groups)
        assert division.everyone_points + division.sets_points + division.rest == scoring.score(cards, groups)


def test_the_table_rules_of_the_chosen_game_are_offered() -> None:
    form = OpenTableForm(initial={"game": "wonderland"})
    assert [value for value, _text in cast(Any, form.fields["seats"]).choices] == [2, 3, 4]
    assert {"rule_reuse_keys", "rule_groups"} <= set(form.fields)
    assert not any(name.startswith("rule_") for name in OpenTableForm(initial={"game": "parade"}).fields)


@pytest.mark.django_db
def test_both_table_rules_can_be_chosen_and_stand_on_the_table() -> None:
    client = given.browser(given.person())
    assert 'name="rule_groups"' in client.get("/open/?game=wonderland").content.decode()
    plan = {"game": "wonderland", "seats": 3, "bots": 0, "level": "easy", "pace": "live", "public": "yes"}
    page = client.post("/open/", plan | {"rule_reuse_keys": "False", "rule_groups": "square"}, follow=True)
    assert Table.objects.get().options == {"reuse_keys": False, "groups": "square"}
    text = unescape(page.content.decode())
    for rule in options("wonderland", {"reuse_keys": False, "groups": "square"}):
        assert f"{rule[0].upper()}{rule[1:]}." in text


@pytest.mark.django_db
def test_a_table_rule_left_out_is_the_games_default_and_a_wrong_one_is_refused() -> None:
    client = given.browser(given.person())
    plan = {"game": "wonderland", "seats": 2, "bots": 0, "level": "easy", "pace": "live", "public": "yes"}
    assert client.post("/open/", plan | {"rule_groups": "cubic"}).status_code == 400
    assert not Table.objects.exists()
    client.post("/open/", plan)
    assert Table.objects.get().options == {"reuse_keys": True, "groups": "linear"}


def test_a_range_is_offered_as_a_number_between_its_ends() -> None:
    field = option_field("wonderland", core.Option("pause", 1200, range(500, 60001)))
    assert field.clean("500") == 500
    assert field.clean("") is None
    for wrong in ("499", "60001", "soon"):
        with pytest.raises(ValidationError):
            field.clean(wrong)
    assert 'type="number"' in str(field.widget.render("pause", None))


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_rules_page_draws_its_examples_with_the_board(language: str) -> None:
    with translation.override(language):
        page = (
            given.browser(None)
            .get("/rules/wonderland/", headers={"Accept-Language": language})
            .content.decode()
        )
    assert 'class="ring"' in page
    assert page.count('class="tunnel"') == 4
    assert '<td class="tot">25</td>' in page
    assert '<td class="tot">53</td>' in page


@pytest.mark.parametrize("seed", range(3))
def test_a_seat_that_knows_no_more_than_a_spectator_is_shown_the_same_chances(seed: int) -> None:
    shared = 0
    for state, _move, _events in moments(seed, seats=3):
        chances = {id: key for id, key in public(scene(state, None)).items() if id.startswith("odds-")}
        for viewer in range(3):
            here = scene(state, viewer)
            if viewer != state.turn and not knows_more(here):
                shared += 1
                assert not chances.keys() & own(here).keys()
                explore = consequences(here).explore
                assert [explore.get(pile) for pile in range(5)] == [
                    chances[f"odds-{pile}"][2] for pile in range(5)
                ]
    assert shared


def test_an_explored_pile_lights_the_arcs_to_both_piles_beside_it() -> None:
    lit = ring.arcs({0: (4, 1), 2: (1, 3)})
    assert lit == ((0,), (2,), (2,), (), (0,))


def test_an_arc_passes_an_empty_pile() -> None:
    piles = tuple(Pile(()) if place == 1 else Pile(("cat", "alice")) for place in range(5))
    exploring = scene(table(phase="explore", tunnels=((), (), ()), piles=piles))
    kind, lit = ring.own(exploring, consequences(exploring))["arcs"]
    assert (kind, lit) == ("arcs", ((0, 2), (0, 2), (2, 3), (3, 4), (0, 4)))
