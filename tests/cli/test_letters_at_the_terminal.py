"""Letters that are written in several ways, in the commands."""

import json
from pathlib import Path

import pytest

from service.dictionaries.dictionary import load
from tests.cli.commanding import Terminal, piped, refusal, run
from tests.support.programs import ROOT

ALPHABETS = json.loads((ROOT / "data" / "alphabets.json").read_text())


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of dictionaries, inside the working folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "dictionaries").mkdir()
    monkeypatch.setenv("HANGMAN_DICTIONARY_PATH", str(tmp_path / "dictionaries"))
    return tmp_path / "dictionaries"


def build(language: str, words: str, *options: str, alphabet: str) -> list[str]:
    """Build the dictionary `mine`; return its words."""
    Path("words.txt").write_text("\n".join(words.split()), encoding="utf-8")
    line = f"dictionary build mine words.txt --language {language} --alphabet {alphabet}"
    built = run(line, *options)
    assert built.exit_code == 0, built.output
    return run("dictionary words mine").output.split()


LOWER, DROP = "--lowercase", "--drop-accents"


@pytest.mark.parametrize(
    ("language", "kind", "options", "words", "kept"),
    [
        ("el", "without_accents", (LOWER,), "ΟΔΟΣ σοφος", "οδος σοφος"),
        ("el", "without_accents", (DROP,), "οδός σοφός", "οδος σοφος"),
        ("he", "alphabet", (), "שלום עץ", "עץ שלום"),
        ("tr", "alphabet", (LOWER,), "IŞIK İYİM", "iyim ışık"),
        ("vi", "without_accents", (DROP,), "tiếng đường", "tiêng đương"),
        ("ru", "without_accents", (DROP,), "молоко\u0301 мой", "мой молоко"),
        ("he", "alphabet", (DROP,), "שָׁלוֹם", "שלום"),
        ("ar", "without_accents", (DROP,), "كِتَاب", "كتاب"),
        ("yo", "without_accents", (DROP,), "ọjọ\u0301", "ọjọ"),
        ("en", "alphabet", (DROP, LOWER), "İSTANBUL", "istanbul"),
        ("de", "alphabet", (LOWER,), "STRAẞE Öl", "straße öl"),
    ],
)
def test_build_reads_every_way_to_write_a_letter(
    language: str, kind: str, options: tuple[str, ...], words: str, kept: str
) -> None:
    built = build(language, words, *options, alphabet=ALPHABETS[language][kind])
    assert sorted(built) == sorted(kept.split())


def test_longest_part_that_is_a_letter_is_kept() -> None:
    assert build("zh-Latn", "lǜ nǐ", DROP, alphabet="abcdefghijklmnopqrstuvwxyzü") == ["lü", "ni"]


def test_dictionary_knows_that_it_dropped_accents(own: Path) -> None:
    alphabet = ALPHABETS["fr"]["without_accents"]
    build("fr", "été café", DROP, alphabet=alphabet)
    assert json.loads((own / "mine" / "dictionary.json").read_text())["drops_accents"] is True
    assert load(own / "mine").writing.read("É") == "e"
    played = piped("play --dictionary mine --length 3 --seed 1", "é été").output
    assert played == "e_e [e] misses=0/8\nete [e] misses=0/8\nwon: ete\n"

    build("fr", "ete cafe", alphabet=alphabet)
    assert "drops_accents" not in (own / "mine" / "dictionary.json").read_text()
    assert "no letter “é”" in piped("play --dictionary mine --length 3", "é").stderr


def test_description_says_true_or_false_of_accents(own: Path) -> None:
    build("en", "cat", alphabet=ALPHABETS["en"]["alphabet"])
    place = own / "mine" / "dictionary.json"
    place.write_text(json.dumps({**json.loads(place.read_text()), "drops_accents": "no"}))
    assert "drops_accents: 'no' is not true or false" in refusal("dictionary show mine")


@pytest.mark.parametrize(
    ("alphabet", "character", "why"),
    [
        ("अआकिख", "अ", "in Devanagari, vowels are signs on other letters"),
        ("กขัค", "ก", "in Thai, vowels are signs on other letters"),
        ("அஆக", "அ", "in Tamil, vowels are signs on other letters"),
        ("가나다", "가", "it is a syllable of several letters"),
    ],
)
def test_script_whose_letters_are_clusters_is_refused(
    alphabet: str, character: str, why: str
) -> None:
    Path("words.txt").write_text("cat\n")
    said = refusal(f"dictionary build mine words.txt --alphabet {alphabet}")
    assert f"“{character}” cannot be guessed as a letter, because {why}" in said
    assert "Latin, Greek, Cyrillic" in said


@pytest.mark.parametrize(
    ("words", "character"), [("cat\nहिन्दी", None), ("हिन्दी", "ह"), ("கண்", "க"), ("가나", "가")]
)
def test_list_of_clusters_is_refused_with_the_first(words: str, character: str | None) -> None:
    Path("words.txt").write_text(words)
    for command in ("dictionary build mine words.txt", "play --words words.txt"):
        if character:
            assert f"“{character}” cannot be guessed as a letter" in refusal(command)
        else:
            assert "cannot be guessed" not in run(command).output


def test_alphabet_may_have_blanks_and_final_forms(own: Path) -> None:
    build("el", "οδος", "--title", "x", alphabet="'α β γ δ ο σ ς'")
    assert load(own / "mine").description.alphabet == "αβγδοσ"


@pytest.mark.parametrize(
    ("words", "guesses", "keys"),
    [("ΟΔΟΣ\nφωσ\nφως", "Σ ς", "[σ]"), ("IŞIK\nağaç", "Ğ ğ", "[ğ]")],
)
def test_words_of_a_file_have_one_letter_however_it_is_written(
    words: str, guesses: str, keys: str
) -> None:
    Path("own.txt").write_text(words)
    played = piped("play --words own.txt --length 4 --seed 1", guesses)
    assert keys in played.stdout
    assert "already guessed" in played.stderr


@pytest.mark.parametrize("wrong", ["'s t r'", "str", "' S  t r '"])
@pytest.mark.parametrize("pattern", ["'_ a _ _ e'", "_a__e", "'? A . - E'"])
def test_blanks_do_not_count_between_letters(pattern: str, wrong: str) -> None:
    told = json.loads(run(f"hint {pattern} --wrong {wrong} --json").stdout)
    asked = json.loads(run("hint _a__e --wrong str --json").stdout)
    assert told == asked
    families = run(f"families {pattern} l --wrong {wrong}")
    assert families.output == run("families _a__e l --wrong str").output


@pytest.mark.parametrize("command", ["hint", "families"])
@pytest.mark.parametrize("pattern", ["_____ _____", "__ _a_"])
def test_pattern_of_two_words_is_refused(command: str, pattern: str) -> None:
    assert "The pattern has 2 words. Send one" in refusal(f"{command} '{pattern}'")


def test_accent_after_its_letter_is_one_key_at_a_terminal(tmp_path: Path) -> None:
    Path("fr.txt").write_text("née\nfée\n")
    line = f"hangman play --words {tmp_path}/fr.txt --length 3 --max-misses 3"
    person = Terminal(f"{line} --insight none --dealer largest-family")
    person.sees("Guess a letter")
    person.types("e\u0301")
    person.sees("Yes: é is the 2nd letter.")
    person.types("E")
    person.sees("Yes: e is the 3rd letter.")
    person.presses_ctrl("d")


def test_accent_after_its_letter_is_one_letter_on_a_line(tmp_path: Path) -> None:
    Path("fr.txt").write_text("née\nfée\n")
    line = f"hangman play --words {tmp_path}/fr.txt --length 3 --max-misses 3"
    person = Terminal(f"{line} --insight none --dealer largest-family", TERM="dumb")
    person.goes_through(("Your guess:", "e\u0301\n"), ("Yes: é is the 2nd letter.", ""))
    person.presses_ctrl("d")


def test_confession_of_a_greek_game_keeps_its_commitment(tmp_path: Path) -> None:
    words = "οδος σοφος λογος νομος"
    build("el", words, alphabet=ALPHABETS["el"]["without_accents"])
    line = "play --dictionary mine --length 5 --dealer honest --max-misses 2 --json"
    *_, confession = piped(line, "Σ ξ Ψ").stdout.splitlines()
    (tmp_path / "confession.json").write_text(confession)

    reviewed = json.loads(run("review confession.json --json").stdout)

    assert json.loads(confession)["word"].endswith("ς")
    assert json.loads(json.loads(confession)["opening"])["word"].endswith("σ")
    assert (reviewed["check"]["verdict"], reviewed["check"]["reasons"]) == ("kept", [])
