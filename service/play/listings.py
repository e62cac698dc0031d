"""What clients see of the dictionaries, dealers and guessers that their requests can name."""

from dataclasses import dataclass
from inspect import cleandoc
from typing import Any

from service.dictionaries.dictionary import Dictionary
from service.engine.game import Dealer
from service.engine.guessers import Guesser
from service.engine.writing import Direction, Writing
from service.registry import DAY_DEALERS, DEFAULT_DEALER, DEFAULT_DICTIONARY, DEFAULT_GUESSER
from service.search.budget import Bounds


@dataclass(frozen=True)
class LengthView:
    """How many words of one length a dictionary has, and how many misses perfect play forces."""

    length: int
    """The length of the words."""
    word_count: int
    """How many words have this length."""
    misses_forced: Bounds | None
    """The misses that perfect play forces, or bounds on them; null if they are not known."""


@dataclass(frozen=True)
class WordListView:
    """A dictionary."""

    name: str
    """The name by which requests choose it."""
    title: str
    """Its name for people."""
    language: str
    """A language tag (BCP 47); `und` if the language is not known."""
    alphabet: str
    """The letters that can be guessed."""
    capitals: str
    """The capital of each letter, at the same place; the letter itself if it has none."""
    direction: Direction
    """Whether words run from left to right (`ltr`) or from right to left (`rtl`)."""
    read_as: dict[str, str]
    """Other characters that are read as a letter of the alphabet, such as its capital or its form
    at the end of a word, and that letter; an empty text for a mark that does not count."""
    source: str
    """Where the words come from."""
    fingerprint: str
    """A hash of the words and of how common they are, 16 hexadecimal digits."""
    word_count: int
    """How many words it has."""
    lengths: list[LengthView]
    """The lengths of its words, shortest first."""
    reviewed: bool
    """Whether somebody has read its words, so that no child is shown what it should not be."""
    default: bool
    """Whether requests that name no dictionary get this one."""


@dataclass(frozen=True)
class DealerView:
    """A dealer."""

    name: str
    """The name that a new game sends as its `dealer`."""
    title: str
    """Its name for people."""
    description: str
    """What it does, and whose idea it is."""
    honest: bool
    """Whether it deals one word and stands by it."""
    default: bool
    """Whether games that name no dealer get this one."""
    daily: bool
    """Whether this dealer may deal a daily game, or a game with `any`."""


@dataclass(frozen=True)
class GuesserView:
    """A guesser."""

    name: str
    """The name by which requests choose it."""
    title: str
    """Its name for people."""
    description: str
    """Which letter it guesses, and whose idea it is."""
    default: bool
    """Whether requests that name no guesser get this one."""


def word_list_view(dictionary: Dictionary) -> WordListView:
    """A dictionary as clients see it."""
    about, writing = dictionary.description, dictionary.writing
    return WordListView(
        name=about.name,
        title=about.title or about.name,
        language=about.language,
        alphabet=writing.alphabet,
        capitals=writing.capitals,
        direction=writing.direction,
        read_as=dict(writing.read_as),
        source=about.source,
        fingerprint=about.fingerprint,
        word_count=len(dictionary),
        lengths=[
            LengthView(length, words, dictionary.misses_forced.get(length))
            for length, words in about.words_per_length.items()
        ],
        reviewed=about.reviewed,
        default=about.name == DEFAULT_DICTIONARY,
    )


def writing_in(view: WordListView) -> Writing:
    """How the letters of a dictionary are written, as any service may publish it."""
    read_as = {each: letter for each, letter in view.read_as.items() if len(each) == 1}
    has_capitals = len(view.capitals) == len(view.alphabet)
    capitals = view.capitals if has_capitals else view.alphabet
    return Writing(view.alphabet, capitals, view.direction, read_as)


def dealer_view(dealer: Dealer) -> DealerView:
    """A dealer as clients see it."""
    about, is_daily = _about(dealer, DEFAULT_DEALER), dealer.name in DAY_DEALERS
    return DealerView(**about, honest=dealer.is_honest, daily=is_daily)


def guesser_view(guesser: Guesser) -> GuesserView:
    """A guesser as clients see it."""
    return GuesserView(**_about(guesser, DEFAULT_GUESSER))


def _about(each: Dealer | Guesser, default: str) -> dict[str, Any]:
    """The fields that the views of dealers and guessers share."""
    description, *_ = cleandoc(type(each).__doc__ or "").split("\n\n")
    return {
        "name": each.name,
        "title": each.title,
        "description": " ".join(description.split()),
        "default": each.name == default,
    }
