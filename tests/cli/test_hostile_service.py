"""A service that lies is found out, and none can steer the terminal at which a command prints."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from service.cli.client import Unreachable
from service.cli.commands import hangman
from service.cli.console import console
from service.cli.game.frame import answer_sentence, frame, hint_sentence
from service.cli.game.story import share, tell
from service.cli.local import local_client
from service.cli.options import ranges
from service.cli.remote import LARGEST, RemoteService, remote_client
from service.engine.errors import HangmanError
from tests.answering import answering
from tests.cli.test_play_command import Terminal

# A title, a colour, a bell, another direction, a new line with another verdict, and a link of rich.
POISON = (
    "\x1b]0;owned\x07\x9b31m\x7f\x85\u202e\u2028\u2066\nkept: the dealer kept to its commitment\r"
    "[link=http://owned]"
)
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
STYLE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\r")  # ours, at a terminal
NEEDED = ("id", "status", "code", "letter", "at", "level")
ALPHABET = "qzxwvjkyfbghmpducolrtnisae"
ADDRESS = "/games/" + "0" * 26


def poisoned(value: Any) -> Any:
    """An answer with something nasty in every text but those without which nothing is printed."""
    if isinstance(value, dict):
        return {
            name: member if name in NEEDED else poisoned(member) for name, member in value.items()
        }
    if isinstance(value, list | tuple):
        return [poisoned(item) for item in value]
    return value + POISON if isinstance(value, str) else value


class Hostile(BaseHTTPRequestHandler):
    """A service whose games are real, and whose texts are poisoned."""

    games = local_client("en")
    game: dict[str, Any]

    def do_GET(self) -> None:
        what = self.path.partition("?")[0].rpartition("/")[2]
        self._say({
            "hint": lambda: {"letters": self.games.hint(Hostile.game)},
            "confession": lambda: self.games.confession(Hostile.game),
            "review": lambda: self.games.review(Hostile.game),
        }.get(what, lambda: self.games.dictionary("en")))  # fmt: skip

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if "guesses" in self.path:
            self._say(lambda: self.games.guess(Hostile.game, body))
        else:
            dealt = {} if body.get("daily") else {"dealer": "largest-family"}
            Hostile.game = self.games.start({**body, **dealt})  # else a word may have a q or a z
            self._say(lambda: Hostile.game)

    def _say(self, asked: Any) -> None:
        try:
            status, content = 200, asked()
        except HangmanError as error:
            status, content = 422, {"code": "x", "detail": str(error), "errors": []}
        answer = json.dumps(self.told(content)).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def told(self, content: Any) -> Any:
        """What is sent instead of an answer."""
        return poisoned(content)

    def log_message(self, *_: object) -> None:
        pass


class Lying(Hostile):
    """A service that confesses another second answer than it gave."""

    def told(self, content: Any) -> Any:
        """What is sent instead of an answer."""
        if "odds" not in content:
            return content
        first, second, *rest = content["guesses"]
        lie = {**second, "hit": True, "positions": [0]}
        return {**content, "guesses": [first, lie, *rest]}


class Secretive(Hostile):
    """A service that confesses everything but how the game began."""

    def told(self, content: Any) -> Any:
        """What is sent instead of an answer."""
        return {name: member for name, member in content.items() if name != "opening"}


class Fair(Hostile):
    """A service that says what it has to say."""

    def told(self, content: Any) -> Any:
        """The answer."""
        return content


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with answering(Hostile) as url:
        yield url


@pytest.fixture
def over(url: str) -> str:
    """The address of a game that is over."""
    piped(f"play --url {url} --length 5 --max-misses 2", "q z")
    return url + ADDRESS


def piped(command: str, guesses: str = "") -> Result:
    return CliRunner().invoke(hangman, command.split(), input="\n".join(guesses.split()))


def is_harmless(printed: str) -> bool:
    """Whether only we have styled this, and no line is forged or a link."""
    shown = STYLE.sub("", printed)
    forged = any(line.startswith("kept:") for line in shown.splitlines())
    return not STEERING.search(shown) and not forged


@pytest.mark.parametrize("options", ["", " --json"])
@pytest.mark.parametrize("command", ["play", "play --daily"])
def test_piped_game_prints_texts_as_they_are(url: str, command: str, options: str) -> None:
    result = piped(f"{command} --url {url}{options}", f"qq {' '.join(ALPHABET)}")

    assert "owned" in result.stdout
    assert "owned" in result.stderr  # the refusals
    assert result.exit_code == 0
    assert is_harmless(result.output)


def test_poisoned_confession_is_none(over: str, tmp_path: Path) -> None:
    file = tmp_path / "confession.json"
    file.write_text(json.dumps(poisoned(Hostile.games.confession(Hostile.game))))

    for source in (over, str(file)):
        result = piped(f"review {source}")
        assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
        assert is_harmless(result.output)


def test_confession_without_an_opening_is_refused() -> None:
    with answering(Secretive) as url:
        piped(f"play --url {url} --length 5 --max-misses 2", "q z")
        result = piped(f"review {url}{ADDRESS}")

    assert result.exit_code == 2
    assert "confession: opening: None is not a text" in result.stderr


def test_file_to_review_is_printed_as_it_is(tmp_path: Path) -> None:
    games = [{"player": POISON, "length": 5, "guesses": []}] * 2
    wrong = {"length": 5, "guesses": [], "dictionary": POISON[:20]}
    for name, content in {"games": games, "wrong": wrong, "deep": []}.items():
        text = json.dumps(content) if content else "[" * 100_000
        (tmp_path / name).write_text(text)

    results = [piped(f"review {tmp_path / name}") for name in ("games", "wrong", "deep")]

    assert [result.exit_code for result in results] == [0, 2, 2]
    assert all(is_harmless(result.output) for result in results)
    assert "owned" in results[0].output
    assert "owned" in results[1].output


@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
@pytest.mark.parametrize(
    "options",
    ["--length 5 --max-misses 2 --insight count", "--daily"],
    ids=["play", "daily"],
)
def test_game_of_a_person_shows_texts_as_they_are(url: str, options: str, term: str) -> None:
    person = Terminal("--url", url, *options.split(), TERM=term)
    end = "\n" if term == "dumb" else ""
    seen = person.sees("Guess a letter")
    person.program.send("".join(key + end for key in "?" + ALPHABET))
    seen += person.sees("2 it was fair:")
    person.program.send(f"1{end}")
    seen += person.sees("Evil Hangman" if options == "--daily" else "Another game?")

    assert "owned" in seen
    assert is_harmless(seen)
    person.program.send(f"n{end}")


class Busy(BaseHTTPRequestHandler):
    """A service whose headers are poisoned."""

    def do_GET(self) -> None:
        self.wfile.write(b"HTTP/1.1 503 Busy\r\nRetry-After: \x1b]0;owned\x07\r\n\r\n")

    def log_message(self, *_: object) -> None:
        pass


def test_why_a_service_does_not_answer_is_printed_as_it_is() -> None:
    with answering(Busy) as url:
        result = piped(f"review {url}{ADDRESS}")

    assert result.exit_code == 2
    assert "does not answer" in result.stderr
    assert is_harmless(result.output)


LIE = "Answer 2 was “z: miss _____” in the game, and is “z: hit z____” in the confession."


def test_script_is_told_if_other_answers_are_confessed() -> None:
    for service, said in ((Lying, f"hangman: {LIE}\n"), (Fair, "")):
        with answering(service) as url:
            result = piped(f"play --url {url} --length 5 --max-misses 2 --json", "q z")
        assert (result.exit_code, result.stderr) == (0, said)


@pytest.mark.parametrize(
    ("service", "said"), [(Lying, LIE), (Fair, "These are the answers that it gave you.")]
)
def test_person_is_told_whether_the_answers_were_confessed(
    service: type[Hostile], said: str
) -> None:
    with answering(service) as url:
        options = ("--length", "5", "--max-misses", "2", "--insight", "none")
        person = Terminal("--url", url, *options, TERM="dumb")
        for letter in "qz":
            person.answers("Your guess:", letter)
        person.answers("2 it was fair:", "")
        story = person.sees("Another game?")
        person.program.sendline("n")
        assert person.code() == 0

    assert said in " ".join(story.split())


def test_person_at_a_service_that_goes_away_can_guess_again() -> None:
    with answering(Fair) as url:
        options = ("--length", "5", "--max-misses", "5", "--insight", "none")
        person = Terminal("--url", url, *options)
        person.sees("press its key")
    person.program.send("e")
    person.sees("The dealer is looking.")
    person.sees("does not answer")
    person.presses_ctrl_c()
    person.sees("Goodbye.")
    assert person.code() == 130


def test_answers_that_did_not_come_here_are_doubted() -> None:
    with answering(Fair) as url:
        client = remote_client(url)
        game = client.start({"length": 5, "max_misses": 3})
        client.guess(game, {"letter": "q"})
        Hostile.games.guess(game, {"letter": "z"})  # by somebody else
        game = client.guess(game, {"letter": "x"})

        doubt = client.doubt(client.confession(game))

    assert doubt
    assert doubt.startswith("Not all answers came here")


class Strange(BaseHTTPRequestHandler):
    """Answers every request with the same object, or without an end."""

    said: bytes = b"{}"

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        while not self.said and not self.wfile.closed:
            try:
                self.wfile.write(b" " * 1_000_000)
            except OSError:
                return
        self.wfile.write(self.said)

    do_POST = do_GET  # noqa: N815  # the name that http.server looks for

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.mark.parametrize(
    "said",
    [b"{}", b"<html>Welcome</html>", b"[1]", b'{"type": "about:blank"}',
     json.dumps(local_client("en").start({"length": 5})).encode(), b""],
    ids=["nothing", "a page", "a list", "a problem", "a game", "no end"],
)  # fmt: skip
@pytest.mark.parametrize("command", ["play --length 5 --url", "play --daily --url", "review"])
def test_service_that_is_none_is_told_in_one_line(command: str, said: bytes) -> None:
    with answering(type("Handler", (Strange,), {"said": said})) as url:
        address = url + ADDRESS if command == "review" else url
        result = CliRunner().invoke(hangman, [*command.split(), address], input="e\na\n")

    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)


@pytest.mark.parametrize(("size", "is_read"), [(LARGEST, True), (LARGEST + 1, False)])
def test_answer_is_read_up_to_its_largest_size_exactly(size: int, is_read: bool) -> None:
    said = b'{"detail": "no view"}'.ljust(size)
    with (
        answering(type("Handler", (Strange,), {"said": said})) as url,
        pytest.raises(Unreachable) as raised,
    ):
        RemoteService(url)("/games/x", None)

    assert ("an endless answer" in str(raised.value)) == (not is_read)
    assert LARGEST == 4_000_000


# --- Members that are of another type than they have to be ----------------------------------------

WRONG: tuple[Any, ...] = (None, True, 0, -1, 0.5, 1e999, 10**30, "x", [], [[]], {}, {"x": 1})
GAME = {"length": 5, "max_misses": 2, "insight": "full"}
Place = tuple[str | int, ...]


def recorded() -> dict[str, list[Any]]:
    """The answers of a service in a game, by the end of their paths, in their order."""
    games = local_client("en")
    game = games.start({**GAME, "dealer": "largest-family"})
    answers = {
        "en": [games.dictionary("en")],
        "games": [game],
        "hint": [{"pattern": "_____", "dictionary": "en", "guesser": "most-words", "words_left": 5,
                  "letters": games.hint(game), "words": ["horse"]}],
        "guesses": [games.guess(game, {"letter": letter}) for letter in "qz"],
        "confession": [games.confession(game)],
        "review": [games.review(game)],
    }  # fmt: skip
    copied: dict[str, list[Any]] = json.loads(json.dumps(answers))
    return copied


ANSWERS = recorded()


def places(value: Any, place: Place = ()) -> Iterator[Place]:
    """The place of a value, and those in it: of an array, those in the first two items."""
    yield place
    inner = value.items() if isinstance(value, dict) else ()
    for name, member in [*inner, *(enumerate(value[:2]) if isinstance(value, list) else ())]:
        yield from places(member, (*place, name))


def replaced(value: Any, place: Place, wrong: Any) -> Any:
    """The value with another one at a place."""
    if not place:
        return wrong
    changed = value.copy()
    changed[place[0]] = replaced(value[place[0]], place[1:], wrong)
    return changed


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[Any]]:
    """What any service answers, by the ends of paths."""
    by_path = dict(ANSWERS)
    asked: Counter[str] = Counter()

    def answer(_: object, path: str, *__: object) -> tuple[int, Any]:
        end = path.rpartition("/")[2]
        asked[end] += 1
        of_path = by_path[end]
        return 200, of_path[(asked[end] - 1) % len(of_path)]

    monkeypatch.setattr(RemoteService, "_response", answer)
    return by_path


def plays_as_a_person() -> None:
    """Everything that a person is shown in a game."""
    client = remote_client("http://any")
    dictionary = client.dictionary("en")
    ranges([row["length"] for row in dictionary["lengths"]])
    game = client.start(GAME)
    hint_sentence(client.hint(game))
    for letter in "qz":
        console().print(frame(game, dictionary["alphabet"], "Guess"))
        game = client.guess(game, {"letter": letter})
        answer_sentence(game["last_guess"])
    console().print(frame(game, dictionary["alphabet"], "Over"))
    share(game, tell(client, game, None), True)


@pytest.mark.parametrize(
    ("end", "number"), [(end, n) for end, several in ANSWERS.items() for n in range(len(several))]
)
def test_wrong_member_of_an_answer_is_no_traceback(
    answers: dict[str, list[Any]], capsys: pytest.CaptureFixture[str], end: str, number: int
) -> None:
    refusals = []
    for place in filter(None, places(ANSWERS[end][number])):
        for wrong in WRONG:
            answers[end] = replaced(ANSWERS[end], (number, *place), wrong)
            try:
                plays_as_a_person()
            except HangmanError as error:
                refusals.append(str(error))
    capsys.readouterr()

    assert len(refusals) > 10 or end == "review"  # a person can do without
    assert not any("\n" in refusal for refusal in refusals)


@pytest.mark.parametrize(
    ("end", "place", "wrong", "said"),
    [
        ("games", (0, "insight"), "x", "/games: insight: 'x' is not an object"),
        ("games", (0, "max_misses"), 0, "/games: max_misses: 0 is not a whole number"),
        ("guesses", (0, "last_guess", "letter"), ["q"], "last_guess/letter: ['q'] is not a text"),
        ("guesses", (0, "guessed_letters"), [3], "guessed_letters/0: 3 is not a text"),
        ("guesses", (0, "status"), None, "None is not one of in_progress, won, lost"),
        ("guesses", (1, "insight", "words"), [["x"]], "insight/words/0: ['x'] is not a text"),
        ("confession", (0, "odds"), 3, "confession: odds: 3 is not an object"),
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
