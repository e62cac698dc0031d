"""Traces by OpenTelemetry: a span for each request, and within it one for each store command.

OpenTelemetry's own packages patch Flask and redis-py, and cost 70 us a request even if nobody
listens. So we make the spans ourselves, and only if traces are wanted.
"""

from collections.abc import Callable
from typing import Any

from flask import Flask, Response, g, request

from service.engine.errors import HangmanError
from service.serving.metrics import COMMANDS, one_of, route_and_method
from service.store.clients import Client

SERVICE = "evil-hangman"


class NoTracing(HangmanError):
    """The packages for traces are not installed; `str(error)` says how to install them."""


class Tracing:
    """Makes spans; a thread in each worker sends them in batches, as the OTEL_* variables say.

    Raises NoTracing.
    """

    def __init__(self) -> None:
        try:
            from opentelemetry import context, propagate, trace
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
            from opentelemetry.sdk.resources import Resource
            from opentelemetry.sdk.trace import TracerProvider
            from opentelemetry.sdk.trace.export import BatchSpanProcessor
        except ImportError as error:
            raise NoTracing(
                "traces need an extra: pip install '.[trace]' in the project's folder"
            ) from error
        provider = TracerProvider(resource=Resource.create({"service.name": SERVICE}))
        provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        self._tracer = provider.get_tracer(SERVICE)
        self._context, self._propagate, self._trace = context, propagate, trace

    def register(self, app: Flask) -> None:
        """Trace each request of the app, within the caller's trace if the request names one."""
        app.before_request(self._begin)
        app.after_request(self._describe)
        app.teardown_request(self._end)

    def span(self, name: str) -> Any:
        """A span around a command to the store."""
        return self._tracer.start_as_current_span(name, kind=self._trace.SpanKind.CLIENT)

    def _begin(self) -> None:
        caller = self._propagate.extract(request.headers)
        route, method = route_and_method()
        g.span = self._tracer.start_span(
            f"{method} {route}",
            caller,
            self._trace.SpanKind.SERVER,
            {"http.request.method": method, "http.route": route},
        )
        g.traced = self._context.attach(self._trace.set_span_in_context(g.span, caller))
        g.log_fields["trace_id"] = f"{g.span.get_span_context().trace_id:032x}"

    def _describe(self, response: Response) -> Response:
        if "span" in g:
            g.span.set_attribute("http.response.status_code", response.status_code)
        return response

    def _end(self, _: BaseException | None) -> None:
        if "traced" in g:
            self._context.detach(g.pop("traced"))
            g.span.end()


class TracedClient:
    """A client with a span around each command."""

    def __init__(self, client: Client, span: Callable[[str], Any]) -> None:
        self._client = client
        self._span = span

    def execute_command(self, *arguments: Any) -> Any:
        """As the client does."""
        with self._span(one_of(COMMANDS, arguments[0])):
            return self._client.execute_command(*arguments)
