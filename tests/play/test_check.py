"""A game can be checked by everybody: what was changed afterwards is noticed."""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from itertools import product
from typing import Any, TypeAlias

import pytest

from service.dictionaries.dictionary import Dictionary
from service.engine.dealers import LargestFamily
from service.engine.game import Game
from service.engine.lexicon import Families, Family, positions_of
from service.engine.transcript import Answer, letter_answer, word_answer
from service.play.catalogue import Catalogue
from service.play.check import CheckView, ConfessedGame, verify
from service.play.commitment import commitment_to, opening_in
from service.play.confession import ConfessionView
from service.play.games import Games
from service.play.requests import GameRequest, Guess
from service.play.views import GuessView
from service.registry import DEALERS, dealers
from service.store.game_store import GameStore
from service.store.memory import Memory
from service.store.record import Retention
from tests.commitment_referee import check
from tests.support import factory
from tests.support.referee import HONEST

ALPHABET = "abcdef"
CHANCE = random.Random(16)
EVERY = ["".join(letters) for letters in product(ALPHABET, repeat=4)]
SIZES = {word: CHANCE.randint(0, 3) for word in CHANCE.sample(EVERY, 18)}
OTHERS = SIZES | dict.fromkeys(CHANCE.sample(EVERY, 18), 0)  # these words, and others

Change: TypeAlias = Callable[[ConfessedGame], ConfessedGame]


def of(words: Mapping[str, int]) -> Dictionary:
    return factory.dictionary(words, "en", ALPHABET)


DICTIONARY, OTHER = of(SIZES), of(OTHERS)
WORDS = DICTIONARY.lexicons[4].words(DICTIONARY.lexicons[4].everything)
MISSED = GameRequest(dealer="largest-family", seed=9, max_misses=3)


def games_of(*dictionaries: Dictionary) -> Iterator[Games]:
    """The same service, before and after each change of its dictionary."""
    store = GameStore(Memory(), Retention(1, 1))
    for dictionary in dictionaries:
        yield Games(Catalogue({"en": dictionary}), store, lambda: 1_700_000_000_000)


def played(
    asked: GameRequest, chance: random.Random, *after: Dictionary, limit: int = 5
) -> ConfessionView:
    """A game of random guesses to its end; the dictionary changes as often, guess by guess."""
    first, *rest = games_of(DICTIONARY, *after)
    game = first.start(asked).view
    guesses = [Guess(letter) for letter in chance.sample(ALPHABET, 6)]
    guesses += [Guess(word, is_word=True) for word in chance.sample(WORDS, len(WORDS))]
    if chance.random() < 0.5:
        guesses.insert(chance.randrange(4), Guess(chance.choice(WORDS), is_word=True))
    games = first
    for guess in guesses:
        if game.status != "in_progress":
            break
        if guess.text in game.wrong_words:
            continue
        game = games.guess(game.id, guess).view
        games = rest.pop(0) if rest else games
    return games.confession(game.id, limit)


def told_by(confession: ConfessionView) -> ConfessedGame:
    return ConfessedGame(
        word=confession.word,
        fingerprint=confession.fingerprint,
        commitment=confession.commitment,
        opening=opening_in(confession.opening),
        answers=[as_answer(guess) for guess in confession.guesses],
        honest=confession.honest,
        odds=asdict(confession.odds),
        choices=[asdict(guess) for guess in confession.guesses],
    )


def as_answer(view: GuessView) -> Answer:
    if view.word is not None:
        return word_answer(view.word, view.hit)
    assert view.letter
    return letter_answer(view.letter, sum(1 << place for place in view.positions))


def verdict_on(told: ConfessedGame, dictionary: Dictionary = DICTIONARY) -> CheckView:
    bound = dealers(dictionaries=[dictionary], budget=told.opening.budget)
    return verify(told, dictionary, bound[told.opening.dealer])


def asked_for(dealer: str, chance: random.Random) -> GameRequest:
    choices: dict[str, Any] = {
        "seed": chance.randrange(2**53), "max_misses": chance.choice([1000, 1, 3, 6])
    }  # fmt: skip
    if dealer == "honest" and chance.random() < 0.5:
        return GameRequest(secret_word=chance.choice(WORDS), **choices)
    return GameRequest(dealer=dealer, length=4, **choices)


@pytest.mark.parametrize("dealer", DEALERS)
def test_a_thousand_random_games_are_as_they_had_to_be(dealer: str) -> None:
    for number in range(1000 // len(DEALERS) + 1):
        chance = random.Random(f"{dealer} {number}")
        asked = asked_for(dealer, chance)
        confession = played(asked, chance)
        told = told_by(confession)

        view = verdict_on(told)

        check(asdict(confession), WORDS, SIZES)
        assert (view.verdict, view.reasons) == ("kept", [])
        assert view.answers == view.as_committed == len(told.answers)
        if dealer not in HONEST:
            assert view.drawn is None


@pytest.mark.parametrize("seed", range(5))
def test_word_is_said_to_be_drawn_or_set(seed: int) -> None:
    drawn = told_by(played(GameRequest(dealer="honest", seed=seed), random.Random(seed)))
    other = next(word for word in WORDS if word != drawn.word)
    was_set = told_by(played(GameRequest(secret_word=other, seed=seed), random.Random(seed)))

    assert [verdict_on(told).drawn for told in (drawn, was_set)] == [True, False]


def in_opening(**members: Any) -> Change:
    return lambda told: replace(told, opening=replace(told.opening, **members))


def at_answer(number: int, **fields: Any) -> Change:
    def change(told: ConfessedGame) -> ConfessedGame:
        answers = list(told.answers)
        changed = answers[number]._replace(**fields)
        answers[number] = (
            word_answer(changed.guess, changed.hit)
            if changed.is_word
            else letter_answer(changed.guess, changed.positions)
        )
        return replace(told, answers=answers)

    return change


def bound_again(change: Change) -> Change:
    """The change, by a dealer that makes another commitment to it."""

    def changed(told: ConfessedGame) -> ConfessedGame:
        told = change(told)
        return replace(told, commitment=commitment_to(told.opening.text).hex())

    return changed


def word_that_fits(told: ConfessedGame) -> ConfessedGame:
    """Another word that fits every answer."""
    said = [(each.guess, each.positions) for each in told.answers if not each.is_word]
    fits = [
        word for word in WORDS if all(positions_of(letter, word) == where for letter, where in said)
    ]
    return replace(told, word=next(word for word in fits if word != told.word))


CHANGED = "The service claims that the dictionary “en” changed, so no figure is checked."


def at_choice(name: str, value: object) -> Change:
    """The change of what is told of the second guess."""

    def change(told: ConfessedGame) -> ConfessedGame:
        first, second, *rest = told.choices
        return replace(told, choices=[first, {**second, name: value}, *rest])

    return change


TAMPERED: dict[str, Change] = {
    "seed": in_opening(seed=10),
    "salt": in_opening(salt="0" * 32),
    "dealer": in_opening(dealer="cheat-score"),
    "word": in_opening(word=WORDS[0]),
    "budget": in_opening(budget=5),
    "misses": in_opening(max_misses=1000),
    "length": in_opening(length=5),
    "dictionary": in_opening(dictionary="en-large"),
    "dealer, bound again": bound_again(in_opening(dealer="honest", word=WORDS[3])),
    "misses, bound again": bound_again(in_opening(max_misses=9)),
    "length, bound again": bound_again(in_opening(length=5)),
    "unknown word, bound again": bound_again(in_opening(dealer="honest", word="aaaa")),
    "word shown": lambda told: replace(told, word="dddd"),
    "word shown, fitting": word_that_fits,
    "answer": at_answer(0, positions=0b1),
    "last answer": at_answer(-1, positions=0b10),
    "letter": at_answer(0, guess="f"),
    "letter that is none": at_answer(0, guess="é"),
    "letter twice": lambda told: replace(told, answers=[told.answers[0], *told.answers]),
    "last answer left out": lambda told: replace(told, answers=told.answers[:-1]),
    "answer added": lambda told: replace(
        told, answers=[*told.answers, letter_answer("é", positions=0)]
    ),
    "no answers": lambda told: replace(told, answers=[]),
    "honest": lambda told: replace(told, honest=True),
    "same_answers": lambda told: replace(told, odds={**told.odds, "same_answers": 1}),
    "word_count": lambda told: replace(told, odds={**told.odds, "word_count": 19}),
    "hanged_share": lambda told: replace(told, odds={**told.odds, "hanged_share": 0.5}),
    "words_before": at_choice("words_before", 99),
    "words_left": at_choice("words_left", 99),
    "family_count": at_choice("family_count", 99),
    "largest_families": at_choice("largest_families", [{"positions": [], "word_count": 99}]),
    "dropped": at_choice("dropped", ["aaaa"]),
    "kept": at_choice("kept", []),
    "too many misses": at_choice("misses_forced_after", {"lower": 99, "upper": 99}),
    "no misses": at_choice("misses_forced_after", None),
    "misses without a number": at_choice("misses_forced_after", {"lower": "x", "upper": []}),
    "misses the wrong way": at_choice("misses_forced_after", {"lower": 99, "upper": 0}),
}


def lost_at_once(asked: GameRequest) -> ConfessedGame:
    """A game whose guesses were letters and misses."""
    games = (told_by(played(asked, random.Random(number))) for number in range(1000))
    return next(
        told for told in games if not any(each.is_word or each.hit for each in told.answers)
    )


@pytest.fixture(scope="module")
def lost() -> ConfessedGame:
    return lost_at_once(MISSED)


@pytest.fixture(scope="module")
def honest() -> ConfessedGame:
    return lost_at_once(replace(MISSED, dealer="honest", max_misses=1))


@pytest.mark.parametrize("what", TAMPERED)
def test_what_was_changed_afterwards_is_noticed(lost: ConfessedGame, what: str) -> None:
    changed = TAMPERED[what](lost)
    assert changed != lost

    assert verdict_on(lost).verdict == "kept"
    view = verdict_on(changed)

    assert view.verdict == "broken"
    assert view.reasons


@pytest.mark.parametrize("name", ["words_before", "misses_forced_after"])
def test_wrong_figure_is_told_with_the_right_one(lost: ConfessedGame, name: str) -> None:
    view = verdict_on(at_choice(name, 99)(lost))

    due = json.dumps(lost.choices[1][name])
    assert view.reasons == [f"The confession's guesses/1/{name} should have been {due}."]
    assert view.as_committed == view.answers


def test_bounds_of_other_tables_excuse_the_dealer(
    lost: ConfessedGame,
) -> None:
    assert lost.choices[1]["misses_forced_after"] == {"lower": 0, "upper": 0}

    told = at_choice("misses_forced_after", {"lower": 0, "upper": 17})(lost)

    assert verdict_on(told).verdict == "kept"


@pytest.mark.parametrize("limit", [0, 1, 50])
def test_confession_may_show_any_number_of_words(limit: int) -> None:
    told = told_by(played(MISSED, random.Random(1), limit=limit))

    assert max(len(choice["dropped"]) for choice in told.choices) <= limit
    assert verdict_on(told).verdict == "kept"


def test_words_that_changed_after_the_end_excuse_figures() -> None:
    guesses = len(played(MISSED, random.Random(1)).guesses)
    told = told_by(played(MISSED, random.Random(1), *[DICTIONARY] * (guesses - 1), OTHER))

    view = verdict_on(told)

    assert told.odds["word_count"] == len(OTHERS)
    assert (view.verdict, view.reasons) == ("kept", [CHANGED])


@pytest.mark.parametrize("dealer", DEALERS)
def test_any_other_answer_is_noticed(dealer: str) -> None:
    for number in range(20):
        chance = random.Random(f"{dealer} {number}")
        told = told_by(played(asked_for(dealer, chance), chance))
        place = chance.randrange(len(told.answers))
        answer = told.answers[place]
        others = [each for each in (0b0, 0b1, 0b1010, 0b1111) if each != answer.positions]
        is_letter = not answer.is_word
        other = {"positions": chance.choice(others)} if is_letter else {"hit": not answer.hit}

        view = verdict_on(at_answer(place, **other)(told))

        assert view.verdict == "broken"
        assert view.as_committed <= place


@pytest.mark.parametrize("dealer", DEALERS)
def test_change_of_the_dictionary_excuses_no_answer(dealer: str) -> None:
    verdicts = set()
    for number in range(30):
        chance = random.Random(f"{dealer} {number}")
        told = told_by(played(asked_for(dealer, chance), chance, OTHER))
        if told.fingerprint == told.opening.fingerprint:
            continue  # one guess has ended it
        view = verdict_on(told)

        verdicts.add(view.verdict)
        assert view.reasons[-1] == CHANGED
        assert 1 <= view.as_committed <= view.answers
        assert (view.verdict == "kept") == (len(view.reasons) == 1)

    assert verdicts == {"kept"} if dealer in HONEST else "broken" in verdicts
    assert "unclear" not in verdicts


def test_claim_of_changed_words_hides_no_answer(
    lost: ConfessedGame,
) -> None:
    hit = letter_answer(lost.word[0], positions_of(lost.word[0], lost.word))
    lie = replace(lost, answers=[hit, *lost.answers], fingerprint="another")

    here, elsewhere = verdict_on(lie), verdict_on(lie, OTHER)

    assert (here.verdict, elsewhere.verdict) == ("broken", "unclear")
    assert here.reasons[0].startswith("Answer 1 was “")
    assert CHANGED in here.reasons
    assert CHANGED in elsewhere.reasons


def test_other_words_here_settle_nothing_but_what_cannot_be(lost: ConfessedGame) -> None:
    cannot_be = at_answer(0, positions=0b1)(lost)

    views = [verdict_on(told, OTHER) for told in (lost, cannot_be)]

    assert [view.verdict for view in views] == ["unclear", "broken"]
    assert "The dictionary “en” here has other words than the game began with." in views[0].reasons


def test_honest_game_is_over_at_its_end(honest: ConfessedGame) -> None:
    view = verdict_on(replace(honest, answers=honest.answers[:-1]))

    assert view.verdict == "broken"
    assert view.reasons == ["After the last of these guesses the game was not over."]


def test_honest_game_is_unclear_with_other_words_here(
    honest: ConfessedGame,
) -> None:
    views = [verdict_on(each, OTHER) for each in (honest, word_that_fits(honest))]

    assert [view.verdict for view in views] == ["unclear", "broken"]
    assert views[0].as_committed == 1
    assert views[1].reasons[0].startswith(f"The word was to be “{honest.word}”")


def test_dictionary_without_words_of_the_length_settles_nothing(lost: ConfessedGame) -> None:
    view = verdict_on(lost, of({"abc": 0}))

    assert (view.verdict, view.as_committed) == ("unclear", 0)
    assert view.reasons[-1].startswith("The dictionary has no words of 4 letters")


def test_answer_that_differs_is_told_as_a_player_hears_it(lost: ConfessedGame) -> None:
    guess = lost.answers[2].guess

    view = verdict_on(at_answer(2, positions=0b1010)(lost))

    assert view.reasons[-1] == (
        f"Answer 3 was “{guess}: hit _{guess}_{guess}”, and should have been “{guess}: miss ____”."
    )


def test_answers_that_are_confessed_as_they_were_heard_are_kept(lost: ConfessedGame) -> None:
    assert heard_and_checked(lost.answers, lost).verdict == "kept"


@pytest.mark.parametrize("place", [0, -1])
def test_answer_that_was_another_in_the_game_is_noticed(lost: ConfessedGame, place: int) -> None:
    """The player was told otherwise, and the confession is what the dealer had to answer."""
    heard = at_answer(place, positions=0b100)(lost).answers

    view = heard_and_checked(heard, lost)

    number = range(1, len(heard) + 1)[place]
    guess = lost.answers[place].guess
    assert (view.verdict, view.as_committed) == ("broken", len(heard))
    assert view.reasons == [
        f"Answer {number} was “{guess}: hit __{guess}_” in the game, and is "
        f"“{guess}: miss ____” in the confession."
    ]


def test_answer_that_is_not_confessed_is_noticed(lost: ConfessedGame) -> None:
    view = heard_and_checked([*lost.answers, word_answer("abcd", hit=False)], lost)

    assert view.verdict == "broken"
    assert view.reasons == [
        "Answer 4 was “abcd: miss ____” in the game, and is “missing” in the confession."
    ]


def test_transcript_of_a_part_of_the_game_settles_nothing_alone(lost: ConfessedGame) -> None:
    view = heard_and_checked(lost.answers[:1], lost)

    assert view.verdict == "unclear"
    assert view.reasons == ["The transcript ends after 1 of 3 answers."]


def heard_and_checked(heard: list[Answer], told: ConfessedGame) -> CheckView:
    bound = dealers(dictionaries=[DICTIONARY], budget=told.opening.budget)
    return verify(told, DICTIONARY, bound[told.opening.dealer], heard)


def test_game_of_a_dealer_that_is_not_here_is_unclear() -> None:
    claims = told_by(played(MISSED, random.Random(1)))

    checked = verify(claims, DICTIONARY, None)

    assert (checked.verdict, checked.as_committed) == ("unclear", 0)
    [reason] = checked.reasons
    assert reason == "There is no dealer “largest-family” here, so its answers cannot be checked."


class Otherwise(LargestFamily):
    def keep(self, game: Game, families: Families) -> list[Family]:
        return list(families)[-1:]


def test_plug_in_that_answers_otherwise_here_is_no_liar(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    claims = told_by(played(MISSED, random.Random(1)))
    other = Otherwise()
    as_ours = verify(claims, DICTIONARY, other)
    monkeypatch.setattr(DEALERS, "ours", ())

    assert as_ours.verdict == "broken"
    assert verify(claims, DICTIONARY, other).verdict == "unclear"
    assert verify(claims, DICTIONARY, DEALERS["largest-family"]).verdict == "kept"
