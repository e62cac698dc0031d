"""Help over HTTP: hints, solutions, word families and reviews."""

import re
from typing import Any

import pytest

from service.app import application
from service.play.games import Games
from service.settings import Settings
from tests import originals
from tests.api.conftest import Body, Client, created, guessed
from tests.support import contract, guessing_referee


def posted(client: Client, path: str, **question: Any) -> Any:
    response = client.post(path, json=question)
    contract.check(path, response)
    assert response.status_code == 200, response.text
    return response.json


def test_hint_in_a_game_is_that_for_the_same_game_elsewhere(client: Client) -> None:
    path = f"/games/{created(client, length=8)['id']}"
    before = client.get(path).json
    hint = client.get(f"{path}/hint?guesser=entropy&words=9").json
    assert hint == posted(client, "/hints", pattern="________", guesser="entropy", words=9)
    assert len(hint["words"]) == 9
    assert len(client.get(f"{path}/hint").json["words"]) == 5
    assert client.get(path).json == before


@originals.needed
@pytest.mark.parametrize(
    ("pattern", "wrong", "refused", "fits"),
    [
        ("_a__e", "st", [], "[^aest]a[^aest][^aest]e"),
        ("____", "aeiou", [], "[^aeiou]{4}"),
        ("__zz_", "", ["fuzzy"], "(?!fuzzy)[^z][^z]zz[^z]"),
    ],
)
def test_hints_count_the_words_that_fit(
    client: Client, pattern: str, wrong: str, refused: list[str], fits: str
) -> None:
    words = sorted(word for word in originals.words_in("en") if re.fullmatch(fits, word))
    question = {"pattern": pattern, "wrong_letters": [*wrong], "wrong_words": refused, "words": 50}

    hint = posted(client, "/hints", **question)

    assert hint["words_left"] == len(words)
    assert sorted(hint["words"]) == words or len(words) > 50
    scores = guessing_referee.most_words(words, wrong + pattern.replace("_", ""))
    ranked = sorted(scores, key=lambda letter: (-scores[letter], letter))
    shares = [(letter, round(scores[letter] / len(words), 4)) for letter in ranked]
    assert [(each["letter"], each["share_with"]) for each in hint["letters"]] == shares


@pytest.mark.parametrize(
    ("question", "solution"),
    [
        ({"word": "Jazzy"}, {"found": True, "in_dictionary": True, "misses": 10}),
        ({"word": "Jazzy"}, {"max_misses": 1000}),
        ({"word": "jazzy", "max_misses": 3}, {"found": False, "misses": 3}),
        ({"word": "zzzzz"}, {"found": False, "in_dictionary": False}),
        ({"word": "q" * 40}, {"found": False, "in_dictionary": False, "guesses": []}),
    ],
)
def test_guesser_plays_as_far_as_it_goes(client: Client, question: Body, solution: Body) -> None:
    answer = posted(client, "/solutions", **question)
    guesses = answer["guesses"]
    assert answer.items() >= solution.items()
    assert answer["misses"] == sum(not guess["hit"] for guess in guesses)
    assert all(guess["word"] is None and "at" not in guess for guess in guesses)
    if answer["found"]:
        assert guesses[-1]["pattern"] == "jazzy"
    elif question["word"] == "zzzzz":
        assert guesses[-1]["words_left"] == 0


def test_random_guesser_repeats_itself_by_seed(client: Client) -> None:
    question = {"word": "hangman", "guesser": "letter-frequency"}
    first, again, other = (
        posted(client, "/solutions", seed=seed, **question)["guesses"] for seed in (1, 1, 2)
    )
    assert first == again != other


def test_families_of_a_letter(client: Client) -> None:
    question = {"pattern": "?a__e", "wrong_letters": ["S", "t"], "letter": "v", "words": 2}
    assert posted(client, "/families", **question) == {
        "pattern": "_a__e",
        "words_before": 34,
        "words": ["maybe", "vague"],
        "family_count": 4,
        "families": [
            {"positions": [], "word_count": 25, "pattern": "_a__e", "words": ["maybe", "large"]},
            {"positions": [3], "word_count": 6, "pattern": "_a_ve", "words": ["naive", "halve"]},
            {"positions": [0], "word_count": 2, "pattern": "va__e", "words": ["vague", "value"]},
            {"positions": [0, 3], "word_count": 1, "pattern": "va_ve", "words": ["valve"]},
        ],
        "choices": [
            {"dealer": "largest-family", "families": [{"positions": [], "word_count": 25}]},
            {"dealer": "cheat-score", "families": [{"positions": [], "word_count": 25}]},
        ],
    }


def test_slow_dealer_decides_beside_the_games(games: Games) -> None:
    ran: list[Any] = []
    games.run_beside_games = lambda work: (ran.append(work), work())[1]  # type: ignore[func-returns-value]  # both
    client: Client = application(games, Settings()).test_client()
    for dealers in (["largest-family", "cheat-score"], ["minimax"]):
        posted(client, "/families", length=8, letter="e", dealers=dealers)
    assert len(ran) == 1


@pytest.mark.parametrize(
    ("weights", "verdict"), [(None, "best"), ("even", "best"), ("commonness", "costly")]
)
def test_game_is_reviewed_as_transcript(client: Client, weights: str | None, verdict: str) -> None:
    game = created(client, length=12, max_misses=2, seed=3)
    path = f"/games/{game['id']}"
    early = client.get(f"{path}/review")
    for guess in ("e", "distribution", "z"):
        guessed(client, game, guess)
    transcript = client.get(f"{path}/guesses").json

    query = f"?weights={weights}" if weights else ""
    ours = client.get(f"{path}/review{query}").json
    theirs = posted(client, "/reviews", **transcript, length=12, weights=weights)

    assert (early.status_code, early.json["code"]) == (409, "game-in-progress")
    for name in ("letter", "word", "hit", "positions", "at"):
        said, reviewed = ([guess[name] for guess in each["guesses"]] for each in (transcript, ours))
        assert reviewed == said
    untimed = [{**guess, "at": None} for guess in ours["guesses"]]
    assert theirs == {**ours, "guesses": untimed}
    assert (ours["weights"], ours["dictionary"]) == (weights or "even", "en")
    assert ours["guesses"][0]["verdict"] == verdict


@pytest.mark.parametrize(
    ("path", "field"),
    [("/hints", "pattern"), ("/families", "pattern"), ("/reviews", "start_pattern")],
)
def test_pattern_means_the_same_in_every_request(client: Client, path: str, field: str) -> None:
    more: Body = {"guesses": []} if path == "/reviews" else {}
    assert posted(client, path, **{field: " -A.?e "}, **more)[field] == "_a__e"
    for pattern, code in (("_" * 40, "no-words-of-length"), ("_é___", "not-in-alphabet")):
        problem = client.post(path, json={field: pattern, **more}).json
        [error] = problem["errors"]
        assert (error["pointer"], error["code"]) == (f"/{field}", code)
