"""What an honest dealer forces by the best lottery, against a player who knows the lottery."""
