"""Anyone can check a game: the check notices whatever was changed afterwards."""

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from itertools import product
from typing import Any, TypeAlias

import pytest

from service.cli.transcripts import read_confession
from service.dictionaries.dictionary import Dictionary
from service.engine.dealers import LargestFamily
from service.engine.lexicon import positions_of
from service.engine.transcript import Answer, letter_answer, word_answer
from service.play.check import CheckView, ConfessedGame, verify
from service.play.commitment import commitment_to
from service.play.confession import ConfessionView
from service.play.games import Games
from service.play.requests import GameChoices, Guess
from service.play.seats import Seat
from service.registry import DEALERS, dealers
from service.store.game_store import GameStore
from service.store.memory import Memory
from service.store.record import Retention
from tests.commitment_referee import check, drawn
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
MISSED = GameChoices(dealer="largest-family", seed=9, max_misses=3)


def played(request: GameChoices, chance: random.Random, *after: Dictionary) -> ConfessedGame:
    """Play random guesses, each with the next of the dictionaries; return what is confessed."""
    return game_in(confession_of(request, chance, *after))


def confession_of(
    request: GameChoices, chance: random.Random, *after: Dictionary, limit: int = 5
) -> ConfessionView:
    store = GameStore(Memory(), Retention(1, 1))
    services = [
        Games(factory.catalogue({"en": dictionary}), store, lambda: 1_700_000_000_000)
        for dictionary in (DICTIONARY, *after)
    ]
    game = services[0].start(request).view
    guesses = [Guess(letter) for letter in chance.sample(ALPHABET, 6)]
    guesses += [Guess(word, is_word=True) for word in chance.sample(WORDS, len(WORDS))]
    if chance.random() < 0.5:
        guesses.insert(chance.randrange(4), Guess(chance.choice(WORDS), is_word=True))
    for guess in guesses:
        if game.status == "in_progress" and guess.text not in game.wrong_words:
            game = services[0].guess(game.id, guess).view
            services = services[1:] or services
    return services[0].confession(Seat.of_player(game.id), limit)


def game_in(confession: ConfessionView) -> ConfessedGame:
    return read_confession(json.loads(json.dumps(asdict(confession))), "a test")


def verdict_on(
    game: ConfessedGame, dictionary: Dictionary = DICTIONARY, transcript: list[Answer] | None = None
) -> CheckView:
    bound = dealers(dictionaries=[dictionary], budget=game.opening.budget)
    return verify(game, dictionary, bound[game.opening.dealer], transcript)


def request_for(dealer: str, chance: random.Random) -> GameChoices:
    choices: dict[str, Any] = {
        "seed": chance.randrange(2**53), "max_misses": chance.choice([1000, 1, 3, 6])
    }  # fmt: skip
    if dealer == "honest" and chance.random() < 0.5:
        return GameChoices(secret_word=chance.choice(WORDS), **choices)
    return GameChoices(dealer=dealer, length=4, **choices)


def in_opening(**members: Any) -> Change:
    return lambda game: replace(game, opening=replace(game.opening, **members))


def at_answer(number: int, **fields: Any) -> Change:
    def change(game: ConfessedGame) -> ConfessedGame:
        answers = list(game.answers)
        new = answers[number]._replace(**fields)
        by_word = word_answer(new.guess, new.hit)
        answers[number] = by_word if new.is_word else letter_answer(new.guess, new.positions)
        return replace(game, answers=answers)

    return change


def bound_again(change: Change) -> Change:
    """The change, with a new commitment to the changed opening."""

    def changed(game: ConfessedGame) -> ConfessedGame:
        game = change(game)
        return replace(game, commitment=commitment_to(game.opening.text).hex())

    return changed


def word_that_fits(game: ConfessedGame) -> ConfessedGame:
    """The game with another word that fits every answer."""
    said = [(each.guess, each.positions) for each in game.answers if not each.is_word]
    fits = [
        word for word in WORDS if all(positions_of(letter, word) == where for letter, where in said)
    ]
    return replace(game, word=next(word for word in fits if word != game.word))


CHANGED = "The service claims that the dictionary “en” changed, so no figure is checked."


def at_choice(name: str, value: object) -> Change:
    """Change what the confession says of the second guess."""

    def change(game: ConfessedGame) -> ConfessedGame:
        first, second, *rest = game.choices
        return replace(game, choices=[first, {**second, name: value}, *rest])

    return change


TAMPERED: dict[str, Change] = {
    "salt": in_opening(salt="0" * 32),
    "dealer, bound again": bound_again(in_opening(dealer="honest", word=WORDS[3])),
    "misses, bound again": bound_again(in_opening(max_misses=9)),
    "length, bound again": bound_again(in_opening(length=5)),
    "unknown word, bound again": bound_again(in_opening(dealer="honest", word="aaaa")),
    "word shown": lambda game: replace(game, word="dddd"),
    "word shown, fitting": word_that_fits,
    "letter": at_answer(0, guess="f"),
    "letter that is none": at_answer(0, guess="é"),
    "letter twice": lambda game: replace(game, answers=[game.answers[0], *game.answers]),
    "last answer left out": lambda game: replace(game, answers=game.answers[:-1]),
    "answer added": lambda game: replace(
        game, answers=[*game.answers, letter_answer("é", positions=0)]
    ),
    "no answers": lambda game: replace(game, answers=[]),
    "honest": lambda game: replace(game, honest=True),
    "dealer beside the opening": lambda game: replace(game, dealer="honest"),
    "seed beside the opening": lambda game: replace(game, seed=1),
    "same_answers": lambda game: replace(game, odds={**game.odds, "same_answers": 1}),
    "family_count": at_choice("family_count", 99),
    "kept": at_choice("kept", []),
    "too many misses": at_choice("misses_forced_after", {"lower": 99, "upper": 99}),
    "no misses": at_choice("misses_forced_after", None),
    "misses without a number": at_choice("misses_forced_after", {"lower": "x", "upper": []}),
    "misses the wrong way": at_choice("misses_forced_after", {"lower": 99, "upper": 0}),
}


def lost_at_once(request: GameChoices) -> ConfessedGame:
    """A game in which every guess was a letter and a miss."""
    games = (played(request, random.Random(number)) for number in range(1000))
    return next(
        game for game in games if not any(each.is_word or each.hit for each in game.answers)
    )


LOST = lost_at_once(MISSED)  # the guesses d, f and a; “ebcc” was shown
HONEST_LOST = lost_at_once(replace(MISSED, dealer="honest", max_misses=1))


@pytest.mark.parametrize("what", TAMPERED)
def test_what_was_changed_afterwards_is_noticed(what: str) -> None:
    changed = TAMPERED[what](LOST)
    view = verdict_on(changed)
    assert changed != LOST
    assert view.verdict == "broken"
    assert view.reasons


def lie(game: ConfessedGame) -> ConfessedGame:
    """Add a hit, and claim that the dictionary changed."""
    hit = letter_answer(game.word[0], positions_of(game.word[0], game.word))
    return replace(game, answers=[hit, *game.answers], fingerprint="another")


LIED = "Answer 1 was “e: hit e___”, and should have been “e: miss ____”."
OTHER_WORDS = "The dictionary “en” here differs from the one that the game began with."
WORD_LEFT_OUT = "The dictionary has no words of 4 letters. It has words of 3 letters."
WRONG_FORCED = 'misses_forced_after should have been {"lower": 0, "upper": 0}.'


@pytest.mark.parametrize(
    ("change", "dictionary", "verdict", "as_committed", "reasons"),
    [
        (replace, DICTIONARY, "kept", 3, []),
        (at_choice("misses_forced_after", {"lower": 0, "upper": 17}), DICTIONARY, "kept", 3, []),
        (at_choice("words_before", 99), DICTIONARY, "broken", 3,
         ["The confession's guesses/1/words_before should have been 9."]),
        (at_choice("misses_forced_after", 99), DICTIONARY, "broken", 3,
         [f"The confession's guesses/1/{WRONG_FORCED}"]),
        (at_answer(2, positions=0b1010), DICTIONARY, "broken", 2,
         ["Answer 3 does not fit the word that was shown, “ebcc”.",
          "Answer 3 was “a: hit _a_a”, and should have been “a: miss ____”."]),
        (lie, DICTIONARY, "broken", 0, [LIED, CHANGED]),
        (lie, OTHER, "unclear", 0, [CHANGED, OTHER_WORDS, LIED]),
        (replace, OTHER, "unclear", 3,
         [OTHER_WORDS, "The word shown was “ebcc”, and should have been “bcee”."]),
        (at_answer(0, positions=0b1), OTHER, "broken", 0,
         ["Answer 1 does not fit the word that was shown, “ebcc”.", OTHER_WORDS,
          "Answer 1 was “d: hit d___”, and should have been “d: miss ____”."]),
        (replace, of(dict.fromkeys(SIZES, 0)), "unclear", 3,
         [OTHER_WORDS, "The word shown was “ebcc”, and should have been “cebb”."]),
        (replace, of({"abc": 0}), "unclear", 0, [OTHER_WORDS, WORD_LEFT_OUT]),
    ],
)  # fmt: skip
def test_verdict_on_a_game_that_was_lost(
    change: Change, dictionary: Dictionary, verdict: str, as_committed: int, reasons: list[str]
) -> None:
    """Bounds of other tables are accepted; with other words here, no game is known to be kept."""
    view = verdict_on(change(LOST), dictionary)
    assert (view.verdict, view.as_committed, view.reasons) == (verdict, as_committed, reasons)


@pytest.mark.parametrize("dealer", DEALERS)
def test_random_games_pass_the_check_and_every_lie_fails(dealer: str) -> None:
    for number in range(30):
        chance = random.Random(f"{dealer} {number}")
        confession = confession_of(request_for(dealer, chance), chance, limit=number % 6)
        game = game_in(confession)
        place = chance.randrange(len(game.answers))
        answer = game.answers[place]
        others = [each for each in (0b0, 0b1, 0b1010, 0b1111) if each != answer.positions]
        is_letter = not answer.is_word
        other = {"positions": chance.choice(others)} if is_letter else {"hit": not answer.hit}

        view, on_lie = verdict_on(game), verdict_on(at_answer(place, **other)(game))

        check(asdict(confession), WORDS, SIZES)
        assert (view.verdict, view.reasons) == ("kept", [])
        assert view.answers == view.as_committed == len(game.answers)
        is_drawn = game.word == drawn(game.seed, "word", WORDS)  # and not set by somebody
        assert view.drawn == (is_drawn if dealer in HONEST else None)
        assert on_lie.verdict == "broken"
        assert on_lie.as_committed <= place


@pytest.mark.parametrize("dealer", DEALERS)
def test_change_of_the_dictionary_excuses_no_answer(dealer: str) -> None:
    verdicts = set()
    for number in range(20):
        chance = random.Random(f"{dealer} {number}")
        game = played(request_for(dealer, chance), chance, OTHER)
        if game.fingerprint == game.opening.fingerprint:
            continue  # one guess has ended it
        view = verdict_on(game)

        verdicts.add(view.verdict)
        assert view.reasons[-1] == CHANGED
        assert 1 <= view.as_committed <= view.answers
        assert (view.verdict == "unclear") == (len(view.reasons) == 1)

    assert verdicts == {"unclear"} if dealer in HONEST else "broken" in verdicts
    assert "kept" not in verdicts


def test_verdicts_on_an_honest_game() -> None:
    short = verdict_on(replace(HONEST_LOST, answers=[]))
    here, elsewhere = [
        verdict_on(game, OTHER) for game in (HONEST_LOST, word_that_fits(HONEST_LOST))
    ]
    assert short.verdict == "broken"
    assert short.reasons == ["After the last of these guesses the game was not over."]
    assert (here.verdict, here.as_committed) == ("unclear", 1)
    assert elsewhere.verdict == "broken"
    assert elsewhere.reasons[0].startswith(f"The opening has the word “{HONEST_LOST.word}”")


IN_THE_GAME = "Answer {} in the game, and is “{}” in the confession."


@pytest.mark.parametrize(
    ("transcript", "verdict", "reason"),
    [
        (LOST.answers, "kept", None),
        (at_answer(0, positions=0b100)(LOST).answers, "broken",
         IN_THE_GAME.format("1 was “d: hit __d_”", "d: miss ____")),
        (at_answer(-1, positions=0b100)(LOST).answers, "broken",
         IN_THE_GAME.format("3 was “a: hit __a_”", "a: miss ____")),
        ([*LOST.answers, word_answer("abcd", hit=False)], "broken",
         IN_THE_GAME.format("4 was “abcd: miss ____”", "missing")),
        (LOST.answers[:1], "unclear", "The transcript has 1 of the 3 answers."),
        (LOST.answers[::2], "unclear", "The transcript has 2 of the 3 answers."),
        ([each._replace(guess=each.guess.upper()) for each in LOST.answers], "kept", None),
    ],
)  # fmt: skip
def test_transcript_is_compared_with_the_confession(
    transcript: list[Answer], verdict: str, reason: str | None
) -> None:
    view = verdict_on(LOST, transcript=transcript)
    assert (view.verdict, view.as_committed) == (verdict, 3)
    assert view.reasons == ([reason] if reason else [])


def test_plug_in_that_answers_otherwise_here_is_unclear(monkeypatch: pytest.MonkeyPatch) -> None:
    game, other = played(MISSED, random.Random(1)), LargestFamily()
    monkeypatch.setattr(other, "keep", lambda _, families: [*families][-1:])
    assert verify(game, DICTIONARY, other).verdict == "broken"
    monkeypatch.setattr(DEALERS, "ours", ())
    assert verify(game, DICTIONARY, other).verdict == "unclear"
    assert verify(game, DICTIONARY, DEALERS["largest-family"]()).verdict == "kept"
