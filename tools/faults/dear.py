"""One client asks for dear work on many connections; others play."""

import http.client
import json
import multiprocessing
import random
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from tests.live.running import serving
from tools.faults.findings import Finding
from tools.faults.players import LETTERS, Answer, Caller, percentile

CONNECTIONS: Final = 50
PLAYERS: Final = 4
PROMISED: Final = 0.1  # seconds, for 99 of 100 guesses
HEAD_START: Final = 1.0  # seconds in which only the client asks
PATIENCE: Final = 120.0  # seconds: who waits for longer has been forgotten
WORDS: Final = ("mummy", "puppies", "jazzy", "buzzing", "fluffiest", "cuckoo", "bobbing", "mammal")
SOLVED: Final = "200"
BUSY: Final = "503 /problems/busy, Retry-After: 1"


def dear_work(
    folder: Path, connections: int = CONNECTIONS, seconds: float = 8.0
) -> Iterator[Finding]:
    """Players beside a client that asks for `perfect` solutions as fast as it is answered."""
    with serving(folder) as service, multiprocessing.get_context("spawn").Pool(1) as pool:
        greed = (service.url, connections, HEAD_START + seconds)
        asking = pool.apply_async(_ask_greedily, greed)
        time.sleep(HEAD_START)
        with ThreadPoolExecutor(PLAYERS) as players:
            playing = [players.submit(_play, service.url, n, seconds) for n in range(PLAYERS)]
            answers = [answer for future in playing for answer in future.result()]
        asked = asking.get(PATIENCE)
    failed = sum(answer.status != 200 for answer in answers)
    times = [answer.seconds for answer in answers]
    middle, late = (percentile(times, share) for share in (0.5, 0.99))
    told = ", ".join(f"{count:,} × {outcome}" for outcome, count in asked.items())
    yield Finding(
        "7",
        f"{PLAYERS} players beside a client without limits that asks for `perfect` solutions on"
        f" {connections} connections, again at once",
        f"{len(answers):,} guesses, {asked.total():,} solutions",
        "no guess fails, 99 of 100 within 100 ms; solutions that would wait are told 503 `busy`",
        f"{failed} failed, p50 {1000 * middle:.0f} ms, p99 {1000 * late:.0f} ms; {told}",
        bool(answers) and not failed and set(asked) == {SOLVED, BUSY},
        late <= PROMISED,
    )


def _play(url: str, seed: int, seconds: float) -> list[Answer]:
    """The answers to a player's guesses, made without a pause."""
    caller, chance = Caller(url, timeout=PATIENCE), random.Random(seed)
    answers: list[Answer] = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        length = chance.randint(4, 12)
        game = caller.call("POST", "/games", {"length": length, "max_misses": None})
        for letter in chance.sample(LETTERS, 26):
            path = f"/games/{game.body.get('id')}/guesses"
            answers.append(caller.call("POST", path, {"letter": letter}))
            if answers[-1].body.get("status") != "in_progress" or time.monotonic() > until:
                break
    return answers


def _ask_greedily(url: str, connections: int, seconds: float) -> Counter[str]:
    """How often a client on many connections got which answer."""
    until = time.monotonic() + seconds
    with ThreadPoolExecutor(connections) as pool:
        counts = pool.map(lambda number: _ask(url, number, until), range(connections))
        return sum(counts, Counter[str]())


def _ask(url: str, number: int, until: float) -> Counter[str]:
    outcomes: Counter[str] = Counter()
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)
    word = WORDS[number % len(WORDS)]
    asked = json.dumps({"word": word, "guesser": "perfect", "dictionary": "en-large"})
    while time.monotonic() < until:
        connection.request("POST", "/solutions", asked, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        content = json.loads(answer.read())
        wait = answer.headers.get("Retry-After", "")
        kind = f" {content['type']}, Retry-After: {wait}" if answer.status != 200 else ""
        outcomes[f"{answer.status}{kind}"] += 1
    connection.close()
    return outcomes
