"""What hangman is: pure values and decisions; no I/O and no clock."""
