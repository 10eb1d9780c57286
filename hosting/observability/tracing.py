"""Spans for OpenTelemetry: what a request, a move and the scheduler's work take, and in which part. Off unless
TRACES_URL is set; OpenTelemetry (requirements-tracing.txt) need not be installed until then.

A span says what was done, where and how long it took. It carries what KEYS names and nothing else: no card, view, seed,
address or token leaves by this way, whoever calls. Of what went wrong it has the name alone, for messages quote."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_only_middleware

from config.environment import WrongSetting
from hosting.observability import logs

# Ids of a table, a request and a socket; the others are words and numbers that say what kind of work it was.
KEYS = {"table", "request", "socket", "game", "level", "moves", "method", "route", "status"}
_tracer: Any = None


def start(url: str) -> None:
    """From now on spans are sent there; nothing without an address."""
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
    """To an SDK's SpanProcessor; None: no more."""
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
    """What is done here; it belongs to what is being done around it, and carries the ids that lines of the log
    carry."""
    return nullcontext() if _tracer is None else _span(name, about)


@contextmanager
def _span(name: str, about: dict[str, Any]) -> Iterator[Any]:
    with _tracer.start_as_current_span(
        name, attributes=_told(logs.ids() | about), record_exception=False, set_status_on_exception=False
    ) as span:
        try:
            yield span
        except Exception as error:
            _fail(span, getattr(error, "code", None) or type(error).__name__)
            raise


def _told(about: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in about.items() if key in KEYS}


def _fail(span: Any, why: object) -> None:
    from opentelemetry.trace import Status, StatusCode

    span.set_attribute("error.type", str(why))
    span.set_status(Status(StatusCode.ERROR))


def here() -> Any:
    """What is being done, for work that is handed to another thread or task; None while nobody traces."""
    if _tracer is None:
        return None
    from opentelemetry import context

    return context.get_current()


@contextmanager
def within(what: Any) -> Iterator[None]:
    """Spans in it belong to that."""
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
    """A span for each request, by the pattern of its address: the address itself may hold an invitation."""

    def answer(request: HttpRequest) -> HttpResponse:
        if _tracer is None:
            return get_response(request)
        with span("request", method=request.method) as found:
            response = get_response(request)
            if match := request.resolver_match:
                found.update_name(f"{request.method} {match.route}")
                found.set_attributes(_told({"route": match.route} | match.kwargs))
            found.set_attribute("status", response.status_code)
            return response

    return answer
