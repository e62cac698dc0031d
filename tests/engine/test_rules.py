"""What a guess does to a game, which guesses are refused, and games beside the referee's."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from greenlet import GreenletExit
from hypothesis import given, settings
from hypothesis import strategies as st

from service.choices import MOST_MISSES
from service.dictionaries.word_list import ENGLISH
from service.engine import errors
from service.engine.cheat_list import CheatList
from service.engine.dealers import Cheat
from service.engine.game import MOST_WORD_GUESSES, Game, draw, guess_letter, guess_word, start
from service.engine.lexicon import Families, Family, Lexicon
from service.engine.transcript import Answer, places
from service.registry import DEALERS
from tests.support import factory
from tests.support.referee import Referee, where

WORDS = ["cat", "cot", "cut"]
OTHERS: Final = factory.game(["aab", "abc"]).families("a")
PLAYED = sorted(Path(__file__).parents[1].glob("played/*.txt"))


def after(game: Game, guesses: Iterable[str]) -> Game:
    for guess in guesses:
        game = guess_letter(game, guess) if len(guess) == 1 else guess_word(game, guess)
    return game


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
def test_game_is_played_as_written(path: Path) -> None:
    """Replay the games of tests/played, which are those of the sources."""
    lines = [line.split() for line in path.read_text().splitlines() if not line.startswith("#")]
    words, dealer, *guesses = lines
    assert guesses
    game = factory.game(words[1:], dealer[1], max_misses=MOST_MISSES)
    for line in guesses:
        game = after(game, [line[1]])
        answer = "hit" if game.transcript.answers[-1].hit else "miss"
        left = f"{len(game.ids)}/{game.cheat_score}" if "/" in line[-1] else str(len(game.ids))
        assert ["guess", line[1], game.transcript.pattern, answer, "words", left] == line


@pytest.mark.parametrize(
    ("words", "guesses", "pattern", "misses", "status", "left"),
    [
        pytest.param(WORDS, ["c"], "c__", 0, "in_progress", WORDS, id="hit_costs_nothing"),
        pytest.param(WORDS, ["x"], "___", 1, "in_progress", WORDS, id="miss_costs_one"),
        pytest.param(WORDS, ["C"], "c__", 0, "in_progress", WORDS, id="capitals_are_small_letters"),
        pytest.param(["öl"], ["O\u0308l"], "öl", 0, "won", ["öl"], id="letters_may_be_decomposed"),
        pytest.param(WORDS, ["cot"], "___", 1, "in_progress", ["cat", "cut"], id="word_costs_one"),
        pytest.param([*WORDS, "dog"], ["c", "dog"], "c__", 1, "in_progress", WORDS, id="only_miss"),
        pytest.param(["cat"], ["cat"], "cat", 0, "won", ["cat"], id="only_word_left_wins"),
        pytest.param(WORDS, ["x", "a", "o"], "___", 3, "lost", ["cut"], id="word_shown_fits"),
    ],
)  # fmt: skip
def test_guess(
    words: list[str], guesses: list[str], pattern: str, misses: int, status: str, left: list[str]
) -> None:
    game = after(factory.game(words, max_misses=3, alphabet=f"{ENGLISH}ö"), guesses)
    assert (game.transcript.pattern, game.state.status) == (pattern, status)
    assert (game.transcript.misses, game.state.remaining_guesses) == (misses, 3 - misses)
    assert sorted(game.lexicon.words(game.ids)) == left
    assert status == "in_progress" or [game.state.word] == left


@pytest.mark.parametrize(
    ("before", "guess", "error", "texts"),
    [
        ("x", guess_letter, errors.AlreadyGuessed, ["X"]),
        (["cot"], guess_word, errors.AlreadyGuessed, ["COT"]),
        ("", guess_word, errors.NotAWord, ["DOG"]),
        ("", guess_letter, errors.InvalidGuess, ["", "ca", "é", "1", "c\n", "ｃ", "c\u0301"]),
        ("", guess_word, errors.InvalidGuess, ["", "ca", "cats", "c t", "çat", "c_t"]),
        ("xyz", guess_letter, errors.GameOver, ["x", "c", "é", "ab"]),
        ("xyz", guess_word, errors.GameOver, ["cat", "qqq", "cats", "cät"]),
    ],
)
def test_guess_is_refused_and_so_costs_nothing(
    before: Iterable[str],
    guess: Callable[[Game, str], Game],
    error: type[Exception],
    texts: list[str],
) -> None:
    game = after(factory.game(WORDS, max_misses=3), before)
    for text in texts:
        with pytest.raises(error):
            guess(game, text)


def test_game_allows_100_whole_words_and_then_only_letters() -> None:
    words = [first + second + third for first in "bcdfg" for second in "aeiou" for third in "lmnpr"]
    game = after(factory.game(words, max_misses=MOST_MISSES), words[:100])
    with pytest.raises(errors.TooManyWords, match="100 whole words"):
        guess_word(game, words[100])
    game = after(game, "abcd")
    assert (game.state.status, game.state.remaining_guesses) == ("in_progress", 1000 - 100 - 4)
    assert MOST_WORD_GUESSES + 64 < MOST_MISSES  # the letters of the largest alphabet


def test_word_shown_at_the_end_is_one_of_the_commonest_left() -> None:
    words = {"cat": 35, "cot": 10, "cut": 10, "dog": 10}
    games = [factory.game(words, max_misses=1, seed=seed) for seed in range(50)]
    assert {after(game, "d").state.word for game in games} == {"cot", "cut"}


def test_length_without_words_names_those_that_have_some() -> None:
    with pytest.raises(errors.NoWordsOfLength) as raised:
        start({3: factory.lexicon(WORDS)}, DEALERS["honest"](), length=4, max_misses=8, seed=1)
    assert raised.value.right["allowed"] == ["3"]


def test_length_is_drawn_by_number_of_words() -> None:
    lexicons = {3: factory.lexicon(WORDS), 4: factory.lexicon(["game"])}
    drawn = [
        start(lexicons, DEALERS["honest"](), length=None, max_misses=8, seed=seed).lexicon.length
        for seed in range(400)
    ]
    assert 250 < drawn.count(3) < 350


def test_honest_game_whose_list_lacks_its_word_is_damaged() -> None:
    game = factory.game(["act", "cat", "cot"], "honest")
    ids = np.array([game.lexicon.id_of("cot")])
    without = CheatList(3, ids)  # it has no word with an A either
    for word in ("act", "cat"):
        damaged = replace(game, state=replace(game.state, word=word, cheat_list=without))
        with pytest.raises(errors.BadCheatList):
            guess_letter(damaged, "a")


def test_honest_dealer_draws_every_word_sometimes() -> None:
    drawn = {factory.game(WORDS, "honest", seed=seed).state.word for seed in range(50)}
    assert drawn == {*WORDS}


def test_draws_are_the_same_on_every_machine() -> None:
    draws = [draw(42, "word", 1000), draw(42, "end", 1000), draw(43, "word", 1000)]
    assert draws == [345, 719, 925]


class Broken(Cheat):
    """A dealer that keeps what a test says, accepts no word, and draws one that does not exist."""

    name, title = "broken", "Broken"

    def __init__(self, keep: Callable[[Families], object]) -> None:
        self._keep = keep

    def keep(self, game: Game, families: Families) -> Any:
        return self._keep(families)

    def accepts(self, game: Game, word: str) -> bool:
        return False

    def drawn_word(self, lexicon: Lexicon, seed: int) -> str:
        return "dog"


@pytest.mark.parametrize(
    ("keep", "reason"),
    [
        (lambda _: 1 / 0, "ZeroDivisionError: division by zero"),
        (lambda _: sys.exit("enough"), "SystemExit: enough"),
        (lambda _: (each for each in "").throw(KeyboardInterrupt), "KeyboardInterrupt: "),
        (lambda _: (each for each in "").throw(GeneratorExit), "GeneratorExit: "),
        (lambda _: (each for each in "").throw(GreenletExit), "GreenletExit: "),
        (lambda _: [], "it kept no family"),
        (lambda _: None, "it returned None: is there a `return`?"),
        (lambda families: next(iter(families)), "it returned a Family, and not a list of families"),
        (lambda _: ["_e___"], "it kept a family that was not offered"),
        (lambda families: [Family(families, 9)], "it kept a family that was not offered"),
        (lambda families: [*families, Family(OTHERS, 0)], "it kept a family that was not offered"),
        (lambda families: [Family(families, 0)], "it kept an empty family"),
    ],
)
def test_dealer_that_breaks_rules_fails(keep: Callable[[Families], object], reason: str) -> None:
    game = after(factory.game(["aab", "abc", "cba", "xyz"]), "x")
    with pytest.raises(errors.DealerFailed, match=re.escape(reason)):
        guess_letter(replace(game, dealer=Broken(keep)), "a")


def test_ctrl_c_is_no_failure_of_a_dealer_that_decides() -> None:
    interrupted = Broken(lambda _: (each for each in "").throw(errors.Interrupted))
    game = replace(factory.game(["aab"]), dealer=interrupted)
    with pytest.raises(errors.Interrupted):
        guess_letter(game, "a")


def test_one_of_several_kept_families_is_drawn() -> None:
    games = [factory.game(["aab", "abc", "cba", "xyz"], seed=seed) for seed in range(20)]
    drawn = [guess_letter(replace(game, dealer=Broken(list)), "a") for game in games]
    assert len({game.transcript.pattern for game in drawn}) == 4


def test_dealer_that_denies_the_last_word_or_draws_another_fails() -> None:
    game = replace(factory.game(["cat"]), dealer=Broken(list))
    with pytest.raises(errors.DealerFailed, match="no word fits what it said of “cat”"):
        guess_word(game, "cat")
    with pytest.raises(errors.DealerFailed, match="it drew “dog”, which is not a word of the dict"):
        start({3: game.lexicon}, Broken(list), length=3, max_misses=8, seed=1)


# --- Games of all dealers -------------------------------------------------------------------------


ALPHABET = "abcdeß"

dictionaries = st.integers(1, 6).flatmap(
    lambda length: st.sets(
        st.text(ALPHABET, min_size=length, max_size=length), min_size=1, max_size=20
    )
)


@st.composite
def games(draw: st.DrawFn, dealer: str) -> Game:
    words = draw(dictionaries)
    return factory.game(
        {word: draw(st.integers(0, 3)) for word in sorted(words)},
        dealer,
        max_misses=draw(st.just(1000) | st.integers(1, 8)),
        seed=draw(st.integers(0, 2**53 - 1)),
        alphabet=ALPHABET,
    )


def played(data: st.DataObject, game: Game) -> Iterator[Game]:
    """Yield the game at its start and after each of some random guesses, to its end."""
    words = game.lexicon.words(game.lexicon.everything)
    while game.state.status == "in_progress":
        yield game
        letters = sorted(set(ALPHABET) - set(game.transcript.guessed_letters))
        fresh = sorted(set(words) - set(game.transcript.wrong_words))
        if not letters or (data.draw(st.integers(0, 4), "word or letter") == 0 and fresh):
            game = guess_word(game, data.draw(st.sampled_from(fresh), "word"))
        else:
            game = guess_letter(game, data.draw(st.sampled_from(letters), "letter"))
    yield game


def fits(word: str, answer: Answer) -> bool:
    """Whether a word is consistent with an answer, in plain Python."""
    if answer.is_word:
        return (answer.guess == word) is answer.hit
    return where(answer.guess, word) == tuple(places(answer.positions))


@pytest.mark.parametrize("dealer", DEALERS)
@settings(max_examples=60)
@given(data=st.data())
def test_every_game_is_as_the_referee_plays_it(dealer: str, data: st.DataObject) -> None:
    game = first = data.draw(games(dealer))
    fitting = first.lexicon.words(first.lexicon.everything)
    referee = Referee(fitting, dealer, first.state.word)

    for game in played(data, first):
        for answer in game.transcript.answers[-1:]:
            fitting = [word for word in fitting if fits(word, answer)]
            if answer.is_word:
                referee.answer_word(answer.guess, answer.hit)
            else:
                referee.answer_letter(answer.guess, tuple(places(answer.positions)))
        assert fitting
        assert game.lexicon.words(game.ids) == fitting
        assert game.transcript.fitting(game.lexicon).tolist() == game.ids.tolist()
        assert sorted(referee.words) == sorted(fitting)
        assert referee.score(referee.words) == game.cheat_score

    assert game.state.word in fitting
    assert game.state.status == ("won" if game.state.word == game.transcript.pattern else "lost")
    again = first
    for answer in game.transcript.answers:
        guess = guess_word if answer.is_word else guess_letter
        again = guess(again, answer.guess)
    assert (again.transcript, again.state.word) == (game.transcript, game.state.word)
