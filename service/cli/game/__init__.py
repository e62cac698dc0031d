"""A game in the terminal: with a person, or with lines from a pipe."""
