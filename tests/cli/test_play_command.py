"""`hangman play`, piped and at a terminal."""

import json
import os
import re
import select
import signal
import sys
import termios
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import click
import pytest
from rich.console import Console

from service.cli.game.board import Keys, ScreenBoard
from service.cli.game.frame import drawing, frame, hint_sentence
from service.cli.game.story import CLAIMS, QUESTION, reveal, share, tell
from service.cli.local_player import local_player
from service.engine.game import Status
from service.engine.writing import writing_of
from service.play.hints import RankedLetterView
from service.play.requests import GameChoices, Guess
from service.play.views import GameView, InsightView
from tests.answering import saying
from tests.cli.commanding import Terminal, piped, run
from tests.support.running import Service
from tests.support.waiting import PATIENCE

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
WRITING = writing_of(ALPHABET)
CHEAT = "--insight none --dealer largest-family"  # its words never have a rare letter


def body(content: object) -> list[bytes]:
    return [json.dumps(content).encode()]


# --- From a pipe ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("line", "guesses", "printed"),
    [
        ("--length 8 --insight full", "e", "........ [e] (words=3061/20739)\n"),
        ("--words wörter.txt --length 6 --max-misses never", "ö ß",
         "______ [ö] misses=1\n____ß_ [ßö] misses=1\n"),
        # As Moertel's program printed it.
        ("--words four.txt --dealer cheat-score --insight full --max-misses never", "a r",
         "...... [a] (words=4/23: crumbs trucks trumps truths)\n"
         ".r.... [ar] (words=4/19: crumbs trucks trumps truths)\n"),
        ("--words four.txt --max-misses 999", "z", "______ [z] misses=1/999\n"),
        ("--words four.txt --max-misses 1000", "z", "______ [z] misses=1\n"),
    ],
)  # fmt: skip
def test_input_that_ends_first_is_exit_code_1(line: str, guesses: str, printed: str) -> None:
    result = piped(f"play {line}", guesses)
    assert (result.exit_code, result.stdout) == (1, printed)
    assert result.stderr.splitlines()[-1] == "hangman: the input ended before the game did"


@pytest.mark.parametrize(
    ("line", "guesses", "lines", "refusals"),
    [
        ("--length 8 --max-misses 3 --insight count", "e q =supposed",
         ["________ [e] misses=1/3 words=3061", "________ [eq] misses=2/3 words=3022",
          "________ [eq] misses=3/3 words=3022", "lost: "], 0),
        ("--length 5 --max-misses 2", "q q ? xx é z", ["_____ [q] ", "_____ [qz] ", "lost: "], 4),
        ("--word Zebra", "z ebra e b =ZEBRA",
         ["z____ [z] ", "ze___ [ez] ", "zeb__ [bez] ", "zebra [bez] ", "won: zebra"], 1),
    ],
)  # fmt: skip
def test_each_guess_has_a_line_and_refused_ones_cost_nothing(
    line: str, guesses: str, lines: list[str], refusals: int
) -> None:
    result = piped(f"play {line}", guesses)
    printed = result.stdout.splitlines()
    assert result.exit_code == 0
    assert [row[: len(start)] for row, start in zip(printed, lines, strict=True)] == lines
    assert result.stderr.count("\n") == refusals


def test_script_gets_the_dealer_of_the_api_and_no_question() -> None:
    result = piped("play --length 8 --max-misses 2 --json", "q x")
    assert json.loads(result.stdout.splitlines()[-2])["dealer"] == "largest-family"
    assert "cheating" not in result.output


# --- Over HTTP ------------------------------------------------------------------------------------


def test_game_over_http_is_the_game_in_process(service: Service) -> None:
    line, guesses = "play --length 9 --seed 5 --insight full", " ".join(ALPHABET)
    here, there = piped(line, guesses), piped(f"{line} --url {service.url}", guesses)
    assert here.exit_code == there.exit_code == 0
    assert here.stdout == there.stdout


@pytest.mark.parametrize("name", ["not-found", "method-not-allowed"])
def test_address_of_a_page_of_the_service_is_refused(name: str) -> None:
    with saying((405, body({"code": name, "detail": "This path takes no POST."}))) as (url, _):
        result = run(f"play --url {url}/docs")
    assert result.exit_code == 2
    assert f"{url}/docs does not have /games: give the address of" in result.stderr


def test_key_of_the_environment_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    with saying((422, body({"code": "not-a-word", "detail": "Not a word."}))) as (url, received):
        run(f"play --url {url}")
        monkeypatch.setenv("HANGMAN_KEY", "my-key")
        run(f"play --url {url}")
    assert [headers["Authorization"] for headers in received] == [None, "Bearer my-key"]


BUSY: tuple[int, list[bytes]] = (503, [b"{}"])
BROKEN_OFF: tuple[int, list[bytes]] = (0, [b"HTTP/1.1 201 Created\r\nContent-Length: 9\r\n\r\n{"])


@pytest.mark.usefixtures("tried_again_at_once")
@pytest.mark.parametrize("failures", [[BUSY, BUSY], [BROKEN_OFF]])
def test_passing_failure_is_retried_with_the_same_key(
    failures: list[tuple[int, list[bytes]]],
) -> None:
    with saying(*failures, (422, body({"code": "x", "detail": "Enough."}))) as (url, received):
        result = run(f"play --url {url}")
    assert result.stderr == "hangman: Enough.\n"
    assert len({headers["Idempotency-Key"] for headers in received}) == 1
    assert len(received) == len(failures) + 1


# --- At a terminal --------------------------------------------------------------------------------


def test_ctrl_z_restores_line_mode_and_fg_key_mode() -> None:
    shell = Terminal("bash --norc -i", PS1="$ ")
    shell.program.sendline(f"hangman play --length 5 --max-misses 5 {CHEAT}")
    shell.sees("press its key")
    for letter in "qz":
        shell.program.sendcontrol("z")
        shell.goes_through(("Stopped", "stty -a\n"), (" icanon", ""), (" echo ", "fg\n"))
        shell.goes_through(("5 letters, ", letter), (f"No {letter}.", ""))
    shell.program.sendcontrol("c")
    shell.goes_through(("Goodbye.", "stty -a; exit\n"), (" icanon", ""))
    shell.code()


@pytest.mark.parametrize("name", ["HUP", "QUIT", "TERM"])
@pytest.mark.parametrize(
    ("line", "seen"),
    [
        (f"--length 5 --max-misses 5 {CHEAT}", "press its key"),
        ("", "How many letters?"),
        ("--word", "The word to guess"),
    ],
    ids=["board", "question", "secret word"],
)
def test_signal_that_ends_a_game_leaves_the_shell_its_terminal(
    line: str, seen: str, name: str
) -> None:
    person, number = Terminal(f"hangman play {line}"), getattr(signal, f"SIG{name}")
    person.sees(seen)
    if name == "QUIT":
        person.presses_ctrl("\\")
    else:
        person.gets_signal(number)
    assert person.sees_the_end().endswith("\x1b[?25h")
    _, _, _, modes, *_ = termios.tcgetattr(person.program.child_fd)
    assert modes & termios.ECHO
    assert modes & termios.ICANON
    person.program.close()
    assert person.program.signalstatus == number


def test_person_is_asked_until_the_choices_are_valid() -> None:
    person = Terminal("hangman play --seed 4 --dealer largest-family", TERM="dumb")
    person.goes_through(
        ("How many letters?", "99\n"), ("There are no words of that length", ""),
        ("How many letters?", "six\n"), ("How many letters?", "6\n"),
    )  # fmt: skip
    for nonsense in ("0", "-1", "3.5", "many", "1001"):
        person.goes_through(
            ("How many misses", f"{nonsense}\n"), ("Type a whole number from 1 to 1000", "")
        )
    person.goes_through(
        ("How many misses", "3\n"), ("Show how many words are left?", "y\n"),
        ("3 misses left", ""), ("6,947 left", ""),
        *[("Your guess:", f"{nonsense}\n") for nonsense in ("", "ab", "1", "é")],
        ("Your guess:", "E\n"), ("2 misses left", ""), ("missed  e", ""), ("No e.", ""),
        ("Your guess:", "e\n"), ("You have guessed e before.", ""),
        ("Your guess:", "?\n"), ("Most words that fit have: s 53%", ""),
        ("Your guess:", "=bottle\n"), ("1 miss left", ""),
        ("Your guess:", "a\n"), ("/ \\", ""), ("You hang.", ""), ("bottle", ""),
        ("Another game?", "y\n"), ("How many letters?", "\n"), ("How many misses", "never\n"),
        ("Show how many words are left?", "\n"), ("0 misses so far", ""),
        ("Your guess:", "\n"), ("Your guess:", "q\n"),
    )  # fmt: skip
    assert "please" not in person.sees("1 miss so far")
    person.sees("Your guess:")
    person.presses_ctrl("c")
    person.sees("Goodbye.")
    assert person.code() == 130


@pytest.mark.parametrize(
    ("key", "options", "asks", "last", "code"),
    [
        ("c", "--word", "nobody sees it", "hangman: interrupted", 130),
        ("d", "--length 5 --max-misses 5 --insight none", "its key", "Goodbye.", 1),
    ],
)
def test_ctrl_c_and_the_end_of_input_end_in_one_line(
    key: str, options: str, asks: str, last: str, code: int
) -> None:
    person = Terminal(f"hangman play {options}")
    person.sees(asks)
    person.presses_ctrl(key)
    assert "Traceback" not in person.sees(f"{last}\r\n")
    assert person.code() == code


def test_game_that_is_left_at_a_service_goes_on_in_a_browser(service: Service) -> None:
    person = Terminal(f"hangman play --url {service.url}/ --length 5 --max-misses 5 {CHEAT}")
    person.goes_through(("press its key", "q"), ("No q.", ""))
    person.presses_ctrl("c")
    person.sees(f"Goodbye. The game goes on at {service.url}/#")
    game = person.sees("\r\n")
    assert service.get(f"/games/{game}").json()["guessed_letters"] == ["q"]
    assert person.code() == 130


def test_game_of_the_day_ends_with_a_text_to_share(service: Service) -> None:
    person = Terminal(f"hangman play --url {service.url} --daily")
    person.goes_through(("press its key", ALPHABET), ("Was it cheating?", "1"), ("To share:", ""))
    person.sees("Evil Hangman 20")
    shared = person.sees("called it ")
    assert person.code() == 0
    assert not re.search("word|fair|cheat|open", shared + person.program.before)


@pytest.mark.usefixtures("folder")
def test_options_are_not_asked_for_and_enter_plays_again() -> None:
    person = Terminal(f"hangman play --words four.txt --length 6 --max-misses never {CHEAT}")
    person.goes_through(("press its key", "\rruck\rstmpbh"))
    assert "The whole word" not in person.sees("You found it.")
    person.goes_through(("Another game?", "\r"), ("0 misses so far", "ruckstmpbh"))
    person.sees("Another game?")
    person.program.sendeof()
    person.sees("Goodbye.")
    assert person.code() == 0


def test_word_is_typed_unseen_and_somebody_else_guesses() -> None:
    person = Terminal("hangman play --max-misses 3 --insight none --word", TERM="dumb")
    person.goes_through(("The word to guess (nobody sees it):", "zebra\n"))
    before = person.sees("Your guess:")
    person.program.send("e\n")
    person.goes_through(("Your guess:", "=zebra\n"), ("You found it.", ""))
    person.goes_through(("Another game?", "Y\n"), ("How many letters?", "q\n"), ("Goodbye.", ""))
    assert person.code() == 0
    assert "zebra" not in before
    assert "_ _ _ _ _" in before


def test_keys_guess_ask_for_hints_and_type_words() -> None:
    options = "--length 6 --max-misses 4 --insight count --seed 4 --dealer largest-family"
    person = Terminal(f"hangman play {options}")
    person.goes_through(
        ("4 misses left", ""), ("6,947 left", "e"), ("No e.", "12" + 25 * "\x1bOD" + "e"),
        ("You have guessed e before.", "?"), ("Most words that fit have: s 53%", "1\x1b[A\x1bOB"),
        ("", "=botx\x7ftle"), ("The whole word: bottle_", "\x1b"), ("press its key", "=zzzzzz\r"),
        ("It is not a miss.", "=bottle\n"), ("it is not bottle", "a"), ("1 miss left", "is"),
        ("You hang.", ""),
    )  # fmt: skip  # an arrow and a digit do nothing


def test_keys_typed_ahead_do_not_answer_the_next_question(monkeypatch: pytest.MonkeyPatch) -> None:
    person, terminal = os.openpty()

    def types_on(_: float) -> None:
        os.write(person, b"1q\r")
        assert select.select([terminal], [], [], PATIENCE)[0]

    with open(terminal) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        monkeypatch.setattr("time.sleep", types_on)
        monkeypatch.setattr(click, "echo", lambda *_, **__: os.write(person, b"s2"))
        claim = ScreenBoard(local_player("en")).choice(QUESTION, CLAIMS)
    os.close(person)
    assert claim is False


def test_lines_typed_ahead_do_not_answer_the_next_question() -> None:
    person = Terminal(f"hangman play --length 6 --max-misses 1 {CHEAT}", TERM="dumb")
    person.goes_through(("Your guess:", "x\nn\nn\n"), ("Another game?", "y\n"), ("Your guess:", ""))


def test_ctrl_z_while_writing_redraws_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
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


# --- Was it cheating? -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "environ", "codes"),
    [
        ("", {"TERM": "dumb"}, set()),
        ("", {"NO_COLOR": "1"}, {"cursor"}),
        ("--url {}", {}, {"colour", "cursor"}),
    ],
)
def test_person_is_asked_before_the_dealer_is_revealed(
    service: Service, where: str, environ: dict[str, str], codes: set[str]
) -> None:
    options = f"--length 8 --max-misses 2 --insight none {where.format(service.url)}"
    person = Terminal(f"hangman play {options}", **environ)
    person.sees("Guess a letter")
    person.types("qxzj")  # one may be in the word
    before = person.sees("Was it cheating?")
    person.sees("1 it cheated, 2 it was fair:")
    person.types("1")
    after = person.sees("Another game?")
    person.types("N")

    assert person.code() == 0
    assert "You hang." in before
    assert not re.search("thrown away|never had|the start|It was", before)
    table, _, verdict = after.partition("These are the answers")
    assert "thrown away" in table
    assert re.search("You were right. It never had |It was fair. It had ", verdict)
    printed = {"colour": r"\x1b\[[0-9;]+m", "cursor": r"\x1b\[\d*A"}
    assert {kind for kind, code in printed.items() if re.search(code, before)} == codes


OF_CHEAT = ("You were right.", "It fooled you.", "It cheated.")
OF_FAIR = ("It was fair.", "You were right.", "It was fair.")
OF_FAIR_THAT_LOST = tuple(f"Well played, {text[0].lower()}{text[1:]}" for text in OF_FAIR)


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
@pytest.mark.usefixtures("folder")
def test_reveal_answers_the_claim(
    dealer: str, letters: str, answers: tuple[str, ...], headline: str, evidence: str
) -> None:
    player = local_player("words", Path("four.txt"))
    game = player.start(GameChoices(dictionary="words", dealer=dealer, max_misses=3, seed=1))
    for letter in letters:
        if game.status == "in_progress":
            game = player.guess(game, Guess(letter))
    confession = player.confession(game)
    reveals = [
        reveal(game, confession, claim, WRITING).plain.splitlines() for claim in (True, False, None)
    ]
    assert [lines[0] for lines in reveals] == [f"{answer} {headline}" for answer in answers]
    assert all("".join(lines[1:]).count(evidence) for lines in reveals)
    assert all(len(lines) == 1 + bool(evidence) for lines in reveals)


def test_cheat_with_one_word_to_begin_with_had_that_word() -> None:
    player = local_player("en-large")
    game = player.start(GameChoices(45, "en-large", max_misses=1, dealer="largest-family"))
    game = player.guess(game, Guess("q"))
    revealed = reveal(game, player.confession(game), None, WRITING).plain
    assert revealed == f"It cheated. It had only {str(game.word).upper()} to begin with."


@pytest.mark.parametrize("command", ["play --length 5 --seed 1", "play --length 5 --seed 1 --json"])
def test_byte_order_mark_before_piped_guesses_is_no_guess(command: str) -> None:
    with_mark, without = run(command, given="\ufeffe\na\n"), run(command, given="e\na\n")
    assert [len(line) for line in with_mark.output.splitlines()] == [
        len(line) for line in without.output.splitlines()
    ]
    assert "not one letter" not in with_mark.stderr


@pytest.mark.parametrize(
    "nth", ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "111th"]
)
def test_reveal_counts_guesses_as_people_do(nth: str) -> None:
    player = local_player("en")
    game = player.start(GameChoices(length=8, max_misses=1, seed=1, dealer="largest-family"))
    game = player.guess(game, Guess("e"))
    confession = player.confession(game)
    several, one = (replace(confession.guesses[0], words_left=words) for words in (5, 1))
    confession = replace(confession, guesses=[several] * (int(nth[:-2]) - 1) + [one])
    assert f"until your {nth} guess." in reveal(game, confession, None, WRITING).plain


@pytest.mark.parametrize(("claim", "said"), [(True, "✔"), (False, "✗"), (None, "")])
def test_shared_text_says_only_if_the_claim_was_right(claim: bool | None, said: str) -> None:
    player = local_player("en")
    game = player.start(GameChoices(length=8, max_misses=2, seed=1, dealer="largest-family"))
    for letter in "eiq":
        game = player.guess(game, Guess(letter))
    confession, game = player.confession(game), replace(game, daily="2026-11-22")
    called = f" · called it {said}" if said else ""
    assert share(game, confession, claim).splitlines() == [
        f"Evil Hangman 2026-11-22 · lost, 8 letters, 2 misses{called}", "□■□",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("choices", "letters", "parts"),
    [
        ({"max_misses": 2}, "zx",
         ["9[0-9]% of the words that an honest dealer could draw give these "]),
        ({"max_misses": 4, "seed": 2026}, "eaiox",
         ["e no 3,061 somebody supposed.*These are", "6,993 more", "It never had a word.*159 words"
          " still", "One in 63 words that an honest dealer could draw gives these answers."]),
    ],
)  # fmt: skip
def test_story_has_the_confession_and_the_costs_of_a_review(
    capsys: pytest.CaptureFixture[str], choices: dict[str, Any], letters: str, parts: list[str]
) -> None:
    player = local_player("en")
    game = player.start(GameChoices(length=8, dealer="largest-family", **choices))
    for letter in letters:
        game = player.guess(game, Guess(letter))
    tell(player, game, None, WRITING)
    story, review = " ".join(capsys.readouterr().out.split()), player.review(game)
    assert [part for part in parts if not re.search(part, story)] == []
    [cost] = re.findall(r"your letters would have cost ([0-9.]+) misses", story)
    assert float(cost) == pytest.approx(review.cost, abs=0.05)
    for guess in review.guesses:
        if guess.verdict == "costly":
            best = guess.best_letters[0].letter
            assert f"{best} was better, by {guess.cost:.1f}" in story


@pytest.fixture(scope="module")
def new() -> GameView:
    return local_player("en").start(GameChoices(insight="full"))


def framed(columns: int, sentence: str, game: GameView) -> list[str]:
    """The lines of the frame of a game."""
    printed = StringIO()
    console = Console(width=columns, file=printed, force_terminal=False)
    console.print(frame(game, ALPHABET, sentence))
    return printed.getvalue().splitlines()


@pytest.mark.parametrize("columns", [40, 80])
def test_frame_fits_the_terminal(new: GameView, columns: int) -> None:
    game = replace(
        new, length=45, pattern="pneumonoultramicroscopic" + 21 * "_",
        guessed_letters=tuple("pneumolatrics"), wrong_letters=tuple("xqzjw"),
        wrong_words=("a" * 45,), misses=6, max_misses=8, remaining_guesses=2,
        insight=InsightView("full", 8, 210, ["bayou"] * 8),
    )  # fmt: skip
    lines = framed(columns, "A sentence that is rather long, as hints are. " * 3, game)
    assert max(map(len, lines)) <= columns
    assert len(lines) <= 24
    words = " ".join(lines).split()
    assert words.count("bayou") == 8
    assert {"free", "8", "left,", "cheat", "score", "210"} <= {*words}


@pytest.mark.parametrize("status", ["in_progress", "lost"])
def test_word_and_misses_stay_whole_on_a_small_terminal(new: GameView, status: Status) -> None:
    letters = [RankedLetterView(letter, share_with=0.5, share_left=0.5) for letter in ALPHABET]
    game = replace(
        new, status=status, length=12, pattern="_a__________", misses=8, max_misses=9,
        guessed_letters=tuple("axqzjwvyk"), wrong_letters=tuple("xqzjwvyk"), remaining_guesses=1,
        insight=InsightView("count", 123_456, None, None),
    )  # fmt: skip
    lines = framed(40, hint_sentence(letters), game)
    assert len(lines) <= 15
    shown = {line.rstrip() for line in lines}
    assert {"_ a _ _ _ _ _ _ _ _ _ _", "missed  x q z j w v y k"} <= shown


@pytest.mark.parametrize("most", [1, 2, 7, 26])
def test_drawing_grows_with_each_miss_and_is_whole_at_the_last(most: int) -> None:
    drawings = ["\n".join(drawing(misses, most, won=False)) for misses in range(most + 1)]
    inked = [len("".join(each.split())) for each in drawings]
    assert inked == sorted(set(inked))
    assert inked[0] == 0
    assert drawings[-1].count("O") == 1
    assert all(len(line) <= 20 for line in drawings[-1].splitlines())
