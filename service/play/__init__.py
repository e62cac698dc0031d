"""What can be done with a game, whoever asks."""
