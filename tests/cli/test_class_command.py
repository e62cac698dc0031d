"""`hangman class` starts a game for each student, and nobody else learns who plays."""

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from html import unescape
from http.server import BaseHTTPRequestHandler
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import pytest

from service.cli.class_file import FIRST_LINE, alone_at, class_file
from service.cli.class_games import SHEET
from service.cli.class_slips import write_slips
from service.cli.console import json_line
from service.cli.failures import Failure
from service.cli.local_player import local_player
from service.play.requests import GameChoices
from tests.answering import answering
from tests.cli.commanding import refusal, run
from tests.support import programs
from tests.support.programs import environment
from tests.support.running import Service

STUDENTS: Final = ("Ann", "Jörg Müller", "Ζωή")
GAME: Final[dict[str, Any]] = json.loads(json_line(local_player("en").start(GameChoices(length=8))))
TOO_FAST: Final = (
    "This request costs 1 unit of “create”, and you have none. Try again in 60 seconds."
)


class Recording(BaseHTTPRequestHandler):
    """A service that notes all that it receives, and starts games until `most` are started."""

    received: list[str]
    keys: dict[str, int]  # the idempotency key of each game, and the game's number
    most: list[int]
    gone: list[str]  # watch ids
    unavailable = False
    id = ""  # of all games, if it is set
    status: int

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self._note(body)
        key = self.headers["Idempotency-Key"]
        if key not in self.keys and len(self.keys) >= self.most[0]:
            self._say(self.status, {"code": "too-many-requests", "detail": TOO_FAST})
            return
        number = self.keys.setdefault(key, len(self.keys) + 1)
        game_id = self.id or f"game{number:022}"
        self._say(201, {**GAME, "id": game_id, "watch_id": f"{number:032x}"})

    def do_GET(self) -> None:
        self._note("")
        if self.unavailable:
            self._say(503, {"code": "busy", "detail": "The service is busy."})
            return
        if self.most[0] < 0 or self.path.rpartition("/")[2] in self.gone:
            self._say(404, {"code": "game-not-found", "detail": "There is no such game."})
        else:
            self._say(200, GAME)

    def _note(self, body: str) -> None:
        self.received.append(f"{self.requestline}\n{self.headers}\n{body}")

    def _say(self, status: int, content: Any) -> None:
        self.send_response(status)
        if status >= 400:
            self.send_header("Retry-After", "60")
        self.end_headers()
        self.wfile.write(json.dumps(content).encode())


@contextmanager
def recording(most: int = 1000, status: int = 429) -> Iterator[tuple[str, type[Recording]]]:
    """Run such a service until the end of the block."""
    noted: dict[str, Any] = {
        "received": [],
        "keys": {},
        "most": [most],
        "gone": [],
        "status": status,
    }
    handler = type("Handler", (Recording,), noted)
    with answering(handler) as url:
        yield url, handler


@pytest.fixture
def names(folder: Path) -> Path:
    file = folder / "names.txt"
    file.write_text("\n".join(STUDENTS))
    return file


def links(printed: str) -> dict[str, str]:
    """The link of each student."""
    return {
        name.strip(): link for name, link in re.findall(r"^ *\d+  (.*?)  (http\S*)$", printed, re.M)
    }


def test_each_student_gets_a_link_to_the_same_game(service: Service, names: Path) -> None:
    ran = run(f"class {names} --url {service.url} --length 7 --max-misses 9 --days 3")

    assert ran.exit_code == 0, ran.output
    assert tuple(links(ran.stdout)) == STUDENTS
    games = class_file(names.with_name("names-games.txt")).games
    assert [each.name for each in games] == [*STUDENTS]
    for name, game in zip(STUDENTS, games, strict=True):
        assert links(ran.stdout)[name] == f"{service.url}/#{game.id}"
        shown = service.get(f"/games/{game.id}").json()
        assert (shown["length"], shown["max_misses"], shown["watch_id"]) == (7, 9, game.watch_id)
        begun, end = (
            datetime.fromisoformat(shown[f"{each}_at"]) for each in ("created", "expires")
        )
        assert (end - begun).days == 3
    answers = {
        service.post(f"/games/{each.id}/guesses", json={"letter": "e"}).json()["pattern"]
        for each in games
    }
    assert len(answers) == 1
    watched = ",".join(["1", *(each.watch_id for each in games)])
    assert f"Watch them all: {service.url}/#/class?{watched}\n" in ran.stdout
    assert "work on this machine alone" in ran.stderr


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_names_are_read_in_any_encoding(folder: Path, encoding: str) -> None:
    names = ["Ann", "Jörg", "Zoë"]
    (folder / "names.txt").write_bytes("# 7b\r\n Ann \r\n\r\nJörg\r\nZoë\r\n".encode(encoding))
    with recording() as (url, _):
        ran = run(f"class names.txt --url {url}")
    assert [*links(ran.stdout)] == names, ran.output


def test_names_are_in_no_request_and_no_link(names: Path) -> None:
    with recording(most=2) as (url, service):
        run(f"class {names} --url {url}")
        service.most[0] = 3
        ran = run(f"class {names} --url {url}")
    assert ran.exit_code == 0, ran.output
    sent = "".join(service.received)
    for name in STUDENTS:
        for part in name.split():
            assert part not in sent
            assert part not in "".join(links(ran.stdout).values())
    assert "names" not in sent


def test_only_the_owner_can_read_the_file(names: Path) -> None:
    file = names.with_name("names-games.txt")
    with recording(most=2) as (url, service):
        run(f"class {names} --url {url}")
        assert file.stat().st_mode & 0o777 == 0o600
        file.chmod(0o644)
        service.most[0] = 3
        run(f"class {names} --url {url}")
    assert file.stat().st_mode & 0o777 == 0o600
    assert {each.name for each in names.parent.iterdir() if "games" in each.name} == {file.name}


def test_slips_have_each_student_and_link_for_the_owner_alone(names: Path) -> None:
    names.write_text("\n".join([*STUDENTS, "<b>Bob & Co</b>"]))
    slips = names.with_name("slips.html")
    with recording() as (url, _):
        ran = run(f"class {names} --url {url} --slips {slips}")
        again = run(f"class {names} --url {url} --slips {slips}")
    assert (ran.exit_code, again.exit_code) == (0, 0), again.output
    assert f"and, to print, in {slips}, which only you can read" in ran.stdout
    found = re.findall(r"<p><b>\d</b> (.*?) <code>(.*?)</code>", slips.read_text("utf-8"))
    assert {unescape(name): link for name, link in found} == links(ran.stdout)
    assert "<b>Bob" not in slips.read_text("utf-8")
    assert slips.stat().st_mode & 0o777 == 0o600


def test_slips_replace_no_other_file(names: Path) -> None:
    with recording() as (url, service):
        said = refusal(f"class {names} --url {url} --slips {names}")
        assert not service.keys
    assert (
        said == f"hangman: {names} is there already, and is no page of slips: choose another file\n"
    )
    assert names.read_text() == "\n".join(STUDENTS)


def test_links_are_not_printed_into_a_file(names: Path) -> None:
    with recording() as (url, _):
        line = f"hangman class names.txt --url {url} > out.txt"
        ran = programs.run("sh", "-c", line, folder=names.parent, environ=environment(names.parent))
    assert ran.returncode == 0, ran.stderr
    said = (names.parent / "out.txt").read_text()
    assert said == "3 games; the links are in names-games.txt, which only you can read\n"


@pytest.mark.usefixtures("tried_again_at_once")
@pytest.mark.parametrize("status", [429, 503])
def test_failure_half_way_keeps_what_was_started_and_goes_on(names: Path, status: int) -> None:
    names.write_text("".join(f"student {number}\n" for number in range(1, 32)))
    file = names.with_name("names-games.txt")
    with recording(most=18, status=status) as (url, service):
        said = refusal(f"class {names} --url {url}")
        begun = class_file(file)
        service.most[0] = 31
        ran = run(f"class {names} --url {url}")
    assert f"Try again in 60 seconds. So far, 18 of 31 games are in {file}." in said
    assert "Without a game: student 19, student 20, " in said
    assert "student 28 and 3 others. Run the same command again to go on.\n" in said
    assert len(begun.games) == 18
    assert (ran.exit_code, len(links(ran.stdout)), len(service.keys)) == (0, 31, 31)
    assert class_file(file).games[:18] == begun.games


def test_start_whose_response_is_lost_starts_no_second_game(names: Path) -> None:
    with recording() as (url, service):
        run(f"class {names} --url {url}")
        file = names.with_name("names-games.txt")
        lines = file.read_text().splitlines(keepends=True)
        file.write_text("".join(lines[:-1]))  # as if the command had been killed before it
        ran = run(f"class {names} --url {url}")
    assert file.read_text() == "".join(lines)
    assert (ran.exit_code, len(service.keys)) == (0, 3)


def test_unreachable_service_is_one_line(names: Path) -> None:
    said = refusal(f"class {names} --url http://127.0.0.1:1")
    assert said == "hangman: http://127.0.0.1:1 does not answer (Connection refused)\n"


def test_choice_that_is_refused_can_be_changed(names: Path) -> None:
    with recording(most=0, status=422) as (url, service):
        assert refusal(f"class {names} --url {url} --dealer nobody") == f"hangman: {TOO_FAST}\n"
        service.most[0] = 3
        ran = run(f"class {names} --url {url}")
        service.most[0] = 3  # no more
        before = names.with_name("names-games.txt").read_text()
        refusal(f"class {names} --url {url} --dealer nobody --new")
    assert ran.exit_code == 0, ran.output
    assert names.with_name("names-games.txt").read_text() == before


def test_name_that_is_added_later_gets_a_game(names: Path) -> None:
    with recording() as (url, service):
        before = run(f"class {names} --url {url}")
        names.write_text("\n".join(["Zaz", *STUDENTS]))
        after = run(f"class {names} --url {url}")
    assert links(after.stdout).items() > links(before.stdout).items()
    assert len(service.keys) == 4


def test_games_that_are_gone_are_not_shown_again(names: Path) -> None:
    with recording() as (url, service):
        run(f"class {names} --url {url}")
        service.most[0] = -1
        said = refusal(f"class {names} --url {url}")
        service.most[0] = 1000
        anew = run(f"class {names} --url {url} --new")
    assert "all games are gone: start new ones with --new\n" in said
    assert (anew.exit_code, len(service.keys)) == (0, 6)


def test_student_who_deletes_a_game_keeps_nobody_out(names: Path) -> None:
    with recording() as (url, service):
        before = run(f"class {names} --url {url}")
        service.gone.append(f"{2:032x}")
        names.write_text("\n".join([*STUDENTS, "Zaz"]))
        after = run(f"class {names} --url {url}")
    assert "the game of Jörg Müller is gone. For another one, add a line" in after.stderr
    shown = links(after.stdout)
    assert [*shown] == ["Ann", "Ζωή", "Zaz"]
    assert shown.items() >= {(name, links(before.stdout)[name]) for name in ("Ann", "Ζωή")}


def test_only_a_game_that_is_gone_is_gone(names: Path) -> None:
    with recording() as (url, service):
        run(f"class {names} --url {url}")
        service.unavailable = True
        said = refusal(f"class {names} --url {url}")
    assert "is gone" not in said
    assert "busy" in said


def test_student_who_has_left_is_not_shown(names: Path) -> None:
    with recording() as (url, _):
        run(f"class {names} --url {url}")
        names.write_text("\n".join(STUDENTS[1:]))
        shown = links(run(f"class {names} --url {url}").stdout)
    assert [*shown] == [*STUDENTS[1:]]


def test_game_whose_id_is_none_is_not_kept(names: Path) -> None:
    with recording() as (url, service):
        service.id = "../x"
        said = refusal(f"class {names} --url {url}")
    assert "its game has no valid id" in said


def test_class_whose_games_are_all_gone_is_told_so(names: Path) -> None:
    with recording() as (url, service):
        run(f"class {names} --url {url}")
        service.gone.append(f"{1:032x}")
        names.write_text(STUDENTS[0])
        ran = run(f"class {names} --url {url} --slips {names.with_name('slips.html')}")
    assert ran.exit_code == 2
    assert ran.stderr.endswith("the games of all these students are gone: add a line for each\n")
    assert not names.with_name("slips.html").exists()


@pytest.mark.parametrize(
    "edit",
    [
        lambda lines: [*lines[:4], *lines[5:]],  # the second game
        lambda lines: [*lines[:4], lines[3], *lines[4:]],
        lambda lines: [*lines[:-1], f"{lines[-1]} "],
        lambda lines: [*lines, "a note"],
        lambda lines: [*lines[:-1], re.sub(r"#game\w+", lines[3].split("\t")[2][-27:], lines[-1])],
    ],
)
def test_links_that_were_edited_by_hand_are_not_gone_on_with(
    names: Path, edit: Callable[[list[str]], list[str]]
) -> None:
    file = names.with_name("names-games.txt")
    with recording() as (url, service):
        run(f"class {names} --url {url}")
        started, lines = len(service.keys), file.read_text().splitlines()
        file.write_text("".join(f"{line}\n" for line in edit(lines)))
        edited = file.read_text()
        said = refusal(f"class {names} --url {url}")
        assert said.endswith("its lines are not as “hangman class” wrote them: put them back\n")
        assert (len(service.keys), file.read_text()) == (started, edited)


def test_student_at_the_place_of_another_gets_no_game_of_theirs(names: Path) -> None:
    file = names.with_name("names-games.txt")
    with recording() as (url, service):
        run(f"class {names} --url {url}")
        file.write_text("".join(file.read_text().splitlines(keepends=True)[:-1]))
        names.write_text("\n".join([*STUDENTS[:-1], "Zaz"]))
        run(f"class {names} --url {url}")
    assert len(service.keys) == len(STUDENTS) + 1


def test_new_games_replace_no_file_of_others(names: Path) -> None:
    with recording() as (url, service):
        for file in (names, names.with_name("plan.txt")):
            file.write_text("Ann\nBob")
            said = refusal(f"class {names} --url {url} --into {file} --new")
            assert said.endswith("has no games of a class: choose another file with --into\n")
            assert file.read_text() == "Ann\nBob"
    assert service.received == []


def test_slips_never_take_the_place_of_the_links(names: Path) -> None:
    folder = names.parent
    (folder / "here").symlink_to(folder)
    with recording() as (url, service):
        for slips in ("here/links.txt", "here/../" + f"{folder.name}/links.txt"):
            said = refusal(
                f"class {names} --url {url} --into {folder}/links.txt --slips {folder}/{slips}"
            )
            assert "the same file" in said
        refusal(f"class {names} --url {url} --slips {folder / ('n' * 300)}")
    assert service.received == []
    (folder / "links.txt").write_text("links")  # it may come while games are started
    with pytest.raises(Failure, match="is no page of slips"):
        write_slips(folder / "links.txt", [])


def test_no_game_is_started_whose_link_cannot_be_kept(names: Path) -> None:
    with recording() as (url, service):
        said = refusal(f"class {names} --url {url} --into {names.parent / ('n' * 250)}")
    assert said.endswith("cannot be written: File name too long\n")
    assert service.received == []


def test_pipe_is_not_waited_for(names: Path) -> None:
    os.mkfifo(names.with_name("names-games.txt"))
    said = refusal(f"class {names} --url http://127.0.0.1:1")
    assert said.endswith("names-games.txt: this is not a regular file\n")


def test_two_commands_at_once_do_not_give_two_students_a_game(names: Path) -> None:
    with recording() as (url, service), alone_at(names.with_name("names-games.txt")):
        said = refusal(f"class {names} --url {url}")
    assert "another “hangman class” is at work: try again" in said
    assert not service.keys


def test_another_file_and_another_lesson_are_not_overwritten(names: Path) -> None:
    file = names.with_name("names-games.txt")
    file.write_text("my own notes")
    said = refusal(f"class {names} --url http://127.0.0.1:1")
    assert said.endswith("has no games of a class: choose another file with --into\n")
    assert file.read_text() == "my own notes"
    with recording() as (url, _):
        file.unlink()
        run(f"class {names} --url {url}")
        said = refusal(f"class {names} --url {url} --length 5 --seed 3 --days 7")
        assert "has games with another --length, --seed and --days: choose another file" in said
        said = refusal(f"class {file} --url {url}")
        assert "these are the games of a class; give the file with the names" in said
        ran = run(f"class {names} --url {url} --length 5 --into {names.parent}/other.txt")
    assert ran.exit_code == 0
    assert (names.parent / "other.txt").read_text().startswith(FIRST_LINE)


def test_large_class_has_a_link_for_every_fifty_games(names: Path) -> None:
    names.write_text("\n".join(f"n{number}" for number in range(120)))
    with recording() as (url, _):
        ran = run(f"class {names} --url {url}")
    watched = re.findall(r"/#/class\?(\S+)", ran.stdout)
    assert [each.split(",")[0] for each in watched] == ["1", "51", "101"]
    assert [each.count(",") for each in watched] == [50, 50, 20]


def test_sheet_has_the_piles_of_the_nine_words() -> None:
    printed = run("class --sheet").stdout
    assert printed == SHEET.read_text()
    cards, _, answers = printed.partition("For the teacher")
    words = re.findall(r"<li>([A-Z]{4})</li>", cards)
    assert len(words) == 9

    def pile(word: str) -> str:
        return "".join(letter if letter == "E" else "_" for letter in word)

    for pattern, group in groupby(sorted(words, key=lambda word: (pile(word), word)), pile):
        assert f"<code>{pattern}</code> {' '.join(group)}" in answers
