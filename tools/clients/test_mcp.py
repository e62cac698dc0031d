"""Agents that use the official SDKs for the Model Context Protocol play whole games."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.programs import ROOT, environment, missing, printed
from tests.support.running import Service, serving
from tools.clients.test_clients import lines
from tools.clients.workshop import HERE

AGENT = HERE / "programs" / "agent.py"
VERSIONS = [
    ("mcp2", "auto", "2026-07-28"), ("mcp2", "2026-07-28", "2026-07-28"),
    ("mcp2", "legacy", "2025-11-25"), ("mcp1", "session", "2025-11-25"),
]  # fmt: skip


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that lets models play."""
    with serving(tmp_path_factory.mktemp("agents"), MCP="true") as started:
        yield started


def printed_by_agent(sdk: str, mode: str, service: Service, folder: Path) -> list[str]:
    """What the agent prints, which sees no package but the SDK and what that needs."""
    packages = ROOT / ".venv" / sdk
    if not packages.exists():
        missing(f"{sdk} is not installed: make clients")
    environ = environment(folder, PYTHONPATH=str(packages), HANGMAN_URL=service.url)
    command = (sys.executable, "-S", AGENT, mode)
    return printed(*command, folder=folder, environ=environ).splitlines()


@pytest.mark.parametrize(("sdk", "mode", "version"), VERSIONS)
def test_agent_plays(sdk: str, mode: str, version: str, host: Service, tmp_path: Path) -> None:
    chosen, *lines = printed_by_agent(sdk, mode, host, tmp_path)
    names, no_prompts, start, hit, again, *guesses = lines[: lines.index(end := ending(host)) + 1]

    assert (chosen, names) == (version, "start_game guess look review")
    assert no_prompts == "Method not found: prompts/list"
    assert start.startswith("The game is in progress. _ _ _ _ _ _ _ _ (8 letters). Misses left: 8.")
    assert "Guessed: e." in hit
    assert again == "refused: You have already guessed “e”. It is not a miss."
    assert guesses[-2].startswith(f"The game is lost: the word is {end.split()[1]}. ")
    cost, first, *_ = lines[lines.index(end) + 1 :]  # the review
    assert cost.startswith("The guesses cost ")
    assert first == "e: best, 0.00 misses. Best: e, s, i."


def ending(service: Service) -> str:
    """Dealer, word and seed of the same game, played without any SDK."""
    return next(line for line in lines(service.url) if line.endswith(" 20261121093000"))
