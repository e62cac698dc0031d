"""The slips of a class: a page to print, with the link of each student to cut out."""

import os
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Final

from service.cli.class_file import write_for_owner
from service.cli.failures import Failure

BEGINNING: Final = (
    "<!doctype html>\n<!-- The slips of a class: whoever has a link can play it. -->\n"
)
HEAD: Final = """<html lang="en">
<head>
<meta charset="utf-8">
<title>Slips</title>
<style>
@page { size: A4; margin: 12mm; }
body { margin: 0; font: 13pt/1.4 Georgia, serif; color: #000; background: #fff; }
p { margin: 0; padding: 5mm 0; border-bottom: 1pt dashed #000; break-inside: avoid; }
code { display: block; font: 13pt/1.6 "Courier New", monospace; overflow-wrap: anywhere; }
small { font-size: 10pt; }
</style>
</head>
<body>
"""
SLIP: Final = """<p><b>{number}</b> {name} <code>{link}</code>
<small>0 and 1 are digits: behind the #, a link has no O and no L.</small></p>
"""
END: Final = "</body>\n</html>\n"


def check_place(path: Path) -> None:
    """Raise Failure if a file is there that is no page of slips. An empty one may be replaced."""
    if os.path.exists(path) and not os.path.isfile(path):  # a pipe would wait for a reader
        raise Failure(f"{path}: this is not a regular file")
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            is_ours = file.read(len(BEGINNING)) in ("", BEGINNING)
    except FileNotFoundError:
        return
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}") from error
    if not is_ours:
        raise Failure(f"{path} is there already, and is no page of slips: choose another file")


def write_slips(path: Path, students: Iterable[tuple[str, str, str]]) -> None:
    """Write the slips of students, given as number, name and link, for their owner alone.

    Raises Failure.
    """
    check_place(path)  # again: the file for the links is there now
    slips = [
        SLIP.format(number=number, name=escape(name), link=escape(link))
        for number, name, link in students
    ]
    write_for_owner(path, "".join([BEGINNING, HEAD, *slips, END]))
