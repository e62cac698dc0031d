"""Traces by OpenTelemetry: a span for each request, and within it one for each store command.

OpenTelemetry's packages for Flask and redis-py would put paths, addresses and user agents into the
spans, and do not see our client of the store. So we make the spans ourselves, without these.
"""

import time
from contextlib import ExitStack
from typing import Final

from flask import Flask, Response, g, request
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.propagate import extract
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, StatusCode, format_trace_id, get_current_span
from redis.exceptions import RedisError

from service.serving.metrics import COMMANDS, METHODS, OTHER, route_of_request

SERVICE: Final = "evil-hangman"


class Tracing:
    """Makes spans; a thread in each worker sends them in batches, as the OTEL_* variables say."""

    def __init__(self) -> None:
        provider = TracerProvider(resource=Resource.create({"service.name": SERVICE}))
        provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        self._tracer = provider.get_tracer(SERVICE)

    def register(self, app: Flask) -> None:
        """Trace each request of the app, within the caller's trace if the request names one."""
        app.before_request(self._begin)
        app.after_request(self._end)

    def observe_command(self, command: str, seconds: float, error: RedisError | None) -> None:
        """Add a span for a command to the store; it omits an error's text, which may be secret."""
        now = time.time_ns()
        span = self._tracer.start_span(
            command if command in COMMANDS else OTHER,
            kind=SpanKind.CLIENT,
            start_time=now - round(1e9 * seconds),
        )
        if error:
            span.set_status(StatusCode.ERROR)
        span.end(now)

    def _begin(self) -> None:
        route = route_of_request()
        method = request.method if request.method in METHODS else OTHER
        g.span = ExitStack()
        span = g.span.enter_context(
            self._tracer.start_as_current_span(
                f"{method} {route}",
                extract(request.headers),
                SpanKind.SERVER,
                {"http.request.method": method, "http.route": route},
            )
        )
        g.log_fields["trace_id"] = format_trace_id(span.get_span_context().trace_id)

    def _end(self, response: Response) -> Response:
        if "span" in g:  # not if the worker refused the request
            get_current_span().set_attribute("http.response.status_code", response.status_code)
            g.span.close()
        return response
