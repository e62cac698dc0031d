"""The toy: hangman as somebody writes it in an evening, to compare a guess with.

It keeps one honest word in a signed session cookie, and has neither a store nor validation. A
benchmark runs it under gunicorn's threads; it is a second floor for a guess, and never changes.
"""

import random
from collections.abc import Sequence
from pathlib import Path

from flask import Flask, Response, jsonify, request, session, url_for

from service.dictionaries.dictionary import load
from service.settings import shipped

MAX_MISSES = 8


def words_of(folder: Path) -> Sequence[str]:
    """All words of a dictionary."""
    lexicons = load(folder).lexicons.values()
    return [lexicon.word(number) for lexicon in lexicons for number in range(len(lexicon))]


def pattern_of(word: str, guessed: Sequence[str]) -> str:
    """The word as far as it is shown."""
    return "".join(letter if letter in guessed else "_" for letter in word)


def app() -> Flask:
    """The application."""
    toy = Flask("toy", static_folder=None)
    toy.config["SECRET_KEY"] = "the same in all workers"
    by_length: dict[int, list[str]] = {}
    for word in words_of(shipped("data") / "en-large"):
        by_length.setdefault(len(word), []).append(word)

    @toy.get("/readyz")
    def ready() -> Response:
        return jsonify(status="ok")

    @toy.post("/games")
    def start() -> tuple[Response, int, dict[str, str]]:
        asked = request.get_json()
        chance = random.Random(asked["seed"])
        session["word"] = chance.choice(by_length[asked["length"]])
        session["guessed"] = []
        return jsonify(_game()), 201, {"Location": url_for("show")}

    @toy.get("/games/mine")
    def show() -> Response:
        return jsonify(_game())

    @toy.post("/games/mine/guesses")
    def guess() -> tuple[Response, int]:
        letter = request.get_json()["letter"]
        if letter in session["guessed"]:
            return jsonify(error="You have already guessed this letter."), 409
        if _game()["status"] != "in_progress":
            return jsonify(error="This game is over."), 409
        session["guessed"] = [*session["guessed"], letter]
        return jsonify(_game()), 200

    return toy


def _game() -> dict[str, object]:
    word, guessed = session["word"], session["guessed"]
    wrong = [letter for letter in guessed if letter not in word]
    pattern = pattern_of(word, guessed)
    status = "in_progress"
    if pattern == word:
        status = "won"
    elif len(wrong) >= MAX_MISSES:
        status = "lost"
    return {
        "status": status,
        "pattern": pattern,
        "guessed_letters": guessed,
        "wrong_letters": wrong,
        "misses": len(wrong),
        "remaining_guesses": MAX_MISSES - len(wrong),
        "word": None if status == "in_progress" else word,
    }
