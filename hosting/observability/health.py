"""Probes of supervisors and reverse proxies.

`/healthz` checks that this process is alive. `/readyz` checks that it can store, that static files are there and that a
scheduler runs; `/readyz/store` checks only that it can store. They are answered before all other middleware and under
any host name, so that no other part of the site matters.
"""

from __future__ import annotations

import math
import shutil
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Lock

import structlog
from django.conf import settings
from django.core import signing
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.decorators import sync_only_middleware

from hosting import outage, pulse, static_files

log = structlog.get_logger("unbirthday.hosting")
# Seconds that the database may take to store one row, and for which a good result is valid.
PATIENCE, GOOD_FOR = 2.0, 2.0
# Seconds for which a bad result is valid.
AGAIN = 0.5
DATABASE = "the database"
# Bytes that must be free on the site's disk.
ROOM = 50_000_000
READY, CAN_STORE = "/readyz", "/readyz/store"
DOCTOR, SALT, FRESH = "X-Doctor", "hosting.doctor", 60


class Store:
    """Checks in a thread of its own whether this process can store, so that a hanging database blocks nothing else."""

    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="health")
        self.lock = Lock()
        self.running: Future[str] | None = None
        self.trouble, self.until, self.since = "", 0.0, 0.0

    def ask(self) -> str:
        """Return the reason why the process can't store; "" if it can."""
        with self.lock:
            if time.monotonic() >= self.until:
                before, self.trouble = self.trouble, self._find()
                self.until = time.monotonic() + (AGAIN if self.trouble else GOOD_FOR)
                if bool(self.trouble) != bool(before):
                    event = "can_not_store" if self.trouble else "can_store_again"
                    log.warning(event, why=self.trouble or before)
            return self.trouble

    @property
    def is_away(self) -> bool:
        """True if the database was unreachable a moment ago, or has not answered a query in time."""
        now, running = time.monotonic(), self.running
        if self.trouble.startswith(DATABASE) and now < self.until + PATIENCE + GOOD_FOR:
            return True
        return running is not None and not running.done() and now - self.since > PATIENCE

    def _find(self) -> str:
        if self.running is None or self.running.done():
            self.since = time.monotonic()
            self.running = self.thread.submit(trouble)
        try:
            return self.running.result(PATIENCE)
        except TimeoutError:
            if connection.vendor == "postgresql":
                connection.cut_off()  # type: ignore[attr-defined]  # hosting.postgresql
            return f"{DATABASE} does not answer within {PATIENCE:.0f} s"


store = Store()
# True once this process has been told to end, so that a reverse proxy sends no more requests.
leaving = False


def trouble() -> str:
    """Store a row. Return what went wrong in a few words, or ""."""
    try:
        if shutil.disk_usage(Path(settings.VAR_DIR)).free < ROOM:
            return "the disk is full"
        pulse.beat(pulse.STORE)
        return ""
    except Exception as error:
        return f"{DATABASE} can't store: {type(error).__name__}"
    finally:
        connection.close()


def scheduler_trouble() -> str:
    try:
        age = pulse.age()
    except Exception as error:
        return f"the database can't be read: {type(error).__name__}"
    if age is None:
        return "no scheduler has ever run"
    return f"the scheduler was last heard of {age.total_seconds():.0f} s ago" if age > pulse.LATE else ""


def scheduler_seconds() -> float:
    """Return the seconds since the scheduler's last pulse, for the metrics; NaN if unknown."""
    try:
        age = pulse.age()
        return age.total_seconds() if age else math.nan
    except Exception:
        return math.nan
    finally:
        connection.close()


def leave() -> None:
    """Make this process not ready from now on."""
    global leaving
    leaving = True


@sync_only_middleware
def answer_probes(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer probes. The first middleware, so without session, host name or cookie."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.path_info == "/healthz":
            return _alive(request)
        if request.path_info in (READY, CAN_STORE):
            return _ready(whole=request.path_info == READY)
        if store.is_away and connection.vendor == "postgresql":
            # Each request would wait for seconds in vain. SQLite still answers readers while somebody writes.
            return outage.away()
        return get_response(request)

    return answer


def _alive(request: HttpRequest) -> HttpResponse:
    """Answer `ok`. The doctor, which proves that it knows SECRET_KEY, also gets how the request arrived here."""
    if DOCTOR in request.headers and _is_doctor(request.headers[DOCTOR]):
        return JsonResponse(_arrival(request))
    return _text("ok", 200)


def _is_doctor(proof: str) -> bool:
    try:
        signing.TimestampSigner(salt=SALT).unsign(proof, max_age=FRESH)
    except signing.BadSignature:
        return False
    return True


def _arrival(request: HttpRequest) -> dict[str, object]:
    chain = [
        address.strip()
        for address in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
        if address.strip()
    ]
    return {
        "host": request.META.get("HTTP_HOST", ""),
        "scheme": request.META.get("HTTP_X_FORWARDED_PROTO", ""),
        "forwarded": chain,
    }


def _ready(*, whole: bool) -> HttpResponse:
    why = "this process is ending" if leaving else store.ask()
    if not why and whole:
        why = ("" if settings.DEBUG else static_files.lost()) or scheduler_trouble()
    return _text(why or "ready", 503 if why else 200)


def _text(text: str, status: int) -> HttpResponse:
    response = HttpResponse(f"{text}\n", content_type="text/plain; charset=utf-8", status=status)
    # Probes come every second; `ask` logs changes.
    response._has_been_logged = True  # type: ignore[attr-defined]
    response["Cache-Control"] = "no-store"
    return response
