"""`hangman-lab lottery`, as a person types it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hangman_lab.cli.commands import hangman_lab


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(hangman_lab, arguments)


def test_lottery_of_a_length_is_told(home: Path) -> None:
    lines = run("lottery", "--length", "17").output.splitlines()

    assert lines[0] == "60 words of 17 letters in en: 0.5000 to 0.5000 misses forced"
    assert {line.split()[0]: line.split()[1] for line in lines[4:]} == {
        "compartmentalized": "50.0000%",
        "compartmentalizes": "50.0000%",
    }


def test_json_has_bounds_lottery_and_strategies(home: Path) -> None:
    told = json.loads(run("lottery", "--length", "15", "--json").output)

    assert list(told) == [
        "length", "dictionary", "words", "lower", "upper", "lottery", "strategies",
    ]  # fmt: skip
    assert (told["length"], told["dictionary"], told["words"]) == (15, "en", 368)
    assert told["lower"] <= told["upper"] <= told["lower"] + 0.0012
    assert sum(draw["chance"] for draw in told["lottery"]) == pytest.approx(1)
    assert told["strategies"] > 1


def test_what_was_found_is_kept_and_gone_on_with(home: Path) -> None:
    hasty = json.loads(run("lottery", "--length", "15", "--max-seconds", "0", "--json").output)
    patient = json.loads(run("lottery", "--length", "15", "--json").output)
    again = json.loads(run("lottery", "--length", "15", "--max-seconds", "0", "--json").output)
    anew = json.loads(
        run("lottery", "--length", "15", "--max-seconds", "0", "--json", "--again").output
    )

    assert hasty["lower"] == anew["lower"] == 0 < patient["lower"]
    assert patient["upper"] < hasty["upper"] == anew["upper"]
    assert again == patient


def test_certificates_of_both_bounds_are_accepted(home: Path) -> None:
    run("lottery", "--length", "16", "--prove", str(home))

    for kind, said in (
        ("lottery", "forces misses: 0.5"),
        ("mixture", "with misses to expect: 0.5"),
    ):
        assert said in run("check", str(home / f"en-16-{kind}.json")).output


def test_lottery_and_the_mixture_that_answers_it_are_saved(home: Path) -> None:
    run("lottery", "--length", "17", "--save", str(home))
    [lottery], [mixture] = home.glob("lotteries/*/17.json"), home.glob("mixtures/*/17.mixture")

    assert json.loads(lottery.read_text())["lower"] == 0.5
    assert "60 words, with misses to expect: 0.5" in run("check", str(mixture)).output
