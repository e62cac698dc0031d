"""What the most expensive requests cost, of each kind: the CPU of the thread, found by a search.

Each request goes through the whole service in this process, but for the store. Random requests are
tried first; the dearest of them are varied, and the dearest of all are measured three times. The
best of three counts, so a busy machine does not.
"""

import random
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from service.api.parts import parts_of
from service.dictionaries.dictionary import Dictionary, load_all
from service.play.games import DEALER_NAMES
from service.play.help import GUESSER_NAMES
from service.registry import DEAR_GUESSERS
from service.settings import shipped
from tools.faults.applications import in_memory
from tools.faults.findings import Finding

BOUNDS: Final = {"guess": 30, "hint": 60, "suggestion": 60, "solution": 100, "confession": 100}
TRIES: Final = 3  # of a request: the best counts
MEASURED_AGAIN: Final = 300  # requests of each kind at most
VARIED: Final = 3  # the dearest so far
COMMON, RARE = "etaoinsrhldcumfpgwybvkxjqz", "qjxzkvwyfbghmpdlcntsroiuae"
ODD_WORDS: Final = ("mummy", "jazzy", "buzz", "jiggling", "zigzagging", "puppies", "zzzzzzzz")
WORDS_GUESSED: Final = 90  # whole words, in a game that has some: 100 is the end

Request: TypeAlias = tuple[str, str, Any]  # a method, a path in which {game} stands, a body
Script: TypeAlias = tuple[Request, ...]  # the last one is measured


@dataclass(frozen=True)
class Cost:
    """The CPU of a script's last request, in seconds."""

    kind: str
    seconds: float
    script: Script

    def __str__(self) -> str:
        game = self.script[0][2] if len(self.script) > 1 else {}
        named = {**game, **(self.script[-1][2] or {}), "path": self.script[-1][1]}
        shown = ("dictionary", "length", "dealer", "guesser", "word", "pattern")
        query = named["path"].partition("?")[2]
        said = [str(named[name]) for name in shown if named.get(name)]
        return ", ".join(filter(None, [*said, query, self._guesses]))

    @property
    def _guesses(self) -> str:
        bodies = [body for _, path, body in self.script if path.endswith("/guesses")]
        letters = "".join(body.get("letter", "") for body in bodies)
        words = sum("word" in body for body in bodies)
        return " and ".join(filter(None, [letters, f"{words} words" if words else ""]))


class Desk:
    """The service in this process, its answers timed; it remembers nothing of earlier games."""

    def __init__(self, dictionaries: Mapping[str, Dictionary]) -> None:
        self.dictionaries = dictionaries
        app = in_memory(dictionaries)
        self._client: Any = app.test_client()
        games: Any = parts_of(app).games
        self._minimax = games.catalogue.dealers["minimax"]
        self.failures = 0
        self.asked = 0

    def ask(self, request: Request, game: str = "") -> tuple[dict[str, Any], float]:
        """What is answered, and the CPU it took."""
        method, path, body = request
        begun = time.thread_time()
        answer = self._client.open(path.format(game=game), method=method, json=body)
        took = time.thread_time() - begun
        self.asked += 1
        self.failures += answer.status_code >= 500
        return dict(answer.json) if answer.status_code < 400 else {}, took

    def forget(self) -> None:
        """Empty the memo of the decisions of minimax."""
        self._minimax._remembered.clear()

    def measured(self, script: Script) -> float:
        """The CPU of a script's last request, the best of some; 0 if it is refused."""
        return min(self._once(script) for _ in range(TRIES))

    def _once(self, script: Script) -> float:
        self.forget()
        game = ""
        for request in script[:-1]:
            game = self.ask(request, game)[0].get("id", game)
        body, took = self.ask(script[-1], game)
        return took if body else 0.0

    def played(self, start: Request, guesses: list[str], chance: random.Random) -> Iterator[Cost]:
        """What the requests of a game cost: each guess, some help, the confession."""
        self.forget()
        script: Script = (start,)
        game = self.ask(start)[0]
        identity = game.get("id", "")
        for guess in guesses:
            script = (*script, guess_of(guess))
            after, took = self.ask(script[-1], identity)
            if not after:
                script = script[:-1]
                continue
            yield Cost("guess", took, script)
            if after["status"] != "in_progress":
                break
            for kind, request in help_with(after, chance):
                yield Cost(kind, self.ask(request, identity)[1], (*script, request))
        confession = ("GET", "/games/{game}/confession", None)
        yield Cost("confession", self.ask(confession, identity)[1], (*script, confession))


def guess_of(text: str) -> Request:
    return ("POST", "/games/{game}/guesses", {"letter" if len(text) == 1 else "word": text})


def help_with(game: Mapping[str, Any], chance: random.Random) -> Iterator[tuple[str, Request]]:
    """Now and then a hint, or the same help for a game that is played elsewhere."""
    guesser = chance.choice([*GUESSER_NAMES, *DEAR_GUESSERS, *DEAR_GUESSERS])
    if chance.random() < 0.3:
        yield "hint", ("GET", "/games/{game}/hint?guesser=" + guesser, None)
    if chance.random() < 0.3:
        named = {name: game[name] for name in ("dictionary", "pattern", "wrong_letters")}
        words = {"wrong_words": game["wrong_words"], "guesser": guesser, "limit": 100}
        yield "suggestion", ("POST", "/suggestions", {**named, **words})


def random_games(desk: Desk, count: int, chance: random.Random) -> Iterator[Cost]:
    """Games of all dealers, dictionaries and lengths; letters from common to rare, or as drawn."""
    for _ in range(count):
        name = chance.choice([*desk.dictionaries, "en-large", "en-large"])
        lexicons = desk.dictionaries[name].lexicons
        length = chance.choice([*lexicons, *range(5, 13)])
        letters = chance.choice([COMMON, RARE, "".join(chance.sample(COMMON, 26))])
        guesses = [*letters]
        if chance.random() < 0.2:
            for _ in range(WORDS_GUESSED):
                word = lexicons[length].word(chance.randrange(len(lexicons[length])))
                guesses.insert(chance.randrange(len(guesses)), word)
        asked = {"dictionary": name, "length": length, "max_misses": None}
        more = {"insight": chance.choice(["none", "full"]), "seed": chance.randrange(1000)}
        start = ("POST", "/games", {**asked, **more, "dealer": chance.choice(DEALER_NAMES)})
        yield from desk.played(start, guesses, chance)


def random_solutions(desk: Desk, count: int, chance: random.Random) -> Iterator[Cost]:
    """Words of all lengths, and some that are none, for the guessers that look ahead."""
    for number in range(count):
        name = chance.choice([*desk.dictionaries, "en-large", "en-large"])
        lexicons = desk.dictionaries[name].lexicons
        length = chance.choice([*lexicons, *range(4, 13)])
        word = lexicons[length].word(chance.randrange(len(lexicons[length])))
        word = ODD_WORDS[number] if number < len(ODD_WORDS) else word
        asked = {"word": word, "guesser": chance.choice(DEAR_GUESSERS), "dictionary": name}
        request = ("POST", "/solutions", asked)
        yield Cost("solution", desk.ask(request)[1], (request,))


def varied(script: Script, chance: random.Random) -> Script:
    """A script that differs a little: two guesses swapped, another letter, another guesser."""
    *before, (method, path, body) = script
    if method == "POST" and path in ("/solutions", "/suggestions"):
        return ((method, path, {**body, **_varied_body(body, chance)}),)
    if len(before) < 3:
        return script
    one, other = chance.sample(range(1, len(before)), 2)
    before[one], before[other] = before[other], before[one]
    return (*before, script[-1])


def _varied_body(body: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    letter = chance.choice(COMMON)
    if chance.random() < 0.2:
        return {"guesser": chance.choice(DEAR_GUESSERS)}
    if "word" in body:
        place = chance.randrange(len(body["word"]))
        return {"word": body["word"][:place] + letter + body["word"][place + 1 :]}
    if letter in body["pattern"]:
        return {}
    return {"wrong_letters": sorted({*body["wrong_letters"]} ^ {letter})}


def dearest(
    desk: Desk, kind: str, costs: list[Cost], variations: int, chance: random.Random
) -> Cost:
    """The dearest of some requests and of their variations, measured again."""

    def again(script: Script) -> Cost:
        return Cost(kind, desk.measured(script), script)

    best: list[Cost] = []
    for cost in sorted(costs, key=lambda cost: -cost.seconds)[:MEASURED_AGAIN]:
        if len(best) >= VARIED and cost.seconds < best[0].seconds:
            break  # the best of three is no more than the first
        best = sorted([*best, again(cost.script)], key=lambda cost: -cost.seconds)
    for number in range(variations):
        like = best[number % min(VARIED, len(best))]
        varied_one = again(varied(like.script, chance))
        best = sorted([*best, varied_one], key=lambda cost: -cost.seconds)
    return best[0]


def bounded(
    _: Path, games: int = 300, solutions: int = 400, variations: int = 60
) -> Iterator[Finding]:
    """The dearest guess, hint, suggestion, solution and confession."""
    desk, chance = Desk(load_all([shipped("data")])), random.Random(13)
    sources: list[Callable[[], Iterator[Cost]]] = [
        lambda: random_games(desk, games, chance),
        lambda: random_solutions(desk, solutions, chance),
    ]
    tried: dict[str, list[Cost]] = {kind: [] for kind in BOUNDS}
    for source in sources:
        for cost in source():
            tried[cost.kind].append(cost)
    for kind, bound in BOUNDS.items():
        worst = dearest(desk, kind, tried[kind], variations, chance)
        yield Finding(
            "7", f"the dearest {kind}, over all dealers, guessers and dictionaries",
            f"{len(tried[kind]):,} requests and {variations} variations of the dearest",
            f"within {bound} ms of CPU", f"{1000 * worst.seconds:.0f} ms: {worst}",
            desk.failures == 0 and bool(tried[kind]), 1000 * worst.seconds <= bound,
        )  # fmt: skip
