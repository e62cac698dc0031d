"""The patterns that clients send: transcripts that lead to them, and the words of their length."""

from collections.abc import Sequence
from typing import Final

from service.dictionaries.dictionary import Dictionary
from service.engine import errors
from service.engine.game import letter_in, text_in
from service.engine.lexicon import Lexicon, positions_of
from service.engine.transcript import HIDDEN, Transcript, letter_answer, word_answer
from service.engine.writing import Writing, characters

HIDDEN_TOO: Final = str.maketrans(dict.fromkeys("-.?", HIDDEN))  # other signs for a hidden letter


def transcript_of(
    pattern: str,
    writing: Writing,
    wrong_letters: Sequence[str] = (),
    wrong_words: Sequence[str] = (),
    field: str = "pattern",
) -> Transcript:
    """A transcript that leads to this pattern, with these misses. Raises InvalidInput.

    `field` is the request's field that has the pattern.
    """
    pattern = _pattern_in(pattern, writing, field)
    shown = sorted(set(pattern) - {HIDDEN})
    wrong = [
        letter_in(letter, writing, f"wrong_letters/{number}")
        for number, letter in enumerate(wrong_letters)
    ]
    words = [
        text_in(word, writing, f"wrong_words/{number}") for number, word in enumerate(wrong_words)
    ]
    for number, letter in enumerate(wrong):
        if letter in shown:
            shows = f"The pattern shows “{letter}”, so it is not wrong."
            raise errors.Contradiction(shows, field=f"wrong_letters/{number}")
    for number, word in enumerate(words):
        if len(word) != len(pattern):
            raise errors.WrongLength(len(pattern), len(word), field=f"wrong_words/{number}")
        if word == pattern:
            shows = f"The pattern shows “{word}”, so it is not wrong."
            raise errors.Contradiction(shows, field=f"wrong_words/{number}")
    guessed = dict.fromkeys([*shown, *wrong])
    letters = [letter_answer(letter, positions_of(letter, pattern)) for letter in guessed]
    missed = [word_answer(word, hit=False) for word in dict.fromkeys(words)]
    return Transcript(len(pattern), (*letters, *missed))


def _pattern_in(text: str, writing: Writing, field: str) -> str:
    """A pattern in letters of the alphabet, with `_` for each hidden letter."""
    pattern = writing.read(_unspaced(text, field).translate(HIDDEN_TOO))
    text_in(pattern.replace(HIDDEN, ""), writing, field)
    return pattern


def _unspaced(text: str, field: str) -> str:
    """The pattern of one word without blanks: people write it as `_ a _ _ e`.

    Raises SeveralWords if blanks separate groups of letters.
    """
    groups = text.split()
    if len(groups) > 1 and any(len(characters(group)) > 1 for group in groups):
        raise errors.SeveralWords(len(groups), field=field)
    return "".join(groups)


def lexicon_of(dictionary: Dictionary, length: int, field: str) -> Lexicon:
    """The words of a length. Raises NoWordsOfLength, with the `field` that has the length."""
    if length not in dictionary.lexicons:
        raise errors.NoWordsOfLength(length, dictionary.lexicons, field)
    return dictionary.lexicons[length]
