"""Transcripts of games in files: what a review is made of, and who played."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from marshmallow import EXCLUDE, ValidationError

from service.api.schemas import NewReview
from service.cli.json_input import json_in
from service.engine.errors import HangmanError
from service.play import review

FIELDS: Final = ({"letter", "positions"}, {"word", "hit"})


class NoTranscript(HangmanError):
    """A file that is no transcript of a game; `str(error)` says why."""


@dataclass(frozen=True)
class Transcribed:
    """A game, and the name of its player."""

    player: str
    played: review.Transcribed


def transcripts_in(path: Path, **asked: str) -> Iterator[Transcribed]:
    """The games in a file, or in the JSON files of a folder and its subfolders.

    `asked` are fields for games that do not have them. A player's name is `player` in the file;
    else that of the subfolder, else that of the file. Raises NoTranscript.
    """
    if not path.is_dir():
        yield from _games_in(path, path.stem, asked)
        return
    files = sorted(path.rglob("*.json"))
    if not files:
        raise NoTranscript(f"{path} has no JSON file")
    for file in files:
        [*folders, name] = file.relative_to(path).with_suffix("").parts
        yield from _games_in(file, folders[0] if folders else name, asked)


def _games_in(file: Path, player: str, asked: Mapping[str, str]) -> Iterator[Transcribed]:
    try:
        content = json_in(file.read_bytes())
        for game in content if isinstance(content, list) else [content]:
            yield Transcribed(str(game.get("player", player)), _played(game, asked))
    except OSError as error:
        address = f"; as an address: http://{file}" if "games" in file.parts else ""
        raise NoTranscript(f"{file}: {error.strerror}{address}") from error
    except ValidationError as error:
        raise NoTranscript(f"{file}: {error.messages}") from error
    except (ValueError, TypeError, AttributeError, LookupError) as error:
        raise NoTranscript(f"{file} is no transcript of a game") from error


def _played(game: Mapping[str, Any], asked: Mapping[str, str]) -> review.Transcribed:
    """The game in a transcript, a confession, or a game with its guesses."""
    described = {**asked, **game, **(game.get("opening") or {})}
    if not {"length", "pattern"} & game.keys() and "word" in game:
        described["length"] = len(game["word"])
    if "id" in game:
        described.pop("pattern", None)  # of one of our games, that of its end
    guesses = [_guess(each.get("guess", each)) for each in game["guesses"]]
    played = NewReview(unknown=EXCLUDE).load({**described, "guesses": guesses})
    assert isinstance(played, review.Transcribed)
    return played


def _guess(answered: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a guess that matter: ours also say when it was made, and `hit` of a letter."""
    fields = FIELDS[0] if answered.get("letter") is not None else FIELDS[1]
    return {name: value for name, value in answered.items() if name in fields}
