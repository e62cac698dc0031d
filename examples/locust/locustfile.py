"""A load test: players in a hurry, who start games, play them to the end, and check every answer.

It sends requests only to the URL that you pass. Run the service with
HANGMAN_RATELIMIT_ENABLED=false; otherwise it limits all these players as one client.
"""

import random
from collections import Counter
from hashlib import sha256
from typing import Any

from gevent import sleep
from locust import FastHttpUser, between, events, task
from locust.env import Environment
from locust.exception import RescheduleTask, StopUser

WORDS = ("zebra", "horse", "rhythm", "puzzling", "building", "yesterday")  # set for a friend
COMMON_FIRST = "etaoinshrdlcumwfgypbvkjxqz"  # about how people guess
GUESS = "/games/<id>/guesses"  # in the tables
REFUSED: Counter[int] = Counter()  # by status


class Wrong(Exception):
    """An answer that cannot be right; `str(error)` says why."""


class Player(FastHttpUser):
    """Plays one game after another, thirty times as fast as people do."""

    wait_time = between(0.05, 0.2)
    connection_timeout = network_timeout = 10

    @task
    def play(self) -> None:
        """Play a game from its start to its end."""
        chosen = {"length": random.randint(4, 12), "dictionary": random.choice(["en", "en-large"])}
        request = {"secret_word": random.choice(WORDS)} if random.random() < 0.1 else chosen
        game = self.posted("/games", request, "/games", 201)
        commitment = game["commitment"]
        letters = sorted(COMMON_FIRST, key=lambda it: COMMON_FIRST.index(it) + random.gauss(0, 4))
        while not game["over"]:
            self.wait()
            path = f"/games/{game['id']}/guesses"
            guess = {"letter": letters.pop(0)}
            game = self.posted(path, guess, GUESS, 200, game)
            if random.random() < 0.05:
                self.watch(game)
        if random.random() < 0.1:
            self.check_the_confession(game, commitment)

    @task
    def look_at_the_day(self) -> None:
        """Start the game of today, and leave it."""
        self.client.get("/daily", name="/daily")
        self.posted("/games", {"daily": "today"}, "/games (daily)", 201)

    def watch(self, game: dict[str, Any]) -> None:
        """Look at the game as others see it."""
        path = f"/watch/{game['watch_id']}"
        with self.client.get(path, name="/watch/<id>", catch_response=True) as response:
            if response.json()["pattern"] != game["pattern"]:
                response.failure("watchers see another pattern")

    def check_the_confession(self, game: dict[str, Any], commitment: str) -> None:
        """Read the confession, and check that its opening is what the dealer was bound to."""
        path, name = f"/games/{game['id']}/confession?words=20", "/games/<id>/confession"
        with self.client.get(path, name=name, catch_response=True) as response:
            if response.status_code == 503:
                response.success()  # busy with too many other confessions
            elif sha256(response.json()["opening"].encode()).hexdigest() != commitment:
                response.failure("the opening is not what the dealer was bound to")

    def posted(
        self,
        path: str,
        body: dict[str, Any],
        name: str,
        status: int,
        before: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """POST, and return the answer; the player leaves after one that cannot be right.

        After a 429 or 503 the player waits (ten seconds at most) and begins another game.
        """
        with self.client.post(path, json=body, name=name, catch_response=True) as response:
            if response.status_code in (429, 503):
                REFUSED[response.status_code] += 1
                response.failure(f"refused: {response.status_code}")
                sleep(min(int(response.headers.get("Retry-After", 1)), 10))
                raise RescheduleTask
            try:
                if response.status_code != status:
                    raise Wrong(f"{response.status_code}: {(response.text or '')[:200]}")
                game: dict[str, Any] = response.json()
                check(game, before, body)
            except (Wrong, ValueError, KeyError) as error:
                response.failure(f"{type(error).__name__}: {error}")
                raise StopUser from error
        return game


def check(game: dict[str, Any], before: dict[str, Any] | None, body: dict[str, Any]) -> None:
    """Raise Wrong if the guess in `body` cannot lead from the game `before` to this one."""
    if before is None:
        expect(game["pattern"] == "_" * game["length"], "a new game shows nothing")
        secret = body.get("secret_word")
        length = len(secret) if secret else body.get("length")
        expect(length in (None, game["length"]), "a new game has the length asked for")
        return
    guess, letter = game["last_guess"], body["letter"]
    shown = list(before["pattern"])
    for place in guess["positions"]:
        expect(shown[place] == "_", "a letter is shown at a place that was empty")
        shown[place] = letter
    expect(game["pattern"] == "".join(shown), "the pattern is the one before, with the letter")
    expect(guess["hit"] == bool(guess["positions"]), "a hit is shown somewhere")
    expect(game["misses"] == before["misses"] + (not guess["hit"]), "a miss counts one, a hit none")
    expect(game["guessed_letters"] == [*before["guessed_letters"], letter], "the guess is kept")
    over = (
        "won" if "_" not in game["pattern"] else "lost" if not game["remaining_guesses"] else None
    )
    expect(game["status"] == (over or "in_progress"), "the end is where it should be")
    expect(game["over"] == bool(over), "it says that it is over at its end")
    for name in ("word", "dealer", "seed"):
        expect((game[name] is not None) == bool(over), f"the {name} is shown only at the end")


def expect(holds: bool, sentence: str) -> None:
    """Raise Wrong unless it holds."""
    if not holds:
        raise Wrong(f"not so: {sentence}")


@events.init.add_listener
def sum_up(environment: Environment, **_: Any) -> None:
    """At the end, after the tables, print what a load test is made for."""

    def print_sum(**_: Any) -> None:
        guesses = environment.stats.get(GUESS, "POST")
        rate = guesses.total_rps - guesses.total_fail_per_sec
        p99 = guesses.get_response_time_percentile(0.99) or 0
        others = environment.stats.total.num_failures - REFUSED.total()
        print(f"guesses/s {rate:.0f}, p99 {p99:.0f} ms")
        print(f"refused: 429 {REFUSED[429]}, 503 {REFUSED[503]}, other {others}")

    environment.events.quit.add_listener(print_sum)
