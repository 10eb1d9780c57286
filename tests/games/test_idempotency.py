"""The same request twice is one move; a board is old only once its own seat has moved."""

from __future__ import annotations

import pytest

from games import play
from games.models import Move
from games.play import Refused
from tests.games import tables
from tests.games.tables import awaited, browser, first_legal, running, stored

pytestmark = pytest.mark.django_db


def moves_of(table_id: str) -> int:
    return Move.objects.filter(table_id=table_id, number__gt=0).count()


def test_the_same_key_again_returns_the_first_answer() -> None:
    position = running(seed="again")
    seat = awaited(position)
    who, move = position.seats[seat].user_id, first_legal(position, seat)
    first = play.submit(position.table.pk, who, move, key="once", seen=0)
    before = stored(position.table.pk)
    assert play.submit(position.table.pk, who, move, key="once", seen=0).number == first.number == 1
    for _ in range(2):
        tables.step(position)
    assert play.submit(position.table.pk, who, move, key="once", seen=0).number == 1
    assert stored(position.table.pk)[2][:2] == before[2]
    assert moves_of(position.table.pk) == 3


def test_the_same_key_is_answered_after_the_end_and_after_resigning() -> None:
    position = running(3, seed="answered after")
    seat = awaited(position)
    who, move = position.seats[seat].user_id, first_legal(position, seat)
    play.submit(position.table.pk, who, move, key="once", seen=0)
    play.resign(position.table.pk, who)
    assert play.submit(position.table.pk, who, move, key="once", seen=0).number == 1
    tables.play_until(position, "over")
    assert play.submit(position.table.pk, who, move, key="once", seen=0).number == 1


@pytest.mark.parametrize("seen", [0, 2])
def test_another_move_under_a_used_key_is_refused(seen: int) -> None:
    position = running(seed="used key")
    seat = awaited(position)
    who = position.seats[seat].user_id
    play.submit(position.table.pk, who, first_legal(position, seat), key="once", seen=0)
    tables.step(position)
    here = tables.now(position)
    before = stored(position.table.pk)
    with pytest.raises(Refused) as refused:
        play.submit(position.table.pk, who, first_legal(here, seat), key="once", seen=seen)
    assert refused.value.code == "stale"
    assert stored(position.table.pk) == before


def test_two_seats_may_use_the_same_key() -> None:
    position = running(seed="same key")
    tables.step(position, key="mine")
    assert tables.step(position, key="mine").number == 2


def test_a_board_is_not_old_while_only_others_have_moved() -> None:
    position = running(3, seed="others moved")
    tables.step(position)
    here = tables.now(position)
    seat = awaited(here)
    settled = play.submit(here.table.pk, here.seats[seat].user_id, first_legal(here, seat), key="k", seen=0)
    assert settled.number == 2


def test_discards_are_taken_in_any_order_from_the_board_all_saw() -> None:
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        position = tables.play_until(running(3, seed=f"any order {order}"), "discard")
        seen = position.table.number
        for seat in order:
            move = first_legal(position, seat)
            play.submit(position.table.pk, position.seats[seat].user_id, move, key="d", seen=seen)
        assert tables.now(position).table.is_over


def test_a_discard_is_final() -> None:
    position = tables.play_until(running(3, seed="final"), "discard")
    seen = position.table.number
    first, second = position.rules.legal_moves(position.state, 1)[:2]
    who = position.seats[1].user_id
    play.submit(position.table.pk, who, first, key="d", seen=seen)
    before = stored(position.table.pk)
    with pytest.raises(Refused) as stale:
        play.submit(position.table.pk, who, second, key="e", seen=seen)
    with pytest.raises(Refused) as turn:
        play.submit(position.table.pk, who, second, key="f", seen=seen + 1)
    assert (stale.value.code, turn.value.code) == ("stale", "not_your_turn")
    assert stored(position.table.pk) == before


def test_a_double_click_on_the_pages_form_is_one_move() -> None:
    position = running(seed="double click")
    seat = awaited(position)
    client = browser(position.seats[seat].user)
    page = client.get(f"/t/{position.table.pk}/").content.decode()
    key = page.split('name="key" value="')[1].split('"')[0]
    form = {"type": "play", "card": position.state.hands[seat][0], "key": key, "seen": "0"}
    for _ in range(2):
        response = client.post(f"/t/{position.table.pk}/move/", form)
        assert (response.status_code, response["Location"]) == (302, f"/t/{position.table.pk}/")
    assert moves_of(position.table.pk) == 1
