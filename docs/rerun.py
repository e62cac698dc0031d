"""Run the commands of a Markdown file again and put what they print under them.

    python docs/rerun.py docs/experiments.md

A command is a line `$ hangman …` in a block of the language `console`.
"""

import re
import subprocess
import sys
from pathlib import Path

BLOCK = re.compile(r"```console\n\$ (?P<command>.*)\n(?:.*\n)*?```")


def rerun(block: re.Match[str]) -> str:
    """The block with what its command prints now."""
    command = block["command"]
    print(command, file=sys.stderr)
    bin_folder = Path(sys.executable).parent
    printed = subprocess.run(
        f"{bin_folder}/{command}", shell=True, check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    lines = "\n".join(line.rstrip() for line in printed.splitlines())
    return f"```console\n$ {command}\n{lines}\n```"


def main() -> None:
    """Rewrite the file that the command line names."""
    path = Path(sys.argv[1])
    path.write_text(BLOCK.sub(rerun, path.read_text()))


if __name__ == "__main__":
    main()
