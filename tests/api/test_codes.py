"""The table of codes: each call that can complain with a code has a request that makes it do so."""

import re
from typing import Final, TypeAlias

import pytest
import yaml

from service.api.field_errors import CODES
from tests.inputs import inputs
from tests.support import contract
from tools.contract.codes import error_codes
from tools.contract.schemas import Schemas
from tools.contract.writing import PATHS

Given: TypeAlias = set[tuple[str, str]]  # a call, and a code that it gives

CODE: Final = re.compile(r":([a-z-]+)")
WRITTEN: Final = yaml.safe_load(PATHS.read_text())


def operation_of(request: str) -> str:
    """The call of a request, with the names of its parameters: GET /games/{game_id}."""
    method, path = request.partition("?")[0].split(" ")
    for known, of in contract.operations():
        pattern = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(known))
        if of == method and re.fullmatch(pattern, path):
            return f"{method} {known}"
    return ""


def possible() -> Given:
    """Each call, and each code that it can give."""
    requests = Schemas(WRITTEN["names"], {}).requests
    return {
        (said["path"], code)
        for said in WRITTEN["operations"].values()
        for code in error_codes(said, requests)
    }


def shown() -> Given:
    """Each call, and each code that an input makes it give."""
    return {
        (operation_of(each.request), code)
        for each in inputs()
        if each.answer.startswith("422")
        for code in CODE.findall(each.answer)
    }


def test_each_code_of_each_call_has_an_input() -> None:
    assert sorted(possible() - shown()) == []


def test_no_call_gives_a_code_that_is_not_its_own() -> None:
    assert sorted(shown() - possible()) == []


@pytest.mark.parametrize("code", CODES)
def test_each_code_of_the_table_is_given(code: str) -> None:
    assert code in {given for _, given in shown()}


def test_each_code_that_is_given_is_in_the_table() -> None:
    assert {code for _, code in shown()} <= CODES.keys()
