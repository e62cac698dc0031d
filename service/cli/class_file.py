"""The file of the games of a class: who plays which game. Only its owner can read it.

Its lines are for the teacher, and from them the command goes on after a failure:

    # The games of a class: whoever has a link can play its game, so keep this file to yourself.
    # lesson {"url": "http://192.168.1.7:8000", "key": "9b2e…", "length": 8, …}
    # watch all: http://192.168.1.7:8000/#/class?1,a26a…,77fe…
    1	ann	http://192.168.1.7:8000/#5fdx…	http://192.168.1.7:8000/#watch=a26a…
"""

import fcntl
import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final
from uuid import UUID, uuid5

from service.cli.failures import Failure

FIRST_LINE: Final = (
    "# The games of a class: whoever has a link can play its game, so keep this file to yourself."
)
LESSON: Final = "# lesson "
WATCH_ALL: Final = "# watch all: "
GAME: Final = re.compile(r"[0-9]+\t(?P<name>[^\t]+)\t\S*#(?P<id>\w+)\t\S*#watch=(?P<watch_id>\w+)")
OWNERS_ALONE: Final = 0o600
MOST_FOLLOWED: Final = 50  # games that one stream of the service follows


@dataclass(frozen=True)
class Lesson:
    """What the games of a class have in common: where they are, and how they are played.

    `key` is secret and random. The idempotency keys of the starts are made of it, so that a start
    whose response was lost starts no second game.
    """

    url: str
    key: str
    length: int
    max_misses: int
    dictionary: str
    dealer: str
    seed: int
    keep_seconds: int

    def key_of(self, number: int, name: str) -> str:
        """The idempotency key of the start of a student's game. It does not tell the name."""
        return str(uuid5(UUID(self.key), f"{number} {name}"))

    def address(self, fragment: str) -> str:
        """An address of the page of the service."""
        return f"{self.url.rstrip('/')}/#{fragment}"


@dataclass(frozen=True)
class StudentsGame:
    """A game and its student; whoever has its id can play it, and with its watch id see it."""

    name: str
    id: str
    watch_id: str


@dataclass(frozen=True)
class ClassFile:
    """A lesson and the games that were started, in a file at `path`."""

    path: Path
    lesson: Lesson
    games: tuple[StudentsGame, ...] = ()

    def with_game(self, game: StudentsGame) -> "ClassFile":
        """The same with another game."""
        return replace(self, games=(*self.games, game))

    def without(self, names: Sequence[str]) -> list[str]:
        """Those of the names that have no game."""
        started = {each.name for each in self.games}
        return [name for name in names if name not in started]

    def watch_links(self) -> list[str]:
        """The links that show all games, as many in each as a stream of the service follows.

        Each begins with the number of its first game.
        """
        ids = [each.watch_id for each in self.games]
        parts = {at: ids[at : at + MOST_FOLLOWED] for at in range(0, len(ids), MOST_FOLLOWED)}
        return [
            self.lesson.address(f"/class?{','.join([str(at + 1), *part])}")
            for at, part in parts.items()
        ]

    def rows(self) -> Iterator[tuple[str, str, str, str]]:
        """Each game's number, its student's name, and the links to play and to watch it."""
        for number, game in enumerate(self.games, 1):
            play, watch = game.id, f"watch={game.watch_id}"
            yield str(number), game.name, self.lesson.address(play), self.lesson.address(watch)

    def save(self) -> None:
        """Write the file, for its owner alone. Raises Failure."""
        lines = [FIRST_LINE, LESSON + json.dumps(asdict(self.lesson))]
        lines += [WATCH_ALL + link for link in self.watch_links()]
        lines += self.lines()
        write_for_owner(self.path, "".join(f"{line}\n" for line in lines))

    def lines(self) -> list[str]:
        """The games as lines of the file."""
        return ["\t".join(row) for row in self.rows()]


@contextmanager
def alone_at(path: Path) -> Iterator[None]:
    """Keep other commands away from the files of classes in this folder. Raises Failure."""
    try:
        folder = os.open(path.parent, os.O_RDONLY)
    except OSError as error:
        raise Failure(f"{path} cannot be written: {error.strerror}") from error
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise Failure(f"{path}: another “hangman class” is at work: try again") from error
        yield
    finally:
        os.close(folder)  # which unlocks it


def write_for_owner(path: Path, text: str) -> None:
    """Write a file, in one step, so that only its owner can read it. Raises Failure."""
    new = path.with_name(f".{path.name}.{os.getpid()}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    try:
        with open(os.open(new, flags, OWNERS_ALONE), "w", encoding="utf-8") as file:
            file.write(text)
        new.replace(path)
    except OSError as error:
        with suppress(OSError):
            new.unlink()
        raise Failure(f"{path} cannot be written: {error.strerror}") from error


def class_file(path: Path) -> ClassFile:
    """What an earlier run has written. Raises Failure if the file is something else."""
    if not path.is_file():  # reading a pipe could wait forever
        raise Failure(f"{path}: this is not a regular file")
    try:
        first, *lines = path.read_text(encoding="utf-8").splitlines() or [""]
        [lesson] = [line.removeprefix(LESSON) for line in lines if line.startswith(LESSON)]
        if first != FIRST_LINE:
            raise ValueError("it does not begin as our files do")
        begun = ClassFile(path, Lesson(**json.loads(lesson)))
        UUID(begun.lesson.key)
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}") from error
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise Failure(
            f"{path} is there already, and has no games of a class: choose another file with --into"
        ) from error
    written = [line for line in lines if not line.startswith("#")]
    rows = [GAME.fullmatch(line) for line in written]
    games = [StudentsGame(row["name"], row["id"], row["watch_id"]) for row in rows if row]
    begun = replace(begun, games=tuple(games))
    # A line that was taken out by hand would move the others, and give two students one game.
    if begun.lines() != written or len({game.id for game in games}) < len(games):
        raise Failure(f"{path}: its lines are not as “hangman class” wrote them: put them back")
    return begun
