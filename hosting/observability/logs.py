"""Every line of the log alike, Django's and the libraries' too: one `key=value` line, with the ids of the request, the
socket and the table that it belongs to. `bind` says what the lines that follow belong to, in this task or thread."""

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
from contextlib import AbstractContextManager
from typing import Any

import structlog
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_only_middleware
from structlog.typing import EventDict, Processor, WrappedLogger

# An id that a reverse proxy has given; what else comes in that header is not ours to write into a log.
GIVEN = re.compile(r"[0-9A-Za-z-]{8,64}")
# Characters of one value; of a longer one the beginning and the end.
LONGEST = 20_000


def _brief(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Of a database that is away, full, locked or read-only one line says all: where in our code that was noticed helps
    nobody."""
    from django.core.exceptions import SuspiciousOperation

    from hosting.database_errors import is_passing

    info = event.get("exc_info")
    error = (
        info
        if isinstance(info, BaseException)
        else (sys.exc_info() if info is True else info or (None, None))[1]
    )
    if isinstance(error, SuspiciousOperation):
        # What is wrong with the request stands in the line; it was made by somebody, not by us.
        return {**event, "exc_info": None}
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
    """Set up logging; `level` is that of the site's own lines. Called by Django with the setting LOGGING."""
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
            # Django's own would go to a stream of its own, and by mail.
            "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        },
        "root": {"handlers": ["console"], "level": "WARNING"},
    }


class FewRefusals(logging.Filter):
    """A flood of requests that are refused must not fill the disk: of Django's lines about them so many a second are
    written, and the next says how many were not. `clock` tells seconds."""

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
    """Whose line it is, if it is not ours."""
    record: logging.LogRecord | None = event.get("_record")
    if record is None:
        return event
    left_out: int = getattr(record, "left_out", 0)
    return {**event, "logger": record.name, **({"left_out": left_out} if left_out else {})}


def _on_one_line(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """No line break in any value, nor anything that a terminal would obey; keys as logfmt wants them."""
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


def bind(**ids: str | int) -> AbstractContextManager[None]:
    """`with bind(table="k7m2p9qx"):` every line from within carries it."""
    return structlog.contextvars.bound_contextvars(**ids)


def begin(**given: str | int) -> None:
    """Every line of this task from now on carries them: a socket's whole life is one task."""
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(**given)


def ids() -> dict[str, Any]:
    """What lines carry here and now; for work that is handed to another thread."""
    return structlog.contextvars.get_contextvars()


def new_id() -> str:
    return secrets.token_hex(6)


@sync_only_middleware
def mark_requests(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Each request has an id, the proxy's if it gives one; it stands in its lines and in the answer's X-Request-ID."""

    def answer(request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        mark = given if GIVEN.fullmatch(given) else new_id()
        # Not ended with the answer: what Django says of a refusal it says afterwards. Each request is a context of its
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
