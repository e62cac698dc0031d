"""The use cases of a game, for the API and the terminal."""
