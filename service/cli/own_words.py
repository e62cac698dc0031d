"""A dictionary made of a word list, for one game."""

from pathlib import Path
from tempfile import TemporaryDirectory

from service.dictionaries.dictionary import Dictionary, build, load, write
from service.dictionaries.word_list import ENGLISH, Rules, checked_alphabet, filter_words, lines_of


def dictionary_of(words: Path, name: str) -> Dictionary:
    """The dictionary `name`, of the words of a file, whatever their letters.

    Raises DictionaryError.
    """
    alphabet = _alphabet_of(words)
    filtered = filter_words(words, Rules(alphabet=alphabet, min_length=1, lowercase=True))
    files = build(name, filtered.commonness, alphabet=alphabet, language="und", source=words.name)
    with TemporaryDirectory() as folder:
        write(Path(folder, name), files)
        return load(Path(folder, name))


def _alphabet_of(words: Path) -> str:
    """The English letters, and all others that occur. Raises DictionaryError."""
    letters = {letter for line in lines_of(words) for letter in line.lower() if letter.isalpha()}
    return checked_alphabet(ENGLISH + "".join(sorted(letters - set(ENGLISH))))
