"""Objects that tests need, each in one line."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from service.dictionaries.dictionary import Dictionary, dictionary_of
from service.dictionaries.word_list import ENGLISH
from service.engine.game import Game, start
from service.engine.indexing import lexicon_of
from service.engine.lexicon import Lexicon
from service.engine.weights import Weights
from service.play.catalogue import Catalogue
from service.registry import DEALERS, dealers, guessers
from service.search.refutation_table import RefutationTable
from service.search.word_sets import packed

NEW_TAG = "1-989042d6"  # of every new game
NEW_ETAG = f'"{NEW_TAG}"'

Words = Iterable[str] | Mapping[str, int]  # with their commonness, where it matters
Dictionaries = Mapping[str, Dictionary]  # by their names


def lexicon(words: Words, alphabet: str = ENGLISH) -> Lexicon:
    return lexicon_of(_with_commonness(words), alphabet)


def weights_of(words: Lexicon, chances: Mapping[str, int]) -> Weights:
    return np.array([chances[word] for word in words.words(words.everything)])


def refutation_table(ids: Sequence[int], forced: int, groups: int = 0) -> RefutationTable:
    """The table of one refutation; its words are also a one-letter group if `groups` is 1."""
    column = packed(np.ones((1, len(ids)), dtype=bool)).T
    return RefutationTable(
        np.array(ids), column, np.array([forced], dtype=np.uint8), column[:, :groups]
    )


def game(
    words: Words,
    dealer: str = "largest-family",
    *,
    max_misses: int = 8,
    seed: int = 1,
    alphabet: str = ENGLISH,
) -> Game:
    of = lexicon(words, alphabet)
    return start(
        {of.length: of}, DEALERS[dealer](), length=of.length, max_misses=max_misses, seed=seed
    )


def dictionary(words: Words, name: str = "tiny", alphabet: str = ENGLISH) -> Dictionary:
    commonness = _with_commonness(words)
    return dictionary_of(
        name, commonness, alphabet=alphabet, language="en", source="a test", reviewed=True
    )


def catalogue(dictionaries: Dictionaries) -> Catalogue:
    """A catalogue with all dealers and guessers."""
    words = dictionaries.values()
    return Catalogue(dictionaries, dealers(words), guessers(words))


def catalogue_of(words: Words) -> Catalogue:
    """A catalogue with one dictionary, `en`, of these words."""
    return catalogue({"en": dictionary(words, "en")})


def _with_commonness(words: Words) -> dict[str, int]:
    return dict(words) if isinstance(words, Mapping) else dict.fromkeys(words, 0)
