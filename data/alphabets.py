"""The alphabet of each language, from CLDR: data/alphabets.py PACKAGE > data/alphabets.json.

PACKAGE is the unpacked folder of npm's cldr-misc-full (`npm pack cldr-misc-full@48.2.0`).
"""

import json
import re
import sys
from itertools import combinations
from pathlib import Path
from unicodedata import category, normalize

LANGUAGES = (
    "af ar az be bg bs ca ckb cs cy da de el en eo es et eu fa fi fil fo fr ga gd gl he hr hu hy "
    "id is it ka kk ky lb lt lv mi mk mn ms mt nb nl nn oc pl pt ro ru sk sl sq sr sr-Latn sv sw "
    "tg tk tr tt uk ur uz vi yo zu"
)
MISSING = {
    "hy": "և"
}  # CLDR has it beside the alphabet, but Armenia has it in it, and it is in most texts
MOST = 64  # letters in an alphabet: service/engine/lexicon.py
FINAL_FORMS = "ςךםןףץ"  # of σ כ מ נ פ צ: other ways to write a letter, and no letters themselves


def groups_of(exemplars: str) -> list[list[str]]:
    """The letters of a set such as "[aá b {ch} ñ]", as CLDR groups them: [[a, á], [b], [ñ]].

    Clusters of letters, marks, signs and capitals are left out. The letters of a group differ only
    by accents (they sort alike), or are forms of the same letter.
    """
    single = re.sub(r"\{.*?\}", "", normalize("NFC", exemplars.strip("[]")))
    groups = [[letter for letter in group if is_letter(letter)] for group in single.split()]
    return [group for group in groups if group]


def is_letter(character: str) -> bool:
    """Whether it is a letter that is neither a capital nor the final form of another."""
    return category(character) in {"Ll", "Lo"} and character not in FINAL_FORMS


def is_accented(letter: str, group: list[str]) -> bool:
    """Whether it is another letter of its group with accents."""
    base, *marks = [*normalize("NFD", letter)]
    some_marks = [kept for number in range(len(marks)) for kept in combinations(marks, number)]
    return any(normalize("NFC", base + "".join(kept)) in group for kept in some_marks)


def alphabets_of(exemplars: str, missing: str = "") -> dict[str, str]:
    """The whole alphabet, unless it is too long, and the one to use where accents are dropped.

    `missing` has letters that it ends with.
    """
    groups = [*groups_of(exemplars), *missing]
    whole = "".join([letter for group in groups for letter in group])
    bare = [letter for group in groups for letter in group if not is_accented(letter, group)]
    alphabets = {"alphabet": whole, "without_accents": "".join(bare)}
    return {name: letters for name, letters in alphabets.items() if len(letters) <= MOST}


def exemplars_of(language: str, package: Path) -> str:
    """The letters that a language needs, as CLDR writes them."""
    content = json.loads((package / "main" / language / "characters.json").read_bytes())
    return str(content["main"][language]["characters"]["exemplarCharacters"])


if __name__ == "__main__":
    package = Path(sys.argv[1])
    alphabets = {
        name: alphabets_of(exemplars_of(name, package), MISSING.get(name, ""))
        for name in LANGUAGES.split()
    }
    print(json.dumps(alphabets, ensure_ascii=False, indent=2))
