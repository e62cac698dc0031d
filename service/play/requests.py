"""What a player asks for: a new game, a guess."""

from dataclasses import dataclass, field
from datetime import date
from typing import Final, TypeAlias

from service.dictionaries.dictionary import Dictionary
from service.engine.errors import Contradiction
from service.engine.game import Game, guess_letter, guess_word
from service.engine.lexicon import in_alphabet
from service.engine.transcript import Answer, LetterAnswer
from service.play.refusals import NoWordToSet
from service.store.record import Insight

HONEST: Final = "honest"  # the dealer of words that are set
MOST_MISSES: Final = 1000  # no game has as many
LIMIT: Final = 5  # words shown in a list, unless another number is asked for

Version: TypeAlias = int  # of a game: 1 when it is new, one more with each guess
Versions: TypeAlias = frozenset[Version] | None  # those that a request is meant for; None: any


@dataclass(frozen=True)
class NewGame:
    """The choices for a new game.

    A length or a seed that is None is drawn at random; if `max_misses` is None, the player is never
    hanged. `daily` is the day whose game this is. It is not in the `repr`, which tells requests
    apart: the day's seed does that already.
    """

    dictionary: str = "en"
    length: int | None = None
    max_misses: int | None = 8
    dealer: str = "largest-family"
    insight: Insight = "none"
    seed: int | None = None
    daily: date | None = field(default=None, repr=False)


@dataclass(frozen=True)
class SealedGame(NewGame):
    """A game of a word that its asker sets; an honest dealer deals it."""

    dealer: str = HONEST
    secret_word: str = ""

    def word_in(self, dictionary: Dictionary) -> str:
        """The word as the dictionary has it. Raises NoWordToSet, Contradiction."""
        word = in_alphabet(self.secret_word, dictionary.description.alphabet)
        lexicon = dictionary.lexicons.get(len(word))
        if lexicon is None or lexicon.id_of(word) is None:
            raise NoWordToSet(self.secret_word)
        if self.length not in (None, len(word)):
            raise Contradiction("length", f"The word that you set has {len(word)} letters.")
        if self.dealer != HONEST:
            raise Contradiction("dealer", f"A word that you set is dealt by “{HONEST}”.")
        return word


@dataclass(frozen=True)
class Guess:
    """A letter or a word, as the client wrote it. `key` is the request's idempotency key."""

    text: str
    is_word: bool = False
    key: str | None = None
    versions: Versions = None

    def made_on(self, game: Game) -> Game:
        """The game after this guess. Raises InvalidGuess, IllegalGuess."""
        if self.is_word:
            return guess_word(game, self.text)
        return guess_letter(game, self.text)

    def asks_for(self, answer: Answer, alphabet: str) -> bool:
        """Whether `answer` answers this guess."""
        same_kind = self.is_word is not isinstance(answer, LetterAnswer)
        return same_kind and answer.guess == in_alphabet(self.text, alphabet)
