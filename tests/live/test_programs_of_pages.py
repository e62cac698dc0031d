"""Programs that stand in the documents play at a service, as a reader would run them."""

import re
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from tests.answering import answering
from tests.support.programs import ROOT, environment, program, run
from tests.support.running import Service, ask


def in_page(page: str, language: str) -> str:
    """The only program of a page in a language."""
    [text] = re.findall(rf"^```{language}\n(.*?)^```", (ROOT / page).read_text(), re.M | re.S)
    return str(text)


def printed_by(command: str, file: Path, url: str) -> list[str]:
    """The lines that a program prints which plays at `url`."""
    ran = run(command, file, environ=environment(file.parent, HANGMAN_URL=url))
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


def test_javascript_loses_no_guess_to_a_broken_network(service: Service, tmp_path: Path) -> None:
    tries: dict[str, int] = {}

    class Faulty(BaseHTTPRequestHandler):
        """Loses the first answer to each request, and is busy at the second one."""

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
                self.send_response(answer.status_code)
                self.end_headers()
                self.wfile.write(answer.content)

        def log_message(self, *_: object) -> None:
            pass

    game = tmp_path / "game.mjs"
    # A second for each answer that is lost is too long for a test.
    game.write_text(in_page("docs/clients.md", "js").replace("1000 *", "10 *"))

    with answering(Faulty) as url:
        first, repeated, why, refused, *more = printed_by(program("nodejs", "node"), game, url)

    assert first == "e 200 ________ 7"
    assert repeated == "e 409 ________ 7"
    assert why.startswith("The dictionary has no “7”.")
    assert refused == "7 422 ________ 7"
    assert more[-1] == "lost plugging largest-family"
    assert set(tries.values()) == {3}


def test_dealer_of_the_lesson_forces_as_much_as_ours(tmp_path: Path) -> None:
    file = tmp_path / "ann.py"
    right = in_page("docs/teaching.md", "python")
    said = {}
    for name, text in {
        "right": right,
        "kind": right.replace("max(", "min("),
        "no list": right.replace("[max", "max").replace("size)]", "size)"),
    }.items():
        file.write_text(text)
        said[name] = run("hangman", "try", "./ann.py:Ann", folder=tmp_path)

    assert [ran.returncode for ran in said.values()] == [0, 0, 1]
    assert "Nothing is wrong." in said["right"].stdout
    assert re.findall(r"^(?:ann|largest-family) +(\S+)", said["right"].stdout, re.M) == ["7.30"] * 2
    assert re.search(r"^ann +0\.00", said["kind"].stdout, re.M)
    assert said["no list"].stdout.startswith("TypeError: 'Family' object is not iterable, ")


def test_table_of_scores_is_what_the_program_prints(service: Service) -> None:
    table = in_page("docs/agents.md", "text")

    assert printed_by("python3", ROOT / "tools/clients/programs/score.py", service.url) == (
        table.splitlines()
    )
