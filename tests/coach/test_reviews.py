"""The pages of a review: asked for, made by a worker and shown; and playing on from a position."""

from __future__ import annotations

import json
import re
from pathlib import Path

from django.test import Client
from django.utils import timezone

from games.coach.models import Review
from games.coach.reviewer import Reviewer
from games.models import Results, Table
from games.play import departure, storage
from games.play.database_thread import DatabaseThread
from games.puzzles import exercises
from games.records import audit, export
from games.rules import match
from tests.helpers import given
from tests.helpers.sockets import scene
from tests.rules.test_record_schema import VALIDATOR


def work() -> None:
    """Run one round of a worker."""

    async def round_(elsewhere: DatabaseThread) -> None:
        worker = Reviewer()
        try:
            assert await worker.round()
        finally:
            worker.stop()

    scene(round_)


def test_a_match_is_reviewed_in_parts_and_played_on_from_its_costliest_move(file_database: Path) -> None:
    over = given.finished(2, "review")
    page, client = f"/t/{over.table.pk}/review/?eyes=0", given.browser(given.person())
    for stranger in (Client(), given.browser(given.person("Zoe"))):
        assert "takes a few seconds" in stranger.get(page).content.decode()
    client.head(page)
    assert not Review.objects.exists()
    waiting = client.get(page).content.decode()
    assert "Yours is the next review" in waiting and "hx-trigger" in waiting
    work()
    review = Review.objects.get()
    assert review.is_done and len(review.parts) == over.table.number and review.cost_a_move is not None
    arrives_in_parts(review, client)
    html = client.get(page).content.decode()
    assert "hx-trigger" not in html and "polyline" in html and "Luck and skill" in html
    assert "the yellow ones are the costliest moves" in html and "moves so far" not in html
    assert "Play on from here" in html
    assert 'id="chosen"' in html and 'class="cost costliest"' in html
    adds_up(html)
    gave = [int(chance) for chance in re.findall(r'<b class="gave">(\d+)%</b>', html)]
    assert gave and gave == sorted(gave, reverse=True)
    assert 'id="chosen"' not in client.get(f"{page}&dear=9").content.decode()
    in_french = client.get(page, headers={"Accept-Language": "fr"}).content.decode()
    assert "Chances de gagner" in in_french
    played_on(over.table)


def adds_up(html: str) -> None:
    """The figures of a sum give its result if none is left out."""
    html = html.partition("Luck and skill")[2].partition("All seats")[0]
    rows = re.findall(r"<th scope=\"row\">[^<]*</th>\s*<td>([^<]*)</td>\s*<td>([^<]*)</td>\s*</tr>", html)
    assert len(rows) == 5
    for column in zip(*rows, strict=True):
        figures = [figure.rstrip("%").replace("\N{MINUS SIGN}", "-") for figure in column]
        *terms, result = [0 if figure == "–" else int(figure) for figure in figures]
        assert "–" in figures or sum(terms) == result


def arrives_in_parts(review: Review, client: Client) -> None:
    """Look at the page as it is before all moves are judged, and leave the review as it was."""
    Review.objects.update(status="running", parts=review.parts[:9], done=9, beat_at=timezone.now())
    page = f"/t/{review.table_id}/review/"
    html = client.get(page, headers={"HX-Request": "true"}).content.decode()
    assert f"Looked at so far: 9 of {len(review.parts)} moves" in html and "hx-trigger" in html
    assert 'aria-label="Progress of the review"' in html and "The costliest moves so far" in html
    assert "polyline" in html and "Luck and skill" not in html and "/practice/" not in html
    review.save()


def test_a_person_with_too_many_unfinished_reviews_is_refused(file_database: Path) -> None:
    tables = [given.finished(2, f"review {number}").table for number in range(6)]
    client = given.browser(given.person())
    for table in tables:
        last = client.get(f"/t/{table.pk}/review/")
    assert last.status_code == 200 and "5 reviews of yours are under way" in last.content.decode()
    assert Review.objects.count() == 5


def test_a_resigned_match_has_no_scores_in_its_review(file_database: Path) -> None:
    running = given.running(2)
    departure.resign(running.table.pk, given.person().pk)
    page, client = f"/t/{running.table.pk}/review/", given.browser(given.person())
    client.get(page)
    work()
    html = client.get(page).content.decode()
    assert "and resigned" in html and "Luck and skill" not in html and "Ada: 0" not in html
    assert "As seen by you" in html and "As seen by Ada" not in html


def test_what_a_bot_has_played_for_a_person_is_no_mistake_of_theirs(file_database: Path) -> None:
    ada = given.person()
    snapshot = given.running(2, bots=["easy"])
    departure.resign(snapshot.table.pk, ada.pk)
    over = given.play_until(snapshot, "over")
    given.browser(ada).get(f"/t/{over.table.pk}/review/?eyes=0")
    work()
    review = Review.objects.get()
    assert review.is_done and review.cost_a_move is None
    assert any(part["seat"] == 0 for part in review.parts)
    assert exercises.exercises(ada.pk) == []


def played_on(old: Table) -> None:
    """Play on from the middle: the new table's record says where it began and is valid."""
    client, counted = given.browser(given.person()), Results.objects.count()
    number = old.number // 2
    answer = client.post(f"/t/{old.pk}/play-on/?n={number}&eyes=0")
    new = storage.load(answer["Location"].split("/")[2])
    assert new.table.number == number and [bool(seat.level) for seat in new.seats] == [False, True]
    assert "of another match" in client.get(answer["Location"]).content.decode()
    assert "no shuffle to be checked" in client.get(f"{answer['Location']}shuffle/").content.decode()
    over = given.play_until(new, "over")
    rows = export.rows_of(over.table)
    document = export.export(over.table, over.seats, rows, None)
    assert document["origin"] == {"match": old.pk, "n": number, "seat": 0} and "shuffle" not in document
    VALIDATOR.validate(document)
    assert len(list(match.replay(json.loads(json.dumps(document))))) == len(rows)
    assert not list(audit.faults(over.table, over.seats, rows))
    assert Results.objects.count() == counted
    assert client.post(f"/t/{old.pk}/play-on/?n={old.number}&eyes=0").status_code == 409


def test_the_replay_plays_on_from_any_position_in_any_seat(file_database: Path) -> None:
    over, client = given.finished(2, "replay"), given.browser(given.person())
    page = f"/t/{over.table.pk}/replay/"
    offered = [
        f'action="/t/{over.table.pk}/play-on/?'
        in client.get(f"{page}?move={move}&eyes={eyes}").content.decode()
        for move, eyes in ((0, 0), (3, 1), (3, ""), (over.table.number, 0))
    ]
    assert offered == [True, True, False, False]
    running = given.running(2)
    assert "play-on" not in client.get(f"/t/{running.table.pk}/replay/").content.decode()


def test_a_finished_match_is_looked_back_at_from_the_board_before_its_last_move(file_database: Path) -> None:
    over, running = given.finished(2, "back"), given.running(2)
    for snapshot, number in ((over, over.table.number - 1), (running, 0)):
        html = given.browser(given.person()).get(f"/t/{snapshot.table.pk}/replay/").content.decode()
        assert f'data-number="{number}"' in html
        assert not number or f'replay/?move={number}" data-go="{number}"' in html


def test_a_match_of_older_rules_says_so(file_database: Path) -> None:
    over = given.finished(2)
    Table.objects.update(rules=0)
    page, client = f"/t/{over.table.pk}/review/", given.browser(given.person())
    assert "older rules" in client.get(page).content.decode()
    assert client.post(page).status_code == 409


def test_a_match_that_runs_has_no_review(file_database: Path) -> None:
    running = given.running(2)
    client = given.browser(given.person())
    assert client.get(f"/t/{running.table.pk}/review/").status_code == 409
