"""The end of a match in words: the reader's place, everybody from first to last, and no scores where somebody left."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from games import boards
from games.boards import results
from games.coach import story
from games.coach.reviewed import Reviewed
from games.models import Seat, Table
from games.notifications import texts
from games.play import departure
from games.play.snapshot import Snapshot
from games.play.storage import memory
from tests.helpers import given

pytestmark = pytest.mark.django_db


def ended(scores: list[int], ranks: list[int], **plan: Any) -> Snapshot:
    """A match that was played to its end, with these scores and ranks."""
    snapshot = given.running(len(scores), **plan)
    outcome = {"reason": "finished", "scores": scores, "ranks": ranks}
    Table.objects.filter(pk=snapshot.table.pk).update(status=Table.Status.OVER, outcome=outcome)
    memory.forget(snapshot.table.pk)
    return given.now(snapshot)


@pytest.mark.parametrize(
    ("scores", "ranks", "you", "headline"),
    [
        ([14, 22, 25], [1, 2, 3], 0, ("You win", "You have 8 fewer than Ben")),
        ([14, 22, 25], [1, 2, 3], 1, ("Ada wins", "You have 8 more than Ada")),
        ([14, 22, 25], [1, 2, 3], None, ("Ada wins", "with 14 points")),
        ([14, 22, 22], [1, 2, 2], 1, ("Ada wins", "You: 2nd, with Cleo")),
        ([14, 14, 25], [1, 1, 3], 1, ("Ada and you win", "with 14 points")),
        ([14, 14, 25], [1, 2, 3], 0, ("You win", "You have as many as Ben")),
    ],
)
def test_the_headline_says_who_won_and_how_far_the_reader_is_from_that(
    scores: list[int], ranks: list[int], you: int | None, headline: tuple[str, str]
) -> None:
    scene = boards.scene_of(ended(scores, ranks), you)
    assert boards.board_of("parade").headline(scene) == headline


def test_all_stand_from_first_to_last_and_those_who_tie_have_the_same_place() -> None:
    scene = boards.scene_of(ended([22, 14, 22], [2, 1, 2]), 2)
    _macro, order, rows = results.ranking(scene)
    assert order == "Fewest points first"
    assert [(seat.rank, seat.name, seat.you, seat.score, bar) for seat, bar, _note in rows] == [
        ("1.", "Ben", False, 14, 64),
        ("2.", "Ada", False, 22, 100),
        ("2.", "Cleo", True, 22, 100),
    ]
    assert "Most points first" in results.ranking(boards.scene_of(ended([9, 7], [1, 2], game="tea_time"), 0))


def test_the_last_board_does_not_say_who_won() -> None:
    scene = boards.scene_of(ended([14, 22], [1, 2]), 0)._replace(on_the_board=True)
    turn = boards.board(scene).drawn["turn"]
    assert "The match is over" in turn and "win" not in turn and "yours" not in turn


def test_a_match_that_somebody_left_has_no_result_but_says_what_each_had_so_far() -> None:
    here = given.running(2)
    here = departure.resign(here.table.pk, given.person("Ben").pk)
    pages = [
        given.browser(given.person(name) if name else None).get(f"/t/{here.table.pk}/").content.decode()
        for name in ("Ada", "Ben", "")
    ]
    for page, title, after in zip(
        pages,
        ("Ben resigned", "You resigned", "Ben resigned"),
        ("You win by resignation.", "Ada wins.", "Ada wins."),
        strict=True,
    ):
        assert f"<h2>{title}</h2>" in page and after in page and "There is no count" in page
        # The headline has said who resigned.
        assert "Ben resigned." not in page.split('id="result"')[1].split("</section>")[0]
        assert "wins by resignation" in page and 'class="tot"' not in page and "own-score" not in page
    for page, names in zip(pages, (("You", "Ben"), ("Ada", "You"), ("Ada", "Ben")), strict=True):
        assert re.findall(r"<li><b>(\w+)</b> 0 points</li>", page) == list(names)
    assert ["rosette" in page for page in pages] == [True, False, False]
    assert texts.results(here.table, list(here.seats)) == ["1. Ada", "2. Ben", "Ben resigned."]
    for path in ("/@Ada/", "/yours/"):
        assert "0 points" not in given.browser(given.person()).get(path).content.decode()


def test_who_resigned_has_not_won_whatever_the_bot_in_their_seat_did() -> None:
    snapshot = ended([14, 22, 25], [1, 2, 3])
    Seat.objects.filter(table=snapshot.table, index=0).update(resigned=4)
    here = given.now(snapshot)
    headlines = [boards.board_of("parade").headline(boards.scene_of(here, you)) for you in (0, 1, None)]
    assert headlines == [
        ("You resigned", "A bot played your cards to the end."),
        ("The bot that played for Ada wins", "You have 8 more than Ada"),
        ("The bot that played for Ada wins", "with 14 points"),
    ]
    of_ada = Reviewed(
        game="parade",
        eyes=0,
        you=0,
        names=["Ada", "Ben", "Cleo"],
        parts=[{"wins": [0.5, 0.3, 0.2]}],
        outcome=here.table.outcome or {},
        view_before=lambda number: {},
        played=lambda number: "",
        resigned=True,
    )
    assert "won" in story.headline(replace(of_ada, resigned=False))
    assert "won" not in story.headline(of_ada)


def test_a_result_offers_a_rematch_or_to_others_the_game() -> None:
    here = ended([14, 22], [1, 2], public=True)
    pages = [
        given.browser(user).get(f"/t/{here.table.pk}/").content.decode() for user in (given.person(), None)
    ]
    assert ["/rematch/" in page for page in pages] == [True, False]
    assert ["Play this game" in page for page in pages] == [False, True]
    fields = dict(re.findall(r'name="(commitment|ticket)"\s+value="([^"]*)"', pages[1]))
    begun = given.browser(None).post("/play-now/", fields | {"game": "parade", "salt": "salt"})
    assert begun["Location"].startswith("/t/")
    replay = given.browser(None).get(f"/t/{here.table.pk}/replay/").content.decode()
    assert "Play this game" in replay


def test_where_somebody_left_the_others_play_on_against_bots() -> None:
    snapshot = given.running(2)
    given.step(snapshot)
    departure.resign(snapshot.table.pk, given.person("Ben").pk)
    client = given.browser(given.person())
    address = f"/t/{snapshot.table.pk}/play-on/?n=1&amp;eyes=0"
    assert address in client.get(f"/t/{snapshot.table.pk}/").content.decode()
    answer = client.post(address.replace("&amp;", "&"))
    new = Table.objects.get(pk=answer["Location"].split("/")[2])
    assert new.begun_from == {"match": snapshot.table.pk, "n": 1, "seat": 0} and new.is_running
