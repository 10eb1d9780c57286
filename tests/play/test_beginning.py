"""The host of a waiting table can begin the match with the people who are there, and change chairs and times."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from games.models import Seat, Table
from games.play import beginning, bot_seats, closing, invitations, opening, seating, storage
from games.play.opening import Plan
from games.play.snapshot import Snapshot
from games.rules.chance import Stream
from games.rules.core import Refused
from tests.helpers.at_once import accepted_at_once
from tests.helpers.given import browser, opened, person

pytestmark = pytest.mark.django_db


def waiting(*names: str, seats: int = 4, **plan: Any) -> Snapshot:
    """Return a private table of Ada's at which those people also sit."""
    snapshot = opened(seats, public=False, **plan)
    for name in names:
        snapshot = seating.join(snapshot.table.pk, person(name), f"salt{name}", snapshot.table.invite)
    return snapshot


def stored(snapshot: Snapshot) -> list[tuple[int, str]]:
    return list(Seat.objects.filter(table=snapshot.table).values_list("index", "name").order_by("index"))


def test_the_host_begins_with_those_who_are_there_and_the_free_chairs_go() -> None:
    snapshot = waiting("Ben", "Cleo")
    closing.leave(snapshot.table.pk, person("Ben").pk)
    begun = beginning.begin_with(snapshot.table.pk, person("Ada").pk, 2)
    assert stored(begun) == [(0, "Ada"), (1, "Cleo")]
    new_snapshot = storage.load(snapshot.table.pk)
    assert new_snapshot.table.is_running and new_snapshot.table.has_clock
    assert len(new_snapshot.state.hands) == 2
    # A check of the shuffle afterwards uses the salts of those who played.
    stream = Stream(bytes.fromhex(new_snapshot.table.seed), [seat.salt for seat in new_snapshot.seats], 0)
    assert new_snapshot.rules.setup(2, stream, new_snapshot.table.options).hands == new_snapshot.state.hands


def test_a_seat_that_is_kept_for_somebody_goes_as_the_free_ones_do() -> None:
    person("Dan")
    snapshot = waiting("Ben", invited=("Dan",))
    begun = beginning.begin_with(snapshot.table.pk, person("Ada").pk, 2)
    assert stored(begun) == [(0, "Ada"), (1, "Ben")]


def test_too_few_begin_nothing() -> None:
    snapshot = waiting(seats=4)
    with pytest.raises(Refused, match="bad_seats"):
        beginning.begin_with(snapshot.table.pk, person("Ada").pk, 1)
    assert len(stored(snapshot)) == 4


def test_with_bots_alone_moves_have_no_time() -> None:
    snapshot = opened(4, bots=("easy", "easy"))
    assert not beginning.begin_with(snapshot.table.pk, person("Ada").pk, 3).table.has_clock


def test_where_somebody_has_left_since_nothing_begins() -> None:
    snapshot = waiting("Ben", "Cleo")
    closing.leave(snapshot.table.pk, person("Cleo").pk)
    with pytest.raises(Refused, match="somebody_left"):
        beginning.begin_with(snapshot.table.pk, person("Ada").pk, 3)


def test_nobody_else_begins_or_rearranges() -> None:
    snapshot = waiting("Ben")
    table, ben, ada = snapshot.table.pk, person("Ben").pk, person("Ada").pk
    tried: tuple[Callable[[], object], ...] = (
        lambda: beginning.begin_with(table, ben, 2),
        lambda: bot_seats.seat_bot(table, ben, 2),
        lambda: bot_seats.set_bot_level(table, ben, 2, "hard"),
        lambda: bot_seats.send_bot_away(table, ben, 2),
        lambda: beginning.rearrange(table, ben, Plan("parade", 3)),
    )
    for refused in tried:
        with pytest.raises(Refused, match="not_host"):
            refused()
    beginning.begin_with(table, ada, 2)
    tried = (
        lambda: beginning.rearrange(table, ada, Plan("parade", 3)),
        lambda: bot_seats.set_bot_level(table, ada, 1, "hard"),
        lambda: bot_seats.send_bot_away(table, ada, 1),
    )
    for late in tried:
        with pytest.raises(Refused, match="already_started"):
            late()


def test_a_person_who_sits_down_as_the_host_begins_plays_or_is_refused(file_database: Path) -> None:
    for _again in range(8):
        snapshot = waiting("Ben")
        table, host, friend = snapshot.table.pk, person("Ada"), person("Cleo")
        invite = snapshot.table.invite
        results = accepted_at_once(
            begin=partial(beginning.begin_with, table, host.pk, 2),
            join=partial(seating.join, table, friend, "saltC", invite),
        )
        new_snapshot = storage.load(table)
        names = ["Ada", "Ben"] + ["Cleo"] * ("join" in results)
        assert "begin" in results and new_snapshot.table.is_running
        assert stored(new_snapshot) == list(enumerate(names))
        assert len(new_snapshot.state.hands) == len(names)
        Table.objects.all().delete()


def test_a_person_who_leaves_as_the_host_begins_plays_or_nothing_begins(file_database: Path) -> None:
    for _again in range(8):
        snapshot = waiting("Ben", "Cleo")
        table, host, friend = snapshot.table.pk, person("Ada"), person("Ben")
        results = accepted_at_once(
            begin=partial(beginning.begin_with, table, host.pk, 3),
            leave=partial(closing.leave, table, friend.pk),
        )
        new_snapshot = storage.load(table)
        assert results in ({"begin"}, {"leave"})
        assert new_snapshot.table.is_running == (results == {"begin"})
        assert len(new_snapshot.seats) == (3 if results == {"begin"} else 4)
        Table.objects.all().delete()


def test_the_host_seats_bots_one_by_one_and_the_last_begins_the_match() -> None:
    snapshot = opened(3, public=False)
    table, ada = snapshot.table.pk, person("Ada").pk
    new_snapshot = bot_seats.seat_bot(table, ada, 2)
    assert new_snapshot.table.is_open and stored(new_snapshot) == [(0, "Ada"), (1, ""), (2, "March Hare")]
    begun = bot_seats.seat_bot(table, ada, 1)
    # As if all were there at once: nobody else is waiting.
    assert begun.table.is_running and not begun.table.has_clock
    assert [seat.level for seat in storage.load(table).seats] == ["", "easy", "easy"]


def test_with_a_friend_there_a_bot_on_the_last_chair_leaves_moves_their_time() -> None:
    snapshot = waiting("Ben", seats=3)
    begun = bot_seats.seat_bot(snapshot.table.pk, person("Ada").pk, 2)
    assert begun.table.is_running and begun.table.has_clock


def test_the_host_chooses_each_bot_and_sends_it_away_again() -> None:
    snapshot = opened(4, public=False)
    table, ada = snapshot.table.pk, person("Ada").pk
    bot_seats.seat_bot(table, ada, 1, "hard")
    bot_seats.seat_bot(table, ada, 2, "hard")
    assert stored(snapshot)[1:3] == [(1, "Raven"), (2, "Duchess")]
    # A bot has the name of its level's face, unless another bot has it.
    new_snapshot = bot_seats.set_bot_level(table, ada, 2, "gentle")
    assert [seat.level for seat in new_snapshot.seats] == ["", "hard", "gentle", ""]
    new_snapshot = bot_seats.send_bot_away(table, ada, 1)
    assert stored(snapshot) == [(0, "Ada"), (1, ""), (2, "Dormouse"), (3, "")] and new_snapshot.table.is_open
    # A newcomer sits there.
    new_snapshot = seating.join(table, person("Ben"), "salt", snapshot.table.invite)
    assert stored(new_snapshot) == [(0, "Ada"), (1, "Ben"), (2, "Dormouse"), (3, "")]


@pytest.mark.parametrize("index", [0, 1, 3, 9])
def test_nobody_but_a_bot_is_sent_away_or_given_a_level(index: int) -> None:
    snapshot = waiting("Ben")
    table, ada = snapshot.table.pk, person("Ada").pk
    bot_seats.seat_bot(table, ada, 2)
    before = stored(snapshot)
    with pytest.raises(Refused, match="no_bot_there"):
        bot_seats.send_bot_away(table, ada, index)
    with pytest.raises(Refused, match="no_bot_there"):
        bot_seats.set_bot_level(table, ada, index, "hard")
    assert stored(snapshot) == before


def test_there_is_no_bot_of_a_level_that_the_game_does_not_have() -> None:
    snapshot = opened(4, public=False)
    table, ada = snapshot.table.pk, person("Ada").pk
    bot_seats.seat_bot(table, ada, 1)
    before = stored(snapshot)
    with pytest.raises(Refused, match="no_such_level"):
        bot_seats.seat_bot(table, ada, 2, "perfect")
    with pytest.raises(Refused, match="no_such_level"):
        bot_seats.set_bot_level(table, ada, 1, "perfect")
    assert stored(snapshot) == before


@pytest.mark.parametrize(("index", "code"), [(1, "chair_taken"), (2, "reserved"), (9, "chair_taken")])
def test_no_bot_sits_where_somebody_sits_or_is_invited(index: int, code: str) -> None:
    person("Dan")
    snapshot = bot_seats.seat_bot(opened(4, public=False).table.pk, person("Ada").pk, 1)
    invitations.invite(snapshot.table.pk, person("Ada"), "Dan")
    with pytest.raises(Refused, match=code):
        bot_seats.seat_bot(snapshot.table.pk, person("Ada").pk, index)
    assert [name for _index, name in stored(snapshot) if name] == ["Ada", "March Hare"]


def test_a_bot_and_a_friend_who_want_one_chair(file_database: Path) -> None:
    for _again in range(8):
        snapshot = waiting("Ben", seats=4)
        table, host, friend = snapshot.table.pk, person("Ada"), person("Cleo")
        invite = snapshot.table.invite
        results = accepted_at_once(
            bot=partial(bot_seats.seat_bot, table, host.pk, 2),
            join=partial(seating.join, table, friend, "saltC", invite),
        )
        names = [name for _index, name in stored(snapshot)]
        # The friend takes the next chair, where the bot was, and the match begins; the bot takes no other chair.
        both = ["Ada", "Ben", "March Hare", "Cleo"]
        assert "join" in results and names == (both if "bot" in results else ["Ada", "Ben", "Cleo", ""])
        assert storage.load(table).table.is_running == ("bot" in results)
        Table.objects.all().delete()


def test_the_last_chair_is_taken_as_it_is_taken_away(file_database: Path) -> None:
    for _again in range(8):
        snapshot = waiting("Ben", seats=3)
        table, host, friend = snapshot.table.pk, person("Ada"), person("Cleo")
        invite = snapshot.table.invite
        accepted_at_once(
            rearrange=partial(beginning.rearrange, table, host.pk, Plan("parade", 5)),
            join=partial(seating.join, table, friend, "saltC", invite),
        )
        new_snapshot = storage.load(table)
        assert new_snapshot.table.is_running == (len(new_snapshot.seats) == 3)
        assert [index for index, _name in stored(new_snapshot)] == list(range(len(new_snapshot.seats)))
        assert [name for _index, name in stored(new_snapshot) if name] == ["Ada", "Ben", "Cleo"]
        Table.objects.all().delete()


def test_the_host_gives_the_table_other_chairs_and_another_pace() -> None:
    snapshot = waiting()
    new_snapshot = beginning.rearrange(snapshot.table.pk, person("Ada").pk, Plan("parade", 6, pace="days"))
    assert len(stored(new_snapshot)) == 6 and new_snapshot.table.pace == "days"
    in_days = storage.load(snapshot.table.pk)
    assert {seat.bank_ms for seat in in_days.seats} == {in_days.table.bank_ms} and not in_days.table.is_live
    new_snapshot = beginning.rearrange(snapshot.table.pk, person("Ada").pk, Plan("parade", 3))
    assert stored(new_snapshot) == [(0, "Ada"), (1, ""), (2, "")] and new_snapshot.table.is_live
    for name in ("Ben", "Cleo"):
        joined = seating.join(snapshot.table.pk, person(name), "s", snapshot.table.invite)
    assert joined.table.is_running


def test_no_chair_is_taken_from_whoever_sits_or_is_invited() -> None:
    person("Dan")
    snapshot = waiting("Ben", seats=5, invited=("Dan",))
    with pytest.raises(Refused, match="too_few_seats"):
        beginning.rearrange(snapshot.table.pk, person("Ada").pk, Plan("parade", 2))
    new_snapshot = beginning.rearrange(snapshot.table.pk, person("Ada").pk, Plan("parade", 3))
    reserved = Seat.objects.filter(table=new_snapshot.table, reserved=person("Dan")).values_list(
        "index", flat=True
    )
    assert stored(new_snapshot)[0] == (0, "Ada") and len(stored(new_snapshot)) == 3 and len(reserved) == 1


def test_the_page_offers_to_begin_as_soon_as_enough_are_there() -> None:
    snapshot = waiting()
    ada, page = browser(person("Ada")), f"/t/{snapshot.table.pk}/"
    alone = ada.get(page).content.decode()
    assert "/begin/" not in alone and 'href="/puzzles/next/parade/">Practise a turn' in alone
    assert "live, 5 min + 30 s a move" in alone and 'name="pace"' in alone
    answer = ada.post(f"{page}arrange/", {"seats": "3", "pace": "days"})
    assert answer.status_code == 302
    assert "3 days + 1 day a move" in ada.get(page).content.decode()
    seating.join(snapshot.table.pk, person("Ben"), "s", snapshot.table.invite)
    both = ada.get(page).content.decode()
    assert "Begin with 2" in both and ">Fill with bots and begin" in both and 'name="pace"' not in both
    for offered in ("/begin/", "/bot/"):
        assert offered not in browser(person("Ben")).get(page).content.decode()
    late = ada.post(f"{page}arrange/", {"seats": "3", "pace": "live"})
    assert late.status_code == 409 and "Somebody sits here already" in late.content.decode()
    assert ada.post(f"{page}begin/", {"seen": "2"}).status_code == 302
    assert storage.load(snapshot.table.pk).table.is_running


def test_beside_each_free_seat_the_page_offers_a_bot() -> None:
    person("Dan")
    snapshot = waiting(invited=("Dan",))
    ada, page = browser(person("Ada")), f"/t/{snapshot.table.pk}/"
    assert offered(ada.get(page).content.decode(), f"{page}bot/") == {"2", "3"}
    assert ada.post(f"{page}bot/", {"seat": "3", "level": "hard"}).status_code == 302
    html = ada.get(page).content.decode()
    assert offered(html, f"{page}bot/") == {"2"}
    assert offered(html, f"{page}bot/level/") == offered(html, f"{page}bot/away/") == {"3"}
    late = ada.post(f"{page}bot/", {"seat": "3"})
    assert late.status_code == 409 and "Somebody has just sat down on that seat." in late.content.decode()
    assert ada.post(f"{page}bot/", {"seat": "x"}).status_code == 400
    assert ada.post(f"{page}bot/level/", {"seat": "3", "level": "easy"}).status_code == 302
    assert stored(snapshot)[3] == (3, "March Hare")
    assert browser(person("Dan")).post(f"{page}bot/away/", {"seat": "3"}).status_code == 403
    assert ada.post(f"{page}bot/away/", {"seat": "3"}).status_code == 302
    late = ada.post(f"{page}bot/away/", {"seat": "3"})
    assert late.status_code == 409 and "No bot sits on that seat any more." in late.content.decode()
    assert ada.post(f"{page}bot/", {"seat": "3", "level": "perfect"}).status_code == 422


def offered(html: str, action: str) -> set[str]:
    """Return the seats of the forms for that action."""
    forms = re.findall(rf'action="{action}">(.*?)</form>', html, re.S)
    return {chair for form in forms for chair in re.findall(r'name="seat"\s+value="(\d)"', form)}


@pytest.mark.parametrize("sent", [{}, {"seats": "2"}, {"seats": "7"}, {"seats": "3", "pace": "never"}])
def test_choices_that_the_page_does_not_offer_are_refused(sent: dict[str, str]) -> None:
    snapshot = waiting("Ben")
    ada, page = browser(person("Ada")), f"/t/{snapshot.table.pk}/"
    assert ada.post(f"{page}arrange/", sent).status_code == 400
    assert ada.post(f"{page}begin/", {"seen": "two"}).status_code == 400
    assert len(stored(snapshot)) == 4


def test_a_race_has_chairs_to_choose_and_no_pace() -> None:
    snapshot = opening.open_table(person("Ada"), Plan("stockings", 4, public=False))
    ada, page = browser(person("Ada")), f"/t/{snapshot.table.pk}/"
    html = ada.get(page).content.decode()
    assert 'name="seats"' in html and 'name="pace"' not in html
    assert ada.post(f"{page}arrange/", {"seats": "6"}).status_code == 302
    assert len(stored(snapshot)) == 6
