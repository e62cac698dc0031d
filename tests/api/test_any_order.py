"""Calls in any order, compared with a model in plain Python; the dictionary changes in between.

Workers cache the games of their connections. So there are two workers with three connections, and
the test takes the store back to older states of a game, and to states that were undone.
"""

from collections import Counter, defaultdict
from copy import deepcopy
from functools import cache
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, rule
from hypothesis.stateful import run_state_machine_as_test as run

from service.app import application
from service.play.help import Help
from service.play.slow_work import Inline
from service.settings import Settings
from service.store.record import key_of, watch_id_of
from tests.api.conftest import NOON, games_in
from tests.commitment_referee import digest
from tests.play.model import LETTERS, WORDS, Model, said_in
from tests.support import factory
from tests.support.fakes import FakeServers
from tests.support.referee import where

AFTER = ["beta", "cool", "dale", "deal", "else", "fled", "good", "hole", "hope", "ace", "bad"]
AFTER += ["bag", "bed", "cab", "dab", "dad", "fed", "abode"]
OTHERS = [*WORDS, *AFTER, "é", "toolong"]

STORE = FakeServers()
NUMBERS = st.integers(0, 2)
SOME_GUESSES = st.lists(st.tuples(st.none() | st.sampled_from(LETTERS), NUMBERS), max_size=3)


@cache
def client_of(words: tuple[str, ...], worker: int) -> Any:
    """A client of one of two workers; `words` are the dictionary of all games."""
    games = games_in(STORE, {"tiny": factory.dictionary(words)}, lambda: NOON)
    return application(games, Help(Inline(games.catalogue)), Settings()).test_client()


def family_of(guess: dict[str, Any], word: str) -> object:
    """The dealer's answer to a guess if this were the word."""
    return where(guess["letter"], word) if guess["letter"] else word == guess["word"]


class Calls(RuleBasedStateMachine):
    """Random calls to games in one store, by workers whose dictionary changes."""

    games = Bundle("games")
    words, others, number = WORDS, AFTER, 0

    def __init__(self) -> None:
        super().__init__()
        self.states: dict[str, list[tuple[Any, dict[str, Any]]]] = defaultdict(list)

    @property
    def client(self) -> Any:
        return client_of(tuple(self.words), self.number % 2)

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        how: dict[str, Any] = {"json": body, "headers": headers}
        return self.client.open(f"/games{path}", method=method, **how)

    def refused(self, answer: Any, model: Model, code: str = "") -> bool:
        """Whether the call had to fail, with `code` or because no word fits; check that it did."""
        code = code if model.fitting(self.words) else "dictionary-unknown"
        assert not code or (answer.status_code >= 400 and answer.json["code"] == code)
        return bool(code)

    def note_state(self, model: Model) -> None:
        """Remember the stored value of a game, and its model."""
        self.states[model.id].append((STORE.get(key_of(model.id)), deepcopy(vars(model))))

    @rule(target=games, length=st.sampled_from([3, 4, 5]), misses=st.sampled_from([2, 1, 3, 1000]))
    def start(self, length: int, misses: int) -> Model:
        choices = {"dictionary": "tiny", "length": length, "max_misses": misses, "insight": "full"}
        model = Model(self.call("POST", "", choices).json)
        self.note_state(model)
        return model

    @rule(
        model=games,
        guess=st.sampled_from(LETTERS) | st.sampled_from(OTHERS),
        number=NUMBERS,
        ahead=st.sampled_from([None, None, 0, 1]),
    )
    def guess(self, model: Model, guess: str, number: int, ahead: int | None) -> None:
        self.number = number
        kind = "letter" if len(guess) == 1 else "word"
        headers = {}
        if ahead is not None:
            tag = self.call("GET", f"/{model.id}").headers.get("ETag", '"x"')
            headers = {"If-Match": tag if not ahead else '"x"'}
        offered = guess.upper() if number else guess
        answer = self.call("POST", f"/{model.id}/guesses", {kind: offered}, **headers)
        if self.refused(answer, model) or self.refused(
            answer, model, "version-mismatch" if ahead else ""
        ):
            return
        if not self.refused(answer, model, "game-over" if model.is_over else ""):
            is_old = any(guess == said for said, _ in model.said)
            if guess not in LETTERS and (guess not in self.words or len(guess) != model.length):
                assert answer.status_code == 422
            elif not self.refused(answer, model, "already-guessed" if is_old else ""):
                model.guessed(guess, self.words)
                model.check(answer.json, self.words)
                self.note_state(model)
        self.look(model)
        self.confess(model)

    @rule(model=games)
    def look(self, model: Model) -> None:
        answer = self.call("GET", f"/{model.id}")
        if not self.refused(answer, model):
            model.check(answer.json, self.words)
        listed = self.call("GET", f"/{model.id}/guesses").json
        assert list(map(said_in, listed["guesses"])) == model.said
        assert self.client.get(f"/watch/{watch_id_of(model.id)}/guesses").json == listed

    @rule(model=games)
    def hint(self, model: Model) -> None:
        answer = self.call("GET", f"/{model.id}/hint")
        if not self.refused(answer, model, "game-over" if model.is_over else ""):
            left = model.fitting(self.words)
            new = set("".join(left)) - {guess for guess, _ in model.said}
            shares = {it: round(sum(it in word for word in left) / len(left), 4) for it in new}
            assert {row["letter"]: row["share_with"] for row in answer.json["letters"]} == shares

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

    @rule(model=games, state=st.integers(1, 6), guesses=SOME_GUESSES)
    def bring_back_a_state(
        self, model: Model, state: int, guesses: list[tuple[str | None, int]]
    ) -> None:
        undone = model.said[-1][0] if model.said else "a"
        value, fields = self.states[model.id][-state % len(self.states[model.id])]
        STORE.set(key_of(model.id), value)
        vars(model).update(deepcopy(fields))
        for guess, number in guesses:
            self.guess(model, guess or undone, number, None)

    @rule()
    def change_the_dictionary(self) -> None:
        self.words, self.others = self.others, self.words


def test_calls_in_any_order_do_what_the_model_does() -> None:
    run(Calls, settings=settings(max_examples=40, stateful_step_count=40))
