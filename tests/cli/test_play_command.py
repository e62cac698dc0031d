"""`hangman play`, piped and at a terminal."""

import json
import os
import re
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import click
import pexpect
import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from service.cli import remote
from service.cli.commands import hangman
from service.cli.game.board import Keys, ScreenBoard
from service.cli.game.frame import drawing, frame, hint_sentence
from service.cli.game.story import CLAIMS, QUESTION, reveal, share, tell
from service.cli.local import local_client
from tests.answering import answering
from tests.cli.commanding import COMMAND, paths
from tests.support.programs import environment, run
from tests.support.running import Service, free_port
from tests.support.waiting import PATIENCE, wait_until

ALPHABET = "abcdefghijklmnopqrstuvwxyz"


@pytest.fixture
def four_words(tmp_path: Path) -> Path:
    """The words that were left to Moertel's dealer before the last moves of his sample game."""
    words = tmp_path / "four.txt"
    words.write_text("crumbs\ntrucks\ntrumps\ntruths\n")
    return words


def piped(guesses: str, *options: str) -> Result:
    """A game with a guess a line; guesses are separated by spaces here."""
    return CliRunner().invoke(hangman, ["play", *options], input="\n".join(guesses.split()))


# --- From a pipe ----------------------------------------------------------------------------------


def test_last_moves_of_moertels_game_are_as_he_printed_them(four_words: Path) -> None:
    options = ["--words", four_words, "--dealer", "cheat-score", "--insight", "full"]
    before = "a e i l n o r s u y"

    result = piped(f"{before} h b c m p t", *map(str, options), "--max-misses", "never")

    assert result.exit_code == 0
    assert result.stdout.splitlines()[-8:-1] == [
        ".ru..s [aeilnorsuy] (words=4/11: crumbs trucks trumps truths)",
        ".ru..s [aehilnorsuy] (words=3/9: crumbs trucks trumps)",
        ".ru..s [abehilnorsuy] (words=2/6: trucks trumps)",
        ".ru..s [abcehilnorsuy] (words=1/3: trumps)",
        ".rum.s [abcehilmnorsuy] (words=1/2: trumps)",
        ".rumps [abcehilmnoprsuy] (words=1/1: trumps)",
        "trumps [abcehilmnoprstuy] (words=1/0: trumps)",
    ]


def test_words_are_not_listed_while_there_are_more_than_eight() -> None:
    result = piped("e", "--length", "8", "--insight", "full")

    assert result.stdout == "........ [e] (words=3061/20739)\n"


def test_each_guess_is_answered_with_a_line_of_state() -> None:
    result = piped("e q =supposed", "--length", "8", "--max-misses", "3", "--insight", "count")

    *lines, last = result.stdout.splitlines()
    assert lines == [
        "________ [e] misses=1/3 words=3061",
        "________ [eq] misses=2/3 words=3022",
        "________ [eq] misses=3/3 words=3022",
    ]
    assert last.startswith("lost: ")
    assert result.exit_code == 0


def test_input_that_ends_first_is_exit_code_1() -> None:
    result = piped("e", "--length", "5")

    assert result.exit_code == 1
    assert result.stderr == "hangman: the input ended before the game did\n"


def test_line_that_is_no_guess_is_told_and_costs_nothing() -> None:
    result = piped("e e ? xx q", "--length", "5", "--max-misses", "2")

    assert len(result.stdout.splitlines()) == 3
    assert len(result.stderr.splitlines()) == 3
    assert result.exit_code == 0


def test_any_word_list_can_be_played_with(tmp_path: Path) -> None:
    words = tmp_path / "wörter.txt"
    words.write_text("Straße\nSCHÖNE\nAllee\nAnna's\n")

    result = piped("ö ß", "--words", str(words), "--length", "6", "--max-misses", "never")

    assert result.stdout.splitlines() == ["______ [ö] misses=1", "____ß_ [ßö] misses=1"]


def test_word_list_may_come_from_a_pipe() -> None:
    game = f'printf "%s\\n" q z | {COMMAND} play --words <(printf "cat\\ncöt\\n") --max-misses 2'

    ran = run("bash", "-c", game)

    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines()[0] == "___ [q] misses=1/2"


# --- Over HTTP ------------------------------------------------------------------------------------


def test_game_over_http_is_the_game_in_process(service: Service) -> None:
    options = ["--length", "9", "--seed", "5", "--insight", "full"]
    guesses = " ".join(ALPHABET)

    here, there = piped(guesses, *options), piped(guesses, *options, "--url", service.url)

    assert here.exit_code == there.exit_code == 0
    assert here.stdout == there.stdout


@pytest.fixture
def tried_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = remote.RETRIES.new(backoff_factor=0)
    monkeypatch.setattr(remote, "RETRIES", at_once)


@pytest.mark.usefixtures("tried_again_at_once")
def test_service_that_is_not_there_is_one_line_and_exit_code_2() -> None:
    result = piped("e", "--url", f"http://127.0.0.1:{free_port()}")

    assert result.exit_code == 2
    assert "does not answer (" in result.stderr
    assert result.stderr.count("\n") == 1


@contextmanager
def saying(*answers: tuple[int, bytes]) -> Iterator[tuple[str, list[Any]]]:
    """A server that answers so, one request after another, and the headers that it got."""
    heard: list[Any] = []
    ahead = list(answers)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.append(self.headers)
            self.rfile.read(int(self.headers["Content-Length"]))
            status, body = ahead.pop(0)
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with answering(Handler) as url:
        yield url, heard


@pytest.mark.parametrize("name", ["not-found", "method-not-allowed"])
def test_address_of_a_page_of_the_service_is_said_to_be_none(name: str) -> None:
    problem = {"code": name, "detail": "This path takes no POST."}
    with saying((405, json.dumps(problem).encode())) as (url, _):
        result = piped("e", "--url", f"{url}/docs")

    assert result.exit_code == 2
    assert f"{url}/docs does not have /games: give the address of" in result.stderr


def test_key_of_the_environment_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = json.dumps({"code": "not-a-word", "detail": "Not a word."}).encode()
    with saying((422, problem), (422, problem)) as (url, heard):
        piped("e", "--url", url)
        monkeypatch.setenv("HANGMAN_KEY", "my-key")
        piped("e", "--url", url)

    assert [headers["Authorization"] for headers in heard] == [None, "Bearer my-key"]


def test_service_that_goes_away_ends_the_game_at_once() -> None:
    game = json.dumps(local_client("en").start({})).encode()
    with saying((201, game), (200, b"<html>"), (200, b"<html>")) as (url, heard):
        result = piped("e a", "--url", url)

    assert result.exit_code == 2
    assert result.stderr.startswith(
        f"hangman: {url} is not an Evil Hangman service, or a newer one: /"
    )
    assert result.stderr.count("\n") == 1
    assert len(heard) == 2


@pytest.mark.usefixtures("tried_again_at_once")
def test_request_that_fails_in_passing_is_retried_with_its_key() -> None:
    problem = json.dumps({"code": "x", "detail": "Enough."}).encode()
    with saying((503, b"{}"), (503, b"{}"), (422, problem)) as (url, heard):
        result = piped("e", "--url", url)

    assert result.stderr == "hangman: Enough.\n"
    assert len({headers["Idempotency-Key"] for headers in heard}) == 1
    assert len(heard) == 3


# --- At a terminal --------------------------------------------------------------------------------


class Terminal:
    """A person at a terminal of 80 × 24."""

    def __init__(self, *options: str, **environ: str) -> None:
        usual = {"TERM": "xterm-256color"}
        self.program: Any = pexpect.spawn(
            COMMAND, ["play", *options], encoding="utf-8", dimensions=(24, 80), timeout=PATIENCE,
            env=environment(Path.home(), **{**usual, **environ}),
        )  # fmt: skip

    def sees(self, text: str) -> str:
        """Wait for a text; what was printed before it."""
        self.program.expect_exact(text)
        return str(self.program.before)

    def answers(self, question: str, answer: str) -> None:
        self.sees(question)
        self.program.sendline(answer)

    def presses_ctrl_c(self) -> None:
        self.presses_ctrl("c")

    def presses_ctrl(self, key: str) -> None:
        """Once the program waits for a key: readline does not hear what comes just before."""
        wait_until(self._sleeps, "the program does not wait for a key")
        self.program.sendcontrol(key)

    def _sleeps(self) -> bool:
        fields = Path(f"/proc/{self.program.pid}/stat").read_text().rpartition(")")[2].split()
        return fields[0] == "S"

    def code(self) -> int:
        self.program.expect(pexpect.EOF)
        self.program.close()
        return int(self.program.exitstatus)


def test_ctrl_z_gives_the_shell_its_lines_and_fg_the_keys(tmp_path: Path) -> None:
    environ = environment(tmp_path, TERM="xterm-256color", PS1="$ ")
    shell: Any = pexpect.spawn(
        "bash",
        ["--norc", "-i"],
        encoding="utf-8",
        dimensions=(24, 80),
        timeout=PATIENCE,
        env=environ,
    )
    shell.sendline("hangman play --length 5 --max-misses 5 --insight none --dealer largest-family")
    shell.expect_exact("press its key")
    for letter in "qz":
        shell.sendcontrol("z")
        shell.expect_exact("Stopped")
        shell.sendline("stty -a")
        shell.expect_exact(" icanon")
        shell.expect_exact(" echo ")
        shell.sendline("fg")
        shell.expect_exact("5 letters, ")
        shell.send(letter)
        shell.expect_exact(f"No {letter}.")

    shell.sendcontrol("c")
    shell.expect_exact("Goodbye.")
    shell.sendline("stty -a; exit")
    shell.expect_exact(" icanon")
    shell.expect(pexpect.EOF)


def test_person_is_asked_until_the_answers_can_be_played_with() -> None:
    person = Terminal("--seed", "4", "--dealer", "largest-family", TERM="dumb")
    person.answers("How many letters?", "99")
    person.sees("There are no words of that length")
    person.answers("How many letters?", "six")
    person.answers("How many letters?", "6")
    for nonsense in ("0", "-1", "3.5", "many", "1001"):
        person.answers("How many misses", nonsense)
        person.sees("Type a whole number from 1 to 1000")
    person.answers("How many misses", "3")
    person.answers("Show how many words are left?", "y")
    person.sees("3 misses left")
    person.sees("6,947 left")
    for nonsense in ("", "ab", "1", "é"):
        person.answers("Your guess:", nonsense)
    person.answers("Your guess:", "E")
    person.sees("2 misses left")
    person.sees("missed  e")
    person.sees("No e.")
    person.answers("Your guess:", "e")
    person.sees("You have guessed e before.")
    person.answers("Your guess:", "?")
    person.sees("Most words that fit have: s 53%")
    person.answers("Your guess:", "=bottle")
    person.sees("1 miss left")
    person.answers("Your guess:", "a")
    person.sees("/ \\")
    person.sees("You hang.")
    person.sees("bottle")
    person.answers("Another game?", "y")
    person.answers("How many letters?", "")
    person.answers("How many misses", "never")
    person.answers("Show how many words are left?", "")
    person.sees("0 misses so far")
    person.answers("Your guess:", "")
    person.answers("Your guess:", "q")
    assert "please" not in person.sees("1 miss so far")
    person.sees("Your guess:")
    person.presses_ctrl_c()
    person.sees("Goodbye.")
    assert person.code() == 130


@pytest.mark.parametrize("questions", range(3))
def test_q_leaves_at_a_question(questions: int) -> None:
    person = Terminal()
    for question in ("How many letters?", "How many misses", "Show how many")[:questions]:
        person.answers(question, "")
    person.answers("?", "q")

    person.sees("Goodbye.")
    assert person.code() == 1


@pytest.mark.parametrize(
    ("key", "options", "asks", "last", "code"),
    [
        ("c", "", "How many letters?", "Goodbye.", 130),
        ("c", "--word", "nobody sees it", "hangman: interrupted", 130),
        ("c", "--length 5 --max-misses 5 --insight none", "its key", "Goodbye.", 130),
        ("d", "--length 5 --max-misses 5 --insight none", "its key", "Goodbye.", 1),
    ],
)
def test_ctrl_c_and_the_end_of_input_end_in_one_line(
    key: str, options: str, asks: str, last: str, code: int
) -> None:
    person = Terminal(*options.split())
    person.sees(asks)
    person.presses_ctrl(key)

    assert "Traceback" not in person.sees(f"{last}\r\n")
    assert person.code() == code


def test_game_that_is_left_at_a_service_goes_on_in_a_browser(service: Service) -> None:
    options = ["--length", "5", "--max-misses", "5", "--insight", "none"]
    person = Terminal("--url", f"{service.url}/", *options, "--dealer", "largest-family")
    person.sees("press its key")
    person.program.send("q")
    person.sees("No q.")
    person.presses_ctrl_c()

    person.sees(f"Goodbye. The game goes on at {service.url}/#")
    game = person.sees("\r\n")
    assert service.get(f"/games/{game}").json()["guessed_letters"] == ["q"]
    assert person.code() == 130


@pytest.mark.parametrize(("most", "shown"), [("999", "1/999"), ("1000", "1"), ("never", "1")])
def test_thousand_misses_are_never_and_no_number(four_words: Path, most: str, shown: str) -> None:
    result = piped("z", "--words", str(four_words), "--max-misses", most)

    assert result.stdout == f"______ [z] misses={shown}\n"


def test_game_of_the_day_ends_with_a_text_to_share(
    service: Service,
) -> None:
    person = Terminal("--url", service.url, "--daily")
    person.sees("press its key")
    person.program.send(ALPHABET)
    person.sees("Was it cheating?")
    person.program.send("1")

    person.sees("To share:")
    person.sees("Evil Hangman 20")
    shared = person.sees("called it ")
    assert person.code() == 0
    assert not re.search("word|fair|cheat|open", shared + person.program.before)


def test_game_of_the_day_leaves_nothing_to_choose(service: Service) -> None:
    result = piped("e", "--daily", "--url", service.url, "--length", "5")

    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "the same for everybody" in result.stderr


def test_what_is_given_is_not_asked_for(four_words: Path) -> None:
    options = ["--length", "6", "--max-misses", "never", "--insight", "none"]
    person = Terminal("--words", str(four_words), *options, "--dealer", "largest-family")
    person.sees("press its key")
    for letter in "ruckstmpbh":
        person.program.send(letter)
    person.sees("You found it.")
    person.sees("Another game?")
    person.program.sendeof()
    person.sees("Goodbye.")
    assert person.code() == 0


def test_word_is_asked_for_unseen_and_somebody_else_guesses() -> None:
    person = Terminal("--max-misses", "3", "--insight", "none", "--word", TERM="dumb")
    person.answers("The word to guess (nobody sees it):", "zebra")
    before = person.sees("Your guess:")
    person.program.sendline("e")
    person.answers("Your guess:", "=zebra")
    person.sees("You found it.")
    person.answers("Another game?", "y")
    person.sees("How many letters?")

    assert "zebra" not in before
    assert "_ _ _ _ _" in before


def test_word_is_set_for_a_script() -> None:
    result = piped("z e b r a", "--word", "Zebra")

    assert (result.exit_code, result.output.splitlines()[-1]) == (0, "won: zebra")


@pytest.mark.parametrize(
    ("environ", "codes"),
    [({}, {"colour", "cursor"}), ({"NO_COLOR": "1"}, {"cursor"}), ({"TERM": "dumb"}, set())],
)
def test_terminal_gets_what_it_can_show_and_its_person_wants(
    environ: dict[str, str], codes: set[str]
) -> None:
    options = ("--length", "5", "--max-misses", "1", "--insight", "none")
    person = Terminal(*options, "--dealer", "largest-family", **environ)
    person.sees("Your guess:" if "TERM" in environ else "press its key")
    person.program.send("q\n" if "TERM" in environ else "q")

    screen = person.sees("Another game?")

    person.program.send("n\n" if "TERM" in environ else "n")
    assert person.code() == 0
    printed = {"colour": r"\x1b\[[0-9;]+m", "cursor": r"\x1b\[\d*A"}
    assert {kind for kind, code in printed.items() if re.search(code, screen)} == codes


def test_keys_guess_ask_for_hints_and_type_words() -> None:
    options = ["--length", "6", "--max-misses", "4", "--insight", "count", "--seed", "4"]
    person = Terminal(*options, "--dealer", "largest-family")
    person.sees("4 misses left")
    person.sees("6,947 left")
    for pressed, said in (
        ("e", "No e."),
        ("e", "You have guessed e before."),
        ("?", "Most words that fit have: s 53%"),
        ("\x1b[A1", "\x1b[A1"),
        ("=botx\x7ftle", "The whole word: bottle_"),
        ("\x1b", "press its key"),
        ("=zzzzzz\r", "It is not a miss."),
        ("=bottle\n", "No bottle."),
        ("a", "1 miss left"),
    ):
        person.program.send(pressed)
        if pressed != said:
            person.sees(said)
    person.program.send("is")
    person.sees("You hang.")


def test_bare_enter_means_yes_only_when_the_game_is_over() -> None:
    options = ["--length", "6", "--max-misses", "3", "--insight", "none"]
    person = Terminal(*options, "--dealer", "largest-family")
    person.sees("press its key")
    person.program.send("\rq\rx\rz\r")

    assert "The whole word" not in person.sees("Another game?")
    person.program.send("\r")
    person.sees("3 misses left")


def test_keys_typed_ahead_do_not_answer_the_next_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    person, terminal = os.openpty()

    def types_on(_: float) -> None:
        os.write(person, b"1q\r")
        assert select.select([terminal], [], [], PATIENCE)[0]

    with open(terminal) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        monkeypatch.setattr("time.sleep", types_on)
        monkeypatch.setattr(click, "echo", lambda *_, **__: os.write(person, b"s2"))
        claim = ScreenBoard(local_client("en")).choice(QUESTION, CLAIMS)
    os.close(person)

    assert claim is False


def test_lines_typed_ahead_do_not_answer_the_next_question() -> None:
    options = ["--length", "6", "--max-misses", "1", "--insight", "none"]
    person = Terminal(*options, "--dealer", "largest-family", TERM="dumb")
    person.answers("Your guess:", "x\nn\nn")
    person.answers("Another game?", "y")
    person.sees("Your guess:")


# --- Was it cheating? -----------------------------------------------------------------------------


@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
@pytest.mark.parametrize("options", ["", "--url"])
def test_person_is_asked_before_the_dealer_is_told(
    service: Service, options: str, term: str
) -> None:
    asked = ["--length", "8", "--max-misses", "2", "--insight", "none"]
    person = Terminal(*asked, *([options, service.url] if options else []), TERM=term)
    end = "\n" if term == "dumb" else ""
    person.sees("Guess a letter")
    person.program.send("".join(f"{letter}{end}" for letter in "qxzj"))  # one may be in the word

    before = person.sees("Was it cheating?")
    person.sees("1 it cheated, 2 it was fair:")
    person.program.send(f"1{end}")
    after = person.sees("Another game?")

    assert "You hang." in before
    assert not re.search("thrown away|never had|the start|It was", before)
    table, _, told = after.partition("These are the answers")
    assert "thrown away" in table
    assert re.search("You were right. It never had a|It was fair. It had", unstyled(told))


def unstyled(printed: str) -> str:
    return " ".join(re.sub(r"\x1b\[[0-9;]*[a-zA-Z]", "", printed).split())


@pytest.mark.parametrize("dealer", ["honest", "largest-family"])
def test_dealer_of_whom_nothing_is_said_is_drawn_by_the_service(
    service: Service, dealer: str
) -> None:
    asked = {"length": 8, "max_misses": 1}
    for seed in range(100):
        game = service.post("/games", json={**asked, "seed": seed, "dealer": "any"}).json()
        ended = service.post(f"/games/{game['id']}/guesses", json={"letter": "q"}).json()
        if ended["dealer"] == dealer and ended["status"] == "lost":
            break
    options = ["--length", "8", "--max-misses", "1", "--insight", "none", "--seed", str(seed)]
    person = Terminal("--url", service.url, *options)
    person.sees("press its key")
    person.program.send("q")
    person.sees("Was it cheating?")
    person.program.send("\r")

    told = {"honest": "It was fair. It had ", "largest-family": "It cheated. It never had a word."}
    assert told[dealer] in unstyled(person.sees("Another game?"))


def test_script_gets_the_dealer_of_the_api_and_is_not_asked() -> None:
    result = piped("q x", "--length", "8", "--max-misses", "2", "--json")

    games = [json.loads(line) for line in result.stdout.splitlines()]
    assert games[-2]["dealer"] == "largest-family"
    assert "cheating" not in result.output


OF_CHEAT = ("You were right.", "It fooled you.", "It cheated.")
OF_FAIR = ("It was fair.", "You were right.", "It was fair.")
OF_FAIR_THAT_LOST = ("it was fair.", "you were right.", "it was fair.")


@pytest.mark.parametrize(
    ("dealer", "letters", "answers", "headline", "evidence"),
    [
        ("largest-family", "xzj", OF_CHEAT, "It never had a word.", ". 4 words still fitted: "),
        ("largest-family", "rustchxz", OF_CHEAT, "It never had a word until your 5th guess.",
         "From your 5th guess on it had only "),
        ("largest-family", "rustchmpbk", OF_CHEAT, "It never had a word until you cornered it at"
         " your 5th guess.", ""),
        ("honest", "xzj", OF_FAIR, "It had CRUMBS from the start.", ""),
        ("honest", "crumbs", OF_FAIR_THAT_LOST, "You found CRUMBS among 4 words.", ""),
    ],
)  # fmt: skip
def test_reveal_answers_the_claim(
    four_words: Path, dealer: str, letters: str, answers: tuple[str, ...], headline: str,
    evidence: str,
) -> None:  # fmt: skip
    client = local_client("words", four_words)
    game = client.start({"dictionary": "words", "dealer": dealer, "max_misses": 3, "seed": 1})
    for letter in letters:
        if game["status"] == "in_progress":
            game = client.guess(game, {"letter": letter})
    confession = client.confession(game)

    told = [reveal(game, confession, claim).plain.splitlines() for claim in (True, False, None)]

    praise = "Well played, " if answers == OF_FAIR_THAT_LOST else ""
    assert [lines[0] for lines in told] == [f"{praise}{answer} {headline}" for answer in answers]
    assert all("".join(lines[1:]).count(evidence) for lines in told)
    assert all(len(lines) == 1 + bool(evidence) for lines in told)


@pytest.mark.parametrize(("claim", "said"), [(True, "✔"), (False, "✗"), (None, "")])
def test_text_to_share_says_only_whether_one_was_right(claim: bool | None, said: str) -> None:
    game = {"status": "lost", "daily": "2026-11-22", "length": 8, "misses": 8}
    confession = {"honest": False, "guesses": [{"hit": True}, {"hit": False}]}

    first, squares = share(game, confession, claim).splitlines()

    called = f" · called it {said}" if said else ""
    assert first == f"Evil Hangman 2026-11-22 · lost, 8 letters, 8 misses{called}"
    assert squares == "■□"


def test_answers_that_most_words_give_are_a_percentage() -> None:
    options = ["--length", "8", "--max-misses", "2", "--insight", "none"]
    person = Terminal(*options, "--dealer", "largest-family")
    person.sees("press its key")
    person.program.send("zx")

    story = unstyled(person.sees("Another game?"))

    assert re.search("9[0-9]% of the words that an honest dealer could draw give these ", story)


def test_confession_tells_the_story() -> None:
    options = ["--length", "8", "--max-misses", "4", "--insight", "none", "--seed", "2026"]
    person = Terminal(*options, "--dealer", "largest-family")
    person.sees("press its key")
    person.program.send("eaioxun")

    story = person.sees("Another game?")

    story = re.sub(r"\x1b\[[0-9;]*[a-zA-Z]", "", story)
    assert "159 words still" in story.partition("It never had a word.")[2]
    once = "Of 63 words that an honest dealer could draw, one gives these answers."
    assert once in " ".join(story.split())
    assert re.search(r"e +no +3,061 +somebody supposed", story.partition("These are")[0])
    assert "6,993 more" in story


def test_story_counts_the_misses_that_a_review_counts(capsys: pytest.CaptureFixture[str]) -> None:
    client = local_client("en")
    game = client.start({"length": 5, "max_misses": 2})
    for letter in "qz":
        game = client.guess(game, {"letter": letter})

    tell(client, game, None)

    story = " ".join(capsys.readouterr().out.split())
    [cost] = re.findall(r"your letters would have cost ([0-9.]+) misses", story)
    expected = client.review(game)["cost"]
    assert float(cost) == pytest.approx(expected, abs=0.05)
    assert expected < game["misses"] + 3


@pytest.mark.parametrize("columns", [40, 80])
def test_frame_fits_the_terminal(columns: int) -> None:
    game = {
        "status": "in_progress", "length": 45, "pattern": "pneumonoultramicroscopic" + 21 * "_",
        "guessed_letters": list("pneumolatrics"), "wrong_letters": list("xqzjw"),
        "wrong_words": ["a" * 45], "misses": 6, "max_misses": 8, "remaining_guesses": 2,
        "insight": {"words_left": 123_456},
    }  # fmt: skip
    printed = StringIO()
    console = Console(width=columns, file=printed, force_terminal=False)

    console.print(frame(game, ALPHABET, "A sentence that is rather long, as hints are. " * 3))

    lines = printed.getvalue().splitlines()
    assert max(map(len, lines)) <= columns
    assert len(lines) <= 24
    assert "free" in "".join(lines)


@pytest.mark.parametrize("status", ["in_progress", "lost"])
def test_word_and_misses_stay_whole_on_a_small_terminal(status: str) -> None:
    game = {
        "status": status, "length": 12, "pattern": "_a__________",
        "guessed_letters": list("axqzjwvyk"), "wrong_letters": list("xqzjwvyk"), "wrong_words": [],
        "misses": 8, "max_misses": 9, "remaining_guesses": 1, "insight": {"words_left": 123_456},
    }  # fmt: skip
    printed = StringIO()
    letters = [{"letter": letter, "share_with": 0.5} for letter in ALPHABET]

    Console(width=40, file=printed).print(frame(game, ALPHABET, hint_sentence(letters)))

    lines = [line.rstrip() for line in printed.getvalue().splitlines()]
    assert len(lines) <= 15
    assert {"_ a _ _ _ _ _ _ _ _ _ _", "missed  x q z j w v y k"} <= set(lines)


@pytest.mark.parametrize("most", [1, 2, 7, 26])
def test_drawing_grows_with_each_miss_and_is_whole_at_the_last(most: int) -> None:
    drawings = ["\n".join(drawing(misses, most, won=False)) for misses in range(most + 1)]

    inked = [len("".join(one.split())) for one in drawings]
    assert inked == sorted(set(inked))
    assert inked[0] == 0
    assert drawings[-1].count("O") == 1
    assert all(len(line) <= 20 for line in drawings[-1].splitlines())


# --- Help -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", paths(hangman), ids=" ".join)
def test_every_help_teaches_by_example(path: tuple[str, ...]) -> None:
    result = CliRunner().invoke(hangman, [*path, "--help"])

    assert result.exit_code == 0
    assert f"hangman {' '.join(path)}".strip() in result.output.partition("Example")[2]


def test_shell_can_complete_commands_and_options() -> None:
    runner = CliRunner(env={"_HANGMAN_COMPLETE": "bash_complete", "COMP_CWORD": "3"})

    result = runner.invoke(
        hangman, env={"COMP_WORDS": "hangman play --dealer "}, prog_name="hangman"
    )

    assert "plain,honest" in result.output


def test_ctrl_z_while_writing_redraws_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keyboard, terminal = os.openpty()
    redrawn = Mock()
    before = signal.signal(signal.SIGTSTP, signal.SIG_IGN)  # so that the tests are not stopped
    try:
        with open(terminal) as stdin:
            monkeypatch.setattr(sys, "stdin", stdin)
            with Keys(redrawn) as keys:
                os.kill(os.getpid(), signal.SIGTSTP)
                redrawn.assert_not_called()

                os.write(keyboard, b"e")
                assert next(keys) == "e"

                redrawn.assert_called_once_with()
    finally:
        signal.signal(signal.SIGTSTP, before)
        os.close(keyboard)
