"""A game and its rules: start, guess a letter, guess a word; what a dealer is."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import accumulate
from typing import Literal, Protocol, TypeAlias

import numpy as np

from service.engine.cheat_list import CheatList
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
from service.engine.transcript import HIDDEN, Answer, LetterAnswer, Transcript, WordAnswer

Status: TypeAlias = Literal["in_progress", "won", "lost"]

Choice: TypeAlias = tuple[LetterAnswer, CheatList]
Choices: TypeAlias = "Callable[[Game, str], Sequence[Choice]]"

SEEDS = 2**53  # seeds are below this, so that every JSON reader keeps them exact


class Dealer(Protocol):
    """Who answers guesses: two decisions, each with the whole game in view."""

    def keep(self, game: "Game", families: Families) -> Sequence[Family]:
        """The word family to keep, and with it the answer; of equals, the seed draws one."""

    def basis(self, game: "Game", letter: str) -> Hashable:
        """What this decision depends on, beside the cheat list and the letter."""

    def accepts(self, game: "Game", word: str) -> bool:
        """Whether `word`, guessed whole, is the word."""

    def promises(self, lexicon: Lexicon) -> int:
        """Misses that it forces from every player, as far as that is known."""


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
    left: CheatList
    transcript: Transcript

    def after(self, answer: Answer, left: CheatList) -> "Game":
        """This game with one more answer, and the words that then fit."""
        after = object.__new__(Game)  # `replace` takes four times as long
        vars(after).update(vars(self), left=left, transcript=self.transcript.after(answer))
        return after

    @property
    def cheat_list(self) -> WordIDs:
        """The word IDs that still fit everything said."""
        return self.left.ids

    @property
    def status(self) -> Status:
        """Whether it goes on, and if not, who has won."""
        if HIDDEN not in self.transcript.pattern:
            return "won"
        return "lost" if self.transcript.misses == self.max_misses else "in_progress"

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
        left=CheatList(len(lexicon), ids=lexicon.everything),
        transcript=Transcript(length),
    )


def choices(game: Game, letter: str) -> list[Choice]:
    """What the dealer would as soon do with a letter: nearly always one thing."""
    kept = game.dealer.keep(game, game.lexicon.families(letter, game.cheat_list))
    return [
        (LetterAnswer(letter, family.positions), CheatList(len(game.lexicon), ids=family.ids))
        for family in kept
    ]


def guess_letter(game: Game, letter: str, choices: Choices = choices) -> Game:
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
    equals = choices(game, letter)
    answer, left = equals[0] if len(equals) == 1 else equals[_drawn(game, len(equals))]
    return _settled(game.after(answer, left))


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
    ids = game.cheat_list[game.cheat_list == word_id] if hit else others
    left, answer = CheatList(len(game.lexicon), ids=ids), WordAnswer(word, hit)
    return _settled(game.after(answer, left))


def draw(seed: int, purpose: str, choices: int) -> int:
    """A number in range(choices): the same for a seed and a purpose on every machine."""
    digest = blake2b(f"{seed} {purpose}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % choices


def _drawn(game: Game, choices: int) -> int:
    return draw(game.seed, f"guess {len(game.transcript.answers)}", choices)


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
