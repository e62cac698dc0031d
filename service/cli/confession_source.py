"""Where a confession comes from: a file, standard input, or a service."""

import json
import re
import sys
from pathlib import Path
from typing import Final

from service.cli.client import JSON
from service.cli.failures import Failure, one_line_failures

# …/games/<id>, its confession, or the page that shows it, …/#<id>
ADDRESS: Final = re.compile(
    r"(?P<service>https?://.+?)/(?:games/|#)(?P<id>[0-9a-z]{26})(?:/confession)?/?"
)


def confession_in(source: str) -> JSON:
    """The confession in a file, at standard input (“-”) or of the game at an address."""
    return _at(source) if "://" in source else _in(source)


def _at(url: str) -> JSON:
    from service.cli.remote_client import RemoteClient

    address = ADDRESS.fullmatch(url)
    if not address:
        raise Failure(f"{url} is no game's address, such as http://localhost:8000/games/ID")
    with one_line_failures():
        return RemoteClient(address["service"]).confession({"id": address["id"]})


def _in(source: str) -> JSON:
    try:
        data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
        content = json.loads(data)
    except OSError as error:
        raise Failure(f"{source}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise Failure(f"{source}: not JSON") from error
    if not isinstance(content, dict):
        raise Failure(f"{source}: not a JSON object")
    return content
