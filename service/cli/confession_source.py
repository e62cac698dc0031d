"""Where a confession comes from: a file, standard input, or a service."""

import sys
from pathlib import Path

from service.cli.client import JSON
from service.cli.failures import Failure, one_line_failures
from service.cli.json_input import json_in


def confession_in(source: str) -> JSON:
    """The confession in a file, at standard input (“-”) or of the game at an address."""
    return _at(source) if "://" in source else object_in(source)


def _at(address: str) -> JSON:
    from service.cli.remote_client import game_at

    with one_line_failures():
        service, game = game_at(address)
        return service.confession(game)


def object_in(source: str) -> JSON:
    """The JSON object in a file, or at standard input (“-”)."""
    try:
        data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
        content = json_in(data)
    except OSError as error:
        address = f"; as an address: http://{source}" if "/games/" in source else ""
        raise Failure(f"{source}: {error.strerror or error}{address}") from error
    except ValueError as error:
        raise Failure(f"{source}: not JSON") from error
    if not isinstance(content, dict):
        raise Failure(f"{source}: not a JSON object")
    return content
