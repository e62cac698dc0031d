"""A checker of tables of cores, in plain Python: it shares nothing with what made or uses them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from service.exact.certificate_check import BadCertificate, families_of, is_star

Words: TypeAlias = int  # some words of the table: bit i = its i-th


def check_table(
    words: Sequence[str],
    cores: Sequence[tuple[Sequence[str], int]],
    stars: Sequence[Sequence[str]],
) -> str:
    """What a table proves, in a sentence. Raises BadCertificate.

    `words` occur in it. A core, some of them with the misses that they force, is right if to every
    letter there is a reply in the table: a core or what is left of a star, of the words that have
    the letter at the same places, that forces as much, or one miss less where they lack it.
    """
    bits = {word: 1 << place for place, word in enumerate(words)}
    table = Table(words, [sum(bits[word] for word in star) for star in stars])
    for star in stars:
        if not is_star(star):
            raise BadCertificate(f"star {' '.join(star)}: they differ in more than a letter each")
    for core, forces in cores:
        table.add(sum(bits[word] for word in core), forces)
    for core, forces in cores:
        letter = table.unanswered(sum(bits[word] for word in core), forces)
        if letter:
            raise BadCertificate(f"core {' '.join(core)}: no reply to {letter}")
    most = max([forces for _, forces in cores] + [len(star) - 1 for star in stars])
    return f"a dealer who keeps to {len(words)} words forces misses: {most}"


class Table:
    """The cores by what they force, and how letters tell the words of the table apart."""

    def __init__(self, words: Sequence[str], stars: Sequence[Words]) -> None:
        self._stars = stars
        self._forcing: dict[int, list[Words]] = defaultdict(list)
        self._families: dict[str, list[tuple[bool, Words]]] = {}
        for letter in sorted(set("".join(words))):
            found: dict[tuple[int, ...], Words] = defaultdict(int)
            for where, family in families_of(letter, list(words)).items():
                found[where] = sum(1 << words.index(word) for word in family)
            self._families[letter] = [(not where, family) for where, family in found.items()]

    def add(self, core: Words, forces: int) -> None:
        """One core more."""
        self._forcing[forces].append(core)

    def unanswered(self, core: Words, forces: int) -> str | None:
        """A letter that has no reply."""
        as_much = list(self._held(core, forces))
        less = list(self._held(core, forces - 1))
        for letter, everywhere in self._families.items():
            families = [(lacking, core & of) for lacking, of in everywhere if core & of]
            if len(families) > 1 and not any(
                self._forces(family, forces - lacking, less if lacking else as_much)
                for lacking, family in families
            ):
                return letter
        return None

    def _held(self, words: Words, forces: int) -> Iterator[Words]:
        return (core for core in self._forcing[forces] if core & words == core)

    def _forces(self, words: Words, forces: int, held: Sequence[Words]) -> bool:
        return (
            forces <= 0
            or any(core & words == core for core in held)
            or any((star & words).bit_count() > forces for star in self._stars)
        )
