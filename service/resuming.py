"""Between a game and its record: putting it away, taking it up, and looking back."""

from collections.abc import Mapping
from dataclasses import replace

from service.dictionaries.dictionary import Dictionary
from service.engine.cheat_list import CheatList
from service.engine.dealers import DEALERS
from service.engine.errors import NoWordFits
from service.engine.game import Dealer, Game, draw
from service.engine.lexicon import Lexicon
from service.engine.transcript import Transcript
from service.refusals import DictionaryGone
from service.store.record import Move, Record


def game_of(
    record: Record,
    dictionaries: Mapping[str, Dictionary],
    dealers: Mapping[str, Dealer] = DEALERS,
) -> Game:
    """The game in a record; where its dictionary has changed, rebuilt from what was said.

    Raises DictionaryGone where that is not possible.
    """
    dictionary = dictionaries.get(record.dictionary)
    if dictionary is None or record.transcript.length not in dictionary.lexicons:
        raise DictionaryGone(record.dictionary)
    game = Game(
        lexicon=dictionary.lexicons[record.transcript.length],
        dealer=dealers[record.dealer],
        seed=record.seed,
        max_misses=record.max_misses,
        word=record.word,
        left=record.left,
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
        word=game.word,
        transcript=game.transcript,
        moves=(*record.moves, move),
        left=game.left,
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
        transcript=said,
        moves=record.moves[:guesses],
        left=_fitting(said, game.lexicon),
    )


def _rebuilt(game: Game, dictionary: str) -> Game:
    try:
        left = _fitting(game.transcript, game.lexicon)
    except NoWordFits as error:
        raise DictionaryGone(dictionary) from error
    if game.status != "in_progress" or game.lexicon.id_of(game.word) in left.ids:
        return replace(game, left=left)
    drawn = game.lexicon.word(left.ids[draw(game.seed, "word", len(left.ids))])
    return replace(game, left=left, word=drawn)


def _fitting(said: Transcript, lexicon: Lexicon) -> CheatList:
    """Raises NoWordFits."""
    return CheatList(len(lexicon), ids=said.fitting(lexicon))
