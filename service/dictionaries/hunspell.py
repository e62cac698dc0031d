"""A dictionary of hunspell: the words that it accepts, and what it says of each.

It has stems and the affixes that they take; spylls reads them.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any, Final, Self

from spylls.hunspell.algo.lookup import Lookup
from spylls.hunspell.readers.aff import read_aff
from spylls.hunspell.readers.dic import read_dic
from spylls.hunspell.readers.file_reader import BaseReader

from service.dictionaries.arrays import DictionaryError

MOST_FORMS: Final = 8  # of one word that are looked at: long compounds have hundreds
FLAGS_OF_NO_WORD: Final = ("FORBIDDENWORD", "NOSUGGEST", "ONLYINCOMPOUND", "NEEDAFFIX")


@dataclass(frozen=True)
class Reading:
    """How hunspell understands a word.

    `stems` are all that it may come from; a compound has several. It
    `is_bare` if it is in the list without an affix that it could take.
    """

    stems: frozenset[str]
    is_compound: bool = False
    is_bare: bool = False


class _Lines(BaseReader):  # type: ignore[misc]  # spylls brings no types
    """The lines of a file in memory; those of spylls stay open."""

    def __init__(self, content: bytes, encoding: str = "Windows-1252") -> None:
        self._content = content
        super().__init__(self._text(encoding))

    def reset_encoding(self, encoding: str) -> None:
        """Go on in another encoding, which the file itself names."""
        self.reset_io(self._text(encoding))

    def _text(self, encoding: str) -> StringIO:
        return StringIO(self._content.decode(encoding, "surrogateescape"), newline=None)


class Hunspell:
    """The stems and affixes in two files of hunspell, `NAME.dic` and `NAME.aff`."""

    def __init__(self, dic: bytes, aff: bytes) -> None:
        """Read both files. Raises DictionaryError if hunspell could not."""
        try:
            self._aff, context = read_aff(_Lines(aff))
            self._words = read_dic(_Lines(dic, context.encoding), aff=self._aff, context=context)
        # What spylls raises depends on where it stumbles.
        except Exception as error:
            raise DictionaryError(
                f"this is no dictionary of hunspell, or its .aff is not: {error!r:.80}"
            ) from error
        self._good_forms = Lookup(self._aff, self._words).good_forms
        self._no_words = {flag for name in FLAGS_OF_NO_WORD if (flag := getattr(self._aff, name))}

    @classmethod
    def in_files(cls, dic: Path) -> Self:
        """What is in a `.dic` and the `.aff` beside it. Raises DictionaryError."""
        try:
            return cls(dic.read_bytes(), dic.with_suffix(".aff").read_bytes())
        except OSError as error:
            raise DictionaryError(f"{error.filename}: {error.strerror}") from error
        except DictionaryError as error:
            raise DictionaryError(f"{dic}: {error}") from error

    def __len__(self) -> int:
        return len(self._words.words)

    def lists(self, text: str) -> bool:
        """Whether the list has this text itself, in these capitals."""
        return any(self._is_word(each.flags) for each in self._entries(self._as_listed(text)))

    def reading(self, word: str) -> Reading | None:
        """How it understands a word in these capitals; None if it does not accept it."""
        listed = self._as_listed(word)
        forms = self._good_forms(listed, capitalization=False, allow_nosuggest=False)
        parts = [getattr(form, "parts", [form]) for form in islice(forms, MOST_FORMS)]
        if not parts:
            return None
        entries = self._entries(listed)
        return Reading(
            frozenset(self._as_written(stem) for stem in _stems_in(parts)),
            is_compound=min(map(len, parts)) > 1,
            is_bare=bool(entries) and not any(each.flags for each in entries),
        )

    def stems(self) -> Iterator[str]:
        """Each stem that is a word by itself."""
        words = self._words.words
        return (self._as_written(each.stem) for each in words if self._is_word(each.flags))

    def words(self) -> Iterator[str]:
        """Each stem, and after it each word that one affix makes of it, or a prefix and a suffix.

        A word may come twice, or not be accepted: some stems are no words by themselves.
        """
        for entry in self._words.words:
            if self._is_word(entry.flags):
                yield self._as_written(entry.stem)
            if not self._is_forbidden(entry.flags):
                yield from map(self._as_written, self._forms(entry.stem, entry.flags))

    def _forms(self, stem: str, flags: Collection[str]) -> Iterator[str]:
        suffixed = [
            (f"{stem[: len(stem) - len(each.strip)]}{each.add}", each.crossproduct)
            for flag in flags
            for each in self._aff.SFX.get(flag, ())
            if self._makes_words(each) and stem.endswith(each.strip)
            if each.cond_regexp.search(stem)
        ]
        prefixes = [
            each
            for flag in flags
            for each in self._aff.PFX.get(flag, ())
            if self._makes_words(each) and stem.startswith(each.strip)
            if each.cond_regexp.search(stem)
        ]
        yield from (form for form, _ in suffixed)
        for prefix in prefixes:
            crossed = [form for form, crosses in suffixed if crosses and prefix.crossproduct]
            for form in (stem, *crossed):
                yield f"{prefix.add}{form[len(prefix.strip) :]}"

    def _entries(self, text: str) -> list[Any]:
        entries: list[Any] = self._words.homonyms(text)
        return entries

    def _as_listed(self, text: str) -> str:
        """A text in the characters of the list: Dutch has one character for ij there."""
        return str(self._aff.ICONV(text)) if self._aff.ICONV else text

    def _as_written(self, text: str) -> str:
        """A text in the characters that people use."""
        return str(self._aff.OCONV(text)) if self._aff.OCONV else text

    def _is_word(self, flags: Collection[str]) -> bool:
        return self._no_words.isdisjoint(flags)

    def _is_forbidden(self, flags: Collection[str]) -> bool:
        return bool({self._aff.FORBIDDENWORD, self._aff.NOSUGGEST} & {*flags} - {None})

    def _makes_words(self, affix: Any) -> bool:
        return self._no_words.isdisjoint(affix.flags) and self._aff.CIRCUMFIX not in affix.flags


def _stems_in(forms: list[list[Any]]) -> Iterator[str]:
    """The stems of all parts of some forms; a number in a compound has none."""
    return (part.in_dictionary.stem for parts in forms for part in parts if part.in_dictionary)
