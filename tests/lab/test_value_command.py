"""`hangman-lab value`, `check` and `guarantee`, as a person types them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hangman_lab.cli.commands import hangman_lab
from tests.support import programs


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(hangman_lab, arguments)


def test_value_of_a_length_is_told(home: Path) -> None:
    lines = run("value", "--length", "14").output.splitlines()

    assert lines[0].split()[:4] == ["length", "words", "misses", "forced"]
    assert lines[1].split()[:3] == ["14", "778", "2"]


def test_json_has_bounds_and_what_they_took(home: Path) -> None:
    [found] = json.loads(run("value", "--length", "14", "--json").output)

    assert list(found) == ["length", "words", "lower", "upper", "exact", "nodes", "seconds"]
    assert (found["lower"], found["upper"], found["exact"]) == (2, 2, True)


def test_what_was_found_is_kept_and_gone_on_with(home: Path) -> None:
    [hasty] = json.loads(run("value", "--length", "13", "--max-seconds", "0", "--json").output)
    [patient] = json.loads(run("value", "--length", "13", "--json").output)
    [again] = json.loads(run("value", "--length", "13", "--max-seconds", "0", "--json").output)

    assert hasty["lower"] <= patient["lower"] == patient["upper"] <= hasty["upper"]
    assert not hasty["exact"]
    assert again == patient


def test_hasty_run_for_a_table_loses_nothing_that_was_found(home: Path) -> None:
    for length in ("13", "14"):
        run("value", "--length", length)

    run("value", "--length", "13", "--max-seconds", "0", "--save", str(home))

    [bounds] = json.loads((home / "values.json").read_text()).values()
    assert bounds == {"13": [2, 2]}
    [other] = json.loads(run("value", "--length", "14", "--max-seconds", "0", "--json").output)
    assert other["exact"]


def test_both_sides_are_proved_and_checked(home: Path) -> None:
    run("value", "--length", "15", "--prove", str(home / "proofs"))
    proofs = sorted((home / "proofs").iterdir())

    assert [proof.name for proof in proofs] == ["en-15-dealer.json", "en-15-player.json"]
    for proof in proofs:
        result = run("check", str(proof))
        assert result.exit_code == 0, result.output
        assert "misses" in result.output


def test_wrong_certificate_is_one_line_that_says_where(home: Path) -> None:
    run("value", "--length", "15", "--prove", str(home))
    proof = home / "en-15-dealer.json"
    content = json.loads(proof.read_text())
    del content["refutations"][1:]
    proof.write_text(json.dumps(content))

    result = run("check", str(proof))

    assert result.exit_code == 2
    assert f"refutation {' '.join(content['refutations'][0][0])}: no reply to" in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"dictionary": "en", "length": 4}'])
def test_what_is_no_certificate_is_one_line(home: Path, text: str) -> None:
    (home / "x.json").write_text(text)

    result = run("check", str(home / "x.json"))

    assert result.exit_code == 2
    assert "not a certificate" in result.stderr


def test_bounds_are_put_in_a_table_beside_those_of_other_words(home: Path) -> None:
    table = home / "values.json"
    table.write_text('{"0123456789abcdef": {"3": [1, 2]}}')

    for length in ("14", "15"):
        run("value", "--length", length, "--save", str(home))

    (fingerprint, bounds), *_ = [
        one for one in json.loads(table.read_text()).items() if one[0] != "0123456789abcdef"
    ]
    assert bounds == {"14": [2, 2], "15": [2, 2]}
    assert json.loads(table.read_text())["0123456789abcdef"] == {"3": [1, 2]}
    assert len(fingerprint) == 16


def test_refutations_are_kept_and_checked(home: Path) -> None:
    run("value", "--length", "14", "--save", str(home))
    [table] = home.glob("refutations/*/14.refutations")

    result = run("check", str(table))

    assert result.exit_code == 0, result.output
    assert "forces misses: 2" in result.output


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("0123456789abcdef/14.refutations", "no dictionary has the fingerprint 0123456789abcdef"),
        ("{fingerprint}/14.refutations", "no table of refutations"),
        ("{fingerprint}/99.refutations", "not a certificate"),
    ],
)
def test_what_is_no_table_of_refutations_is_one_line(home: Path, path: str, said: str) -> None:
    run("value", "--length", "14", "--save", str(home))
    [table] = home.glob("refutations/*/14.refutations")
    wrong = home / path.format(fingerprint=table.parent.name)
    wrong.parent.mkdir(exist_ok=True)
    wrong.write_bytes(b"no" if "14" in path else table.read_bytes())

    result = run("check", str(wrong))

    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_minimax_guarantees_the_whole_value(home: Path) -> None:
    found = json.loads(
        run(
            "guarantee", "--dealer", "minimax", "--length", "9", "--max-seconds", "1", "--json"
        ).output
    )

    assert [(one["lower"], one["upper"], one["exact"]) for one in found] == [(5, 5, True)]


@pytest.mark.parametrize(
    "asked",
    [
        ["value", "--length", "12", "--json"],
        ["optimum", "--length", "12", "--json"],
        ["tournament", "--length", "16", "--dealer", "minimax", "--games", "2", "--json"],
    ],
)
def test_search_is_the_same_in_every_process(home: Path, asked: list[str]) -> None:
    found = []
    for seed in ("1", "2"):
        environ = programs.environment(home / seed, PYTHONHASHSEED=seed)
        done = programs.run("hangman-lab", *asked, environ=environ)
        content = json.loads(done.stdout)
        for one in content if isinstance(content, list) else []:
            del one["seconds"]
        found.append(content)

    assert found[0] == found[1]
