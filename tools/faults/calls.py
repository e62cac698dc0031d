"""Any order of calls: a state machine over HTTP, against a model in plain Python."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Verbosity, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    rule,
    run_state_machine_as_test,
)
from redis import Redis

from service.dictionaries.dictionary import build, write
from service.dictionaries.word_list import ENGLISH
from service.store.record import key_of
from tests.commitment_referee import digest
from tests.live.running import serving
from tests.referee import largest_first, where
from tools.faults.findings import Finding
from tools.faults.players import Answer, Caller
from tools.faults.servers import Server, one_server

BEFORE = ["ally", "beta", "cool", "deal", "else", "flew", "good", "hope", "ibex", "ace", "add"]
BEFORE += ["bad", "bed", "cab", "dad", "egg", "fad", "abide"]
AFTER = ["beta", "cool", "dale", "deal", "else", "fled", "good", "hole", "hope", "ace", "bad"]
AFTER += ["bag", "bed", "cab", "dab", "dad", "fed", "abode"]
LETTERS = "abcdefghilo"


class Model:
    """One game, as what was said aloud; what fits is worked out anew each time."""

    def __init__(self, game: dict[str, Any]) -> None:
        self.id = game["id"]
        self.length = game["length"]
        self.max_misses = game["max_misses"]
        self.pattern = ["_"] * self.length
        self.said: list[tuple[str, tuple[int, ...]]] = []  # letters and words, with positions
        self.word: str | None = None
        self.commitment = game["commitment"]

    def fits(self, word: str, said: int | None = None) -> bool:
        if len(word) != self.length:
            return False
        return all(
            where(guess, word) == places if len(guess) == 1 else (guess == word) == bool(places)
            for guess, places in self.said[:said]
        )

    def fitting(self, words: list[str], said: int | None = None) -> list[str]:
        return [word for word in words if self.fits(word, said)]

    @property
    def misses(self) -> int:
        return sum(not places for _, places in self.said)

    @property
    def status(self) -> str:
        if "_" not in self.pattern:
            return "won"
        return "lost" if self.misses == self.max_misses else "in_progress"

    def guessed(self, guess: str, words: list[str]) -> None:
        """Answer a letter, or a whole word, as the dealer of the largest family must."""
        left = self.fitting(words)
        if len(guess) > 1:
            right = left == [guess]
            self.said.append((guess, tuple(range(self.length)) if right else ()))
        else:
            families: dict[tuple[int, ...], list[str]] = {}
            for word in left:
                families.setdefault(where(guess, word), []).append(word)
            places = min(families, key=lambda places: largest_first(places, families[places]))
            self.said.append((guess, places))
        letters = guess if len(guess) > 1 else guess * self.length
        for place in self.said[-1][1]:
            self.pattern[place] = letters[place]

    def check(self, view: dict[str, Any], words: list[str]) -> None:
        """Compare an answer with the model."""
        letters = [guess for guess, _ in self.said if len(guess) == 1]
        missed = [guess for guess, places in self.said if not places]
        left = self.fitting(words)
        assert view["pattern"] == "".join(self.pattern)
        assert view["guessed_letters"] == letters
        assert view["wrong_letters"] == [one for one in missed if len(one) == 1]
        assert view["wrong_words"] == [one for one in missed if len(one) > 1]
        assert (view["misses"], view["status"]) == (self.misses, self.status)
        assert view["commitment"] == self.commitment
        assert view["insight"]["words_left"] == len(left)
        hidden = sum(len(set(word) - set(letters)) for word in left)
        assert view["insight"]["cheat_score"] == hidden
        assert view["insight"]["words"] == (sorted(left) if len(left) <= 8 else None)
        assert view["version"] == 1 + len(self.said)
        assert said_in(view["last_guess"]) == (self.said[-1] if self.said else None)
        if self.status == "in_progress":
            assert (view["word"], view["dealer"], view["seed"]) == (None, None, None)
        else:
            assert view["dealer"] == "largest-family"
            self.word = self.word or view["word"]
            assert view["word"] == self.word
            assert self.fits(self.word)


def said_in(guess: dict[str, Any] | None) -> tuple[str, tuple[int, ...]] | None:
    return (guess["letter"] or guess["word"], tuple(guess["positions"])) if guess else None


class Calls(RuleBasedStateMachine):
    """Two services on one store, of which one has a changed dictionary; and some games."""

    urls: tuple[str, str]
    store: Server
    steps = 0
    games = Bundle("games")

    def __init__(self) -> None:
        super().__init__()
        self.callers = [Caller(url) for url in self.urls]
        self.now = 0

    @property
    def words(self) -> list[str]:
        return (BEFORE, AFTER)[self.now]

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        Calls.steps += 1
        answer = self.callers[self.now].call(method, path, body, **headers)
        assert 200 <= answer.status < 500, answer
        return answer

    def gone(self, model: Model, answer: Answer) -> bool:
        """Whether no word is left that fits; then every answer must say so."""
        if model.fitting(self.words):
            return False
        assert (answer.status, answer.body["code"]) == (410, "game-unplayable")
        return True

    @rule(
        target=games,
        length=st.sampled_from([3, 4, 5]),
        misses=st.sampled_from([1000, 1, 3, 6]),
    )
    def create(self, length: int, misses: int) -> Model:
        request = {"dictionary": "tiny", "length": length, "max_misses": misses, "insight": "full"}
        answer = self.call("POST", "/games", request)
        assert answer.status == 201
        model = Model(answer.body)
        model.check(answer.body, self.words)
        return model

    @rule(length=st.sampled_from([1, 2, 6, 60]))
    def create_of_a_length_without_words(self, length: int) -> None:
        answer = self.call("POST", "/games", {"dictionary": "tiny", "length": length})
        assert (answer.status, answer.body["lengths"]) == (422, [3, 4, 5])

    @rule(model=games, letter=st.sampled_from(LETTERS))
    def guess_letter(self, model: Model, letter: str) -> None:
        answer = self.call("POST", f"/games/{model.id}/guesses", {"letter": letter})
        self.answered(model, letter, answer)

    @rule(model=games, data=st.data())
    def guess_word(self, model: Model, data: st.DataObject) -> None:
        choices = [word for word in {*BEFORE, *AFTER} if len(word) == model.length]
        word = data.draw(st.sampled_from(sorted(choices)))
        answer = self.call("POST", f"/games/{model.id}/guesses", {"word": word})
        self.answered(model, word, answer)

    def answered(self, model: Model, guess: str, answer: Answer) -> None:
        if self.gone(model, answer):
            return
        if len(guess) > 1 and guess not in self.words:
            assert (answer.status, answer.body["code"]) == (422, "not-a-word")
            return
        if model.status != "in_progress":
            assert (answer.status, answer.body["code"]) == (409, "game-over")
        elif guess in (said for said, _ in model.said):
            assert answer.body["code"] == "already-guessed"
        else:
            assert answer.status == 200
            model.guessed(guess, self.words)
            assert answer.version == 1 + len(model.said)
        model.check(answer.body.get("game", answer.body), self.words)

    @rule(model=games, guess=st.sampled_from([{"letter": "é"}, {"word": "toolong"}, {}, {"x": 1}]))
    def guess_what_is_none(self, model: Model, guess: dict[str, Any]) -> None:
        answer = self.call("POST", f"/games/{model.id}/guesses", guess)
        assert answer.status == 422 or self.gone(model, answer)

    @rule(model=games)
    def look(self, model: Model) -> None:
        answer = self.call("GET", f"/games/{model.id}")
        if not self.gone(model, answer):
            assert (answer.status, answer.version) == (200, 1 + len(model.said))
            model.check(answer.body, self.words)

    @rule(model=games)
    def list_guesses(self, model: Model) -> None:
        answer = self.call("GET", f"/games/{model.id}/guesses")
        listed = [one["letter"] or one["word"] for one in answer.body["guesses"]]
        assert listed == [guess for guess, _ in model.said]

    @rule(model=games)
    def hint(self, model: Model) -> None:
        answer = self.call("GET", f"/games/{model.id}/hint")
        if self.gone(model, answer):
            return
        if model.status != "in_progress":
            assert answer.body["code"] == "game-over"
            return
        left = model.fitting(self.words)
        known = {guess for guess, _ in model.said}
        shares = {
            letter: round(sum(letter in word for word in left) / len(left), 4)
            for letter in {letter for word in left for letter in word} - known
        }
        hinted = {one["letter"]: one["share_with"] for one in answer.body["letters"]}
        assert hinted == shares

    @rule(model=games)
    def confess(self, model: Model) -> None:
        answer = self.call("GET", f"/games/{model.id}/confession")
        if self.gone(model, answer):
            return
        if model.status == "in_progress":
            assert answer.body["code"] == "game-in-progress"
            return
        confession = answer.body
        model.word = model.word or confession["word"]
        assert (confession["honest"], confession["word"]) == (False, model.word)
        assert confession["commitment"] == digest(confession["opening"]) == model.commitment
        assert confession["odds"]["same_answers"] == len(model.fitting(self.words))
        for number, step in enumerate(confession["guesses"]):
            before = model.fitting(self.words, number)
            after = model.fitting(self.words, number + 1)
            assert (step["words_before"], step["words_left"]) == (len(before), len(after))
            assert set(step["kept"]) <= set(after)
            assert set(step["dropped"]) <= set(before) - set(after)

    @rule(model=consumes(games))
    def delete(self, model: Model) -> None:
        assert self.call("DELETE", f"/games/{model.id}").status == 204
        self.not_found(model)

    @rule(model=consumes(games))
    def expire(self, model: Model) -> None:
        with Redis(port=self.store.port) as client:
            assert client.pexpire(key_of(model.id), 1)
            while client.exists(key_of(model.id)):
                pass
        self.not_found(model)

    def not_found(self, model: Model) -> None:
        for method, path, body in (
            ("GET", "", None), ("DELETE", "", None), ("GET", "/hint", None),
            ("GET", "/confession", None), ("POST", "/guesses", {"letter": "a"}),
        ):  # fmt: skip
            assert self.call(method, f"/games/{model.id}{path}", body).status == 404

    @rule()
    def change_the_dictionary(self) -> None:
        self.now = 1 - self.now


def any_order(folder: Path, examples: int) -> Iterator[Finding]:
    """Thousands of calls in any order, compared with the model."""
    paths = []
    for name, words in (("before", BEFORE), ("after", AFTER)):
        commonness = dict.fromkeys(words, 0)
        files = build("tiny", commonness, alphabet=ENGLISH, language="en", source="a test")
        write(folder / name / "tiny", files)
        paths.append(str(folder / name))
    with one_server(folder / "store") as store:
        url = f"redis://{store.address}/0"
        one = serving(folder / "one", DICTIONARY_PATH=paths[0], REDIS_URL=url)
        with (
            one as first,
            serving(folder / "two", DICTIONARY_PATH=paths[1], REDIS_URL=url) as second,
        ):
            Calls.urls, Calls.store, Calls.steps = (first.url, second.url), store, 0
            run_state_machine_as_test(
                Calls,
                settings=settings(
                    max_examples=examples,
                    stateful_step_count=60,
                    deadline=None,
                    database=None,
                    suppress_health_check=list(HealthCheck),
                    verbosity=Verbosity.normal,
                ),
            )
    yield Finding(
        "5", "create, guess, look, hint, confess, delete, expire, change the dictionary, in any"
        " order (Hypothesis), against a model in plain Python",
        f"{examples} runs, {Calls.steps:,} calls", "no difference", "none", Calls.steps > 0,
    )  # fmt: skip
