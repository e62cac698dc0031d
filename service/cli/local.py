"""Games that are played and kept in this process, with no server."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from service.cli.client import Client
from service.cli.console import JSON
from service.cli.options import named
from service.dictionaries.dictionary import Dictionary, dictionary_of
from service.dictionaries.word_list import ENGLISH, Rules, checked_alphabet, filter_words
from service.play.catalogue import Catalogue
from service.play.games import Games
from service.play.listings import word_list_view
from service.play.requests import GameRequest, Guess
from service.registry import DEFAULT_GUESSER, dealers, guessers
from service.store.game_store import GameStore
from service.store.memory import Memory
from service.store.record import Retention


def local_client(name: str, words: Path | None = None) -> Client:
    """A player of games in this process; `words`: a file whose words make the dictionary `name`.

    Raises UnknownDictionary, DictionaryError.
    """
    store = GameStore(Memory(), Retention(played=0, unplayed=0))  # a Memory forgets nothing
    games = Games(local_catalogue(name, words), store)
    return Client(lambda path, posted: asdict(_view_at(games, path, posted or {})))


def _view_at(games: Games, path: str, posted: JSON) -> Any:
    """The view that the API answers with, at the paths that a Client requests."""
    match path.split("/")[1:]:
        case ["dictionaries", name]:
            return word_list_view(games.catalogue.dictionary(name))
        case ["games"]:
            return games.start(GameRequest(**posted)).view
        case ["games", game, "guesses"]:
            [(kind, text)] = posted.items()
            return games.guess(game, Guess(text, is_word=kind == "word")).view
        case ["games", game, "hint"]:
            return games.hint(game, DEFAULT_GUESSER)
        case ["games", game, "confession"]:
            return games.confession(game)
        case ["games", game, "review"]:
            return games.review(games.played(game))
    raise LookupError(path)


def local_catalogue(name: str, words: Path | None) -> Catalogue:
    """A catalogue of a dictionary (made of the `words` of a file, if any) and its dealers."""
    dictionary = _own_dictionary(words, name) if words else named(name)
    return Catalogue({name: dictionary}, dealers([dictionary]), guessers([dictionary]))


def _own_dictionary(words: Path, name: str) -> Dictionary:
    """The dictionary of the words of a file, whatever their letters. Raises DictionaryError."""
    filtered = filter_words(words, Rules(alphabet="", min_length=1, lowercase=True))
    letters = {letter for word in filtered.commonness for letter in word}
    alphabet = checked_alphabet(ENGLISH + "".join(sorted(letters - set(ENGLISH))))
    return dictionary_of(name, filtered.commonness, alphabet=alphabet, language="und", source="")
