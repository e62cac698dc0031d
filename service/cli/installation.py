"""The dictionary of a language, made from hunspell's: its words, its licence, and what it lacks."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from service.cli import npm
from service.cli.console import progress, visible
from service.cli.failures import Failure
from service.dictionaries.alphabets import alphabet_of, alphabets_in, letters_of
from service.dictionaries.dictionary import Dictionary, dictionary_of
from service.dictionaries.hunspell import Hunspell
from service.dictionaries.hunspell_packages import Package, files_in
from service.dictionaries.language_words import MOST_COMMON, Choice, LanguageWords
from service.dictionaries.word_frequencies import frequencies, frequencies_version
from service.dictionaries.word_list import Rules, words_hidden
from service.settings import shipped

DEBIAN: Final = "/usr/share/hunspell"
CC_BY_SA: Final = "CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/)"
WORDS_ALONE: Final = "{title}: words of {origin}. Their licence:\n\n"
TO_SHARE: Final = f"""\
{{title}}. You may use this dictionary, change it and pass it on under
{CC_BY_SA}.

It has the commonest words of wordfreq {{version}} that {{origin}}
accepts, in small letters. Names, abbreviations and offensive words were left out. wordfreq is
© Robyn Speer (https://github.com/rspeer/wordfreq, doi:10.5281/zenodo.7199437, which names its
sources), and its data are under CC BY-SA 4.0. The list of hunspell is under this licence:

"""
NOT_TO_SHARE: Final = """\
{title}. This dictionary was made on your machine, for yourself. Do not pass it on: its words are
from {origin}, and how common they are is from wordfreq, whose data are under CC BY-SA 4.0. What is
made of both can only be published if both licences allow it. That of the words:

"""


@dataclass(frozen=True)
class Installation:
    """A dictionary in memory, the text of its licence, and the choice of its words."""

    dictionary: Dictionary
    licence: str
    choice: Choice


@dataclass(frozen=True)
class Source:
    """A list of hunspell, where it is from, and the text of its licence."""

    hunspell: Hunspell
    origin: str
    licence: str


def installation_of(package: Package, path: Path | None, hidden: Path | None) -> Installation:
    """The dictionary of a package's language.

    The words are from `path`, an archive of npm or a `.dic` of hunspell with its `.aff` beside it;
    without it, npm fetches the archive. The words in the list `hidden` are left out, too.
    Raises Failure, DictionaryError.
    """
    with progress(None, f"{package.dictionary}: reading"):
        source = _source(package, path)
        common = frequencies(package.language)
        words = _language_words(package, source.hunspell, hidden)
    choice = _choice(package, words, common)
    head, version = WORDS_ALONE, frequencies_version()
    if common:
        is_archive = path is None or path.suffix == ".tgz"
        head = TO_SHARE if package.is_permissive and is_archive else NOT_TO_SHARE
    dictionary = dictionary_of(
        package.dictionary,
        choice.commonness,
        alphabet=words.writing.alphabet,
        language=package.language,
        source=f"{source.origin}; wordfreq {version}, CC BY-SA 4.0" if common else source.origin,
        title=package.title,
        drops_accents=package.drops_accents,
    )
    head = head.format(title=package.title, origin=source.origin, version=version)
    return Installation(dictionary, head + source.licence, choice)


def _source(package: Package, path: Path | None) -> Source:
    """What is in a file, or in the archive that npm fetches."""
    if path and path.suffix != ".tgz":
        licence = "It is with the file.\n"
        return Source(Hunspell.in_files(path), visible(path.name), licence)
    archive = npm.bytes_of(path) if path else _fetched(package)
    files = files_in(archive, package)
    return Source(Hunspell(files.dic, files.aff), package.source, files.licence)


def _fetched(package: Package) -> bytes:
    """The archive of a package. Raises Failure."""
    if npm.is_installed():
        return npm.archive_of(package.name, package.version)
    debian, file = package.debian
    otherwise = (
        f"; or use Debian's list: apt-get install {debian}, and then hangman dictionary install"
        f" {package.language} --from {DEBIAN}/{file}.dic"
    )
    raise Failure(f"npm is missing: install Node.js with npm{otherwise if debian else ''}")


def _language_words(package: Package, hunspell: Hunspell, hidden: Path | None) -> LanguageWords:
    """The rules for the words of a language. Raises Failure, DictionaryError."""
    alphabet = alphabet_of(package.language, alphabets_in(shipped("data/alphabets.json")))
    if alphabet is None:
        raise Failure(f"{package.language}: data/alphabets.json does not have its alphabet")
    letters = letters_of(alphabet, drop_accents=package.drops_accents)
    lists: dict[str, list[str]] = json.loads(shipped("data/naughty_words.json").read_bytes())
    offensive = {*lists.get(package.language.partition("-")[0], ()), *lists["en"]}
    rules = Rules(letters, package.language, drop_accents=package.drops_accents)
    return LanguageWords(
        hunspell,
        rules.writing,
        package.vowels,
        frozenset(offensive | (words_hidden(hidden, rules) if hidden else frozenset())),
        frequencies("en"),
        package.has_capital_nouns,
    )


def _choice(package: Package, words: LanguageWords, common: Mapping[str, float]) -> Choice:
    """The commonest words, or all if nobody knows how common they are."""
    steps = min(MOST_COMMON, len(common)) if common else None
    with progress(steps, f"{package.dictionary}: words") as chosen:
        return words.commonest(common, chosen) if common else words.all_words()
