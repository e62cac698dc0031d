"""The numbers of a review, against their definitions."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.choices import WEIGHTS_NAMES, WeightsName
from service.engine.lexicon import positions_of
from service.engine.transcript import Answer, letter_answer, places, word_answer
from service.play.review import ReviewedView, ReviewView, Transcribed, review_of
from service.search import average_misses as module
from tests.search.test_average_misses import honest_answers
from tests.support import factory
from tests.weights_referee import Chances, as_used, even, mean_misses, mean_misses_after

WORDS = st.sets(st.text("abcdefgh", min_size=4, max_size=4), min_size=1, max_size=8)  # exact play
ZOO = ["bat", "bet", "bit", "but", "cat", "cot", "cut", "dog", "fog", "hat", "hog", "hot", "rat"]


def review_in(words: factory.Words, played: Transcribed) -> ReviewView:
    return review_of(factory.catalogue_of(words), played)


def reviewed(*answers: Answer) -> ReviewView:
    return review_in(ZOO, Transcribed(answers, 3))


def letter(guess: str, *positions: int) -> Answer:
    return letter_answer(guess, sum(1 << position for position in positions))


def number_like(number: object) -> object:
    """A number by its definition, to compare with the one in a review within 1e-6."""
    return pytest.approx(float(number), abs=1e-6)  # type: ignore[arg-type]  # a float or a fraction


HONEST_GAMES = st.builds(sorted, WORDS).flatmap(
    lambda words: st.tuples(st.just(words), honest_answers(words, "abcdefghxé"))
)


def fits(word: str, answer: Answer) -> bool:
    if not answer.is_word:
        return positions_of(answer.guess, word) == answer.positions
    return (word == answer.guess) == answer.hit


@settings(max_examples=60)
@given(game=HONEST_GAMES, weights=st.sampled_from(WEIGHTS_NAMES), data=st.data())
def test_every_number_is_that_of_its_definition(
    game: tuple[list[str], list[Answer]], weights: WeightsName, data: st.DataObject
) -> None:
    words, answers = game
    sizes = {word: data.draw(st.sampled_from([0, 10, 35, 80])) for word in words}
    likely = first = as_used(sizes) if weights == "commonness" else even(words)

    review = review_in(sizes, Transcribed(tuple(answers), 4, weights=weights))

    assert review.weights == weights
    assert review.found == (len({at for answer in answers for at in places(answer.positions)}) == 4)
    for index, (guess, answer) in enumerate(zip(review.guesses, answers, strict=True)):
        after = {word: likely[word] for word in likely if fits(word, answer)}
        expected, best = mean_misses_after(likely, answer.guess), mean_misses(likely)
        assert (guess.words_before, guess.words_left) == (len(likely), len(after))
        assert guess.hit_probability == hit_probability(likely, answer.guess)
        assert guess.misses_expected == number_like(expected)
        assert guess.best_misses_expected == number_like(best)
        assert guess.cost == number_like(expected - best)
        assert guess.bad_luck == number_like((not answer.hit) + mean_misses(after) - expected)
        guessed = {before.guess for before in answers[:index]}
        assert guess.verdict == verdict(likely, guessed, answer.guess)
        check_best_letters(guess, likely, guessed)
        likely = after
    check_sums(review, first, likely)


def hit_probability(likely: Chances, guess: str) -> object:
    having = sum(likely[word] for word in likely if guess in word)
    return number_like(having / sum(likely.values()))


def verdict(likely: Chances, guessed: set[str], guess: str) -> str:
    if guess in guessed:
        return "repeated"
    if not any(guess in word for word in likely):
        return "wasted"
    cost = mean_misses_after(likely, guess) - mean_misses(likely)
    return "best" if cost < 0.01 else "good" if cost < 0.05 else "costly"


def check_best_letters(guess: ReviewedView, likely: Chances, guessed: set[str]) -> None:
    costs = sorted(mean_misses_after(likely, x) for x in set("".join(likely)) - guessed)
    for shown, cost in zip(guess.best_letters, costs[:3], strict=True):
        assert shown.misses_expected == number_like(cost)
        assert shown.misses_expected == number_like(mean_misses_after(likely, shown.letter))
        assert shown.hit_probability == hit_probability(likely, shown.letter)


def check_sums(review: ReviewView, first: Chances, left: Chances) -> None:
    """Check that the misses made and to come are those expected plus all costs and all bad luck."""
    assert review.misses_expected == number_like(mean_misses(first))
    assert review.misses_to_come == number_like(mean_misses(left))
    assert review.misses == sum(not guess.hit for guess in review.guesses)
    numbers = [review.misses_to_come, review.misses_expected, review.cost, review.bad_luck]
    to_come, expected, cost, bad_luck = [number for number in numbers if number is not None]
    assert review.misses + to_come == pytest.approx(expected + cost + bad_luck, abs=1e-5)
    assert cost == pytest.approx(sum(guess.cost or 0 for guess in review.guesses), abs=1e-5)


def test_without_a_budget_the_verdict_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WORDS", 0)
    answers = (letter("t", 2), letter("b", 0), letter("z"), letter("b", 0))
    unknown = replace(factory.dictionary(ZOO, "en"), first_guesses={})
    review = review_of(factory.catalogue({"en": unknown}), Transcribed(answers, 3))
    first, *others = review.guesses
    assert (review.misses_expected, review.cost, review.bad_luck) == (None, None, None)
    assert (first.verdict, first.misses_expected, first.best_letters) == ("unknown", None, [])
    assert [guess.verdict for guess in others] == ["unknown", "wasted", "repeated"]
    assert review.misses_to_come == number_like(mean_misses(even(["bat", "bet", "bit", "but"])))


def test_repeated_letter_costs_a_miss_if_it_was_one() -> None:
    misses = [word_answer("dog", hit=False), word_answer("Dog", hit=False)]
    review = reviewed(letter("a"), letter("o", 1), letter("A"), letter("o", 1), *misses)
    repeated = [guess for guess in review.guesses if guess.verdict == "repeated"]
    costs = [(guess.letter or guess.word, guess.cost) for guess in repeated]
    assert costs == [("a", 1), ("o", 0), ("dog", 1)]


def test_best_letters_of_one_cost_are_in_alphabetical_order() -> None:
    [guess] = review_in(["cat", "dog"], Transcribed((letter("c"),), 3)).guesses
    assert [best.letter for best in guess.best_letters] == ["a", "c", "d"]


@pytest.mark.parametrize(
    "answer", [letter("o", 2), letter("b"), letter("z", 0), word_answer("zzz", hit=True)]
)
def test_from_an_impossible_answer_on_nothing_is_judged(answer: Answer) -> None:
    start = [letter("b", 0), letter("a", 1)]
    before = reviewed(*start)
    review = reviewed(*start, answer, letter("t", 2))
    assert review.guesses[:2] == before.guesses
    facts = [(each.verdict, each.words_before, each.words_left) for each in review.guesses[2:]]
    assert facts == [("impossible", 1, 0), ("impossible", 0, 0)]
    assert [guess.cost for guess in review.guesses[2:]] == [None, None]
    totals = [(each.misses, each.cost, each.bad_luck) for each in (before, review)]
    assert totals[0] == totals[1]


def test_letters_shown_at_the_start_count_as_guessed() -> None:
    review = review_in(ZOO, Transcribed((letter("t", 2), letter("u", 1)), start_pattern="__T"))
    assert [guess.verdict for guess in review.guesses] == ["repeated", "costly"]
    assert review.guesses[0].words_before == sum(word.endswith("t") for word in ZOO)
    assert (review.start_pattern, review.misses) == ("__t", 0)
    assert "t" not in [shown.letter for shown in review.guesses[0].best_letters]
