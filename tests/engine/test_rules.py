"""What a guess does to a game, and what is no guess."""

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

from service.choices import MOST_MISSES
from service.engine.dealers import Cheat
from service.engine.errors import (
    AlreadyGuessed,
    DealerFailed,
    GameOver,
    InvalidGuess,
    NotAWord,
    NoWordsOfLength,
    TooManyWords,
)
from service.engine.game import MOST_WORD_GUESSES, Game, draw, guess_letter, guess_word, start
from service.engine.lexicon import Families, Family, Lexicon
from service.engine.transcript import places, word_answer
from service.registry import DEALERS
from tests.support import factory

WORDS = ["cat", "cot", "cut"]
OTHERS: Final = factory.game(["aab", "abc"]).families("a")


def after(game: Game, *guesses: str) -> Game:
    for guess in guesses:
        game = guess_letter(game, guess) if len(guess) == 1 else guess_word(game, guess)
    return game


def test_hit_costs_nothing() -> None:
    game = after(factory.game(WORDS), "c")

    assert (game.transcript.pattern, game.transcript.misses) == ("c__", 0)


def test_miss_costs_one() -> None:
    game = after(factory.game(WORDS, max_misses=3), "x")

    assert (game.transcript.misses, game.state.remaining_guesses) == (1, 2)


def test_letter_is_taken_in_either_case() -> None:
    assert after(factory.game(WORDS), "C").transcript.guessed_letters == ("c",)


def test_letter_guessed_twice_is_refused_and_costs_nothing() -> None:
    game = after(factory.game(WORDS), "x")

    with pytest.raises(AlreadyGuessed):
        guess_letter(game, "X")


@pytest.mark.parametrize("letter", ["", "ca", "é", "1", " ", "c\n", "_", "ｃ", "c\u0301"])
def test_what_is_not_one_letter_of_the_alphabet_is_invalid(letter: str) -> None:
    with pytest.raises(InvalidGuess, match=r"is not one letter|has no"):
        guess_letter(factory.game(WORDS), letter)


def test_decomposed_letter_is_the_composed_one() -> None:
    game = factory.game(["öl"], alphabet="abcdefghijklmnopqrstuvwxyzäöüß")

    assert guess_letter(game, "O\u0308").transcript.pattern == "ö_"


def test_word_is_refused_while_others_are_left() -> None:
    game = after(factory.game(WORDS), "cot")

    assert game.transcript.wrong_words == ("cot",)
    assert set(game.lexicon.words(game.ids)) == {"cat", "cut"}


def test_word_is_shown_everywhere_or_nowhere() -> None:
    assert places(word_answer("cot", hit=True).positions) == [0, 1, 2]
    assert places(word_answer("cot", hit=False).positions) == []


def test_the_only_word_left_wins() -> None:
    game = after(factory.game(["cat"]), "cat")

    assert (game.state.status, game.transcript.pattern, game.state.word) == ("won", "cat", "cat")


def test_honest_dealer_accepts_its_word_and_no_other() -> None:
    game = factory.game(WORDS, "honest")
    others = [word for word in WORDS if word != game.state.word]

    game = after(game, *others)
    assert game.state.status == "in_progress"
    assert after(game, game.state.word).state.status == "won"


def test_word_that_cannot_fit_is_a_miss_and_nothing_else() -> None:
    game = after(factory.game([*WORDS, "dog"]), "c")

    guessed = after(game, "dog")

    assert guessed.transcript.misses == 1
    assert guessed.ids.tolist() == game.ids.tolist()


def test_word_outside_the_dictionary_costs_nothing() -> None:
    with pytest.raises(NotAWord, match="“dog” is not in this game's dictionary"):
        after(factory.game(WORDS), "DOG")


def test_game_takes_a_hundred_words_and_then_letters_alone() -> None:
    words = [first + second + third for first in "bcdfg" for second in "aeiou" for third in "lmnpr"]
    game = after(factory.game(words, max_misses=MOST_MISSES), *words[:100])

    with pytest.raises(TooManyWords, match="100 whole words"):
        guess_word(game, words[100])

    assert len(guess_letter(game, "a").transcript.answers) == 101


def test_word_guessed_twice_is_refused() -> None:
    with pytest.raises(AlreadyGuessed):
        after(factory.game(WORDS), "cot", "COT")


@pytest.mark.parametrize("word", ["", "ca", "cats", "c t", "çat", "c_t"])
def test_word_of_another_length_or_alphabet_is_invalid(word: str) -> None:
    with pytest.raises(InvalidGuess):
        guess_word(factory.game(WORDS), word)


def test_lost_game_shows_a_word_that_fits() -> None:
    game = after(factory.game(WORDS, max_misses=2), "a", "o")

    assert (game.state.status, game.state.word) == ("lost", "cut")


def test_word_shown_at_the_end_is_one_of_the_commonest_left() -> None:
    words = {"cat": 35, "cot": 10, "cut": 10, "dog": 10}

    games = [factory.game(words, max_misses=1, seed=seed) for seed in range(50)]
    shown = {after(game, "d").state.word for game in games}

    assert shown == {"cot", "cut"}


def test_nothing_can_be_guessed_when_the_game_is_over() -> None:
    game = after(factory.game(["cat"]), "cat")

    for letter in ("x", "c", "é", "ab"):
        with pytest.raises(GameOver):
            guess_letter(game, letter)
    for word in ("cat", "qqq", "cats", "cät"):
        with pytest.raises(GameOver):
            guess_word(game, word)


def test_nobody_makes_a_thousand_misses() -> None:
    words = [first + second for first in "abcdefghijk" for second in "lmnopqrstuv"]
    game = after(
        factory.game(["yz", *words], max_misses=MOST_MISSES), *words[:MOST_WORD_GUESSES], *"uv"
    )

    assert (game.state.status, game.state.remaining_guesses) == ("in_progress", 1000 - 100 - 2)
    assert MOST_WORD_GUESSES + 64 < MOST_MISSES  # the letters of the largest alphabet


def test_length_without_words_names_those_that_have_some() -> None:
    of = factory.lexicon(WORDS)

    with pytest.raises(NoWordsOfLength) as raised:
        start({3: of}, DEALERS["honest"], length=4, max_misses=8, seed=1)

    assert raised.value.lengths == (3,)


def test_length_is_drawn_by_number_of_words() -> None:
    lexicons = {3: factory.lexicon(WORDS), 4: factory.lexicon(["game"])}

    drawn = [
        start(lexicons, DEALERS["honest"], length=None, max_misses=8, seed=seed).lexicon.length
        for seed in range(400)
    ]

    assert 250 < drawn.count(3) < 350


def test_draws_are_the_same_on_every_machine() -> None:
    assert [draw(42, "word", 1000), draw(42, "end", 1000), draw(43, "word", 1000)] == [
        345,
        719,
        925,
    ]


class Broken(Cheat):
    """A dealer that keeps what a test says."""

    name, title = "broken", "Broken"

    def __init__(self, keep: Callable[[Families], object]) -> None:
        self._keep = keep

    def keep(self, game: Game, families: Families) -> Any:
        return self._keep(families)


@pytest.mark.parametrize(
    ("keep", "reason"),
    [
        (lambda _: 1 / 0, "ZeroDivisionError: division by zero"),
        (lambda _: sys.exit("enough"), "SystemExit: enough"),
        (lambda _: [], "it kept no family"),
        (lambda _: None, "it kept no family"),
        (lambda families: [Family(families, 9)], "it kept a family that was not offered"),
        (lambda families: [*families, Family(OTHERS, 0)], "it kept a family that was not offered"),
        (lambda families: [Family(families, 0)], "it kept an empty family"),
    ],
)
def test_dealer_that_breaks_the_rules_fails(
    keep: Callable[[Families], object], reason: str
) -> None:
    words = factory.lexicon(["aab", "abc", "cba", "xyz"])
    game = start({3: words}, Broken(keep), length=3, max_misses=8, seed=1)
    game = after(replace(game, dealer=DEALERS["largest-family"]), "x")

    with pytest.raises(DealerFailed, match=re.escape(reason)):
        guess_letter(replace(game, dealer=Broken(keep)), "a")


def test_dealer_that_keeps_several_families_has_one_drawn() -> None:
    words = factory.lexicon(["aab", "abc", "cba", "xyz"])
    drawn = {
        after(start({3: words}, Broken(list), length=3, max_misses=8, seed=seed), "a").transcript
        for seed in range(20)
    }

    assert len({transcript.pattern for transcript in drawn}) == 4


class Denying(Cheat):
    """A dealer that accepts no word, not even the last one."""

    name, title = "denying", "Denying"

    def keep(self, game: Game, families: Families) -> list[Family]:
        return [*families][-1:]

    def accepts(self, game: Game, word: str) -> bool:
        return False

    def drawn_word(self, lexicon: Lexicon, seed: int) -> str:
        return "dog"


def test_dealer_that_denies_the_last_word_fails() -> None:
    game = replace(factory.game(["cat"]), dealer=Denying())

    with pytest.raises(DealerFailed, match="no word fits what it said of “cat”"):
        guess_word(game, "cat")


def test_dealer_that_draws_a_strange_word_fails() -> None:
    with pytest.raises(DealerFailed, match="it drew “dog”, which is not a word of the dictionary"):
        start({3: factory.lexicon(["cat"])}, Denying(), length=3, max_misses=8, seed=1)
