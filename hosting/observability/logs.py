"""Logging: one `key=value` line for each event, of Django and libraries, too.

Lines carry the ids of the request, socket and table that they belong to. `begin` sets them for a task.
"""

from __future__ import annotations

import logging
import logging.config
import os
import re
import secrets
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

import structlog
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_only_middleware
from structlog.typing import EventDict, Processor, WrappedLogger

# A valid request id from a reverse proxy. Other values of the header are not logged.
REQUEST_ID = re.compile(r"[0-9A-Za-z-]{8,64}")
# The most characters of one value. The middle of a longer one is left out.
LONGEST = 20_000


def _brief(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Leave the traceback out for passing database errors: the place where they were noticed helps nobody."""
    from django.core.exceptions import SuspiciousOperation

    from hosting.database_errors import is_passing

    info = event.get("exc_info")
    error = (
        info
        if isinstance(info, BaseException)
        else (sys.exc_info() if info is True else info or (None, None))[1]
    )
    if isinstance(error, SuspiciousOperation):
        # The message says what is wrong with the request; a traceback would point at our code. Django logs it as an
        # error, but strangers send such requests all day, and hosts have an alarm for errors.
        return {**event, "level": "warning", "exc_info": None}
    if is_passing(error):
        return {
            **event,
            "exc_info": None,
            "why": f"{type(error).__name__}: {str(error).partition(chr(10))[0]}",
        }
    return event


def _of_process(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    return {**event, "process": os.getpid()}


SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    _of_process,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso"),
    _brief,
    structlog.processors.format_exc_info,
]


def configure(options: Mapping[str, str]) -> None:
    """Set up logging, with `level` for the site's own lines. Django calls it with the setting LOGGING."""
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    logging.config.dictConfig(described(options["level"]))


def described(level: str) -> dict[str, Any]:
    """Return the handlers and loggers as `logging.config.dictConfig` takes them."""
    line = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": [_name, *SHARED],
        "processors": FINAL,
    }
    console = {"class": "logging.StreamHandler", "formatter": "line", "filters": ["few refusals"]}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"few refusals": {"()": FewRefusals}},
        "formatters": {"line": line},
        "handlers": {"console": console},
        "loggers": {
            "unbirthday": {"handlers": ["console"], "level": level, "propagate": False},
            # Django's own handlers would write to another stream and send mails.
            "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        },
        "root": {"handlers": ["console"], "level": "WARNING"},
    }


class FewRefusals(logging.Filter):
    """Limits Django's lines about refused requests, so that a flood does not fill the disk.

    `MOST` lines a second are written; the next line counts the others. `clock` returns seconds.
    """

    MOST = 10

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.clock, self.guard = clock, threading.Lock()
        self.second, self.written, self.left_out = 0, 0, 0

    def filter(self, record: logging.LogRecord) -> bool:
        if not 400 <= getattr(record, "status_code", 0) < 500:
            return True
        with self.guard:
            second = int(self.clock())
            if second != self.second:
                self.second, self.written = second, 0
            if self.written >= self.MOST:
                self.left_out += 1
                return False
            self.written += 1
            record.left_out, self.left_out = self.left_out, 0
        return True


def _name(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Add the logger's name to lines that are not the site's."""
    record: logging.LogRecord | None = event.get("_record")
    if record is None:
        return event
    left_out: int = getattr(record, "left_out", 0)
    return {**event, "logger": record.name, **({"left_out": left_out} if left_out else {})}


def _on_one_line(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Escape line breaks and control characters in values, and make keys valid for logfmt."""
    return {key.replace(" ", "_"): _plain(value) for key, value in event.items()}


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    text = str(value)
    if len(text) > LONGEST:
        text = f"{text[: LONGEST // 2]} … {text[-LONGEST // 2 :]}"
    return text if text.isprintable() else text.translate(BREAKS)


BREAKS = {
    code: repr(chr(code))[1:-1] for code in (*range(32), *range(127, 160), 0x2028, 0x2029) if code != 10
}
FINAL: list[Processor] = [
    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
    _on_one_line,
    structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"]),
]


def begin(**values: str | int) -> None:
    """Set the ids of every further line of this task. A socket's whole life is one task."""
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(**values)


def new_id() -> str:
    return secrets.token_hex(6)


@sync_only_middleware
def mark_requests(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: give each request an id, the proxy's if there is one. Lines and the header X-Request-ID carry it."""

    def answer(request: HttpRequest) -> HttpResponse:
        proxy_id = request.headers.get("X-Request-ID", "")
        mark = proxy_id if REQUEST_ID.fullmatch(proxy_id) else new_id()
        # The ids stay after the response, because Django logs a refusal afterwards. Each request has a context of its
        # own.
        begin(request=mark)
        response = get_response(request)
        response["X-Request-ID"] = mark
        return response

    answer.process_view = _mark_table  # type: ignore[attr-defined]
    return answer


def _mark_table(request: HttpRequest, view: Any, args: Any, kwargs: dict[str, Any]) -> None:
    if "table" in kwargs:
        structlog.contextvars.bind_contextvars(table=kwargs["table"])
