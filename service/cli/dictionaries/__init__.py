"""Dictionaries: `hangman dictionary build`, `list`, `show` and `words`."""
