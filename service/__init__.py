"""Evil Hangman: a hangman service whose dealer never settles on a word."""
