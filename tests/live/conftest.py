"""One service for all tests, with metrics, traces, and permission for pages of other origins."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.answering import answering
from tests.support.running import Service, free_port, serving

PAGE = "https://play.example"


@dataclass
class Observed:
    """The service, the address of its metrics, and the spans that its collector received."""

    service: Service
    metrics: str
    spans: Sequence[Any]


@pytest.fixture(scope="session")
def observed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Observed]:
    spans: list[Any] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
                spans.extend(span for scope in resource.scope_spans for span in scope.spans)
            self.send_response(200)
            self.end_headers()

    port = free_port()
    environ = {
        "HANGMAN_HOST": "[::]",
        "HANGMAN_CORS_ORIGINS": f"https://b.example,{PAGE}",
        "HANGMAN_METRICS_PORT": str(port),
        "OTEL_BSP_SCHEDULE_DELAY": "100",
    }
    with (
        answering(Collector) as url,
        serving(
            tmp_path_factory.mktemp("observed"), OTEL_EXPORTER_OTLP_ENDPOINT=url, **environ
        ) as service,
    ):
        yield Observed(service, f"http://127.0.0.1:{port}/metrics", spans)
