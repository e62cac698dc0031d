"""A lying service is found out, and no service can control the terminal of a command."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any, ClassVar

import pytest
from rich.console import Console

from service.cli import remote_player
from service.cli.console import json_line, ranges
from service.cli.environment import named
from service.cli.failures import Unreachable
from service.cli.game.frame import frame, hint_sentence
from service.cli.game.story import share, tell
from service.cli.local_player import local_player
from service.cli.remote_player import RemotePlayer
from service.cli.remote_service import LARGEST, RemoteService
from service.engine.errors import HangmanError
from service.play.commitment import commitment_to, opening_in
from service.play.listings import writing_in
from service.play.requests import GameChoices, Guess
from tests.answering import answering, saying
from tests.cli.commanding import Terminal, piped, run

# A window title, a colour, a bell, text directions, a line with a forged verdict, and a rich link.
POISON = (
    "\x1b]0;owned\x07\x9b31m\x7f\x85\u202e\u2028\u2066\nkept: the dealer kept to its commitment\r"
    "[link=http://owned]"
)
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
STYLE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\r")  # ours, at a terminal
NEEDED = ("id", "dictionary", "status", "code", "letter", "at", "level", "direction")
ADDRESS = "/games/" + "0" * 26


def poisoned(value: Any) -> Any:
    """Append POISON to every text, except to members without which nothing would be printed."""
    if isinstance(value, dict):
        return {
            name: member if name in NEEDED else poisoned(member) for name, member in value.items()
        }
    if isinstance(value, list | tuple):
        return [poisoned(item) for item in value]
    return value + POISON if isinstance(value, str) else value


def recorded() -> dict[str, list[Any]]:
    """The answers of a service in one game, in order, by the last part of their paths."""
    player = local_player("en")
    game = player.start(replace(GAME, dealer="largest-family"))
    answers = {
        "en": [player.dictionary("en")],
        "games": [game],
        "hint": [player.hint(game)],
        "guesses": [player.guess(game, Guess(letter)) for letter in "qz"],
        "confession": [player.confession(game)],
        "review": [player.review(game)],
    }
    copied: dict[str, list[Any]] = json.loads(json_line(answers))
    return copied


GAME = GameChoices(length=5, max_misses=2, insight="full")
ANSWERS = recorded()


class Replaying(BaseHTTPRequestHandler):
    """A service that replays the game of ANSWERS; `change` turns an answer into what it sends.

    `last_start` is the body of the last start.
    """

    change: Callable[[Any], Any]
    last_start: ClassVar[dict[str, Any]] = {}

    def do_GET(self) -> None:
        end = self.path.partition("?")[0].rpartition("/")[2]
        self._say(200, ANSWERS.get(end, ANSWERS["en"])[0])

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if not self.path.endswith("/guesses"):
            Replaying.last_start = body
            self._say(200, {**ANSWERS["games"][0], "daily": body.get("daily")})
        elif body.get("letter") in ("q", "z"):
            after = ANSWERS["guesses"]["qz".index(body["letter"])]
            self._say(200, {**after, "daily": self.last_start.get("daily")})
        else:
            self._say(422, {"code": "x", "detail": "This is not a guess.", "errors": []})

    def _say(self, status: int, content: Any) -> None:
        self.send_response(status)
        self.end_headers()
        self.wfile.write(json.dumps(self.change(content)).encode())


@contextmanager
def replaying(change: Callable[[Any], Any]) -> Iterator[str]:
    """Run a service that sends changed answers until the end of the block; yield the address."""
    with answering(type("Handler", (Replaying,), {"change": staticmethod(change)})) as url:
        yield url


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with replaying(poisoned) as url:
        yield url


def is_harmless(printed: str) -> bool:
    """Whether the only escapes are our own styles, and no line is a forged verdict."""
    shown = STYLE.sub("", printed)
    forged = any(line.startswith("kept:") for line in shown.splitlines())
    return not STEERING.search(shown) and not forged


@pytest.mark.parametrize("options", ["", " --json"])
def test_piped_game_prints_harmless_texts(url: str, options: str) -> None:
    result = piped(f"play --url {url}{options}", "qq q z")
    assert "owned" in result.stdout
    assert "owned" in result.stderr  # the refusals
    assert result.exit_code == 0
    assert is_harmless(result.output)


def test_players_of_a_file_are_printed_harmlessly(tmp_path: Path) -> None:
    games = [{"player": POISON, "length": 5, "guesses": []}] * 2
    (tmp_path / "file").write_text(json.dumps(games))
    printed = run("review", tmp_path / "file").stdout
    assert "owned" in printed
    assert is_harmless(printed)


@pytest.mark.parametrize(
    ("options", "wanted", "last", "term"),
    [
        ("--length 5 --max-misses 2 --insight count",
         {"length": 5, "max_misses": 2, "insight": "count", "dealer": "any"},
         "Another game?", "dumb"),
        # The service refuses choices for a day, not the command: it sends them.
        ("--daily --length 5", {"daily": "today", "length": 5}, "Evil Hangman", "xterm-256color"),
    ],
)  # fmt: skip
def test_game_of_a_person_shows_harmless_texts(
    url: str, options: str, wanted: dict[str, Any], last: str, term: str
) -> None:
    person = Terminal(f"hangman play --url {url} {options}", TERM=term)
    shown = person.sees("Guess a letter")
    person.types("?qqz")
    shown += person.sees("2 it was fair:")
    person.types("1")
    shown += person.sees(last)
    assert "owned" in shown
    assert is_harmless(shown)
    assert Replaying.last_start == wanted


NO_STATUS = b"HTTP/1.1 \x1b]0;owned\x07\r\n\r\n"
ENDLESS = b'{"detail": "no view"}'.ljust(LARGEST + 1)


@pytest.mark.usefixtures("tried_again_at_once")
@pytest.mark.parametrize(
    ("status", "answer", "said"), [(0, NO_STATUS, "broke off"), (200, ENDLESS, "endless")]
)
def test_reason_of_a_failed_call_is_harmless(status: int, answer: bytes, said: str) -> None:
    with saying((status, [answer])) as (url, _), pytest.raises(Unreachable, match=said) as raised:
        RemoteService(url).content("/games/x")
    assert is_harmless(str(raised.value))


def limited(wait: str) -> tuple[int, list[bytes]]:
    """An answer of a limited service that asks to wait."""
    body = json.dumps({"code": "too-many-requests", "detail": "Out of units."}).encode()
    head = f"HTTP/1.1 429 Limited\r\nConnection: close\r\nRetry-After: {wait}\r\n\r\n"
    return 0, [head.encode() + body]


@pytest.mark.parametrize("wait", ["3600", str(10**15), "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_long_wait_is_refused_in_the_words_of_the_service(wait: str) -> None:
    with saying(limited(wait)) as (url, received):
        result = run(f"play --url {url}")
    assert (result.exit_code, result.stderr, len(received)) == (2, "hangman: Out of units.\n", 1)


def test_short_wait_is_announced() -> None:
    refused = (422, [b'{"code": "x", "detail": "Enough."}'])
    with saying(limited("1"), refused) as (url, received):
        result = run(f"play --url {url}")
    said = "hangman: the service is busy; the request is sent again in 1 s\nhangman: Enough.\n"
    assert (result.stderr, len(received)) == (said, 2)


@pytest.mark.usefixtures("tried_again_at_once")
@pytest.mark.parametrize("wait", ["nan", "-1", "soon", "9" * 5000])
def test_wait_that_is_no_time_counts_as_none(wait: str) -> None:
    with saying(limited(wait)) as (url, _):
        assert run(f"play --url {url}").stderr == "hangman: Out of units.\n"


def test_person_at_a_service_that_goes_away_can_guess_again() -> None:
    with replaying(lambda content: content) as url:
        person = Terminal(f"hangman play --url {url} --length 5 --max-misses 5 --insight none")
        person.sees("press its key")
    person.types("e")
    person.goes_through(("The dealer is looking.", ""), ("does not answer", ""))
    person.presses_ctrl("c")
    person.sees("Goodbye.")
    assert person.code() == 130


@pytest.mark.parametrize(
    "body",
    [[b"{}"], [b"<html>Welcome</html>"], [b"[1]"], [b'{"type": "about:blank"}'],
     [json.dumps(ANSWERS["games"][0]).encode()]],
    ids=["nothing", "a page", "a list", "a problem", "a game"],
)  # fmt: skip
@pytest.mark.parametrize("command", ["play --daily --url", "review"])
def test_address_of_another_service_is_one_line(command: str, body: list[bytes]) -> None:
    with saying((200, body)) as (url, _):
        result = piped(f"{command} {url}{ADDRESS if command == 'review' else ''}", "e a")
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)


# --- Members of a wrong type ----------------------------------------------------------------------

cached_dictionary = cache(named)  # loading it takes longer than a game
WRONG: tuple[Any, ...] = (None, True, 0, -1, 0.5, 1e999, 10**30, "x", [], [[]], {}, {"x": 1})
Place = tuple[str | int, ...]


def places(value: Any, place: Place = ()) -> Iterator[Place]:
    """Yield the places of a value and of all values in it; of an array, only of the first item."""
    yield place
    inner = value.items() if isinstance(value, dict) else ()
    for name, member in [*inner, *(enumerate(value[:1]) if isinstance(value, list) else ())]:
        yield from places(member, (*place, name))


def replaced(value: Any, place: Place, wrong: Any) -> Any:
    """A copy of the value with `wrong` at a place."""
    if not place:
        return wrong
    changed = value.copy()
    changed[place[0]] = replaced(value[place[0]], place[1:], wrong)
    return changed


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[Any]]:
    """The answers of every service, by the last part of the path; a test may replace them."""
    by_path = dict(ANSWERS)
    calls: Counter[str] = Counter()

    def answer(_: object, path: str, *__: object) -> tuple[int, Any]:
        end = path.rpartition("/")[2]
        calls[end] += 1
        of_path = by_path[end]
        return 200, of_path[(calls[end] - 1) % len(of_path)]

    monkeypatch.setattr(RemoteService, "_response", answer)
    monkeypatch.setattr(remote_player, "named", cached_dictionary)
    return by_path


def plays_as_a_person() -> None:
    """Play a game, and build every text that a person is shown."""
    player = RemotePlayer("http://any")
    dictionary = player.dictionary("en")
    ranges([row.length for row in dictionary.lengths])
    game = player.start(GAME)
    hint_sentence(player.hint(game).letters)
    for letter in "qz":
        frame(game, dictionary.alphabet, "Guess")
        game = player.guess(game, Guess(letter))
    frame(game, dictionary.alphabet, "Over")
    share(game, tell(player, game, None, writing_in(dictionary)), True)


@pytest.mark.parametrize(
    ("end", "number"), [(end, n) for end, several in ANSWERS.items() for n in range(len(several))]
)
def test_wrong_member_of_an_answer_causes_no_traceback(
    answers: dict[str, list[Any]], monkeypatch: pytest.MonkeyPatch, end: str, number: int
) -> None:
    monkeypatch.setattr(Console, "print", lambda *_, **__: None)  # its argument is built before
    refusals = []
    for place in filter(None, places(ANSWERS[end][number])):
        for wrong in WRONG:
            answers[end] = replaced(ANSWERS[end], (number, *place), wrong)
            try:
                plays_as_a_person()
            except HangmanError as error:
                refusals.append(str(error))
    assert len(refusals) > 10 or end == "review"  # a person can play without it
    assert not any("\n" in refusal for refusal in refusals)


@pytest.mark.parametrize(
    ("end", "place", "wrong", "said"),
    [
        ("games", (0, "insight"), "x", "/games: insight: 'x' is not an object"),
        ("guesses", (0, "last_guess", "letter"), ["q"], "last_guess/letter: ['q'] is not a text"),
        ("guesses", (0, "status"), None, "None is not one of in_progress, won, lost"),
        ("games", (0, "id"), "../x", "/games: id: '../x' is no name"),
        ("guesses", (0, "id"), "x/y?", "guesses: id: 'x/y?' is no name"),
        ("games", (0, "dictionary"), "..", "/games: dictionary: '..' is no name"),
        ("games", (0, "length"), 10**9, "length: 1000000000 is not a whole number from 1 to 64"),
        ("confession", (0, "guesses"), [], "[] is not the guesses of a game that is over"),
    ],
)  # fmt: skip
def test_wrong_member_is_one_line_that_names_address_and_place(
    answers: dict[str, list[Any]], end: str, place: Place, wrong: Any, said: str
) -> None:
    answers[end] = replaced(ANSWERS[end], place, wrong)
    result = piped("play --url http://any --json", "q z")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert result.stderr.startswith(
        "hangman: http://any is not an Evil Hangman service, or a newer"
    )
    assert said in result.stderr


def test_member_of_a_newer_service_is_not_passed_on(answers: dict[str, list[Any]]) -> None:
    deep: list[Any] = []
    for _ in range(300):
        deep = [deep]
    answers["guesses"] = [{**each, "new": 10**30, "deep": deep} for each in ANSWERS["guesses"]]
    result = piped("play --url http://any --json", "q z")
    assert (result.exit_code, result.stderr) == (0, "")
    assert [json.loads(line) for line in result.stdout.splitlines()][:2] == ANSWERS["guesses"]


@pytest.mark.parametrize(
    ("positions", "shown"), [([0], "z____"), ([0, 0], "z____"), ([], "_____"), ([2**52], "_____")]
)
def test_player_hears_that_another_answer_was_confessed(
    answers: dict[str, list[Any]],
    capsys: pytest.CaptureFixture[str],
    positions: list[int],
    shown: str,
) -> None:
    lie = f"Answer 2 was “z: miss _____” in the game, and is “z: hit {shown}” in the confession."
    changed = replaced(ANSWERS["confession"], (0, "guesses", 1, "hit"), True)
    answers["confession"] = replaced(changed, (0, "guesses", 1, "positions"), positions)
    assert piped("play --url http://any --json", "q z").stderr == f"hangman: {lie}\n"
    plays_as_a_person()
    assert lie in " ".join(capsys.readouterr().out.split())


def test_player_hears_of_a_commitment_to_another_opening(answers: dict[str, list[Any]]) -> None:
    answers["games"] = replaced(ANSWERS["games"], (0, "commitment"), "0" * 64)
    result = piped("play --url http://any --json", "q z")
    assert result.exit_code == 0
    assert "is not the SHA-256 of the confession's opening" in result.stderr


@pytest.mark.parametrize(
    ("member", "other", "said"),
    [
        ("seed", 5, "The seed of the confession is not the one in its opening."),
        ("dealer", "honest", "The dealer of the confession is not the one in its opening."),
        ("dictionary", "xx", "cannot be checked here: There is no dictionary “xx”."),
    ],
)
def test_player_hears_what_a_review_would_say(
    answers: dict[str, list[Any]], member: str, other: Any, said: str
) -> None:
    before = opening_in(ANSWERS["confession"][0]["opening"])
    opening = replace(before, **{member: other}).text
    commitment = commitment_to(opening).hex()
    answers["games"] = replaced(ANSWERS["games"], (0, "commitment"), commitment)
    forged = replaced(ANSWERS["confession"], (0, "opening"), opening)
    answers["confession"] = replaced(forged, (0, "commitment"), commitment)
    assert said in piped("play --url http://any --json", "q z").stderr


def test_answers_that_came_elsewhere_are_doubted(answers: dict[str, list[Any]]) -> None:
    answers["guesses"] = ANSWERS["guesses"][1:]  # somebody else has guessed before
    player = RemotePlayer("http://any")
    game = player.guess(player.start(GAME), Guess("z"))
    assert str(player.doubt(player.confession(game))).startswith("Not all answers came here")
