"""Proofs of perfect play, what known dealers guarantee, and programs that check all of it."""
