"""How often words occur, from the package wordfreq if it is installed (57 MB, so nobody has to)."""

from collections.abc import Mapping
from importlib.metadata import version
from importlib.util import find_spec

PACKAGE = "wordfreq"


def has_frequencies() -> bool:
    """Whether wordfreq is installed."""
    return find_spec(PACKAGE) is not None


def frequencies_version() -> str:
    """The version of wordfreq; nothing if it is not installed."""
    return version(PACKAGE) if has_frequencies() else ""


def frequencies(language: str) -> Mapping[str, float]:
    """How often each word of exactly this language occurs: a share of all words, commonest first.

    Nothing if wordfreq is not installed or does not know the language: asked by name, it gives
    that of a neighbour without a word (Norwegian for Danish).
    """
    if not has_frequencies():
        return {}
    from wordfreq import available_languages, get_frequency_dict

    sizes = [size for size in ("large", "small") if language in available_languages(size)]
    if not sizes:
        return {}
    unordered: Mapping[str, float] = get_frequency_dict(language, sizes[0])
    return dict(sorted(unordered.items(), key=lambda item: (-item[1], item[0])))
