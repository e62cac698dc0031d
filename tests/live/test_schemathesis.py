"""The service keeps its contract, whatever requests schemathesis generates from it."""

from pathlib import Path

import pytest

from tests.support.programs import run
from tests.support.running import Service

SETTINGS = Path(__file__).with_name("schemathesis.toml")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run many seeds before a release: `pytest -n 2 tests/live/test_schemathesis.py --seeds 9`."""
    if "seed" in metafunc.fixturenames:
        metafunc.parametrize("seed", range(1, metafunc.config.getoption("seeds") + 1))


@pytest.mark.timeout(660)  # a thousand calls
def test_schemathesis_finds_nothing(service: Service, tmp_path: Path, seed: int) -> None:
    options = ("--checks=all", "--max-examples=5", f"--seed={seed}")
    command = ("schemathesis", f"--config-file={SETTINGS}", "run", f"{service.url}/openapi.yaml")
    ran = run(*command, *options, folder=tmp_path, seconds=600)
    assert ran.returncode == 0, ran.stdout
    assert " passed" in ran.stdout, ran.stdout
