"""The run of the day: same cards and reactions for everybody, ranked by place and then by time."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games import boards
from games.boards.results import ordinal
from games.deals import bot_matches, pages, runs, strongest
from games.deals.models import Count, Deal, Try
from games.models import Friend, Move, Seat, Table
from games.play import departure, real_time, results, storage
from games.play.snapshot import Snapshot
from games.queries import history
from games.records import audit, export
from games.rules import core
from tests.deals import examples
from tests.deals.examples import DAY, HOUR, NOON, at
from tests.helpers import given
from tests.helpers.given import browser
from tests.helpers.pages import text

pytestmark = pytest.mark.django_db
PAGE = f"/deals/stockings/{DAY}/"


@pytest.fixture
def deal() -> Deal:
    return examples.drawn("stockings")


def lines_of(snapshot: Snapshot) -> list[Any]:
    rows = export.rows_of(snapshot.table)
    return [(row.number, row.seat, row.at, row.move, row.events) for row in rows]


def test_the_same_reactions_get_the_same_answers_at_the_same_times(deal: Deal) -> None:
    first = examples.run(deal, examples.member("Ada"))
    second = examples.run(deal, examples.member("Ben"), begins=NOON + timedelta(hours=3, milliseconds=137))
    other = examples.run(deal, examples.member("Cleo"), level="gentle")
    assert lines_of(first) == lines_of(second) != lines_of(other)
    assert lines_of(first)[0] == lines_of(other)[0]
    assert not list(audit.faults(first.table, first.seats, export.rows_of(first.table)))


def test_a_run_is_ranked_by_place_and_then_by_time(deal: Deal) -> None:
    over = examples.run(deal, examples.member())
    own, last = Try.objects.get(), Move.objects.filter(table=over.table).latest("number")
    assert own.kind == "ranked" and own.score == over.seats[bot_matches.SEAT].rank
    assert own.weight == 1000 * (own.score or 0) + last.at // 1000
    # From the hand that was dealt to what is left, in time.
    steps = own.progress or []
    assert steps[0] == [0, 8] and steps[-1] == [last.at, over.seats[bot_matches.SEAT].score]
    assert steps == sorted(steps, key=lambda step: step[0])
    assert Count.objects.get().people == 1


def test_a_run_counts_in_no_figures_of_its_person(deal: Deal) -> None:
    ada, own = examples.member(), Seat.objects.filter(user__username="Ada")
    with at():
        table = examples.begun(deal, ada).table
    departure.resign(table.pk, ada.pk)
    own.update(usual_ms=210, best_ms=180)
    listed = history.matches(ada, ada, [])
    assert list(listed) == list(own) and not history.reactions(listed)
    Table.objects.update(deal=None)
    assert history.reactions(listed)


def test_a_run_that_a_bot_has_gone_on_with_does_not_count(deal: Deal) -> None:
    ada = examples.member()
    with at():
        table = examples.begun(deal, ada).table.pk
    Seat.objects.filter(table=table, index=bot_matches.SEAT).update(lapses=1)
    examples.run(deal, ada)
    assert not Try.objects.get().is_finished and not Count.objects.exists()
    with at():
        assert "You gave this deal up" in text(browser(ada), PAGE)
        with pytest.raises(core.Refused, match="deal_played"):
            examples.begun(deal, ada)


def test_reactions_of_a_program_are_counted_and_not_ranked(deal: Deal) -> None:
    ada = examples.member()
    with at():
        table = examples.begun(deal, ada).table.pk
        results.mark_held_back(table, [bot_matches.SEAT])
    examples.run(deal, ada)
    assert Try.objects.get().kind == "counted"
    with at():
        assert "your reactions looked like those of a program" in text(browser(ada), PAGE)


def test_runs_are_drawn_beside_one_another(deal: Deal) -> None:
    ada, ben = examples.member("Ada"), examples.member("Ben")
    for person, level in ((ada, "greedy"), (ben, "gentle"), (examples.member("Cleo"), "hard")):
        examples.run(deal, person, level)
    Friend.objects.create(user=ada, friend=ben)
    own = Try.objects.get(user=ada)
    drawn = runs.lines(deal, own, [Try.objects.get(user=ben)])
    assert drawn is not None
    assert {run["kind"] for run in drawn["runs"]} >= {"you", "friend"} and drawn["runs"][-1]["kind"] == "you"
    with at():
        page = text(browser(ada), PAGE)
        assert "Cards left, second by second" in page and "Ben: " in page
        assert f"{ordinal(own.score or 0)} in {runs.clock(1000 * ((own.weight or 0) % 1000))}" in page
        # Nothing of it before one's own run.
        assert "second by second" not in text(browser(examples.member("Dan")), PAGE)


def test_a_run_that_is_a_friends_and_the_best_is_one_line_with_both_names(deal: Deal) -> None:
    ada, ben = examples.member("Ada"), examples.member("Ben")
    for person, level in ((ada, "gentle"), (ben, "hard"), (examples.member("Cleo"), "easy")):
        examples.run(deal, person, level)
    own, friend = Try.objects.get(user=ada), Try.objects.get(user=ben)
    assert friend.weight is not None
    Try.objects.filter(user=ben).update(weight=1000)
    Count.objects.filter(weight=friend.weight).update(weight=1000)
    drawn = runs.lines(deal, own, [friend])
    assert drawn is not None
    names = [run["name"] for run in drawn["runs"]]
    assert "Ben, the best" in names and not {"Ben", "the best"} & set(names)
    assert len({run["path"] for run in drawn["runs"]}) == len(drawn["runs"])
    # The best of one is also the middle one.
    Try.objects.exclude(user=ben).delete()
    Count.objects.exclude(weight=1000).delete()
    alone = runs.lines(deal, own, [])
    assert alone is not None and [run["name"] for run in alone["runs"]] == ["the best, the middle", "You"]


def test_while_a_run_goes_on_its_person_is_told_what_others_had_left_by_then(deal: Deal) -> None:
    ada, ben = examples.member("Ada"), examples.member("Ben")
    examples.run(deal, ben, "hard")
    Friend.objects.create(user=ada, friend=ben)
    theirs = Try.objects.get(user=ben).progress or []
    mine = browser(ada)
    with at(NOON + timedelta(hours=1)) as clock:
        table = examples.begun(deal, ada).table.pk
        place = f"/t/{table}/run/"
        # A run that waits for its person has not begun, however long it waits.
        clock.shift(timedelta(minutes=10))
        assert mine.get(place).content.strip() == b""
        # Nor is the hand shown anywhere before.
        assert mine.get(f"/t/{table}/replay/?move=0")["Location"] == f"/t/{table}/"
        assert mine.get(f"/t/{table}/record.json").status_code == 404
        real_time.be_ready(table, ada.pk)
        began = Table.objects.get(pk=table).started_at
        assert began is not None
        changed = len({cards for _at, cards in theirs})
        places = set()
        for at_, cards in theirs[:-1]:
            clock.move_to(began + timedelta(milliseconds=at_ + 1), tick=False)
            # The only other run is the best and the middle one, too.
            assert f"Ben, the best, the middle {cards}" in text(mine, place)
            assert "You 8" in text(mine, place)
            run = pages.run_so_far(Try.objects.get(user=ada), ada)
            assert run is not None
            friend = next(friend_run for friend_run in run["runs"] if friend_run["kind"] == "friend")
            # Nothing that came later is sent: the line goes on as far as its last number of cards.
            places.add(cards)
            heights = {part.split("H")[0] for part in re.split("[V ]", friend["path"])[1:]}
            assert len(heights) == len(places) and friend["time"] == runs.clock(at_ + 1)
        assert len(places) == changed
        # It is nobody else's to know, and not before one's own match.
        for other in (Client(), browser(ben), browser(examples.member("Cleo"))):
            assert other.get(place).status_code == 404
        # Whoever gives up has no result, so that the results of others stay hidden.
        given.tick(table)
        mine.post(f"/t/{table}/resign/")
        clock.shift(timedelta(minutes=10))
        assert mine.get(place).content.strip() == b""


def test_only_the_board_of_a_run_has_a_place_for_others_lines(deal: Deal) -> None:
    ada = examples.member()
    with at() as clock:
        table = examples.begun(deal, ada).table.pk
        real_time.be_ready(table, ada.pk)
        clock.move_to(NOON + HOUR, tick=False)
        given.tick(table)
        snapshot = storage.load(table)
        assert 'id="runs"' in boards.board(boards.scene_of(snapshot, bot_matches.SEAT)).whole
        assert 'id="runs"' not in boards.board(boards.scene_of(snapshot, None)).whole
        race = given.running(3, game="stockings")
        assert 'id="runs"' not in boards.board(boards.scene_of(race, 0)).whole


def test_the_strongest_bot_runs_in_the_same_seat_and_the_same_anywhere(deal: Deal) -> None:
    rules, levels = core.game("stockings"), strongest.levels_of(deal)
    moves = bot_matches.play(rules, deal.seed, levels, None)
    assert moves == bot_matches.play(rules, deal.seed, levels, None)
    with at():
        table = strongest.store(deal, moves)
        assert table is not None
        assert not list(audit.faults(table, list(table.seats.all()), export.rows_of(table)))
        examples.run(deal, ada := examples.member())
        assert "Raven" in text(browser(ada), PAGE)
