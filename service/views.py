"""What may be seen of a game, and by when: nothing here gives the dealer away before the end."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import accumulate, islice
from typing import Any

import numpy as np

from service.dictionaries.values import MissesForced
from service.engine.forced import forced
from service.engine.game import Game, Status
from service.engine.lexicon import Lexicon, Positions, WordIDs, places
from service.engine.nodes import Nodes
from service.engine.transcript import Answer, LetterAnswer, WordAnswer
from service.store.record import Insight, Life, Milliseconds, Record

WORDS_SHOWN = 8  # with full insight, Moertel's verbose mode lists so many words and no more
FAMILIES_CONFESSED = 3
EXAMPLES_CONFESSED = 5  # of the words dropped, and of those kept
POSITIONS_CONFESSED = 500  # looked into for what could be forced: some 50 ms


@dataclass(frozen=True)
class InsightView:
    """What of the cheat list the player asked to see."""

    words_remaining: int
    cheat_score: int | None
    words: list[str] | None


@dataclass(frozen=True)
class GameView:
    """What the player may see of a game, and its version."""

    id: str
    version: int
    status: Status
    length: int
    pattern: str
    guessed_letters: tuple[str, ...]
    wrong_letters: tuple[str, ...]
    wrong_words: tuple[str, ...]
    misses: int
    max_misses: int | None
    remaining_guesses: int | None
    dictionary: str
    created_at: datetime
    expires_at: datetime
    word: str | None
    insight: InsightView | None


@dataclass(frozen=True)
class LetterView:
    """The answer to a letter."""

    letter: str
    hit: bool
    positions: list[int]
    at: datetime


@dataclass(frozen=True)
class WordView:
    """The answer to a whole word."""

    word: str
    hit: bool
    positions: list[int]
    at: datetime


@dataclass(frozen=True)
class GuessedView(GameView):
    """A game after a guess, and the answer to that."""

    guess: LetterView | WordView


@dataclass(frozen=True)
class FamilyView:
    """A word family that the dealer could have kept."""

    positions: list[int]
    words: int


@dataclass(frozen=True)
class ConfessedView:
    """What the dealer did at one guess."""

    guess: LetterView | WordView
    words_before: int
    words_after: int
    families: int
    largest_families: list[FamilyView]
    dropped: list[str]
    kept: list[str]
    misses_forced: MissesForced


@dataclass(frozen=True)
class ConfessionView:
    """What the dealer did, all of it."""

    id: str
    dealer: str
    honest: bool
    seed: int
    word: str
    guesses: list[ConfessedView]


def seen(game_id: str, game: Game, record: Record, life: Life) -> GameView:
    """What the player may see of a game."""
    return GameView(**_seen(game_id, game, record, life))


def guessed(game_id: str, game: Game, record: Record, life: Life) -> GuessedView:
    """What the player may see after a guess, and the answer to it."""
    answer = answer_seen(record.transcript.answers[-1], _time(record.changed_at))
    return GuessedView(**_seen(game_id, game, record, life), guess=answer)


def _seen(game_id: str, game: Game, record: Record, life: Life) -> dict[str, Any]:
    """The fields of a GameView: the one place that knows what may be seen."""
    said = game.transcript
    return {
        "id": game_id,
        "version": record.version,
        "status": game.status,
        "length": said.length,
        "pattern": said.pattern,
        "guessed_letters": said.guessed_letters,
        "wrong_letters": said.wrong_letters,
        "wrong_words": said.wrong_words,
        "misses": said.misses,
        "max_misses": game.max_misses,
        "remaining_guesses": game.remaining_guesses,
        "dictionary": record.dictionary,
        "created_at": _time(record.created_at),
        "expires_at": _time(record.changed_at + life.of(record)),
        "word": None if game.status == "in_progress" else game.word,
        "insight": _insight(game, record.insight),
    }


def answers_seen(record: Record) -> list[LetterView | WordView]:
    """The answers so far, in order, with their times."""
    times = [_time(move.at) for move in record.moves]
    return [
        answer_seen(answer, at) for answer, at in zip(record.transcript.answers, times, strict=True)
    ]


def answer_seen(answer: Answer, at: datetime) -> LetterView | WordView:
    """One answer."""
    shown = places(answer.positions)
    if isinstance(answer, LetterAnswer):
        return LetterView(answer.letter, answer.hit, shown, at)
    return WordView(answer.word, answer.hit, shown, at)


def confessed(game_id: str, game: Game, record: Record) -> ConfessionView:
    """What the dealer did at each guess of a game that is over."""
    return ConfessionView(
        id=game_id,
        dealer=record.dealer,
        honest=record.dealer == "honest",
        seed=record.seed,
        word=game.word,
        guesses=_in_order(_steps(game.lexicon, record)),
    )


def _in_order(steps: Iterator[ConfessedView]) -> list[ConfessedView]:
    """The steps; words only become fewer, and with them what can be forced."""
    found = list(steps)
    bounds = [step.misses_forced for step in found]
    least = accumulate([one.lower for one in reversed(bounds)], max)
    most = accumulate([one.upper for one in bounds], min)
    return [
        replace(step, misses_forced=MissesForced(lower, upper))
        for step, lower, upper in zip(found, reversed([*least]), most, strict=True)
    ]


def _steps(lexicon: Lexicon, record: Record) -> Iterator[ConfessedView]:
    before = lexicon.everything
    nodes = Nodes(lambda seen: seen <= POSITIONS_CONFESSED)
    for answer, view in zip(record.transcript.answers, answers_seen(record), strict=True):
        families = _families(lexicon, answer, before)
        after = families.get(answer.positions, before[:0])
        largest = sorted(families.items(), key=lambda family: -len(family[1]))
        yield ConfessedView(
            guess=view,
            words_before=len(before),
            words_after=len(after),
            families=len(families),
            largest_families=[
                FamilyView(places(positions), len(ids))
                for positions, ids in islice(largest, FAMILIES_CONFESSED)
            ],
            dropped=lexicon.commonest(
                np.setdiff1d(before, after, assume_unique=True), EXAMPLES_CONFESSED
            ),
            kept=lexicon.commonest(after, EXAMPLES_CONFESSED),
            misses_forced=_forced(lexicon, after, nodes),
        )
        before = after


def _forced(lexicon: Lexicon, ids: WordIDs, nodes: Nodes) -> MissesForced:
    """Letters that were guessed need no mention: they tell none of the words left apart."""
    bounds = forced(lexicon, ids, 0, nodes)
    return MissesForced(bounds.lower, bounds.upper)


def _families(lexicon: Lexicon, answer: Answer, before: WordIDs) -> dict[Positions, WordIDs]:
    """What the dealer could have kept, by the positions that it would have shown."""
    if isinstance(answer, LetterAnswer):
        if answer.letter not in lexicon.alphabet:
            return {0: before}  # the dictionary has changed since
        families = lexicon.families(answer.letter, before)
        return {family.positions: family.ids for family in families}
    everywhere = WordAnswer(answer.word, hit=True).positions
    alone = before == lexicon.id_of(answer.word)
    kept = {0: before[~alone], everywhere: before[alone]}
    return {positions: ids for positions, ids in kept.items() if len(ids)}


def _insight(game: Game, asked: Insight) -> InsightView | None:
    if asked == "none":
        return None
    few = len(game.cheat_list) <= WORDS_SHOWN
    full = asked == "full"
    return InsightView(
        words_remaining=len(game.cheat_list),
        cheat_score=game.cheat_score if full else None,
        words=sorted(game.lexicon.words(game.cheat_list)) if full and few else None,
    )


def _time(milliseconds: Milliseconds) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
