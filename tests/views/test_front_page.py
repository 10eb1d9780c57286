"""The front page: what it is to a visitor, and what is new today to somebody who has been here before."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import boards
from games.models import Table
from games.play import opening
from games.play.opening import Plan
from games.queries import history
from tests.helpers import given
from tests.helpers.given import awaited, browser, person, running

pytestmark = pytest.mark.django_db
HEADING = "<h2>Tables that wait for you</h2>"


def front_page(client: Client) -> str:
    return client.get("/").content.decode()


def places(page: str, *texts: str) -> list[int]:
    return [page.index(text) for text in texts]


def test_a_visitor_reads_what_this_is_and_everybody_else_what_is_new_today() -> None:
    page = front_page(Client())
    assert "364 days" in page.split("<main")[1] and "Quick start" in page and "<h1>Today</h1>" not in page
    page = front_page(browser(person("Ada")))
    assert "<h1>Today</h1>" in page and "A new match" in page and 'class="hero"' not in page


def test_tables_where_people_wait_come_before_everything_else() -> None:
    snapshot = running(2)
    plan = Plan("parade", 2, bots=["gentle"], clock=False)
    against_bots = opening.open_table(person("Ada"), plan).table.pk
    name = ("Ada", "Ben")[awaited(snapshot)]
    page = front_page(browser(person(name)))
    waits = f'id="own-{snapshot.table.pk}"'
    order = places(page, HEADING, waits, "<h1>Today</h1>", 'id="lobby-own"')
    assert order == sorted(order)
    other = front_page(browser(person("Ben" if name == "Ada" else "Ada")))
    assert HEADING not in other
    # A match against bots alone waits for nobody.
    order = places(front_page(browser(person("Ada"))), "<h1>Today</h1>", f'id="own-{against_bots}"')
    assert order == sorted(order)


def test_it_counts_the_people_who_were_here_lately() -> None:
    client = browser(person("Ada"))
    given.people(3)
    User.objects.update(last_seen=timezone.now())
    assert "3 people are here." in front_page(client)
    User.objects.exclude(username="Ada").update(last_seen=timezone.now() - timedelta(hours=1))
    # Nobody reads that they are alone.
    assert "is here" not in front_page(client) and "are here" not in front_page(client)


def test_the_help_page_tells_of_all_that_brings_people_back() -> None:
    page = Client().get("/help/").content.decode().split("<main")[1]
    for address in ("/deals/", "/ladder/", "/puzzles/", "/leaderboard/"):
        assert f'href="{address}"' in page


def test_games_to_which_one_never_sat_down_offer_their_guide_and_cost_one_query(
    django_assert_num_queries: Any,
) -> None:
    ada = person("Ada")
    opening.open_table(ada, Plan("parade", 2, bots=["gentle"], clock=False))
    with django_assert_num_queries(1):
        assert history.played(ada) == {"parade"}
    doors = front_page(browser(ada)).split('class="covers tiled small"')[1].split("</ul>")[0]
    guides = re.findall(r'action="/guided/".*?name="game" value="(\w+)"', doors, re.DOTALL)
    assert sorted(guides) == sorted(set(boards.games()) - {"parade"})


def test_the_menu_of_a_visitor_has_the_daily_features() -> None:
    menu = Client().get("/").content.decode().split('id="menu"')[1].split("</details>")[0]
    for address in ("/deals/", "/ladder/", "/puzzles/", "/leaderboard/"):
        assert f'href="{address}"' in menu


def test_the_name_at_the_head_of_the_menu_leads_to_ones_own_matches() -> None:
    menu = browser(person("Ada")).get("/").content.decode().split('id="menu"')[1]
    assert re.search(r'href="/@Ada/">\s*Ada</a>', menu)


def test_a_guest_who_registers_from_the_menu_comes_back_to_the_page() -> None:
    guest = browser(given.person("Ada", is_guest=True))
    menu = guest.get("/rules/parade/").content.decode().split('id="menu"')[1]
    assert f'href="{reverse("register_guest")}?next=/rules/parade/"' in menu


def test_a_guests_menu_leads_to_signing_in_and_to_the_help() -> None:
    menu = browser(person("Ada", is_guest=True)).get("/").content.decode().split('id="menu"')[1]
    for address in ("account_login", "docs"):
        assert f'href="{reverse(address)}"' in menu.split("</details>")[0]


def test_a_quick_start_says_how_many_seats_its_table_has() -> None:
    assert "opens a table of 4" in browser(None).get("/lobby/").content.decode()
    browser(person("Ada")).post("/quick/", {"game": "parade", "pace": "live"})
    assert len(Table.objects.get().seats.all()) == 4
