"""Traces: what a span tells, and what it must not."""

from types import SimpleNamespace

import pytest
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from redis.exceptions import ConnectionError as NotConnected

from service.serving import tracing
from service.serving.tracing import Tracing


def test_span_of_a_command_that_failed_says_so_and_not_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: str) -> None:
        raise NotConnected("secret.example:6379 does not answer")

    spans = InMemorySpanExporter()
    monkeypatch.setattr(tracing, "OTLPSpanExporter", lambda: spans)
    monkeypatch.setattr(tracing, "BatchSpanProcessor", SimpleSpanProcessor)
    client = Tracing().traced(SimpleNamespace(execute_command=away))

    for command in ("GET", "MADE UP"):
        with pytest.raises(NotConnected):
            client.execute_command(command)

    assert [span.name for span in spans.get_finished_spans()] == ["GET", "other"]
    for span in spans.get_finished_spans():
        assert (span.status.is_ok, span.events) == (False, ())
        assert "secret" not in span.to_json()
