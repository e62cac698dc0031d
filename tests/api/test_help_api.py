"""Help over HTTP: hints, solutions, word families and reviews."""

from typing import Any

import pytest

from service.play.games import Games
from tests.api.conftest import Body, Client, created, guessed, played, served


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
def test_guesser_plays_as_far_as_it_goes(
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


def test_slow_dealer_decides_beside_the_games(games: Games) -> None:
    ran: list[Any] = []
    games.run_beside_games = lambda work: (ran.append(work), work())[1]  # type: ignore[func-returns-value]  # both
    client: Client = served(games).test_client()
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
