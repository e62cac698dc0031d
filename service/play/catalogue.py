"""The dictionaries, dealers and guessers of a service by name; they turn records into games."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from service.dictionaries.dictionary import Dictionary
from service.engine.cheat_list import CheatList
from service.engine.errors import NoWordFits
from service.engine.game import Dealer, Game, draw
from service.engine.guessers import Guesser
from service.engine.lexicon import Lexicon
from service.engine.transcript import Transcript
from service.play.refusals import (
    DealerGone,
    DictionaryGone,
    NotACheat,
    UnknownCheat,
    UnknownDealer,
    UnknownDictionary,
    UnknownGuesser,
)
from service.registry import ANY_DEALER
from service.store.record import Record

Result = TypeVar("Result")


class Run(Protocol):
    """A way to run slow work: a decision of a dealer or a guesser that takes milliseconds."""

    def __call__(self, work: Callable[[], Result]) -> Result:
        """Run the work and return its result. Raises Busy, and what the work raises."""


def run_inline(work: Callable[[], Result]) -> Result:
    """Run the work in this thread and return its result."""
    return work()


@dataclass(frozen=True)
class StoredGame:
    """A game, and the record that it was read from."""

    game: Game
    record: Record


@dataclass(frozen=True)
class Catalogue:
    """The dictionaries, dealers and guessers of a service; makes games from records."""

    dictionaries: Mapping[str, Dictionary]
    dealers: Mapping[str, Dealer]
    guessers: Mapping[str, Guesser]

    def dictionary(self, name: str) -> Dictionary:
        """The dictionary with this name. Raises UnknownDictionary."""
        if name not in self.dictionaries:
            raise UnknownDictionary(name, self.dictionaries)
        return self.dictionaries[name]

    def dealer(self, name: str) -> Dealer:
        """The dealer with this name. Raises UnknownDealer."""
        if name not in self.dealers:
            raise UnknownDealer(name, (ANY_DEALER, *self.dealers))
        return self.dealers[name]

    def guesser(self, name: str) -> Guesser:
        """The guesser with this name. Raises UnknownGuesser."""
        if name not in self.guessers:
            raise UnknownGuesser(name, self.guessers)
        return self.guessers[name]

    def cheats(self, names: Iterable[str]) -> dict[str, Dealer]:
        """The dealers of these names, all of which cheat. Raises NotACheat, UnknownCheat."""
        cheats = {name: dealer for name, dealer in self.dealers.items() if not dealer.is_honest}
        for number, name in enumerate(names):
            if name not in cheats:
                error = NotACheat if name in self.dealers else UnknownCheat
                raise error(number, name, cheats)
        return {name: cheats[name] for name in names}

    def game_of(self, record: Record) -> StoredGame:
        """The game of a record.

        If its dictionary has changed, the cheat list is rebuilt from the transcript. If the new one
        lacks the word of a game in progress, another word that fits replaces it.
        Raises DictionaryGone, DealerGone.
        """
        if record.dealer not in self.dealers:
            raise DealerGone(record.dealer)
        dictionary = self.dictionaries.get(record.dictionary)
        length = record.state.transcript.length
        if dictionary is None or length not in dictionary.lexicons:
            raise DictionaryGone(record.dictionary)
        about, size = dictionary.description, record.state.cheat_list.lexicon_size
        game = Game(dictionary.lexicons[length], self.dealers[record.dealer], record.state)
        if (record.fingerprint, size) != (about.fingerprint, about.words_per_length[length]):
            game = _rebuilt(game, record.dictionary)
        # Return the record as it was read, because a save compares its version and last operation.
        # The next guess stores the new state and fingerprint.
        return StoredGame(game, record)

    def as_of(self, record: Record, guesses: int) -> StoredGame:
        """A game after its first `guesses` guesses. Raises DictionaryGone, DealerGone."""
        stored = self.game_of(record)
        if guesses == len(record.moves):
            return stored
        transcript = stored.game.transcript.until(guesses)
        game = stored.game.after(transcript, _fitting(transcript, stored.game.lexicon))
        fingerprint = self.dictionaries[record.dictionary].description.fingerprint
        moves = record.moves[:guesses]
        then = replace(record, fingerprint=fingerprint, moves=moves, state=game.state)
        return StoredGame(game, then)


def _rebuilt(game: Game, dictionary: str) -> Game:
    """The game with the words of its lexicon that fit the transcript. Raises DictionaryGone."""
    try:
        cheat_list = _fitting(game.transcript, game.lexicon)
    except NoWordFits as error:
        raise DictionaryGone(dictionary) from error
    lexicon, ids, word = game.lexicon, cheat_list.ids, game.state.word
    if game.state.status == "in_progress" and lexicon.id_of(word) not in ids:
        word = lexicon.word(ids[draw(game.state.seed, "word", len(ids))])
    return replace(game, state=replace(game.state, cheat_list=cheat_list, word=word))


def _fitting(transcript: Transcript, lexicon: Lexicon) -> CheatList:
    """The words of the lexicon that fit the transcript. Raises NoWordFits."""
    return lexicon.cheat_list(transcript.fitting(lexicon))
