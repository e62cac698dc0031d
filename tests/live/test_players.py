"""Games at a whole service: beside the referee, by documented programs, and by load tests."""

import random
import re
import subprocess
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler
from itertools import cycle, product
from pathlib import Path
from typing import Any

import pytest

from service.engine.dealers import LargestFamily
from service.play.trial import Trial, trial_of
from tests import originals
from tests.answering import answering
from tests.support.factory import Dictionaries
from tests.support.programs import ROOT, environment, printed, program, run
from tests.support.referee import Referee
from tests.support.running import Service, ask, free_port
from tests.support.waiting import PATIENCE

DEALERS = ("largest-family", "cheat-score", "honest")
LARGEST = "en-large"  # with 2 to 45 letters, and 36,322 words of eight
LETTERS = "abcdefghijklmnopqrstuvwxyz"
SUM = r"guesses/s [1-9]\d*, p99 [1-9]\d* ms\nrefused: 429 0, 503 0, other 0\n"


def guesses_for(words: Sequence[str], chance: random.Random) -> Iterator[dict[str, str]]:
    """Yield every letter in random order, with a few words in between."""
    for letter in chance.sample(LETTERS, len(LETTERS)):
        if chance.random() < 0.1:
            yield {"word": chance.choice(words)}
        yield {"letter": letter}


@originals.needed
def test_referee_agrees_with_all_answers_at_many_lengths(service: Service) -> None:
    lengths = sorted({len(word) for word in originals.words_in(LARGEST)})[::4]
    for length, dealer in zip(lengths, cycle(DEALERS), strict=False):
        chance = random.Random(f"{length} {dealer}")
        words = sorted(word for word in originals.words_in(LARGEST) if len(word) == length)
        choices = {
            "dictionary": LARGEST, "length": length, "dealer": dealer, "seed": length,
            "insight": "full", "max_misses": chance.choice([6, 8, 12, 1000]),
        }  # fmt: skip
        game = service.post("/games", json=choices).json()
        path = f"/games/{game['id']}"
        guesses = guesses_for(words, chance)
        answers = [service.post(f"{path}/guesses", json=guess) for guess in guesses]
        confession = service.get(f"{path}/confession").json()
        referee = Referee(words, dealer, confession.get("word", ""))
        assert game["insight"]["words_left"] == len(words)
        accepted = [answer.json() for answer in answers if answer.status_code == 200]
        assert accepted
        for answer in accepted:
            assert_is_true(referee, answer)


def assert_is_true(referee: Referee, answer: dict[str, Any]) -> None:
    guess, insight = answer["last_guess"], answer["insight"]
    if guess["word"]:
        referee.answer_word(guess["word"], guess["hit"])
    else:
        referee.answer_letter(guess["letter"], tuple(guess["positions"]))
    assert insight["words_left"] == len(referee.words)
    assert insight["cheat_score"] == referee.score(referee.words)
    if len(referee.words) <= 8:
        assert insight["words"] == sorted(referee.words)
    known = LETTERS if guess["word"] and guess["hit"] else referee.guessed
    assert answer["pattern"] == "".join(c if c in known else "_" for c in referee.words[0])
    if answer["status"] != "in_progress":
        assert answer["word"] in referee.words


def test_every_guesser_ends_a_game_with_every_dealer(service: Service) -> None:
    dealers, guessers = (
        [each["name"] for each in service.get(f"/{kind}").json()[kind]]
        for kind in ("dealers", "guessers")
    )
    for dealer, guesser in product(dealers, guessers):
        choices = {"dictionary": "en-small", "length": 6, "dealer": dealer, "seed": 1}
        game = service.post("/games", json=choices).json()
        path = f"/games/{game['id']}"
        while game["status"] == "in_progress":
            hint = service.get(f"{path}/hint?guesser={guesser}").json()
            best = hint["letters"][0]["letter"]
            game = service.post(f"{path}/guesses", json={"letter": best}).json()
        assert game["dealer"] == dealer, guesser
        assert service.get(f"{path}/confession").status_code == 200, (dealer, guesser)


def in_page(page: str, language: str) -> str:
    """The only program in a language on a page."""
    [text] = re.findall(rf"^```{language}\n(.*?)^```", (ROOT / page).read_text(), re.M | re.S)
    return str(text)


def printed_by(command: str, file: Path, url: str) -> list[str]:
    """Run a program that plays at `url`; return the lines that it prints."""
    ran = run(command, file, environ=environment(file.parent, HANGMAN_URL=url))
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


def test_javascript_loses_no_guess_to_a_broken_network(service: Service, tmp_path: Path) -> None:
    tries: dict[str, int] = {}

    class Faulty(BaseHTTPRequestHandler):
        """For each request, lose the answer, be busy, break off in the answer, then answer."""

        def do_POST(self) -> None:
            key = self.headers["Idempotency-Key"]
            tries[key] = tries.get(key, 0) + 1
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if tries[key] == 2:
                self.send_response(503)
                self.send_header("Retry-After", "0")
                self.end_headers()
                return
            headers = {"Content-Type": "application/json", "Idempotency-Key": key}
            answer = ask("POST", service.url + self.path, content=body, headers=headers)
            if tries[key] > 2:
                whole = tries[key] > 3
                self.send_response(answer.status_code)
                self.send_header("Content-Length", str(len(answer.content)))
                self.end_headers()
                self.wfile.write(answer.content if whole else answer.content[:99])

    game = tmp_path / "game.mjs"
    # To wait a second after each lost answer is too long for a test.
    game.write_text(in_page("docs/quickstart-web.md", "js").replace("1000 *", "10 *"))

    with answering(Faulty) as url:
        first, repeated, why, refused, *more = printed_by(program("nodejs", "node"), game, url)

    assert first == "e 200 ________ No e. 7 misses left."
    assert repeated == "e 409 ________ No e. 7 misses left."
    assert why.startswith("The dictionary has no letter “7”.")
    assert refused == "7 422 ________ No e. 7 misses left."
    assert more[-1] == "lost plugging largest-family"
    assert set(tries.values()) == {4}


def test_dealer_of_the_lesson_forces_as_much_as_ours(dictionaries: Dictionaries) -> None:
    """Measured as `hangman try` does it."""

    def tried(dealer: str) -> Trial:
        names: dict[str, Any] = {}
        exec(dealer, names)
        return trial_of(names["Ann"](), dictionaries["en"].lexicons)

    ann = in_page("docs/teaching.md", "python")
    right, kind = tried(ann), tried(ann.replace("max(", "min("))
    [complaint] = tried(ann.replace("[max", "max").replace("size)]", "size)")).complaints()
    ours = trial_of(LargestFamily(), dictionaries["en"].lexicons)
    misses = [f"{trial.mean_misses:.2f}" for trial in (right, ours, kind)]
    assert misses == ["7.30", "7.30", "0.00"]
    assert not right.faults + kind.faults
    assert complaint.startswith("it returned a Family, and not a list of families")


def test_table_of_scores_is_what_the_program_prints(service: Service, tmp_path: Path) -> None:
    """All rows but that of `most-words`, which would take long; and one with games without cost."""
    program = (ROOT / "examples/python/score.py").read_text().replace('"most-words", ', "")
    last = 'max(set("abcdefghijklmnopqrstuvwxyz") - set(game["guessed_letters"]))'
    player = f'players["last"] = lambda game: {last}\ncosts = '
    (tmp_path / "score.py").write_text(program.replace("costs = ", player, 1))
    head, careful, _, frequency = in_page("docs/agents.md", "text").splitlines()
    printed = printed_by("python3", tmp_path / "score.py", service.url)
    assert printed[:3] == [head, careful, frequency]
    assert re.fullmatch("last  .* ± .* [0-9]+ games without a cost", printed[3])


def loaded(url: str, until: str) -> "subprocess.CompletedProcess[str]":
    """Run the load test at a service, longer each time until it prints `until`."""
    for seconds in (2, 10, 80):  # a busy machine plays no game in two
        ran = run(
            "locust", "--locustfile", "examples/locust/locustfile.py", "--headless",
            "--only-summary", "--host", url,
            "--users", "4", "--spawn-rate", "4", "--run-time", f"{seconds}s",
            seconds=seconds + PATIENCE,
        )  # fmt: skip
        if re.search(until, ran.stderr):
            break
    return ran


@pytest.mark.timeout(300)  # a busy machine gets three tries
def test_load_test_plays_games_and_says_what_is_wrong(service: Service) -> None:
    ran = loaded(service.url, until="/games/<id>/guesses +[1-9]")
    assert ran.returncode == 0, ran.stderr
    assert re.search("/games/<id>/guesses +[1-9]", ran.stderr)
    assert re.fullmatch(SUM, ran.stdout)

    class Refusing(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.wfile.write(b"HTTP/1.0 429 Too Many Requests\r\n\r\n")

    with answering(Refusing) as url:
        ran = loaded(url, until="refused: 429")
    assert ran.returncode == 1
    assert re.fullmatch("guesses/s 0, p99 0 ms\nrefused: 429 [1-9].*\n", ran.stdout)

    class Lying(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.wfile.write(b"HTTP/1.0 200 OK\r\n\r\n{}")

    with answering(Lying) as url:
        ran = loaded(url, until="Wrong: 200")
    assert ran.returncode == 1
    assert "Wrong: 200" in ran.stderr


def test_make_load_of_nothing_is_one_line() -> None:
    nobody = f"http://127.0.0.1:{free_port()}"
    no_service = f"nothing answers at {nobody}: start it with make serve, or mend URL="
    for url, said in ((nobody, no_service), ("", "name the service: make load URL=http://")):
        # A test installs nothing: .venv may be shared, or newer than this checkout's lock.
        ran = run("make", "--no-print-directory", "--old-file=.venv/dev", "load", f"URL={url}")
        line, last = ran.stderr.splitlines()
        assert line.startswith(f"make load: {said}")
        assert last.endswith("Error 2")
        assert (ran.returncode, ran.stdout) == (2, "")


@pytest.mark.timeout(300)  # a busy machine gets three tries
def test_wrk_plays_games_to_their_end_and_nothing_is_refused(service: Service) -> None:
    wrk = [program("wrk", "wrk"), "--threads", "2", "--connections", "8"]
    for seconds in (1, 10, 80):
        script = ["--duration", f"{seconds}s", "--script", "examples/wrk/play.lua", service.url]
        *_, speed, games, refused = printed(*wrk, *script, seconds=seconds + PATIENCE).splitlines()
        started, won, lost = map(int, re.findall(r"\d+", games))
        if lost:
            break
    assert re.fullmatch(r"guesses/s [1-9]\d*, p99 [\d.]+ ms", speed)
    assert refused == "refused: 429 0, 503 0, other 0"
    assert started >= won + lost > 0
