"""Requests during which an account is deleted: that of somebody else, or the person's own from another page."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from accounts.data import deletion
from accounts.models import User
from games.models import Block, Friend, Seat, Table
from games.play import opening
from tests.conftest import PASSWORD
from tests.databases import ON_SQLITE
from tests.helpers.given import browser, finished, opened, person
from tests.helpers.pages import text_of

# What is stored of a session changes.
ANOTHER_BROWSER = {"user-agent": "another browser"}
pytestmark = pytest.mark.usefixtures("file_database")


@contextmanager
def deleted_after(
    somebody: User, reading: Callable[[str], bool], deleting: Callable[[User], None] = deletion.delete
) -> Iterator[None]:
    """Delete the account right after the first such query."""
    left = [somebody]

    def hooked(execute: Any, sql: str, *rest: Any) -> Any:
        answer = execute(sql, *rest)
        if left and reading(sql):
            deleting(left.pop())
        return answer

    with connection.execute_wrapper(hooked):
        yield
    assert not left


@contextmanager
def deleted_elsewhere_after(somebody: User, part: str) -> Iterator[None]:
    """Delete the account right after the first query with that part, over another connection, which this one's
    transaction does not undo."""

    def delete(person: User) -> None:
        try:
            deletion.delete(person)
        finally:
            connection.close()

    with (
        ThreadPoolExecutor(1) as pool,
        deleted_after(
            somebody,
            lambda sql: sql.startswith("SELECT") and part in sql,
            lambda person: pool.submit(delete, person).result(),
        ),
    ):
        yield


@pytest.mark.parametrize("path", ["add", "block"])
@pytest.mark.parametrize(
    ("deleted", "page", "told"),
    [("Ada", "/", "Your account is deleted."), ("Ben", "/friends/", "Nobody here has that name.")],
)
def test_nobody_is_put_on_a_list_while_an_account_is_deleted(
    path: str, deleted: str, page: str, told: str
) -> None:
    people = {name: person(name) for name in ("Ada", "Ben")}
    adas = browser(people["Ada"])
    with deleted_after(people[deleted], lambda sql: sql.startswith("SELECT") and '"name_key" =' in sql):
        answer = adas.post(f"/friends/{path}/", {"name": "Ben"})
    assert answer["Location"] == page
    assert told in adas.get(page).content.decode()
    assert not Friend.objects.exists()
    assert not Block.objects.exists()


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/accounts/delete/", {"username": "Ada"}),
        ("/preferences/token/", {}),
        ("/figures/shown/", {"to": "everybody"}),
        ("/play-now/", {}),
    ],
)
@pytest.mark.parametrize("headers", [{}, ANOTHER_BROWSER], ids=["known", "new"])
def test_whoever_has_deleted_their_account_is_led_to_the_front_page(
    path: str, form: dict[str, str], headers: dict[str, str]
) -> None:
    ada = person("Ada")
    ada.set_password(PASSWORD)
    ada.save()
    adas = browser(ada)
    adas.post("/accounts/reauthenticate/", {"password": PASSWORD})
    with deleted_after(ada, lambda sql: sql.startswith("SELECT") and 'FROM "usersessions' in sql):
        answer = adas.post(path, form, headers=headers)
    assert answer["Location"] == "/"
    assert "Your account is deleted." in adas.get("/").content.decode()
    assert not User.objects.exists()


def test_a_page_is_read_to_its_end_while_its_reader_is_deleted_in_another_browser(
    caplog: pytest.LogCaptureFixture,
) -> None:
    ada = person("Ada")
    adas = browser(ada)
    with (
        caplog.at_level(logging.INFO),
        deleted_after(ada, lambda sql: sql.startswith("SELECT") and 'FROM "usersessions' in sql),
    ):
        assert adas.get("/lobby/", headers=ANOTHER_BROWSER).status_code == 200
    assert caplog.text.count("session_not_stored") == 1
    assert adas.get("/preferences/")["Location"].startswith("/accounts/login/")


def test_nobody_is_invited_whose_account_is_deleted_meanwhile() -> None:
    table = opened().table.pk
    adas = browser(person("Ada"))
    with deleted_after(person("Ben"), lambda sql: sql.startswith("SELECT") and '"name_key" =' in sql):
        answer = adas.post(f"/t/{table}/invite/", {"name": "Ben"})
    assert "There is no member named “Ben”." in text_of(answer)
    assert not Seat.objects.exclude(reserved=None).exists()


@pytest.mark.skipif(ON_SQLITE, reason="SQLite has one writer")
def test_no_table_is_opened_for_somebody_whose_account_is_deleted_meanwhile() -> None:
    adas = browser(person("Ada"))
    form = {
        "game": "parade",
        "seats": 2,
        "bots": 0,
        "level": "easy",
        "pace": "live",
        "public": "yes",
        "invite": "Ben",
    }
    with deleted_elsewhere_after(person("Ben"), '"name_key" ='):
        answer = adas.post("/open/", form)
    assert "There is no member named “Ben”." in text_of(answer)
    assert not Table.objects.exists()


@pytest.mark.skipif(ON_SQLITE, reason="SQLite has one writer")
def test_a_rematch_keeps_no_seat_for_somebody_whose_account_is_deleted_meanwhile() -> None:
    old, ada = finished(2).table.pk, person("Ada")
    with deleted_elsewhere_after(person("Ben"), '"games_block"'):
        new = opening.rematch(old, ada)
    assert not User.objects.filter(username="Ben").exists()
    assert [seat.reserved_id for seat in new.seats] == [None, None]
