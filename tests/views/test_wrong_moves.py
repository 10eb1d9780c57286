"""Invalid moves get a clear answer with the right status and change nothing, through HTTP, by the page's form, by htmx
and as JSON."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest

from games.play import departure, storage
from tests.helpers import given
from tests.helpers.doors import Answer, refused, send, turn
from tests.helpers.given import browser, finished, opened, person, running, stored

pytestmark = pytest.mark.django_db
every_door = pytest.mark.parametrize("door", ["form", "htmx", "json"])


@every_door
def test_a_legal_move_is_stored_once(door: str) -> None:
    snapshot = running()
    mine, _, move = turn(snapshot)
    assert send(door, mine, table=snapshot.table.pk, move=move, seen=0).status in (200, 302)
    assert storage.load(snapshot.table.pk).table.number == 1


@every_door
def test_a_card_that_is_not_in_hand_is_refused(door: str) -> None:
    snapshot = running(seed="not in hand")
    mine, _, _ = turn(snapshot)
    card = snapshot.state.deck[0]
    before = stored(snapshot.table.pk)
    answer = send(door, mine, table=snapshot.table.pk, move={"type": "play", "card": card}, seen=0)
    refused(answer, 409, f"You don't hold {card.replace('-', ' ')}.")
    assert stored(snapshot.table.pk) == before


@every_door
def test_a_move_out_of_turn_is_refused(door: str) -> None:
    snapshot = running()
    _, other, _ = turn(snapshot)
    seat = given.awaited(snapshot)
    before = stored(snapshot.table.pk)
    move = {"type": "play", "card": snapshot.state.hands[1 - seat][0]}
    refused(
        send(door, other, table=snapshot.table.pk, move=move, seen=0),
        409,
        f"Your move was not saved: the table is waiting for {given.NAMES[seat]}.",
    )
    assert stored(snapshot.table.pk) == before


@every_door
def test_a_discard_before_its_time_is_refused(door: str) -> None:
    snapshot = running()
    mine, _, _ = turn(snapshot)
    before = stored(snapshot.table.pk)
    cards = list(snapshot.state.hands[given.awaited(snapshot)][:2])
    answer = send(door, mine, table=snapshot.table.pk, move={"type": "discard", "cards": cards}, seen=0)
    refused(answer, 409, "It is time to play a card.")
    assert stored(snapshot.table.pk) == before


@every_door
@pytest.mark.parametrize(
    ("choose", "words"),
    [
        (lambda hand: hand[:1], "You chose 1 card; two are to be discarded."),
        (lambda hand: hand[:3], "You chose 3 cards; two are to be discarded."),
        (lambda hand: hand[:1] * 2, "Choose two different cards."),
    ],
)
def test_a_wrong_discard_is_refused(door: str, choose: Any, words: str) -> None:
    snapshot = given.play_until(running(seed="discard"), "discard")
    mine, _, move = turn(snapshot)
    before = stored(snapshot.table.pk)
    hand = list(snapshot.state.hands[given.awaited(snapshot)])
    answer = send(
        door, mine, table=snapshot.table.pk, move=move | {"cards": choose(hand)}, seen=snapshot.table.number
    )
    refused(answer, 409, words)
    assert stored(snapshot.table.pk) == before


@every_door
def test_a_card_that_does_not_exist_is_refused(door: str) -> None:
    snapshot = running()
    mine, _, _ = turn(snapshot)
    before = stored(snapshot.table.pk)
    answer = send(door, mine, table=snapshot.table.pk, move={"type": "play", "card": "joker<b>"}, seen=0)
    refused(answer, 400, "There is no card “joker<b>” in this game.")
    assert stored(snapshot.table.pk) == before


@every_door
def test_a_move_from_an_old_board_is_refused(door: str) -> None:
    snapshot = running(seed="old board")
    mine, _, move = turn(snapshot)
    given.step(snapshot)
    given.step(snapshot)
    before = stored(snapshot.table.pk)
    seat = given.awaited(snapshot)
    move["card"] = storage.load(snapshot.table.pk).state.hands[seat][0]
    answer = send(door, mine, table=snapshot.table.pk, move=move, seen=0, key="another")
    refused(answer, 409, "You have moved since that board was shown.")
    assert stored(snapshot.table.pk) == before


@every_door
def test_a_move_after_the_end_is_refused(door: str) -> None:
    snapshot = finished()
    before = stored(snapshot.table.pk)
    answer = send(
        door,
        browser(person("Ada")),
        table=snapshot.table.pk,
        move={"type": "play", "card": "red-3"},
        seen=snapshot.table.number,
    )
    refused(answer, 409, "The match is over.")
    assert stored(snapshot.table.pk) == before


@every_door
def test_a_move_before_the_start_is_refused(door: str) -> None:
    snapshot = opened()
    before = stored(snapshot.table.pk)
    answer = send(
        door, browser(person("Ada")), table=snapshot.table.pk, move={"type": "play", "card": "red-3"}, seen=0
    )
    refused(answer, 409, "The match has not started yet." if door != "htmx" else "not started")
    assert stored(snapshot.table.pk) == before


@every_door
@pytest.mark.parametrize("who", ["Mallory", None])
def test_a_move_at_anothers_table_or_without_a_session_is_refused(door: str, who: str | None) -> None:
    snapshot = running()
    _, _, move = turn(snapshot)
    before = stored(snapshot.table.pk)
    answer = send(door, browser(person(who) if who else None), table=snapshot.table.pk, move=move, seen=0)
    refused(answer, 403, "You have no seat at this table.")
    assert stored(snapshot.table.pk) == before


@every_door
@pytest.mark.parametrize("who", ["Mallory", None])
def test_a_table_by_invitation_is_not_there_for_strangers(door: str, who: str | None) -> None:
    snapshot = running(public=False)
    _, _, move = turn(snapshot)
    before = stored(snapshot.table.pk)
    assert (
        send(door, browser(person(who) if who else None), table=snapshot.table.pk, move=move, seen=0).status
        == 404
    )
    assert stored(snapshot.table.pk) == before


@every_door
def test_a_table_that_does_not_exist_is_not_found(door: str) -> None:
    assert (
        send(
            door, browser(person("Ada")), table="nosuchtb", move={"type": "play", "card": "red-3"}, seen=0
        ).status
        == 404
    )


@every_door
def test_a_resigned_person_cannot_move(door: str) -> None:
    snapshot = running(3)
    seat = given.awaited(snapshot)
    move = given.first_legal(snapshot, seat)
    departure.resign(snapshot.table.pk, snapshot.seats[seat].user_id)
    before = stored(snapshot.table.pk)
    refused(
        send(door, browser(snapshot.seats[seat].user), table=snapshot.table.pk, move=move, seen=0),
        409,
        "You have resigned from this match.",
    )
    assert stored(snapshot.table.pk) == before


# Keys such as the site gives are none: with `bot-2` a person could keep the bot from moving in their place on board 2,
# and the match would stand still.
@every_door
@pytest.mark.parametrize(
    "key", ["", "k" * 37, "a\0b", "tab\tkey", "clé", "bot-2", "order-1-2", "before-3", "import-1"]
)
def test_a_key_that_is_none_is_refused(door: str, key: str) -> None:
    snapshot = running()
    mine, _, move = turn(snapshot)
    before = stored(snapshot.table.pk)
    refused(send(door, mine, table=snapshot.table.pk, move=move, seen=0, key=key), 400, "That is not a move.")
    assert stored(snapshot.table.pk) == before


@every_door
@pytest.mark.parametrize("seen", ["", "x", "-1x", "1.5", "٣", "9" * 30])
def test_a_board_number_that_is_none_is_refused(door: str, seen: str) -> None:
    snapshot = running()
    mine, _, move = turn(snapshot)
    before = stored(snapshot.table.pk)
    refused(send(door, mine, table=snapshot.table.pk, move=move, seen=seen), 400, "That is not a move.")
    assert stored(snapshot.table.pk) == before


@pytest.mark.parametrize("door", ["form", "htmx"])
def test_a_form_without_a_choice_says_so(door: str) -> None:
    snapshot = running()
    mine, _, _ = turn(snapshot)
    before = stored(snapshot.table.pk)
    headers = {"HX-Request": "true"} if door == "htmx" else {}
    response = mine.post(
        f"/t/{snapshot.table.pk}/move/", {"type": "play", "seen": "0", "key": "k"}, headers=headers
    )
    refused(Answer(response.status_code, unescape(response.content.decode())), 400, "Choose a card first.")
    assert stored(snapshot.table.pk) == before
