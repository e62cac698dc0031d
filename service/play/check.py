"""Whether a game went as the dealer was bound to deal it: every answer, worked out again."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import zip_longest
from typing import Literal, NamedTuple, TypeAlias

from service.dictionaries.dictionary import Dictionary
from service.engine.errors import HangmanError, NoWordsOfLength
from service.engine.game import Dealer, Game, guess_letter, guess_word, start
from service.engine.lexicon import places, positions_of
from service.engine.transcript import HIDDEN
from service.play.commitment import OpeningView, commitment_to
from service.play.views import LetterView, WordView, answer_view

Verdict: TypeAlias = Literal["kept", "broken", "unclear"]
Answered: TypeAlias = LetterView | WordView


@dataclass(frozen=True)
class Claims:
    """What a confession claims of a game; `fingerprint` is the dictionary's at the last guess."""

    dealer: str
    seed: int
    word: str
    fingerprint: str
    commitment: str
    opening: OpeningView
    answers: list[Answered]


@dataclass(frozen=True)
class CheckView:
    """Whether a dealer kept to its commitment, and why not.

    `as_committed`: how many answers, from the first on, are those that the dealer had to give.
    `drawn`: whether the seed has drawn the word of an honest dealer; if not, somebody set it. None
    if the dealer cheats, or if that cannot be told. The verdict is `unclear` if the words here are
    not those of the start, or if the player saw only a part of the answers.
    """

    verdict: Verdict
    commitment: str
    dealer: str
    drawn: bool | None
    answers: int
    as_committed: int
    reasons: list[str]


class Replay(NamedTuple):
    """How many answers of a game came out the same again, and what differed after them."""

    same: int
    difference: str | None


def checked(
    told: Claims, dictionary: Dictionary, dealer: Dealer, heard: Sequence[Answered] | None = None
) -> CheckView:
    """Whether a game went as its opening says.

    `dictionary` and `dealer` are those with the names in the opening; `heard` are the answers that
    the player got, if they are known.
    """
    opening = told.opening
    heard = told.answers if heard is None else heard
    broken = [*_contradictions(told), *differences(heard, told.answers[: len(heard)], told.word)]
    doubts = [*_doubts(told, dictionary, len(heard))]
    same_words = opening.fingerprint == dictionary.description.fingerprint
    replay = _replayed(told, dictionary, dealer)
    if replay.difference:
        (broken if same_words else doubts).append(replay.difference)
    certain = same_words and not replay.difference
    is_clear = same_words and len(heard) >= len(told.answers)
    return CheckView(
        verdict="broken" if broken else "kept" if is_clear else "unclear",
        commitment=told.commitment,
        dealer=opening.dealer,
        drawn=_is_drawn(opening, dictionary, dealer) if certain and opening.word else None,
        answers=len(told.answers),
        as_committed=replay.same,
        reasons=broken + doubts,
    )


def differences(
    heard: Sequence[Answered], confessed: Sequence[Answered], word: str
) -> Iterator[str]:
    """A sentence for each answer that is not confessed as the player heard it; `word` was shown."""
    for number, pair in enumerate(zip_longest(heard, confessed), 1):
        one, other = (answer and replace(answer, at="") for answer in pair)
        if one != other:
            was, told = (in_words(each, len(word)) if each else "missing" for each in pair)
            yield f"Answer {number} was “{was}” in the game, and is “{told}” in the confession."


def _is_drawn(opening: OpeningView, dictionary: Dictionary, dealer: Dealer) -> bool:
    return _begun(replace(opening, word=None), dictionary, dealer).word == opening.word


def _begun(opening: OpeningView, dictionary: Dictionary, dealer: Dealer) -> Game:
    return start(
        dictionary.lexicons,
        dealer,
        length=opening.length,
        max_misses=opening.max_misses,
        seed=opening.seed,
        word=opening.word,
    )


def _contradictions(told: Claims) -> Iterator[str]:
    """What in a confession cannot be true, whatever the dictionary has."""
    opening = told.opening
    if commitment_to(asdict(opening)).hex() != told.commitment:
        yield "The commitment is not the SHA-256 of the opening."
    if (told.dealer, told.seed) != (opening.dealer, opening.seed):
        yield "The confession names another dealer or seed than the opening."
    if opening.word not in (None, told.word):
        yield f"The word was to be “{opening.word}”, and “{told.word}” was shown."
    for number, answer in enumerate(told.answers, 1):
        if (answer.hit, answer.positions) != _to(answer, told.word):
            yield f"Answer {number} does not fit the word that was shown, “{told.word}”."


def _doubts(told: Claims, dictionary: Dictionary, heard: int) -> Iterator[str]:
    """What the service claims or is not known here: other words, or answers after those `heard`."""
    name, opening = told.opening.dictionary, told.opening
    if told.fingerprint != opening.fingerprint:
        yield f"The service claims that the dictionary “{name}” changed in mid-game."
    if opening.fingerprint != dictionary.description.fingerprint:
        yield f"The dictionary “{name}” here has other words than the game began with."
    if heard < len(told.answers):
        yield f"The transcript ends after {heard} of {len(told.answers)} answers."


def _replayed(told: Claims, dictionary: Dictionary, dealer: Dealer) -> Replay:
    """The game with the same guesses, until an answer differs."""
    try:
        game = _begun(told.opening, dictionary, dealer)
    except NoWordsOfLength as error:
        return Replay(0, str(error))
    if game.lexicon.id_of(game.word) is None:
        return Replay(0, f"The dictionary does not have the word of the opening, “{game.word}”.")
    for number, answer in enumerate(told.answers):
        try:
            game = _after(game, answer)
        except HangmanError as error:
            return Replay(number, f"Guess {number + 1} could not be made: {error}")
        again = answer_view(game.transcript.answers[-1], answer.at)
        if again != answer:
            was, due = (in_words(each, game.lexicon.length) for each in (answer, again))
            return Replay(number, f"Answer {number + 1} was “{was}”, and should have been “{due}”.")
    return Replay(len(told.answers), _end(told, game))


def _end(told: Claims, game: Game) -> str | None:
    """What differs at the end of a game that went the same way until then."""
    if game.status == "in_progress":
        return "After the last of these guesses the game was not over."
    if game.word != told.word:
        return f"The word shown was “{told.word}”, and should have been “{game.word}”."
    return None


def _after(game: Game, answer: Answered) -> Game:
    if isinstance(answer, WordView):
        return guess_word(game, answer.word)
    return guess_letter(game, answer.letter)


def _to(guess: Answered, word: str) -> tuple[bool, list[int]]:
    """What is shown to a guess by who has this word."""
    if isinstance(guess, LetterView):
        positions = places(positions_of(guess.letter, word))
        return bool(positions), positions
    return guess.word == word, list(range(len(word))) if guess.word == word else []


def in_words(answer: Answered, length: int) -> str:
    """An answer as a player hears it: e: hit _e__e, horse: miss _____."""
    if isinstance(answer, LetterView):
        guess, letters = answer.letter, answer.letter * length
    else:
        guess = letters = answer.word
    shown = [
        letter if place in answer.positions else HIDDEN
        for place, letter in enumerate(letters[:length])
    ]
    return f"{guess}: {'hit' if answer.hit else 'miss'} {''.join(shown)}"
