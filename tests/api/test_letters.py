"""Letters that are written in several ways, from the first request of a game to its end."""

import json
from hashlib import sha256
from typing import Any

import pytest

from service.dictionaries.dictionary import Dictionary, dictionary_of
from tests.api.conftest import KEY, Body, Client, created, games_in, guessed, served
from tests.support.fakes import FakeServers
from tests.support.programs import ROOT
from tests.writing_cases import CASES, WritingCase

ALPHABETS = json.loads((ROOT / "data" / "alphabets.json").read_text())


def dictionary(name: str, words: str, **more: Any) -> Dictionary:
    alphabet = ALPHABETS[name].get("alphabet")
    about = {"alphabet": alphabet, "language": name, "source": "a test", **more}
    return dictionary_of(name, dict.fromkeys(words.split(), 0), **about)


DICTIONARIES = {
    "en": dictionary("en", "cable table horse"),
    "el": dictionary("el", "οδοσ τοπο φωσ σοφοσ λογοσ νομοσ δρομοσ", title="Greek"),
    "he": dictionary("he", "שלומ עולמ ספרימ"),
    "tr": dictionary("tr", "ışık iyim kapı"),
    "fr": dictionary(
        "fr", "ete cafe", alphabet=ALPHABETS["fr"]["without_accents"], drops_accents=True
    ),
}


@pytest.fixture
def languages() -> Client:
    """A client of a service with dictionaries of several languages."""
    return served(games_in(FakeServers(), DICTIONARIES)).test_client()


@pytest.mark.parametrize("sigma", ["σ", "ς", "Σ", " Σ "])
def test_letter_is_guessed_however_it_is_written(languages: Client, sigma: str) -> None:
    game = created(languages, dictionary="el", secret_word="ΣΟΦΟΣ")
    answer = languages.post(f"/games/{game['id']}/guesses", json={"letter": sigma}).json
    assert (answer["pattern"], answer["guessed_letters"]) == ("σ___σ", ["σ"])


@pytest.mark.parametrize(
    ("name", "secret", "letter", "pattern", "word", "shown"),
    [
        ("el", "οδος", "Ο", "ο_ο_", "ΟΔΟΣ", "οδος"),
        ("he", "שָׁלוֹם", "ם", "___מ", "שלום", "שלום"),
        ("he", "עולמ", "מ", "___מ", "עולם", "עולם"),
        ("tr", "IŞIK", "I", "ı_ı_", "IşıK", "ışık"),
        ("tr", "İYİM", "İ", "i_i_", "iyi\u0307m", "iyim"),
        ("fr", "Été", "É", "e_e", "e\u0301te\u0301", "ete"),
        ("en", "CABLE", "E", "____e", "Cable", "cable"),
    ],
)
def test_word_is_set_guessed_and_shown_as_people_write_it(
    languages: Client, name: str, secret: str, letter: str, pattern: str, word: str, shown: str
) -> None:
    game = created(languages, dictionary=name, secret_word=secret)
    hit, won = (guessed(languages, game, guess).json for guess in (letter, word))
    confession = languages.get(f"/games/{game['id']}/confession").json
    opening = json.loads(confession["opening"])

    assert hit["pattern"] == pattern
    assert (won["status"], won["word"], confession["word"]) == ("won", shown, shown)
    letters = DICTIONARIES[name].writing.read(secret)
    assert (won["pattern"], won["last_guess"]["word"], opening["word"]) == (letters,) * 3
    assert sha256(confession["opening"].encode()).hexdigest() == game["commitment"]


def test_listed_words_have_their_final_forms(languages: Client) -> None:
    five, choices = ["λογος", "νομος", "σοφος"], {"length": 5, "dealer": "largest-family"}
    game = created(languages, dictionary="el", insight="full", max_misses=1, **choices)
    hint = languages.get(f"/games/{game['id']}/hint").json
    families = languages.post("/families", json={"length": 4, "letter": "Ο", "dictionary": "el"})
    lost = guessed(languages, game, "Ξ").json
    confession = languages.get(f"/games/{game['id']}/confession").json
    claimed = languages.post(f"/watch/{game['watch_id']}/words").json
    all_claimed = languages.get(f"/watch/{game['watch_id']}/words").json

    assert game["insight"]["words"] == sorted(hint["words"]) == five
    assert [each["words"] for each in families.json["families"]] == [["τοπο"], ["οδος"]]
    assert lost["status"] == "lost"
    assert {lost["word"], claimed["word"]} < set(five)
    assert all_claimed["words"] == [claimed["word"]]
    assert sorted(confession["guesses"][0]["kept"]) == five


@pytest.mark.parametrize(
    ("pattern", "wrong", "words"),
    [
        ("_ a _ _ e", ["t"], ["cable"]),
        ("_a__e", [], ["cable", "table"]),
        ("? A ? ? E", ["H"], ["cable", "table"]),
    ],
)
def test_blanks_between_the_letters_of_a_pattern_do_not_count(
    languages: Client, pattern: str, wrong: list[str], words: list[str]
) -> None:
    answer = languages.post("/hints", json={"pattern": pattern, "wrong_letters": wrong}).json
    assert (answer["pattern"], sorted(answer["words"])) == ("_a__e", words)


@pytest.mark.parametrize("pattern", ["__ __", "_____ _____", "ca ble"])
def test_pattern_of_two_words_is_refused(languages: Client, pattern: str) -> None:
    answer = languages.post("/hints", json={"pattern": pattern})
    [error] = answer.json["errors"]
    assert (answer.status_code, error["pointer"]) == (422, "/pattern")
    assert "The pattern has 2 words" in error["detail"]


@pytest.mark.parametrize(("name", "letter"), [("en", "é"), ("el", "ό̈"), ("tr", "q"), ("fr", "ß")])
def test_letter_of_another_alphabet_is_named(languages: Client, name: str, letter: str) -> None:
    game = created(languages, dictionary=name, length=4 if name in ("el", "tr", "fr") else 5)
    answer = languages.post(f"/games/{game['id']}/guesses", json={"letter": letter})
    [error] = answer.json["errors"]
    assert error["code"] == "not-in-alphabet"
    assert f"“{letter}”" in error["detail"]
    assert DICTIONARIES[name].description.alphabet in error["detail"]


def test_same_letter_written_otherwise_is_the_same_request(languages: Client) -> None:
    game = created(languages, dictionary="el", secret_word="σοφος")
    answers = [guessed(languages, game, letter, **KEY) for letter in "Σςσ"]
    other = guessed(languages, game, "ο", **KEY)

    assert [answer.json["version"] for answer in answers] == [2, 2, 2]
    assert other.status_code == 422


def test_review_reads_guesses_however_they_are_written(languages: Client) -> None:
    guesses = [{"letter": "Σ", "positions": [3]}, {"word": "ΟΔΟΣ", "hit": True}]
    body = {"dictionary": "el", "length": 4, "guesses": guesses}
    review = languages.post("/reviews", json=body).json
    assert [each["letter"] or each["word"] for each in review["guesses"]] == ["σ", "οδοσ"]
    assert review["guesses"][0]["words_left"] == 1


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_service_publishes_how_letters_are_written(case: WritingCase) -> None:
    words = {case.alphabet[:2]: 0}
    about: Body = {"alphabet": case.alphabet, "language": case.language, "source": "a test"}
    made = dictionary_of("en", words, **about, drops_accents=case.drops_accents)
    client: Client = served(games_in(FakeServers(), {"en": made})).test_client()

    published: Body = client.get("/dictionaries/en").json

    assert published["alphabet"] == case.alphabet
    assert published["direction"] == case.direction
    assert len(published["capitals"]) == len(case.alphabet)
    assert published["read_as"] == case.writing.read_as
