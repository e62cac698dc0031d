"""Words that no child should be shown, by language: data/naughty_words.py ARCHIVE > FILE.

FILE is data/naughty_words.json, and ARCHIVE npm's naughty-words (`npm pack naughty-words@1.2.0`).
Of its lists, the entries that are one word are taken, in small letters by the language.
"""

import json
import sys
import tarfile
from base64 import b64encode
from hashlib import sha512
from pathlib import Path
from unicodedata import normalize

INTEGRITY = (
    "0iadX6fN+3NsfvIRtWmmpEX9VsoIQ6n9FwyIxmew9w5yzFNqMgs/Ky0eAC/z5xXSHtqlVoByiovdROikwH9SXQ=="
)
NAMES = {"no": ("nb", "nn")}  # by what name a list is asked for, if not by its own
TURKISH = str.maketrans("Iİ", "ıi")


def words_of(name: str, entries: list[str]) -> list[str]:
    """The words of a list, sorted."""
    texts = [normalize("NFC", each) for each in entries]
    if name == "tr":
        texts = [each.translate(TURKISH) for each in texts]
    return sorted({each.lower() for each in texts if each.isalpha()})


def lists_in(archive: Path) -> dict[str, list[str]]:
    """The lists of the package by name. Raises ValueError if it is another one."""
    digest = b64encode(sha512(archive.read_bytes()).digest()).decode()
    if digest != INTEGRITY:
        raise ValueError(f"{archive}: this is not naughty-words 1.2.0: {digest}")
    with tarfile.open(archive) as members:
        files = {Path(each.name): members.extractfile(each) for each in members if each.isfile()}
        return {
            path.stem: words_of(path.stem, json.load(file))
            for path, file in sorted(files.items())
            if file and path.match("package/??.json")
        }


if __name__ == "__main__":
    lists = lists_in(Path(sys.argv[1]))
    by_name = {name: words for each, words in lists.items() for name in NAMES.get(each, (each,))}
    print(json.dumps(by_name, ensure_ascii=False, indent=0))
