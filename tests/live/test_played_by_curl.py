"""Whole games played with curl, judged by a referee that has only read the original word list."""

import json
import random
from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import Any

import pytest

from tests import originals
from tests.support import programs
from tests.support.referee import Referee
from tests.support.running import Service

DEALERS = ("largest-family", "cheat-score", "honest")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def curl(*requests: list[str]) -> list[tuple[int, Any]]:
    """Status and JSON of each of some requests, sent one after the other by one curl."""
    arguments = ["curl", "--silent", "--show-error"]
    for index, request in enumerate(requests):
        arguments += ["--next"] * (index > 0) + [*request, "--write-out", "%{http_code}\n"]
    lines = programs.printed(*arguments).splitlines()
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


@originals.needed
@pytest.mark.parametrize("dictionary", ["en", "en-large"])
def test_referee_agrees_with_every_answer_at_every_length(
    service: Service, dictionary: str
) -> None:
    programs.curl()
    lengths = sorted({len(word) for word in originals.words_in(dictionary)})
    for length, dealer in zip(lengths, cycle(DEALERS), strict=False):
        chance = random.Random(f"{dictionary} {length} {dealer}")
        asked = {
            "dictionary": dictionary, "length": length, "dealer": dealer, "seed": length,
            "insight": "full", "max_misses": chance.choice([6, 8, 12, 1000]),
        }  # fmt: skip
        assert play(service.url, originals.words_of(dictionary, length), asked, chance)


def play(url: str, words: Sequence[str], asked: dict[str, Any], chance: random.Random) -> int:
    """Play one game to its end; how many answers the referee agreed with."""
    [(_, game)] = curl(post(f"{url}/games", asked))
    games = f"{url}/games/{game['id']}"
    guesses = list(guesses_for(words, chance))
    *answers, (_, confession) = curl(
        *[post(f"{games}/guesses", guess) for guess in guesses], [f"{games}/confession"]
    )
    referee = Referee(list(words), asked["dealer"], confession.get("word", ""))
    assert game["insight"]["words_left"] == len(words)
    return sum(judged(referee, answer) for status, answer in answers if status == 200)


def judged(referee: Referee, answer: dict[str, Any]) -> bool:
    guess, insight = answer["last_guess"], answer["insight"]
    if guess["word"]:
        referee.answer_word(guess["word"], guess["hit"])
    else:
        referee.answer_letter(guess["letter"], tuple(guess["positions"]))
    assert insight["words_left"] == len(referee.words)
    assert insight["cheat_score"] == referee.score(referee.words)
    if len(referee.words) <= 8:
        assert insight["words"] == sorted(referee.words)
    whole = guess["word"] and guess["hit"]
    known = LETTERS if whole else referee.guessed
    assert answer["pattern"] == "".join(c if c in known else "_" for c in referee.words[0])
    if answer["status"] != "in_progress":
        assert answer["word"] in referee.words
    return True
