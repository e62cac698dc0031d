"""The service in this process; the cost of each request is measured in plain guesses.

Work of the helper process runs here, too, with copies as there, and is measured apart: the rest is
the loop's, and other requests wait for it.
"""

import gc
import json
import logging
import math
import pickle
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from statistics import median
from typing import Any, Final, TypeAlias

import structlog

from service.api.application import Application
from service.app import application
from service.dictionaries.dictionary import Dictionary, load_all
from service.play.catalogue import Catalogue
from service.play.confession import Confessions
from service.play.games import Games
from service.play.help import Help
from service.play.slow_work import NOBODY, Data, Result
from service.search.figures import Figures
from service.settings import Settings, shipped
from service.store.commands import Argument
from service.store.game_store import GameStore
from service.store.memory import Memory
from service.store.record import Retention
from service.store.scripts import CLAIM_WORD, Script
from tests.support import factory

LIFE: Final = Retention(played=86_400_000, unplayed=86_400_000)
REFUSED: Final = (400, 413, 415, 422)
PLAIN_LENGTHS: Final = range(4, 13)  # as `make bench` plays
PLAIN_LETTERS: Final = "etaoinsr"

Text: TypeAlias = tuple[str, str, int, str]  # a head, a unit, how often it is repeated, a tail


def written(text: Text) -> str:
    """The whole text; each # in the unit becomes the number of the repetition."""
    head, unit, times, tail = text
    if "#" in unit:
        return head + "".join(unit.replace("#", str(number)) for number in range(times)) + tail
    return head + unit * times + tail


@dataclass(frozen=True)
class Played:
    """The game of a request: its start, and the letters and words that were guessed.

    The `last_letters` come after the words, and may end the game. With all 26, each word was
    guessed while nearly all words were left.
    """

    start: Mapping[str, Any]
    letters: str = ""
    words: int = 0
    first_word: int = 0
    last_letters: int = 3


@dataclass(frozen=True)
class Request:
    """A request, short enough for a file. Its path may contain {game_id} or {watch_id}."""

    method: str
    path: str
    query: Text = ("", "", 0, "")
    headers: Mapping[str, Text] = field(default_factory=dict)
    body: Text | None = None
    game: Played | None = None

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Request":
        """The request that was written as JSON."""
        game = values["game"] and Played(**values["game"])
        return cls(**{**values, "game": game})


@dataclass(frozen=True)
class Cost:
    """The cost of a request in plain guesses, all and the loop's; its answer's status and size."""

    guesses: float
    of_loop: float
    status: int
    bytes: int

    @property
    def is_refusal(self) -> bool:
        return self.status in REFUSED


@dataclass(frozen=True)
class Aspect:
    """A figure in which a request can be the worst, and the promised maximum."""

    value: Callable[[Cost], float]
    promised: float = math.inf

    def is_kept(self, cost: Cost, slack: float = 1.0) -> bool:
        return self.value(cost) <= slack * self.promised


ASPECTS: Final[Mapping[str, Aspect]] = {
    "most CPU": Aspect(lambda cost: 0 if cost.is_refusal else cost.guesses, 300),
    "most CPU of the loop": Aspect(lambda cost: cost.of_loop, 18),  # 5 ms
    "most bytes": Aspect(lambda cost: 0 if cost.is_refusal else cost.bytes, 262_144),
    "most CPU, refused": Aspect(lambda cost: cost.guesses if cost.is_refusal else 0, 50),
    "most bytes, refused": Aspect(lambda cost: cost.bytes if cost.is_refusal else 0, 4096),
}
OF_REVIEWS: Final = {**ASPECTS, "most CPU": replace(ASPECTS["most CPU"], promised=1000)}


def aspects(operation: str) -> Mapping[str, Aspect]:
    """The aspects of an operation; reviews, which play words, may take longer."""
    return OF_REVIEWS if "/review" in operation else ASPECTS


class ClaimsInMemory(Memory):
    """The in-memory store of the terminal, which counts claimed words, too."""

    def run(self, script: Script, key: str, *arguments: Argument, durable: bool = False) -> Any:
        """Do what claim_word.lua does for a request without a key; other scripts work as before."""
        if script is not CLAIM_WORD:
            return super().run(script, key, *arguments, durable=durable)
        _, highest, _ = arguments
        counts = self._counts[key]
        if counts[b"claimed"] == highest:
            return 0, 0
        counts[b"claimed"] += 1
        return counts[b"claimed"], 0


class Beside:
    """Runs work as the helper process does, with copies, and counts the seconds of CPU there."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.seconds = 0.0

    def __call__(
        self, work: Callable[[Catalogue, *Data], Result], *data: *Data, client: str = NOBODY
    ) -> Result:
        """The result of the work."""
        del client
        question = pickle.dumps((work, data))
        catalogue = replace(self.catalogue, figures=Figures())  # no other work has left any
        begun = time.thread_time()
        try:
            asked, copies = pickle.loads(question)
            answer = pickle.dumps(asked(catalogue, *copies))
        finally:
            self.seconds += time.thread_time() - begun
        result: Result = pickle.loads(answer)
        return result


def in_memory(dictionaries: Mapping[str, Dictionary]) -> tuple[Application, Beside]:
    """An application whose games are kept in memory, and its helper; it logs nothing."""
    quiet = structlog.make_filtering_bound_logger(logging.CRITICAL)
    structlog.configure(wrapper_class=quiet)
    catalogue = factory.catalogue(dictionaries)
    helper = Beside(catalogue)
    store = GameStore(ClaimsInMemory(), LIFE)
    games = Games(catalogue, store, lambda: 1_800_000_000_000, helper)
    return application(games, Help(helper), Settings()), helper


def cold_cost(request: Request, plain_guess: float) -> Cost:
    """The cost of the first request of a process, in a process that has had no other."""
    return Desk(load_all([shipped("data")]), plain_guess).cost_of(request)


class Desk:
    """An application with its games in memory; every request finds the same games."""

    def __init__(self, dictionaries: Mapping[str, Dictionary], plain_guess: float = 0.0) -> None:
        self.dictionaries = dictionaries
        app, self.helper = in_memory(dictionaries)
        games: Any = app.parts.games
        self._client: Any = app.test_client()
        self._games_part = games
        self._memory = games.store.commands
        self._minimax = games.catalogue.dealers["minimax"]
        self._games: dict[str, Mapping[str, Any]] = {}
        gc.freeze()  # as the service does before its workers
        self.plain_guess = plain_guess  # seconds of CPU
        if not plain_guess:
            self.weigh_plain_guess()

    def weigh_plain_guess(self) -> None:
        """Measure the unit of all costs: the median guess of common letters."""
        self.plain_guess = median([*self._plain_guesses(), *self._plain_guesses()])

    def _plain_guesses(self) -> Iterator[float]:
        for length in PLAIN_LENGTHS:
            start = {"dictionary": "en-large", "length": length, "max_misses": 1000}
            game = self._client.post("/games", json=start).json["id"]
            for letter in PLAIN_LETTERS:
                guess = json.dumps({"letter": letter}).encode()
                yield self._answered("POST", f"/games/{game}/guesses", {}, guess)[1]

    def cost_of(self, request: Request, tries: int = 1) -> Cost:
        """The cost of a request: the median of some tries."""
        costs = sorted((self._cost(request) for _ in range(tries)), key=lambda cost: cost.guesses)
        return costs[tries // 2]

    def _cost(self, request: Request) -> Cost:
        game = self._game(request.game) if request.game else {}
        path = request.path.replace("{game_id}", game.get("id", "0"))
        path = path.replace("{watch_id}", game.get("watch_id", "0"))
        before = dict(self._memory.values)
        self._minimax._remembered.clear()
        self._games_part._confessions = Confessions()
        self.helper.seconds = 0.0
        answer, seconds = self._answered(
            request.method,
            f"{path}?{written(request.query)}".rstrip("?"),
            {name: written(text) for name, text in request.headers.items()},
            written(request.body).encode() if request.body else None,
        )
        self._memory.values = before
        guesses, beside = seconds / self.plain_guess, self.helper.seconds / self.plain_guess
        return Cost(guesses, guesses - beside, answer.status_code, len(answer.data))

    def _answered(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None
    ) -> tuple[Any, float]:
        """The answer, and the seconds of CPU that it took."""
        kind = "application/json" if body is not None else None
        sent = {"method": method, "data": body, "content_type": kind, "headers": headers}
        begun = time.thread_time()
        answer = self._client.open(path, **sent)
        seconds = time.thread_time() - begun
        assert answer.status_code < 500, (method, path, body, answer.text)
        return answer, seconds

    def _game(self, played: Played) -> Mapping[str, Any]:
        """A game as it was started, played once and then reused."""
        key = repr(played)
        if key not in self._games:
            self._games[key] = game = self._client.post("/games", json=played.start).json
            for guess in self._guesses(played):
                self._client.post(f"/games/{game['id']}/guesses", json=guess)
        return self._games[key]

    def _guesses(self, played: Played) -> Iterator[dict[str, str]]:
        """Yield the guesses: letters, words, and the last letters."""
        lexicon = self.dictionaries[played.start["dictionary"]].lexicons[played.start["length"]]
        last = played.last_letters
        yield from ({"letter": letter} for letter in played.letters[:-last])
        for number in range(played.first_word, played.first_word + played.words):
            yield {"word": lexicon.word(number % len(lexicon))}
        yield from ({"letter": letter} for letter in played.letters[-last:])
