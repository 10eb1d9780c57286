"""Guided matches at tables: a fixed deal, fixed moves until the guide is left, and no figures."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from games.guided import matches
from games.guided.steps import is_offered
from games.models import Results, Seat, Table
from games.play import departure, hooks, opening, storage
from games.play.snapshot import Snapshot
from games.rules import core
from games.rules.core import Refused
from games.rules.guide import LEARNER, guide
from games.scheduler.bots import question
from tests.helpers import given

GUIDED = [name for name in core.names() if guide(name)]
TURNS = [name for name in GUIDED if not core.game(name).REAL_TIME]

pytestmark = pytest.mark.django_db


@pytest.fixture
def person() -> User:
    return User.objects.create(username="Ada")


def play_next(snapshot: Snapshot, person: User) -> Snapshot:
    """Make the next move of the guide's script, as the learner's page or the scheduler does."""
    scripted_move = hooks.scripted(snapshot.table)
    assert scripted_move is not None
    (seat, move), number = scripted_move, snapshot.table.number
    if seat == LEARNER:
        return given.submit(snapshot.table.pk, person.pk, move, key=str(number + 1), seen=number).snapshot
    task = question(snapshot.seats[seat])
    assert task is not None and task[2] == move
    return given.bot_move(snapshot.table.pk, seat, number, move).snapshot


@pytest.mark.parametrize("game", TURNS)
def test_a_guided_match_is_played_as_its_script_says_and_then_goes_on(person: User, game: str) -> None:
    snapshot = matches.open_guided(person, game)
    while hooks.scripted(snapshot.table):
        snapshot = play_next(snapshot, person)
    script = guide(game)
    assert script is not None and snapshot.table.number == len(script.moves)
    assert snapshot.table.is_running and LEARNER in snapshot.rules.to_act(snapshot.state)
    # From here on any move is allowed.
    move = snapshot.rules.legal_moves(snapshot.state, LEARNER)[-1]
    number = snapshot.table.number
    assert given.submit(snapshot.table.pk, person.pk, move, key="free", seen=number).number == number + 1


@pytest.mark.parametrize("game", TURNS)
def test_another_move_than_the_guides_is_refused_until_the_guide_is_left(person: User, game: str) -> None:
    table = matches.open_guided(person, game).table
    snapshot = storage.load(table.pk)
    scripted_move = hooks.scripted(table)
    assert scripted_move is not None
    other = next(
        move for move in snapshot.rules.legal_moves(snapshot.state, LEARNER) if move != scripted_move[1]
    )
    with pytest.raises(Refused, match="not_in_guide"):
        given.submit(table.pk, person.pk, other, key="a", seen=0)
    assert storage.load(table.pk).table.number == 0
    matches.leave_guide(table.pk, person.pk)
    assert given.submit(table.pk, person.pk, other, key="b", seen=0).number == 1


def awaited(snapshot: Snapshot) -> list[int]:
    return [seat.index for seat in storage.load(snapshot.table.pk).seats if seat.is_awaited]


@pytest.mark.parametrize("game", TURNS)
def test_only_the_next_seat_of_the_script_is_awaited_until_the_script_is_left(
    person: User, game: str
) -> None:
    snapshot = matches.open_guided(person, game)
    while scripted := hooks.scripted(snapshot.table):
        assert awaited(snapshot) == [scripted[0]]
        snapshot = play_next(snapshot, person)
    assert awaited(snapshot) == [LEARNER]
    left = matches.leave_guide(snapshot.table.pk, person.pk)
    assert awaited(left) == list(left.rules.to_act(left.state))


def test_a_guided_match_is_resumed_and_not_begun_twice(person: User) -> None:
    first = matches.open_guided(person, TURNS[0]).table
    assert matches.open_guided(person, TURNS[0]).table.pk == first.pk
    departure.resign(first.pk, person.pk)
    assert matches.open_guided(person, TURNS[0]).table.pk != first.pk


def test_a_guided_match_counts_in_no_figures_and_has_no_rematch(person: User) -> None:
    table = matches.open_guided(person, TURNS[0]).table
    departure.resign(table.pk, person.pk)
    assert Table.objects.get(pk=table.pk).is_over
    assert not Results.objects.filter(user=person).exists()
    with pytest.raises(Refused, match="guided"):
        opening.rematch(table.pk, person)


def test_a_guided_race_waits_until_its_script_ends_or_is_left(person: User) -> None:
    (game,) = set(GUIDED) - set(TURNS)
    snapshot = matches.open_guided(person, game)
    assert snapshot.table.due_at is None
    assert not Seat.objects.filter(table=snapshot.table, deadline__isnull=False).exists()
    left = matches.leave_guide(snapshot.table.pk, person.pk)
    assert left.table.due_at is not None


def test_a_first_match_offers_the_guided_one_and_a_second_does_not(client: Client) -> None:
    for offered in (True, False):
        answer = client.post("/play-now/", {"game": TURNS[0]}, follow=True)
        assert (b"guide-offer" in answer.content) is offered


def address_of_offer(page: str) -> str:
    """Return the address to which the offer's form on a table's page is sent."""
    form = page[page.index('id="guide-offer"') :]
    return form.partition('action="')[2].partition('"')[0]


def test_a_guided_match_puts_the_untouched_table_aside_that_offered_it(client: Client) -> None:
    answer = client.post("/play-now/", {"game": TURNS[0]}, follow=True)
    table = answer.redirect_chain[-1][0].split("/")[2]
    client.post(address_of_offer(answer.content.decode()), {"game": TURNS[0]})
    assert Seat.objects.exclude(user=None).get(table=table).put_aside_at
    assert [seat.put_aside_at for seat in Seat.objects.exclude(user=None).exclude(table=table)] == [None]


def test_an_offer_of_no_table_that_could_be_is_refused_and_opens_nothing(client: Client) -> None:
    assert client.post("/guided/?instead=%00", {"game": TURNS[0]}).status_code == 404
    assert not Seat.objects.exists()


def test_a_guided_match_leaves_tables_where_one_has_moved_or_others_play() -> None:
    alone = given.running(1, game=TURNS[0], bots=[core.game(TURNS[0]).bot_level("easy")], clock=False)
    while not alone.table.moves.filter(seat=0).exists():
        given.step(given.now(alone))
    together = given.running(2)
    for snapshot in (alone, together):
        matches.put_untouched_aside(snapshot.table.pk, given.person("Ada"))
    matches.put_untouched_aside("nothing", given.person("Ada"))
    assert not Seat.objects.exclude(put_aside_at=None).exists()


def test_the_front_page_offers_a_guide_for_each_game_that_one_has_not_sat_down_to(client: Client) -> None:
    client.post("/play-now/", {"game": TURNS[0]})
    page = client.get("/").content.decode()
    offered = re.findall(r'action="/guided/".*?name="game"\s+value="(\w+)"', page, re.DOTALL)
    assert sorted(offered) == sorted(set(GUIDED) - {TURNS[0]})


@pytest.mark.parametrize("game", TURNS)
def test_the_guided_match_is_offered_until_the_viewer_has_moved(game: str) -> None:
    snapshot = given.running(1, game=game, bots=[core.game(game).bot_level("easy")], clock=False)
    while not snapshot.table.moves.filter(seat=0).exists():
        assert is_offered(snapshot, 0)
        snapshot = given.step(snapshot).snapshot
    assert not is_offered(snapshot, 0)


def test_beside_a_clock_that_runs_no_other_match_is_offered() -> None:
    snapshot = given.running(2)
    page = given.browser(given.person("Ada")).get(f"/t/{snapshot.table.pk}/").content
    assert snapshot.table.has_clock and b"guide-offer" not in page


def test_a_guided_page_shows_the_steps_of_its_board(client: Client) -> None:
    page = client.post("/guided/", {"game": TURNS[0]}, follow=True).content.decode()
    script = guide(TURNS[0])
    assert script is not None
    for _number, step in script.steps:
        assert str(step.title) in page


@pytest.mark.parametrize("game", GUIDED)
def test_a_guided_match_ends_with_the_way_to_a_real_one(client: Client, game: str) -> None:
    address = client.post("/guided/", {"game": game}).headers["Location"]
    client.post(f"{address}resign/")
    page = client.get(address).content.decode()
    assert f'formaction="/play-now/" name="game" value="{game}"' in page
    # What the page shows about the next shuffle belongs to a new table.
    form = page[page.index('id="act"') :]
    fields = dict(re.findall(r'name="(commitment|ticket)" value="([^"]+)"', form))
    opened = client.post("/play-now/", {"game": game, "salt": "salt"} | fields).headers["Location"]
    real = Table.objects.get(pk=opened.split("/")[2])
    assert real.game == game and not real.is_guided and real.commitment == fields["commitment"]
