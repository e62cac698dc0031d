"""Checkers of all that the laboratory proves: plain Python, which shares nothing with a search."""
