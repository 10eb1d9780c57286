"""Phrases of others at a table can be hidden with the button on its board."""

from __future__ import annotations

import pytest

from tests.helpers import given
from tests.helpers.given import browser, running

pytestmark = pytest.mark.django_db


def test_the_board_has_the_button() -> None:
    snapshot = running(2)
    page = browser(snapshot.seats[0].user).get(f"/t/{snapshot.table.pk}/").content.decode()
    assert 'name="phrases_hidden" value="yes"' in page


def test_they_are_hidden_and_shown_again() -> None:
    snapshot = running(2)
    ada = browser(snapshot.seats[0].user)
    for answer, hidden in (("yes", True), ("no", False)):
        ada.post(f"/t/{snapshot.table.pk}/mute/", {"phrases_hidden": answer})
        assert [seat.phrases_hidden for seat in given.now(snapshot).seats] == [hidden, False]
