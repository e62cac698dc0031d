"""Evil Hangman: a hangman service whose dealer never settles on a word."""

__version__ = "1.0.0"
