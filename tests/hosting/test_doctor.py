"""`manage.py doctor` finds ten deliberate mistakes, and reports nothing about a correct site."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from hosting.doctor import Level, examine, files
from hosting.doctor.settings import check_names
from hosting.models import Pulse
from hosting.pulse import LATE
from scripts.cluster.process import ROOT, free_port, until
from tests.hosting.conftest import Alone


class CarelessProxy(BaseHTTPRequestHandler):
    """Passes requests on with another Host header, supports no sockets, and lets visitors forge their address."""

    site = 0

    def do_GET(self) -> None:
        with socket.create_connection(("127.0.0.1", self.site)) as behind:
            headers = "".join(
                f"{name}: {value}\r\n"
                for name, value in self.headers.items()
                if name.lower() not in ("host", "upgrade", "connection", "x-forwarded-for")
            )
            forwarded = self.headers.get("X-Forwarded-For", "127.0.0.1")
            headers += f"Host: 127.0.0.1\r\nX-Forwarded-For: {forwarded}\r\nConnection: close\r\n"
            behind.sendall(f"GET {self.path} HTTP/1.1\r\n{headers}\r\n".encode())
            while part := behind.recv(65536):
                self.wfile.write(part)

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def careless(site: int) -> Iterator[int]:
    handler = type("Handler", (CarelessProxy,), {"site": site})
    with HTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join()


def test_a_site_that_is_well_is_left_in_peace(alone: Alone) -> None:
    running = alone.serve()
    try:
        until("the scheduler beats", lambda: alone.manage("doctor", "--only", "scheduler").returncode == 0)
        process = alone.manage("doctor", "--quiet")
    finally:
        running.stop()
    assert (process.stdout, process.stderr, process.returncode) == ("", "", 0)


# The mistakes, by the check that must find them, with a part of its message.
PLANTED = {
    "DEBUG left on": ("settings", "DEBUG is on"),
    "an http SITE_URL with HTTPS=true": ("settings", "and HTTPS is true"),
    "a name that is not allowed": ("hosts", "127.0.0.1 of SITE_URL is not in ALLOWED_HOSTS"),
    "a key that can be guessed": ("keys", "SECRET_KEY can be guessed"),
    "a key file for everybody": ("files", "others may read"),
    "static files not collected": ("static", "have not been collected"),
    "several processes on SQLite": ("database", "several processes on SQLite"),
    "no Valkey": ("valkey", "Valkey does not answer"),
    "no mail server": ("mail", "does not take our mails"),
    "a proxy too many trusted": ("proxies", "TRUSTED_PROXIES is 2: visitors can invent their address"),
    "a proxy that changes the Host": ("proxies", "and told 127.0.0.1"),
    "a proxy that does not say HTTPS": ("proxies", "not told that visitors come over HTTPS"),
    "a proxy without sockets": ("socket", "a socket is answered with 4"),
}


def test_every_misconfiguration_that_is_planted_is_found(alone: Alone, tmp_path: Path) -> None:
    (alone.folder / "secret-key").chmod(0o644)
    guessed = "unbirthday" * 5
    running = alone.serve(SECRET_KEY=guessed)
    try:
        with careless(alone.port) as proxy:
            process = alone.manage(
                "doctor",
                SECRET_KEY=guessed,
                DEBUG="true",
                SITE_URL=f"http://127.0.0.1:{proxy}",
                ALLOWED_HOSTS="cards.example.org",
                HTTPS="true",
                TRUSTED_PROXIES="2",
                CHANNEL_URL=f"redis://127.0.0.1:{free_port()}/0",
                EMAIL_URL=f"smtp://127.0.0.1:{free_port()}",
                STATIC_ROOT=str(tmp_path / "nowhere"),
            )
    finally:
        running.stop()
    assert process.returncode == Level.WRONG, process.stderr
    lines = [line.split(maxsplit=2)[1:] for line in process.stdout.splitlines() if line.startswith("WRONG")]
    findings = {
        what
        for what, (check, words) in PLANTED.items()
        if any(line[0] == f"{check}:" and words in line[1] for line in lines)
    }
    assert PLANTED.keys() - findings == set(), process.stdout
    # Each message also says what to do.
    assert [line for line in lines if ". " not in line[1] or ".." in line[1]] == []


def findings_of(check: str) -> list[tuple[Level, str]]:
    return [(finding.level, finding.sentence) for _, finding in examine([check])]


def test_settings_that_make_no_sense_are_wrong_to_whoever_reads_the_status(alone: Alone) -> None:
    """The status 1 would mean a warning."""
    process = alone.manage("doctor", "--quiet", HTTPS="ja")
    assert (process.returncode, process.stderr) == (Level.WRONG, "")
    assert process.stdout == "WRONG     settings: HTTPS is 'ja': set it to true or false.\n"


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("SITEURL", "SITE_URL"),
        ("ALLOWED_HOST", "ALLOWED_HOSTS"),
        ("TRUSTED_PROXY", "TRUSTED_PROXIES"),
        ("email_url", "EMAIL_URL"),
        ("DJANGO_SECRET_KEY", "SECRET_KEY"),
    ],
)
def test_a_misspelt_name_is_found(name: str, meant: str) -> None:
    (finding,) = check_names([name])
    assert finding.level is Level.WRONG
    assert finding.sentence == f"{name} is set, and there is no such setting"
    assert finding.todo == f"Write {meant}, if you mean that."


def test_names_of_other_programs_are_left_in_peace(settings: Any) -> None:
    others = (
        "PATH",
        "HOME",
        "LANG",
        "USER",
        "SHELL",
        "HTTPS_PROXY",
        "no_proxy",
        "PGPASSWORD",
        "SSL_CERT_FILE",
    )
    assert list(check_names([*others, "DJANGO_SETTINGS_MODULE", *settings.SETTINGS])) == []
    # If the right name is set too, the wrong one isn't a mistake.
    assert list(check_names(["SITEURL", "SITE_URL"])) == []


def test_every_setting_is_known_to_the_doctor_and_documented(settings: Any) -> None:
    rows = re.findall(r"^\| (`[A-Z_`, ]+) \|", (ROOT / "docs" / "hosting.md").read_text(), re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == settings.SETTINGS


@contextmanager
def answering(status: int) -> Iterator[str]:
    """Return the address of a site, or a proxy before it, that answers every request with this status."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_error(status)

        def log_message(self, *_: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize(
    ("status", "todo"),
    [(500, "its log says"), (502, "does not reach the site"), (503, "what is wrong above")],
)
def test_a_site_that_fails_is_not_told_to_be_started_only(status: int, todo: str, settings: Any) -> None:
    with answering(status) as settings.SITE_URL:
        findings = [finding for _, finding in examine(["page", "proxies", "socket"])]
    assert [finding.level for finding in findings] == [Level.WRONG] * 3
    assert all(
        f"is answered with {status}" in finding.sentence and todo in finding.todo for finding in findings
    ), findings


@pytest.mark.django_db
def test_a_clock_that_differs_from_the_databases_is_found() -> None:
    with time_machine.travel(timezone.now() - timedelta(minutes=5)):
        ((level, words),) = findings_of("clock")
    assert level is Level.WRONG
    assert words.startswith(("the database's clock is +299.", "the database's clock is +300."))


@pytest.mark.django_db
def test_a_scheduler_that_has_stopped_is_found() -> None:
    with time_machine.travel(timezone.now(), tick=False):
        Pulse.objects.create(name="scheduler", at=timezone.now() - LATE - timedelta(seconds=60))
        assert findings_of("scheduler") == [(Level.WRONG, "the scheduler was last heard of 120 s ago")]


@pytest.mark.django_db
def test_a_disk_that_fills_up_is_found() -> None:
    levels = [next(files.check_disk(*sizes)).level for sizes in ((1, 1), (10**18, 1), (10**18, 10**18))]
    assert levels == [Level.RIGHT, Level.DOUBTFUL, Level.WRONG]


@pytest.mark.django_db
def test_a_check_that_fails_itself_is_a_finding(settings: Any) -> None:
    settings.VAR_DIR = "/nowhere/at/all"
    ((level, words),) = findings_of("disk")
    assert level is Level.WRONG
    assert words.startswith("could not be looked at: FileNotFoundError")


def test_a_database_that_is_behind_is_found(alone: Alone) -> None:
    process = alone.manage("migrate", "hosting", "zero", "-v0")
    assert process.returncode == 0, process.stderr
    doctor = alone.manage("doctor", "--only", "migrations", "scheduler")
    assert "WRONG     migrations: 1 migrations are not applied" in doctor.stdout
