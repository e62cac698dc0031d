"""The patterns that clients send: transcripts that lead to them, and the words of their length."""

from collections.abc import Sequence
from typing import Final

from service.dictionaries.dictionary import Dictionary
from service.engine import errors
from service.engine.game import letter_in, text_in
from service.engine.lexicon import Lexicon, in_alphabet, positions_of
from service.engine.transcript import HIDDEN, Transcript, letter_answer, word_answer

HIDDEN_TOO: Final = str.maketrans(dict.fromkeys("-.?", HIDDEN))  # other signs for a hidden letter


def transcript_of(
    pattern: str,
    alphabet: str,
    wrong_letters: Sequence[str] = (),
    wrong_words: Sequence[str] = (),
    field: str = "pattern",
) -> Transcript:
    """A transcript that leads to this pattern, with these misses. Raises InvalidInput.

    `field` is the request's field that has the pattern.
    """
    pattern = _pattern_in(pattern, alphabet, field)
    shown = sorted(set(pattern) - {HIDDEN})
    wrong = [
        letter_in(letter, alphabet, f"wrong_letters/{number}")
        for number, letter in enumerate(wrong_letters)
    ]
    words = [
        text_in(word, alphabet, f"wrong_words/{number}") for number, word in enumerate(wrong_words)
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


def _pattern_in(text: str, alphabet: str, field: str) -> str:
    """A pattern in the alphabet's case, with `_` for each hidden letter."""
    pattern = in_alphabet(text.translate(HIDDEN_TOO), alphabet)
    text_in(pattern.replace(HIDDEN, ""), alphabet, field)
    return pattern


def lexicon_of(dictionary: Dictionary, length: int, field: str) -> Lexicon:
    """The words of a length. Raises NoWordsOfLength, with the `field` that has the length."""
    if length not in dictionary.lexicons:
        raise errors.NoWordsOfLength(length, dictionary.lexicons, field)
    return dictionary.lexicons[length]
