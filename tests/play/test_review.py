"""What guesses were worth, against the definition of each number."""

from collections.abc import Sequence
from dataclasses import replace
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.errors import Contradiction, InvalidInput, NotOneLetter, NoWordsOfLength
from service.engine.lexicon import positions_of
from service.engine.transcript import Answer, letter_answer, word_answer
from service.play.catalogue import Catalogue
from service.play.games import Games
from service.play.requests import GameRequest, Guess
from service.play.review import ReviewedView, ReviewView, Transcribed, review_of
from service.play.views import Refused
from service.search import average_misses as module
from tests import weights_referee
from tests.support import factory, guessing_referee

WORDS = st.sets(
    st.text("abcdefgh", min_size=4, max_size=4), min_size=1, max_size=8
)  # played exactly
ZOO = [
    "bat", "bet", "bit", "but", "cat", "cot", "cut", "dog", "fog", "hat", "hog", "hot", "rat",
]  # fmt: skip


def review_in(words: factory.Words, played: Transcribed) -> ReviewView:
    return review_of(played, Catalogue({"en": factory.dictionary(words, "en")}))


def reviewed(words: factory.Words, *answers: Answer, length: int = 3) -> ReviewView:
    return review_in(words, Transcribed(answers, length))


def letter(guess: str, *positions: int) -> Answer:
    return letter_answer(guess, sum(1 << position for position in positions))


def least(words: Sequence[str]) -> float:
    """The misses of the best player, on average."""
    return guessing_referee.least_misses(frozenset(words)) / len(words)


def with_guess(words: Sequence[str], guess: str) -> float:
    """The misses of a guess and of the best player after it, on average."""
    if len(guess) == 1:
        parts = guessing_referee.parts(sorted(words), guess)
        missed = [word for word in words if guess not in word]
    else:
        missed = [word for word in words if word != guess]
        parts = [missed] if missed else []
    return (len(missed) + sum(least(part) * len(part) for part in parts)) / len(words)


def is_exactly(misses: float | None, number: float) -> bool:
    return misses == pytest.approx(number, abs=1e-6)


@st.composite
def honest_games(draw: st.DrawFn) -> tuple[list[str], list[Answer]]:
    """Some words, and a game for one of them, with a few whole words among the guesses."""
    words = sorted(draw(WORDS))
    word = draw(st.sampled_from(words))
    guesses = draw(
        st.lists(st.sampled_from("abcdefghxé") | st.sampled_from([*words, "hhhh"]), max_size=9)
    )
    return words, [
        letter_answer(guess, positions_of(guess, word))
        if len(guess) == 1
        else word_answer(guess, guess == word)
        for guess in guesses
    ]


def fits(word: str, answer: Answer) -> bool:
    if not answer.is_word:
        return positions_of(answer.guess, word) == answer.positions
    return (word == answer.guess) == answer.hit


@settings(max_examples=150)
@given(honest_games())
def test_every_number_is_that_of_its_definition(game: tuple[list[str], list[Answer]]) -> None:
    words, answers = game

    review = reviewed(words, *answers, length=4)

    assert len(review.guesses) == len(answers)
    for index, (guess, answer) in enumerate(zip(review.guesses, answers, strict=True)):
        after = [word for word in words if fits(word, answer)]
        expected, best = with_guess(words, answer.guess), least(words)
        assert (guess.words_before, guess.words_left) == (len(words), len(after))
        assert guess.hit_probability == pytest.approx(
            mean(answer.guess in word for word in words), abs=1e-6
        )
        assert is_exactly(guess.misses_expected, expected)
        assert is_exactly(guess.best_misses_expected, best)
        assert is_exactly(guess.cost, expected - best)
        assert is_exactly(guess.bad_luck, (not answer.hit) + least(after) - expected)
        assert guess.verdict == verdict(words, answers[:index], answer.guess)
        check_best_letters(guess, words, answers[:index])
        words = after
    check_sums(review, game[0], words)


@given(honest_games(), st.data())
def test_every_weighed_number_is_that_of_its_definition(
    game: tuple[list[str], list[Answer]], data: st.DataObject
) -> None:
    words, answers = game
    sizes = {word: data.draw(st.sampled_from([0, 10, 35, 80])) for word in words}
    likely = weights_referee.as_used(sizes)

    review = review_in(sizes, Transcribed(tuple(answers), 4, weights="commonness"))

    assert review.weights == "commonness"
    assert is_exactly(review.misses_expected, float(weights_referee.mean_misses(likely)))
    for guess, answer in zip(review.guesses, answers, strict=True):
        after = {word: likely[word] for word in likely if fits(word, answer)}
        best = weights_referee.mean_misses(likely)
        expected = weights_referee.mean_misses_after(likely, answer.guess)
        to_come = weights_referee.mean_misses(after)
        hit = sum(likely[word] for word in likely if answer.guess in word)
        assert (guess.words_before, guess.words_left) == (len(likely), len(after))
        assert guess.hit_probability == pytest.approx(float(hit / sum(likely.values())), abs=1e-6)
        assert is_exactly(guess.best_misses_expected, float(best))
        assert is_exactly(guess.misses_expected, float(expected))
        assert is_exactly(guess.cost, float(expected - best))
        assert is_exactly(guess.bad_luck, float((not answer.hit) + to_come - expected))
        check_likely_letters(guess, likely)
        likely = after
    assert is_exactly(review.misses_to_come, float(weights_referee.mean_misses(likely)))


def check_likely_letters(guess: ReviewedView, likely: weights_referee.Chances) -> None:
    for shown in guess.best_letters:
        cost = weights_referee.mean_misses_after(likely, shown.letter)
        having = sum(likely[word] for word in likely if shown.letter in word)
        assert is_exactly(shown.misses_expected, float(cost))
        assert shown.hit_probability == pytest.approx(
            float(having / sum(likely.values())), abs=1e-6
        )


def verdict(words: list[str], before: list[Answer], guess: str) -> str:
    if guess in [answer.guess for answer in before]:
        return "repeated"
    if not any(guess in word for word in words):
        return "wasted"
    cost = round((with_guess(words, guess) - least(words)) * len(words)) / len(words)
    return "best" if cost < 0.01 else "good" if cost < 0.05 else "costly"


def check_best_letters(guess: ReviewedView, words: list[str], before: list[Answer]) -> None:
    guessed = {answer.guess for answer in before}
    costs = sorted(with_guess(words, x) for x in set("".join(words)) - guessed)
    for shown, cost in zip(guess.best_letters, costs[:3], strict=True):
        assert is_exactly(shown.misses_expected, cost)
        assert with_guess(words, shown.letter) == pytest.approx(cost)
        share = mean(shown.letter in word for word in words)
        assert shown.hit_probability == pytest.approx(share, abs=1e-6)


def check_sums(review: ReviewView, words: list[str], left: list[str]) -> None:
    """What was made and is to come is what was expected, and all costs, and all bad luck."""
    assert is_exactly(review.misses_expected, least(words))
    assert is_exactly(review.misses_to_come, least(left))
    assert review.misses == sum(not guess.hit for guess in review.guesses)
    numbers = [review.misses_to_come, review.misses_expected, review.cost, review.bad_luck]
    to_come, expected, cost, bad_luck = [number for number in numbers if number is not None]
    assert review.misses + to_come == pytest.approx(expected + cost + bad_luck, abs=1e-5)
    assert cost == pytest.approx(sum(guess.cost or 0 for guess in review.guesses), abs=1e-5)


def test_without_a_budget_the_verdict_is_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MOST_WORDS", 0)
    answers = [letter("t", 2), letter("b", 0), letter("z"), letter("b", 0)]
    known = factory.dictionary(ZOO, "en")
    unknown = replace(known, first_guesses={})

    review = review_of(Transcribed(tuple(answers), 3), Catalogue({"en": unknown}))

    first, *others = review.guesses
    assert (review.misses_expected, review.cost, review.bad_luck) == (None, None, None)
    assert (first.verdict, first.misses_expected, first.best_letters) == ("unknown", None, [])
    assert [guess.verdict for guess in others] == ["unknown", "wasted", "repeated"]
    assert is_exactly(review.misses_to_come, least(["bat", "bet", "bit", "but"]))


def test_letter_in_no_possible_word_is_wasted_and_costs_a_miss() -> None:
    review = reviewed(ZOO, letter("a", 1), letter("o"), letter("é"), word_answer("zzz", hit=False))

    assert [guess.verdict for guess in review.guesses[1:]] == ["wasted"] * 3
    assert {guess.cost for guess in review.guesses[1:]} == {1}
    assert {guess.bad_luck for guess in review.guesses[1:]} == {0}


def test_repeated_letter_costs_a_miss_if_it_is_not_in_the_word() -> None:
    review = reviewed(
        ZOO, letter("a"), letter("o", 1), letter("A"), letter("o", 1),
        word_answer("dog", hit=False), word_answer("Dog", hit=False),
    )  # fmt: skip

    repeated = [guess for guess in review.guesses if guess.verdict == "repeated"]
    assert [guess.letter or guess.word for guess in repeated] == ["a", "o", "dog"]
    assert [guess.cost for guess in repeated] == [
        1, 0, 1,
    ]  # fmt: skip


@pytest.mark.parametrize(
    "answer",
    [letter("o", 2), letter("b"), letter("z", 0), word_answer("zzz", hit=True)],
)  # fmt: skip
def test_from_an_impossible_answer_on_only_that_is_said(answer: Answer) -> None:
    start = [letter("b", 0), letter("a", 1)]
    before = reviewed(ZOO, *start)

    review = reviewed(ZOO, *start, answer, letter("t", 2))

    assert review.guesses[:2] == before.guesses
    assert [guess.verdict for guess in review.guesses[2:]] == ["impossible"] * 2
    assert [guess.words_before for guess in review.guesses[2:]] == [1, 0]
    assert {guess.words_left for guess in review.guesses[2:]} == {0}
    assert {guess.cost for guess in review.guesses[2:]} == {None}
    assert (review.misses, review.cost, review.bad_luck) == (
        before.misses, before.cost, before.bad_luck,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "field", "sentence"),
    [
        (
            letter("a", 3),
            "positions",
            "The position 3 is outside the word: positions of 3 letters are 0 to 2.",
        ),
        (letter("é", 1), "letter", "The dictionary has no “é”. Its letters: "),
    ],
)
def test_answer_that_no_word_of_the_alphabet_can_have_is_refused(
    answer: Answer, field: str, sentence: str
) -> None:
    with pytest.raises(InvalidInput, match=sentence) as refused:
        reviewed(ZOO, letter("b", 0), answer)

    assert refused.value.field == f"guesses/1/{field}"


def test_letters_shown_at_the_start_count_as_guessed() -> None:
    review = review_in(ZOO, Transcribed((letter("t", 2), letter("u", 1)), start_pattern="__T"))

    assert [guess.verdict for guess in review.guesses] == ["repeated", "costly"]
    assert review.guesses[0].words_before == sum(word.endswith("t") for word in ZOO)
    assert (review.start_pattern, review.misses) == ("__t", 0)
    assert "t" not in [shown.letter for shown in review.guesses[0].best_letters]


def test_game_without_a_guess_has_only_what_was_expected() -> None:
    review = reviewed(ZOO)

    assert review.misses_expected == review.misses_to_come
    assert is_exactly(review.misses_expected, least(ZOO))
    assert review.guesses == []


@pytest.mark.parametrize(
    ("played", "error"),
    [
        (Transcribed((), length=9), NoWordsOfLength),
        (Transcribed((), start_pattern="_" * 9), NoWordsOfLength),
        (Transcribed((), start_pattern="z__"), Contradiction),
        (Transcribed((letter("ab", 1),), length=3), NotOneLetter),
    ],
)
def test_game_that_cannot_be_is_refused(played: Transcribed, error: type[Exception]) -> None:
    with pytest.raises(error):
        review_in(ZOO, played)


def test_game_is_reviewed_when_it_is_over(games: Games) -> None:
    game = games.start(GameRequest(max_misses=2, length=3)).view
    games.guess(game.id, Guess("x"))
    with pytest.raises(Refused):
        games.review(games.played(game.id))
    games.guess(game.id, Guess("dog", is_word=True))

    review = games.review(games.played(game.id))

    assert [guess.letter or guess.word for guess in review.guesses] == ["x", "dog"]
    assert (review.misses, review.found) == (2, False)
    assert review.guesses[0].verdict == "wasted"
    assert [guess.at for guess in review.guesses] == [guess.at for guess in games.guesses(game.id)]
