"""The use cases of a game, for the API and the terminal. They return views, never a game."""

import time
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from secrets import token_bytes
from typing import Final, TypeAlias, TypeVar

from service.choices import DEFAULT_WEIGHTS, WORDS_SHOWN, WeightsName
from service.engine.errors import BadCheatList, GameOver, IllegalGuess
from service.engine.game import Dealer, Game, State, guess_letter, guess_word
from service.play import claims, daily, day_results, ids, refusals, views
from service.play.catalogue import Catalogue, StoredGame
from service.play.claims import ClaimedWordsView, ClaimedWordView
from service.play.confession import Confessions, ConfessionView, confess
from service.play.hints import HintQuestion
from service.play.ids import GameID, OperationID
from service.play.requests import (
    GameChoices,
    Guess,
    Tags,
    copy_of,
    new_game,
    with_drawn_dealer,
)
from service.play.review import Transcribed
from service.play.seats import Seat
from service.play.slow_work import NOBODY, Inline, Run
from service.play.views import GameView, GuessView, Outcome, Refused, WatchedView
from service.registry import ANY_DEALER, DEFAULT_GUESSER
from service.store.errors import GameChanged, GameNotFound, StoreBusy, StoreUnavailable
from service.store.game_store import Days, GameStore, Start
from service.store.record import OPERATION, Milliseconds, Move, Record, Tag

STORE_FAILURES: Final = 2  # after so many, a guess gives up; each can take the store's timeouts
RACES: Final = 16  # attempts: more guesses than anybody makes at one game in the same moment

T = TypeVar("T")
Clock: TypeAlias = Callable[[], Milliseconds]
Refusal: TypeAlias = Callable[[Exception, Seat, StoredGame], Refused]


def now() -> Milliseconds:
    """The time."""
    return time.time_ns() // 1_000_000


class Games:
    """The games in a store, with the dictionaries and dealers of a catalogue.

    Guesses of slow dealers go to `run`, confessions to `run_help`. `draw_secret` draws the dealer
    of games with `any`; if it is empty, the store's secret does.

    Every method raises StoreUnavailable if the store does not answer, GameNotFound if there is no
    such game, GameDamaged if its record is damaged, DictionaryGone if no word fits it,
    DictionaryUnknown if the service does not have its words, DealerGone if it does not have its
    dealer, and Busy if too many others come first.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        store: GameStore,
        clock: Clock = now,
        run: Run | None = None,
        run_help: Run | None = None,
        draw_secret: bytes = b"",
    ) -> None:
        self.catalogue = catalogue
        self.store = store
        self._run = run or Inline(catalogue)
        self._run_help = run_help or self._run
        self._draw_secret = draw_secret
        self._days = Days(store.commands)
        self.clock = clock
        self._confessions = Confessions()

    def start(self, request: GameChoices, key: str | None = None) -> Outcome[GameView]:
        """A new game; if the key came before, the game that it started, as it was then.

        Raises UnknownDictionary, NoWordsOfLength, NoWordToSet, Contradiction, DayNotOpen,
        NotCopyable, KeyReused, StartedGameGone.
        """
        digest = ids.digest_of({**vars(request), "dealer": request.dealt_by})
        if key and (before := self.store.start_of(key)):
            self.store.confirm_start(key, before)
            return self._started_before(before, digest)
        new = self._new(self._completed(request))
        game_id = ids.new_game_id()
        # First the game, then the key's entry. If the process dies between them, nobody knows the
        # game, and a retry starts another. The day counts only games that somebody knows.
        try:
            self.store.create(game_id, new.record)
        except StoreUnavailable:
            self.store.create(game_id, new.record)  # harmless if the first attempt went through
        if key and (first := self._keep_start(key, Start(game_id, digest), new.record)):
            return first
        day_results.count_start(new.record, self._days)
        return self._outcome(Seat.of_player(game_id), new)

    def _new(self, request: GameChoices) -> StoredGame:
        """A new game. A slow dealer that has its own way to draw a word does so beside the loop."""
        dealer = self.catalogue.dealer(request.dealt_by)
        if dealer.is_slow and type(dealer).drawn_word is not Dealer.drawn_word:
            return self.catalogue.game_of(self._run(new_record, request, self.clock()))
        return new_game(request, self.catalogue, self.clock())

    def show(self, seat: Seat) -> Outcome[WatchedView]:
        """The game now; a GameView for its player."""
        return self._seen_from(seat, self._loaded(seat))

    def show_day(self, day: str | None = None) -> daily.Day:
        """The daily game of a date (None: today), and how it went. Raises UnknownDay."""
        return daily.shown(day, self.clock(), self._days, self.catalogue)

    def delete(self, game_id: GameID, tags: Tags = None) -> None:
        """Forget a game. Raises Refused (VersionMismatch)."""
        if tags is None:
            self.store.delete(game_id)
            return
        self._undisturbed(partial(self._delete, game_id, tags))

    def _delete(self, game_id: GameID, tags: Collection[Tag]) -> None:
        seat = Seat.of_player(game_id)
        stored = self._loaded(seat)
        self._check_tag(seat, stored, tags)
        self.store.delete(game_id, over=stored.record)

    def guess(self, game_id: GameID, guess: Guess) -> Outcome[GameView]:
        """The game after a guess; if the key came before, the game as it was then.

        Raises InvalidGuess, Refused (IllegalGuess, VersionMismatch, KeyReused).

        Somebody guesses E. Most words of five letters lack it, so the dealer says no:

        >>> from service.dictionaries.dictionary import load
        >>> from service.registry import dealers, guessers
        >>> from service.settings import shipped
        >>> from service.store.memory import Memory
        >>> from service.store.record import Retention
        >>> words = load(shipped("data") / "en")
        >>> catalogue = Catalogue({"en": words}, dealers([words]), guessers([words]))
        >>> games = Games(catalogue, GameStore(Memory(), Retention(played=0, unplayed=0)))
        >>> game = games.start(GameChoices(length=5)).view
        >>> after = games.guess(game.id, Guess("e")).view
        >>> after.pattern, after.misses, after.status
        ('_____', 1, 'in_progress')
        """
        seat = Seat.of_player(game_id)
        after, replayed = self._guess_once(seat, game_id, guess)
        if after.record.daily and not replayed:
            day_results.count_end(after.record, self._days)
        return self._outcome(seat, after, replayed)

    def guesses(self, seat: Seat) -> list[GuessView]:
        """The guesses so far and their answers."""
        return views.guess_views(self._read(seat))

    def confession(
        self, seat: Seat, words: int = WORDS_SHOWN, client: str = NOBODY
    ) -> ConfessionView:
        """What the dealer did, with up to `words` words dropped and as many kept at each guess.

        Raises Refused (GameInProgress; DayNotOver to those who watch) before the end.
        """
        record = self._ended(seat).record
        keeps_figures = daily.is_revealed(record, self.clock())
        work = partial(self._run_help, confess, record, keeps_figures, client=client)
        return self._confessions.once(record, work).with_words(words)

    def claim_word(self, seat: Seat, key: str | None = None) -> tuple[ClaimedWordView, bool]:
        """A word of a game that a cheat has won, and whether this key had it before.

        Raises Refused: GameInProgress, DayNotOver, NoWordsToClaim, AllWordsClaimed, in this order.
        Until the game is over and its day revealed, a refusal tells nothing about the dealer.
        """
        return self._undisturbed(partial(self._claim_word, seat, key))

    def _claim_word(self, seat: Seat, key: str | None) -> tuple[ClaimedWordView, bool]:
        stored = self._ended(seat, self._refused_for_good)
        try:
            return claims.claim(self.store, seat.watch_id, stored, key)
        except (refusals.NoWordsToClaim, refusals.AllWordsClaimed) as reason:
            raise self._refused_for_good(reason, seat, stored) from reason

    def claimed_words(self, seat: Seat) -> ClaimedWordsView:
        """The claimed words. Raises Refused as `claim_word` does."""
        stored = self._ended(seat)
        try:
            return claims.claimed(self.store, seat.watch_id, stored)
        except refusals.NoWordsToClaim as reason:
            raise self._refused(reason, seat, stored) from reason

    def played(self, seat: Seat, weights: WeightsName = DEFAULT_WEIGHTS) -> Transcribed:
        """The transcript of a game, to review. Raises Refused as `confession` does."""
        record = self._ended(seat).record
        return Transcribed(
            record.state.transcript.answers,
            record.state.transcript.length,
            dictionary=record.dictionary,
            weights=weights,
            times=tuple([views.rfc3339(move.at) for move in record.moves]),
            keeps_figures=daily.is_revealed(record, self.clock()),
        )

    def question(
        self, game_id: GameID, guesser: str = DEFAULT_GUESSER, words: int = WORDS_SHOWN
    ) -> HintQuestion:
        """The question for a hint in a game: what its player knows, and `words` words to show.

        Raises Refused (GameOver).
        """
        seat = Seat.of_player(game_id)
        stored = self._loaded(seat)
        if stored.game.state.status != "in_progress":
            raise self._refused(GameOver(), seat, stored)
        transcript, alphabet = stored.game.transcript, {*stored.game.lexicon.alphabet}
        # The alphabet may have lost letters since the guess: no word has them.
        return HintQuestion(
            transcript.pattern,
            tuple([each for each in transcript.wrong_letters if each in alphabet]),
            tuple([each for each in transcript.wrong_words if {*each} <= alphabet]),
            dictionary=stored.record.dictionary,
            guesser=guesser,
            words=words,
            seed=ids.seed_of(game_id),
        )

    def _completed(self, request: GameChoices) -> GameChoices:
        """The request with the choices of today's game or of a copied one, or a drawn dealer."""
        if request.daily is not None:
            return daily.request_for_today(request, self.clock(), self._days, self.catalogue)
        if request.like is not None:
            return copy_of(self._copyable(request.like), request.keep_seconds)
        if request.dealer == ANY_DEALER and request.secret_word is None:
            return with_drawn_dealer(request, self._draw_secret or self.store.draw_secret())
        return request

    def _copyable(self, watch_id: str) -> StoredGame:
        """The game to copy. Raises NotCopyable before anything depends on its dealer."""
        record = self._read(Seat.of_watcher(watch_id))
        if not record.copyable:
            raise refusals.NotCopyable
        return self.catalogue.game_of(record)

    def _started_before(self, start: Start, digest: bytes) -> Outcome[GameView]:
        """The game that the same request has started, as it was then.

        Raises KeyReused, StartedGameGone.
        """
        if start.digest != digest:
            raise refusals.KeyReused
        seat = Seat.of_player(start.game_id)
        try:
            record = self._undisturbed(partial(self._confirmed, seat))
        except GameNotFound as error:
            raise refusals.StartedGameGone from error
        new = self.catalogue.as_of(record, 0)
        return self._outcome(seat, new, replayed=True)

    def _keep_start(self, key: str, ours: Start, record: Record) -> Outcome[GameView] | None:
        """Store which game a key started; return the earlier one if another instance was first."""
        first = self.store.keep_start(key, ours, self.store.life.of(record))
        if first == ours:
            return None
        # No client knows our game: delete it, or let it expire.
        with suppress(StoreUnavailable, GameNotFound):
            self.store.delete(ours.game_id)
        return self._started_before(first, ours.digest)

    def _guess_once(  # an arm for each thing that can happen reads best in one loop
        self, seat: Seat, game_id: GameID, guess: Guess
    ) -> tuple[StoredGame, bool]:
        """The game after a guess, and whether an earlier request with its key made the guess.

        We make it once, even if requests race, replies get lost and clients try again. Each round
        of the loop reads the game, guesses and saves. If a round fails, the next one looks in the
        record whether the guess was saved after all.
        """
        operation = ids.operation_for(guess.key) if guess.key else token_bytes(OPERATION)
        failures, may_be_saved = 0, False  # by a round whose reply was lost
        ahead = guess.ahead
        for _ in range(RACES):
            is_saving = False
            try:
                before = self.store.load(seat.watch_id, ahead)
                ahead = None  # another round needs what came since
                # It is saved already: by our save whose reply was lost, or by an earlier request.
                if operation in before.operations:
                    self.store.confirm(seat.watch_id, before)
                    replayed = not may_be_saved
                    return self._guessed_before(seat, guess, operation, before), replayed
                after = self._after(seat, self.catalogue.game_of(before), guess, operation)
                is_saving = True
                self.store.save(game_id, after.record, over=before)
                return after, False
            # Too many requests wait for the dealer or for the store: do not wait again.
            except (refusals.Busy, StoreBusy):
                raise
            # The save was refused: another guess came first, or a late save of ours. Look again.
            except GameChanged:
                pass
            # A reply was lost. If it was that of our save, the record may have our operation now.
            except StoreUnavailable:
                failures, may_be_saved = failures + 1, may_be_saved or is_saving
                if failures == STORE_FAILURES:
                    raise
        raise refusals.Busy

    def _after(
        self, seat: Seat, stored: StoredGame, guess: Guess, operation: OperationID
    ) -> StoredGame:
        """The game after a guess, not yet saved.

        Raises InvalidGuess, Refused, Busy, GameChanged.
        """
        if guess.tags is not None:
            self._check_tag(seat, stored, guess.tags)
        record, offered = stored.record, (guess.text, guess.is_word)
        try:
            if stored.dealer.is_slow:
                state = self._run(state_after, record, *offered, client=guess.client)
            else:
                state = _state_after(stored.game, *offered)
        except IllegalGuess as reason:
            raise self._refused_for_good(reason, seat, stored) from reason
        now = self.clock()
        # Once the day is revealed, everybody knows its dealer.
        calls = guess.call and not daily.is_revealed(record, now)
        return stored.with_record(record.after(Move(operation, now), state, calls))

    def _guessed_before(
        self, seat: Seat, guess: Guess, operation: OperationID, record: Record
    ) -> StoredGame:
        """The game as the same request left it, when it came before.

        The record must be confirmed, because a refusal shows the game. Raises Refused (KeyReused).
        """
        then = self.catalogue.as_of(record, record.operations.index(operation) + 1)
        if not guess.asks_for(then.game.transcript.answers[-1], then.game.lexicon.writing):
            raise self._refused(refusals.KeyReused(), seat, self.catalogue.game_of(record))
        return then

    def _check_tag(self, seat: Seat, stored: StoredGame, tags: Collection[Tag]) -> None:
        """Raises Refused (VersionMismatch) if none of these tags is the game's; GameChanged."""
        if stored.record.tag not in tags:
            reason = refusals.VersionMismatch(stored.record.version)
            raise self._refused_for_good(reason, seat, stored)

    def _loaded(self, seat: Seat) -> StoredGame:
        return self.catalogue.game_of(self._read(seat))

    def _read(self, seat: Seat) -> Record:
        """The record of a game. If the store does not reply, we ask once more, as a guess does."""
        try:
            return self.store.load(seat.watch_id)
        except StoreUnavailable as error:
            if not error.is_away:
                raise
            return self.store.load(seat.watch_id)

    def _confirmed(self, seat: Seat) -> Record:
        """A game that replicas have confirmed. Raises GameChanged."""
        record = self.store.load(seat.watch_id)
        self.store.confirm(seat.watch_id, record)
        return record

    def _undisturbed(self, act: Callable[[], T]) -> T:
        """What `act` returns, once nobody has changed the game meanwhile."""
        for _ in range(RACES):
            with suppress(GameChanged):
                return act()
        raise refusals.Busy

    def _ended(self, seat: Seat, refused: Refusal | None = None) -> StoredGame:
        """A game that is over, as far as this seat may know.

        Raises Refused (GameInProgress; DayNotOver to those who watch), made by `refused`.
        """
        stored, now, refused = self._loaded(seat), self.clock(), refused or self._refused
        if stored.game.state.status == "in_progress":
            raise refused(refusals.GameInProgress(), seat, stored)
        if seat.game_id is None and not daily.is_revealed(stored.record, now):
            reveals_at = daily.reveal_of(stored.record, now)
            raise refused(refusals.DayNotOver(reveals_at), seat, stored)
        return stored

    def _refused_for_good(self, reason: Exception, seat: Seat, stored: StoredGame) -> Refused:
        """The refusal of a change, with a game that replicas have confirmed.

        Whoever only looks may see a game that no replica has. Raises GameChanged.
        """
        self.store.confirm(seat.watch_id, stored.record)
        return self._refused(reason, seat, stored)

    def _refused(self, reason: Exception, seat: Seat, stored: StoredGame) -> Refused:
        view, tag, _ = self._seen_from(seat, stored)
        return Refused(reason, view, tag)

    def _seen_from(self, seat: Seat, stored: StoredGame) -> Outcome[WatchedView]:
        is_revealed = daily.is_revealed(stored.record, self.clock())
        return views.seen_from(seat, stored, self.store.life, is_revealed)

    def _outcome(self, seat: Seat, stored: StoredGame, replayed: bool = False) -> Outcome[GameView]:
        return views.game_view(seat, stored, self.store.life, replayed)


def new_record(catalogue: Catalogue, request: GameChoices, now: Milliseconds) -> Record:
    """The record of a new game, for a slow dealer that has its own way to draw the word."""
    return new_game(request, catalogue, now).record


def state_after(catalogue: Catalogue, record: Record, text: str, is_word: bool) -> State:
    """The state of a game after a guess: the work of a slow dealer.

    Raises as the guess does, and BadCheatList if a word does not fit the answers.
    """
    game = catalogue.game_of(record).game
    # A search may never end on words that only letters guessed before could tell apart.
    if not game.fits_its_answers:
        raise BadCheatList
    return _state_after(game, text, is_word)


def _state_after(game: Game, text: str, is_word: bool) -> State:
    return (guess_word if is_word else guess_letter)(game, text).state
