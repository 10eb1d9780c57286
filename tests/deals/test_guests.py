"""Tries of visitors, who become guests by them: one button, one guest, and no guest for a refusal."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.deals.models import Deal, Try
from games.play import departure
from tests.deals import examples
from tests.deals.examples import DAY, HOUR, NOON, at
from tests.deals.test_pages import PAGE
from tests.helpers.pages import text

pytestmark = pytest.mark.django_db


def test_a_visitor_plays_as_a_guest_with_one_button_and_goes_on_with_it() -> None:
    examples.drawn()
    with at():
        visitor = Client()
        page = text(visitor, PAGE)
        assert "Play the deal" in page and "you play as a guest" in page
        assert Deal.objects.get(game="parade", day=DAY).commitment in page
        first = visitor.post(PAGE + "begin/")
        assert first.status_code == 302 and first["Location"].startswith("/t/")
        assert visitor.post(PAGE + "begin/")["Location"] == first["Location"]
        assert "Go on" in text(visitor, PAGE)
        assert 'id="coach"' not in visitor.get(first["Location"]).content.decode()
    assert Try.objects.get().kind == "counted" and User.objects.filter(is_guest=True).count() == 1


def test_a_begun_deal_is_resumed_in_french() -> None:
    examples.drawn()
    with at():
        visitor = Client(headers={"accept-language": "fr"})
        visitor.post(PAGE + "begin/")
        page = text(visitor, PAGE)
        assert "Reprendre" in page and "Continuer" not in page


def test_two_clicks_at_once_without_a_cookie_are_one_guest_and_one_try() -> None:
    examples.drawn()
    with at():
        page = Client()
        page.get(PAGE)
        places = []
        for _click in range(2):
            # Both were sent before the first was answered.
            click = Client()
            click.cookies["csrftoken"] = page.cookies["csrftoken"].value
            places.append(click.post(PAGE + "begin/")["Location"])
            assert click.get(places[-1]).status_code == 200
        assert len(set(places)) == 1 and Try.objects.count() == User.objects.count() == 1
        # Another browser is somebody else.
        other = Client()
        other.get(PAGE)
        assert other.post(PAGE + "begin/")["Location"] not in places
    with at(NOON + HOUR):
        click.cookies.pop("sessionid")
        assert click.post(PAGE + "begin/")["Location"] not in places


def test_a_guest_who_has_given_up_and_signed_out_gets_no_second_try_at_once() -> None:
    examples.drawn()
    with at():
        page, again = Client(), Client()
        page.get(PAGE)
        again.cookies["csrftoken"] = page.cookies["csrftoken"].value
        table = page.post(PAGE + "begin/")["Location"].split("/")[2]
        departure.resign(table, User.objects.get().pk)
        assert again.post(PAGE + "begin/", follow=True).redirect_chain == [(PAGE, 302)]
    assert Try.objects.count() == User.objects.count() == 1


def test_a_deal_of_older_rules_says_so_and_makes_no_guest() -> None:
    examples.drawn()
    Deal.objects.update(rules=0)
    with at():
        visitor = Client()
        visitor.get(PAGE)
        answer = visitor.post(PAGE + "begin/", follow=True)
        assert (answer.status_code, answer.redirect_chain) == (200, [(PAGE, 302)])
        assert "under older rules" in answer.content.decode()
    assert not Try.objects.exists() and not User.objects.exists()
