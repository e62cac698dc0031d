"""Between a game and its record: putting it away, taking it up, and looking back."""

from collections.abc import Mapping
from dataclasses import replace

from service.dictionaries.dictionary import Dictionary
from service.engine.dealers import DEALERS
from service.engine.errors import NoWordFits
from service.engine.game import Game, draw
from service.refusals import DictionaryGone
from service.store.record import Move, Record


def game_of(record: Record, dictionaries: Mapping[str, Dictionary]) -> Game:
    """The game in a record; where its dictionary has changed, rebuilt from what was said.

    Raises DictionaryGone where that is not possible.
    """
    dictionary = dictionaries.get(record.dictionary)
    if dictionary is None or record.transcript.length not in dictionary.lexicons:
        raise DictionaryGone(record.dictionary)
    game = Game(
        lexicon=dictionary.lexicons[record.transcript.length],
        dealer=DEALERS[record.dealer],
        seed=record.seed,
        max_misses=record.max_misses,
        word=record.word,
        cheat_list=record.cheat_list,
        transcript=record.transcript,
    )
    if record.fingerprint == dictionary.description.fingerprint:
        return game
    return _rebuilt(game, record.dictionary)


def updated(record: Record, game: Game, fingerprint: str, move: Move) -> Record:
    """The record after a guess; `fingerprint` is that of the game's dictionary now."""
    return replace(
        record,
        fingerprint=fingerprint,
        words=len(game.lexicon),
        word=game.word,
        transcript=game.transcript,
        moves=(*record.moves, move),
        cheat_list=game.cheat_list,
    )


def as_of(record: Record, guesses: int, dictionaries: Mapping[str, Dictionary]) -> Record:
    """The record as it was after so many guesses.

    Raises DictionaryGone.
    """
    if guesses == len(record.moves):
        return record
    game = game_of(record, dictionaries)
    said = record.transcript.until(guesses)
    return replace(
        record,
        fingerprint=dictionaries[record.dictionary].description.fingerprint,
        words=len(game.lexicon),
        transcript=said,
        moves=record.moves[:guesses],
        cheat_list=said.fitting(game.lexicon),
    )


def _rebuilt(game: Game, dictionary: str) -> Game:
    try:
        fitting = game.transcript.fitting(game.lexicon)
    except NoWordFits as error:
        raise DictionaryGone(dictionary) from error
    if game.status != "in_progress" or game.lexicon.id_of(game.word) in fitting:
        return replace(game, cheat_list=fitting)
    drawn = game.lexicon.word(fitting[draw(game.seed, "word", len(fitting))])
    return replace(game, cheat_list=fitting, word=drawn)
