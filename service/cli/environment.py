"""What the environment gives to a command: its folders, its plug-ins, and its dictionaries.

Functions import what needs NumPy, because at the Tab key it would cost 0.1 s.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from service.cli.failures import Failure
from service.plugins import load_plugins
from service.settings import Places
from service.wording import counted, ranges

if TYPE_CHECKING:
    from service.dictionaries.dictionary import Dictionary
    from service.engine.lexicon import Lexicon


def places() -> Places:
    """Where dictionaries, plug-ins and games are, in this environment."""
    return Places.from_environ(os.environ)


def use_plugins() -> None:
    """Register all plug-ins."""
    load_plugins(places().plugins)


def dictionaries() -> "Mapping[str, Dictionary]":
    """All dictionaries, by name."""
    from service.dictionaries.dictionary import load_all

    return load_all(existing_folders())


def existing_folders() -> list[Path]:
    """The folders of dictionaries. Raises BadSetting if one of the user's does not exist."""
    ours = places()
    ours.check_folders()
    return ours.dictionary_folders


def named(name: str) -> "Dictionary":
    """One dictionary; one that is unknown is refused in the API's words."""
    from service.dictionaries.dictionary import folders_by_name, load_with_tables

    folders = existing_folders()
    places = folders_by_name(folders)
    if name not in places:
        from service.play.refusals import UnknownDictionary

        raise UnknownDictionary(name, places)
    return load_with_tables([places[name]], folders)[name]


def lexicons(dictionary: "Dictionary", length: int | None) -> "list[Lexicon]":
    """The words of one length, or of all lengths, of a dictionary."""
    if length is not None and length not in dictionary.lexicons:
        name, lengths = dictionary.description.name, ranges(dictionary.lexicons)
        wanted = counted(length, "letter")
        raise Failure(f"{name} has no words of {wanted}. It has words of {lengths} letters.")
    return [dictionary.lexicons[length]] if length else list(dictionary.lexicons.values())
