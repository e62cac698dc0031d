"""Checkers of the laboratory's proofs: plain Python that shares nothing with a search."""
