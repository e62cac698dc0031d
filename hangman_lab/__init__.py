"""The laboratory of Evil Hangman: exact values, lotteries and their proofs, studies, Gymnasium."""
