"""What can be done with a game, whoever asks. It returns views, never a game."""

import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Final, get_args

from service.engine.errors import GameOver
from service.engine.game import SEEDS, Game, start
from service.engine.possible_words import possible_words
from service.engine.weights import WeightsName
from service.play import daily, views
from service.play.background import Run, run_inline
from service.play.catalogue import Catalogue
from service.play.commitment import UNBOUND, with_commitment
from service.play.confession import ConfessionView, confess
from service.play.guess_once import Clock, GuessOnce, Store
from service.play.help import LIMIT, HintQuestion, HintView, hint
from service.play.ids import GameID, digest_of, game_id_for, new_game_id, seed_of
from service.play.refusals import GameInProgress, KeyReused, Refused, VersionMismatch
from service.play.requests import GameRequest, Guess, Versions
from service.play.resident_games import Connection, ResidentGames
from service.play.review import DEFAULT_WEIGHTS, Reviewer, ReviewView, Transcribed
from service.play.views import GameView, GuessView, Versioned, WatchedView
from service.store.errors import GameChanged, GameExists, GameNotFound, StoreUnavailable
from service.store.memory import DaysInMemory
from service.store.record import Insight, Record

LARGEST_SEED: Final = SEEDS - 1
INSIGHTS: Final = get_args(Insight)
REUSED: Final = 16  # games that one key may start, each after the one before was deleted


class Games:
    """The games in a store, with the dictionaries and dealers of a catalogue.

    `run` runs the slow work of games: confessions, hints, guesses; `run_beside_games` runs reviews
    and help with other games. `id_secret` goes into the ids that are derived from idempotency keys;
    if it is empty, the store has one. `days` keeps each day's game, and counts how it went.

    Every method raises StoreUnavailable if the store does not answer, GameNotFound if there is no
    such game, GameDamaged if its record is damaged, DictionaryGone if no word fits it any more,
    DealerGone if the service does not have its dealer, and Busy if too many others come first.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        store: Store,
        clock: Clock,
        run: Run = run_inline,
        id_secret: bytes = b"",
        days: daily.Days | None = None,
        run_beside_games: Run = run_inline,
    ) -> None:
        self.catalogue = catalogue
        self.store = store
        self.run = run
        self.run_beside_games = run_beside_games
        self._id_secret = id_secret
        self._days = days or DaysInMemory()
        self.clock = clock
        self.reviewer = Reviewer(catalogue, run_beside_games)
        self._residents = ResidentGames()
        self._guess_once = GuessOnce(catalogue, store, clock, run, self._residents)

    def start(
        self, asked: GameRequest, key: str | None = None, connection: Connection | None = None
    ) -> Versioned[GameView]:
        """A new game; if the key came before, the game that it created, as it was then.

        `connection` is the client's: its first guess in this game needs no read.
        Raises UnknownDictionary, NoWordsOfLength, NoWordToSet, Contradiction, DayNotOpen,
        KeyReused.
        """
        game, record = self._dealt(asked)
        for game_id in self._ids_for(key):
            try:
                self._create(game_id, record)
            except GameExists:
                with suppress(GameNotFound):  # it has been deleted: the key starts another one
                    return self._created_before(game_id, record)
            else:
                self._residents.keep(connection, game_id, record)
                if record.daily:
                    self._days.count(record.daily, daily.BEGUN)
                return views.game_view(game_id, game, record, self.store.life)
        raise KeyReused

    def show(self, game_id: GameID) -> Versioned[GameView]:
        """The game as it stands."""
        game, record = self._loaded(game_id)
        return views.game_view(game_id, game, record, self.store.life)

    def watch(self, watch_id: str) -> Versioned[WatchedView]:
        """The game with this watch id, as everybody may see it."""
        record = self.store.watch(watch_id)
        return views.public_view(watch_id, self.catalogue.game_of(record), record, self.store.life)

    def show_day(self, day: str | None = None) -> daily.Day:
        """The game of a day (None: today), and how it went. Raises UnknownDay."""
        return daily.shown(day, self.clock(), self._days)

    def delete(self, game_id: GameID, versions: Versions = None) -> None:
        """Forget a game. Raises Refused (VersionMismatch)."""
        self._residents.forget(game_id)
        if versions is None:
            self.store.delete(game_id)
            return
        game, record = self._loaded(game_id)
        if record.version not in versions:
            raise self._refused(VersionMismatch(record.version), game_id, game, record)
        try:
            self.store.delete(game_id, over=record)
        except GameChanged:  # a guess came first: judge the game after it
            self.delete(game_id, versions)

    def guess(
        self, game_id: GameID, guess: Guess, connection: Connection | None = None
    ) -> Versioned[GameView]:
        """The game after a guess; if the key came before, its result from then.

        `connection` is the client's: its next guess in the same game needs no read.
        Raises InvalidGuess, KeyReused, Refused (IllegalGuess, VersionMismatch).
        """
        played = self._guess_once(game_id, guess, connection)
        if not played.replayed:
            daily.count_end(played.record, self._days)
        after = views.game_view(game_id, played.game, played.record, self.store.life)
        return replace(after, replayed=played.replayed)

    def guesses(self, game_id: GameID) -> list[GuessView]:
        """The guesses so far and their answers."""
        return views.guess_views(self.store.load(game_id))

    def confession(self, game_id: GameID, limit: int = LIMIT) -> ConfessionView:
        """What the dealer did, with up to `limit` words dropped and as many kept at each guess.

        Raises Refused (GameInProgress) before the end.
        """
        game, record = self._ended(game_id)
        dictionary = self.catalogue.dictionaries[record.dictionary]
        record = replace(record, fingerprint=dictionary.description.fingerprint)
        length = game.lexicon.length
        table, value = (
            dictionary.refutation_tables.get(length),
            dictionary.misses_forced.get(length),
        )
        return self.run(lambda: confess(game, record, table, value, limit))

    def played(self, game_id: GameID, weights: WeightsName = DEFAULT_WEIGHTS) -> Transcribed:
        """A game, to be reviewed. Raises Refused (GameInProgress) before the end."""
        game, record = self._ended(game_id)
        return Transcribed(
            game.transcript.answers,
            game.transcript.length,
            dictionary=record.dictionary,
            weights=weights,
            times=tuple([views.rfc3339(move.at) for move in record.moves]),
        )

    def review(self, game_id: GameID) -> ReviewView:
        """What each guess was worth. Raises Refused (GameInProgress) before the end."""
        return self.reviewer.review(self.played(game_id))

    def hint(self, game_id: GameID, guesser: str, limit: int = LIMIT) -> HintView:
        """Letters ranked by what the player knows, and `limit` words; the game stays as it is.

        All hints of a game follow one tree of a guesser that mixes trees. Raises Refused
        (GameOver).
        """
        game, record = self._loaded(game_id)
        if game.status != "in_progress":
            raise self._refused(GameOver(), game_id, game, record)
        player = self.catalogue.guessers[guesser]
        player = player.for_game(seed_of(game_id))
        pattern, dictionary = game.transcript.pattern, record.dictionary
        asked = HintQuestion(pattern, dictionary=dictionary, guesser=guesser, limit=limit)
        return hint(asked, possible_words(game.lexicon, game.transcript), player, self.run)

    def _dealt(self, asked: GameRequest) -> tuple[Game, Record]:
        request_digest = digest_of(vars(asked))
        if asked.daily is not None:
            asked = daily.asked_for(asked.daily, self.clock(), self._days)
        dictionary = self.catalogue.dictionary(asked.dictionary)
        word = asked.word_in(dictionary)
        game = start(
            dictionary.lexicons,
            self.catalogue.dealers[asked.dealt_by],
            length=len(word) if word else asked.length,
            max_misses=asked.max_misses,
            seed=secrets.randbelow(SEEDS) if asked.seed is None else asked.seed,
            word=word,
        )
        record = Record(
            dictionary=asked.dictionary,
            fingerprint=dictionary.description.fingerprint,
            dealer=asked.dealt_by,
            insight=asked.insight,
            asked=request_digest,
            created_at=self.clock(),
            moves=(),
            state=game.state,
            commitment=UNBOUND,
            daily=asked.daily,
        )
        return game, with_commitment(record, game.dealer)

    def _ids_for(self, key: str | None) -> Iterator[GameID]:
        """The ids that a new game may get; an id is tried only if those before it are taken."""
        if key is None:
            yield new_game_id()
        else:
            secret = self._id_secret or self.store.id_secret()
            yield from (game_id_for(key, secret, deleted) for deleted in range(REUSED))

    def _created_before(self, game_id: GameID, record: Record) -> Versioned[GameView]:
        """The game that a request with this key created, as it was then. Raises KeyReused."""
        created = self.store.load(game_id)
        if created.asked != record.asked:
            raise KeyReused
        game, record = self.catalogue.as_of(created, 0)
        return replace(views.game_view(game_id, game, record, self.store.life), replayed=True)

    def _create(self, game_id: GameID, record: Record) -> None:
        try:
            self.store.create(game_id, record)
        except StoreUnavailable:
            self.store.create(game_id, record)  # raises GameExists if the first one was done

    def _loaded(self, game_id: GameID) -> tuple[Game, Record]:
        record = self.store.load(game_id)
        return self.catalogue.game_of(record), record

    def _ended(self, game_id: GameID) -> tuple[Game, Record]:
        """A game that is over. Raises Refused (GameInProgress) if it is not."""
        game, record = self._loaded(game_id)
        if game.status == "in_progress":
            raise self._refused(GameInProgress(), game_id, game, record)
        return game, record

    def _refused(self, reason: Exception, game_id: GameID, game: Game, record: Record) -> Refused:
        return Refused(reason, views.game_view(game_id, game, record, self.store.life))
