"""Games that are played and kept in this process, with no server."""

from dataclasses import replace
from pathlib import Path

from service.cli.environment import named
from service.cli.player import Player
from service.cli.word_report import letters_to_expect, print_what_was_dropped
from service.dictionaries.dictionary import Dictionary, dictionary_of
from service.dictionaries.word_file import word_file
from service.dictionaries.word_list import ENGLISH, Rules, checked_alphabet, own_alphabet, words_in
from service.play.catalogue import Catalogue
from service.play.confession import ConfessionView
from service.play.games import Games
from service.play.help import Help
from service.play.hints import HintView
from service.play.listings import WordListView, word_list_view
from service.play.requests import GameChoices, Guess
from service.play.review import ReviewView
from service.play.seats import Seat
from service.play.slow_work import Inline
from service.play.views import GameView
from service.registry import dealers, guessers
from service.store.game_store import GameStore
from service.store.memory import Memory
from service.store.record import Retention


class LocalPlayer(Player):
    """A player of games in this process, with the dictionaries and dealers of a catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        store = GameStore(Memory(), Retention(played=0, unplayed=0))  # a Memory forgets nothing
        self._games = Games(catalogue, store)
        self._help = Help(Inline(catalogue))

    def dictionary(self, name: str) -> WordListView:
        return word_list_view(self._catalogue.dictionary(name))

    def start(self, request: GameChoices) -> GameView:
        return self._games.start(request).view

    def guess(self, game: GameView, guess: Guess) -> GameView:
        return self._games.guess(game.id, guess).view

    def hint(self, game: GameView) -> HintView:
        return self._help.hint(self._games.question(game.id))

    def confession(self, game: GameView) -> ConfessionView:
        return self._games.confession(Seat.of_player(game.id))

    def review(self, game: GameView) -> ReviewView:
        return self._help.review(self._games.played(Seat.of_player(game.id)))

    def address(self, _: GameView) -> None:
        return None

    def doubt(self, _: ConfessionView) -> None:
        return None  # the dealer is this process


def local_player(name: str, words: Path | None = None) -> LocalPlayer:
    """A player with one dictionary; `words`: a file whose words make the dictionary `name`."""
    return LocalPlayer(local_catalogue(name, words))


def local_catalogue(name: str, words: Path | None) -> Catalogue:
    """A catalogue of a dictionary (made of the `words` of a file, if any) and its dealers."""
    dictionary = _own_dictionary(words, name) if words else named(name)
    return Catalogue({name: dictionary}, dealers([dictionary]), guessers([dictionary]))


def _own_dictionary(words: Path, name: str) -> Dictionary:
    """The dictionary of the words of a file, whatever their letters."""
    file = word_file(words, letters_to_expect())
    rules = Rules(min_length=1, lowercase=True)
    letters = own_alphabet(file, rules)
    alphabet = checked_alphabet(ENGLISH + "".join(sorted({*letters} - {*ENGLISH})))
    filtered = words_in(file, replace(rules, alphabet=alphabet))
    print_what_was_dropped(filtered)
    return dictionary_of(name, filtered.commonness, alphabet=alphabet, language="und", source="")
