"""Writes .env.example and docs/settings.md from the settings: python -m tools.settings"""

import re
from dataclasses import dataclass, fields
from pathlib import Path
from textwrap import wrap
from typing import Any, Final

from service.settings import Settings

ROOT: Final = Path(__file__).parents[1]
WIDTH: Final = 100  # of a line in .env.example
SCRIPT_NAME: Final = (
    "The path under which a proxy serves the app, such as `/hangman`. Set it only if the proxy does"
    " not strip this path. The probes have it, too: `/hangman/livez`."
)
GROUPS: Final = {
    "Serving": "HOST PORT WORKERS DRAIN_SECONDS SCRIPT_NAME LOG_LEVEL",
    "The store and its games": "REDIS_URL STORE_CONNECT_TIMEOUT STORE_READ_TIMEOUT"
    " STORE_WAIT_REPLICAS GAME_TTL UNPLAYED_TTL KEEP_FOR_MAX XDG_STATE_HOME DRAW_SECRET",
    "Dealers, guessers and words": "MINIMAX_BUDGET_MS PLUGINS DICTIONARY_PATH XDG_DATA_HOME",
    "Access": "API_KEYS DOCS_PUBLIC CORS_ORIGINS MCP TRUSTED_PROXIES",
    "Metrics and traces": "METRICS_PORT OTEL_EXPORTER_OTLP_ENDPOINT",
    "Rate limits": "RATELIMIT_ENABLED RATELIMIT_CREATE RATELIMIT_GUESS RATELIMIT_HINT"
    " RATELIMIT_READ",
}
PAGE_HEAD: Final = """\
<!-- Written by `make docs` from service/settings.py. -->

# Settings

Each setting is an environment variable. An empty variable means the default. If the service cannot
use a setting, it says why in one line, starts nothing, and exits with code 2.

## A file of settings

Copy `.env.example` to `.env`, and remove the `#` in front of each setting that you change.
`make serve` reads `.env`; `hangman serve --env FILE` reads any such file. The environment wins:
`PORT=8123 make serve` uses port 8123, whatever the file says. One line on standard error names the
settings in the file, and the names that are unknown; these variables are set all the same. The
service reads the file once, at its start.

Compose and systemd read the same file ([deploying](deploying.md#checklist)). These lines mean the
same to all of them:

    # A comment has a line of its own.
    PORT=8123
    REDIS_URL='redis://:pa$$word@store:6379/0'

Put single quotes around a value that contains `$` or ` #`, and double quotes around a value that
contains a single quote. A value cannot contain a backslash. `docker run --env-file` differs: it
treats quotes as a part of the value.
"""
PAGE_END: Final = """
A client is an API key. Without a key, it is an IPv4 address or an IPv6 network (64 bits), so a
school behind one address is one client. A request that costs more than a whole limit is charged the
whole limit. [The reference](reference.md) has the price of each request.
"""
EXAMPLE_HEAD: Final = """\
# Settings of Evil Hangman, written by `make docs`. The same as a page: docs/settings.md
# Copy this file to .env, and remove the # in front of each setting that you change. `make serve`
# reads .env; `hangman serve --env FILE` reads any such file. The environment wins over the file.
"""


@dataclass(frozen=True)
class Entry:
    """A setting as the documents show it."""

    name: str
    default: str
    meaning: str
    costs: str


def page() -> str:
    """The text of docs/settings.md."""
    return PAGE_HEAD + "".join(map(_table, GROUPS)) + PAGE_END


def example() -> str:
    """The text of .env.example: every setting at its default, as a comment."""
    return EXAMPLE_HEAD + "".join(map(_section, GROUPS))


def entries() -> dict[str, Entry]:
    """All settings by name."""
    settings = {
        name: Entry(name, _written(each.default), each.metadata["meaning"], each.metadata["costs"])
        for name, each in {each.name.upper(): each for each in fields(Settings)}.items()
    }
    # gunicorn reads this one by itself.
    return {**settings, "SCRIPT_NAME": Entry("SCRIPT_NAME", "", SCRIPT_NAME, "")}


def _table(heading: str) -> str:
    """A group of settings on the page."""
    rows = [
        f"| `{each.name}` | {each.default and f'`{each.default}`'} | {_linked(each.meaning)} |"
        f" {each.costs} |"
        for each in _group(heading)
    ]
    head = ["| variable | default | meaning | costs |", "|---|---|---|---|"]
    return "\n".join(["", f"## {heading}", "", *head, *rows, ""])


def _section(heading: str) -> str:
    """A group of settings in the file."""
    settings = [
        f"{_comment(each.meaning)}\n"
        + (f"{_comment(f'Costs: {each.costs}')}\n" if each.costs else "")
        + f"#{each.name}={each.default}\n"
        for each in _group(heading)
    ]
    return "\n".join(["", f"# --- {heading} ---", "", *settings])


def _group(heading: str) -> list[Entry]:
    known = entries()
    return [known[name] for name in GROUPS[heading].split()]


def _comment(text: str) -> str:
    """Text as lines of comments; addresses stay whole."""
    lines = wrap(text, WIDTH - len("# "), break_long_words=False, break_on_hyphens=False)
    return "\n".join(f"# {line}" for line in lines)


def _linked(text: str) -> str:
    """Text whose documents are links: docs/agents.md as [agents.md](agents.md)."""
    return re.sub(r"docs/([a-z-]+\.md)", r"[\1](\1)", text)


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value)


if __name__ == "__main__":
    (ROOT / ".env.example").write_text(example())
    (ROOT / "docs/settings.md").write_text(page())
