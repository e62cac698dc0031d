"""Games with a person at a terminal."""
