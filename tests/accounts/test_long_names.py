"""Very long names are refused before anything is computed from them.

To normalize this one would take longer than pytest's timeout, in C, and would stop all threads of a process.
"""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.models import User
from accounts.names import validate_name
from tests.conftest import PASSWORD
from tests.helpers.given import opened

pytestmark = pytest.mark.django_db
LONG = "a" + "\u0300" * 100_000 + "\u0316" * 100_000


def test_a_guest_can_not_sit_down_with_one() -> None:
    answer = Client().post(f"/t/{opened().table.pk}/sit/", {"name": LONG})
    assert answer.status_code == 422
    assert "This name is too long." in answer.content.decode()


def test_no_name_is_judged_that_is_so_long() -> None:
    with pytest.raises(ValidationError):
        validate_name(LONG)


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/accounts/register/", {"username": LONG, "password1": PASSWORD}),
        ("/accounts/login/", {"login": LONG, "password": PASSWORD}),
        ("/accounts/password/reset/", {"email": LONG}),
        ("/accounts/recover/", {"username": LONG, "code": "1"}),
        ("/preferences/", {"username": LONG}),
        ("/accounts/delete/", {"username": LONG, "password": PASSWORD}),
        ("/admin/login/", {"username": LONG, "password": PASSWORD}),
        ("/friends/add/", {"name": LONG}),
        ("/friends/block/", {"name": LONG}),
        ("/open/", {"game": "parade", "seats": "2", "invite": LONG}),
    ],
)
@pytest.mark.parametrize("signed_in", [False, True])
def test_every_form_answers(ada: User, path: str, form: dict[str, str], signed_in: bool) -> None:
    browser = Client()
    if signed_in:
        browser.force_login(ada)
    assert browser.post(path, form).status_code < 500
