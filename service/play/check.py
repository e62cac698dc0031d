"""Whether a dealer kept to its commitment: every answer is computed again."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import zip_longest
from typing import Any, Literal, TypeAlias

from service.dictionaries.dictionary import Dictionary
from service.engine.errors import HangmanError, NoWordsOfLength
from service.engine.game import Dealer, Game, guess_letter, guess_word, start
from service.engine.lexicon import in_alphabet, positions_of
from service.engine.possible_words import turns
from service.engine.transcript import HIDDEN, Answer, Transcript, letter_answer, word_answer
from service.play.commitment import Opening, commitment_to
from service.play.confession import choice_at, odds_of
from service.registry import DEALERS
from service.search.budget import Bounds

Verdict: TypeAlias = Literal["kept", "broken", "unclear"]
Figures: TypeAlias = dict[str, Any]  # by their names, as JSON has them


@dataclass(frozen=True)
class ConfessedGame:
    """What a service confessed of a game; `fingerprint` is that of the dictionary that it used."""

    dealer: str
    seed: int
    word: str
    fingerprint: str
    commitment: str
    opening: Opening
    answers: list[Answer]
    honest: bool
    odds: Figures
    choices: list[Figures]  # what the dealer did at each guess


@dataclass(frozen=True)
class CheckView:
    """Whether a dealer kept to its commitment, and why not.

    `as_committed`: how many answers, from the first on, are those that the dealer had to give.
    `drawn`: whether the seed has drawn the word of an honest dealer; if not, somebody set it. None
    if the dealer cheats, or if that cannot be told. The verdict is `unclear` if the words here are
    not those of the start, or the service claims that its own no longer are; if the player saw only
    a part of the answers; or if a plug-in that dealt is not here or answers differently here.
    """

    verdict: Verdict
    commitment: str
    dealer: str
    drawn: bool | None
    answers: int
    as_committed: int
    reasons: list[str]


def verify(
    confession: ConfessedGame,
    dictionary: Dictionary,
    dealer: Dealer | None,
    heard: Sequence[Answer] | None = None,
) -> CheckView:
    """Whether a game went as its opening says.

    `dictionary` and `dealer` are those with the names in the opening, None if there is no such
    dealer here; `heard` are the answers that the player got, if they are known.
    """
    opening = confession.opening
    alphabet = dictionary.description.alphabet
    heard = (
        confession.answers
        if heard is None
        else [each._replace(guess=in_alphabet(each.guess, alphabet)) for each in heard]
    )
    # What is false whatever words the dealer had: the confession against itself, and against what
    # the player heard. Any of it breaks the commitment.
    broken = list(_contradictions(confession))
    if not _is_part(heard, confession.answers):
        broken += differences(heard, confession.answers[: len(heard)], confession.word)
    # What keeps us from judging: other words than the service had, or answers that nobody heard.
    doubts = list(_doubts(confession, dictionary, len(heard)))
    same_words = opening.fingerprint == dictionary.description.fingerprint
    # The seed of the opening decides every draw, so the same dealer must answer the same again.
    absent = f"There is no dealer “{opening.dealer}” here, so its answers cannot be checked."
    as_committed, difference = _replayed(confession, dictionary, dealer) if dealer else (0, absent)
    if difference:
        # A plug-in may be another program at the service: the commitment has only its name.
        is_ours = opening.dealer in DEALERS.ours
        (broken if dealer and same_words and is_ours else doubts).append(difference)
    # Begun again without its word, a game draws one by its seed: another one was set by somebody.
    drawn = None
    if dealer and opening.word and same_words and not difference:
        unset = _begun(replace(opening, word=None), dictionary, dealer)
        drawn = unset.state.word == opening.word
    return CheckView(
        verdict="broken" if broken else "unclear" if doubts else "kept",
        commitment=confession.commitment,
        dealer=opening.dealer,
        drawn=drawn,
        answers=len(confession.answers),
        as_committed=as_committed,
        reasons=broken + doubts,
    )


def differences(heard: Sequence[Answer], confessed: Sequence[Answer], word: str) -> Iterator[str]:
    """A sentence for each answer that is not confessed as the player heard it; `word` was shown."""
    for number, pair in enumerate(zip_longest(heard, confessed), 1):
        if pair[0] != pair[1]:
            was, claimed = (in_words(each, len(word)) if each else "missing" for each in pair)
            yield f"Answer {number} was “{was}” in the game, and is “{claimed}” in the confession."


def _is_part(heard: Sequence[Answer], confessed: Sequence[Answer]) -> bool:
    """Whether the player heard these answers in this order, perhaps with others between them."""
    rest = iter(confessed)
    return all(each in rest for each in heard)


def _begun(opening: Opening, dictionary: Dictionary, dealer: Dealer) -> Game:
    return start(
        dictionary.lexicons,
        dealer,
        length=opening.length,
        max_misses=opening.max_misses,
        seed=opening.seed,
        word=opening.word,
    )


def _contradictions(confession: ConfessedGame) -> Iterator[str]:
    """What in a confession cannot be true, whatever the dictionary has."""
    opening = confession.opening
    if commitment_to(opening.text).hex() != confession.commitment:
        yield "The commitment is not the SHA-256 of the opening."
    if opening.word not in (None, confession.word):
        yield f"The word was to be “{opening.word}”, and “{confession.word}” was shown."
    for name in ("dealer", "seed"):
        if getattr(confession, name) != getattr(opening, name):
            yield f"The {name} of the confession is not the one in its opening."
    for number, answer in enumerate(confession.answers, 1):
        if answer != _honest(answer, confession.word):
            yield f"Answer {number} does not fit the word that was shown, “{confession.word}”."


def _doubts(confession: ConfessedGame, dictionary: Dictionary, heard: int) -> Iterator[str]:
    """What the service claims or is not known here: other words, or answers that nobody heard."""
    opening, name = confession.opening, confession.opening.dictionary
    if confession.fingerprint != opening.fingerprint:
        yield f"The service claims that the dictionary “{name}” changed, so no figure is checked."
    if opening.fingerprint != dictionary.description.fingerprint:
        yield f"The dictionary “{name}” here has other words than the game began with."
    if heard < len(confession.answers):
        yield f"The transcript has {heard} of the {len(confession.answers)} answers."


def _replayed(
    confession: ConfessedGame, dictionary: Dictionary, dealer: Dealer
) -> tuple[int, str | None]:
    """How many answers come out the same again, and what differs after them."""
    try:
        game = _begun(confession.opening, dictionary, dealer)
    except NoWordsOfLength as error:
        return 0, str(error)
    if game.lexicon.id_of(game.state.word) is None:
        return 0, f"The dictionary does not have the word of the opening, “{game.state.word}”."
    for number, answer in enumerate(confession.answers):
        try:
            game = (guess_word if answer.is_word else guess_letter)(game, answer.guess)
        except HangmanError as error:
            return number, f"Guess {number + 1} could not be made: {error}"
        again = game.transcript.answers[-1]
        if again != answer:
            was, due = (in_words(each, game.lexicon.length) for each in (answer, again))
            return number, f"Answer {number + 1} was “{was}”, and should have been “{due}”."
    return len(confession.answers), next(_different(confession, game, dictionary), None)


def _different(confession: ConfessedGame, game: Game, dictionary: Dictionary) -> Iterator[str]:
    """What a confession says otherwise of a game that went the same way to its last answer."""
    if game.state.status == "in_progress":
        yield "After the last of these guesses the game was not over."
    if game.state.word != confession.word:
        yield f"The word shown was “{confession.word}”, and should have been “{game.state.word}”."
    theirs, ours = confession.opening.fingerprint, dictionary.description.fingerprint
    if confession.fingerprint == theirs == ours:
        for place, claimed, due in _figures(confession, game, dictionary):
            for name, value in due.items():
                if claimed.get(name) != value:
                    yield f"The confession's {place}{name} should have been {json.dumps(value)}."


def _figures(
    confession: ConfessedGame, game: Game, dictionary: Dictionary
) -> Iterator[tuple[str, Figures, Figures]]:
    """What follows from the opening and the answers: where it stands, as claimed, and as due."""
    yield "", {"honest": confession.honest}, {"honest": game.dealer.is_honest}
    every = turns(game.lexicon, Transcript(game.lexicon.length), confession.answers)
    yield "odds/", confession.odds, asdict(odds_of(game, same_answers=len(every[-1].after)))
    limit = max(len(choice[name]) for choice in confession.choices for name in ("dropped", "kept"))
    lists = [turn.after.ids for turn in every]
    forced = dictionary.misses_left(game.lexicon.length, lists)
    guesses = zip(every, confession.choices, forced, strict=True)
    for number, (turn, claimed, bounds) in enumerate(guesses):
        yield f"guesses/{number}/", claimed, asdict(choice_at(turn, limit))
        if not _may_be(claimed.get("misses_forced_after"), bounds):
            yield f"guesses/{number}/", claimed, {"misses_forced_after": asdict(bounds)}


def _may_be(claimed: Any, bounds: Bounds) -> bool:
    """Whether a claim is bounds on the same number: those of other tables can be others."""
    match claimed:
        case {"lower": int(lower), "upper": int(upper)}:
            return max(lower, bounds.lower) <= min(upper, bounds.upper)
    return False


def _honest(answer: Answer, word: str) -> Answer:
    """The answer of a dealer that has this word to the same guess."""
    if answer.is_word:
        return word_answer(answer.guess, answer.guess == word)
    return letter_answer(answer.guess, positions_of(answer.guess, word))


def in_words(answer: Answer, length: int) -> str:
    """An answer as a player hears it: e: hit _e__e, horse: miss _____."""
    letters = enumerate(answer.guess if answer.is_word else answer.guess * length)
    shown = [letter if answer.positions >> place & 1 else HIDDEN for place, letter in letters]
    return f"{answer.guess}: {'hit' if answer.hit else 'miss'} {''.join(shown[:length])}"
