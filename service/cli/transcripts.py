"""Games as JSON, in files or at a service: transcripts and confessions."""

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, NoReturn

from marshmallow import EXCLUDE, ValidationError, fields, pre_load

from service.api import schemas
from service.api.field_errors import FIELD, Schema, complaints, invalid_input
from service.choices import LONGEST_LIST
from service.cli.console import JSON, parse_json, visible
from service.cli.failures import Failure
from service.engine.transcript import Answer
from service.play.check import ConfessedGame
from service.play.commitment import NotAnOpening, opening_in
from service.play.review import Transcribed

DIGEST: Final = re.compile(r"[0-9a-f]{64}\Z")
guesses_of: Final = partial(schemas.Array, longest=schemas.MOST_GUESSES, required=True)
NAME: Final = re.compile(r"[^\\]{0,1000}")  # a backslash: something was escaped


def is_name(text: str) -> None:
    """Raises ValidationError if the text is too long for a name, or has a backslash."""
    if not NAME.fullmatch(text):
        raise invalid_input("invalid", f"{FIELD} must have at most 1000 letters, and no backslash.")


def is_digest(text: str) -> None:
    """Raises ValidationError if the text is not the digest of a commitment."""
    if not DIGEST.match(text):
        raise invalid_input("invalid", f"{FIELD} must be 64 hexadecimal digits.")


class ConfessedGuess(schemas.AnsweredGuess):
    """A guess of a confession. Only its words are validated: other fields are just compared."""

    dropped = schemas.Array(fields.String(), longest=LONGEST_LIST, required=True)
    kept = schemas.Array(fields.String(), longest=LONGEST_LIST, required=True)


@dataclass(frozen=True)
class SavedGame:
    """A game that its player has saved; `confession` is that of its dealer, if there is one.

    `source` names its place; `is_listed`: it is from a list or a folder, even of one game.
    """

    source: str
    player: str
    played: Transcribed
    confession: ConfessedGame | None
    is_listed: bool = False


class Transcript(Schema):
    """All answers of a game, as GET /games/{id}/guesses returns them."""

    guesses = guesses_of(fields.Nested(schemas.AnsweredGuess))


class Confession(Schema):
    """A confession."""

    dealer = fields.String(required=True, validate=is_name)
    honest = fields.Boolean(required=True, truthy={True}, falsy={False})
    seed = fields.Integer(required=True, strict=True)
    word = fields.String(required=True, validate=is_name)
    fingerprint = fields.String(required=True, validate=is_name)
    commitment = fields.String(required=True, validate=is_digest)
    opening = fields.String(required=True)
    odds = fields.Dict(required=True)
    guesses = guesses_of(fields.Nested(ConfessedGuess))


class PlayedGame(schemas.ReviewRequest):
    """A game to review: what a request has, a confession, or a game with its guesses."""

    @pre_load
    def beginning(self, game: JSON, **_: Any) -> JSON:
        """Add the members of the opening, which say how the game began."""
        return {**game, **vars(opening_in(game["opening"]))} if "opening" in game else game


def read_confession(content: JSON, source: str) -> ConfessedGame:
    """The game in a confession. Raises Failure, which names `source`, and NotAnOpening."""
    members = _load(Confession(), content, f"{source}: this is not a confession")
    answers, opening = list(members.pop("guesses")), opening_in(members.pop("opening"))
    return ConfessedGame(**members, opening=opening, answers=answers, choices=content["guesses"])


def answers_in(source: str) -> list[Answer]:
    """The answers in a transcript in a file, or at standard input (“-”)."""
    content = _content(source)
    if not isinstance(content, dict):
        raise Failure(f"{_name_of(source)}: this is not a JSON object")
    return list(_load(Transcript(), content, f"{source}: this is not a transcript")["guesses"])


def read_game(content: JSON, source: str, player: str, **defaults: str) -> SavedGame:
    """Read a game. Raises Failure, which names `source`.

    `player` and `defaults` are for fields that the game does not have.
    """
    if "watch_id" in content and "guesses" not in content:
        raise Failure(
            f"{source}: this is a game without its guesses. Review the answer of its /confession,"
            " or add the `guesses` of its /guesses."
        )
    try:
        confession = read_confession(content, source) if "opening" in content else None
        present = {name: value for name, value in content.items() if value is not None}
        played = _load(PlayedGame(), {**defaults, **present}, f"{source}: this is not a game")
    except NotAnOpening as error:
        raise Failure(f"{source}: {error}") from error
    return SavedGame(source, str(content.get("player") or player), played, confession)


def saved_games(source: str, **defaults: str) -> Iterator[SavedGame]:
    """The games in a file, or in the JSON files of a folder and its subfolders."""
    path = Path(source)
    for file in sorted(_json_files(path)) if os.path.isdir(source) else [path]:
        content = _content(str(file))
        # A game that does not name its player gets the name of the subfolder or of the file.
        part = file.relative_to(path).with_suffix("").parts[0] if file != path else path.stem
        is_list = isinstance(content, list)
        for number, game in enumerate(content if is_list else [content], 1):
            name = f"{_name_of(str(file))}{f', game {number}' if is_list else ''}"
            if not isinstance(game, dict):
                raise Failure(f"{name}: this is not a game")
            read = read_game(game, name, visible(part), **defaults)
            yield replace(read, is_listed=is_list or file != path)


def _json_files(folder: Path) -> Iterator[Path]:

    def refuse(error: OSError) -> NoReturn:
        raise Failure(f"{error.filename}: {error.strerror}") from error

    for place, _, names in os.walk(folder, onerror=refuse):
        yield from (Path(place, name) for name in names if name.endswith(".json"))


def _name_of(source: str) -> str:
    return "standard input" if source == "-" else source


def _content(source: str) -> Any:
    """The JSON value in a file, or at standard input (“-”)."""
    if not source:
        raise Failure("the name of the file is empty; “-” is standard input")
    try:
        if source == "-":
            return parse_json(sys.stdin.buffer.read())
        path = Path(source)
        if path.exists() and not path.is_file():  # reading a pipe could wait forever
            raise Failure(f"{path}: this is not a regular file")
        return parse_json(path.read_bytes())
    except OSError as error:
        address = f"; for the address of a game, write http://{source}"
        more = address if "/games/" in source else ""
        raise Failure(f"{source}: {error.strerror or error}{more}") from error
    except ValueError as error:
        raise Failure(f"{_name_of(source)}: this is not JSON") from error


def _load(schema: Schema, content: JSON, complaint: str) -> Any:
    try:
        return schema.load(content, unknown=EXCLUDE)
    except ValidationError as error:
        path, first = next(complaints(error.messages))
        raise Failure(f"{complaint}: {first.about(path)}") from error
