"""A guess, and a hint, while another client spends its whole budget on one kind of question.

A player sends guesses at a steady pace; after that, another one asks for hints. The other client
asks on several connections as fast as it gets responses, until its units are used up.

Clients of a real service have machines of their own. Here they share the cores, so they send bytes
that are ready and read little of the answers, and the other client runs only while a core is idle.
Two controls show what is left: requests that are no work, and work that is no request.
"""

import json
import os
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count, cycle
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, median, stdev
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias, TypeVar

from rich.table import Table

from service.cli.serve import GUNICORN
from service.registry import GUESSERS
from service.serving.helper_process import NICENESS
from tools.bench.guesses import server
from tools.bench.load import ENDED, Player, answered, plans, serve_all, status_of
from tools.bench.markdown import Report
from tools.faults.players import Caller, percentile, processes

WORKERS: Final = (1, 2)
ROUNDS: Final = 6  # a quarter of an hour
SECONDS: Final = 2.0  # of each phase
HEAD_START: Final = 0.2  # seconds until the guesses begin, too
GUESSES_A_SECOND: Final = 150  # below the limit of one client
HINTS_A_SECOND: Final = 10
CONNECTIONS: Final = 8  # of the guessing player, so that all workers get some
GREEDY: Final = 4  # connections of the other client
GAMES: Final = 60  # to confess and to review: more than the service remembers
BOUND: Final = 2.0  # times the p99 of guesses alone, or
ALLOWED: Final = 0.004  # seconds more, whichever is greater
HINT_BOUND: Final = 0.150  # seconds
PLAYER, ASKER = "127.0.0.2", "127.0.0.3"
UNLIMITED: Final = {
    "HANGMAN_RATELIMIT_ENABLED": "true",  # help is limited as by default
    **{
        f"HANGMAN_RATELIMIT_{kind}": "1000000000" for kind in ("CREATE", "GUESS", "READ", "STORAGE")
    },
}
WORDS: Final = ("mummy", "puppies", "jazzy", "buzzing", "fluffiest", "cuckoo", "bobbing", "mammal")
ALONE: Final = "alone"
ORDINARY: Final = "an ordinary hint, 10 times a second"
PROBES: Final = "/livez, as a control"
PROBES_A_SECOND: Final = 300  # about as many as it gets answers about families
PROGRAM: Final = "nothing, but a program computes"
PIECE, PAUSE = 0.0025, 0.001  # seconds: of its work, about as much as for families; between pieces
PLAYED: Final = "qxzjkvwetaoinsr"  # at minimax
SPENT: Final = 429  # status: no unit is left

Question: TypeAlias = tuple[str, str, bytes]  # method, path, body
Measured = TypeVar("Measured")


def questions() -> dict[str, list[Question]]:
    """What the other client asks, by kind; {game_id} is one of its games that are over."""
    splits = [(length, letter) for length in (6, 7, 8, 9) for letter in "etaoinsr"]
    families = [
        {"dictionary": "en-large", "length": length, "letter": letter, "words": 50}
        for length, letter in splits
    ]
    return {
        ORDINARY: [],  # of another player
        PROBES: [("GET", "/livez", b"")],
        PROGRAM: [],
        "families": [_post("/families", each) for each in families],
        "families, minimax": [
            _post("/families", {**each, "dealers": ["minimax"]}) for each in families
        ],
        **{
            f"hints, {guesser}": [
                _post("/hints", {
                    "dictionary": "en-large", "pattern": "_" * length, "wrong_letters": [letter],
                    "guesser": guesser,
                })
                for length, letter in splits
            ]
            for guesser in GUESSERS.ours
        },
        "solutions": [
            _post("/solutions", {"word": word, "guesser": "perfect", "dictionary": "en-large"})
            for word in WORDS
        ],
        "confessions": [("GET", "/games/{game_id}/confession", b"")],
        "reviews": [("GET", "/games/{game_id}/review", b"")],
        "guesses at minimax": [],  # it plays
        "the contract": [("GET", "/openapi.json", b""), ("GET", "/problems", b"")],
    }  # fmt: skip


def _post(path: str, body: object) -> Question:
    return "POST", path, json.dumps(body).encode()


@dataclass
class Phase:
    """Latencies of one phase in seconds, and what others were told."""

    guesses: list[float] = field(default_factory=list)
    hints: list[float] = field(default_factory=list)
    refused_hints: int = 0
    others: int = 0  # requests of the other client that were answered


def guesses(url: str, seed: int) -> list[float]:
    """The latencies of guesses, one after another, each over the next connection."""
    players = [Player(url, PLAYER) for _ in range(CONNECTIONS)]
    games = cycle(plans(seed, 100))
    left: list[Iterator[tuple[str, str]]] = [iter(()) for _ in players]
    latencies: list[float] = []
    due, until = time.perf_counter(), time.perf_counter() + SECONDS
    turns = cycle(range(CONNECTIONS))
    while due < until:
        turn = next(turns)
        if (guess := next(left[turn], None)) is None:
            plan = next(games)
            path = answered(players[turn].start(plan.body[:-1] + b',"max_misses":26}'))
            left[turn] = iter([(path, letter) for letter in plan.letters[:12]])
            continue
        path, letter = guess
        time.sleep(max(0.0, due - time.perf_counter()))
        begun = time.perf_counter()
        head, _ = answered(players[turn].guess(path, letter))
        latencies.append(time.perf_counter() - begun)
        assert status_of(head) in (200, 409), head
        due = max(due + 1 / GUESSES_A_SECOND, time.perf_counter())
    return latencies


def hints(url: str) -> tuple[list[float], int]:
    """The latencies of ordinary hints in a game, and how many were refused."""
    player = Player(url, ASKER)
    path = answered(player.start(b'{"length":8,"dictionary":"en-large"}'))
    latencies, refused = [], 0
    begun = time.perf_counter()
    for number in range(int(SECONDS * HINTS_A_SECOND)):
        due = begun + number / HINTS_A_SECOND
        time.sleep(max(0.0, due - time.perf_counter()))
        sent = time.perf_counter()
        head, _ = answered(player.ask("GET", f"{path}/hint"))
        latencies.append(time.perf_counter() - sent)
        refused += status_of(head) != 200
    return latencies, refused


def ask_greedily(url: str, source: str, kind: str, games: Sequence[str]) -> int:
    """Ask on all connections for the time of a phase; return how many requests were answered."""
    until = time.monotonic() + HEAD_START + SECONDS
    if kind == ORDINARY:
        return len(hints(url)[0])
    if kind == PROGRAM:
        return _compute(until)
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    players = [Player(url, source) for _ in range(GREEDY)]
    asked, statuses = _asked(kind, games, until), Counter[int]()
    serve_all({
        player.socket: _ask(player, asked, statuses) if questions()[kind]
        else _play_minimax(player, 5 + number, until, statuses)
        for number, player in enumerate(players)
    })  # fmt: skip
    return statuses[200]


def _compute(until: float) -> int:
    """Use a core as the helper process does, at its priority."""
    os.nice(NICENESS)
    while time.monotonic() < until:
        begun = time.thread_time()
        while time.thread_time() < begun + PIECE:
            pass
        time.sleep(PAUSE)
    return 0


def _asked(kind: str, games: Sequence[str], until: float) -> Iterator[Question]:
    """What the other client asks on its connections, until the time is up."""
    begun = time.monotonic()
    for number, (method, path, body) in enumerate(cycle(questions()[kind])):
        if kind == PROBES:
            time.sleep(max(0.0, begun + number / PROBES_A_SECOND - time.monotonic()))
        if time.monotonic() > until:
            return
        yield method, path.replace("{game_id}", games[number % len(games)]), body


def _ask(player: Player, asked: Iterator[Question], statuses: Counter[int]) -> Iterator[None]:
    """Ask one question after another, until no unit is left."""
    for question in asked:
        head, _ = yield from player.ask(*question)
        statuses[status_of(head)] += 1
        if status_of(head) == SPENT:
            return


def _play_minimax(
    player: Player, length: int, until: float, statuses: Counter[int]
) -> Iterator[None]:
    for seed in count():
        game = {"length": length, "dealer": "minimax", "max_misses": 26, "seed": seed}
        path = yield from player.start(json.dumps(game).encode())
        for letter in PLAYED:
            head, body = yield from player.guess(path, letter)
            statuses[status_of(head)] += 1
            if time.monotonic() > until:
                return
            if any(end in body for end in ENDED):
                break


def ended_games(url: str, source: str, seed: int) -> list[str]:
    """Games of the other client that are over."""
    caller = Caller(url, source=source)
    ended = []
    for plan in plans(seed, GAMES):
        *_, last = caller.game(plan.letters, **json.loads(plan.body))
        ended.append(last.body["id"])
    return ended


def phase(url: str, kind: str, number: int, seed: int) -> Phase:
    """A phase of guesses, alone or beside a client that has spent no unit yet; then one of hints.

    Guesses and hints are not measured at once, because a hint is a question, too.
    """
    if kind == ALONE:
        return Phase(guesses(url, seed))
    asked = partial(beside, url, kind, 1000 * number + seed)
    latencies, others = asked(f"127.0.{1 + number}.{1 + seed}", partial(guesses, url, seed))
    if kind == ORDINARY:
        return Phase(latencies, others=others)
    (of_hints, refused), _ = asked(f"127.0.{101 + number}.{1 + seed}", partial(hints, url))
    return Phase(latencies, of_hints, refused, others)


def beside(
    url: str, kind: str, seed: int, source: str, measure: Callable[[], Measured]
) -> tuple[Measured, int]:
    """What `measure` returns beside a client at this address, and how many answers that got."""
    games = ended_games(url, source, seed) if _of_games(kind) else ["none"]
    with processes(1) as pool:
        pool.apply(time.sleep, (0.1,))  # it has started
        greedy = pool.apply_async(ask_greedily, (url, source, kind, games))
        time.sleep(HEAD_START)
        return measure(), greedy.get()


def _of_games(kind: str) -> bool:
    return kind in ("confessions", "reviews")


@contextmanager
def busy_core(is_busy: bool) -> Iterator[None]:
    """Another program that keeps a core busy, if there shall be one."""
    program = get_context("spawn").Process(target=_spin, daemon=True)
    if is_busy:
        program.start()
    try:
        yield
    finally:
        if is_busy:
            program.kill()
            program.join()


def _spin() -> None:
    while True:
        pass


def measured(workers: int) -> dict[str, list[Phase]]:
    """The phases of each kind, by round: in each round, all follow one after another."""
    kinds = [ALONE, *questions()]
    phases: dict[str, list[Phase]] = defaultdict(list)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        # A worker that is recycled closes its connections, and the players here do not retry.
        environ = {"HANGMAN_WORKERS": str(workers), "GUNICORN_CMD_ARGS": "--max-requests 0"}
        service = stack.enter_context(server(folder, GUNICORN, **UNLIMITED, **environ))
        for seed in range(ROUNDS + 1):
            for number, kind in enumerate(kinds):
                phases[kind].append(phase(service.url, kind, number, seed))
    return {kind: rounds[1:] for kind, rounds in phases.items()}  # the first warms up


def report(is_busy: bool = False) -> Report:
    """The tables with one worker and with two; `is_busy`: beside a program that uses a core."""
    tables, broken = [], []
    with busy_core(is_busy):
        for workers in WORKERS:
            phases = measured(workers)
            tables.append(_table(phases, workers, is_busy))
            broken += [f"{workers} workers, {line}" for line in broken_bounds(phases)]
    return tables, broken


def _table(phases: dict[str, list[Phase]], workers: int, is_busy: bool) -> Table:
    beside = ", and a program that keeps one core busy" if is_busy else ""
    shown = Table(
        "beside a client that asks for", "p50 ms", "p99 ms", "longest", "hints: p50", "p99",
        "longest", "503", "its answers/s",
        title=f"A guess beside others, workers: {workers}{beside}; the p99 of guesses is the mean ±"
        f" standard deviation of {ROUNDS} rounds",
    )  # fmt: skip
    for kind, rounds in phases.items():
        of_guesses = [latency for each in rounds for latency in each.guesses]
        of_hints = [latency for each in rounds for latency in each.hints]
        late = [1e3 * percentile(each.guesses, 0.99) for each in rounds]
        cells = [
            f"{1e3 * percentile(of_guesses, 0.5):.1f}",
            f"{mean(late):.1f} ± {stdev(late):.1f}",
            f"{1e3 * max(of_guesses):.0f}",
        ]
        if of_hints:
            cells += [f"{1e3 * percentile(of_hints, share):.1f}" for share in (0.5, 0.99, 1)]
            cells.append(str(sum(each.refused_hints for each in rounds)))
        if kind != ALONE:
            cells += [""] * (7 - len(cells))
            answers = sum(each.others for each in rounds) / (ROUNDS * (SECONDS + HEAD_START))
            cells.append(f"{answers:,.0f}")
        shown.add_row(kind, *cells)
    return shown


def broken_bounds(phases: dict[str, list[Phase]]) -> list[str]:
    """The bounds that do not hold: of guesses in the median round, of hints in all together.

    Controls have none: what they show is not the service's.
    """
    alone = _median_p99(phases[ALONE])
    most = max(BOUND * alone, alone + ALLOWED)
    sentences = []
    for kind, rounds in phases.items():
        if kind in (PROBES, PROGRAM):
            continue
        if (late := _median_p99(rounds)) > most:
            sentences.append(
                f"beside {kind}: the p99 of guesses is {1e3 * late:.1f} ms, not {1e3 * most:.1f} at"
                f" most ({1e3 * alone:.1f} alone)"
            )
        of_hints = [latency for each in rounds for latency in each.hints]
        if of_hints and (late := percentile(of_hints, 0.99)) > HINT_BOUND:
            sentences.append(f"beside {kind}: the p99 of hints is {1e3 * late:.0f} ms, not 150")
        if refused := sum(each.refused_hints for each in rounds):
            sentences.append(f"beside {kind}: {refused} hints of another player were refused")
    return sentences


def _median_p99(rounds: Sequence[Phase]) -> float:
    return median(percentile(each.guesses, 0.99) for each in rounds)
