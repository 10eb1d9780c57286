"""The log has one line for each event, from any library, with the ids of what it belongs to."""

from __future__ import annotations

import asyncio
import io
import logging
import logging.config
import os
import re
from collections.abc import Iterator

import pytest
import structlog
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from games.play.database_thread import DatabaseThread
from hosting.observability import logs


@pytest.fixture
def heard() -> Iterator[io.StringIO]:
    """Return what the site's own handler writes."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    described = logs.described("INFO")
    configured = logging.config.DictConfigurator(described)
    handler.setFormatter(configured.configure_formatter(described["formatters"]["line"]))
    loggers = [logging.getLogger(name) for name in ("unbirthday", "django", "some.library")]
    for logger in loggers:
        logger.addHandler(handler)
    yield stream
    structlog.contextvars.clear_contextvars()
    for logger in loggers:
        logger.removeHandler(handler)


def test_an_error_of_djangos_is_one_line_with_the_requests_id(heard: io.StringIO, client: Client) -> None:
    def broken(_: HttpRequest) -> HttpResponse:
        logging.getLogger("django.request").error("Internal\nerror", exc_info=ValueError("a\nb"))
        return HttpResponse()

    request = RequestFactory().get("/", headers={"X-Request-ID": "1234-abcd-5678"})
    response = logs.mark_requests(broken)(request)
    (line,) = heard.getvalue().splitlines()
    assert response["X-Request-ID"] == "1234-abcd-5678"
    for part in (
        "level=error",
        r'event="Internal\nerror"',
        "request=1234-abcd-5678",
        f"process={os.getpid()}",
        "logger=django.request",
        "ValueError: ",
    ):
        assert part in line or part.replace('"', "") in line


@pytest.mark.parametrize("header", ["", "short", "x" * 65, "a=b level=error", "abcdefgh\nlevel=error"])
def test_an_id_that_is_none_is_not_taken_over(header: str, client: Client) -> None:
    request = RequestFactory().get("/")
    request.META["HTTP_X_REQUEST_ID"] = header
    response = logs.mark_requests(lambda _: HttpResponse())(request)
    assert re.fullmatch(r"[0-9a-f]{12}", response["X-Request-ID"])


@pytest.mark.django_db
def test_a_page_of_a_table_marks_its_lines_with_the_table(heard: io.StringIO, client: Client) -> None:
    client.get("/t/abcd2345/", headers={"X-Request-ID": "1234-abcd-5678"})
    (line,) = [line for line in heard.getvalue().splitlines() if "Not Found" in line]
    assert "request=1234-abcd-5678" in line
    assert "table=abcd2345" in line


def test_a_visitor_cannot_write_a_line_of_their_own(heard: io.StringIO) -> None:
    name = "Ada\r\n\x1b[2Jtimestamp=now level=error\u2028event=hacked"
    structlog.get_logger("unbirthday.tests").warning("seated", name=name)
    text = heard.getvalue()
    assert text.count("\n") == 1
    assert not set(text[:-1]) & {"\r", "\x1b", "\u2028"}


def test_a_request_for_another_host_is_a_warning(heard: io.StringIO, client: Client) -> None:
    assert client.get("/", headers={"Host": "203.0.113.5"}).status_code == 400
    (line,) = heard.getvalue().splitlines()
    assert "level=warning" in line and "Invalid HTTP_HOST header" in line


def test_a_library_that_logs_is_told_apart(heard: io.StringIO) -> None:
    logging.getLogger("some.library").warning("one %s\nand more", "thing")
    (line,) = heard.getvalue().splitlines()
    assert "logger=some.library" in line
    assert "level=warning" in line


def test_a_threads_work_for_a_socket_is_logged_with_the_sockets_id(
    heard: io.StringIO, transactional_db: None
) -> None:
    async def socket() -> None:
        logs.begin(socket="f00d", table="abcd2345")
        thread = DatabaseThread("test")
        await thread.run(lambda: structlog.get_logger("unbirthday.tests").warning("stored"))
        thread.stop()

    asyncio.run(socket())
    (line,) = heard.getvalue().splitlines()
    assert "socket=f00d" in line
    assert "table=abcd2345" in line


def test_of_a_flood_of_refusals_a_few_lines_a_second_are_written_and_the_rest_is_counted(
    heard: io.StringIO,
) -> None:
    now = [7.5]
    few = logs.FewRefusals(lambda: now[0])
    django = logging.getLogger("django.request")
    django.addFilter(few)
    try:
        for _ in range(50):
            django.warning("Too Many Requests", extra={"status_code": 429})
        django.error("Broken", extra={"status_code": 500})
        lines = heard.getvalue().splitlines()
        assert len(lines) == few.MOST + 1 and "event=Broken" in lines[-1]
        now[0] = 8.0
        django.warning("Too Many Requests", extra={"status_code": 429})
        assert "left_out=40" in heard.getvalue().splitlines()[-1]
    finally:
        django.removeFilter(few)


def test_the_sites_handler_leaves_refusals_out() -> None:
    assert logs.described("INFO")["handlers"]["console"]["filters"] == ["few refusals"]


def test_of_a_long_value_the_beginning_and_the_end_are_written(heard: io.StringIO) -> None:
    structlog.get_logger("unbirthday.test").warning("long", text="a" * 300_000 + "z" * 300_000)
    (line,) = heard.getvalue().splitlines()
    assert len(line) < logs.LONGEST + 300 and "aaa … zzz" in line
