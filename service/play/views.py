"""What the player may see of a game, and when: nothing reveals the dealer before the end."""

from dataclasses import dataclass, fields
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np

from service.choices import MOST_MISSES, Insight, ShownInsight
from service.engine.errors import HangmanError
from service.engine.game import Game, Status
from service.engine.lexicon import LONGEST_WORD
from service.engine.transcript import Answer, places
from service.play.catalogue import StoredGame
from service.play.seats import Seat
from service.store.record import Milliseconds, Record, Retention, Tag
from service.wording import counted, listed

WITH_WORD: Final = "-word"  # ends the tag of a daily game that shows watchers its word
INSIGHT_WORDS: Final = 8  # full insight lists the words left if they are at most 8, as Moertel's

Instant: TypeAlias = str  # RFC 3339, in UTC, to the millisecond


@dataclass(frozen=True)
class AnsweredView:
    """A guess and its answer, wherever it was made."""

    letter: str | None
    """The letter of the alphabet that was guessed; null if a word was."""
    word: str | None
    """The word that was guessed, in letters of the alphabet; null if a letter was."""
    hit: bool
    """Whether the guess was a hit. If not, it was a miss."""
    positions: list[int]
    """All positions of the letter, or of the letters of the word, from 0; empty for a miss."""


@dataclass(frozen=True)
class GuessView(AnsweredView):
    """A guess in a game, and its answer."""

    at: Instant
    """When the dealer answered."""


@dataclass(frozen=True)
class InsightView:
    """The part of the cheat list that the player chose to see."""

    level: ShownInsight
    """How much the player chose to see. A game with `none` has no `insight`."""
    words_left: int
    """The number of words that still fit."""
    cheat_score: int | None
    """The different letters not guessed yet in each word, summed; null unless `full`."""
    words: list[str] | None
    """The words that still fit, if they are 8 or fewer and the insight is `full`; or null."""


# Views of games are not frozen: that halves the cost of their twenty fields, 2 % of a guess.
@dataclass
class WatchedView:
    """What anyone who has the watch id may see of a game."""

    watch_id: str
    """The id by which others watch the game. It does not let anyone play."""
    version: int
    """1 for a new game, and 1 more after each guess."""
    status: Status
    """`in_progress` until the game is over; then whether the player has `won` or `lost`."""
    over: bool
    """Whether the game is over."""
    message: str
    """What was answered last, and how the game stands: a text for people, in English."""
    length: int
    """The number of letters of the word."""
    pattern: str
    """The word as far as it is shown, with `_` for each hidden letter."""
    last_guess: GuessView | None
    """The last guess and its answer; null in a new game."""
    guessed_letters: tuple[str, ...]
    """Every letter that was guessed, in order."""
    wrong_letters: tuple[str, ...]
    """The guessed letters that were misses, in order."""
    wrong_words: tuple[str, ...]
    """The guessed words that were misses, in order."""
    misses: int
    """The number of misses so far, letters and words together."""
    max_misses: int
    """The number of misses that ends the game; with 1000, you cannot lose."""
    remaining_guesses: int
    """Misses left; a hit costs none."""
    dictionary: str
    """The name of the game's dictionary."""
    commitment: str
    """The digest that binds the dealer: SHA-256, in hexadecimal, of the confession's `opening`."""
    created_at: Instant
    """When the game began."""
    expires_at: Instant
    """When the game will be deleted. A guess can put this off, most of all the third."""
    word: str | None
    """The word, as people write it; null until the game is over. If you watch a daily game, it is
    null until the day is revealed, too."""
    insight: InsightView | None
    """The part of the cheat list that the player chose to see; null for `none`."""
    daily: str | None
    """The date of the day whose game this is; null for other games."""
    copyable: bool
    """Whether anyone who has the watch id may start a game of their own with the same word. Only a
    game whose word somebody has set can be."""


@dataclass
class WithID:
    """The id, which only the player has."""

    id: str
    """The id of the game, opaque and at most 64 characters. Anyone who has it can play the game."""


@dataclass
class GameView(WatchedView, WithID):  # the fields of the last base come first
    """What the player may see of a game."""

    dealer: str | None
    """The name of the dealer; null until the game is over."""
    seed: int | None
    """The seed, from which every draw of the game follows; null until the game is over."""


@dataclass(frozen=True)
class GoneView:
    """A game that nobody can watch any more."""

    watch_id: str
    """The id by which the game was watched."""
    code: str
    """Why: `game-not-found` or `game-unplayable`, as in a problem."""


View = TypeVar("View", bound=WatchedView, covariant=True)
WATCHED: Final = tuple(each.name for each in fields(WatchedView))


class Outcome(NamedTuple, Generic[View]):
    """The game after a request, and its tag. `replayed`: whether the same request came before."""

    view: View
    tag: Tag
    replayed: bool = False


class Refused(HangmanError):
    """A request that the game does not allow now: the reason, the game and its tag."""

    def __init__(self, reason: Exception, game: WatchedView, tag: Tag) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.game = game
        self.tag = tag


def seen_from(
    seat: Seat, stored: StoredGame, life: Retention, is_revealed: bool
) -> Outcome[WatchedView]:
    """What may be seen of a game from a seat; `is_revealed`: as `daily.is_revealed` says."""
    players = game_view(seat, stored, life)
    if seat.game_id is not None:
        return players
    # The same as the player sees, without the id, the dealer and the seed.
    view, tag = WatchedView(**{name: vars(players.view)[name] for name in WATCHED}), players.tag
    # Watchers see every answer, so they can read a word that the player has found off the pattern.
    # Until the day is revealed, `word` is null so that they do not learn it from a lost game.
    if not is_revealed:
        view.word = None
    # The reveal shows the word although nobody guessed: a new state needs a new tag.
    elif view.daily and view.word:
        tag += WITH_WORD
    view.message = message_of(view)  # the player's message may name the word
    return Outcome(view, tag)


def game_view(
    seat: Seat, stored: StoredGame, life: Retention, replayed: bool = False
) -> Outcome[GameView]:
    """What the player may see of a game: its word and its dealer only when it is over."""
    game, record = stored.game, stored.record
    state, transcript = game.state, game.state.transcript
    is_over = state.status != "in_progress"
    tag, changed_at = record.tag, record.changed_at
    view = GameView(
        id=seat.game_id or "",
        watch_id=seat.watch_id,
        version=record.version,
        status=state.status,
        over=is_over,
        message="",
        length=transcript.length,
        expires_at=rfc3339(changed_at + life.of(record)),
        insight=_insight(game, record.insight),
        created_at=rfc3339(record.created_at),
        last_guess=guess_view(transcript.answers[-1], changed_at) if record.moves else None,
        pattern=transcript.pattern,
        guessed_letters=transcript.guessed_letters,
        wrong_letters=transcript.wrong_letters,
        wrong_words=transcript.wrong_words,
        misses=transcript.misses,
        max_misses=state.max_misses,
        remaining_guesses=state.remaining_guesses,
        dictionary=record.dictionary,
        commitment=record.commitment.digest.hex(),
        word=game.lexicon.writing.written(state.word) if is_over else None,
        daily=record.daily,
        copyable=record.copyable,
        dealer=record.dealer if is_over else None,
        seed=state.seed if is_over else None,
    )
    view.message = message_of(view)
    return Outcome(view, tag, replayed)


def guess_views(record: Record) -> list[GuessView]:
    """The guesses so far and their answers, in order."""
    pairs = zip(record.state.transcript.answers, record.moves, strict=True)
    return [guess_view(answer, move.at) for answer, move in pairs]


def guess_view(answer: Answer, at: Milliseconds) -> GuessView:
    """A guess and its answer."""
    return GuessView(**answer_fields(answer), at=rfc3339(at))


def answer_fields(answer: Answer) -> dict[str, Any]:
    """The fields of an AnsweredView."""
    return {
        "letter": None if answer.is_word else answer.guess,
        "word": answer.guess if answer.is_word else None,
        "hit": answer.hit,
        "positions": places(answer.positions),
    }


def _insight(game: Game, level: Insight) -> InsightView | None:
    if level == "none":
        return None
    few, full = len(game.ids) <= INSIGHT_WORDS, level == "full"
    return InsightView(
        level=level,
        words_left=len(game.ids),
        cheat_score=game.cheat_score if full else None,
        words=sorted(game.lexicon.written(game.ids)) if full and few else None,
    )


def rfc3339(milliseconds: Milliseconds) -> Instant:
    """A time, as the API writes it: 2026-11-21T09:35:39.533Z."""
    return f"{np.datetime64(milliseconds, 'ms')}Z"  # a quarter of the time that datetime takes


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    ending = {} if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{ending.get(number % 10, 'th')}"


ORDINALS: Final = tuple(map(ordinal, range(1, LONGEST_WORD + 1)))  # by position


def message_of(view: WatchedView) -> str:
    """What was answered last, and how the game stands: “No e. 7 misses left.”

    It is made of a view as its reader gets it, so it tells nobody more than the other fields do.
    """
    guess = view.last_guess
    if guess is None:
        return f"Guess a letter: the word has {counted(view.length, 'letter')}."
    said = _yes(guess) if guess.hit else _no(guess)
    if view.status == "in_progress":
        return said if guess.hit else f"{said} {_misses(view)}"
    if view.status == "lost":
        return f"{said} The game is lost{_word_said(view.word)}."
    # Whoever sees the pattern of a game that is won can read the word off it.
    return f"{said} The game is won{'' if guess.word else f': the word is {view.pattern}'}."


def _yes(guess: GuessView) -> str:
    if guess.word:
        return f"Yes: the word is {guess.word}."
    named = listed([ORDINALS[position] for position in guess.positions])
    return f"Yes: {guess.letter} is the {named} letter."


def _no(guess: GuessView) -> str:
    return f"No, it is not {guess.word}." if guess.word else f"No {guess.letter}."


def _misses(view: WatchedView) -> str:
    if view.max_misses == MOST_MISSES:
        return f"{counted(view.misses, 'miss', 'misses')} so far."
    return f"{counted(view.remaining_guesses, 'miss', 'misses')} left."


def _word_said(word: str | None) -> str:
    # A cheat never had a word: it names one that fits.
    return f": the dealer says that the word was {word}" if word else ""
