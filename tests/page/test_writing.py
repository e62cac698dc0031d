"""The page reads and writes letters as the service does: by what the service publishes, in node."""

import json
from dataclasses import asdict, dataclass
from typing import Any, Final

import pytest

from service.dictionaries.dictionary import dictionary_of
from service.engine.writing import Writing, writing_of
from service.play.listings import word_list_view
from tests.support.programs import printed, program
from tests.writing_cases import CASES

READ: Final = """
import { Writing } from "./service/web/static/writing.js";
const cases = JSON.parse(await new Response(process.stdin).text());
const read = ({ view, texts }) => texts.map((text) => new Writing(view).read(text));
const written = ({ view, words }) => words.map((word) => new Writing(view).written(word));
console.log(JSON.stringify(cases.map((one) => [read(one), written(one)])));
"""


def in_node(*arguments: str, given: object) -> Any:
    node = program("nodejs", "node")
    return json.loads(printed(node, *arguments, given=json.dumps(given)))


def published(alphabet: str, language: str, drops_accents: bool) -> dict[str, Any]:
    """What the service publishes of a dictionary with these letters."""
    about: dict[str, Any] = {"alphabet": alphabet, "language": language, "source": ""}
    made = dictionary_of("tiny", {alphabet[:2]: 0}, **about, drops_accents=drops_accents)
    return asdict(word_list_view(made))


def on_slots(word: str, writing: Writing) -> str:
    """A word in capitals; letters without a capital in their form at the end of a word."""
    capitals = dict(zip(writing.alphabet, writing.capitals, strict=True))
    has_capital = [capitals[letter] != letter for letter in word]
    forms = zip(word, writing.written(word), has_capital, strict=True)
    return "".join(capitals[letter] if has else form for letter, form, has in forms)


def test_page_reads_and_writes_every_case_as_the_service_does() -> None:
    cases: list[dict[str, Any]] = []
    for case in CASES:
        view = published(case.alphabet, case.language, case.drops_accents)
        texts = [*case.reads, *case.refuses, *case.written.values()]
        cases.append({"texts": texts, "words": [*case.written], "view": view})

    results = in_node("--input-type=module", "-e", READ, given=cases)

    for case, sent, (read, written) in zip(CASES, cases, results, strict=True):
        assert read == [case.writing.read(text) for text in sent["texts"]]
        assert read[: len(case.reads)] == [*case.reads.values()]
        assert written == [on_slots(word, case.writing) for word in case.written]


@dataclass(frozen=True)
class Board:
    """A word as a player types it, and how the page shows it.

    `keys` are pressed one after another, each with the place of the key on the keyboard.
    """

    language: str
    alphabet: str
    word: str
    shown: str
    keys: str
    read: str
    drops_accents: bool = False


LATIN: Final = "abcdefghijklmnopqrstuvwxyz"
BOARDS: Final = {
    board.language: board
    for board in (
        Board("el", "αβγδεζηθικλμνξοπρστυφχψω", "οδός", "ΟΔΟΣ", "ΣςΌά", "σσοα", drops_accents=True),
        Board("tr", "abcçdefgğhıijklmnoöprsştuüvyz", "IŞIK", "IŞIK", "Iıİi", "ııii"),
        Board("az", "abcçdeəfgğhxıijkqlmnoöprsştuüvyz", "İZMİR", "İZMİR", "İƏI", "iəı"),
        Board("he", "אבגדהוזחטיכלמנסעפצקרשת", "שָׁלוֹם", "שלום", "םץ", "מצ"),
        Board("ar", "ءابتثجحخدذرزسشصضطظعغفقكلمنهوىي", "كتاب", "كتاب", "ك", "ك"),
        Board("ka", "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ", "თბილისი", "თბილისი", "Ზთ", "ზთ"),
        Board("de", LATIN + "äöüß", "Straße", "STRAßE", "ẞßÄ", "ßßä"),
        Board("en", LATIN, "zebra", "ZEBRA", "й", "q"),  # on a Russian keyboard, by its place
    )
}
PLACES: Final = {"й": "KeyQ", "ı": "KeyI", "ö": "Semicolon"}


@pytest.mark.parametrize("language", BOARDS)
def test_board_of_each_language(language: str) -> None:
    board = BOARDS[language]
    view = published(board.alphabet, board.language, board.drops_accents)
    writing = writing_of(board.alphabet, board.language, board.drops_accents)
    keys = [[key, PLACES.get(key, "")] for key in board.keys]
    sent = writing.written(writing.read(board.word))
    game = {"view": view, "word": board.word, "sent": sent, "keys": keys}

    [shown] = in_node("tests/page/board.mjs", given=[game])

    first, *others = list(board.shown)
    right_to_left = view["direction"] == "rtl"
    word, letter = [
        f"\u2068{each}\u2069" if right_to_left else each for each in (board.shown, first)
    ]
    assert right_to_left == (language in ("he", "ar"))
    assert shown["keys"] == [*view["capitals"]]
    assert shown["directions"] == [view["direction"]] * 3
    assert shown["language"] == language
    assert shown["ended"] == [board.shown, word]
    assert shown["typed"] == board.read
    assert sorted(shown["slots"]) == sorted([first, *others])
    assert shown["miss"] == f"Not {word}."
    assert shown["wrong"] == f"Not the word: {word}"
    assert shown["hit"] == f"Yes: {letter}, first."
    assert shown["spoken"].startswith(f"{letter} at 1")
