"""The page reads letters as the service does: by what the service publishes, in node."""

import json
from dataclasses import asdict
from typing import Any

from service.dictionaries.dictionary import dictionary_of
from service.play.listings import word_list_view
from tests.support.programs import printed, program
from tests.writing_cases import CASES

READ = """
import { read } from "./service/web/static/letters.js";
const cases = JSON.parse(await new Response(process.stdin).text());
const texts = cases.map(({ texts, view }) => texts.map((text) => read(text, view)));
console.log(JSON.stringify(texts));
"""


def test_page_reads_every_case_as_the_service_does() -> None:
    cases: list[dict[str, Any]] = []
    for case in CASES:
        about: dict[str, Any] = {"alphabet": case.alphabet, "language": case.language, "source": ""}
        made = dictionary_of(
            "tiny", {case.alphabet[:2]: 0}, **about, drops_accents=case.drops_accents
        )
        texts = [*case.reads, *case.refuses, *case.written.values()]
        cases.append({"texts": texts, "view": asdict(word_list_view(made))})

    node = program("nodejs", "node")
    read = printed(node, "--input-type=module", "-e", READ, given=json.dumps(cases))

    for case, sent, letters in zip(CASES, cases, json.loads(read), strict=True):
        assert letters == [case.writing.read(text) for text in sent["texts"]]
        assert letters[: len(case.reads)] == [*case.reads.values()]
