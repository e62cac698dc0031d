"""The game of hangman as pure values and decisions, without I/O and without a clock."""
