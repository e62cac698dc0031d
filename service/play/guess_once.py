"""A guess, made exactly once, though requests race, replies are lost and clients try again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol, TypeAlias

from service.engine.errors import HangmanError, IllegalGuess
from service.engine.game import Game
from service.play.background import Busy, Run, run_inline
from service.play.catalogue import Catalogue
from service.play.ids import GameID, OperationID, new_operation, operation_for
from service.play.refusals import KeyReused, Refused, VersionMismatch
from service.play.requests import Guess
from service.play.resident_games import Connection, ResidentGames
from service.play.views import game_view
from service.store.errors import GameChanged, StoreBusy, StoreUnavailable
from service.store.record import Milliseconds, Move, Record, Retention

STORE_ATTEMPTS: Final = 2  # each costs up to the store's timeouts
RACES: Final = 16  # attempts; nobody makes as many guesses on one game at the same moment

Clock: TypeAlias = Callable[[], Milliseconds]


class Store(Protocol):
    """Where games are between requests; GameStore says what each method promises."""

    life: Retention

    def create(self, game_id: GameID, record: Record) -> None: ...  # noqa: D102  # see GameStore
    def load(self, game_id: GameID) -> Record: ...  # noqa: D102  # see GameStore
    def watch(self, watch_id: str) -> Record: ...  # noqa: D102  # see GameStore
    def save(self, game_id: GameID, record: Record, over: Record) -> None: ...  # noqa: D102  # see GameStore
    def delete(self, game_id: GameID, over: Record | None = None) -> None: ...  # noqa: D102  # see GameStore
    def versions(self, watch_ids: Sequence[str]) -> list[int | None]: ...  # noqa: D102  # see GameStore
    def check(self) -> None: ...  # noqa: D102  # see GameStore
    def id_secret(self) -> bytes: ...  # noqa: D102  # see GameStore


@dataclass(frozen=True)
class GuessMade:
    """The game after a guess, its record, and whether the same request had come before."""

    game: Game
    record: Record
    replayed: bool


@dataclass(frozen=True)
class GuessOnce:
    """Makes guesses on stored games, each once."""

    catalogue: Catalogue
    store: Store
    clock: Clock
    run: Run
    residents: ResidentGames

    def __call__(self, game_id: GameID, guess: Guess, connection: Connection | None) -> GuessMade:
        """The game and its record after the guess, made now or by the same request before.

        Raises InvalidGuess, KeyReused, Refused, Busy, and what the store raises.
        """
        operation = new_operation() if guess.key is None else operation_for(guess.key)
        resident = self.residents.take(connection, game_id)
        failures = 0
        for _ in range(RACES):
            try:
                made = self._saved(game_id, resident, guess, operation)
            except GameChanged:
                resident = None  # another guess was saved first: make this one on the game after it
            except StoreBusy:
                raise  # it has waited long enough
            except StoreUnavailable:
                resident, failures = None, failures + 1
                if failures == STORE_ATTEMPTS:
                    raise  # else the guess may have been saved: the record shows its operation
            else:
                if not made.replayed:
                    self.residents.keep(connection, game_id, made.record)
                return made
        raise Busy

    def _saved(
        self, game_id: GameID, resident: Record | None, guess: Guess, operation: OperationID
    ) -> GuessMade:
        """The game after the guess, saved; if the same request came before, as that left it.

        Raises GameChanged, also if the resident record would refuse the guess or has it already,
        because the store may have another state.
        """
        record = resident or self.store.load(game_id)
        try:
            made = self._made(game_id, record, guess, operation)
        except Busy:
            raise
        except HangmanError as error:
            if record is resident:
                raise GameChanged from error
            raise
        if made.replayed and record is resident:
            raise GameChanged
        if not made.replayed:
            self.store.save(game_id, made.record, over=record)
        return made

    def _made(
        self, game_id: GameID, record: Record, guess: Guess, operation: OperationID
    ) -> GuessMade:
        """The game after the guess, not yet saved."""
        if operation in record.operations:
            return self._replayed(record, guess, operation)
        if guess.versions is not None and record.version not in guess.versions:
            raise self._refused(VersionMismatch(record.version), game_id, record)
        before = self.catalogue.game_of(record)
        run = self.run if before.dealer.is_slow else run_inline
        try:
            game = run(lambda: guess.made_on(before))
        except IllegalGuess as reason:
            raise self._refused(reason, game_id, record) from reason
        moves = (*record.moves, Move(operation, self.clock()))
        fingerprint = self.catalogue.fingerprint(record)
        after = replace(record, fingerprint=fingerprint, moves=moves, state=game.state)
        return GuessMade(game, after, replayed=False)

    def _replayed(self, record: Record, guess: Guess, operation: OperationID) -> GuessMade:
        """The game as the same request left it, when it came before. Raises KeyReused."""
        guesses = record.operations.index(operation) + 1
        game, record = self.catalogue.as_of(record, guesses)
        if not guess.asks_for(game.transcript.answers[-1], game.lexicon.alphabet):
            raise KeyReused
        return GuessMade(game, record, replayed=True)

    def _refused(self, reason: Exception, game_id: GameID, record: Record) -> Refused:
        game = self.catalogue.game_of(record)
        return Refused(reason, game_view(game_id, game, record, self.store.life))
