"""What a file looks like that is no word list: a picture, a program, a page."""

import re
from typing import Final

TAR: Final = slice(257, 262)  # of a header
MARKUP_WITHIN: Final = 1000  # characters

SIGNATURES: Final = {  # the first bytes of a file
    b"\x89PNG\r\n": "a picture (PNG)",
    b"\xff\xd8\xff": "a picture (JPEG)",
    b"GIF8": "a picture (GIF)",
    b"%PDF-": "a PDF",
    b"\x7fELF": "a program (ELF)",
    b"MZ\x90\x00": "a program (of Windows)",
    b"\xcf\xfa\xed\xfe": "a program (of macOS)",
    b"SQLite format 3\x00": "a file of SQLite",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "the document of an office program",
    b"{\\rtf": "a document in RTF",
    b"Rar!": "an archive (RAR)",
    b"7z\xbc\xaf\x27\x1c": "an archive (7z)",
    b"\x28\xb5\x2f\xfd": "an archive (Zstandard)",
    b"\x1f\x8b": "an archive (gzip)",
    b"PK\x03\x04": "an archive (zip)",
    b"BZh9": "an archive (bzip2)",
    b"\xfd7zXZ\x00": "an archive (xz)",
    b"evil-hangman lexicon": "a part of a dictionary that was built already",
    b"version https://git-lfs": "a pointer of Git LFS, without the file itself",
}
TEXTS: Final = {  # how a text begins
    re.compile(r"\s*<(!doctype html|html|head|body)\b", re.IGNORECASE): "a web page (HTML)",
    re.compile(r"\s*<(\?xml|!--|[a-z][\w:-]*[\s>])", re.IGNORECASE): "XML",
    re.compile(r"(\s*#.*\n|\s)*(SET|FLAG|TRY|[PS]FX|REP|LANG) \S+", re.ASCII): (
        "hunspell's file of affixes (the words are in the .dic beside it)"
    ),
}


def binary_kind(data: bytes) -> str | None:
    """What a file that is no text looks like, by its first bytes; None if it may be a text."""
    if data[TAR] == b"ustar":
        return "an archive (tar)"
    return next((kind for start, kind in SIGNATURES.items() if data.startswith(start)), None)


def text_kind(text: str) -> str | None:
    """What a text that is no word list looks like, by its beginning; None if it may be one."""
    start = text[:MARKUP_WITHIN]
    return next((kind for form, kind in TEXTS.items() if form.match(start)), None)
