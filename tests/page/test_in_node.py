"""The modules of the page that need no browser, tested in node."""

from tests.support.programs import ROOT, program, run


def test_modules_of_the_page() -> None:
    files = sorted((ROOT / "tests" / "page").glob("*.test.mjs"))

    ran = run(program("nodejs", "node"), "--test", *files)

    assert files
    assert ran.returncode == 0, ran.stdout
