"""Figures, not tests: the cost of a guess compared with other programs, and of a stored game."""
