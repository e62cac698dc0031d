"""Experiments on guessers: `hangman analyze misses`, `tournament` and `wins`."""
