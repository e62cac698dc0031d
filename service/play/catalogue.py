"""The dictionaries, dealers and guessers of a service by name; they turn records into games."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from service.dictionaries.dictionary import Dictionary
from service.engine.cheat_list import CheatList
from service.engine.errors import NoWordFits
from service.engine.game import Dealer, Game, State, draw
from service.engine.guessers import Guesser
from service.engine.lexicon import Lexicon
from service.engine.transcript import Transcript
from service.play.refusals import (
    DealerGone,
    DictionaryGone,
    DictionaryUnknown,
    NotACheat,
    UnknownCheat,
    UnknownDealer,
    UnknownDictionary,
    UnknownGuesser,
)
from service.registry import ANY_DEALER
from service.search.figures import Figures
from service.store.record import Record


@dataclass(frozen=True)
class StoredGame:
    """A game as the store has or gets it: its record, and the lexicon and dealer to play on with.

    `is_rebuilt`: the lexicon has other words than the one that the record was made with.
    """

    record: Record
    lexicon: Lexicon
    dealer: Dealer
    is_rebuilt: bool = False

    @cached_property
    def game(self) -> Game:
        """The game in the state of the record."""
        return Game(self.lexicon, self.dealer, self.record.state)

    def with_record(self, record: Record) -> "StoredGame":
        """The same game with another record."""
        return replace(self, record=record)


@dataclass(frozen=True)
class Catalogue:
    """The dictionaries, dealers and guessers of a service; makes games from records.

    `figures` are those of the games that have ended in this process.
    """

    dictionaries: Mapping[str, Dictionary]
    dealers: Mapping[str, Dealer]
    guessers: Mapping[str, Guesser]
    figures: Figures = field(default_factory=Figures, compare=False, repr=False)

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

    def figures_for(self, *, keeps: bool) -> Figures:
        """The figures, for work that `keeps` its own there, or that leaves nothing behind."""
        return self.figures if keeps else self.figures.to_read()

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
        Raises DictionaryUnknown, DictionaryGone, DealerGone.
        """
        if record.dealer not in self.dealers:
            raise DealerGone(record.dealer)
        dictionary = self.dictionaries.get(record.dictionary)
        length = record.state.transcript.length
        if dictionary is None or length not in dictionary.lexicons:
            raise DictionaryUnknown(record.dictionary)
        about, size = dictionary.description, record.state.cheat_list.lexicon_size
        stored = StoredGame(record, dictionary.lexicons[length], self.dealers[record.dealer])
        if (record.fingerprint, size) == (about.fingerprint, about.words_per_length[length]):
            return stored
        # A save compares only the version and the last operation, so the new state can replace
        # the old one in the store.
        # Words that do not fit the answers are other words, unless the fingerprint says the same.
        is_known = record.fingerprint == about.fingerprint
        try:
            state = _rebuilt(stored.game)
        except NoWordFits as error:
            raise (DictionaryGone if is_known else DictionaryUnknown)(about.name) from error
        rebuilt = replace(record, state=state, fingerprint=about.fingerprint)
        return replace(stored, record=rebuilt, is_rebuilt=not is_known)

    def as_of(self, record: Record, guesses: int) -> StoredGame:
        """A game after its first `guesses` guesses. Raises as `game_of` does."""
        stored = self.game_of(record)
        if guesses == len(record.moves):
            return stored
        transcript = stored.game.transcript.until(guesses)
        then = stored.game.after(transcript, _fitting(transcript, stored.lexicon))
        moves = record.moves[:guesses]
        return stored.with_record(replace(stored.record, moves=moves, state=then.state))


def _rebuilt(game: Game) -> State:
    """The state with the words of the lexicon that fit the transcript. Raises NoWordFits."""
    cheat_list = _fitting(game.transcript, game.lexicon)
    lexicon, ids, word = game.lexicon, cheat_list.ids, game.state.word
    if game.state.status == "in_progress" and lexicon.id_of(word) not in ids:
        word = lexicon.word(ids[draw(game.state.seed, "word", len(ids))])
    return replace(game.state, cheat_list=cheat_list, word=word)


def _fitting(transcript: Transcript, lexicon: Lexicon) -> CheatList:
    """The words of the lexicon that fit the transcript. Raises NoWordFits."""
    return lexicon.cheat_list(transcript.fitting(lexicon))
