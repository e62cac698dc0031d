"""The misses that an honest dealer forces by the best lottery, if the player knows the lottery."""
