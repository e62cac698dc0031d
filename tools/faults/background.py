"""One client requests slow work, or sends malformed bodies, on many connections; others play."""

import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice, takewhile
from pathlib import Path
from typing import Final

from tests.support.running import serving
from tools.faults.findings import Finding
from tools.faults.players import PATIENCE, Answer, Caller, beside, guesses_of, percentile, together

CONNECTIONS: Final = 50
PLAYERS: Final = 4
PROMISED: Final = 0.1  # seconds, for 99 of 100 guesses
HEAD_START: Final = 1.0  # seconds until the players start, too
WORDS: Final = ("mummy", "puppies", "jazzy", "buzzing", "fluffiest", "cuckoo", "bobbing", "mammal")
SOLUTIONS: Final = tuple(
    json.dumps({"word": word, "guesser": "perfect", "dictionary": "en-large"}) for word in WORDS
)
WRONG_WORD: Final = json.dumps({"word": "aardvark", "hit": False})
EIGHT_MISSES: Final = ",".join(
    json.dumps({"letter": letter, "positions": []}) for letter in "etaoinsr"
)
REVIEW: Final = (
    '{"dictionary":"en-large","length":8,"weights":"commonness",'
    f'"guesses":[{EIGHT_MISSES},{",".join([WRONG_WORD] * 190)}]}}'
)
MALFORMED: Final = '{"length":8,"guesses":[' + "{}," * 5000 + "{}]}"  # 15 KB
UNITS: Final = 20  # of help that each client has in a minute
GREEDY: Final = 48  # connections of one address
ONE_ADDRESS: Final = "127.0.0.1"
SLOW_ANSWERS: Final = 200  # of the other client
IN_A_SECOND: Final = 1.0
SOLVED: Final = "200"
BUSY: Final = "503 unavailable, Retry-After: 1"


def many_solutions(
    folder: Path, connections: int = CONNECTIONS, seconds: float = 8.0
) -> Iterator[Finding]:
    """Players beside a client that requests `perfect` solutions as fast as it gets them."""
    greed = (connections, HEAD_START + seconds, "/solutions", SOLUTIONS)
    with serving(folder) as service, beside(_ask_greedily, service.url, *greed) as greedy_outcomes:
        time.sleep(HEAD_START)
        answers = guesses_of(service.url, PLAYERS, seconds)
        greedy = greedy_outcomes()
    failed = sum(answer.status != 200 for answer in answers)
    times = [answer.seconds for answer in answers]
    middle, late = (percentile(times, share) for share in (0.5, 0.99))
    yield Finding(
        f"{len(answers):,} guesses, {greedy.total():,} solutions",
        f"{failed} failed, p50 {1000 * middle:.0f} ms, p99 {1000 * late:.0f} ms; {_counts(greedy)}",
        bool(answers) and not failed and set(greedy) == {SOLVED, BUSY},
        late <= PROMISED,
    )


def in_turn(folder: Path, seconds: float = 60.0) -> Iterator[Finding]:
    """A client beside another one that has slow work on very many connections."""
    addresses = [ONE_ADDRESS] * GREEDY
    with (
        serving(folder, HANGMAN_WORKERS="1") as service,
        beside(_slow_work, service.url, addresses, seconds) as greedy_outcomes,
    ):
        time.sleep(HEAD_START)
        answers = list(islice(_slow_answers(service.url, "127.0.0.2"), SLOW_ANSWERS))
        greedy = greedy_outcomes()
    refused = sum(answer.status != 200 for answer in answers)
    late = percentile([answer.seconds for answer in answers], 0.99)
    yield Finding(
        f"{len(answers)} guesses, hints and confessions; {_counts(greedy)} of the others",
        f"{refused} refused, p99 {1000 * late:.0f} ms",
        not refused and set(greedy) == {"200", "503"},
        late < IN_A_SECOND,
    )


def alone(
    folder: Path, connections: int = 30, rounds: int = 12, seconds: float = 1.0
) -> Iterator[Finding]:
    """A class behind one address gets as many answers as its students at home do."""
    behind_one = [ONE_ADDRESS] * connections
    at_home = [f"127.0.1.{number}" for number in range(1, connections + 1)]
    with serving(folder, HANGMAN_WORKERS="1") as service:
        _slow_work(service.url, at_home, seconds)  # the first answers fill caches
        turns = [
            _slow_work(service.url, addresses, seconds)["200"]
            for _ in range(rounds)
            for addresses in (behind_one, at_home)
        ]
    one, homes = sum(turns[::2]), sum(turns[1::2])
    yield Finding(
        f"{rounds} times in turn, {seconds:.0f} s each",
        f"{one:,} and {homes:,} answers",
        one > 0,
        one >= 0.8 * homes,
    )


def reviews(folder: Path, seconds: float = 8.0) -> Iterator[Finding]:
    """A player of `minimax` games beside two clients that send the costliest review we know."""
    greed = (2, HEAD_START + seconds, "/reviews", (REVIEW,))
    with serving(folder) as service, beside(_ask_greedily, service.url, *greed) as greedy_outcomes:
        time.sleep(HEAD_START)
        outcomes = _slow_outcomes(service.url, time.monotonic() + seconds, ONE_ADDRESS)
        reviewed = greedy_outcomes()
    yield Finding(
        f"{outcomes.total():,} guesses, hints and confessions, {reviewed.total():,} reviews",
        f"{_counts(outcomes)}; reviews: {_counts(reviewed)}",
        outcomes.keys() == {"200"},
    )


def malformed(folder: Path, seconds: float = 4.0) -> Iterator[Finding]:
    """A player beside a client that sends malformed bodies on eight connections."""
    limits = {"HANGMAN_RATELIMIT_ENABLED": "true", "HANGMAN_RATELIMIT_HINT": str(UNITS)}
    greed = (8, seconds, "/reviews", (MALFORMED,))
    with (
        serving(folder, **limits) as service,
        beside(_ask_greedily, service.url, *greed) as greedy_outcomes,
    ):
        times = [answer.seconds for answer in guesses_of(service.url, 1, seconds)]
        bodies = greedy_outcomes()
    read = bodies.total() - sum(count for outcome, count in bodies.items() if outcome[:3] == "429")
    late = percentile(times, 0.99)
    yield Finding(
        f"{len(times):,} guesses, {bodies.total():,} bodies",
        f"{read:,} read; p99 {1000 * late:.0f} ms",
        0 < read <= 2 * UNITS,
        late <= PROMISED,
    )


def _counts(outcomes: Counter[str]) -> str:
    return ", ".join(f"{count:,} × {outcome}" for outcome, count in outcomes.items())


def _slow_answers(url: str, address: str) -> Iterator[Answer]:
    """Yield the answers to guesses, hints and confessions in games of `minimax`."""
    caller = Caller(url, timeout=PATIENCE, source=address)
    while True:
        request = {"length": 8, "dealer": "minimax", "max_misses": 3}
        game = caller.insist("POST", "/games", request).body["id"]
        for letter in "qxzjkvw":
            yield (guess := caller.call("POST", f"/games/{game}/guesses", {"letter": letter}))
            if guess.body.get("status") == "lost":
                yield caller.call("GET", f"/games/{game}/confession")
                break
            yield caller.call("GET", f"/games/{game}/hint?guesser=expected")


def _slow_work(url: str, addresses: Sequence[str], seconds: float) -> Counter[str]:
    """The counts of answers by status, for clients with one connection from each address."""
    until = time.monotonic() + seconds
    return sum(together(partial(_slow_outcomes, url, until), addresses), Counter[str]())


def _slow_outcomes(url: str, until: float, address: str) -> Counter[str]:
    answers = takewhile(lambda _: time.monotonic() < until, _slow_answers(url, address))
    return Counter(str(answer.status) for answer in answers)


def _ask_greedily(
    url: str, connections: int, seconds: float, path: str, bodies: Sequence[str]
) -> Counter[str]:
    """The counts of answers by outcome, for one client on many connections."""
    asking = partial(_ask, url, path, time.monotonic() + seconds)
    each = [bodies[number % len(bodies)] for number in range(connections)]
    return sum(together(asking, each), Counter[str]())


def _ask(url: str, path: str, until: float, body: str) -> Counter[str]:
    outcomes: Counter[str] = Counter()
    caller = Caller(url, timeout=PATIENCE)
    while time.monotonic() < until:
        answer = caller.call("POST", path, body)
        wait = dict(answer.headers).get("Retry-After", "")
        kind = f" {answer.body['code']}, Retry-After: {wait}" if answer.status == 503 else ""
        outcomes[f"{answer.status}{kind}"] += 1
    return outcomes
