"""Hints and solutions over HTTP."""

import re
from collections.abc import Mapping
from typing import Any

import pytest

from service.dictionaries.dictionary import Dictionary
from service.registry import GUESSERS
from tests import originals
from tests.api.conftest import Client
from tests.support import guessing_referee


def hint(client: Client, **asked: Any) -> Any:
    response = client.post("/hints", json=asked)
    assert response.status_code == 200, response.text
    return response.json


def test_hint_in_a_game_is_that_for_the_same_game_elsewhere(
    client: Client,
) -> None:
    game = client.post("/games", json={"length": 8}).json
    before = client.get(f"/games/{game['id']}").json

    ours = client.get(f"/games/{game['id']}/hint?guesser=entropy&words=9").json

    assert ours == hint(client, pattern="________", guesser="entropy", words=9)
    assert len(ours["words"]) == 9
    assert len(client.get(f"/games/{game['id']}/hint").json["words"]) == 5
    assert client.get(f"/games/{game['id']}").json == before


def test_hint_in_a_finished_game_is_a_conflict(client: Client) -> None:
    game = client.post("/games", json={"length": 22, "max_misses": 1}).json
    client.post(f"/games/{game['id']}/guesses", json={"letter": "b"})
    client.post(f"/games/{game['id']}/guesses", json={"letter": "w"})

    response = client.get(f"/games/{game['id']}/hint")

    assert (response.status_code, response.json["code"]) == (409, "game-over")


def test_part_of_the_query_that_is_wrong_is_named(client: Client) -> None:
    game = client.post("/games").json

    for query in ("guesser=genius", "words=51"):
        response = client.get(f"/games/{game['id']}/hint?{query}")

        [error] = response.json["errors"]
        assert (response.status_code, error["parameter"]) == (422, query.partition("=")[0])


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
    guessed = wrong + pattern.replace("_", "")

    found = hint(client, pattern=pattern, wrong_letters=list(wrong), wrong_words=refused, words=50)

    assert found["words_left"] == len(words)
    assert sorted(found["words"]) == words or len(words) > 50
    scores = guessing_referee.most_words(words, guessed)
    assert [one["letter"] for one in found["letters"]] == sorted(
        scores, key=lambda letter: (-scores[letter], letter)
    )
    for one in found["letters"]:
        assert one["share_with"] == round(scores[one["letter"]] / len(words), 4)


def test_commonest_words_are_shown_first(
    client: Client, dictionaries: Mapping[str, Dictionary]
) -> None:
    lexicon = dictionaries["en"].lexicons[5]

    words = hint(client, pattern="_a__e", words=50)["words"]

    sizes = [int(lexicon.commonness[lexicon.id_of(word) or 0]) for word in words]
    assert sizes == sorted(sizes)
    assert hint(client, pattern="_a__e", words=2)["words"] == words[:2]


def test_pattern_that_no_word_fits_has_an_empty_hint(client: Client) -> None:
    found = hint(client, pattern="q__q")

    assert (found["letters"], found["words"], found["words_left"]) == ([], [], 0)


def test_guesser_finds_a_word(client: Client) -> None:
    found = client.post("/solutions", json={"word": "Jazzy"}).json

    assert (found["found"], found["in_dictionary"], found["misses"]) == (True, True, 10)
    assert found["max_misses"] == 1000
    assert {(step["word"], step["at"]) for step in found["guesses"]} == {(None, None)}
    assert found["guesses"][-1]["pattern"] == "jazzy"
    assert found["misses"] == sum(not step["hit"] for step in found["guesses"])


def test_letters_that_the_dictionary_lacks_are_named(client: Client) -> None:
    response = client.post("/solutions", json={"word": "naïveté"})

    assert (response.status_code, response.json["errors"][0]["pointer"]) == (422, "/word")
    assert "“é”, “ï”" in response.json["detail"]
    assert "“n”" not in response.json["detail"]


def test_guesser_stops_when_hanged(client: Client) -> None:
    found = client.post("/solutions", json={"word": "jazzy", "max_misses": 3}).json

    assert (found["found"], found["misses"]) == (False, 3)


@pytest.mark.parametrize("word", ["zzzzz", "q" * 40])
def test_unknown_word_is_played_as_far_as_it_goes(client: Client, word: str) -> None:
    found = client.post("/solutions", json={"word": word}).json

    assert (found["found"], found["in_dictionary"]) == (False, False)
    assert not found["guesses"] or found["guesses"][-1]["words_left"] == 0


def test_random_guesser_repeats_itself_by_seed(client: Client) -> None:
    def guesses(seed: int) -> list[str]:
        asked = {"word": "hangman", "guesser": "letter-frequency", "seed": seed}
        found = client.post("/solutions", json=asked).json
        return [step["letter"] for step in found["guesses"]]

    assert guesses(1) == guesses(1)
    assert guesses(1) != guesses(2)


def test_guessers_are_listed_the_default_first(client: Client) -> None:
    names = [one["name"] for one in client.get("/guessers").json["guessers"]]

    assert names[0] == "most-words"
    assert names == list(GUESSERS)
