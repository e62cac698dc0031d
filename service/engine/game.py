"""A game and its rules: start, guess a letter, guess a word; and the interface of dealers."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from itertools import accumulate
from typing import Any, Literal, TypeAlias, TypeVar

import numpy as np

from service.engine.cheat_list import CheatList, WordIDs
from service.engine.errors import (
    PLUGIN_FAILURES,
    AlreadyGuessed,
    BadCheatList,
    DealerFailed,
    GameOver,
    Interrupted,
    NotAWord,
    NotInAlphabet,
    NotOneLetter,
    NoWordsOfLength,
    TooManyWords,
    WrongLength,
)
from service.engine.lexicon import Families, Family, LetterSet, Lexicon, letter_set
from service.engine.transcript import Transcript, letter_answer, word_answer
from service.engine.writing import Writing, characters

Status: TypeAlias = Literal["in_progress", "won", "lost"]
Dictionaries: TypeAlias = Collection[Any]  # of `service.dictionaries`, which is above the engine
Decision = TypeVar("Decision")

MOST_WORD_GUESSES = 100  # whole words in a game, so that its record cannot grow without limit


class Dealer(ABC):
    """A dealer draws a word and answers guesses; for each answer it sees the whole game.

    Players read the first paragraph of a dealer's docstring in the API.
    """

    name: str
    title: str  # its name for people
    is_honest = False  # whether it deals one word; those that cheat have none
    is_deterministic = False  # whether it leaves nothing to chance
    is_slow = False  # whether a decision takes milliseconds: then it runs beside the event loop
    budget: int | None = None  # the nodes that it may look at in a guess, if it searches

    def prepare(self, dictionaries: Dictionaries) -> None:
        """Load tables, for example. Called before the first game with these dictionaries."""
        del dictionaries

    def drawn_word(self, lexicon: Lexicon, seed: int) -> str:
        """The word of a new game, drawn at random; a dealer that cheats never looks at it."""
        return lexicon.word(draw(seed, "word", len(lexicon)))

    @abstractmethod
    def keep(self, game: "Game", families: Families) -> Sequence[Family]:
        """The family to keep, which decides the answer; of several, the game's seed draws one.

        Keep only families from `families` that have words. Here two of three words lack the E:

        >>> from service.engine.dealers import LargestFamily
        >>> from service.engine.indexing import lexicon_of
        >>> lexicon = lexicon_of({"bee": 0, "cat": 0, "dog": 0}, "abcdefghijklmnopqrstuvwxyz")
        >>> game = start({3: lexicon}, LargestFamily(), length=3, max_misses=6, seed=1)
        >>> families = game.families("e")
        >>> [lexicon.words(family.ids) for family in families]
        [['dog', 'cat'], ['bee']]
        >>> [family] = game.dealer.keep(game, families)
        >>> lexicon.words(family.ids), family.positions
        (['dog', 'cat'], 0)
        """

    @abstractmethod
    def accepts(self, game: "Game", word: str) -> bool:
        """Whether a guess of this whole word is a hit."""


@dataclass(frozen=True, eq=False)
class State:
    """A game at one moment, without its lexicon and dealer.

    `word` is what the player sees at the end. The request sets it, or the seed draws it at the
    start. An honest dealer answers by it. A cheat never looks at it, and if it no longer fits when
    the game ends, the seed draws one that is left. Cheated games have a word all the same: without
    it, the size or the time of a guess would tell the dealers apart.
    """

    seed: int
    max_misses: int
    word: str
    cheat_list: CheatList
    transcript: Transcript

    @cached_property
    def status(self) -> Status:
        """Whether the game goes on, and if not, who has won."""
        if self.transcript.is_solved:
            return "won"
        return "lost" if self.transcript.misses == self.max_misses else "in_progress"

    @property
    def remaining_guesses(self) -> int:
        """Misses left (CS106L's “guesses remaining”)."""
        return self.max_misses - self.transcript.misses


@dataclass(frozen=True, eq=False)
class Game:
    """A game of hangman at one moment; a guess makes a new `Game`."""

    lexicon: Lexicon
    dealer: Dealer
    state: State

    @property
    def transcript(self) -> Transcript:
        """All answers so far."""
        return self.state.transcript

    @property
    def ids(self) -> WordIDs:
        """The IDs of the words that still fit, (size,) int64 ascending."""
        return self.state.cheat_list.ids

    @property
    def guessed_letters(self) -> LetterSet:
        """The letters of the alphabet that have been guessed."""
        return letter_set(self.transcript.guessed_letters, self.lexicon.alphabet)

    @property
    def fits_its_answers(self) -> bool:
        """Whether every word of the cheat list fits every answer, as in each game that we store."""
        answers = self.transcript.answers
        return all(answer.fits(self.lexicon).take(self.ids).all() for answer in answers)

    @property
    def cheat_score(self) -> int:
        """The distinct letters not guessed yet in each word of the cheat list, summed (Moertel)."""
        presence = self.lexicon.presence.take(self.ids)
        return int(np.bitwise_count(presence & ~np.uint64(self.guessed_letters)).sum())

    def families(self, letter: str) -> Families:
        """The families into which a letter splits the cheat list."""
        return self.lexicon.families(letter, self.state.cheat_list)

    def after(self, transcript: Transcript, cheat_list: CheatList) -> "Game":
        """This game with another transcript; `cheat_list` has the words that fit it."""
        seed, max_misses, word = self.state.seed, self.state.max_misses, self.state.word
        state = State(seed, max_misses, word, cheat_list, transcript)
        return Game(self.lexicon, self.dealer, state)


def start(
    lexicons: Mapping[int, Lexicon],
    dealer: Dealer,
    *,
    length: int | None,
    max_misses: int,
    seed: int,
    word: str | None = None,
) -> Game:
    """A new game. If `length` or `word` is None, the seed draws it.

    Raises NoWordsOfLength, DealerFailed.
    """
    if length is None:
        length = length_drawn({n: len(lexicon) for n, lexicon in lexicons.items()}, seed)
    if length not in lexicons:
        raise NoWordsOfLength(length, lexicons)
    lexicon = lexicons[length]
    state = State(
        seed=seed,
        max_misses=max_misses,
        word=word or _decision(lambda: _drawn_word(dealer, lexicon, seed)),
        cheat_list=lexicon.cheat_list(lexicon.everything),
        transcript=Transcript(length),
    )
    return Game(lexicon, dealer, state)


def guess_letter(game: Game, letter: str) -> Game:
    """The game after a letter is guessed; its transcript ends with the dealer's answer.

    Raises GameOver, NotOneLetter, NotInAlphabet, AlreadyGuessed, DealerFailed, in this order.
    """
    state, transcript = game.state, game.state.transcript
    if state.status != "in_progress":
        raise GameOver
    letter = letter_in(letter, game.lexicon.writing)
    if letter in transcript.guessed_letters:
        raise AlreadyGuessed(letter)
    # The dealer chooses the words that are left, and so the answer.
    families = game.lexicon.families(letter, state.cheat_list)
    ties = families_kept(game, families)
    number = len(transcript.answers)
    family = ties[0 if len(ties) == 1 else draw(state.seed, f"guess {number}", len(ties))]
    positions, cheat_list = family.positions, family.cheat_list
    transcript = transcript.after(letter_answer(letter, positions))
    return _with_final_word(game.after(transcript, cheat_list))


def guess_word(game: Game, word: str) -> Game:
    """The game after a whole word: won, or a miss and one word fewer on the cheat list.

    Raises GameOver, NotInAlphabet, WrongLength, NotAWord, AlreadyGuessed, TooManyWords,
    DealerFailed, in this order.
    """
    if game.state.status != "in_progress":
        raise GameOver
    word = _valid_word(game.lexicon, word)
    if any(answer.guess == word for answer in game.transcript.words):
        raise AlreadyGuessed(word)
    if len(game.transcript.words) == MOST_WORD_GUESSES:
        raise TooManyWords(MOST_WORD_GUESSES)
    hit = _decision(lambda: bool(game.dealer.accepts(game, word)))
    # A hit leaves the word alone, a miss all others.
    is_word = game.ids == game.lexicon.id_of(word)
    ids = game.ids[is_word == hit]
    if not ids.size:
        _check_word(game)
        raise DealerFailed(f"no word fits what it said of “{word}”")
    after = game.transcript.after(word_answer(word, hit))
    return _with_final_word(game.after(after, game.lexicon.cheat_list(ids)))


def letter_in(offered: str, writing: Writing, field: str = "letter") -> str:
    """The letter of the alphabet that is offered. Raises NotOneLetter, NotInAlphabet."""
    # Nearly every request offers a letter as the alphabet has it.
    if len(offered) == 1 and offered in writing.alphabet:
        return offered
    letter = writing.read(offered)
    if len(characters(letter)) != 1:
        raise NotOneLetter(offered, field=field)
    if letter not in writing.alphabet:
        raise NotInAlphabet.within(letter, writing.alphabet, field)
    return letter


def text_in(offered: str, writing: Writing, field: str) -> str:
    """The text in letters of the alphabet. Raises NotInAlphabet."""
    text = writing.read(offered)
    if not set(text) <= set(writing.alphabet):
        raise NotInAlphabet.within(text, writing.alphabet, field)
    return text


def families_kept(game: Game, families: Families) -> list[Family]:
    """The families that the dealer would keep; the seed draws one of them. Raises DealerFailed."""
    return _decision(lambda: _checked_choice(game.dealer.keep(game, families), families))


def length_drawn(words_per_length: Mapping[int, int], seed: int) -> int:
    """A length that the seed draws: the more words have it, the likelier it is."""
    number = draw(seed, "length", sum(words_per_length.values()))
    ends = accumulate(words_per_length.values())
    return next(length for length, end in zip(words_per_length, ends, strict=True) if number < end)


def draw(seed: int, purpose: str, options: int) -> int:
    """A number in range(options); a seed and a purpose give the same number on every machine."""
    digest = blake2b(f"{seed} {purpose}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % options


def _with_final_word(game: Game) -> Game:
    """The game; if it is over and the dealer rejects its word, with a common word that is left."""
    state = game.state
    if state.status == "in_progress" or _decision(lambda: game.dealer.accepts(game, state.word)):
        return game
    # The seed draws one of the commonest words that fit.
    commonness = game.lexicon.commonness.take(game.ids)
    commonest = game.ids.compress(commonness == commonness.min())
    word = game.lexicon.word(commonest[draw(state.seed, "end", len(commonest))])
    return replace(game, state=replace(state, word=word))


def _decision(decide: Callable[[], Decision]) -> Decision:
    """The decision of a dealer. Raises DealerFailed instead of any error of the dealer."""
    try:
        return decide()
    except (BadCheatList, DealerFailed, Interrupted):  # the dealer is to blame for one of them only
        raise
    except PLUGIN_FAILURES as error:
        raise DealerFailed(f"{type(error).__name__}: {error}") from error


def _checked_choice(keeps: Iterable[Family] | None, families: Families) -> list[Family]:
    """The families that a dealer returned. Raises DealerFailed if one is empty or not offered."""
    if keeps is None:
        raise DealerFailed("it returned None: is there a `return`?")
    try:
        ties = list(keeps)
    except TypeError:
        kind = type(keeps).__name__
        raise DealerFailed(f"it returned a {kind}, and not a list of families") from None
    if not ties:
        raise DealerFailed("it kept no family")
    for family in ties:
        is_ours = getattr(family, "families", None) is families
        if not is_ours or not 0 <= family.number < len(families.sizes):
            raise DealerFailed("it kept a family that was not offered")
        if not families.sizes[family.number]:
            raise DealerFailed("it kept an empty family")
    return ties


def _drawn_word(dealer: Dealer, lexicon: Lexicon, seed: int) -> str:
    """The word that a dealer draws. Raises DealerFailed if the lexicon does not have it."""
    word = dealer.drawn_word(lexicon, seed)
    if lexicon.id_of(word) is None:
        raise DealerFailed(f"it drew “{word}”, which is not a word of the dictionary")
    return word


def _check_word(game: Game) -> None:
    """Raise BadCheatList if the word that an honest dealer has drawn is not on the cheat list.

    In every game that we stored it is there: this game is damaged, and the dealer not to blame.
    """
    if game.dealer.is_honest and game.lexicon.id_of(game.state.word) not in game.ids:
        raise BadCheatList


def _valid_word(lexicon: Lexicon, offered: str) -> str:
    word = text_in(offered, lexicon.writing, "word")
    if len(word) != lexicon.length:
        raise WrongLength(lexicon.length, len(word))
    if lexicon.id_of(word) is None:
        raise NotAWord(word)
    return word
