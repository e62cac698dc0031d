"""What the player may see of a game, and when: nothing gives the dealer away before the end."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Generic, TypeAlias, TypeVar

from service.engine.game import Game, Status
from service.engine.lexicon import places
from service.engine.transcript import Answer, LetterAnswer
from service.store.record import Insight, Milliseconds, Record, Retention, watch_id

WORDS_SHOWN = 8  # full insight lists the words left if they are at most 8, as Moertel's program

Instant: TypeAlias = str  # RFC 3339, in UTC, to the millisecond
View = TypeVar("View", covariant=True)


@dataclass(frozen=True)
class Versioned(Generic[View]):
    """A view of a game, and the version of the game that it shows (sent as the ETag).

    `replayed`: whether the same request came before.
    """

    view: View
    version: int
    replayed: bool = False


@dataclass(frozen=True)
class InsightView:
    """The part of the cheat list that the player asked to see."""

    words_remaining: int
    cheat_score: int | None
    words: list[str] | None


@dataclass(frozen=True)
class WithID:
    """What only the player may see: who knows the id can play."""

    id: str


@dataclass(frozen=True)
class WatchedView:
    """What everybody who has the watch id may see of a game."""

    watch_id: str
    status: Status
    length: int
    pattern: str
    guessed_letters: tuple[str, ...]
    wrong_letters: tuple[str, ...]
    wrong_words: tuple[str, ...]
    misses: int
    max_misses: int
    remaining_guesses: int
    dictionary: str
    commitment: str
    created_at: Instant
    expires_at: Instant
    word: str | None
    insight: InsightView | None
    daily: str | None


@dataclass(frozen=True)
class GameView(WatchedView, WithID):
    """What the player may see of a game, its id first."""


@dataclass(frozen=True)
class LetterView:
    """The answer to a letter."""

    letter: str
    hit: bool
    positions: list[int]
    at: Instant


@dataclass(frozen=True)
class WordView:
    """The answer to a whole word."""

    word: str
    hit: bool
    positions: list[int]
    at: Instant


@dataclass(frozen=True)
class GuessedView(GameView):
    """A game after a guess, and the answer to that."""

    guess: LetterView | WordView


def game_view(game_id: str, game: Game, record: Record, life: Retention) -> Versioned[GameView]:
    """What the player may see of a game."""
    public = public_view(watch_id(game_id), game, record, life)
    return Versioned(GameView(id=game_id, **vars(public.view)), public.version)


def public_view(
    watch_id: str, game: Game, record: Record, life: Retention
) -> Versioned[WatchedView]:
    """What everybody may see of a game; no other place decides it."""
    state, transcript = game.state, game.state.transcript
    status = state.status
    view = WatchedView(
        watch_id=watch_id,
        status=status,
        length=transcript.length,
        pattern=transcript.pattern,
        guessed_letters=transcript.guessed_letters,
        wrong_letters=transcript.wrong_letters,
        wrong_words=transcript.wrong_words,
        misses=transcript.misses,
        max_misses=state.max_misses,
        remaining_guesses=state.remaining_guesses,
        dictionary=record.dictionary,
        commitment=record.commitment.digest.hex(),
        created_at=rfc3339(record.created_at),
        expires_at=rfc3339(record.changed_at + life.of(record)),
        word=None if status == "in_progress" else state.word,
        insight=_insight(game, record.insight),
        daily=record.daily,
    )
    return Versioned(view, record.version)


def guessed_view(
    game_id: str, game: Game, record: Record, life: Retention
) -> Versioned[GuessedView]:
    """What the player may see after a guess, and the answer to it."""
    after = game_view(game_id, game, record, life)
    answer = answer_view(game.state.transcript.answers[-1], rfc3339(record.changed_at))
    return Versioned(GuessedView(**vars(after.view), guess=answer), after.version)


def answer_views(record: Record) -> list[LetterView | WordView]:
    """The answers so far, in order, with their times."""
    pairs = zip(record.state.transcript.answers, record.moves, strict=True)
    return [answer_view(answer, rfc3339(move.at)) for answer, move in pairs]


def answer_view(answer: Answer, at: Instant) -> LetterView | WordView:
    """One answer."""
    shown = places(answer.positions)
    if isinstance(answer, LetterAnswer):
        return LetterView(answer.letter, answer.hit, shown, at)
    return WordView(answer.word, answer.hit, shown, at)


def _insight(game: Game, asked: Insight) -> InsightView | None:
    if asked == "none":
        return None
    few = len(game.ids) <= WORDS_SHOWN
    full = asked == "full"
    return InsightView(
        words_remaining=len(game.ids),
        cheat_score=game.cheat_score if full else None,
        words=sorted(game.lexicon.words(game.ids)) if full and few else None,
    )


def rfc3339(milliseconds: Milliseconds) -> Instant:
    """A time, as the API writes it: 2026-11-21T09:35:39.533Z."""
    time = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")
