"""Deals played again: from the archive, and those of finished matches. Their results are unranked and comparable."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from games.deals import commitment, days, results
from games.deals.models import Count, Try
from games.play import departure, storage
from games.records import audit, export
from tests.deals import examples
from tests.deals.examples import DAY, at
from tests.helpers import given, importing
from tests.helpers.given import browser
from tests.helpers.pages import text

pytestmark = pytest.mark.django_db
PAGE = f"/deals/parade/{DAY}/"


def test_a_later_try_is_compared_with_everybody_and_marked() -> None:
    with at():
        deal = examples.drawn()
        examples.played(deal, examples.member("Ada"), "Ada")
        for more in range(20):
            Count.objects.create(deal=deal, ranked=True, weight=-900_000 + more, score=900, people=1)
            Count.objects.create(deal=deal, ranked=True, weight=900_000 + more, score=900, people=1)
    ranked = Try.objects.get()
    with at(days.closes(DAY)):
        commitment.close(timezone.now())
        ada, ben = browser(examples.member("Ada")), browser(given.person("Ben"))
        for person, reader in (("Ada", ada), ("Ben", ben)):
            free = examples.played(deal, User.objects.get(username=person), "later")
            assert not free.counts
            address = reader.get(f"/t/{free.table_id}/deal/")["Location"]
            page = text(reader, address)
            standing = results.standing(deal, free)
            assert f"{free.score} points, better than {standing.percent} % unranked" in page
            assert "not among these" in page and f"You {free.score}" in page
        assert standing.people == 41
        # The result that counts comes first, and each leads to the other.
        assert address == f"{PAGE}?try={free.table_id}"
        assert ada.get(f"/t/{ranked.table_id}/deal/")["Location"] == PAGE
        page = ada.get(PAGE).content.decode()
        later = Try.objects.get(user=ranked.user, kind="free")
        assert "not among these" not in page and f"?try={later.table_id}" in page
        assert 'data-local="day"' in page.partition("Your other results")[2]
        assert f"?try={ranked.table_id}" in ada.get(f"{PAGE}?try={later.table_id}").content.decode()
        # Nobody sees another person's try under that address.
        assert f"/t/{later.table_id}/" not in ben.get(f"{PAGE}?try={later.table_id}").content.decode()


def test_a_try_that_was_given_up_does_not_hide_a_later_result() -> None:
    deal = examples.drawn()
    ada = examples.member()
    with at():
        table = examples.begun(deal, ada).table.pk
        departure.resign(table, ada.pk)
        page = text(browser(ada), f"/t/{table}/")
        assert "To the deal" in page and "See how the others did" not in page
        assert "You gave this deal up" in text(browser(ada), PAGE)
    with at(days.closes(DAY)):
        commitment.close(timezone.now())
        first = examples.played(deal, ada, "later")
        assert f"{first.score} points" in text(browser(ada), PAGE)
        running = examples.begun(deal, ada).table.pk
        page = text(browser(ada), PAGE)
        assert f"{first.score} points" in page and "Go on with the unranked try" in page
        assert browser(ada).post(PAGE + "begin/")["Location"] == f"/t/{running}/"


def test_a_match_that_was_given_up_has_no_score_to_compare_with() -> None:
    snapshot = given.running(2, public=True)
    table = snapshot.table.pk
    departure.resign(table, User.objects.get(username="Ben").pk)
    page = f"/t/{table}/deal/"
    eve = browser(given.person("Eve"))
    assert "Play this deal yourself" in text(eve, f"/t/{table}/")
    # Ada came in first, after a few moves.
    assert "Ada did not play the match to its end, so there is no score" in text(eve, page)
    assert "You did not play the match to its end" in text(browser(User.objects.get(username="Ben")), page)
    assert storage.load(eve.post(page)["Location"].split("/")[2]).table.is_running
    # A bot has played Ben's seat to its end: its score is not his.
    longer = given.running(3, public=True)
    departure.resign(longer.table.pk, User.objects.get(username="Ben").pk)
    over = given.play_until(longer, "over")
    page = f"/t/{over.table.pk}/deal/"
    assert "You did not play the match to its end" in text(browser(User.objects.get(username="Ben")), page)
    assert "the cards that Ben had" not in text(eve, page) and "no score" not in text(eve, page)


def test_a_finished_match_can_be_played_by_others_with_the_same_cards() -> None:
    over = given.finished(2, public=True)
    table = over.table.pk
    eve = browser(given.person("Eve"))
    for address in (f"/t/{table}/", f"/t/{table}/replay/"):
        assert "Play this deal yourself" in text(eve, address)
    page = f"/t/{table}/deal/"
    assert "the cards that Ada had" in text(eve, page) or "the cards that Ben had" in text(eve, page)
    assert "the cards that you had" in text(browser(User.objects.get(username="Ben")), page)
    answer = eve.post(f"/t/{table}/deal/")
    again = storage.load(answer["Location"].split("/")[2])
    assert eve.post(f"/t/{table}/deal/")["Location"] == answer["Location"]
    deals = [export.rows_of(attempt.table)[0].move for attempt in (over, again)]
    assert [deals[0][name] for name in ("first", "deck")] == [deals[1][name] for name in ("first", "deck")]
    assert sum(seat.is_bot for seat in again.seats) == 1
    assert again.table.deal is not None and again.table.deal["match"] == table
    assert not again.allows_hints
    again = examples.play(again)
    assert not list(audit.faults(again.table, again.seats, export.rows_of(again.table)))
    # The reader's own day, as in the list of their matches.
    listed = eve.get(f"/t/{table}/deal/").content.decode().partition("Your results")[2]
    assert 'data-local="day"' in listed
    assert eve.get(f"/t/{again.table.pk}/deal/")["Location"] == f"/t/{table}/deal/"
    assert not Try.objects.exists()


def test_an_imported_record_is_no_result_of_the_deal_that_it_names() -> None:
    table = given.finished(4).table.pk
    importing.imported(importing.simulated(seats=2) | {"deal": {"match": table, "seat": 1}}, "Ben")
    assert "Your results" not in text(browser(given.person("Ben")), f"/t/{table}/deal/")


def test_a_replay_of_the_same_cards_is_labelled_among_ones_tables() -> None:
    """A player is not told to play the deal themselves, because they have played it."""
    snapshot = given.running(1, bots=["gentle"], clock=False)
    while snapshot.table.is_running:
        snapshot = given.step(snapshot).snapshot
    ada = browser(given.person("Ada"))
    address = f"/t/{snapshot.table.pk}/"
    assert "Play the same cards again" in text(ada, address)
    ada.post(ada.get(f"{address}deal/").headers.get("Location", f"{address}deal/"))
    assert "same deal" in text(ada, "/")


def test_putting_a_table_aside_says_so() -> None:
    table = given.running(1, bots=["gentle"], clock=False).table.pk
    ada = browser(given.person("Ada"))
    ada.post(f"/t/{table}/aside/", {"next": "/"})
    assert "The table is put aside." in text(ada, "/")
