"""Any order of calls, against a model in plain Python; the dictionary changes meanwhile."""

from collections import Counter
from functools import cache
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, rule
from hypothesis.stateful import run_state_machine_as_test as run

from service.app import application
from service.settings import Settings
from service.store.record import key_of, watch_id
from tests.api.conftest import NOON, games_in
from tests.commitment_referee import digest
from tests.play.model import LETTERS, WORDS, Model, said_in
from tests.support import factory
from tests.support.fakes import FakeStoreClient
from tests.support.referee import where

AFTER = ["beta", "cool", "dale", "deal", "else", "fled", "good", "hole", "hope", "ace", "bad"]
AFTER += ["bag", "bed", "cab", "dab", "dad", "fed", "abode"]
OTHERS = [*WORDS, *AFTER, "é", "toolong"]


STORE = FakeStoreClient()


@cache
def client_of(words: tuple[str, ...]) -> Any:
    """A client of a service with these words, which all games use."""
    games = games_in(STORE, {"tiny": factory.dictionary(words)}, lambda: NOON)
    return application(games, Settings(ratelimit_enabled=False)).test_client()


def family_of(guess: dict[str, Any], word: str) -> object:
    """What the dealer would answer to a guess if this were the word."""
    return where(guess["letter"], word) if guess["letter"] else word == guess["word"]


class Calls(RuleBasedStateMachine):
    """Some games in a store, which services with two dictionaries play in turn."""

    games = Bundle("games")
    words, others = WORDS, AFTER

    @property
    def client(self) -> Any:
        return client_of(tuple(self.words))

    def call(self, method: str, path: str, body: Any = None) -> Any:
        return self.client.open(f"/games{path}", method=method, json=body)

    def refused(self, answer: Any, model: Model, code: str = "") -> bool:
        """Whether no word fits, or there is a reason to refuse; then the answer must say so."""
        code = code if model.fitting(self.words) else "game-unplayable"
        assert not code or (answer.status_code in (409, 410) and answer.json["code"] == code)
        return bool(code)

    @rule(target=games, length=st.sampled_from([3, 4, 5]), misses=st.sampled_from([2, 1, 3, 1000]))
    def start(self, length: int, misses: int) -> Model:
        choices = {"dictionary": "tiny", "length": length, "max_misses": misses, "insight": "full"}
        return Model(self.call("POST", "", choices).json)

    @rule(model=games, guess=st.sampled_from(LETTERS) | st.sampled_from(OTHERS))
    def guess(self, model: Model, guess: str) -> None:
        kind = "letter" if len(guess) == 1 else "word"
        answer = self.call("POST", f"/{model.id}/guesses", {kind: guess})
        if self.refused(answer, model):
            return
        if not self.refused(answer, model, "game-over" if model.is_over else ""):
            is_old = any(guess == said for said, _ in model.said)
            if guess not in LETTERS and (guess not in self.words or len(guess) != model.length):
                assert answer.status_code == 422
            elif not self.refused(answer, model, "already-guessed" if is_old else ""):
                model.guessed(guess, self.words)
                model.check(answer.json, self.words)
                again = self.call("POST", f"/{model.id}/guesses", {kind: guess.upper()})
                assert self.refused(
                    again, model, "game-over" if model.is_over else "already-guessed"
                )
        self.look(model)
        self.confess(model)

    @rule(model=games)
    def look(self, model: Model) -> None:
        answer = self.call("GET", f"/{model.id}")
        if not self.refused(answer, model):
            model.check(answer.json, self.words)
        listed = self.call("GET", f"/{model.id}/guesses").json
        assert list(map(said_in, listed["guesses"])) == model.said
        assert self.client.get(f"/watch/{watch_id(model.id)}/guesses").json == listed

    @rule(model=games)
    def hint(self, model: Model) -> None:
        answer = self.call("GET", f"/{model.id}/hint")
        if not self.refused(answer, model, "game-over" if model.is_over else ""):
            left = model.fitting(self.words)
            new = set("".join(left)) - {guess for guess, _ in model.said}
            shares = {it: round(sum(it in word for word in left) / len(left), 4) for it in new}
            assert {one["letter"]: one["share_with"] for one in answer.json["letters"]} == shares

    def confess(self, model: Model) -> None:
        answer = self.call("GET", f"/{model.id}/confession")
        if self.refused(answer, model, "" if model.is_over else "game-in-progress"):
            return
        confession = answer.json
        model.word = model.word or confession["word"]
        assert confession["word"] == model.word
        assert confession["commitment"] == digest(confession["opening"]) == model.commitment
        assert confession["odds"]["same_answers"] == len(model.fitting(self.words))
        for number, step in enumerate(confession["guesses"]):
            before, after = (model.fitting(self.words, at) for at in (number, number + 1))
            assert (step["words_before"], step["words_left"]) == (len(before), len(after))
            for name, words in (("kept", {*after}), ("dropped", {*before} - {*after})):
                assert {*step[name]} <= words
                assert len(step[name]) == min(5, len(words))
            sizes = sorted(Counter(family_of(step, word) for word in before).values())
            largest = [family["word_count"] for family in step["largest_families"]]
            assert (step["family_count"], largest) == (len(sizes), sizes[:-4:-1])

    @rule(model=consumes(games), expires=st.booleans())
    def end(self, model: Model, expires: bool) -> None:
        if expires:
            STORE.delete(key_of(model.id))
        else:
            assert self.call("DELETE", f"/{model.id}").status_code == 204
        gone = [self.call("GET", f"/{model.id}{path}") for path in ("", "/hint", "/confession")]
        gone.append(self.call("POST", f"/{model.id}/guesses", {"letter": "a"}))
        assert {answer.status_code for answer in gone} == {404}

    @rule()
    def change_the_dictionary(self) -> None:
        self.words, self.others = self.others, self.words


def test_calls_in_any_order_do_what_the_model_does() -> None:
    run(Calls, settings=settings(max_examples=20, stateful_step_count=40))
