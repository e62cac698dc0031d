"""Whatever schemathesis makes of the contract, the service keeps to it."""

from pathlib import Path

import pytest

from tests.live.running import Service
from tests.programs import run

SETTINGS = Path(__file__).with_name("schemathesis.toml")


@pytest.mark.timeout(660)  # thousands of calls
@pytest.mark.parametrize("phases", ["examples,coverage,stateful", "fuzzing"])  # all that there are
def test_schemathesis_finds_nothing(service: Service, tmp_path: Path, phases: str) -> None:
    ran = run(
        "schemathesis",
        f"--config-file={SETTINGS}",
        "run",
        f"{service.url}/openapi.yaml",
        "--checks=all",
        "--max-examples=60",
        "--seed=1",
        f"--phases={phases}",
        folder=tmp_path,
        seconds=600,
    )

    assert ran.returncode == 0, ran.stdout
    assert " passed" in ran.stdout, ran.stdout
