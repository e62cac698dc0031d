"""Word families: the possible answers to a letter, and the choice of each cheat, without a game."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import numpy as np

from service.choices import MOST_MISSES, WORDS_SHOWN
from service.engine.cheat_list import WordIDs
from service.engine.errors import NoWordFits
from service.engine.game import Dealer, Game, State, families_kept, letter_in
from service.engine.lexicon import Families, Family
from service.engine.transcript import HIDDEN, Transcript, letter_answer, places
from service.engine.writing import Writing
from service.play.catalogue import Catalogue
from service.play.confession import FamilyView
from service.play.patterns import lexicon_of, transcript_of
from service.registry import DEFAULT_CHEATS, DEFAULT_DICTIONARY

FAMILIES_SHOWN: Final = 200  # the largest; those that a dealer would keep are shown, too


@dataclass(frozen=True)
class FamiliesQuestion:
    """What the player knows of a word, with its length or its pattern, and the letter to answer.

    `words` is how many words of each family to show; the choices of these `dealers` are shown.
    """

    length: int | None = None
    pattern: str | None = None
    wrong_letters: tuple[str, ...] = ()
    wrong_words: tuple[str, ...] = ()
    dictionary: str = DEFAULT_DICTIONARY
    letter: str | None = None
    words: int = WORDS_SHOWN
    dealers: tuple[str, ...] = DEFAULT_CHEATS

    def transcript(self, writing: Writing) -> Transcript:
        """A transcript that leads to what the player knows."""
        pattern = self.pattern or HIDDEN * (self.length or 0)
        return transcript_of(pattern, writing, self.wrong_letters, self.wrong_words)


@dataclass(frozen=True)
class WordFamilyView(FamilyView):
    """A word family, with some of its words."""

    pattern: str
    """The pattern after the answer that keeps this family."""
    words: list[str]
    """The commonest words of the family, up to `words` of them; the commonest comes first."""


@dataclass(frozen=True)
class DealerChoiceView:
    """The answer that a dealer that cheats would give."""

    dealer: str
    """The name of the dealer."""
    families: list[FamilyView]
    """The family that the dealer would keep. If there are several, it likes them equally well, and
    the seed of the game draws one of them."""


@dataclass(frozen=True)
class FamiliesView:
    """The word families into which a letter splits the words that fit."""

    pattern: str
    """The word as far as it is shown, with `_` for each hidden letter."""
    words_before: int
    """The number of words that fit before the letter is answered; 0 if none does."""
    words: list[str]
    """The commonest of them, up to `words`; the commonest comes first."""
    family_count: int
    """The number of word families that a dealer could choose from; 0 without a letter."""
    families: list[WordFamilyView]
    """The 200 largest families, and every smaller one that a dealer in `choices` would keep. They
    are in the order in which `largest-family` prefers them."""
    choices: list[DealerChoiceView]
    """The choice of each dealer in `dealers`; empty without a letter."""


def slow_dealers(question: FamiliesQuestion, catalogue: Catalogue) -> int:
    """How many of the question's dealers take milliseconds."""
    return sum(dealer.is_slow for dealer in catalogue.cheats(question.dealers).values())


def families_of(catalogue: Catalogue, question: FamiliesQuestion) -> FamiliesView:
    """The families of a letter, and what the dealers would keep.

    Raises InvalidInput, DealerFailed.
    """
    dictionary = catalogue.dictionary(question.dictionary)
    dealers = catalogue.cheats(question.dealers)
    writing = dictionary.writing
    transcript = question.transcript(writing)
    letter = None if question.letter is None else letter_in(question.letter, writing)
    field = "pattern" if question.pattern else "length"
    lexicon = lexicon_of(dictionary, transcript.length, field)
    ids = lexicon.everything[:0]  # unlike in a game, there may be no word that fits
    with suppress(NoWordFits):
        ids = transcript.fitting(lexicon)
    # Without a letter, or a word that fits, there is nothing to split.
    split = lexicon.families(letter, lexicon.cheat_list(ids)) if letter and len(ids) else None
    best = {name: _best(dealer, transcript, split) for name, dealer in dealers.items() if split}
    return FamiliesView(
        pattern=transcript.pattern,
        words_before=len(ids),
        words=lexicon.commonest(ids, question.words),
        family_count=len(split) if split else 0,
        families=_shown(split, best, transcript, question.words) if split else [],
        choices=[
            DealerChoiceView(name, [FamilyView(places(each.positions), each.size) for each in ties])
            for name, ties in best.items()
        ],
    )


def _best(dealer: Dealer, transcript: Transcript, split: Families) -> list[Family]:
    """The families that a cheat likes best, as `largest-family` prefers them."""
    if len(split) == 1:
        return list(split)  # a repeated letter, for one, leaves no choice
    state = State(0, MOST_MISSES, "", split.cheat_list, transcript)  # a cheat ignores the word
    game = Game(split.lexicon, dealer, state)
    return sorted(families_kept(game, split), key=_preference)


def _preference(family: Family) -> tuple[int, int]:
    """The place of a family in the order of `largest-family`: the lowest is the one it keeps."""
    return -family.size, family.number


def _shown(
    split: Families, best: Mapping[str, Sequence[Family]], transcript: Transcript, most: int
) -> list[WordFamilyView]:
    """The largest families and those that a dealer would keep, with up to `most` words of each."""
    ranked, words = sorted(split, key=_preference), _words_by_family(split)
    letter = split.lexicon.alphabet[split.letter]
    numbers = {family.number for families in best.values() for family in families}
    smaller = [family for family in ranked[FAMILIES_SHOWN:] if family.number in numbers]
    return [
        WordFamilyView(
            positions=places(family.positions),
            word_count=family.size,
            pattern=transcript.after(letter_answer(letter, family.positions)).pattern,
            words=split.lexicon.written(words[family.number][:most]),
        )
        for family in [*ranked[:FAMILIES_SHOWN], *smaller]
    ]


def _words_by_family(split: Families) -> list[WordIDs]:
    """The words of each family by its number, (size,) int64 each, the commonest first."""
    lexicon, ids = split.lexicon, split.cheat_list.ids
    commonest_first = np.argsort(lexicon.commonness.take(ids), kind="stable")
    by_number = np.argsort(split.numbers[commonest_first], kind="stable")
    return np.split(ids[commonest_first][by_number], split.sizes.cumsum())
