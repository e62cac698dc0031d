"""`hangman class`: a game for each student, with a link to play it and one to watch them all."""

import os
import re
import stat
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit
from uuid import uuid4

import click

from service.choices import LARGEST_SEED, MOST_MISSES
from service.cli import options
from service.cli.console import progress
from service.cli.failures import Failure, Refusal
from service.cli.usage import Misused, Whole
from service.engine.errors import HangmanError
from service.registry import DEALERS, DEFAULT_DEALER, DEFAULT_DICTIONARY
from service.wording import counted, listed

if TYPE_CHECKING:
    from service.cli.class_file import ClassFile, Lesson, StudentsGame
    from service.cli.remote_service import RemoteService

SHEET: Final = Path(__file__).parent / "lesson_sheet.html"
GONE: Final = "game-not-found"
ID: Final = re.compile(r"\w{1,64}", re.ASCII)
LONGEST: Final = 14  # days; a service allows as many unless its operator has set another bound
NAMED: Final = 10  # students that a message names
OPTIONS: Final = {"keep_seconds": "days"}  # of a lesson, where the name is another
HERE: Final = ("localhost", "127.0.0.1", "::1")


@click.command("class")
@click.argument("names", required=False, type=click.Path(path_type=Path))
@click.option(
    "--url", metavar="URL", help="The service, by the address that the students' browsers open."
)
@click.option("--length", type=Whole(1), default=8, show_default=True, help="Letters of the word.")
@click.option(
    "--max-misses",
    metavar=f"1-{MOST_MISSES}|never",
    type=options.max_misses,
    default="6",
    show_default=True,
    help="The number of misses that ends a game.",
)
@click.option(
    "--dictionary",
    metavar="NAME",
    default=DEFAULT_DICTIONARY,
    show_default=True,
    help="The dictionary of the word.",
)
@click.option(
    "--dealer",
    metavar="NAME",
    default=DEFAULT_DEALER,
    show_default=True,
    help=f"The dealer of all games: {listed(DEALERS.ours, 'or')}, or another one of the service.",
)
@click.option(
    "--seed",
    type=Whole(0, LARGEST_SEED),
    help="Start of the random numbers, the same for all games; drawn if you leave it out.",
)
@click.option(
    "--days",
    type=Whole(1, LONGEST),
    default=2,
    show_default=True,
    help="For how long the games are kept.",
)
@click.option(
    "--into",
    type=click.Path(path_type=Path),
    help="The file for the links. Without it, it is NAMES with “-games” at its end.",
)
@click.option(
    "--slips",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write a page to print, too: a slip for each student, with number, name and link.",
)
@click.option("--new", is_flag=True, help="Start new games for all, although the file has some.")
@click.option(
    "--sheet", is_flag=True, help="Print a sheet for the lesson, as HTML, and do no more."
)
def class_games(
    names: Path | None,
    url: str | None,
    into: Path | None,
    slips: Path | None,
    days: int,
    new: bool,
    sheet: bool,
    **choices: Any,
) -> None:
    """Start a game for each student of a class, and print the links.

    NAMES is a file with a name on each line. All students play the same game: the same letters get
    the same answers. The names stay on this machine: no request, link or log has one.

    The links are also written to a file that only you can read. If the service fails half-way, run
    the same command again: it starts what is missing. Add a name to NAMES, and it starts one more.

    \b
    Examples:
      hangman class names.txt --url http://192.168.1.7:8000
      hangman class names.txt --url http://192.168.1.7:8000 --length 5 --days 7
      hangman class names.txt --url http://192.168.1.7:8000 --slips slips.html
      hangman class --sheet > sheet.html
    """
    if sheet:
        click.echo(SHEET.read_text(encoding="utf-8"), nl=False)
        return
    if names is None:
        raise Misused("NAMES is missing.")
    if not url:
        raise Misused("--url is missing.")
    from service.cli.class_file import alone_at
    from service.cli.class_names import names_in
    from service.cli.class_slips import check_place, write_slips
    from service.cli.remote_service import RemoteService

    if slips:
        check_place(slips)
    students, service = names_in(names), RemoteService(url)
    path = into or names.with_name(f"{names.stem}-games.txt")
    if slips and os.path.realpath(slips) == os.path.realpath(path):
        raise Misused("--slips and the file for the links are the same file: choose another one.")
    with alone_at(path):
        begun = _begun(path, _lesson(url, days, **choices), choices["seed"], new)
        gone = _gone(begun, service)
        done = _with_games(begun, students, service)
    shown = [row for row in done.rows() if row[1] in students and row[1] not in gone]
    if not shown:
        raise Failure(f"{path}: the games of all these students are gone: add a line for each")
    if slips:
        write_slips(slips, [row[:3] for row in shown])
    _print(done, shown, slips)


def _lesson(url: str, days: int, *, seed: int | None, **choices: Any) -> "Lesson":
    """The lesson that the options describe, with a new key."""
    import secrets

    from service.choices import SEEDS
    from service.cli.class_file import Lesson

    drawn = secrets.randbelow(SEEDS) if seed is None else seed
    return Lesson(url, str(uuid4()), seed=drawn, keep_seconds=86_400 * days, **choices)


def _begun(path: Path, lesson: "Lesson", seed: int | None, new: bool) -> "ClassFile":
    """The file to go on with: what an earlier run has written, or a new one.

    Raises Failure if the earlier run was for another lesson.
    """
    from service.cli.class_file import ClassFile, class_file

    earlier = class_file(path) if os.path.lexists(path) else None
    if earlier and new:
        return ClassFile(path, lesson)  # the links in the file stay until there is a new game
    begun = earlier or ClassFile(path, lesson)
    begun.save()  # so that no game is started whose link cannot be kept; for its owner alone
    before = begun.lesson
    drawn = before.seed if seed is None else lesson.seed
    wanted = replace(lesson, key=before.key, seed=drawn)
    names = [each.name for each in fields(before)]
    other = [name for name in names if getattr(before, name) != getattr(wanted, name)]
    options = [f"--{OPTIONS.get(name, name).replace('_', '-')}" for name in other]
    if other and not begun.games:
        begun = replace(begun, lesson=lesson)
        begun.save()
        return begun
    if other:
        raise Failure(
            f"{path} has games with another {listed(options)}: choose another file with --into, or"
            " start new games for all with --new"
        )
    return begun


def _gone(begun: "ClassFile", service: "RemoteService") -> list[str]:
    """The students whose games are gone: they can delete their own. Raises Failure if all are."""
    gone = [game.name for game in begun.games if _is_gone(game, service)]
    if gone and len(gone) == len(begun.games):
        raise Failure(f"{begun.path}: all games are gone: start new ones with --new")
    for name in gone:
        click.echo(
            f"hangman: the game of {name} is gone. For another one, add a line to the names, such"
            f" as “{name} 2”",
            err=True,
        )
    return gone


def _is_gone(game: "StudentsGame", service: "RemoteService") -> bool:
    try:
        service.content(f"/watch/{game.watch_id}")
    except Refusal as error:
        if error.problem != GONE:
            raise
        return True
    return False


def _with_games(begun: "ClassFile", names: list[str], service: "RemoteService") -> "ClassFile":
    """The file with a game for each name, saved after each start.

    Raises Failure, which says who has none, if the service fails or refuses.
    """
    missing = begun.without(names)
    with progress(len(missing), "games") as bar:
        for name in missing:
            try:
                begun = _with_game(begun, name, service)
            except HangmanError as error:
                raise _half_way(begun, names, error) from error
            begun.save()
            bar(1)
    return begun


def _with_game(begun: "ClassFile", name: str, service: "RemoteService") -> "ClassFile":
    """The file with a game for one more student."""
    from service.cli.class_file import StudentsGame
    from service.play.views import GameView

    lesson, number = begun.lesson, len(begun.games) + 1
    choices = {
        each.name: getattr(lesson, each.name)
        for each in fields(lesson)
        if each.name not in ("url", "key")
    }
    game = service.view(GameView, "/games", choices, lesson.key_of(number, name))
    if not (ID.fullmatch(game.id) and ID.fullmatch(game.watch_id)):
        raise service.not_ours("/games", ValueError("its game has no valid id"))
    return begun.with_game(StudentsGame(name, game.id, game.watch_id))


def _half_way(begun: "ClassFile", names: list[str], error: HangmanError) -> Failure:
    """What to say when not all games could be started."""
    missing = begun.without(names)
    if not begun.games:
        return Failure(str(error))
    others = len(missing) - NAMED
    without = missing[:NAMED] + ([f"{others} others"] if others > 0 else [])
    started = f"{len(names) - len(missing)} of {len(names)}"
    return Failure(
        f"{str(error).rstrip('.')}. So far, {started} games are in {begun.path}. Without a game:"
        f" {listed(without)}. Run the same command again to go on."
    )


def _print(done: "ClassFile", shown: list[tuple[str, str, str, str]], slips: Path | None) -> None:
    """Print the links of these rows, unless they would go to a file that others may read."""
    for warning in _warnings(done.lesson):
        click.echo(f"hangman: {warning}", err=True)
    if not _is_file(sys.stdout):
        width = max(len(name) for _, name, *_ in shown)
        for number, name, link, _ in shown:
            click.echo(f"{number:>3}  {name:{width}}  {link}")
        for link in done.watch_links():
            click.echo(f"Watch them all: {link}")
    places = f"{done.path} and, to print, in {slips}" if slips else str(done.path)
    click.echo(f"{counted(len(shown), 'game')}; the links are in {places}, which only you can read")


def _warnings(lesson: "Lesson") -> list[str]:
    """What to say of links that work nowhere else."""
    host = urlsplit(lesson.url).hostname or ""
    return [f"links with {host} work on this machine alone: give its address in your network as"
            " --url, such as http://192.168.1.7:8000"] if host in HERE else []  # fmt: skip


def _is_file(stream: Any) -> bool:
    try:
        return stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):  # it has no number
        return False
