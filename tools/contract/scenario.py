"""The scenario: each call as a player makes it, and each problem as it comes about."""

from datetime import timedelta
from typing import Any, Final
from unittest.mock import patch

from service.api.application import Draining
from service.choices import MOST_MISSES
from service.engine.dealers import LargestFamily
from service.engine.game import MOST_WORD_GUESSES
from service.engine.guessers import MostWords
from service.play.games import Games
from service.store.errors import StoreFull, StoreUnavailable
from service.store.game_store import Claims
from tools.contract.played import SPENDER, Player

ONE_METHOD: Final = (  # whose paths allow nothing but GET
    "getDailyGame", "listDealers", "listDictionaries", "listGuessers", "getLiveness",
    "getReadiness",
)  # fmt: skip


class Late:
    """A body that does not arrive."""

    def read(self, *_: int) -> bytes:
        raise TimeoutError


def play(call: Player) -> None:
    """Play the whole scenario. A call without a name makes no example."""
    _day(call)
    game = _begin(call)
    _guesses(call, game)
    _words(call)
    _end(call, game)
    _other_words(call, game)
    _elsewhere(call)
    _lists(call)
    _malformed(call, game)
    _faults(call, game)


def _day(call: Player) -> None:
    game = call("startGame", json={"daily": "today"})
    for letter in "etaoinshrdlucmfwypvbgkjqxz":
        call("makeGuess", game_id=game["id"], json={"letter": letter, "call": letter == "o"})
    call("getWatchedConfession", "day-not-over", watch_id=game["watch_id"])
    call.now += timedelta(days=1)
    call("getDailyGame", "today")
    call("getDailyGameOf", "yesterday", date=game["daily"])
    call("getDailyGameOf", "day-not-found", date="2025-01-01")
    call("getDailyGameOf", "invalid", date="2026-13-01")


def _begin(call: Player) -> Any:
    call("startGame", "defaults", json={})
    call("startGame", "daily", json={"daily": "today"})
    call("startGame", "any-dealer", json={"dealer": "any"})
    word = {"secret_word": "zebra", "copyable": True, "keep_seconds": 1_209_600}
    friends = call("startGame", "secret-word", json=word)
    copy = call("startGame", "copy", json={"like": friends["watch_id"]})
    call("startGame", "not-copyable", json={"like": copy["watch_id"]})
    call("startGame", "game-not-found", json={"like": "0" * 32})
    key = {"Idempotency-Key": "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"}
    chosen = {
        "length": 8, "dictionary": "en-small", "max_misses": 3, "dealer": "cheat-score",
        "insight": "count", "seed": 42,
    }  # fmt: skip
    game = call("startGame", "chosen", json=chosen, headers=key)
    call("startGame", json=chosen, headers=key)
    call("startGame", "idempotency-key-reused", json={}, headers=key)
    for name, request in (
        ("invalid-input", {"length": 0, "dealer": "nobody", "lives": 3}),
        ("wrong-type", {"length": "eight"}),
        ("no-words-of-length", {"length": 40}),
        ("unknown-dictionary", {"dictionary": "fr"}),
        ("day-not-open", {"daily": "2026-11-21"}),
        ("out-of-range", {"keep_seconds": 1_209_601}),
        ("contradiction", {"secret_word": "zebra", "length": 8}),
        ("not-a-word", {"secret_word": "zzzzz"}),
    ):
        call("startGame", name, json=request)
    return game


def _guesses(call: Player, game: Any) -> None:
    path = {"game_id": game["id"]}
    key = {"Idempotency-Key": "a0b1c2d3-7dec-11d0-a765-00a0c91e6bf6"}
    call("makeGuess", "miss", json={"letter": "e"}, headers=key, **path)
    call("makeGuess", "idempotency-key-reused", json={"letter": "i"}, headers=key, **path)
    call("makeGuess", "hit", json={"letter": "i"}, **path)
    call("makeGuess", "wrong-word", json={"word": "trumping"}, **path)
    call("makeGuess", "already-guessed", json={"letter": "e"}, **path)
    call("makeGuess", "not-in-alphabet", json={"letter": "é"}, **path)
    call("makeGuess", "too-long", json={"letter": "es"}, **path)
    call("makeGuess", "too-short", json={"letter": " "}, **path)
    call("makeGuess", "wrong-length", json={"word": "trump"}, **path)
    call("makeGuess", "one-of", json={}, **path)
    call("makeGuess", "not-a-word", json={"word": "qqqqqqqq"}, **path)
    call("makeGuess", "version-mismatch", json={"letter": "s"}, headers={"If-Match": '"1"'}, **path)
    call("getGame", "in-progress", **path)
    call("watchGame", "in-progress", watch_id=game["watch_id"])
    call("followGame", "a-game", watch_id=game["watch_id"])
    call("followGames", "a-game-and-none", query=f"?id={game['watch_id']}&id=7")
    call("followGames", "too-long", query="?id=7" + 50 * "&id=7")
    call("followGames", "required")
    call("listGuesses", "three", **path)
    call("getHint", "three-words", query="?words=3", **path)
    call("getHint", "unknown-guesser", query="?guesser=nobody", **path)
    call("getConfession", "game-in-progress", **path)
    for operation in ("getWatchedConfession", "claimWord", "listClaimedWords"):
        call(operation, "game-in-progress", watch_id=game["watch_id"])


def _words(call: Player) -> None:
    """Guess so many words that the game allows no other one."""
    chosen = {"length": 8, "dictionary": "en-small", "max_misses": MOST_MISSES, "seed": 42}
    path = {"game_id": call("startGame", json=chosen)["id"]}
    lexicon = call.app.parts.games.catalogue.dictionary("en-small").lexicons[8]
    *words, last = lexicon.written(lexicon.everything[: MOST_WORD_GUESSES + 1])
    for word in words:
        call("makeGuess", json={"word": word}, **path)
    call("makeGuess", "too-many-words", json={"word": last}, **path)


def _end(call: Player, game: Any) -> None:
    path = {"game_id": game["id"]}
    key = {"Idempotency-Key": "b1c2d3e4-7dec-11d0-a765-00a0c91e6bf6"}
    call("makeGuess", "lost", json={"letter": "o"}, headers=key, **path)
    call("makeGuess", json={"letter": "o"}, headers=key, **path)
    call("makeGuess", "game-over", json={"letter": "z"}, **path)
    call("getGame", "lost", **path)
    call("getConfession", "lost", query="?words=2", **path)
    call("getConfession", "out-of-range", query="?words=51", **path)
    call("getWatchedConfession", "lost", query="?words=2", watch_id=game["watch_id"])
    call("getGameReview", "lost", **path)
    call("getGameReview", "weights", query="?weights=heavy", **path)


def _other_words(call: Player, game: Any) -> None:
    path = {"watch_id": game["watch_id"]}
    key = {"Idempotency-Key": "c2d3e4f5-7dec-11d0-a765-00a0c91e6bf6"}
    call("listWatchedGuesses", "lost", **path)
    call("claimWord", "first", headers=key, **path)
    call("claimWord", headers=key, **path)
    call("claimWord", "second", json={}, **path)
    call("listClaimedWords", "two", **path)
    call("claimWord", "unknown-field", json={"word": "my-word"}, **path)
    with patch.object(Claims, "claim", return_value=(0, False)):
        call("claimWord", "all-words-claimed", **path)
    honest = call("startGame", json={"secret_word": "zebra"})
    few_bytes = {"Prefer": "return=minimal"}
    call("makeGuess", game_id=honest["id"], json={"letter": "q"}, headers=few_bytes)
    call("makeGuess", game_id=honest["id"], json={"word": "zebra"})
    call("claimWord", "no-words-to-claim", watch_id=honest["watch_id"])
    call("listClaimedWords", "no-words-to-claim", watch_id=honest["watch_id"])


def _elsewhere(call: Player) -> None:
    request = {"pattern": "_a__e", "wrong_letters": ["s", "t"], "words": 3}
    call("createHint", "some", json=request)
    call("createHint", "none", json={"pattern": "q__q"})
    call("createHint", "required", json={})
    call("createHint", "contradiction", json={"pattern": "_a__e", "wrong_letters": ["a"]})
    known = {"pattern": "_a__e", "wrong_letters": ["s", "t"], "words": 2}
    every = ["largest-family", "cheat-score", "minimax"]
    call("listFamilies", "letter", json={**known, "letter": "v", "dealers": every})
    call("listFamilies", "no-letter", json=known)
    call("listFamilies", "not-in-alphabet", json={**known, "letter": "é"})
    call("listFamilies", "not-allowed", json={**known, "letter": "v", "dealers": ["honest"]})
    call("listFamilies", "unknown-dealer", json={**known, "letter": "v", "dealers": ["nemesis"]})
    call("createSolution", "found", json={"word": "jazzy", "guesser": "most-words"})
    call("createSolution", "not-in-alphabet", json={"word": "é"})
    guesses = [
        {"letter": "e", "positions": []}, {"letter": "i", "positions": [4, 6, 9]},
        {"word": "distribution", "hit": False},
    ]  # fmt: skip
    call("createReview", "three", json={"length": 12, "guesses": guesses})
    wrong = [{"letter": "e", "positions": [12]}]
    call("createReview", "out-of-range", json={"length": 12, "guesses": wrong})


def _lists(call: Player) -> None:
    for operation in ("listGuessers", "listDealers", "listDictionaries"):
        call(operation, "all")
    call("getDictionary", "en-small", name="en-small")
    call("getDictionary", "dictionary-not-found", name="fr")
    call("getLiveness", "ok")
    call("getReadiness", "ok")
    for operation in ONE_METHOD:
        call(operation, "method-not-allowed", method="POST")


def _malformed(call: Player, game: Any) -> None:
    wrongs: dict[str, dict[str, Any]] = {
        "not-an-object": {"data": b"[]", "content_type": "application/json"},
        "body-too-large": {"data": b" " * 20_000, "content_type": "application/json"},
        "not-json": {"data": b"{}", "content_type": "text/plain"},
        "packed": {"json": {}, "headers": {"Content-Encoding": "gzip"}},
        "request-timeout": {
            "environ_overrides": {"wsgi.input": Late(), "CONTENT_LENGTH": "9"},
            "content_type": "application/json",
        },
    }
    for name, wrong in wrongs.items():
        call("startGame", name, **wrong)
    _spend(call)
    call("getGame", "unauthorized", game_id=game["id"], key="")
    call("getGame", "unknown-parameter", game_id=game["id"], query="?verbose=1")
    call("getHint", "twice", game_id=game["id"], query="?words=1&words=2")
    call("getGame", "header", game_id=game["id"], headers={"If-None-Match": "1"})
    call("getGame", "not-found", game_id="a/b")
    call.refused("getGame", "uri-too-long", 414)
    call.refused("getGame", "headers-too-large", 431)


def _spend(call: Player) -> None:
    """Send starts until their client has no units left. Those that cannot be read cost units, too.

    The real clock runs, so units come back meanwhile: 20 in a second.
    """
    broken: dict[str, Any] = {"data": b"{", "content_type": "application/json"}
    now = call.now
    while call("startGame", "too-many-requests", key=SPENDER, **broken)["status"] != 429:
        del call.played[-1]
    call.now = now


def _faults(call: Player, game: Any) -> None:
    path = {"game_id": game["id"]}
    catalogue = call.app.parts.games.catalogue
    with patch.dict(catalogue.dictionaries, clear=True):
        call("getGame", "dictionary-unknown", **path)
    with patch.dict(catalogue.dealers, clear=True):
        call("getGame", "game-unplayable", **path)
    with patch.object(Games, "show", side_effect=ZeroDivisionError):
        call("getGame", "internal-error", **path)
    begun = call("startGame", json={})
    with patch.object(LargestFamily, "keep", side_effect=ZeroDivisionError):
        call("makeGuess", "dealer-failed", json={"letter": "e"}, game_id=begun["id"])
    call.app.extensions["helper"].end()  # the next one is forked with the guesser that fails
    with patch.object(MostWords, "preferences", side_effect=ZeroDivisionError):
        call("getHint", "guesser-failed", game_id=begun["id"])
    call.app.extensions["helper"].end()
    with patch.object(Games, "show", side_effect=StoreUnavailable):
        call("getGame", "unavailable", **path)
    with patch.object(Games, "start", side_effect=StoreFull):
        call("startGame", "store-full", json={})
    call("deleteGame", "deleted", **path)
    call("getGame", "game-not-found", **path)
    key = {"Idempotency-Key": "0b9ac2ee-7dec-11d0-a765-00a0c91e6bf6"}
    started = call("startGame", json={}, headers=key)
    call("deleteGame", game_id=started["id"])
    call("startGame", "started-game-gone", json={}, headers=key)
    with patch.object(Draining, "__bool__", lambda _: True):
        call("getReadiness", "stopping")
