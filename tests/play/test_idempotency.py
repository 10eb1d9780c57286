"""The same request twice makes one move. A board is stale only when its own seat has moved."""

from __future__ import annotations

import pytest

from games.models import Move
from games.play import departure
from games.rules.core import Refused
from tests.helpers import given
from tests.helpers.given import awaited, browser, first_legal, running, stored

pytestmark = pytest.mark.django_db


def moves_of(table_id: str) -> int:
    return Move.objects.filter(table_id=table_id, number__gt=0).count()


def test_the_same_key_again_returns_the_first_answer() -> None:
    snapshot = running(seed="again")
    seat = awaited(snapshot)
    who, move = snapshot.seats[seat].user_id, first_legal(snapshot, seat)
    first = given.submit(snapshot.table.pk, who, move, key="once", seen=0)
    before = stored(snapshot.table.pk)
    assert given.submit(snapshot.table.pk, who, move, key="once", seen=0).number == first.number == 1
    for _ in range(2):
        given.step(snapshot)
    assert given.submit(snapshot.table.pk, who, move, key="once", seen=0).number == 1
    assert stored(snapshot.table.pk)[2][:2] == before[2]
    assert moves_of(snapshot.table.pk) == 3


def test_the_same_key_is_answered_after_the_end_and_after_resigning() -> None:
    snapshot = running(3, seed="answered after")
    seat = awaited(snapshot)
    who, move = snapshot.seats[seat].user_id, first_legal(snapshot, seat)
    given.submit(snapshot.table.pk, who, move, key="once", seen=0)
    departure.resign(snapshot.table.pk, who)
    assert given.submit(snapshot.table.pk, who, move, key="once", seen=0).number == 1
    given.play_until(snapshot, "over")
    assert given.submit(snapshot.table.pk, who, move, key="once", seen=0).number == 1


@pytest.mark.parametrize("seen", [0, 2])
def test_another_move_under_a_used_key_is_refused(seen: int) -> None:
    snapshot = running(seed="used key")
    seat = awaited(snapshot)
    who = snapshot.seats[seat].user_id
    given.submit(snapshot.table.pk, who, first_legal(snapshot, seat), key="once", seen=0)
    given.step(snapshot)
    new_snapshot = given.now(snapshot)
    before = stored(snapshot.table.pk)
    with pytest.raises(Refused) as refused:
        given.submit(snapshot.table.pk, who, first_legal(new_snapshot, seat), key="once", seen=seen)
    assert refused.value.code == "stale"
    assert stored(snapshot.table.pk) == before


def test_two_seats_may_use_the_same_key() -> None:
    snapshot = running(seed="same key")
    given.step(snapshot, key="mine")
    assert given.step(snapshot, key="mine").number == 2


def test_a_board_is_not_old_while_only_others_have_moved() -> None:
    snapshot = running(3, seed="others moved")
    given.step(snapshot)
    new_snapshot = given.now(snapshot)
    seat = awaited(new_snapshot)
    settled = given.submit(
        new_snapshot.table.pk,
        new_snapshot.seats[seat].user_id,
        first_legal(new_snapshot, seat),
        key="k",
        seen=0,
    )
    assert settled.number == 2


def test_discards_are_taken_in_any_order_from_the_board_all_saw() -> None:
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        snapshot = given.play_until(running(3, seed=f"any order {order}"), "discard")
        seen = snapshot.table.number
        for seat in order:
            move = first_legal(snapshot, seat)
            given.submit(snapshot.table.pk, snapshot.seats[seat].user_id, move, key="d", seen=seen)
        assert given.now(snapshot).table.is_over


def test_a_discard_is_final() -> None:
    snapshot = given.play_until(running(3, seed="final"), "discard")
    seen = snapshot.table.number
    first, second = snapshot.rules.legal_moves(snapshot.state, 1)[:2]
    who = snapshot.seats[1].user_id
    given.submit(snapshot.table.pk, who, first, key="d", seen=seen)
    before = stored(snapshot.table.pk)
    with pytest.raises(Refused) as stale:
        given.submit(snapshot.table.pk, who, second, key="e", seen=seen)
    with pytest.raises(Refused) as turn:
        given.submit(snapshot.table.pk, who, second, key="f", seen=seen + 1)
    assert (stale.value.code, turn.value.code) == ("stale", "not_your_turn")
    assert stored(snapshot.table.pk) == before


def test_a_double_click_on_the_pages_form_is_one_move() -> None:
    snapshot = running(seed="double click")
    seat = awaited(snapshot)
    client = browser(snapshot.seats[seat].user)
    page = client.get(f"/t/{snapshot.table.pk}/").content.decode()
    key = page.split('name="key" value="')[1].split('"')[0]
    form = {"type": "play", "card": snapshot.state.hands[seat][0], "key": key, "seen": "0"}
    for _ in range(2):
        response = client.post(f"/t/{snapshot.table.pk}/move/", form)
        assert (response.status_code, response["Location"]) == (302, f"/t/{snapshot.table.pk}/")
    assert moves_of(snapshot.table.pk) == 1
