"""Requests during which an account is deleted: that of somebody else, or the person's own from another page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from accounts.data import deletion
from accounts.models import User
from games.models import Block, Friend
from tests.conftest import PASSWORD
from tests.helpers.given import browser, person

pytestmark = pytest.mark.usefixtures("file_database")


@contextmanager
def deleted_after(somebody: User, reading: Callable[[str], bool]) -> Iterator[None]:
    """Delete the account right after the first such query."""
    left = [somebody]

    def hooked(execute: Any, sql: str, *rest: Any) -> Any:
        answer = execute(sql, *rest)
        if left and reading(sql):
            deletion.delete(left.pop())
        return answer

    with connection.execute_wrapper(hooked):
        yield
    assert not left


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
def test_whoever_has_deleted_their_account_is_led_to_the_front_page(path: str, form: dict[str, str]) -> None:
    ada = person("Ada")
    ada.set_password(PASSWORD)
    ada.save()
    adas = browser(ada)
    adas.post("/accounts/reauthenticate/", {"password": PASSWORD})
    with deleted_after(ada, lambda sql: sql.startswith("SELECT") and 'FROM "usersessions' in sql):
        answer = adas.post(path, form)
    assert answer["Location"] == "/"
    assert "Your account is deleted." in adas.get("/").content.decode()
    assert not User.objects.exists()
