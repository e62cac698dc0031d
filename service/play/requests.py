"""What players request: a new game with its choices, or a guess."""

import secrets
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from service.choices import SEEDS, Insight
from service.dictionaries.dictionary import Description, Dictionary
from service.engine.errors import Contradiction
from service.engine.game import MOST_WORD_GUESSES, start, text_in
from service.engine.transcript import Answer
from service.engine.writing import Writing
from service.play.catalogue import Catalogue, StoredGame
from service.play.commitment import UNBOUND, with_commitment
from service.play.ids import number_for
from service.play.refusals import DictionaryGone, KeptTooLong, NoWordToSet
from service.play.slow_work import NOBODY
from service.registry import DAY_DEALERS, DEFAULT_DEALER, DEFAULT_DICTIONARY, HONEST
from service.store.record import Milliseconds, Record, Retention, Tag

# What a game takes of the store beside whole words and a bit for each word of its cheat list, with
# its start's key and the count of its claims.
BYTES_OF_GAME: Final = 2560

Tags: TypeAlias = frozenset[Tag] | None  # the states that a request is meant for; None: any


@dataclass(frozen=True)
class GameChoices:
    """The choices for a new game; a length or a seed that is None is drawn at random.

    `dealer` may be None: `dealt_by` names the dealer then. An honest dealer deals a `secret_word`,
    which the client sets; if the game is `copyable`, others may start games with its word. The game
    is kept for at least `keep_seconds`, played or not. `daily` is “today” or today's date, and
    `like` the watch id of a game to copy: with either of them, only `keep_seconds` can be chosen.
    """

    length: int | None = None
    dictionary: str = DEFAULT_DICTIONARY
    max_misses: int = 8
    dealer: str | None = None
    insight: Insight = "none"
    seed: int | None = None
    daily: str | None = None
    secret_word: str | None = None
    keep_seconds: int | None = None
    copyable: bool = False
    like: str | None = None

    @property
    def dealt_by(self) -> str:
        """The name of the dealer: the choice, or the default."""
        return self.dealer or (HONEST if self.secret_word else DEFAULT_DEALER)

    def kept_for(self, life: Retention) -> Milliseconds:
        """How long the client wants to have the game kept; 0 if it did not say.

        Raises KeptTooLong.
        """
        if self.keep_seconds is None:
            return 0
        longest = life.longest // 1000
        if not 1 <= self.keep_seconds <= longest:
            raise KeptTooLong(longest, minimum=1, maximum=longest)
        return 1000 * self.keep_seconds

    def most_bytes(self, dictionary: Description) -> int:
        """The bytes of the store that the game takes at most; a drawn length can be any."""
        lengths = dictionary.words_per_length
        chosen = {self.length: lengths[self.length]} if self.length in lengths else lengths
        return BYTES_OF_GAME + max(
            length * min(words, MOST_WORD_GUESSES) + words // 8 for length, words in chosen.items()
        )

    def word_in(self, dictionary: Dictionary) -> str | None:
        """The word that the client sets, in letters of its alphabet; None if there is none.

        Raises NotInAlphabet, NoWordToSet, Contradiction.
        """
        if self.secret_word is None:
            return None
        word = text_in(self.secret_word, dictionary.writing, "secret_word")
        lexicon = dictionary.lexicons.get(len(word))
        if lexicon is None or lexicon.id_of(word) is None:
            raise NoWordToSet(self.secret_word)
        if self.length not in (None, len(word)):
            raise Contradiction(
                f"The word that you set has {len(word)} letters: leave out the length.",
                field="length",
            )
        if self.dealt_by != HONEST:
            raise Contradiction(
                f"Only “{HONEST}” can deal a word that you set: leave out the dealer.",
                field="dealer",
            )
        return word


@dataclass(frozen=True)
class Guess:
    """A letter or a word, as the `client` wrote it. `key` is the request's idempotency key.

    `ahead` is the game's value in the store, if it was read while the request was counted. `call`:
    whether the player calls the dealer a cheat before it answers.
    """

    text: str
    is_word: bool = False
    key: str | None = None
    tags: Tags = None
    client: str = NOBODY
    ahead: bytes | None = None
    call: bool = False

    def asks_for(self, answer: Answer, writing: Writing) -> bool:
        """Whether `answer` answers this guess."""
        return (answer.guess, answer.is_word) == (writing.read(self.text), self.is_word)


def new_game(request: GameChoices, catalogue: Catalogue, now: Milliseconds) -> StoredGame:
    """The game that the request describes."""
    dictionary = catalogue.dictionary(request.dictionary)
    word = request.word_in(dictionary)
    game = start(
        dictionary.lexicons,
        catalogue.dealer(request.dealt_by),
        length=len(word) if word else request.length,
        max_misses=request.max_misses,
        seed=secrets.randbelow(SEEDS) if request.seed is None else request.seed,
        word=word,
    )
    record = Record(
        dictionary=request.dictionary,
        fingerprint=dictionary.description.fingerprint,
        dealer=request.dealt_by,
        insight=request.insight,
        created_at=now,
        moves=(),
        state=game.state,
        commitment=UNBOUND,
        daily=request.daily,
        keep_for=1000 * (request.keep_seconds or 0),
        copyable=request.copyable,
    )
    return StoredGame(with_commitment(record, game.dealer), game.lexicon, game.dealer)


def copy_of(stored: StoredGame, keep_seconds: int | None) -> GameChoices:
    """The request for a game with the word and the choices of this one; no other is like the copy.

    Raises DictionaryGone if the dictionary has lost the word.
    """
    record, word = stored.record, stored.record.state.word
    if stored.lexicon.id_of(word) is None:  # a refusal of the word would name it
        raise DictionaryGone(record.dictionary)
    return GameChoices(
        dictionary=record.dictionary,
        max_misses=record.state.max_misses,
        insight=record.insight,
        secret_word=word,
        keep_seconds=keep_seconds,
    )


def with_drawn_dealer(request: GameChoices, secret: bytes) -> GameChoices:
    """The request with one of the day's dealers, drawn by its seed and a secret."""
    seed = secrets.randbelow(SEEDS) if request.seed is None else request.seed
    dealer = DAY_DEALERS[number_for(seed, secret) % len(DAY_DEALERS)]
    return replace(request, dealer=dealer, seed=seed)
