"""The page on which a finished race is looked back at: who sees it, and what it says of races of all kinds."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from django.test import Client

from games.boards.scene import entries_of
from games.coach.models import Review
from games.models import Move, Table
from games.play import departure
from games.play.snapshot import Snapshot
from games.records import export, thinning
from games.stockings.board.flips import Flip, flips
from tests.helpers import given
from tests.helpers.importing import imported, simulated
from tests.realtime.test_reactions import PEOPLE, QUICK, raced

pytestmark = pytest.mark.django_db
TAGS = re.compile(r"<[^>]+>")
SHORT = QUICK | {"limit": 12}


def race() -> Snapshot:
    snapshot = given.running(3, seed="reactions", game="stockings", options=SHORT)
    return raced({0: PEOPLE, 1: PEOPLE, 2: PEOPLE}, snapshot)


def page_text(table: Table, client: Client | None = None, eyes: int = 0, language: str = "en") -> str:
    answer = (client or Client()).get(
        f"/t/{table.pk}/review/?eyes={eyes}", headers={"Accept-Language": language}
    )
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def words(html: str) -> str:
    return " ".join(TAGS.sub(" ", html).split())


def test_it_shows_each_contested_flip_with_all_reactions_and_the_costs() -> None:
    over = race()
    rows = export.rows_of(over.table)
    states = [over.rules.load(row.state) for row in rows]
    entries = entries_of("stockings", rows, None, over=True)
    flips_found = flips(states, entries, {0, 1, 2})
    page = page_text(over.table, given.browser(given.person("Ben")), eyes=1)
    contested = [flip for flip in flips_found if flip.slaps or 1 in flip.costs]
    assert page.count('class="when"') == len(contested) > 0
    assert page.count("<circle") == sum(len(flip.slaps) for flip in contested)
    for flip in contested:
        assert f"?move={flip.move}&eyes=1" in page
        for slap in flip.slaps:
            assert f"{slap.ms} ms" in page
    missed = [flip.costs[1] for flip in flips_found if 1 in flip.costs]
    assert page.count('<li class="missed"') == len(missed) > 0
    assert re.search(rf"You {firsts(flips_found, 1)} {len(missed)} \+?{sum(missed)} ", words(page))
    assert "You: first" in page and "Ada" in page and "Usual reaction" in page


def firsts(contested: list[Flip], seat: int) -> int:
    return sum(flip.first is not None and flip.first.seat == seat for flip in contested)


def test_it_asks_for_no_review_and_is_linked_from_the_result() -> None:
    over = race()
    client = given.browser(given.person())
    assert f'href="/t/{over.table.pk}/review/"' in client.get(f"/t/{over.table.pk}/").content.decode()
    assert client.post(f"/t/{over.table.pk}/review/").status_code == 200
    assert not Review.objects.exists()


def test_it_is_in_french() -> None:
    over = race()
    page = page_text(over.table, language="fr")
    assert "Les cartes disputées" in page and "carte 1<" in page and "Réaction habituelle" in page
    assert not re.search(r"\bflips?\b", words(page.partition("<main")[2]))


def test_who_may_not_see_the_record_sees_no_review() -> None:
    table = imported(simulated("stockings"))
    for client, status in ((given.browser(given.person("Zoe")), 404), (given.browser(given.person()), 200)):
        assert client.get(f"/t/{table.pk}/record.json").status_code == status
        assert client.get(f"/t/{table.pk}/review/").status_code == status
    running = given.running(3, game="stockings")
    assert given.browser(given.person()).get(f"/t/{running.table.pk}/review/").status_code == 409


def test_a_race_of_bots_alone_is_seen_with_each_ones_eyes() -> None:
    table = imported(simulated("stockings", 4))
    client = given.browser(given.person())
    for seat, row in enumerate(table.seats.order_by("index")):
        assert f"<h1>{row.shown}: first " in page_text(table, client, eyes=seat)


def test_a_guest_looks_back_too() -> None:
    snapshot = given.running(3, game="stockings", options=SHORT)
    person = snapshot.seats[2].user
    assert person is not None
    type(person).objects.filter(pk=person.pk).update(is_guest=True)
    over = raced({0: PEOPLE, 1: PEOPLE, 2: PEOPLE}, snapshot)
    assert "<h1>You: first " in page_text(over.table, given.browser(person), eyes=2)


def test_reactions_of_a_program_are_marked_as_in_the_result() -> None:
    over = raced({0: PEOPLE, 1: [400, 405, 398], 2: PEOPLE})
    for page in (page_text(over.table), Client().get(f"/t/{over.table.pk}/").content.decode()):
        assert page.count("Reactions more even than any person") == 1


def resigned(snapshot: Snapshot, seat: int) -> None:
    departure.resign(snapshot.table.pk, snapshot.seats[seat].user_id)


def test_what_a_bot_missed_for_whoever_resigned_is_not_counted() -> None:
    snapshot = given.running(3, game="stockings", options=SHORT)
    resigned(snapshot, 1)
    while not Table.objects.get(pk=snapshot.table.pk).is_over:
        given.step(snapshot)
    assert Move.objects.filter(table=snapshot.table, seat=1, by=Move.By.BOT).exists()
    page = page_text(snapshot.table, eyes=1)
    assert "Ben: first 0 times, 0 flips missed" in page


def test_an_abandoned_race_without_a_flip_says_so() -> None:
    snapshot = given.running(3, game="stockings")
    for seat in range(3):
        resigned(snapshot, seat)
    table = Table.objects.get(pk=snapshot.table.pk)
    assert table.outcome and table.outcome["reason"] == "abandoned"
    page = page_text(table)
    assert "Nobody laid a card in this match" in page and "Review of the match" in page
    assert "The match was abandoned" in page


def test_a_race_without_slaps_has_misses_only() -> None:
    snapshot = given.running(3, game="stockings", options=QUICK | {"limit": 3})
    while not Table.objects.get(pk=snapshot.table.pk).is_over:
        given.rewound(snapshot.table.pk, 60_000)
        given.tick(snapshot.table.pk)
    page = page_text(snapshot.table)
    assert "<circle" not in page and "Usual reaction" not in page
    assert "first 0 times" in page


def test_thinned_races_and_those_of_older_rules() -> None:
    over = race()
    before = words(page_text(over.table).partition("<main")[2])
    assert thinning.thin(over.table, export.rows_of(over.table)) is not None
    assert words(page_text(over.table).partition("<main")[2]) == before
    Table.objects.filter(pk=over.table.pk).update(rules=0)
    assert "played under older rules" in page_text(over.table)


def test_other_games_have_reviews_of_their_own(file_database: Path) -> None:
    over = given.finished(2, "review")
    assert 'class="contested"' not in page_text(over.table)
