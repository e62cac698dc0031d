"""A game and its rules: start, guess a letter, guess a word; what a dealer is."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import accumulate
from typing import Literal, Protocol, TypeAlias

import numpy as np

from service.engine.errors import (
    GameOver,
    InvalidLetter,
    InvalidWord,
    LetterAlreadyGuessed,
    NoWordsOfLength,
    WordAlreadyGuessed,
)
from service.engine.lexicon import (
    Families,
    Family,
    LetterSet,
    Lexicon,
    WordIDs,
    in_alphabet,
    letter_set,
)
from service.engine.transcript import HIDDEN, LetterAnswer, Transcript, WordAnswer

Status: TypeAlias = Literal["in_progress", "won", "lost"]

SEEDS = 2**53  # seeds are below this, so that every JSON reader keeps them exact


class Dealer(Protocol):
    """Who answers guesses: two decisions, each with the whole game in view."""

    def keep(self, game: "Game", families: Families) -> Family:
        """The word family to keep: with it, the answer to a letter."""

    def accepts(self, game: "Game", word: str) -> bool:
        """Whether `word`, guessed whole, is the word."""


@dataclass(frozen=True, eq=False)
class Game:
    """A game of hangman at one moment; a guess gives another one.

    `word` is what will be shown as the word: drawn from the seed at the start, and drawn again
    from what is left when a cheated game is lost. An honest dealer deals it; a cheat never looks,
    so that both kinds of game hold the same and do the same work.
    """

    lexicon: Lexicon
    dealer: Dealer
    seed: int
    max_misses: int | None
    word: str
    cheat_list: WordIDs
    transcript: Transcript

    @property
    def status(self) -> Status:
        """Whether it goes on, and if not, who has won."""
        if HIDDEN not in self.transcript.pattern:
            return "won"
        return "lost" if self.remaining_guesses == 0 else "in_progress"

    @property
    def remaining_guesses(self) -> int | None:
        """Misses left (CS106L's “guesses remaining”); None where nobody is ever hanged."""
        return None if self.max_misses is None else self.max_misses - self.transcript.misses

    @property
    def guessed_letters(self) -> LetterSet:
        """The letters of the alphabet that have been guessed."""
        return letter_set("".join(self.transcript.guessed_letters), self.lexicon.alphabet)

    @property
    def hidden_letters(self) -> LetterSet:
        """The letters of the alphabet that have not been guessed."""
        return ~self.guessed_letters & ((1 << len(self.lexicon.alphabet)) - 1)

    @property
    def cheat_score(self) -> int:
        """The distinct letters not yet guessed of each word left, summed (Moertel)."""
        presence = self.lexicon.presence.take(self.cheat_list)
        return int(np.bitwise_count(presence & np.uint64(self.hidden_letters)).sum())


def length_drawn(words_per_length: Mapping[int, int], seed: int) -> int:
    """A length, drawn by how many words have it."""
    number = draw(seed, "length", sum(words_per_length.values()))
    ends = accumulate(words_per_length.values())
    return next(length for length, end in zip(words_per_length, ends, strict=True) if number < end)


def start(
    lexicons: Mapping[int, Lexicon],
    dealer: Dealer,
    *,
    length: int | None,
    max_misses: int | None,
    seed: int,
) -> Game:
    """A game that has just begun, on a length drawn by number of words where none is asked for.

    Raises NoWordsOfLength.
    """
    if length is None:
        length = length_drawn({n: len(lexicon) for n, lexicon in lexicons.items()}, seed)
    if length not in lexicons:
        raise NoWordsOfLength(length, lexicons)
    lexicon = lexicons[length]
    return Game(
        lexicon=lexicon,
        dealer=dealer,
        seed=seed,
        max_misses=max_misses,
        word=lexicon.word(draw(seed, "word", len(lexicon))),
        cheat_list=lexicon.everything,
        transcript=Transcript(length),
    )


def guess_letter(game: Game, letter: str) -> Game:
    """The game after a letter; the answer is the last of its transcript.

    Raises InvalidLetter, GameOver, LetterAlreadyGuessed.
    """
    letter = in_alphabet(letter, game.lexicon.alphabet)
    if len(letter) != 1 or letter not in game.lexicon.alphabet:
        raise InvalidLetter(letter, game.lexicon.alphabet)
    if game.status != "in_progress":
        raise GameOver
    if letter in game.transcript.guessed_letters:
        raise LetterAlreadyGuessed(letter)
    kept = game.dealer.keep(game, game.lexicon.families(letter, game.cheat_list))
    answer = LetterAnswer(letter, kept.positions)
    return _settled(replace(game, cheat_list=kept.ids, transcript=game.transcript.after(answer)))


def guess_word(game: Game, word: str) -> Game:
    """The game after a whole word: won, or a miss and one word fewer on the cheat list.

    Raises InvalidWord, GameOver, WordAlreadyGuessed.
    """
    word = _valid_word(game.lexicon, word)
    if game.status != "in_progress":
        raise GameOver
    if any(answer.word == word for answer in game.transcript.words):
        raise WordAlreadyGuessed(word)
    hit = game.dealer.accepts(game, word)
    word_id = game.lexicon.id_of(word)
    others = game.cheat_list[game.cheat_list != (-1 if word_id is None else word_id)]
    left = game.cheat_list[game.cheat_list == word_id] if hit else others
    answer = WordAnswer(word, hit)
    return _settled(replace(game, cheat_list=left, transcript=game.transcript.after(answer)))


def draw(seed: int, purpose: str, choices: int) -> int:
    """A number in range(choices): the same for a seed and a purpose on every machine."""
    digest = blake2b(f"{seed} {purpose}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % choices


def commonest(lexicon: Lexicon, ids: WordIDs) -> WordIDs:
    """Those of the words that are as common as the commonest of them."""
    commonness = lexicon.commonness.take(ids)
    return ids.compress(commonness == commonness.min())


def _settled(game: Game) -> Game:
    """The game with the word that its end has made the word; unchanged while it goes on."""
    if game.status == "in_progress" or game.dealer.accepts(game, game.word):
        return game
    choices = commonest(game.lexicon, game.cheat_list)
    return replace(game, word=game.lexicon.word(choices[draw(game.seed, "end", len(choices))]))


def _valid_word(lexicon: Lexicon, offered: str) -> str:
    word = in_alphabet(offered, lexicon.alphabet)
    strange = set(word) - set(lexicon.alphabet)
    if strange:
        raise InvalidWord.with_letters(strange, lexicon.alphabet)
    if len(word) != lexicon.length:
        raise InvalidWord.of_length(len(word), lexicon.length)
    return word
