"""Games over HTTP, as a front end sees them; hints, solutions, word families and reviews."""

import os
import re
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import pytest

from service.engine.cheat_list import WordIDs
from service.engine.lexicon import Lexicon
from service.engine.transcript import Transcript
from service.play.games import Games
from service.registry import DEFAULT_CHEATS, GUESSERS
from tests.api.conftest import Body, Client, Make, created, guessed, played, served
from tests.support import factory
from tests.support.factory import NEW_ETAG

CHEATS = (*DEFAULT_CHEATS, "minimax")
OTHER_TAGS = ["W/{now}", 'W/{now}, "2"', NEW_ETAG, '"2"', '"x"', '"²"', '""', f'"{"9" * 5000}"']


def test_new_game_has_the_defaults_and_shows_nothing(client: Client) -> None:
    answer = client.post("/games", json={"length": 8})
    game = answer.json
    assert (answer.status_code, answer.headers["ETag"]) == (201, NEW_ETAG)
    assert answer.headers["Location"] == f"/games/{game['id']}"
    assert re.fullmatch("[0-7][0-9a-hjkmnp-tv-z]{25}", game["id"])
    lasts = datetime.fromisoformat(game["expires_at"]) - datetime.fromisoformat(game["created_at"])
    assert lasts.days == 1
    drawn = ("id", "watch_id", "commitment", "created_at", "expires_at")
    assert {key: game[key] for key in game if key not in drawn} == {
        "version": 1, "status": "in_progress", "over": False, "length": 8, "pattern": "________",
        "message": "Guess a letter: the word has 8 letters.",
        "misses": 0, "max_misses": 8, "remaining_guesses": 8, "dictionary": "en",
        "guessed_letters": [], "wrong_letters": [], "wrong_words": [], "copyable": False,
        **dict.fromkeys(["last_guess", "word", "dealer", "seed", "insight", "daily"]),
    }  # fmt: skip


def test_guess_is_answered_with_the_game_and_in_it_the_guess(client: Client) -> None:
    game = created(client)
    answer = guessed(client, game, "E")
    whole = client.get(answer.headers["Content-Location"])
    assert answer.headers["Content-Location"] == f"/games/{game['id']}"
    assert (whole.json, whole.headers["ETag"]) == (answer.json, answer.headers["ETag"])
    listed = client.get(f"/games/{game['id']}/guesses").json["guesses"]
    assert listed == [answer.json["last_guess"]]
    remaining = [each["remaining_guesses"] + each["misses"] for each in (game, answer.json)]
    assert remaining == [8, 8]


@pytest.mark.parametrize("call", ["POST /games/{id}/guesses", "DELETE /games/{id}"])
def test_if_match_limits_guess_and_deletion_to_one_version(client: Client, call: str) -> None:
    def answer_for(if_match: str) -> Any:
        sent = {"json": {"letter": "z"}} if method == "POST" else {}
        headers = {"If-Match": if_match.format(now=now)}
        return client.open(path, method=method, headers=headers, **sent)

    for if_match in ("{now}", "*", '"7", {now}'):
        game = created(client)
        method, path = call.format(**game).split()
        now = guessed(client, game, "e").headers["ETag"]
        for other in OTHER_TAGS:
            refused = answer_for(other)
            assert (refused.status_code, refused.json["code"]) == (412, "version-mismatch"), other
            assert (refused.headers["ETag"], refused.json["game"]["version"]) == (now, 2)
            assert "at version 2" in refused.json["detail"]
        answer = answer_for(if_match)
        assert answer.status_code == (200 if method == "POST" else 204), if_match
        assert ("Content-Type" in answer.headers) == (method == "POST")


def test_deleted_unknown_and_malformed_ids_look_alike(client: Client) -> None:
    deleted, other = (created(client)["id"] for _ in range(2))
    assert client.delete(f"/games/{deleted}").status_code == 204
    ids = [deleted, other.upper(), "0" * 26, "x", "0" * 500, "0" * 25 + "I", "%00", "é"]
    bodies = [{**client.get(f"/games/{name}").json, "request_id": ""} for name in ids]
    assert all(body == bodies[0] for body in bodies)
    assert bodies[0]["code"] == "game-not-found"


def test_unplayable_game_shows_only_its_guesses(client: Client, games: Games) -> None:
    game, lost = (created(client, length=3, max_misses=misses) for misses in (8, 1))
    for each in (game, lost):
        guessed(client, each, "q")
    ours = games.catalogue
    no_dealer = replace(ours, dealers={"honest": ours.dealers["honest"]})
    for answer in _answers_of(Games(no_dealer, games.store, games.clock), game, lost):
        assert (answer.status_code, answer.json["code"]) == (410, "game-unplayable")


def test_game_of_another_instances_words_is_left_to_it(client: Client, games: Games) -> None:
    game, lost = (created(client, length=3, max_misses=misses) for misses in (8, 1))
    for each in (game, lost):
        guessed(client, each, "q")
    other_length, no_word_fits = (factory.catalogue_of([word]) for word in ("game", "qat"))
    for catalogue in (other_length, no_word_fits, replace(games.catalogue, dictionaries={})):
        for answer in _answers_of(Games(catalogue, games.store, games.clock), game, lost):
            assert (answer.status_code, answer.json["code"]) == (503, "dictionary-unknown")
            assert answer.headers["Retry-After"] == "60"
    assert guessed(client, game, "x").json["version"] == 3


def test_known_dictionary_without_a_word_that_fits_is_unplayable(
    client: Client, games: Games
) -> None:
    game, lost = (created(client, length=3, max_misses=misses) for misses in (8, 1))
    for each in (game, lost):
        guessed(client, each, "q")
    words = factory.dictionary(["qat"], "en")
    about = replace(words.description, fingerprint=_fingerprint(games))
    same = factory.catalogue({"en": replace(words, description=about)})
    for answer in _answers_of(Games(same, games.store, games.clock), game, lost):
        assert (answer.status_code, answer.json["code"]) == (410, "game-unplayable")


def _fingerprint(games: Games) -> str:
    return games.catalogue.dictionaries["en"].description.fingerprint


def _answers_of(games: Games, game: Body, lost: Body) -> list[Any]:
    """What another instance answers about a game in progress and one that is lost."""
    other: Client = served(games).test_client()
    assert len(other.get(f"/games/{game['id']}/guesses").json["guesses"]) == 1
    return [
        other.get(f"/games/{game['id']}"),
        guessed(other, game, "e"),
        other.get(f"/games/{lost['id']}/confession"),
    ]


def posted(client: Client, path: str, **question: Any) -> Any:
    response = client.post(path, json=question)
    assert response.status_code == 200, response.text
    return response.json


def test_hint_in_a_game_is_that_for_the_same_game_elsewhere(client: Client) -> None:
    game = created(client, length=8, max_misses=30, seed=1)
    path = f"/games/{game['id']}"
    for letter in "etaoins":
        known = {name: game[name] for name in ("pattern", "wrong_letters", "wrong_words")}
        hint = client.get(f"{path}/hint?guesser=entropy&words=9").json
        assert hint == posted(client, "/hints", **known, guesser="entropy", words=9)
        assert len(hint["words"]) == min(9, hint["words_left"])
        assert len(client.get(f"{path}/hint").json["words"]) == min(5, hint["words_left"])
        assert client.get(path).json == game
        game = played(client, game, [hint["words"][0], letter])  # the word fits, and is denied
    assert len(game["wrong_words"]) == 7


@pytest.mark.parametrize(
    ("question", "found", "in_dictionary", "misses", "last"),
    [
        ({"word": "Jazzy"}, True, True, 10, {"pattern": "jazzy"}),
        ({"word": "jazzy", "max_misses": 3}, False, True, 3, {"hit": False}),
        ({"word": "zzzzz"}, False, False, None, {"words_left": 0}),
        ({"word": "q" * 40}, False, False, 0, {}),
    ],
)
def test_solution_ends_when_found_or_lost_or_no_word_is_left(
    client: Client, question: Body, found: bool, in_dictionary: bool, misses: int | None, last: Body
) -> None:
    answer = posted(client, "/solutions", **question)
    assert (answer["found"], answer["in_dictionary"]) == (found, in_dictionary)
    assert answer["max_misses"] == question.get("max_misses", 1000)
    assert misses in (None, answer["misses"])
    assert answer["misses"] == sum(not guess["hit"] for guess in answer["guesses"])
    assert all(guess["word"] is None and "at" not in guess for guess in answer["guesses"])
    assert not last or answer["guesses"][-1].items() >= last.items()


def test_random_guesser_repeats_itself_by_seed(client: Client) -> None:
    question = {"word": "hangman", "guesser": "letter-frequency"}
    first, again, other = (
        posted(client, "/solutions", seed=seed, **question)["guesses"] for seed in (1, 1, 2)
    )
    assert first == again != other


def test_help_runs_beside_the_event_loop_whoever_gives_it(
    client_with: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    process, fitting = tmp_path / "process", Transcript.fitting

    def noted(transcript: Transcript, lexicon: Lexicon) -> WordIDs:
        process.write_text(str(os.getpid()))
        return fitting(transcript, lexicon)

    monkeypatch.setattr(Transcript, "fitting", noted)
    client, known = client_with(ratelimit_enabled=False), {"pattern": "_a__e"}
    game = created(client, length=5)
    questions: list[tuple[str, Body]] = [
        *(("/hints", {**known, "guesser": name}) for name in GUESSERS),
        *(("/solutions", {"word": "jazzy", "guesser": name}) for name in GUESSERS),
        *(
            ("/families", {**known, "letter": "r", "dealers": [name]})
            for name in (*DEFAULT_CHEATS, "minimax")
        ),
        ("/reviews", {"length": 5, "guesses": []}),
        (f"/games/{game['id']}/hint", {}),
    ]
    for path, question in questions:
        answer = client.post(path, json=question) if question else client.get(path)
        assert (answer.status_code, process.exists()) == (200, True), path
        assert process.read_text() != str(os.getpid()), path
        process.unlink()


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


def messages(client: Client, guesses: str, **choices: Any) -> list[str]:
    """The message after each guess."""
    game = created(client, **choices)
    return [guessed(client, game, guess).json["message"] for guess in guesses.split()]


@pytest.mark.parametrize(
    ("word", "guesses", "said"),
    [
        ("zebra", "q e z", [
            "No q. 2 misses left.", "Yes: e is the 2nd letter.", "Yes: z is the 1st letter."]),
        ("zebra", "q x v", [
            "No q. 2 misses left.", "No x. 1 miss left.",
            "No v. The game is lost: the dealer says that the word was zebra."]),
        ("essences", "s E", [
            "Yes: s is the 2nd, 3rd and 8th letter.", "Yes: e is the 1st, 4th and 7th letter."]),
        ("zebra", "horse zebra", [
            "No, it is not horse. 2 misses left.", "Yes: the word is zebra. The game is won."]),
        ("ox", "o x", [
            "Yes: o is the 1st letter.",
            "Yes: x is the 2nd letter. The game is won: the word is ox."]),
        ("distribution", "o n", ["Yes: o is the 11th letter.", "Yes: n is the 12th letter."]),
        ("electroencephalograph", "h", ["Yes: h is the 13th and 21st letter."]),
    ],
)  # fmt: skip
def test_message_says_the_last_answer(
    client: Client, word: str, guesses: str, said: list[str]
) -> None:
    choices = {"secret_word": word, "dictionary": "en-large", "max_misses": 3}
    assert messages(client, guesses, **choices) == said


def test_message_of_a_game_without_an_end_counts_up(client: Client) -> None:
    choices = {"secret_word": "zebra", "max_misses": 1000}
    assert messages(client, "q x", **choices) == ["No q. 1 miss so far.", "No x. 2 misses so far."]


def test_game_is_over_once_it_is_won_or_lost(client: Client) -> None:
    for word, status in (("zebra", "won"), ("horse", "lost")):
        game = created(client, secret_word="zebra", max_misses=1)
        after = guessed(client, game, word).json
        assert (game["over"], after["over"], after["status"]) == (False, True, status)


BRIEF: Final = {"Prefer": "return=minimal"}
MOST_BYTES: Final = 260  # of a brief answer to a letter, in a game of eight letters
WHOLE: Final = ("version", "status", "over", "pattern", "misses", "remaining_guesses", "message")


def assert_brief(answer: Any, game: Body) -> None:
    guess = {name: value for name, value in game["last_guess"].items() if value is not None}
    del guess["at"]
    assert answer.headers["Preference-Applied"] == "return=minimal"
    assert answer.json == {**{name: game[name] for name in WHOLE}, "last_guess": guess}
    assert "Content-Location" not in answer.headers  # that path shows the whole game


def test_brief_answer_has_what_the_guess_has_changed(client: Client) -> None:
    game = created(client, secret_word="essences", max_misses=9)
    for number, guess in enumerate(("e", "q", "sentence")):
        headers = {**BRIEF, "Idempotency-Key": f"a-key-of-twenty-characters-{number}"}
        answer, again = (guessed(client, game, guess, **headers) for _ in range(2))
        whole = client.get(f"/games/{game['id']}")
        assert_brief(answer, whole.json)
        assert_brief(again, whole.json)
        assert answer.headers["ETag"] == again.headers["ETag"] == whole.headers["ETag"]
        assert len(answer.data) <= MOST_BYTES


def test_answers_vary_by_what_the_client_prefers(client: Client) -> None:
    for prefers, is_brief in (
        ("return=minimal", True), ('wait=5, RETURN="minimal"; x=y', True),
        ("return=representation", False), ("return=representation, return=minimal", False),
        ("minimal", False), ("return", False), (",;=", False), ("", False),
    ):  # fmt: skip
        answer = guessed(client, created(client), "e", Prefer=prefers)
        assert ("id" not in answer.json) == is_brief, prefers
        assert ("Preference-Applied" in answer.headers) == is_brief
        assert "Prefer" in answer.headers.getlist("Vary")


@pytest.mark.parametrize("last", ["zebra", "horse"])
def test_answer_that_ends_a_game_or_refuses_is_whole(client: Client, last: str) -> None:
    game = created(client, secret_word="zebra", max_misses=1)
    guessed(client, game, "z", **BRIEF)
    repeated = guessed(client, game, "z", **BRIEF)
    end = guessed(client, game, last, **BRIEF)
    late = guessed(client, game, "q", **BRIEF)
    for whole in (repeated.json["game"], end.json, late.json["game"]):
        assert {*whole} == {*game}
    for answer in (repeated, end, late):
        assert "Preference-Applied" not in answer.headers


@pytest.mark.parametrize("word", ["aaaaaaab", "baaaaaaa"])
def test_longest_answer_to_a_letter_is_brief(games: Games, word: str) -> None:
    catalogue = factory.catalogue_of([word])
    client: Client = served(Games(catalogue, games.store, games.clock)).test_client()
    game = created(client, length=8, max_misses=1000)
    for letter in "cdefghijklmnopqrstuvwxyza":
        assert len(guessed(client, game, letter, **BRIEF).data) <= MOST_BYTES
