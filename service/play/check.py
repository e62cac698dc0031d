"""Check whether a dealer kept to its commitment: compute every answer again."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import zip_longest
from typing import Any, Literal, TypeAlias

from service.dictionaries.dictionary import Dictionary
from service.engine.errors import HangmanError, NoWordsOfLength
from service.engine.game import Dealer, Game, guess_letter, guess_word, start
from service.engine.lexicon import positions_of
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
    """A game as a service confessed it; `fingerprint`: the dictionary when it confessed."""

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

    `as_committed` counts the answers, from the first one on, that the dealer had to give. `drawn`:
    whether the seed drew the word of an honest dealer; if not, somebody set it. None if the dealer
    cheats, or if this is unknown. The verdict is `unclear` if the dictionary here differs from that
    of the start, or the service claims that its own does; if the player saw only a part of the
    answers; or if the dealer is a plug-in that is missing here or answers differently here.
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
    """Check a game against its opening.

    `dictionary` and `dealer` are those that the opening names; `dealer` is None if it does not
    exist here. `heard` are the answers that the player got, None if they are not known.
    """
    opening, read = confession.opening, dictionary.writing.read
    # The word was shown as people write it. Openings and answers have letters of the alphabet.
    confession = replace(confession, word=read(confession.word))
    heard = (
        confession.answers
        if heard is None
        else [each._replace(guess=read(each.guess)) for each in heard]
    )
    # The confession contradicts itself, or what the player heard. That breaks the commitment,
    # whatever words the dealer had.
    broken = list(_contradictions(confession))
    if not _is_part(heard, confession.answers):
        broken += differences(heard, confession.answers[: len(heard)], confession.word)
    # We cannot judge everything: the service had other words, or the player missed answers.
    doubts = list(_doubts(confession, dictionary, len(heard)))
    same_words = opening.fingerprint == dictionary.description.fingerprint
    # The seed of the opening decides every draw, so the same dealer must answer the same again.
    absent = f"There is no dealer “{opening.dealer}” here, so its answers cannot be checked."
    as_committed, difference = _replayed(confession, dictionary, dealer) if dealer else (0, absent)
    if difference:
        # The service may run another plug-in of this name: the commitment has only the name.
        is_ours = opening.dealer in DEALERS.ours
        (broken if dealer and same_words and is_ours else doubts).append(difference)
    # Without a set word, the seed draws one: if it is not the word of the game, somebody set that.
    drawn = None
    if dealer and opening.word and same_words and not difference:
        unset = _new_game(replace(opening, word=None), dictionary, dealer)
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
    """Whether every answer that was heard is confessed, in this order, perhaps among others."""
    rest = iter(confessed)
    return all(each in rest for each in heard)


def _new_game(opening: Opening, dictionary: Dictionary, dealer: Dealer) -> Game:
    return start(
        dictionary.lexicons,
        dealer,
        length=opening.length,
        max_misses=opening.max_misses,
        seed=opening.seed,
        word=opening.word,
    )


def _contradictions(confession: ConfessedGame) -> Iterator[str]:
    """A sentence for each contradiction in a confession, whatever words the dictionary has."""
    opening = confession.opening
    if commitment_to(opening.text).hex() != confession.commitment:
        yield "The commitment is not the SHA-256 of the opening."
    if opening.word not in (None, confession.word):
        yield f"The opening has the word “{opening.word}”, but “{confession.word}” was shown."
    for name in ("dealer", "seed"):
        if getattr(confession, name) != getattr(opening, name):
            yield f"The {name} of the confession is not the one in its opening."
    for number, answer in enumerate(confession.answers, 1):
        if answer != _honest_answer(answer, confession.word):
            yield f"Answer {number} does not fit the word that was shown, “{confession.word}”."


def _doubts(confession: ConfessedGame, dictionary: Dictionary, heard: int) -> Iterator[str]:
    """A sentence for each reason why a check is incomplete: other words, or answers not heard."""
    opening, name = confession.opening, confession.opening.dictionary
    if confession.fingerprint != opening.fingerprint:
        yield f"The service claims that the dictionary “{name}” changed, so no figure is checked."
    if opening.fingerprint != dictionary.description.fingerprint:
        yield f"The dictionary “{name}” here differs from the one that the game began with."
    if heard < len(confession.answers):
        yield f"The transcript has {heard} of the {len(confession.answers)} answers."


def _replayed(
    confession: ConfessedGame, dictionary: Dictionary, dealer: Dealer
) -> tuple[int, str | None]:
    """Play the game again: how many answers are the same, and the first difference, if any."""
    try:
        game = _new_game(confession.opening, dictionary, dealer)
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
    return len(confession.answers), next(_false_claims(confession, game, dictionary), None)


def _false_claims(confession: ConfessedGame, game: Game, dictionary: Dictionary) -> Iterator[str]:
    """A sentence for each false claim about a game whose answers are all as they had to be."""
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
    """Places in the confession, each with the figures claimed there and those due."""
    yield "", {"honest": confession.honest}, {"honest": game.dealer.is_honest}
    every = turns(game.lexicon, Transcript(game.lexicon.length), confession.answers)
    yield "odds/", confession.odds, asdict(odds_of(game, same_answers=len(every[-1].after)))
    limit = max(len(choice[name]) for choice in confession.choices for name in ("dropped", "kept"))
    lists = [turn.after.ids for turn in every]
    forced = dictionary.misses_left(game.lexicon.length, lists)
    guesses = zip(every, confession.choices, forced, strict=True)
    for number, (turn, claimed, bounds) in enumerate(guesses):
        yield f"guesses/{number}/", claimed, asdict(choice_at(turn, limit))
        if not _overlap(claimed.get("misses_forced_after"), bounds):
            yield f"guesses/{number}/", claimed, {"misses_forced_after": asdict(bounds)}


def _overlap(claimed: Any, bounds: Bounds) -> bool:
    """Whether claimed bounds overlap ours: with other tables they can differ, and be right."""
    match claimed:
        case {"lower": int(lower), "upper": int(upper)}:
            return max(lower, bounds.lower) <= min(upper, bounds.upper)
    return False


def _honest_answer(answer: Answer, word: str) -> Answer:
    """The answer of a dealer that has this word to the same guess."""
    if answer.is_word:
        return word_answer(answer.guess, answer.guess == word)
    return letter_answer(answer.guess, positions_of(answer.guess, word))


def in_words(answer: Answer, length: int) -> str:
    """An answer as a player hears it: e: hit _e__e, horse: miss _____."""
    letters = enumerate(answer.guess if answer.is_word else answer.guess * length)
    shown = [letter if answer.positions >> place & 1 else HIDDEN for place, letter in letters]
    return f"{answer.guess}: {'hit' if answer.hit else 'miss'} {''.join(shown[:length])}"
