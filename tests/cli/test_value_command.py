"""`hangman analyze value` and `check`, as a person types them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.cli import hangman


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(hangman, ["analyze", *arguments])


def test_value_of_a_length_is_told(home: Path) -> None:
    lines = run("value", "--length", "14").output.splitlines()

    assert lines[0].split()[:4] == ["length", "words", "misses", "forced"]
    assert lines[1].split()[:3] == ["14", "780", "2"]


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
    letter, _ = content["cores"][0]["replies"].popitem()
    proof.write_text(json.dumps(content))

    result = run("check", str(proof))

    assert result.exit_code == 2
    assert f"core 0, letter {letter}: no reply" in result.stderr
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
        run("value", "--length", length, "--save", str(table))

    (fingerprint, bounds), *_ = [
        one for one in json.loads(table.read_text()).items() if one[0] != "0123456789abcdef"
    ]
    assert bounds == {"14": [2, 2], "15": [2, 2]}
    assert json.loads(table.read_text())["0123456789abcdef"] == {"3": [1, 2]}
    assert len(fingerprint) == 16
