"""How a seat is left and a match ends before its last move: resigning, running out of time, coming back."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.utils import timezone

from games.models import Move
from games.play import departure, storage, takeover, timeouts
from games.play.snapshot import Snapshot
from games.rules.core import Refused
from tests.helpers import given
from tests.helpers.given import MINUTE, awaited, browser, first_legal, person, running
from tests.helpers.not_none import not_none
from tests.helpers.own_games import OWN

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def late(snapshot: Snapshot) -> int:
    """Let the awaited seat's time run out and return its index."""
    seat = awaited(snapshot)
    with time_machine.travel(not_none(snapshot.seats[seat].deadline) + SECOND, tick=False):
        timeouts.time_out(snapshot.table.pk, seat)
    return seat


def test_of_two_seats_the_one_who_resigns_is_last_and_the_match_over() -> None:
    snapshot = running(2, seed="resigns")
    given.step(snapshot)
    new_snapshot = departure.resign(snapshot.table.pk, person("Ada").pk)
    assert new_snapshot.table.is_over
    assert new_snapshot.table.outcome == {
        "reason": "resigned",
        "scores": not_none(new_snapshot.table.outcome)["scores"],
        "ranks": [2, 1],
    }
    assert [(seat.rank, seat.resigned, seat.deadline) for seat in new_snapshot.seats] == [
        (2, 1, None),
        (1, None, None),
    ]
    assert "<h2>Ada resigned</h2>" in browser(None).get(f"/t/{new_snapshot.table.pk}/").content.decode()


def test_resigning_from_a_bot_ends_the_match_too() -> None:
    snapshot = running(1, bots=("easy",))
    assert not_none(departure.resign(snapshot.table.pk, person("Ada").pk).table.outcome)["ranks"] == [2, 1]


def test_of_more_seats_a_bot_plays_on_for_the_one_who_resigned() -> None:
    snapshot = running(3, seed="plays on")
    seat = awaited(snapshot)
    departure.resign(snapshot.table.pk, snapshot.seats[seat].user_id)
    given.step(snapshot)
    row = Move.objects.get(table=snapshot.table, number=1)
    assert (row.seat, row.by) == (seat, Move.By.BOT)
    over = given.play_until(snapshot, "over")
    assert not_none(over.table.outcome)["reason"] == "finished"
    assert over.seats[seat].resigned == 0


def test_when_no_person_is_left_the_match_is_abandoned() -> None:
    snapshot = running(2, bots=("easy",))
    assert departure.resign(snapshot.table.pk, person("Ada").pk).table.is_running
    new_snapshot = departure.resign(snapshot.table.pk, person("Ben").pk)
    assert new_snapshot.table.is_over
    assert not_none(new_snapshot.table.outcome)["reason"] == "abandoned"
    assert "The match was abandoned<" in browser(None).get(f"/t/{new_snapshot.table.pk}/").content.decode()


def test_the_question_about_resigning_says_if_the_match_ends_at_once() -> None:
    snapshot = running(2, bots=("easy",))
    address = f"/t/{snapshot.table.pk}/resign/"
    assert "A bot plays your cards to the end" in browser(person("Ben")).get(address).content.decode()
    departure.resign(snapshot.table.pk, person("Ada").pk)
    page = browser(person("Ben")).get(address).content.decode()
    assert "the match ends at once" in page and "A bot plays" not in page


@pytest.mark.parametrize("game", OWN)
def test_nobody_has_won_an_abandoned_match_and_who_resigned_reads_so(game: str) -> None:
    snapshot = running(1, bots=("easy", "easy"), game=game)
    departure.resign(snapshot.table.pk, person("Ada").pk)
    page = browser(person("Ada")).get(f"/t/{snapshot.table.pk}/", headers={"Accept-Language": "en"}).content
    bar, _, result = page.decode().partition('id="result"')
    assert (
        ">You resigned<" in bar
        and "In your history it counts as lost." in bar
        and "There is no count" in result
    )
    rows = re.findall(r'<li data-seat="\d".*?</li>', bar, re.DOTALL)
    # Without a move there is nothing to review.
    assert f"/t/{snapshot.table.pk}/review/" not in page.decode()
    assert len(rows) == 3 and ">You<" in rows[-1] and "resigned before the first move" in rows[-1]
    assert not [row for row in rows if 'class="tot"' in row or re.search(r">\s*1", row)]


@pytest.mark.parametrize("again", ["resign", "back"])
def test_a_resigned_person_cannot_resign_again_or_come_back(again: str) -> None:
    snapshot = running(3)
    departure.resign(snapshot.table.pk, person("Ada").pk)
    response = browser(person("Ada")).post(f"/t/{snapshot.table.pk}/{again}/")
    assert response.status_code == 409
    assert "You have resigned from this match." in response.content.decode()


def test_resigning_is_asked_once_before_it_is_done() -> None:
    snapshot = running()
    client = browser(person("Ada"))
    assert "Resign from this match?" in client.get(f"/t/{snapshot.table.pk}/resign/").content.decode()
    assert storage.load(snapshot.table.pk).table.is_running
    client.post(f"/t/{snapshot.table.pk}/resign/")
    assert storage.load(snapshot.table.pk).table.is_over


def test_nobodys_time_runs_out_before_the_deadline() -> None:
    snapshot = running()
    seat = awaited(snapshot)
    with (
        time_machine.travel(not_none(snapshot.seats[seat].deadline) - SECOND, tick=False),
        pytest.raises(Refused),
    ):
        timeouts.time_out(snapshot.table.pk, seat)
    with pytest.raises(Refused):
        timeouts.time_out(snapshot.table.pk, 1 - seat)


def test_after_the_deadline_a_bot_plays_in_the_persons_place() -> None:
    snapshot = running(2, bank_ms=MINUTE)
    seat = late(snapshot)
    left = given.now(snapshot).seats[seat]
    assert (left.stand_in, left.bank_ms, left.lapses) == (True, 0, 1)
    settled = given.step(snapshot)
    row = Move.objects.get(table=snapshot.table, number=settled.number)
    assert (row.seat, row.by) == (seat, Move.By.BOT)
    assert "a bot plays" in browser(None).get(f"/t/{snapshot.table.pk}/").content.decode()


def test_a_returning_person_has_a_full_increment_and_an_empty_bank() -> None:
    snapshot = running(2, increment_ms=MINUTE)
    seat = late(snapshot)
    who = snapshot.seats[seat].user_id
    now = timezone.now()
    with time_machine.travel(now, tick=False):
        here = takeover.take_back(snapshot.table.pk, who)
    back = here.seats[seat]
    assert (back.stand_in, back.bank_ms) == (False, 0)
    assert back.deadline == now + timedelta(milliseconds=MINUTE)
    with pytest.raises(Refused) as refused:
        takeover.take_back(snapshot.table.pk, who)
    assert refused.value.code == "nothing_to_take_back"


def test_a_move_made_in_time_takes_the_seat_back() -> None:
    snapshot = running(2)
    seat = late(snapshot)
    who = snapshot.seats[seat].user_id
    given.submit(snapshot.table.pk, who, first_legal(snapshot, seat), key="k", seen=0)
    assert not given.now(snapshot).seats[seat].stand_in


def test_a_person_who_returns_with_the_last_card_has_a_persons_time_for_the_discard() -> None:
    """The seat is awaited again after its own move, with a person's clock and not a bot's."""
    snapshot = running(2, seed="last card", increment_ms=MINUTE)
    while True:
        new_snapshot = given.now(snapshot)
        if new_snapshot.state.left == 1:
            break
        given.step(new_snapshot)
    seat = late(new_snapshot)
    who = new_snapshot.seats[seat].user_id
    after = given.submit(
        new_snapshot.table.pk, who, first_legal(new_snapshot, seat), key="k", seen=new_snapshot.table.number
    ).snapshot
    mine = after.seats[seat]
    assert after.rules.view(after.state, seat)["phase"] == "discard"
    assert not mine.stand_in
    assert not_none(mine.deadline) - not_none(mine.awaited_since) == timedelta(milliseconds=MINUTE)


def test_a_bot_is_given_a_moment_and_never_a_bank() -> None:
    snapshot = running(1, bots=("easy",), bank_ms=MINUTE)
    while awaited(snapshot) != 1:
        given.step(snapshot)
        snapshot = given.now(snapshot)
    bot = snapshot.seats[1]
    assert not_none(bot.deadline) - not_none(bot.awaited_since) == timedelta(
        milliseconds=settings.BOT_PAUSE_MS
    )


@pytest.mark.parametrize(("index", "number"), [(0, 0), (1, 5)])
def test_no_bot_moves_for_a_person_or_on_a_board_that_has_passed(index: int, number: int) -> None:
    snapshot = running(1, bots=("easy",))
    with pytest.raises(Refused) as refused:
        given.bot_move(snapshot.table.pk, index, number, {"type": "play", "card": "red-1"})
    assert refused.value.code == "stale"


def test_the_page_that_asks_before_a_resignation_calls_nobody_to_the_same_table() -> None:
    snapshot = running(2)
    seat = snapshot.seats[awaited(snapshot)]
    page = browser(seat.user).get(f"/t/{snapshot.table.pk}/resign/").content.decode()
    assert 'data-count="0"' in page and "/ws/turns/" not in page
    assert 'data-count="1"' in browser(seat.user).get("/rules/").content.decode()


def test_a_spectator_is_told_so_as_long_as_the_match_runs() -> None:
    snapshot = running(2)
    path, watching = f"/t/{snapshot.table.pk}/", "You are watching"
    assert watching in browser(None).get(path).content.decode()
    assert watching not in browser(person("Ada")).get(path).content.decode()
    departure.resign(snapshot.table.pk, person("Ada").pk)
    assert watching not in browser(None).get(path).content.decode()
