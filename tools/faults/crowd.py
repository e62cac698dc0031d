"""Players who send each request until it is answered, as our documents say, and note everything."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from threading import Event
from typing import Any, Final, TypeAlias
from uuid import uuid4

from tests.support.waiting import PATIENCE
from tools.faults.history import Call, Ending, GameId, History, Verdict
from tools.faults.players import LETTERS, PASSING, Answer, Caller, together

READERS: Final = 6  # threads that ask for the games in the end
AT_THE_STOP: Final = 3  # tries of a request, once the players are to stop

Pause: TypeAlias = Callable[[Answer, int], float]  # seconds, by an answer and the tries so far


def as_documented(answer: Answer, tries: int) -> float:
    """`Retry-After`, or a second if there is none, and up to a second at random."""
    return float(dict(answer.headers).get("Retry-After", 1)) + random.random()


def impatient(answer: Answer, tries: int) -> float:
    """Less than any document says: it finds what others do not."""
    return float(min(0.5, 0.01 * 2**tries))


@dataclass(frozen=True)
class Kind:
    """What a player sends with a guess: an `Idempotency-Key`, the last ETag as `If-Match`."""

    keyed: bool = True
    matching: bool = False


KEYED: Final = Kind()
MATCHING: Final = Kind(matching=True)
PLAIN: Final = Kind(keyed=False)
ALL_KINDS: Final = (KEYED, MATCHING, KEYED, PLAIN)


@dataclass(frozen=True)
class Habits:
    """How long players wait between guesses, for an answer, and before a request is repeated."""

    between: float = 0.1  # seconds, on average
    timeout: float = 5.0  # seconds
    pause: Pause = as_documented


@dataclass
class Player:
    """A player, who goes to the next instance if one does not answer."""

    callers: Iterator[Caller]
    kind: Kind
    habits: Habits
    history: History
    go_on: Callable[[], bool]
    chance: random.Random

    def play(self) -> None:
        """Play one game after another."""
        self.caller = next(self.callers)
        while self.go_on():
            self._game()

    def _game(self) -> None:
        start = {"length": self.chance.randint(4, 12), "max_misses": 1000, "dictionary": "en-large"}
        answer = self._insist("", "", "/games", start)
        game, tag = answer.body.get("id", ""), answer.tag
        for letter in self.chance.sample(LETTERS, 26):
            if answer.body.get("status") != "in_progress" or not self.go_on():
                return
            time.sleep(self.habits.between * (0.5 + self.chance.random()))
            answer = self._guess(game, letter, tag)
            tag = answer.tag

    def _guess(self, game: GameId, letter: str, tag: str) -> Answer:
        """The game after a guess; or as it is, if it has gone another way."""
        match = {"If-Match": tag} if self.kind.matching else {}
        answer = self._insist(game, letter, f"/games/{game}/guesses", {"letter": letter}, **match)
        if answer.status in (409, 412):
            return self._insist(game, "", f"/games/{game}", None)
        return answer

    def _insist(
        self, game: GameId, letter: str, path: str, body: dict[str, Any] | None, **headers: str
    ) -> Answer:
        """Send a request until its answer is not a passing failure, and note each try."""
        key = str(uuid4()) if body is not None and self.kind.keyed else ""
        sent = {**headers, **({"Idempotency-Key": key} if key else {})}
        method, tries = "GET" if body is None else "POST", 0
        while True:
            begun = time.monotonic()
            answer = self.caller.call(method, path, body, **sent)
            self.history.calls.append(_noted(game, letter, key, begun, answer))
            tries += 1
            if answer.status not in PASSING or (tries > AT_THE_STOP and not self.go_on()):
                return answer
            time.sleep(self.habits.pause(answer, tries))
            self.caller = next(self.callers)


def _noted(game: GameId, letter: str, key: str, begun: float, answer: Answer) -> Call:
    positions = (answer.body.get("last_guess") or {}).get("positions") or ()
    return Call(
        game,
        letter,
        key,
        begun,
        answer.seconds,
        answer.status,
        str(answer.body.get("code", "")),
        answer.version,
        tuple(positions),
        "Idempotent-Replayed" in dict(answer.headers),
    )


@contextmanager
def playing(
    urls: Sequence[str],
    players: int,
    kinds: Sequence[Kind] = (KEYED,),
    habits: Habits = Habits(),  # it is frozen
) -> Iterator[History]:
    """Let players play until the end of the block, spread over the instances."""
    history, stop = History(), Event()

    def crowd() -> Iterator[Player]:
        for number in range(players):
            callers = [Caller(url, timeout=habits.timeout) for url in urls]
            first = number // len(kinds) % len(urls)
            kind = kinds[number % len(kinds)]
            turns = islice(cycle(callers), first, None)
            go_on, chance = lambda: not stop.is_set(), random.Random(number)
            yield Player(turns, kind, habits, history, go_on, chance)

    with ThreadPoolExecutor(players) as pool:
        futures = [pool.submit(player.play) for player in crowd()]
        try:
            yield history
        finally:
            stop.set()
    for future in futures:
        future.result()


def verdict(urls: Sequence[str], history: History) -> Verdict:
    """Compare what the players were told with what each instance says now."""
    games = list(history.games)
    shares = [games[number::READERS] for number in range(READERS)]
    endings: dict[GameId, Ending] = {}
    for share in together(partial(_endings, urls), shares):
        endings |= share
    return history.verdict(endings)


def _endings(urls: Sequence[str], games: Sequence[GameId]) -> dict[GameId, Ending]:
    callers = [Caller(url, timeout=PATIENCE) for url in urls]
    return {game: _ending(callers, game) for game in games}


def _ending(callers: Sequence[Caller], game: GameId) -> Ending:
    # Before the game is finished: that could bring lost letters back.
    shown = tuple(_letters(caller, game) for caller in callers)
    return Ending(shown, _word(callers[0], game) if shown[0] is not None else "")


def _letters(caller: Caller, game: GameId) -> tuple[str, ...] | None:
    answer = caller.insist("GET", f"/games/{game}/guesses")
    if answer.status == 404:
        return None
    return tuple(guess.get("letter", "") for guess in answer.body["guesses"])


def _word(caller: Caller, game: GameId) -> str:
    """The word of a game, which is finished for it."""
    answer = caller.insist("GET", f"/games/{game}")
    for letter in LETTERS:
        if answer.body.get("status") != "in_progress":
            break
        guess = caller.insist("POST", f"/games/{game}/guesses", {"letter": letter})
        answer = guess if guess.status == 200 else answer
    return (answer.body.get("word") or "").lower()
