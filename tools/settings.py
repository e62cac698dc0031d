"""Writes .env.example and docs/settings.md from the settings: python -m tools.settings"""

import re
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import Final

from service.settings import FIELDS
from service.variables import variable
from tools.templates import rendered

ROOT: Final = Path(__file__).parents[1]
WIDTH: Final = 100  # of a line in .env.example
GROUPS: Final = {
    "The five settings that you need": "REDIS_URL HANGMAN_TRUSTED_PROXIES HANGMAN_DRAIN_SECONDS"
    " HANGMAN_WORKERS HANGMAN_API_KEYS",
    "Its address": "PORT HANGMAN_HOST SCRIPT_NAME HANGMAN_PUBLIC_URL",
    "Who may use it": "HANGMAN_CORS_ORIGINS HANGMAN_DOCS_PUBLIC",
    "Rate limits": "HANGMAN_RATELIMIT_ENABLED HANGMAN_RATELIMIT_CREATE HANGMAN_RATELIMIT_GUESS"
    " HANGMAN_RATELIMIT_HINT HANGMAN_RATELIMIT_READ HANGMAN_RATELIMIT_STORAGE",
    "How long games are kept": "HANGMAN_GAME_TTL HANGMAN_UNPLAYED_TTL HANGMAN_KEEP_FOR_MAX"
    " XDG_STATE_HOME",
    "Words": "HANGMAN_DICTIONARIES HANGMAN_DICTIONARY_PATH XDG_DATA_HOME",
    "Dealers and guessers": "HANGMAN_PLUGINS HANGMAN_MINIMAX_BUDGET_MS HANGMAN_DRAW_SECRET",
    "Log, metrics and traces": "HANGMAN_LOG_LEVEL HANGMAN_METRICS_PORT OTEL_EXPORTER_OTLP_ENDPOINT",
    "A store on several hosts, or far away": "HANGMAN_STORE_WAIT_REPLICAS"
    " HANGMAN_STORE_CONNECT_TIMEOUT HANGMAN_STORE_READ_TIMEOUT",
}


@dataclass(frozen=True)
class Entry:
    """A setting as the documents show it."""

    name: str
    default: str
    meaning: str
    costs: str


def page() -> str:
    """The text of docs/settings.md."""
    return rendered("settings.md.jinja", {"linked": _linked}, groups=_groups())


def example() -> str:
    """The text of .env.example: every setting at its default, as a comment."""
    return rendered("env.example.jinja", {"comment": _comment}, groups=_groups())


def entries() -> dict[str, Entry]:
    """All settings by name."""
    return {
        name: Entry(name, *(each.metadata[part] for part in ("default", "meaning", "costs")))
        for name, each in {variable(each.name): each for each in FIELDS.values()}.items()
    }


def _groups() -> list[tuple[str, list[Entry]]]:
    """The settings below their headings."""
    known = entries()
    return [(heading, [known[name] for name in GROUPS[heading].split()]) for heading in GROUPS]


def _comment(text: str) -> str:
    """Text as lines of comments; addresses stay whole."""
    lines = wrap(text, WIDTH - len("# "), break_long_words=False, break_on_hyphens=False)
    return "\n".join(f"# {line}" for line in lines)


def _linked(text: str) -> str:
    """Text whose documents are links: docs/agents.md as [agents.md](agents.md)."""
    text = text.replace("SECURITY.md", "[SECURITY.md](../SECURITY.md)")
    return re.sub(r"docs/([a-z-]+\.md)(#[a-z-]+)?", r"[\1](\1\2)", text)


if __name__ == "__main__":
    (ROOT / ".env.example").write_text(example())
    (ROOT / "docs/settings.md").write_text(page())
