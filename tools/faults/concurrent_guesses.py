"""Many processes guess in the same games: a history of their requests, and its check."""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.running import serving
from tools.faults.findings import Finding
from tools.faults.players import LETTERS, Caller, processes

PROCESSES = 8
GAMES = 4


@dataclass(frozen=True)
class Operation:
    """A request of one process: when it began and ended, and the version in its answer."""

    game: str
    letter: str  # "" if it only looked at the game
    begun: float
    ended: float
    status: int
    version: int  # of the game in the answer; for a conflict, at least this
    guessed: tuple[str, ...]
    over: bool


def guesses_at_once(folder: Path, rounds: int) -> Iterator[Finding]:
    """Processes guess the same letters in the same games, and look at them."""
    history: list[Operation] = []
    with serving(folder / "service") as service:
        caller = Caller(service.url)
        for _ in range(rounds):
            request = {"dictionary": "en-large", "length": 6, "max_misses": 1000}
            games = [caller.call("POST", "/games", request).body["id"] for _ in range(GAMES)]
            with processes(PROCESSES) as pool:
                tasks = [(service.url, games, seed) for seed in range(PROCESSES)]
                history += [one for done in pool.starmap(_play, tasks) for one in done]
    guesses = [one for one in history if one.letter]
    faults = list(faults_of(history))
    statuses = {one.status for one in history}
    yield Finding(
        f"{len(guesses):,} guesses, {len(history) - len(guesses):,} looks, {rounds} times",
        f"{len(faults)} faults{': ' + faults[0] if faults else ''}; statuses {sorted(statuses)}",
        not faults and statuses <= {200, 409},
    )


def _play(url: str, games: list[str], seed: int) -> list[Operation]:
    caller, chance = Caller(url), random.Random(seed)
    done = []
    for letter in chance.sample(LETTERS, 26):
        for game in chance.sample(games, len(games)):
            done.append(_operation(caller, game, letter))
            if chance.random() < 0.2:
                done.append(_operation(caller, game, ""))
    return done


def _operation(caller: Caller, game: str, letter: str) -> Operation:
    begun = time.monotonic()
    if letter:
        answer = caller.call("POST", f"/games/{game}/guesses", {"letter": letter})
    else:
        answer = caller.call("GET", f"/games/{game}")
    ended = time.monotonic()
    state: dict[str, Any] = answer.body.get("game", answer.body)
    guessed = tuple(state.get("guessed_letters", ()))
    version = answer.version or 1 + len(guessed)
    over = state.get("status") in ("won", "lost")
    return Operation(game, letter, begun, ended, answer.status, version, guessed, over)


def faults_of(history: list[Operation]) -> Iterator[str]:
    """Yield the reasons why a history could not have happened one operation after another.

    The versions of a game are its order: an answer with version v saw the first v - 1 guesses. So a
    history is linearisable if all answers agree on one sequence of letters, each guess that was
    applied has a version of its own, and no answer is older than one that came before its request.
    """
    for game in {one.game for one in history}:
        ours = [one for one in history if one.game == game]
        longest = max((one.guessed for one in ours), key=len)
        for one in ours:
            if one.guessed != longest[: len(one.guessed)]:
                yield f"two orders of guesses in {game}"
            if one.status == 200 and one.letter and one.guessed[-1] != one.letter:
                yield f"the answer to {one.letter} is about another guess"
            if one.status == 409 and one.letter not in one.guessed and not one.over:
                yield f"a conflict without its cause: {one.letter} in {game}"
        applied = [one.version for one in ours if one.status == 200 and one.letter]
        if len(applied) != len(set(applied)):
            yield f"two guesses made the same version of {game}"
        yield from _older(sorted(ours, key=lambda one: one.ended), game)


def _older(by_end: list[Operation], game: str) -> Iterator[str]:
    """Yield the answers that are older than one that came before their request."""
    by_start = sorted(by_end, key=lambda one: one.begun)
    newest, ended = 0, iter([*by_end, None])
    upcoming = next(ended)
    for one in by_start:
        while upcoming and upcoming.ended < one.begun:
            newest = max(newest, upcoming.version)
            upcoming = next(ended)
        if one.version < newest:
            yield f"{game} went back from version {newest} to {one.version}"
        if one.status == 200 and one.letter and one.version <= newest:
            yield f"a guess in {game} was applied before it was made"
