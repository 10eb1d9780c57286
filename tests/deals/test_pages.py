"""The pages of deals: nothing of a result before one's own, one button, an archive, and the same deal for others."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import jsonschema
import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.deals import bot_matches, commitment, days, results, strongest
from games.deals.models import Count, Deal, Try
from games.models import Friend, Table
from games.records import audit, export
from games.rules import core
from tests.deals import examples
from tests.deals.examples import DAY, HOUR, NOON, at
from tests.helpers import given
from tests.helpers.given import browser
from tests.helpers.pages import text

pytestmark = pytest.mark.django_db
PAGE = f"/deals/parade/{DAY}/"


def finished_by(*names: str) -> Deal:
    deal = examples.drawn()
    for name in names:
        examples.played(deal, examples.member(name), name)
    return deal


def test_a_games_address_leads_to_its_deal_of_today() -> None:
    examples.drawn()
    with at():
        assert Client().get("/deals/parade/")["Location"] == PAGE
        assert "<title>Parade, " in Client().get(PAGE).content.decode()
        assert Client().get("/deals/parade")["Location"] == "/deals/parade/"
    # Of a day without deals there is only the archive.
    with at(NOON + timedelta(days=30)):
        assert "There is no such deal" in text(Client(), "/deals/parade/", 404)


@pytest.mark.parametrize("before", ["2026-06-04", "2099-01-01", "1999-01-01", "today", "2026-13-41", ""])
def test_a_page_of_the_archive_is_never_empty_and_has_only_past_days(before: str) -> None:
    examples.drawn(day=DAY - days.DAY), examples.drawn()
    with at():
        listed = text(Client(), "/deals/?" + urlencode({"before": before})).split("The days before")[1]
        assert "Tuesday 2 June 2026" in listed and "There are none yet" not in listed
        assert "3 June" not in listed and "4 June" not in listed


@pytest.mark.parametrize(
    "address",
    [
        "/deals/chess/",
        "/deals/2026-06-03/",
        "/deals/2026-06-03/parade/",
        "/deals/parade/1999-01-01/",
        "/deals/chess/2026-06-03/",
        "/deals/parade/20260603/",
        "/deals/parade/2026-13-41/",
        "/deals/parade/today/",
        "/deals/parade/1999-01-01/picture.png",
    ],
)
def test_an_unknown_day_or_game_is_answered_by_the_archive(address: str) -> None:
    examples.drawn()
    with at():
        page = text(Client(), address, 404)
        assert "There is no such deal" in page and "The days before" in page
        assert Client().post("/deals/parade/1999-01-01/begin/").status_code == 404


def test_a_deals_page_says_what_its_button_begins() -> None:
    deal = examples.drawn()
    with at():
        page = text(Client(), PAGE)
        assert "The button begins your only try. You can leave it at any moment" in page
        # Why guests are not ranked.
        assert "try a deal first under a second name" in page
        ada = examples.member()
        examples.begun(deal, ada)
        assert "your only try" not in text(browser(ada), PAGE)


def test_a_newcomer_is_led_to_the_deals_page_and_offered_a_guided_match_before_the_only_try() -> None:
    deal = examples.drawn()
    with at():
        ada = examples.member()
        for reader in (Client(), browser(ada)):
            home, page = (reader.get(address).content.decode() for address in ("/", PAGE))
            assert f'href="{PAGE}"' in home and f'action="{PAGE}begin/"' not in home
            assert "Guided first match" in page and page.count('name="game"') == 1
        examples.begun(deal, ada)
        home, page = (browser(ada).get(address).content.decode() for address in ("/", PAGE))
        assert f'action="{PAGE}begin/"' in home and "Guided first match" not in page
        # The guided match is offered no more once the try has begun, because nobody has to leave it for that.
        table = Try.objects.get().table_id
        html = browser(ada).get(f"/t/{table}/").content.decode()
        assert "guide-offer" not in html and f'href="/t/{table}/deal/"' in html


def test_a_deal_that_has_not_begun_can_be_seen_sealed_and_not_begun() -> None:
    examples.drawn()
    with at(days.begins(DAY) - HOUR):
        assert "opens Wednesday 3 June, 00:00" in text(Client(), PAGE)
        answer = Client().post(PAGE + "begin/", follow=True)
        assert "This deal opens at the beginning of its day" in answer.content.decode()
    assert not Try.objects.exists() and not User.objects.exists()


def test_another_persons_try_is_hidden_until_the_reader_has_finished() -> None:
    with at():
        deal = finished_by("Ada")
        table = Try.objects.get().table_id
        ben = examples.member("Ben")
        snapshot = examples.begun(deal, ben)
        invite = Table.objects.get(pk=table).invite
        doors = [
            f"/t/{table}/{page}" for page in ("", "replay/", "record.json", "shuffle/", "result.png", "deal/")
        ]
        for reader in (Client(), browser(ben), browser(given.person("Cleo"))):
            # Also with the link that the table has had all the time.
            reader.get(f"/i/{invite}/")
            assert [reader.get(door).status_code for door in doors] == [404] * len(doors)
            assert "points, better" not in text(reader, PAGE) and "Ada" not in text(reader, PAGE)
            assert str(table) not in reader.get("/lobby/").content.decode()
            assert str(table) not in reader.get("/@Ada/").content.decode()
            assert not reader.get("/api/turns/").content.decode().count(str(table))
        examples.play(snapshot)
        assert [browser(ben).get(door).status_code for door in doors[:5]] == [200] * 5
        assert browser(ben).get(doors[5])["Location"] == PAGE
        # Of a try that runs nobody sees anything, finished or not.
        running = examples.begun(deal, examples.member("Dan")).table.pk
        assert browser(ben).get(f"/t/{running}/").status_code == 404


def test_ones_own_try_has_no_replay_record_or_chat_until_it_is_finished() -> None:
    with at():
        ada = examples.member()
        snapshot = examples.begun(examples.drawn(), ada)
        table = f"/t/{snapshot.table.pk}/"
        assert browser(ada).get(table + "replay/")["Location"] == table
        assert browser(ada).get(table + "record.json").status_code == 404
        html = browser(ada).get(table).content.decode()
        assert f'href="{table}replay/"' not in html and 'name="phrase"' not in html
        examples.play(snapshot)
        assert browser(ada).get(table + "replay/").status_code == 200
        assert browser(ada).get(table + "record.json").status_code == 200


def test_the_record_says_that_the_deal_was_shared_and_fits_its_schema() -> None:
    schema = json.loads((Path(settings.BASE_DIR) / "docs/match-record.schema.json").read_text())
    with at():
        deal = finished_by("Ada")
        ada = browser(examples.member())
        address = f"/t/{Try.objects.get().table_id}/record.json"
        shut = json.loads(ada.get(address).content)
        jsonschema.validate(shut, schema)
        assert shut["deal"] == {"day": "2026-06-03"} and "shuffle" not in shut
        assert deal.seed not in ada.get(address.replace("record", "shuffle")).content.decode()
    with at(days.closes(DAY)):
        commitment.close(timezone.now())
        data = json.loads(ada.get(address).content)
        jsonschema.validate(data, schema)
        assert data["shuffle"]["seed"] == deal.seed and data["shuffle"]["salts"] == [""] * 4


def test_the_seed_is_on_the_page_once_the_deal_is_closed() -> None:
    deal = examples.drawn()
    with at():
        assert deal.seed not in Client().get(PAGE).content.decode()
    with at(days.closes(DAY)):
        commitment.close(timezone.now())
        page = Client().get(PAGE).content.decode()
        assert deal.seed in page and "js/shuffle.js" in page
        assert "unranked, as often as you like" in text(Client(), PAGE)


def test_a_result_stands_among_all_with_the_readers_friends_and_the_strongest_bot() -> None:
    with at():
        deal = finished_by("Ada", "Ben", "Cleo")
        ada, ben = examples.member("Ada"), examples.member("Ben")
        Friend.objects.create(user=ada, friend=ben)
        page = text(browser(ada), PAGE)
        assert "Watch Ben" in page and "3 people" in page
        # Of so few nothing is said in per cent.
        assert "better than" not in page
        assert "of 4, ahead of" not in page and re.search(r"\d+ points?, [1-4](st|nd|rd|th) of 4", page)
        own = Try.objects.get(user=ada)
        for more in range(40):
            Count.objects.create(deal=deal, ranked=more < 30, weight=500_000 + more, score=500, people=1)
        page = text(browser(ada), PAGE)
        better = Count.objects.filter(weight__gt=own.weight).count()
        assert f"better than {100 * better // 43} %" in page
        assert "of 33 ranked members" in page and "10 guests and new members" in page


def test_a_result_says_that_it_is_ahead_of_the_strongest_bot() -> None:
    with at():
        deal = finished_by("Ada")
        ada, levels = examples.member("Ada"), strongest.levels_of(deal)
        rules = core.game("parade")
        strongest.store(deal, bot_matches.play(rules, deal.seed, levels, 40))
        own = Try.objects.get(user=ada)
        for weight, is_ahead in ((0, True), (900_000, False)):
            Try.objects.update(weight=weight)
            page = text(browser(ada), PAGE)
            assert page.count("of 4, ahead of Raven") == (2 if is_ahead else 0)
            assert ("See how Raven played it" in page) == (not is_ahead)
        assert own.counts


def test_the_strongest_bot_plays_each_deal_once_and_the_same_anywhere() -> None:
    deal = examples.drawn("wonderland")
    levels = strongest.levels_of(deal)
    assert levels == ["hard", "gentle", "easy", "greedy"]
    rules = core.game("wonderland")
    moves = bot_matches.play(rules, deal.seed, levels, 40)
    assert moves == bot_matches.play(rules, deal.seed, levels, 40)
    with at():
        assert {other_deal.game for other_deal in strongest.unplayed() if other_deal.day == DAY} == {
            "parade",
            "tea_time",
            "wonderland",
            "stockings",
        }
        table = strongest.store(deal, moves)
        assert table is not None and strongest.store(deal, moves) is None
        assert {other_deal.game for other_deal in strongest.unplayed() if other_deal.day == DAY} == {
            "parade",
            "tea_time",
            "stockings",
        }
        faults = audit.faults(table, list(table.seats.all()), export.rows_of(table))
        assert not list(faults)
        ada = examples.member()
        assert browser(ada).get(f"/t/{table.pk}/replay/").status_code == 404
        examples.played(deal, ada)
        assert browser(ada).get(f"/t/{table.pk}/replay/").status_code == 200
        assert "Watch Raven" in text(browser(ada), f"/deals/wonderland/{DAY}/")


def test_the_landing_page_has_todays_deals_and_three_faces() -> None:
    deal = examples.drawn()
    with at():
        page = text(Client(), "/")
        assert page.count("Play the deal") == 4
        # The button begins the only try.
        assert "One try at each, which you can leave and go on with" in page
        ada = examples.member()
        page = text(browser(ada), "/deals/")
        assert page.count("One try; you can leave it and go on.") == 3
        assert page.count("One run, without a break.") == 1
        snapshot = examples.begun(deal, ada)
        page = text(browser(ada), "/")
        # The list of tables says that it is the same match.
        assert "Go on, turn 1" in page and page.count("deal of the day") == 1
        examples.play(snapshot)
        page = text(browser(ada), "/")
        assert "See the result" in page and "1 day in a row" in page
        assert "You are the first to have played it" in page and "deal of the day" not in page
        assert "strongest bot is still playing" in text(browser(ada), PAGE)


def test_the_results_of_all_deals_of_a_day_are_read_in_one_query(django_assert_num_queries: Any) -> None:
    deals = [examples.drawn(game) for game in ("parade", "tea_time", "wonderland")]
    with at():
        tries = [(deal, examples.played(deal, examples.member())) for deal in deals]
        with django_assert_num_queries(1):
            standings = results.standings(tries)
    assert {deal: standing.people for deal, standing in standings.items()} == {deal.pk: 1 for deal in deals}


def test_the_text_to_share_tells_nothing_of_the_cards() -> None:
    with at():
        deal = finished_by("Ada")
        for more in range(20):
            Count.objects.create(deal=deal, ranked=True, weight=900_000 + more, score=900, people=1)
        page = browser(examples.member()).get(PAGE).content.decode()
        shared = unescape(page.split('<p id="share">', 1)[1].split("</p>")[0])
        score = Try.objects.get().score
        lines = [re.sub(r"<[^>]+>", "", line).strip() for line in shared.split("<br>")]
        assert lines[:2] == ["Unbirthday 3, Parade", f"{score} points, better than 95 %"]
        assert len(lines[2]) == 10 and lines[3] == f"http://testserver{PAGE}"
        assert shared.count('class="mine"') == 1 and shared.count('class="worse"') == 9
        answer = Client().get(PAGE + "picture.png")
        assert answer["Content-Type"] == "image/png"


def test_streaks_forgive_one_missed_day_a_year() -> None:
    from games.deals.streaks import length

    def of(*back: int) -> int:
        return length({DAY - timedelta(days=days_back) for days_back in back}, DAY)

    assert of() == 0 and of(0) == 1 and of(1) == 1 and of(2) == 1 and of(3) == 0
    assert of(0, 1, 2) == 3 and of(0, 1, 3, 4) == 4 and of(0, 2, 4) == 2 and of(0, 3) == 1
    year = [*range(10), *range(11, 376)]
    assert of(*year, 377) == len(year) + 1 and of(*year[:-2], 376) == len(year) - 2
    assert NOON.date() == DAY


def test_times_are_those_of_the_readers_clock() -> None:
    examples.drawn()
    with at():
        assert "go on until Thursday 4 June, 12:00 (UTC)" in text(Client(), PAGE)
        paris = Client()
        paris.cookies["zone"] = "Europe/Paris"
        assert "go on until Thursday 4 June, 14:00 (CEST)" in text(paris, PAGE)
