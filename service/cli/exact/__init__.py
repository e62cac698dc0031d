"""Exact play: `hangman analyze value`, `check`, `guarantee` and `optimum`."""
