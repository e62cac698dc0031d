"""Do answers, headers, times or logs give the dealer away before the end? Nothing may."""

import math
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from service.dictionaries.dictionary import load_all
from service.engine.game import Game, draw, guess_letter
from service.engine.lexicon import Lexicon
from service.settings import shipped
from tests.support.running import serving
from tools.bench.engine import new_game
from tools.faults.findings import Finding
from tools.faults.players import LETTERS, Answer, Caller, percentile

CHANGING = re.compile(r'"(id|watch_id|commitment|created_at|expires_at|at|request_id)":"[^"]*"')
CHEATS = ("largest-family", "cheat-score")
SEALED = "a word that was set"
OF_THE_WORKER = {"Connection"}  # it closes when a worker has served `max_requests`
LOGGED = {"request", "guesses", "status", "method"}  # words that every log has
TOKEN = re.compile("[0-9a-z]+")
PATHS = (
    *("/games/{id}", "/games/{id}/hint", "/games/{id}/guesses"),
    *("/watch/{watch_id}", "/watch/{watch_id}/guesses", "/watch/{watch_id}/words"),
)
LARGEST = 31_000
SMALLEST = 10
MOST_TRIES = 40_000  # seeds
TOLERATED = 0.03  # by which an AUC may differ from 0.5, beside three standard errors
COUNTS_LETTERS = {"cheat-score": 0.2}  # the same, if one takes a tenth of a millisecond longer


@dataclass(frozen=True)
class Pair:
    """Games in which two cheats and an honest dealer give the same answers to these letters."""

    length: int
    letters: tuple[str, ...]
    seed: int  # of the honest game


def pairs(lexicons: Mapping[int, Lexicon], chance: random.Random) -> Iterator[Pair]:
    """Yield pairs that end with lists of 10 to 30,000 words."""
    while True:
        lexicon = lexicons[chance.choice([6, 7, 8, 9, 10, 11])]
        game = new_game(lexicon)
        size = 10 ** chance.uniform(np.log10(SMALLEST), np.log10(LARGEST))
        letters = chance.sample(LETTERS, 26)
        while len(game.ids) > size and letters:
            after = guess_letter(game, letters.pop())
            if len(after.ids) < SMALLEST or after.state.status != "in_progress":
                break
            game = after
        guessed = tuple(game.transcript.guessed_letters)
        pattern = _played(lexicon, guessed, CHEATS[1]).transcript.pattern
        alike = pattern == game.transcript.pattern
        seed = _seed_of_a_word(game, chance) if guessed and alike else None
        if seed is not None:
            yield Pair(lexicon.length, guessed, seed)


def _played(lexicon: Lexicon, letters: Sequence[str], dealer: str = CHEATS[0]) -> Game:
    """A game after some letters, or at its end."""
    game = new_game(lexicon, dealer)
    for letter in letters:
        if game.state.status == "in_progress":
            game = guess_letter(game, letter)
    return game


def _seed_of_a_word(game: Game, chance: random.Random) -> int | None:
    """A seed with which an honest dealer draws one of the words that are left."""
    left = set(game.ids.tolist())
    for _ in range(MOST_TRIES):
        seed = chance.randrange(2**53)
        if draw(seed, "word", len(game.lexicon)) in left:
            return seed
    return None


def visible(answer: Answer) -> tuple[Any, ...]:
    """Everything that a client sees of an answer except ids and times: status, headers, body."""
    shown = [(name, len(value)) for name, value in answer.headers if name not in OF_THE_WORKER]
    return answer.status, shown, CHANGING.sub("…", answer.text)


def comparisons(folder: Path, count: int) -> Iterator[Finding]:
    """Compare games with the same answers: two cheated, one honest, one of a word that was set."""
    lexicons = load_all([shipped("data")])["en-large"].lexicons
    chance = random.Random(8)
    times: dict[str, list[float]] = {kind: [] for kind in ("honest", *CHEATS, SEALED)}
    different = guesses = 0
    sizes, words = [], set[str]()
    with serving(folder) as service:
        caller = Caller(service.url)
        found = pairs(lexicons, chance)
        for _ in range(count):
            pair = next(found)
            games = {kind: _created(caller, pair, kind, lexicons[pair.length]) for kind in times}
            for letter in pair.letters:
                order = chance.sample(list(times), len(times))
                views = {}
                for kind in order:
                    path = f"/games/{games[kind]['id']}/guesses"
                    answer = caller.call("POST", path, {"letter": letter})
                    views[kind] = visible(answer)
                    times[kind].append(answer.seconds)
                different += len(set(map(repr, views.values()))) - 1
                guesses += 1
            for path in PATHS:
                looks = [visible(caller.call("GET", path.format(**games[kind]))) for kind in times]
                different += len(set(map(repr, looks))) - 1
            sizes.append(len(_played(lexicons[pair.length], pair.letters).ids))
            words.add(_word(pair, lexicons[pair.length]))
        log = service.log.read_text()
    hidden = ("honest", *CHEATS, "seed", "cheat_list", "salt")
    leaks = [each for each in hidden if each in log]
    # Whole words: the random digits of an id may spell one.
    leaks += sorted((words - LOGGED).intersection(TOKEN.findall(log)))
    medians = {kind: 1e6 * percentile(seconds, 0.5) for kind, seconds in times.items()}
    yield Finding(
        f"{count:,} of each, {guesses:,} guesses of each, {min(sizes):,} to {max(sizes):,} words",
        f"{different} differences",
        different == 0,
        case="answers, headers, commitments, hints, lists",
        promised="bodies equal but for ids, commitments and times, header names and lengths equal",
    )
    for kind in (*CHEATS, SEALED):
        area, bound = (
            auc(times["honest"], times[kind]),
            COUNTS_LETTERS.get(kind, TOLERATED) + 3 * error_of_auc(guesses),
        )
        yield Finding(
            f"{guesses:,} of each",
            f"{area:.3f}; medians {medians['honest']:.0f} and {medians[kind]:.0f} us",
            abs(area - 0.5) <= bound,
            case=f"how long the answers took, honest and {kind}",
            promised=f"AUC of one kind against the other 0.5 ± {bound:.3f}",
        )
    yield Finding(
        f"{log.count(chr(10)):,} lines",
        f"{', '.join(leaks) or 'none'}",
        not leaks,
        case="the log",
        promised="no dealer, seed, word, salt or cheat list",
    )


def _created(caller: Caller, pair: Pair, kind: str, lexicon: Lexicon) -> dict[str, Any]:
    chosen = {"length": pair.length, "seed": pair.seed, "dealer": kind}
    start = {"secret_word": _word(pair, lexicon)} if kind == SEALED else chosen
    choices = {"dictionary": "en-large", "max_misses": 1000, **start}
    return caller.call("POST", "/games", choices).body


def _word(pair: Pair, lexicon: Lexicon) -> str:
    """The word of the pair's honest game."""
    return lexicon.word(draw(pair.seed, "word", len(lexicon)))


def auc(ours: list[float], others: list[float]) -> float:
    """The chance that one of `ours` is larger than one of `others`: 0.5 if they are alike."""
    ranked = np.sort(others)
    below = [np.searchsorted(ranked, ours, side) for side in ("left", "right")]  # ties: a half
    return float(np.mean(below) / len(others))


def error_of_auc(count: int) -> float:
    """The standard error of the AUC of two samples alike, of `count` times each (Mann-Whitney)."""
    return math.sqrt((2 * count + 1) / (12 * count * count))
