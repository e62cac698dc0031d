"""`hangman-lab misses`, `optimum`, `tournament` and `wins`, as a person types them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hangman_lab.cli.commands import hangman_lab


def run(*arguments: str) -> Result:
    return CliRunner().invoke(hangman_lab, arguments)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["misses", "--dictionary", "fr"], "There is no dictionary “fr”"),
        (["misses", "--length", "40"], "en has no words of 40 letters"),
        (["misses", "--guesser", "top-heavy", "--length", "3"], "top-heavy draws letters"),
        (["guarantee", "--dealer", "cheat-score"], "cheat-score may draw words or families"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments: list[str], said: str) -> None:
    result = run(*arguments)

    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_misses_are_counted_in_a_table_that_ends_at_all_words() -> None:
    printed = run("misses", "--dictionary", "en-small").output
    counts, by_length, summary = printed.split("\n\n")

    lines = counts.splitlines()
    assert lines[0].split() == ["misses", "words", "share", "or", "fewer"]
    assert lines[-1].split()[-1] == "100.00%"
    assert [line.split()[0] for line in by_length.splitlines()[:3]] == ["length", "2", "3"]
    assert "misses on average" in summary


def test_misses_are_compared_with_the_least_there_can_be() -> None:
    found = json.loads(run("misses", "--guesser", "careful", "--length", "12", "--json").output)

    [of] = found["lengths"]
    assert of["words"] == 3112
    assert of["least"] < of["mean_misses"]
    assert of["above"] == pytest.approx(of["mean_misses"] / of["least"] - 1)


def test_least_misses_are_worked_out_and_kept(tmp_path: Path) -> None:
    asked = ["optimum", "--length", "13"]
    found = json.loads(run(*asked, "--save", str(tmp_path), "--json").output)
    late = run(*asked, "--max-seconds", "0").output

    assert found[0]["misses"] == 473
    assert list(json.loads((tmp_path / "least.json").read_text()).values()) == [{"13": 473}]
    [letters] = json.loads((tmp_path / "best_letters.json").read_text()).values()
    assert letters["13"]["_____________ "] == "i"
    assert " to " in late


def test_least_misses_not_worked_out_in_time_have_bounds() -> None:
    asked = ["optimum", "--length", "13", "--max-seconds", "0", "--json"]

    [late] = json.loads(run(*asked).output)

    assert late["misses"] is late["mean_misses"] is None
    assert 0 < late["lower"] < 473 <= late["upper"] < 600
    assert late["mean_lower"] == late["lower"] / late["words"]
    assert late["mean_upper"] == late["upper"] / late["words"]


def test_bounds_are_not_kept(tmp_path: Path) -> None:
    run("optimum", "--length", "13", "--max-seconds", "0", "--save", str(tmp_path))

    for name in ("least.json", "best_letters.json"):
        assert list(json.loads((tmp_path / name).read_text()).values()) == [{}]


def test_least_misses_of_likely_words_are_kept_beside_the_others(tmp_path: Path) -> None:
    asked = ["optimum", "--length", "15", "--save", str(tmp_path), "--json"]

    [even] = json.loads(run(*asked).output)
    [likely] = json.loads(run(*asked, "--weights", "commonness").output)

    kept = json.loads((tmp_path / "least.json").read_text())
    assert list(kept.values()) == [{"15": even["misses"]}, {"15": likely["misses"]}]
    assert 0 < likely["mean_misses"] < even["mean_misses"]


def test_likely_words_are_compared_with_their_own_least() -> None:
    asked = ["misses", "--guesser", "careful", "--length", "14", "--json"]

    even = json.loads(run(*asked).output)
    likely = json.loads(run(*asked, "--weights", "commonness").output)

    assert (even["weights"], likely["weights"]) == ("even", "commonness")
    assert likely["mean_misses"] < even["mean_misses"]
    assert likely["lengths"][0]["least"] < even["lengths"][0]["least"]
    assert likely["lengths"][0]["above"] >= 0
    assert likely["misses"] == even["misses"]


def test_misses_of_expected_are_kept(tmp_path: Path) -> None:
    asked = ["misses", "--length", "15", "--save", str(tmp_path)]

    ran, other = run(*asked, "--guesser", "expected"), run(*asked)
    likely = run(*asked, "--guesser", "expected", "--weights", "commonness")

    assert (ran.exit_code, other.exit_code, likely.exit_code) == (0, 2, 2)
    assert list(json.loads((tmp_path / "expected.json").read_text()).values()) == [{"15": 44}]


def test_misses_as_json_have_the_documented_fields() -> None:
    found = json.loads(run("misses", "--length", "20", "--json").output)

    assert found.keys() == {
        "guesser", "dictionary", "weights", "words", "misses", "shares", "mean_misses", "hardest",
        "lengths",
    }  # fmt: skip
    assert found["misses"] == {"0": 3}
    assert found["shares"] == {"0": 1}
    assert found["hardest"][0] == {"word": "counterrevolutionary", "misses": 0}


@pytest.mark.parametrize(("name", "begins"), [("m.png", b"\x89PNG"), ("m.svg", b"<?xml")])
def test_misses_are_drawn(tmp_path: Path, name: str, begins: bytes) -> None:
    result = run("misses", "--length", "12", "--plot", str(tmp_path / name))

    assert result.exit_code == 0, result.output
    assert (tmp_path / name).read_bytes().startswith(begins)


@pytest.mark.parametrize("name", ["none/m.png", "m.xyz"])
def test_plot_that_cannot_be_written_is_one_line(tmp_path: Path, name: str) -> None:
    result = run("misses", "--length", "12", "--plot", str(tmp_path / name))

    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


def test_tournament_has_a_row_for_each_pair_and_its_json_a_duel(tmp_path: Path) -> None:
    arguments = ["tournament", "--length", "20", "--games", "2"]

    lines = run(*arguments, "--plot", str(tmp_path / "t.png")).output.splitlines()
    found = json.loads(run(*arguments, "--json").output)

    assert len(lines) == 1 + 55
    assert len(found["duels"]) == 55
    assert (tmp_path / "t.png").read_bytes().startswith(b"\x89PNG")


def test_tournament_without_words_says_so() -> None:
    result = run("tournament", "--shortest", "40", "--longest", "50")

    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


def test_wins_are_sampled_and_the_hardest_words_replayed(tmp_path: Path) -> None:
    arguments = ["wins", "--length", "19", "--games", "3"]

    lines = run(*arguments, "--plot", str(tmp_path / "w.png")).output.splitlines()
    found = json.loads(run(*arguments, "--json").output)

    assert lines[0].split() == ["length", "words", "letter-frequency", "top-heavy"]
    assert lines[1].split()[:2] == ["19", "6"]
    assert "top-heavy, hardest:" in lines[-1]
    assert [one["guesser"] for one in found["guessers"]] == ["letter-frequency", "top-heavy"]
    assert (tmp_path / "w.png").exists()


def test_wins_of_a_guesser_without_chance_are_exact() -> None:
    arguments = ["wins", "--length", "19", "--guesser", "most-words"]

    assert "most-words: exact, every word counted" in run(*arguments).output
    assert json.loads(run(*arguments, "--json").output)["guessers"][0]["exact"] is True


def test_interrupted_run_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    checkpoint = tmp_path / "wins.jsonl"
    arguments = ["wins", "--length", "19", "--games", "2000", "--seed", "3", "--json"]
    whole = run(*arguments, "--checkpoint", str(checkpoint)).output
    lines = checkpoint.read_text().splitlines()
    checkpoint.write_text("\n".join(lines[:1]) + "\n")  # as if it had been stopped after one part

    again = run(*arguments, "--checkpoint", str(checkpoint)).output

    assert len(lines) == 2  # a part for each guesser
    assert again == whole == run(*arguments).output
    assert sorted(checkpoint.read_text().splitlines()) == sorted(lines)


def test_file_that_is_no_checkpoint_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("Dear diary\n")

    result = run("wins", "--length", "19", "--checkpoint", str(path))

    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert path.read_text() == "Dear diary\n"
