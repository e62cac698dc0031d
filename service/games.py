"""What can be done with a game, whoever asks. It returns views, never a game."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import cleandoc
from typing import Final, Protocol, TypeAlias, get_args

from service import views
from service.dictionaries.dictionary import Dictionary
from service.engine.dealers import DEALERS
from service.engine.errors import GameOver, IllegalGuess
from service.engine.game import SEEDS, Dealer, Game, guess_letter, guess_word, start
from service.engine.lexicon import in_alphabet
from service.engine.openings import Openings
from service.engine.possible import possible_words
from service.engine.transcript import Answer, LetterAnswer
from service.guessing import RankedLetterView, ranked
from service.ids import (
    GAME_ID,
    GameID,
    OperationID,
    digest_of,
    game_id_for,
    new_game_id,
    new_operation,
    operation_for,
)
from service.refusals import (
    GameInProgress,
    KeyReused,
    Refused,
    StateRolledBack,
    TooManyAtOnce,
    UnknownDictionary,
    VersionMismatch,
)
from service.resuming import as_of, game_of, updated
from service.store.errors import GameChanged, GameExists, GameNotFound, StoreUnavailable
from service.store.record import Insight, Life, Milliseconds, Move, Record
from service.turns import Turn
from service.views import ConfessionView, GameView, GuessedView, LetterView, WordView

LARGEST_SEED: Final = SEEDS - 1
DEALER_NAMES: Final = tuple(DEALERS)
INSIGHTS: Final = get_args(Insight)
STORE_ATTEMPTS: Final = 2  # each costs up to the store's timeouts
HINT_DIGITS: Final = 2
RACES: Final = 16  # more guesses at once on one game than any player makes

Version: TypeAlias = int


class Store(Protocol):
    """Where games are between requests; GameStore says what each method promises."""

    life: Life

    def create(self, game_id: GameID, record: Record) -> None: ...  # noqa: D102
    def load(self, game_id: GameID) -> Record: ...  # noqa: D102
    def save(self, game_id: GameID, record: Record, over: Version) -> None: ...  # noqa: D102
    def delete(self, game_id: GameID) -> None: ...  # noqa: D102
    def ping(self) -> None: ...  # noqa: D102


@dataclass(frozen=True)
class NewGame:
    """What is asked of a new game. None: drawn by chance; of misses: the player is never hanged."""

    dictionary: str = "en"
    length: int | None = None
    max_misses: int | None = 8
    dealer: str = "largest-family"
    insight: Insight = "none"
    seed: int | None = None


@dataclass(frozen=True)
class Guess:
    """A letter or a word, as offered; with the request's idempotency key, and the versions of the
    game that it is meant for (None: any).
    """

    text: str
    is_word: bool = False
    key: str | None = None
    versions: frozenset[Version] | None = None

    def made_on(self, game: Game, openings: Openings) -> Game:
        """The game after this guess. Raises what the rules raise."""
        if self.is_word:
            return guess_word(game, self.text)
        return guess_letter(game, self.text, openings.choices)

    def asks_for(self, answer: Answer, alphabet: str) -> bool:
        """Whether `answer` answers this guess."""
        same_kind = self.is_word is not isinstance(answer, LetterAnswer)
        return same_kind and answer.guess == in_alphabet(self.text, alphabet)


@dataclass(frozen=True)
class DealerView:
    """A dealer that a new game may ask for, and what it does."""

    name: str
    description: str


@dataclass(frozen=True)
class HintView:
    """Help in a game."""

    id: GameID
    guesser: str
    letters: list[RankedLetterView]


def dealers() -> list[DealerView]:
    """All dealers."""
    return [
        DealerView(name, cleandoc(type(dealer).__doc__ or "").partition("\n")[0])
        for name, dealer in DEALERS.items()
    ]


class Games:
    """The games in a store, dealt from some dictionaries.

    Every method raises StoreUnavailable where the store does not answer, GameNotFound where there
    is no such game, GameDamaged where its record is, and DictionaryGone where no word fits it.
    """

    def __init__(
        self,
        dictionaries: Mapping[str, Dictionary],
        store: Store,
        clock: Callable[[], Milliseconds],
        turn: Turn | None = None,
        dealers: Mapping[str, Dealer] = DEALERS,
    ) -> None:
        self.dictionaries = dictionaries
        self.dealers = dealers
        self.store = store
        self.clock = clock
        self._turn = turn or Turn()
        self.openings = Openings()

    def start(self, asked: NewGame, key: str | None = None) -> GameView:
        """A new game; with a key that came before, the game that it created, as it was then.

        Raises UnknownDictionary, NoWordsOfLength, KeyReused.
        """
        game_id = new_game_id() if key is None else game_id_for(key)
        record = self._dealt(asked)
        try:
            self._created(game_id, record)
        except GameExists:
            asked_before = self.store.load(game_id)
            if asked_before.asked != record.asked:
                raise KeyReused from None
            record = as_of(asked_before, 0, self.dictionaries)
        return self._view(game_id, record)

    def show(self, game_id: GameID) -> GameView:
        """The game as it stands."""
        return self._view(game_id, self._record(game_id))

    def delete(self, game_id: GameID) -> None:
        """Forget a game."""
        _check(game_id)
        self.store.delete(game_id)

    def guess(self, game_id: GameID, guess: Guess) -> GuessedView:
        """The game after a guess, and the answer; with a key that came before, what it got then.

        Raises InvalidGuess, KeyReused, Refused (IllegalGuess, VersionMismatch, StateRolledBack,
        TooManyAtOnce).
        """
        with self._turn:
            return self._guess(game_id, guess)

    def guesses(self, game_id: GameID) -> list[LetterView | WordView]:
        """The answers so far."""
        return views.answers_seen(self._record(game_id))

    def confession(self, game_id: GameID) -> ConfessionView:
        """What the dealer did. Raises Refused (GameInProgress) before the end."""
        record = self._record(game_id)
        game = self._game(record)
        if game.status == "in_progress":
            raise Refused(GameInProgress(), self._view(game_id, record))
        return views.confessed(game_id, game, record)

    def hint(self, game_id: GameID, guesser: str) -> HintView:
        """Letters ranked by what the player knows; the game stays as it is.

        So coarsely that nobody can count the words left. Raises Refused (GameOver).
        """
        record = self._record(game_id)
        game = self._game(record)
        if game.status != "in_progress":
            raise Refused(GameOver(), self._view(game_id, record))
        possible = possible_words(game.lexicon, game.transcript)
        return HintView(game_id, guesser, ranked(possible, guesser, HINT_DIGITS))

    def _dealt(self, asked: NewGame) -> Record:
        dictionary = self.dictionaries.get(asked.dictionary)
        if dictionary is None:
            raise UnknownDictionary(asked.dictionary, self.dictionaries)
        game = start(
            dictionary.lexicons,
            self.dealers[asked.dealer],
            length=asked.length,
            max_misses=asked.max_misses,
            seed=secrets.randbelow(SEEDS) if asked.seed is None else asked.seed,
        )
        return Record(
            dictionary=asked.dictionary,
            fingerprint=dictionary.description.fingerprint,
            dealer=asked.dealer,
            seed=game.seed,
            max_misses=game.max_misses,
            insight=asked.insight,
            word=game.word,
            asked=digest_of(asked),
            created_at=self.clock(),
            transcript=game.transcript,
            moves=(),
            left=game.left,
        )

    def _created(self, game_id: GameID, record: Record) -> None:
        try:
            self.store.create(game_id, record)
        except StoreUnavailable:
            self.store.create(game_id, record)  # if the first was done, this one says so

    def _guess(self, game_id: GameID, guess: Guess) -> GuessedView:
        operation = new_operation() if guess.key is None else operation_for(guess.key)
        record = self._guessed(game_id, guess, operation)
        made = [move.operation for move in record.moves].index(operation)
        record = as_of(record, made + 1, self.dictionaries)
        game = self._game(record)
        if not guess.asks_for(record.transcript.answers[-1], game.lexicon.alphabet):
            raise KeyReused
        return views.guessed(game_id, game, record, self.store.life)

    def _guessed(self, game_id: GameID, guess: Guess, operation: OperationID) -> Record:
        """The record of the game once it has this operation: after this guess or an earlier one."""
        failures = 0
        for _ in range(RACES):
            try:
                record = self._record(game_id)
                if operation in [move.operation for move in record.moves]:
                    return record
                after = self._after(game_id, record, guess, operation)
                self.store.save(game_id, after, over=record.version)
            except GameChanged:
                continue  # another guess came first: make this one on the game that it left
            except StoreUnavailable:
                failures += 1
                if failures == STORE_ATTEMPTS:
                    raise
                continue  # it may have been done all the same: the record will tell
            return after
        raise Refused(TooManyAtOnce(), self.show(game_id))

    def _after(
        self, game_id: GameID, record: Record, guess: Guess, operation: OperationID
    ) -> Record:
        if guess.versions is not None and record.version not in guess.versions:
            later = bool(guess.versions) and min(guess.versions) > record.version
            reason = StateRolledBack if later else VersionMismatch
            raise Refused(reason(record.version), self._view(game_id, record))
        try:
            game = guess.made_on(self._game(record), self.openings)
        except IllegalGuess as reason:
            raise Refused(reason, self._view(game_id, record)) from reason
        fingerprint = self.dictionaries[record.dictionary].description.fingerprint
        return updated(record, game, fingerprint, Move(operation, self.clock()))

    def _record(self, game_id: GameID) -> Record:
        _check(game_id)
        return self.store.load(game_id)

    def _game(self, record: Record) -> Game:
        return game_of(record, self.dictionaries, self.dealers)

    def _view(self, game_id: GameID, record: Record) -> GameView:
        return views.seen(game_id, self._game(record), record, self.store.life)


def _check(game_id: GameID) -> None:
    if not GAME_ID.fullmatch(game_id):
        raise GameNotFound
