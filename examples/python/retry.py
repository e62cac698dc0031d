"""Requests that survive a bad network: a transport for httpx."""

import random
import time
from uuid import uuid4

import httpx

PATIENCE = 10  # seconds; a service that is to be left alone for longer says so in its response


class Refused(Exception):
    """The service refused: the text is written for players, and `code` is for programs."""

    def __init__(self, detail: str, code: str) -> None:
        super().__init__(detail)
        self.code = code


class Retry(httpx.HTTPTransport):
    """Sends a request again until the service responds, five times at most.

    A request without an Idempotency-Key gets one, and each retry repeats it: nothing is done twice.
    A body that is no JSON of the service comes from a captive portal or a proxy, or was cut: it
    counts as no response.
    """

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Raises httpx.RequestError if no try brings a response of the service."""
        request.headers.setdefault("Idempotency-Key", str(uuid4()))
        for pause in (1, 2, 4, 8):
            try:
                response = self.response(request)
            except httpx.RequestError:
                time.sleep(pause + random.random())
                continue
            header = response.headers.get("Retry-After", "")
            wait = int(header) if header.isdecimal() else pause
            if response.status_code not in (429, 503) or wait > PATIENCE:
                return response
            time.sleep(wait + random.random())
        return self.response(request)

    def response(self, request: httpx.Request) -> httpx.Response:
        """The whole response to one try."""
        response = super().handle_request(request)
        response.read()
        if response.status_code in (204, 304):  # after a DELETE, if nothing has changed
            return response
        if not is_ours(response):
            raise httpx.ReadError("That was not the service. Are you signed in to this network?")
        return response


def is_ours(response: httpx.Response) -> bool:
    """Whether this is a whole object in JSON and, if it refuses, a problem."""
    try:
        content = response.json()
    except ValueError:
        return False
    return isinstance(content, dict) and (response.is_success or "detail" in content)
