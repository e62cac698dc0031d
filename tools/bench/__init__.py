"""Figures, not tests: what a guess costs beside the plain program, and a game in the store."""
