"""Where the time of a guess goes: what it costs less when a part is left out.

The application answers in this process, without HTTP, from a real store. A part is left out by
putting something in its place that does nothing, or that remembers what came out before.
"""

import gc
import io
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

from flask import Response
from rich.table import Table

from service.api import games as games_api
from service.api import messages
from service.api.application import Application
from service.app import create_app
from service.engine.cheat_list import CheatList
from service.engine.game import Game, guess_letter
from service.engine.transcript import Answer
from service.play import games as play_games
from service.play import views
from service.play.catalogue import StoredGame
from service.play.requests import Guess
from service.settings import Settings
from service.store import game_store
from service.store.embedded import EmbeddedServer
from service.store.record import FORMAT, HEAD, Record, Retention
from tools.bench.load import Plan, cpu_of, plans
from tools.bench.markdown import show

ROUNDS: Final = 12
GAMES: Final = 60
BODY: Final = b"{" + b" " * 640 + b"}"  # a typical answer, and
PADDING: Final = bytes(500)  # a typical record: see sizes.py


class Connection:
    """Stands for a player's connection, so that games stay resident."""


class Memory:
    """A store's client without a store."""

    def __init__(self) -> None:
        self._values: dict[str, bytes] = {}

    def execute_command(self, command: str, key: str, *arguments: Any) -> Any:
        return self._values.get(key) if command == "GET" else self._set(key, arguments[0])

    def run(self, _script: object, key: str, _identity: bytes, value: bytes, _life: int) -> int:
        return self._set(key, value)

    def _set(self, key: str, value: bytes) -> int:
        self._values[key] = value
        return 1


class Remembered:
    """The engine: it remembers each answer, and the list that it left."""

    def __init__(self) -> None:
        self._answers: dict[tuple[object, ...], tuple[Answer, bytes]] = {}

    def __call__(self, game: Game, letter: str) -> Game:
        key = (game.lexicon, game.state.cheat_list.data, letter)
        if key not in self._answers:
            after = guess_letter(game, letter)
            self._answers[key] = after.transcript.answers[-1], after.state.cheat_list.data
        answer, data = self._answers[key]
        return game.after(game.transcript.after(answer), CheatList(len(game.lexicon), data=data))


class Records:
    """Values of a typical size, which only say where the record is."""

    def __init__(self) -> None:
        self._records: list[Record] = []

    def bytes_of(self, record: Record) -> bytes:
        self._records.append(record)
        head = HEAD.pack(record.identity[:8], 0, FORMAT, record.identity[8:])
        return head + len(self._records).to_bytes(8) + PADDING

    def record_in(self, value: bytes) -> Record:
        return self._records[int.from_bytes(value[HEAD.size : HEAD.size + 8]) - 1]


@contextmanager
def without(part: str, app: Application, remembered: Remembered) -> Iterator[None]:
    """The application without a part; "nothing" leaves it whole."""
    games, records = app.games, Records()
    replaced: dict[str, list[tuple[object, str, Any]]] = {
        "nothing": [],
        "store and its client": [(games.store, "client", Memory())],
        "engine": [(play_games, "guess_letter", remembered)],
        "record": [
            (game_store, "record_bytes", records.bytes_of),
            (game_store, "record_from", records.record_in),
        ],
        "view and JSON": [(views, "game_view", _nothing_seen), (messages, "answer", _blank)],
        "body and schema": [
            (messages, "_remembered", lambda _, body: Guess(chr(body[11]))),
        ],
        "headers and log": [
            (app, "before_request_funcs", {}),
            (app, "after_request_funcs", {}),
        ],
    }
    replaced[EVERYTHING] = [each for several in replaced.values() for each in several]
    with contextmanager(_all_replaced)(replaced[part]):
        yield


def _all_replaced(replaced: Sequence[tuple[object, str, Any]]) -> Iterator[None]:
    if not replaced:
        yield
        return
    (owner, name, other), *more = replaced
    with patch.object(owner, name, other), contextmanager(_all_replaced)(more):
        yield


def _nothing_seen(game_id: str, stored: StoredGame, _: Retention) -> Any:
    return SimpleNamespace(id=game_id, version=stored.record.version)


def _blank(_: Any, status: int = 200) -> Response:
    """A typical answer, whatever was seen."""
    return messages.VerbatimResponse(BODY, status, mimetype=messages.JSON)


PARTS: Final = (
    "store and its client", "engine", "record", "view and JSON", "body and schema",
    "headers and log",
)  # fmt: skip


EVERYTHING: Final = "all of these"


def seconds_a_guess(app: Application, games: Sequence[Plan], process: int) -> float:
    """CPU of the application and its store for each guess of some games."""
    places = [_call(app, "/games", plan.body)[1]["Location"] + "/guesses" for plan in games]
    connection, guesses = Connection(), 0
    began = time.process_time() + cpu_of([process])
    for place, plan in zip(places, games, strict=True):
        for letter in plan.letters:
            status, _ = _call(app, place, b'{"letter":"%s"}' % letter.encode(), connection)
            assert status.startswith("200"), (status, plan, place)
            guesses += 1
    return (time.process_time() + cpu_of([process]) - began) / guesses


def _call(
    app: Application, path: str, body: bytes, connection: Connection | None = None
) -> tuple[str, dict[str, str]]:
    answers: list[tuple[str, dict[str, str]]] = []
    environ = {
        "wsgi.version": (1, 0), "wsgi.url_scheme": "http", "wsgi.errors": sys.stderr,
        "wsgi.input": io.BytesIO(body), "wsgi.input_terminated": True, "wsgi.multithread": True,
        "wsgi.multiprocess": True, "wsgi.run_once": False, "REQUEST_METHOD": "POST",
        "PATH_INFO": path, "RAW_URI": path, "QUERY_STRING": "", "SCRIPT_NAME": "",
        "SERVER_PROTOCOL": "HTTP/1.1", "SERVER_NAME": "127.0.0.1", "SERVER_PORT": "8000",
        "REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "127.0.0.1:8000",
        "CONTENT_TYPE": "application/json", "CONTENT_LENGTH": str(len(body)),
        games_api.CONNECTION: connection,
    }  # fmt: skip
    b"".join(app(environ, lambda status, headers, *_: answers.append((status, dict(headers)))))  # type: ignore[arg-type]  # what it returns nobody calls
    return answers[0]


def measured() -> dict[str, list[float]]:
    """Rounds of the whole application, and of it without each part."""
    with TemporaryDirectory() as folder, EmbeddedServer(Path(folder)) as store:
        settings = Settings(redis_url=store.url, ratelimit_enabled=False)
        app, remembered = create_app(settings), Remembered()
        games = _plans_that_end(app, plans(1, GAMES))
        gc.collect()
        gc.freeze()  # as before the fork
        rounds: dict[str, list[float]] = {part: [] for part in ("nothing", *PARTS, EVERYTHING)}
        for _ in range(ROUNDS + 1):
            for part, seconds in rounds.items():
                with without(part, app, remembered):
                    seconds.append(seconds_a_guess(app, games, store.process_id))
    return {part: seconds[1:] for part, seconds in rounds.items()}  # the first remembers


def _plans_that_end(app: Application, games: Sequence[Plan]) -> list[Plan]:
    """The plans without the letters that come after the end of their games."""
    shorter, connection = [], Connection()
    for plan in games:
        place = _call(app, "/games", plan.body)[1]["Location"] + "/guesses"
        letters = [
            letter
            for letter in plan.letters
            if _call(app, place, b'{"letter":"%s"}' % letter.encode(), connection)[0][:3] == "200"
        ]
        shorter.append(Plan(plan.body, letters))
    return shorter


def table(rounds: dict[str, list[float]]) -> Table:
    whole, bare = rounds["nothing"], rounds[EVERYTHING]
    shown = Table(
        "left out", "us less", "of all",
        title=f"Where the time of a guess goes, without HTTP: {_spread(whole)} us of CPU, median "
        f"of {len(whole)} rounds ± half of the middle half",
    )  # fmt: skip
    for part in (*PARTS, EVERYTHING):
        less = [every - rest for every, rest in zip(whole, rounds[part], strict=True)]
        shown.add_row(part, _spread(less), f"{median(less) / median(whole):.0%}")
    shown.add_row("what remains: Flask", _spread(bare), f"{median(bare) / median(whole):.0%}")
    return shown


def _spread(seconds: Sequence[float]) -> str:
    """The median, and half of the range that the middle half of the rounds takes; us."""
    low, middle, high = quantiles(seconds, n=4)
    return f"{1e6 * middle:,.0f} ± {1e6 * (high - low) / 2:,.0f}"


def main() -> None:
    """Print the table; the log goes where nobody reads it."""
    output = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    shown = table(measured())
    os.dup2(output, 1)
    show(shown)
