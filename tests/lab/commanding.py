"""The command of the laboratory, installed and as a program of Python."""

import sys
from pathlib import Path

COMMAND = str(Path(sys.executable).with_name("hangman-lab"))
RUN = "from hangman_lab.cli import hangman_lab; hangman_lab()"
