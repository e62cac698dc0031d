"""The misses to expect from an honest dealer: of lists of words, and of guesses at them.

They are those of one strong player, summed over the words, each times its weight. M(S), the misses
of a list, are those of the player who guesses the letter in most words (`WordsInPlay`); up to FEW
words are played exactly. Q(S, guess) is what the guess misses, and M of each list that it can
leave. B(S) is the least Q of some letters that seem good, and of the guess that was made. The cost
of the guess is Q - B, its bad luck is what came beyond Q; both on average over the words.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain, pairwise
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import WordIDs
from service.engine.lexicon import FamilyNumbers, LetterSet, Lexicon, letter_set
from service.engine.possible_words import PossibleWords
from service.engine.transcript import Answer
from service.engine.weights import Weights
from service.search.few_words import FewWords
from service.search.guessers import apparent_cost
from service.search.word_sets import numbers_in
from service.search.words_in_play import WordsInPlay, misses_of_most_words_player

FEW: Final = 8  # words
SHORT: Final = 250  # words; the player of what such a list leaves
TRIES: Final = 4  # looks at so many letters for the first guess
LONG: Final = 1000  # words; a longer list has one letter beside the guess, a shorter one
LETTERS: Final = 5  # has so many: the one in most words, and those that seem cheapest
MOST_WORDS: Final = 110_000  # that are played for one game; the lists that are left have no numbers
BEST: Final = 0.01  # misses: a guess that costs less is as good as the best letter,
GOOD: Final = 0.05  # and one that costs less than this is good
ALIKE: Final = 0.99  # with a larger share of the words before, and of their weight, the mean stays

FirstGuesses: TypeAlias = Mapping[str, int]  # Q of each letter while all words are possible


class Judgement(NamedTuple):
    """What is known before an answer: the mean misses of a list, B/W, and of the guess, Q/W.

    `letters` are those that were compared, with their means, the best one first.
    """

    best: float
    expected: float
    letters: Sequence[tuple[str, float]]


@dataclass(frozen=True)
class GuessMisses:
    """What a guess was worth in mean misses; None if too many words were possible."""

    best: float | None = None
    expected: float | None = None
    cost: float | None = None
    bad_luck: float | None = None
    letters: Sequence[tuple[str, float]] = ()

    @property
    def verdict(self) -> Literal["best", "good", "costly", "unknown"]:
        """What its cost says."""
        if self.cost is None:
            return "unknown"
        return "best" if self.cost < BEST else "good" if self.cost < GOOD else "costly"


@dataclass(frozen=True)
class GameMisses:
    """What the guesses of a game were worth, and the mean misses before them and to come."""

    expected: float | None
    to_come: float | None
    guesses: Sequence[GuessMisses]

    @property
    def cost(self) -> float | None:
        """What the guesses cost together."""
        return _sum([guess.cost for guess in self.guesses])

    @property
    def bad_luck(self) -> float | None:
        """The bad luck of all answers together."""
        return _sum([guess.bad_luck for guess in self.guesses])


@dataclass(frozen=True, eq=False)
class Stage:
    """The words that are possible until a guess tells something; `guess` is None at the end.

    `known` is Q of all letters, if it was worked out beforehand.
    """

    words: PossibleWords
    guess: str | None
    weights: Weights
    before: "Stage | None"
    known: FirstGuesses

    @cached_property
    def weight(self) -> int:
        """What the words weigh together."""
        return int(self.weights.take(self.words.ids).sum())

    @cached_property
    def head(self) -> "Stage":
        """The stage whose mean this one keeps, having almost all of its words; or itself."""
        before = self.before
        if before is None or len(self.words) <= ALIKE * len(before.words):
            return self
        return before.head if self.weight > ALIKE * before.weight else self

    @cached_property
    def missed(self) -> float:
        """The share of the words that the guess misses."""
        return 1 - hit_probability(self.words, self.guess or "", self.weights)

    @cached_property
    def own(self) -> list[str]:
        """The guess, if it has to be played: not a word without which the mean stays."""
        if self.guess is None or self.guess in self.known:
            return []
        left = min(self.missed, 1 - 1 / len(self.words))
        return [self.guess] if len(self.guess) == 1 or left <= ALIKE else []

    @property
    def most_letters(self) -> int:
        """How many letters are played."""
        is_known = self.known or self.head is not self
        return 0 if is_known else 1 if len(self.words) > LONG else LETTERS

    @property
    def price(self) -> int:
        """How many words are played, at most."""
        size = len(self.words) if len(self.words) > FEW else 0
        return _tries(self.words) * size * (self.most_letters + len(self.own))

    def guesses(self) -> set[str]:
        """All guesses that are played; of a few words, those are all letters."""
        if not self.most_letters:
            return {*self.own}
        words, weights = self.words, self.weights.take(self.words.ids).astype(np.float64)
        there = int(np.bitwise_or.reduce(words.lexicon.presence.take(words.ids)))
        letters = list(numbers_in(there & ~words.guessed))
        if len(words) > FEW:
            costs = {each: apparent_cost(words.families(each), weights) for each in letters}
            letters = sorted(letters, key=costs.__getitem__)[: self.most_letters]
        if FEW < len(words) <= LONG:
            letters[LETTERS - 1 :] = [int(words.weight_with(self.weights).argmax())]
        return {*self.own, *[words.lexicon.alphabet[letter] for letter in letters]}

    def judgement(self, misses: Mapping[str, int], before: Judgement | None) -> Judgement:
        """What this stage is worth; `misses` has Q of the guesses that were played."""
        means = {guess: each / self.weight for guess, each in {**self.known, **misses}.items()}
        letters = {guess: mean for guess, mean in means.items() if len(guess) == 1}
        best = min(letters.values(), default=0.0)
        if before and self.head is not self:
            best, letters = before.best, {**dict(before.letters), **letters}
        expected = means.get(self.guess, self.missed * (1 + best)) if self.guess else best
        ranked = sorted(letters.items(), key=lambda item: (item[1], item[0]))
        return Judgement(min(best, expected), expected, ranked)


def game_misses(
    lists: Sequence[PossibleWords],
    answers: Sequence[Answer],
    weights: Weights,
    known: FirstGuesses | None = None,
) -> GameMisses:
    """What the guesses of a game were worth; each list is what the answer before it left.

    `known` is Q of all letters while all words are possible.
    """
    stages = list(_stages(lists, answers, weights, known or {}))
    played = _played(list(_within_budget(stages)), weights)
    judged: list[Judgement | None] = [None]
    for stage in stages:
        judged.append(stage.judgement(played[stage], judged[-1]) if stage in played else None)
    tells = [len(after) < len(before) for before, after in pairwise(lists)]
    pairs = pairwise(every := [judged[number] for number in accumulate(tells, initial=1)])
    guesses = [_guess_misses(*each) for each in zip(answers, tells, pairs, strict=True)]
    first, last = (each.best if each else None for each in (every[0], every[-1]))
    return GameMisses(first, last, guesses)


def _guess_misses(
    answer: Answer, tells: bool, pair: tuple[Judgement | None, Judgement | None]
) -> GuessMisses:
    """What a guess was worth; one that tells nothing leaves all as it was."""
    before, after = pair
    if before is None:
        return GuessMisses()
    missed = int(not answer.hit)
    expected = before.expected if tells else before.best + missed
    bad_luck = missed + after.best - expected if after else None
    return GuessMisses(before.best, expected, expected - before.best, bad_luck, before.letters)


def first_guesses(lexicon: Lexicon, weights: Weights) -> dict[str, int]:
    """Q of each letter while all words of a lexicon are possible."""
    words, there = PossibleWords(lexicon, lexicon.everything, 0), lexicon.presence
    letters = [lexicon.alphabet[each] for each in numbers_in(int(np.bitwise_or.reduce(there)))]
    # A letter at a time: all letters of a long list need more memory, and take longer.
    played = [_misses([(words, letter)], weights, _tries(words)) for letter in letters]
    return dict(zip(letters, chain(*played), strict=True))


def hit_probability(words: PossibleWords, guess: str, weights: Weights) -> float:
    """The chance that a guess is a hit, from 0 to 1."""
    return 1 - _missed(words, guess, weights) / int(weights.take(words.ids).sum())


def _stages(
    lists: Sequence[PossibleWords], answers: Sequence[Answer], weights: Weights, known: FirstGuesses
) -> Iterator[Stage]:
    words, before = lists[0], None
    for answer, after in zip([*answers, None], [*lists[1:], lists[0]], strict=True):
        if answer is None or len(after) < len(words):
            is_everything = len(words) == len(words.lexicon)
            guess = answer.guess if answer else None
            before = Stage(words, guess, weights, before, known if is_everything else {})
            yield before
            words = after


def _within_budget(stages: Sequence[Stage]) -> Iterator[Stage]:
    """The stages that can be judged: the first and the last come first, then shorter ones."""
    left = MOST_WORDS
    heads = sorted({stage.head for stage in stages}, key=lambda head: len(head.words))
    for head in dict.fromkeys([stages[0], stages[-1].head, *heads]):
        alike = [stage for stage in stages if stage.head is head]
        price = sum(stage.price for stage in alike)
        if price <= left:
            left -= price
            yield from alike


def _tries(words: PossibleWords) -> int:
    """How many letters the player looks at for its first guess at what a guess leaves."""
    return TRIES if len(words) <= SHORT else 1


def _played(stages: Sequence[Stage], weights: Weights) -> dict[Stage, dict[str, int]]:
    """Q of all guesses that these stages need."""
    played: dict[Stage, dict[str, int]] = {stage: {} for stage in stages}
    pairs = [(stage, guess) for stage in stages for guess in stage.guesses()]
    for tries in (1, TRIES):
        batch = [pair for pair in pairs if _tries(pair[0].words) == tries]
        misses = _misses([(stage.words, guess) for stage, guess in batch], weights, tries)
        for (stage, guess), each in zip(batch, misses, strict=True):
            played[stage][guess] = each
    return played


def _misses(
    guesses: Sequence[tuple[PossibleWords, str]], weights: Weights, tries: int
) -> list[int]:
    """Q of some guesses, each at its words; all are played at once."""
    if not guesses:
        return []
    # Each row is a word that a guess leaves; each list is what one answer to one guess leaves.
    ids, families, guessed = zip(*[_left(*guess) for guess in guesses], strict=True)
    rows = np.repeat(np.arange(len(guesses)), [len(each) for each in ids])
    keys, lists = np.unique(rows << 16 | np.concatenate(families), return_inverse=True)
    guessed_letters = np.array(guessed, dtype=np.uint64)[rows]
    lexicon, every_id = guesses[0][0].lexicon, np.concatenate(ids)
    misses = _misses_of_few(lexicon, every_id, lists, weights)
    many = np.bincount(lists)[lists] > FEW
    words = WordsInPlay.at_the_start(
        lexicon, every_id[many], lists[many], guessed_letters[many], weights
    )
    misses += _misses_of_many(words, len(keys), tries)
    left = np.bincount(keys >> 16, misses, len(guesses)).astype(np.int64)
    missed = [_missed(*guess, weights) for guess in guesses]
    return [sum(pair) for pair in zip(missed, left.tolist(), strict=True)]


def _misses_of_few(
    lexicon: Lexicon, ids: WordIDs, lists: NDArray[np.int64], weights: Weights
) -> NDArray[np.int64]:
    """M of each list, (lists,) int64; 0 if it has more than FEW words, or one."""
    sizes, order = np.bincount(lists), np.argsort(lists, kind="stable")
    ends, misses = np.cumsum(sizes), np.zeros(len(sizes), dtype=np.int64)
    for number in np.flatnonzero((sizes > 1) & (sizes <= FEW)).tolist():
        rows = order[ends[number] - sizes[number] : ends[number]]
        misses[number] = FewWords(lexicon, ids[rows], weights).misses
    return misses


def _misses_of_many(words: WordsInPlay, lists: int, tries: int) -> NDArray[np.int64]:
    """M of each list, (lists,) int64; 0 if it has no words here."""
    in_most = np.argsort(-words.hits, axis=1, kind="stable")[:, :tries]
    played = [misses_of_most_words_player(words.after(letters)) for letters in in_most.T]
    sums = [np.bincount(words.lists, words.weights * each, lists) for each in played]
    return np.asarray(np.min(sums, axis=0).astype(np.int64))


def _missed(words: PossibleWords, guess: str, weights: Weights) -> int:
    """What the words weigh that a guess misses."""
    return int(weights.take(words.ids[~_hits(words, guess)]).sum())


def _hits(words: PossibleWords, guess: str) -> NDArray[np.bool_]:
    """Whether a guess hits each word, (size,)."""
    if len(guess) > 1:
        return np.asarray(words.ids == words.lexicon.id_of(guess))
    letter = np.uint64(letter_set(guess, words.lexicon.alphabet))
    return np.asarray(words.lexicon.presence.take(words.ids) & letter != 0)


def _left(words: PossibleWords, guess: str) -> tuple[WordIDs, FamilyNumbers, LetterSet]:
    """The words that a guess leaves, the number of the list of each, the letters guessed then."""
    if len(guess) > 1:
        others = words.ids[~_hits(words, guess)]
        return others, np.zeros(len(others), dtype=np.uint8), words.guessed
    letter = words.lexicon.alphabet.index(guess)
    return words.ids, words.families(letter).numbers, words.guessed | 1 << letter


def _sum(numbers: Sequence[float | None]) -> float | None:
    """The sum, None if one of them is not known."""
    known = [number for number in numbers if number is not None]
    return sum(known) if len(known) == len(numbers) else None
