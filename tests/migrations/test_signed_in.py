"""People signed in at version 1.0 are signed in after the upgrade, with that version's database and cookies."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from scripts.cluster.process import PATIENCE
from tests.hosting.conftest import Alone
from tests.hosting.conftest import fresh as fresh

# Written by version 1.0 while a member and a guest played at a table of two. Their sessions end in a hundred years.
DUMP = Path(__file__).parent / "version_1_0.sql.gz"
SECRET_KEY = "of a site that is nowhere, made to be upgraded"
MEMBER, GUEST = "iuugz74fykks2glwvpec08rvpxeore7s", "1c79rp2aqmahimdkbjj6rqfnsh4en411"
# From a mail of that version: no more mails about turns and time.
TOKEN = (
    "eyJ1c2VyIjoxLCJraW5kcyI6WyJ0aW1lX3Nob3J0IiwieW91cl90dXJuIl19:z2vnDa9t4Uij0pw4klW0kZnX6tczAIbPJ01nGn8lcRI"
)


@pytest.fixture(scope="module")
def upgraded(fresh: Alone, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Alone]:
    folder = tmp_path_factory.mktemp("upgraded") / "var"
    folder.mkdir(mode=0o700)
    with closing(sqlite3.connect(folder / "unbirthday.sqlite3")) as connection:
        connection.executescript(gzip.decompress(DUMP.read_bytes()).decode())
    site = Alone(folder, fresh.static)
    process = site.serve(SECRET_KEY=SECRET_KEY)
    try:
        yield site
    finally:
        process.stop()


def page(site: Alone, path: str, cookie: str) -> str:
    address = f"http://127.0.0.1:{site.port}{path}"
    request = Request(address, headers={"Cookie": f"sessionid={cookie}", "Accept-Language": "en"})
    with urlopen(request, timeout=PATIENCE) as answer:
        assert answer.url == address
        return str(answer.read().decode())


def test_a_guest_of_version_1_is_still_that_guest(upgraded: Alone) -> None:
    assert "/t/4zgdp6wc/" in page(upgraded, "/yours/", GUEST)


def test_a_member_of_version_1_is_still_signed_in(upgraded: Alone) -> None:
    assert "ada@example.org" in page(upgraded, "/accounts/email/", MEMBER)


def test_a_mail_of_version_1_can_still_be_unsubscribed_from(upgraded: Alone) -> None:
    assert "Ada" in page(upgraded, f"/unsubscribe/{TOKEN}/", "")
