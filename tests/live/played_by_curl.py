"""Whole games played with curl against a service, and judged by a referee that has only read the
original word list: python -m tests.live.played_by_curl URL [--games 20]

It plays every length of en and en-large with each dealer, and stops at the first answer that the
referee would not have given.
"""

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

from tests.originals import words_in, words_of
from tests.programs import printed
from tests.referee import Referee

DEALERS = ("largest-family", "cheat-score", "honest")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def curl(*requests: list[str]) -> list[tuple[int, Any]]:
    """Status and JSON of each of some requests, sent one after the other by one curl."""
    arguments = ["curl", "--silent", "--show-error"]
    for index, request in enumerate(requests):
        arguments += ["--next"] * (index > 0) + [*request, "--write-out", "%{http_code}\n"]
    lines = printed(*arguments).splitlines()
    return [
        (int(status), json.loads(body))
        for body, status in zip(lines[::2], lines[1::2], strict=True)
    ]


def post(url: str, body: dict[str, Any]) -> list[str]:
    return ["--json", json.dumps(body), url]


def guesses_for(words: Sequence[str], chance: random.Random) -> Iterator[dict[str, str]]:
    """Every letter in random order, and a few words between."""
    for letter in chance.sample(LETTERS, len(LETTERS)):
        if chance.random() < 0.1:
            yield {"word": chance.choice(words)}
        yield {"letter": letter}


def play(url: str, words: Sequence[str], asked: dict[str, Any], chance: random.Random) -> int:
    """Play one game to its end; how many answers the referee agreed with."""
    [(_, game)] = curl(post(f"{url}/games", asked))
    games = f"{url}/games/{game['id']}"
    guesses = list(guesses_for(words, chance))
    *answers, (_, confession) = curl(
        *[post(f"{games}/guesses", guess) for guess in guesses], [f"{games}/confession"]
    )
    referee = Referee(list(words), asked["dealer"], confession.get("word", ""))
    assert game["insight"]["words_remaining"] == len(words)
    return sum(judged(referee, answer) for status, answer in answers if status == 200)


def judged(referee: Referee, answer: dict[str, Any]) -> bool:
    guess, insight = answer["guess"], answer["insight"]
    if "word" in guess:
        referee.answer_word(guess["word"], guess["hit"])
    else:
        referee.answer_letter(guess["letter"], tuple(guess["positions"]))
    assert insight["words_remaining"] == len(referee.words)
    assert insight["cheat_score"] == referee.score(referee.words)
    if len(referee.words) <= 8:
        assert insight["words"] == sorted(referee.words)
    whole = "word" in guess and guess["hit"]
    known = LETTERS if whole else referee.guessed
    assert answer["pattern"] == "".join(c if c in known else "_" for c in referee.words[0])
    if answer["status"] != "in_progress":
        assert answer["word"] in referee.words
    return True


def lengths_in(dictionary: str) -> list[int]:
    return sorted({len(word) for word in words_in(dictionary)})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--games", type=int, default=20)
    asked = parser.parse_args()
    for dictionary in ("en", "en-large"):
        for length in lengths_in(dictionary):
            answers = sum(
                play_some(asked.url, dictionary, length, dealer, asked.games) for dealer in DEALERS
            )
            print(f"{dictionary} {length}: {answers} answers agreed", flush=True)


def play_some(url: str, dictionary: str, length: int, dealer: str, games: int) -> int:
    """Play some games of one kind; how many answers the referee agreed with."""
    words = words_of(dictionary, length)
    total = 0
    for seed in range(games):
        chance = random.Random(f"{dictionary} {length} {dealer} {seed}")
        kind = {"dictionary": dictionary, "length": length, "dealer": dealer, "seed": seed}
        more = {"insight": "full", "max_misses": chance.choice([None, 6, 8, 12])}
        total += play(url, words, {**kind, **more}, chance)
    return total


if __name__ == "__main__":
    main()
