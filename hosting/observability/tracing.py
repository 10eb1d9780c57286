"""Spans for OpenTelemetry: requests, moves and the scheduler's work, and how long their parts take.

Tracing is off unless TRACES_URL is set. OpenTelemetry (requirements-tracing.txt) is only needed then.
A span has a name, a place and a duration. It carries the attributes in KEYS and nothing else, so no card, view, seed,
address or token leaves the site. Errors are reported by name, because messages may quote.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_only_middleware
from structlog.contextvars import get_contextvars

from config.environment import WrongSetting

# Ids of a table, a request and a socket; the others are words and numbers for the kind of work.
KEYS = {"table", "request", "socket", "game", "level", "moves", "method", "route", "status"}
_tracer: Any = None


def start(url: str) -> None:
    """Send spans to that URL from now on; nothing without one."""
    if not url:
        return
    if not url.startswith(("http://", "https://")):
        raise WrongSetting(
            f"TRACES_URL is {url!r}: set it to an address such as http://localhost:4318/v1/traces."
        )
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        raise WrongSetting(
            "TRACES_URL is set: pip install -r requirements-tracing.txt, or leave it out."
        ) from None
    trace_to(BatchSpanProcessor(OTLPSpanExporter(endpoint=url)))


def trace_to(processor: Any) -> None:
    """Send spans to a SpanProcessor of the SDK; None stops tracing."""
    global _tracer
    if processor is None:
        _tracer = None
        return
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider

    about = Resource.create({"service.name": "unbirthday", "process.pid": os.getpid()})
    provider = TracerProvider(resource=about)
    provider.add_span_processor(processor)
    _tracer = provider.get_tracer("unbirthday")


def span(name: str, **about: Any) -> AbstractContextManager[Any]:
    """Return a span for the block, as a child of the current one, with the ids of log lines."""
    return nullcontext() if _tracer is None else _span(name, about)


@contextmanager
def _span(name: str, about: dict[str, Any]) -> Iterator[Any]:
    with _tracer.start_as_current_span(
        name,
        attributes=_permitted(get_contextvars() | about),
        record_exception=False,
        set_status_on_exception=False,
    ) as span:
        try:
            yield span
        except Exception as error:
            _fail(span, getattr(error, "code", None) or type(error).__name__)
            raise


def _permitted(about: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in about.items() if key in KEYS}


def _fail(span: Any, why: object) -> None:
    from opentelemetry.trace import Status, StatusCode

    span.set_attribute("error.type", str(why))
    span.set_status(Status(StatusCode.ERROR))


def here() -> Any:
    """Return the current span's context, for work that is handed to another thread or task; None without tracing."""
    if _tracer is None:
        return None
    from opentelemetry import context

    return context.get_current()


@contextmanager
def within(what: Any) -> Iterator[None]:
    """Make spans in the block children of that context."""
    if what is None:
        yield
        return
    from opentelemetry import context

    token = context.attach(what)
    try:
        yield
    finally:
        context.detach(token)


@sync_only_middleware
def trace_requests(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: a span for each request, named by its URL pattern, because the URL may hold an invitation."""

    def answer(request: HttpRequest) -> HttpResponse:
        if _tracer is None:
            return get_response(request)
        with span("request", method=request.method) as request_span:
            response = get_response(request)
            if match := request.resolver_match:
                request_span.update_name(f"{request.method} {match.route}")
                request_span.set_attributes(_permitted({"route": match.route} | match.kwargs))
            request_span.set_attribute("status", response.status_code)
            return response

    return answer
